//! Copies every other double or float, eight or sixteen for each instruction (AVX-512). The gain is one masked store
//! for each line with gaps: stores wait in a queue for their lines, and with fewer stores the queue reaches four times
//! as far ahead (docs/decisions/0006-strided.md). Masked-out lanes are neither read nor written, so the program's data
//! in the gaps is untouched.
use super::prefetch;
use std::arch::x86_64::{
    __m512i, _mm512_loadu_pd, _mm512_loadu_ps, _mm512_mask_storeu_pd, _mm512_mask_storeu_ps, _mm512_maskz_loadu_pd,
    _mm512_maskz_loadu_ps, _mm512_permutex2var_pd, _mm512_permutex2var_ps, _mm512_permutexvar_pd,
    _mm512_permutexvar_ps, _mm512_setr_epi32, _mm512_setr_epi64, _mm512_storeu_pd, _mm512_storeu_ps,
};

/// The size of a register, and of a cache line, in bytes.
const WIDE: usize = 64;
/// The number of packed bytes from which on a row prefetches lines. Shorter rows end before the prefetched lines
/// arrive.
const LONG: usize = 1 << 10;
/// How far ahead lines are prefetched, in bytes with gaps: some hundred ns of copying.
const AHEAD: usize = 2 << 10;
/// The mask of the lanes with data, in a register of doubles with gaps. [`FLOATS`] is the mask for floats.
const DOUBLES: u8 = 0x55;
const FLOATS: u16 = 0x5555;

/// Returns true if this processor has AVX-512.
#[inline]
pub(super) fn available() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

/// Prefetches the lines ahead. If `scatter`, prefetches the lines of `with_holes` for writing and those of `packed` for
/// reading; otherwise the other way round. Past the end of the row the hint is wasted, but never faults.
#[inline(always)]
fn fetch(with_holes: *mut u8, packed: *mut u8, scatter: bool) {
    let (far, near) = (with_holes.wrapping_add(AHEAD), packed.wrapping_add(AHEAD / 2));
    if scatter {
        prefetch::for_writing(far);
        prefetch::for_writing(far.wrapping_add(WIDE));
        prefetch::for_reading(near);
    } else {
        prefetch::for_reading(far);
        prefetch::for_reading(far.wrapping_add(WIDE));
        prefetch::for_writing(near);
    }
}

/// Copies blocks of `N` bytes (8 or 4) at stride `2 * N` from `spread` to `dense`: of `count` blocks, as many as fill
/// whole registers. Returns how many blocks were copied.
///
/// # Safety
/// AVX-512 is [`available`]; `count` blocks lie at `spread`, and `dense` has room for their bytes.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn gather<const N: usize>(spread: *const u8, dense: *mut u8, count: usize) -> usize {
    let (even_doubles, even_floats) = evens();
    let whole = count / (WIDE / N);
    let long = whole * WIDE >= LONG;
    for i in 0..whole {
        let (a, b) = (spread.wrapping_add(i * 2 * WIDE), dense.wrapping_add(i * WIDE));
        if long {
            fetch(a.cast_mut(), b, false);
        }
        // SAFETY: block `(i + 1) * WIDE / N - 1` exists, so that all lanes with data of both registers exist, and all
        // bytes of the packed one.
        unsafe {
            if N == 8 {
                let low = _mm512_maskz_loadu_pd(DOUBLES, a.cast());
                let high = _mm512_maskz_loadu_pd(DOUBLES, a.add(WIDE).cast());
                _mm512_storeu_pd(b.cast(), _mm512_permutex2var_pd(low, even_doubles, high));
            } else {
                let low = _mm512_maskz_loadu_ps(FLOATS, a.cast());
                let high = _mm512_maskz_loadu_ps(FLOATS, a.add(WIDE).cast());
                _mm512_storeu_ps(b.cast(), _mm512_permutex2var_ps(low, even_floats, high));
            }
        }
    }
    whole * (WIDE / N)
}

/// Copies bytes from `dense` to blocks of `N` bytes at stride `2 * N` from `spread` on: of `count` blocks, as many as
/// fill whole registers. Returns how many blocks were copied.
///
/// # Safety
/// AVX-512 is [`available`]; `count` blocks lie at `spread`, and their bytes at `dense`.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn scatter<const N: usize>(dense: *const u8, spread: *mut u8, count: usize) -> usize {
    let ((low_doubles, high_doubles), (low_floats, high_floats)) = spreads();
    let whole = count / (WIDE / N);
    let long = whole * WIDE >= LONG;
    for i in 0..whole {
        let (a, b) = (dense.wrapping_add(i * WIDE), spread.wrapping_add(i * 2 * WIDE));
        if long {
            fetch(b, a.cast_mut(), true);
        }
        // SAFETY: block `(i + 1) * WIDE / N - 1` exists, so that all lanes with data of both registers exist, and all
        // packed bytes.
        unsafe {
            if N == 8 {
                let packed = _mm512_loadu_pd(a.cast());
                _mm512_mask_storeu_pd(b.cast(), DOUBLES, _mm512_permutexvar_pd(low_doubles, packed));
                _mm512_mask_storeu_pd(b.add(WIDE).cast(), DOUBLES, _mm512_permutexvar_pd(high_doubles, packed));
            } else {
                let packed = _mm512_loadu_ps(a.cast());
                _mm512_mask_storeu_ps(b.cast(), FLOATS, _mm512_permutexvar_ps(low_floats, packed));
                _mm512_mask_storeu_ps(b.add(WIDE).cast(), FLOATS, _mm512_permutexvar_ps(high_floats, packed));
            }
        }
    }
    whole * (WIDE / N)
}

/// Copies blocks of `N` bytes at stride `2 * N` to blocks of the same shape: of `count` blocks, as many as fill whole
/// registers. Returns how many blocks were copied.
///
/// # Safety
/// AVX-512 is [`available`]; `count` blocks with gaps lie at `from` and at `to`.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn across<const N: usize>(from: *const u8, to: *mut u8, count: usize) -> usize {
    let whole = count / (WIDE / N) * 2;
    let long = whole * WIDE >= LONG;
    for i in 0..whole {
        let (a, b) = (from.wrapping_add(i * WIDE), to.wrapping_add(i * WIDE));
        if long {
            prefetch::for_reading(a.wrapping_add(AHEAD));
            prefetch::for_writing(b.wrapping_add(AHEAD));
        }
        // SAFETY: block `(i + 1) * WIDE / N - 1` exists on each side, so that all lanes with data exist; the mask keeps
        // the gaps untouched.
        unsafe {
            if N == 8 {
                _mm512_mask_storeu_pd(b.cast(), DOUBLES, _mm512_maskz_loadu_pd(DOUBLES, a.cast()));
            } else {
                _mm512_mask_storeu_ps(b.cast(), FLOATS, _mm512_maskz_loadu_ps(FLOATS, a.cast()));
            }
        }
    }
    whole * (WIDE / N) / 2
}

/// Returns the indices of the lanes of two registers with gaps that hold data, for doubles and for floats.
#[target_feature(enable = "avx512f")]
fn evens() -> (__m512i, __m512i) {
    (
        _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14),
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
    )
}

/// Returns the index of the packed lane for each lane of the first and of the second register with gaps, for doubles
/// and for floats.
#[target_feature(enable = "avx512f")]
fn spreads() -> ((__m512i, __m512i), (__m512i, __m512i)) {
    (
        (_mm512_setr_epi64(0, 0, 1, 0, 2, 0, 3, 0), _mm512_setr_epi64(4, 0, 5, 0, 6, 0, 7, 0)),
        (
            _mm512_setr_epi32(0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0),
            _mm512_setr_epi32(8, 0, 9, 0, 10, 0, 11, 0, 12, 0, 13, 0, 14, 0, 15, 0),
        ),
    )
}
