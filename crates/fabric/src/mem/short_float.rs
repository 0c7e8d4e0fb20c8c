//! Floating-point numbers of 16 bits: IEEE half precision and bfloat16. An operation on them is computed in float32 and
//! rounded once, to nearest even, however many operands it has.
use super::Region;
use std::ptr;

/// A floating-point format of 16 bits.
pub trait ShortFloat: 'static {
    /// Returns the number with these bits. Exact, but a signalling NaN may become a quiet one.
    fn widen(bits: u16) -> f32;
    /// Returns the bits of the nearest number; of two, of the one whose last bit is 0.
    fn narrow(value: f32) -> u16;

    /// Does what [`Region::combine_short`] does, for `n` numbers.
    ///
    /// # Safety
    /// `into` must be writable, and each operand readable, for `n` numbers; they need not be aligned.
    unsafe fn combine(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32);
}

/// IEEE half precision: 5 bits of exponent.
pub struct Binary16;
/// bfloat16: the upper half of a float32.
pub struct Bfloat16;

/// Numbers that are combined at a time. Fewer: less work for each look at the next operand. More: they do not stay in
/// registers.
const LANES: usize = 32;

impl Region {
    /// Sets each number of `self` to the combination of the operands' numbers at its place: `f(operands[1],
    /// operands[0])`, then `f(operands[2], ...)`, and so on, computed in float32 and rounded at the end. `self` may be
    /// one of the operands. Combines as many whole numbers as lie in the shortest of the regions.
    #[inline]
    pub fn combine_short<H: ShortFloat>(&self, operands: &[Region], f: impl Fn(f32, f32) -> f32) {
        let bytes = operands.iter().map(Region::len).fold(self.len(), usize::min);
        // SAFETY: every region has as many bytes.
        unsafe { H::combine(self.as_ptr().cast(), operands, bytes / 2, f) }
    }
}

/// Returns `count` numbers, at most `LANES`, with zeros behind them.
///
/// # Safety
/// As many numbers must be readable; they need not be aligned.
#[inline(always)]
unsafe fn load(from: *const u16, count: usize) -> [u16; LANES] {
    let mut bits = [0; LANES];
    // SAFETY: `count` numbers are readable, and `bits` has room for them.
    unsafe { ptr::copy_nonoverlapping(from.cast::<u8>(), bits.as_mut_ptr().cast(), 2 * count) };
    bits
}

/// The conversions of `LANES` numbers, and the operation on them.
struct Steps<W, N, F> {
    widen: W,
    narrow: N,
    combine: F,
}

impl<W, N, F> Steps<W, N, F>
where
    W: Fn([u16; LANES]) -> [f32; LANES],
    N: Fn([f32; LANES]) -> [u16; LANES],
    F: Fn(f32, f32) -> f32,
{
    /// Does what [`ShortFloat::combine`] does.
    ///
    /// # Safety
    /// As for [`ShortFloat::combine`].
    #[inline(always)]
    unsafe fn run(&self, into: *mut u16, operands: &[Region], n: usize) {
        let whole = n / LANES * LANES;
        for at in (0..whole).step_by(LANES) {
            // SAFETY: by this function's contract; LANES numbers follow.
            unsafe { self.block(into, operands, at, LANES) };
        }
        if whole < n {
            // SAFETY: by this function's contract; n - whole numbers follow.
            unsafe { self.block(into, operands, whole, n - whole) };
        }
    }

    /// Combines `count` numbers, at most `LANES`, from number `at` on.
    ///
    /// # Safety
    /// `into` must be writable, and each operand readable, for `at + count` numbers.
    #[inline(always)]
    unsafe fn block(&self, into: *mut u16, operands: &[Region], at: usize, count: usize) {
        let Some((first, others)) = operands.split_first() else { return };
        let from = |operand: &Region| operand.as_ptr().cast::<u16>().wrapping_add(at).cast_const();
        // SAFETY: by this function's contract.
        let mut sum = (self.widen)(unsafe { load(from(first), count) });
        for operand in others {
            // SAFETY: by this function's contract.
            let next = (self.widen)(unsafe { load(from(operand), count) });
            for i in 0..LANES {
                sum[i] = (self.combine)(next[i], sum[i]);
            }
        }
        let (bits, to) = ((self.narrow)(sum), into.wrapping_add(at));
        // SAFETY: `into` has room for `count` numbers from here on, by this function's contract.
        unsafe { ptr::copy_nonoverlapping(bits.as_ptr().cast::<u8>(), to.cast(), 2 * count) };
    }
}

#[inline(always)]
fn widen_each<H: ShortFloat>(bits: [u16; LANES]) -> [f32; LANES] {
    let mut values = [0.0; LANES];
    for i in 0..LANES {
        values[i] = H::widen(bits[i]);
    }
    values
}

#[inline(always)]
fn narrow_each<H: ShortFloat>(values: [f32; LANES]) -> [u16; LANES] {
    let mut bits = [0; LANES];
    for i in 0..LANES {
        bits[i] = H::narrow(values[i]);
    }
    bits
}

/// Combines with the conversions of `H`, one number after another: the reference.
///
/// # Safety
/// As for [`ShortFloat::combine`].
#[inline(always)]
unsafe fn combine_each<H: ShortFloat>(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32) {
    // SAFETY: by this function's contract.
    unsafe { Steps { widen: widen_each::<H>, narrow: narrow_each::<H>, combine: f }.run(into, operands, n) }
}

impl ShortFloat for Bfloat16 {
    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        f32::from_bits(u32::from(bits) << 16)
    }

    #[inline(always)]
    fn narrow(value: f32) -> u16 {
        let bits = value.to_bits();
        let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
        // Rounding would make some NaNs infinite.
        (if value.is_nan() { bits >> 16 | 0x40 } else { rounded }) as u16
    }

    // SAFETY: callers keep the trait's contract.
    #[inline]
    unsafe fn combine(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: by this function's contract; the processor has what the function needs.
            return unsafe { combine_bfloat16(into, operands, n, f) };
        }
        // SAFETY: by this function's contract.
        unsafe { combine_each::<Bfloat16>(into, operands, n, f) }
    }
}

/// Combines bfloat16, compiled for AVX2: shifts and additions, which the compiler vectorises.
///
/// # Safety
/// As for [`ShortFloat::combine`], and the processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn combine_bfloat16(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32) {
    // SAFETY: by this function's contract.
    unsafe { combine_each::<Bfloat16>(into, operands, n, f) }
}

impl ShortFloat for Binary16 {
    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        let (sign, size) = (u32::from(bits & 0x8000) << 16, u32::from(bits & 0x7fff));
        let value = match size {
            // Subnormal: a multiple of 2^-24.
            ..0x400 => (size as f32 * f32::from_bits(0x3380_0000)).to_bits(),
            0x400..0x7c00 => (size << 13) + 0x3800_0000,
            0x7c00 => 0x7f80_0000,
            // A NaN, quiet from here on.
            _ => 0x7fc0_0000 | size << 13,
        };
        f32::from_bits(sign | value)
    }

    #[inline(always)]
    fn narrow(value: f32) -> u16 {
        let (sign, size) = (value.to_bits() >> 16 & 0x8000, value.to_bits() & 0x7fff_ffff);
        let rounded = match size {
            // Subnormal: the last bit of a sum with 0.5 is worth 2^-24, so that the addition rounds.
            ..0x3880_0000 => (f32::from_bits(size) + 0.5).to_bits() - 0.5_f32.to_bits(),
            // 65,520 and more are rounded to infinity.
            0x3880_0000..0x4780_0000 => (size - 0x3800_0000 + 0xfff + (size >> 13 & 1)) >> 13,
            0x4780_0000..=0x7f80_0000 => 0x7c00,
            _ => 0x7e00 | (size >> 13 & 0x3ff),
        };
        (sign | rounded) as u16
    }

    // SAFETY: callers keep the trait's contract.
    #[inline]
    unsafe fn combine(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("f16c") {
            // SAFETY: by this function's contract; the processor has what the function needs.
            return unsafe { combine_binary16(into, operands, n, f) };
        }
        // SAFETY: by this function's contract.
        unsafe { combine_each::<Binary16>(into, operands, n, f) }
    }
}

/// Combines half precision with the processor's conversions, eight numbers for each instruction.
///
/// # Safety
/// As for [`ShortFloat::combine`], and the processor must have AVX2 and F16C.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,f16c")]
unsafe fn combine_binary16(into: *mut u16, operands: &[Region], n: usize, f: impl Fn(f32, f32) -> f32) {
    use std::arch::x86_64::{__m128i, __m256, _MM_FROUND_TO_NEAREST_INT, _mm256_cvtph_ps, _mm256_cvtps_ph};
    let widen = |bits: [u16; LANES]| {
        // SAFETY: both types are arrays of 64 bytes, for which every bit pattern is a value.
        let four: [__m128i; 4] = unsafe { std::mem::transmute(bits) };
        let wide: [__m256; 4] =
            [_mm256_cvtph_ps(four[0]), _mm256_cvtph_ps(four[1]), _mm256_cvtph_ps(four[2]), _mm256_cvtph_ps(four[3])];
        // SAFETY: both types are arrays of 128 bytes, for which every bit pattern is a value.
        unsafe { std::mem::transmute::<[__m256; 4], [f32; LANES]>(wide) }
    };
    let narrow = |values: [f32; LANES]| {
        // SAFETY: as above.
        let four: [__m256; 4] = unsafe { std::mem::transmute(values) };
        let short: [__m128i; 4] = [
            _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(four[0]),
            _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(four[1]),
            _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(four[2]),
            _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(four[3]),
        ];
        // SAFETY: as above.
        unsafe { std::mem::transmute::<[__m128i; 4], [u16; LANES]>(short) }
    };
    // SAFETY: by this function's contract.
    unsafe { Steps { widen, narrow, combine: f }.run(into, operands, n) }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    fn region(bits: &[u16]) -> Region {
        let memory = Leaked::new(2 * bits.len());
        bits.iter().enumerate().for_each(|(i, &b)| memory.region().set(i, b));
        memory.region()
    }

    fn bits(region: Region) -> Vec<u16> {
        (0..region.len() / 2).map(|i| region.get(i)).collect()
    }

    /// Combines by the reference and by what the processor has, and compares bit for bit.
    fn compare<H: ShortFloat>(operands: &[Region], f: impl Fn(f32, f32) -> f32 + Copy) -> Vec<u16> {
        let n = operands[0].len() / 2;
        let (one, other) = (region(&vec![0; n]), region(&vec![0; n]));
        // SAFETY: all regions have n numbers.
        unsafe { combine_each::<H>(one.as_ptr().cast(), operands, n, f) };
        other.combine_short::<H>(operands, f);
        let (one, other) = (bits(one), bits(other));
        for i in 0..n {
            // Which of two NaNs comes out is left to the compiler.
            let nans = H::widen(one[i]).is_nan() && H::widen(other[i]).is_nan();
            assert!(nans || one[i] == other[i], "number {i}: {:#x} and {:#x}", one[i], other[i]);
        }
        other
    }

    fn all_numbers_convert<H: ShortFloat>() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        for (&bits, got) in all.iter().zip(compare::<H>(&[region(&all)], |a, _| a)) {
            assert!(got == bits || H::widen(bits).is_nan() && H::widen(got).is_nan(), "{bits:#x} became {got:#x}");
        }
    }

    #[test]
    fn every_number_survives_both_conversions() {
        all_numbers_convert::<Bfloat16>();
        all_numbers_convert::<Binary16>();
    }

    fn random_numbers_combine<H: ShortFloat>() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 48) as u16
        };
        for n in [1, 7, 8, 31, 32, 33, 100, 60_000] {
            let operands: Vec<_> = (0..4).map(|_| region(&(0..n).map(|_| random()).collect::<Vec<_>>())).collect();
            for count in 1..=4 {
                compare::<H>(&operands[..count], |a, b| a + b);
                compare::<H>(&operands[..count], |a, b| a * b);
                compare::<H>(&operands[..count], |a, b| if a < b { a } else { b });
            }
        }
    }

    #[test]
    fn the_reference_and_the_processor_agree_bit_for_bit() {
        random_numbers_combine::<Bfloat16>();
        random_numbers_combine::<Binary16>();
    }

    #[test]
    fn sums_are_rounded_once_to_nearest_even() {
        let sum = |parts: &[f32]| {
            let operands: Vec<_> = parts.iter().map(|&p| region(&[Bfloat16::narrow(p)])).collect();
            let into = operands[0];
            into.combine_short::<Bfloat16>(&operands, |a, b| a + b);
            Bfloat16::widen(into.get(0))
        };
        // bfloat16 has no odd numbers from 256 to 512.
        assert_eq!([sum(&[256.0, 1.0]), sum(&[256.0, 1.0, 1.0, 1.0]), sum(&[258.0, 1.0])], [256.0, 260.0, 260.0]);
        assert_eq!(Binary16::narrow(65519.0), 0x7bff);
        assert_eq!(Binary16::narrow(65520.0), 0x7c00);
        assert_eq!([2.0_f32.powi(-25), 1.5 * 2.0_f32.powi(-24), 3.0e-5].map(Binary16::narrow), [0, 2, 0x01f7]);
    }
}
