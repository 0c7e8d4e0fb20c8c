//! Copies between the program's buffers and a ring.
use clump_sockfile::RING;
use libc::iovec;

/// The program's buffers, in order.
#[derive(Clone, Copy)]
pub struct Buffers<'a>(pub &'a [iovec]);

impl Buffers<'_> {
    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.0.iter().fold(0, |sum: usize, piece| sum.saturating_add(piece.iov_len))
    }
}

/// Returns the pieces of `len` bytes from offset `from` of the buffers, as addresses and lengths.
fn pieces<'a>(buffers: Buffers<'a>, from: usize, len: usize) -> impl Iterator<Item = (*mut u8, usize)> + 'a {
    let (mut skip, mut left) = (from, len);
    buffers.0.iter().filter_map(move |piece| {
        let skipped = skip.min(piece.iov_len);
        skip -= skipped;
        let take = (piece.iov_len - skipped).min(left);
        left -= take;
        (take > 0).then(|| (piece.iov_base.cast::<u8>().wrapping_add(skipped), take))
    })
}

/// Copies `len` bytes from offset `from` of the buffers into the ring, at a position of the way.
///
/// # Safety
/// The buffers are readable; `ring` is the first of [`RING`] bytes, of which no other thread uses the `len` from the
/// position on (the caller holds the way's `write_lock` and has asked for room).
pub unsafe fn into_ring(ring: *mut u8, position: u64, buffers: Buffers, from: usize, len: usize) {
    let mut at = (position % RING as u64) as usize;
    for (address, piece) in pieces(buffers, from, len) {
        let first = piece.min(RING - at);
        // SAFETY: the ring has `RING` bytes, the piece `piece`; the caller promises the rest.
        unsafe { std::ptr::copy_nonoverlapping(address, ring.add(at), first) };
        // SAFETY: what does not fit before the ring's end lies at its start.
        unsafe { std::ptr::copy_nonoverlapping(address.add(first), ring, piece - first) };
        at = (at + piece) % RING;
    }
}

/// Copies `len` bytes from the ring, at a position of the way, to offset `from` of the buffers.
///
/// # Safety
/// The buffers are writable; `ring` is the first of [`RING`] bytes, of which the `len` from the position on have been
/// written (the caller holds the way's `read_lock` and has asked for unread bytes).
pub unsafe fn from_ring(ring: *const u8, position: u64, buffers: Buffers, from: usize, len: usize) {
    let mut at = (position % RING as u64) as usize;
    for (address, piece) in pieces(buffers, from, len) {
        let first = piece.min(RING - at);
        // SAFETY: the ring has `RING` bytes, the piece `piece`; the caller promises the rest.
        unsafe { std::ptr::copy_nonoverlapping(ring.add(at), address, first) };
        // SAFETY: what does not lie before the ring's end lies at its start.
        unsafe { std::ptr::copy_nonoverlapping(ring, address.add(first), piece - first) };
        at = (at + piece) % RING;
    }
}

/// The most pieces of one call to the kernel.
const PIECES: usize = 64;

/// Calls `call` with at most `len` bytes from offset `from` of the buffers, as the kernel takes them.
pub fn with_part<T>(buffers: Buffers, from: usize, len: usize, call: impl FnOnce(*mut iovec, usize) -> T) -> T {
    let mut part = [iovec { iov_base: std::ptr::null_mut(), iov_len: 0 }; PIECES];
    let mut count = 0;
    for (address, piece) in pieces(buffers, from, len).take(PIECES) {
        part[count] = iovec { iov_base: address.cast(), iov_len: piece };
        count += 1;
    }
    call(part.as_mut_ptr(), count)
}
