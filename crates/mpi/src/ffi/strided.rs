//! Blocks of equal length at a constant stride, copied to and from packed bytes.
use clump::Region;

/// Equal blocks: the first begins `start` bytes into a region, each next one `stride` further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    pub start: i64,
    pub stride: i64,
    pub count: usize,
    /// Bytes of one block.
    pub len: usize,
}

impl Blocks {
    /// Panics unless all blocks lie in `region`, and `packed` holds exactly their bytes.
    fn check(self, region: Region, packed: Region) {
        let last = self.start + self.stride * (self.count as i64 - 1);
        let (low, high) = (self.start.min(last), self.start.max(last) + self.len as i64);
        assert!(low >= 0 && high <= region.len() as i64, "{self:?} in {} bytes", region.len());
        assert!(self.count * self.len == packed.len(), "{self:?} against {} packed bytes", packed.len());
    }

    /// Copies the blocks in `region` to `packed`, one after the other.
    pub fn gather(self, region: Region, packed: Region) {
        if self.count > 0 && self.len > 0 {
            self.check(region, packed);
            let from = region.as_ptr().wrapping_offset(self.start as isize);
            copy(from, self.stride as isize, packed.as_ptr(), self.len as isize, self);
        }
    }

    /// Copies `packed` into the blocks in `region`.
    pub fn scatter(self, region: Region, packed: Region) {
        if self.count > 0 && self.len > 0 {
            self.check(region, packed);
            let to = region.as_ptr().wrapping_offset(self.start as isize);
            copy(packed.as_ptr(), self.len as isize, to, self.stride as isize, self);
        }
    }
}

fn copy(from: *const u8, step: isize, to: *mut u8, to_step: isize, blocks: Blocks) {
    match blocks.len {
        1 => each::<1>(from, step, to, to_step, blocks.count),
        2 => each::<2>(from, step, to, to_step, blocks.count),
        4 => each::<4>(from, step, to, to_step, blocks.count),
        8 => each::<8>(from, step, to, to_step, blocks.count),
        16 => each::<16>(from, step, to, to_step, blocks.count),
        len => {
            for i in 0..blocks.count as isize {
                // SAFETY: `Blocks::check` has seen that every block lies in its region.
                unsafe { std::ptr::copy(from.wrapping_offset(i * step), to.wrapping_offset(i * to_step), len) }
            }
        }
    }
}

/// A length known to the compiler makes each copy a load and a store.
#[inline(always)]
fn each<const N: usize>(from: *const u8, step: isize, to: *mut u8, to_step: isize, count: usize) {
    let (mut from, mut to) = (from, to);
    for _ in 0..count {
        // SAFETY: `Blocks::check` has seen that every block lies in its region.
        unsafe { to.cast::<[u8; N]>().write_unaligned(from.cast::<[u8; N]>().read_unaligned()) };
        from = from.wrapping_offset(step);
        to = to.wrapping_offset(to_step);
    }
}
