//! Memory that a program keeps from its start to its end: its static data, and the memory below the program break,
//! where the C library has its small blocks. The pages hold other data beside a message. They can be shared as a whole
//! while no thread writes at all, that is, while the process has only the thread that is in this code. They stay shared
//! even after a block in them is freed, because the C library returns none of them: below the break it only ever cuts
//! off the end. Before pages are shared, this library allocates a block behind them (the fence) that is never freed.
use crate::next;
use crate::pages;
use crate::process::own_stat;
use core::ops::Range;
use core::ptr::null_mut;

/// The size in bytes from which on a block is shared by itself. Such a block becomes private when it is freed, so that
/// its memory goes back to the system. A larger number keeps more memory taken.
pub const LARGE: usize = 1 << 20;
/// The size in bytes of an address range whose messages are counted together: a power of two. A larger number moves
/// rarely used blocks together with often used ones.
const GRAIN: usize = 16 << 10;
const GRAINS: usize = 512;
/// How many bytes to request in order to find memory at the end of all blocks. The block is then cut to [`FENCE`]
/// bytes. The C library could serve a shorter request from a gap between blocks.
const ATTEMPT: usize = 64 << 10;
const FENCE: usize = 64;
/// The most requests for one fence. More requests cost time, fewer may find no memory at the end.
const ATTEMPTS: usize = 16;

/// The state of the program's lasting memory.
pub struct ProgramMemory {
    /// The address where static data begin. `first_break` is where the break was at first. 0: not looked up yet.
    start: usize,
    first_break: usize,
    /// The address below which memory is never cut off.
    fenced: usize,
    /// For each place, the number of its grain, and how many bytes messages have moved in that grain.
    moved: [(usize, u64); GRAINS],
}

impl ProgramMemory {
    pub const fn new() -> ProgramMemory {
        ProgramMemory { start: 0, first_break: 0, fenced: 0, moved: [(0, 0); GRAINS] }
    }

    /// Returns the pages of a message of `len` bytes at `address`; `None` unless the whole message lies in the
    /// program's lasting memory.
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

    /// Adds the bytes that a message at `address` has moved. Returns about how many bytes messages have moved in that
    /// grain.
    pub fn add(&mut self, address: usize, bytes: usize) -> usize {
        let (of, moved) = &mut self.moved[address / GRAIN % GRAINS];
        if *of != address / GRAIN {
            (*of, *moved) = (address / GRAIN, 0);
        }
        *moved = moved.saturating_add(bytes as u64);
        *moved as usize
    }

    /// Resets the count at `address`.
    pub fn clear(&mut self, address: usize) {
        self.moved[address / GRAIN % GRAINS].1 = 0;
    }

    /// Ensures that no memory below `end` is ever cut off. Returns false if that fails.
    pub fn fence(&mut self, end: usize) -> bool {
        if end <= self.first_break || end <= self.fenced {
            return true;
        }
        let (mut attempts, mut count) = ([null_mut(); ATTEMPTS], 0);
        while count < ATTEMPTS && end > self.fenced {
            // SAFETY: a plain call.
            let block = unsafe { next::malloc(ATTEMPT) };
            if block.is_null() {
                break;
            }
            if (end..current_break()).contains(&(block as usize)) {
                // SAFETY: the C library shortens blocks in place.
                self.fenced = unsafe { next::realloc(block, FENCE) } as usize;
            } else {
                attempts[count] = block;
                count += 1;
            }
        }
        for block in attempts.into_iter().take(count) {
            // SAFETY: a block of ours, which no other code knows.
            unsafe { next::free(block) };
        }
        end <= self.fenced
    }
}

fn current_break() -> usize {
    // SAFETY: `sbrk(0)` changes nothing.
    unsafe { libc::sbrk(0) as usize }
}

/// Returns where static data begin, and where the program break was at first (proc(5): start_data, start_brk, fields 45
/// and 47).
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
    fn static_memory_belongs_to_the_program_and_the_stack_does_not() {
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
