//! The memory that a program has from its start to its end: its static data, and what lies below the program break,
//! where the C library has its small blocks. Its pages hold other things beside a message. They can be shared whole
//! while nobody writes at all, that is, while the process has one thread, which is in here; and they stay shared,
//! whatever becomes of the block, since the C library gives none of them back: below the break it only ever cuts off
//! the end, and before pages are shared, a block of ours is put behind them (the fence), which is never freed.
use crate::next;
use crate::pages;
use crate::process::own_stat;
use core::ops::Range;
use core::ptr::null_mut;

/// Blocks of at least so many bytes are shared by themselves, and get private when they are freed, so that their memory
/// goes back to the system. Twice as many: so much more memory stays taken.
pub const LARGE: usize = 1 << 20;
/// Bytes of an address range whose messages are counted together: a power of two. Twice as many: blocks that few
/// messages use are moved with those that many use.
const GRAIN: usize = 16 << 10;
const GRAINS: usize = 512;
/// Bytes that are asked for to find memory at the end of all blocks, and what is kept of them. Shorter ones would be
/// found in holes between blocks.
const SOUNDING: usize = 64 << 10;
const FENCE: usize = 64;
/// So many are tried.
const SOUNDINGS: usize = 16;

/// What is known of that memory.
pub struct ProgramMemory {
    /// Static data begin; the break was at first. 0: not looked for yet.
    start: usize,
    first_break: usize,
    /// What lies below is never cut off.
    fenced: usize,
    /// For each place: which grain's it is, and bytes that messages have moved there.
    moved: [(usize, u64); GRAINS],
}

impl ProgramMemory {
    pub const fn new() -> ProgramMemory {
        ProgramMemory { start: 0, first_break: 0, fenced: 0, moved: [(0, 0); GRAINS] }
    }

    /// The pages of a message of `len` bytes at `address`, if all of it lies there.
    pub fn pages(&mut self, address: usize, len: usize) -> Option<Range<usize>> {
        if self.start == 0 {
            (self.start, self.first_break) = bounds().unwrap_or((usize::MAX, usize::MAX));
        }
        if address < self.start {
            return None;
        }
        let end = address.checked_add(len)?;
        (end <= current_break()).then(|| pages::down(address)..pages::up(end))
    }

    /// A message at `address` has moved bytes; how many have been by now, thereabouts.
    pub fn add(&mut self, address: usize, bytes: usize) -> usize {
        let (of, moved) = &mut self.moved[address / GRAIN % GRAINS];
        if *of != address / GRAIN {
            (*of, *moved) = (address / GRAIN, 0);
        }
        *moved = moved.saturating_add(bytes as u64);
        *moved as usize
    }

    /// They have been used up.
    pub fn clear(&mut self, address: usize) {
        self.moved[address / GRAIN % GRAINS].1 = 0;
    }

    /// Sees to it that nothing below `end` is ever cut off. False: it cannot be.
    pub fn fence(&mut self, end: usize) -> bool {
        if end <= self.first_break || end <= self.fenced {
            return true;
        }
        let (mut soundings, mut count) = ([null_mut(); SOUNDINGS], 0);
        while count < SOUNDINGS && end > self.fenced {
            // SAFETY: a plain call.
            let block = unsafe { next::malloc(SOUNDING) };
            if block.is_null() {
                break;
            }
            if (end..current_break()).contains(&(block as usize)) {
                // SAFETY: the C library cuts blocks where they are.
                self.fenced = unsafe { next::realloc(block, FENCE) } as usize;
            } else {
                soundings[count] = block;
                count += 1;
            }
        }
        for block in soundings.into_iter().take(count) {
            // SAFETY: a block of ours, which nobody else knows.
            unsafe { next::free(block) };
        }
        end <= self.fenced
    }
}

fn current_break() -> usize {
    // SAFETY: 0 changes nothing.
    unsafe { libc::sbrk(0) as usize }
}

/// Where static data begin, and where the program break was at first (proc(5): start_data, start_brk, fields 45 and
/// 47).
fn bounds() -> Option<(usize, usize)> {
    let mut stat = [0u8; 1024];
    let text = own_stat(&mut stat);
    // "pid (name) S ...": the state is field 3.
    let behind_name = text.iter().rposition(|&b| b == b')')? + 2;
    let mut fields = text.get(behind_name..)?.split(|&b| b == b' ');
    let number = |digits: &[u8]| {
        digits
            .iter()
            .try_fold(0usize, |n, d| d.is_ascii_digit().then(|| n.wrapping_mul(10).wrapping_add(usize::from(d - b'0'))))
    };
    let (start, first_break) = (number(fields.nth(42)?)?, number(fields.nth(1)?)?);
    (start > 0 && start < first_break).then_some((start, first_break))
}

#[cfg(test)]
mod tests {
    use super::*;

    static ARRAY: [u64; 4096] = [1; 4096];
    static mut ZEROS: [u8; 20_000] = [0; 20_000];

    #[test]
    fn static_memory_and_small_blocks_are_the_programs() {
        let mut memory = ProgramMemory::new();
        let zeros = &raw mut ZEROS as usize;
        let pages = memory.pages(zeros + 5, 10_000).expect("static memory");
        assert!(pages.start <= zeros + 5 && pages.end >= zeros + 10_005 && pages.len() <= 16_384);
        assert_eq!(memory.pages(ARRAY.as_ptr() as usize, 4096), None, "constants cannot be written");
        let on_stack = [0u8; 8192];
        assert_eq!(memory.pages(on_stack.as_ptr() as usize, 8192), None);
        assert_eq!((memory.pages(usize::MAX - 10, 8192), memory.pages(zeros, usize::MAX)), (None, None));
    }

    #[test]
    fn messages_are_counted_by_grain() {
        let mut memory = ProgramMemory::new();
        assert_eq!([memory.add(5 * GRAIN, 100), memory.add(6 * GRAIN - 1, 50)], [100, 150]);
        memory.clear(5 * GRAIN + 8);
        assert_eq!(memory.add(5 * GRAIN, 7), 7);
        assert_eq!(memory.add((5 + GRAINS) * GRAIN, 9), 9, "another's place is taken");
        assert_eq!(memory.add(5 * GRAIN, 1), 1);
    }
}
