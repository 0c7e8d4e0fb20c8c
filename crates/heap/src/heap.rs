//! What is known of the heap, and what happens to a large block from its birth to its end.
use crate::arena::Arena;
use crate::blocks::{Block, Blocks};
use crate::fork;
use crate::kept::{Kept, span};
use crate::lock::Lock;
use crate::next::{self, Pointer};
use crate::pages::{self, keeping_errno};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Blocks of fewer bytes are none of our business.
pub const LEAST: usize = 32 << 10;
/// Pages are shared when messages have moved this many times their bytes. Sharing costs as much as 30 messages save; those
/// that will be used often should not wait that long.
const TURNS: usize = 16;

/// Bytes in front of a block that are the C library's.
const WORDS: usize = 16;

pub struct Heap {
    pub blocks: Blocks,
    pub arena: Arena,
    pub kept: Kept,
    /// The allocator is one that maps large blocks each by itself, and shows it in their usable size.
    pub exclusive: bool,
}

pub static HEAP: Lock<Heap> =
    Lock::new(Heap { blocks: Blocks::new(), arena: Arena::new(), kept: Kept::new(), exclusive: false });
/// Blocks are remembered: from `MPI_Init` to `MPI_Finalize`, and not in children.
pub static ON: AtomicBool = AtomicBool::new(false);
/// They have been, so there may be shared ones.
pub static EVER: AtomicBool = AtomicBool::new(false);

#[inline(always)]
pub fn on() -> bool {
    ON.load(Ordering::Relaxed) && !fork::is_forking()
}

impl Heap {
    /// The whole pages that may be shared for a message in `[address, address + len)`: those inside it, and those at its ends
    /// that hold nothing else. Elsewhere another thread may be writing.
    fn pages_of(&self, block: &Block, address: usize, len: usize) -> Range<usize> {
        let (end, block_end) = (address + len, block.start + block.usable);
        let alone = self.exclusive && block.usable.is_multiple_of(16) && block_end == pages::down(block_end);
        let start = if alone && address == block.start { pages::down(address) } else { pages::up(address) };
        // Behind what was asked for there is nothing.
        let to_the_end = end >= block.start + block.asked && pages::up(end) <= block_end;
        let end = if to_the_end { pages::up(end) } else { pages::down(end) };
        start..end.max(start)
    }

    /// A message of `len` bytes uses the memory at `address`: what to do about it.
    pub fn look(&mut self, address: usize, len: usize) -> Look {
        let Some(&block) = self.blocks.find(address, len).map(|b| &*b) else { return Look::Nothing };
        let pages = self.pages_of(&block, address, len);
        let missing = pages.len() - self.arena.ranges().covered(&pages);
        if missing == 0 {
            return if pages.is_empty() { Look::Nothing } else { Look::Shared };
        }
        let Some(block) = self.blocks.find(address, len) else { return Look::Nothing };
        block.credit = block.credit.saturating_add(len);
        if block.credit / TURNS < missing { Look::Nothing } else { Look::Due }
    }

    /// Shares the pages of a message at `address`.
    ///
    /// # Safety
    /// Nobody writes the message's memory meanwhile.
    pub unsafe fn share(&mut self, address: usize, len: usize) -> bool {
        let Some(block) = self.blocks.find(address, len) else { return false };
        block.credit = 0;
        let block = *block;
        let pages = self.pages_of(&block, address, len);
        // SAFETY: the pages hold the message alone; the block goes through `end` before it is unmapped.
        !pages.is_empty() && keeping_errno(|| unsafe { self.arena.share(pages) })
    }

    /// A shared block's pages become private again. False: they could not be, and the block must not be freed.
    fn unshare(&mut self, block: &Block) -> bool {
        let around = pages::down(block.start)..pages::up(block.start + block.usable);
        // The C library's own words in front of a block lie in its first page, if that is shared.
        let words = block.start - WORDS;
        let first = words..block.start;
        if self.arena.ranges().covered(&first) < WORDS {
            // SAFETY: the block is free, and its pages that are shared hold nothing else.
            return keeping_errno(|| unsafe { self.arena.unshare(around) });
        }
        // SAFETY: as above; the words are readable before and, in a page that is private again, writable after.
        keeping_errno(|| unsafe {
            let kept = (words as *const [u8; WORDS]).read();
            let done = self.arena.unshare(around);
            (words as *mut [u8; WORDS]).write(kept);
            done
        })
    }

    fn is_shared(&self, block: &Block) -> bool {
        !self.arena.ranges().is_empty() && self.arena.ranges().next_in(&span(block)).is_some()
    }

    /// A kept block for `len` bytes.
    fn reuse(&mut self, len: usize, alignment: usize) -> Option<Pointer> {
        let block = self.kept.take(len, alignment)?;
        self.blocks.add(Block { asked: len, credit: 0, ..block });
        Some(block.start as Pointer)
    }

    /// Frees what was kept.
    pub fn drop_kept(&mut self) {
        while let Some(block) = self.kept.take_any() {
            if self.unshare(&block) {
                // SAFETY: the program has freed it, and nobody else has it.
                unsafe { next::free(block.start as Pointer) };
            }
        }
    }
}

/// What `Heap::look` found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not shared; not now, or never.
    Nothing,
    Shared,
    /// It is time to share it.
    Due,
}

/// A block of at least `LEAST` bytes.
///
/// # Safety
/// As for `memalign`; `alignment` is a power of two.
pub unsafe fn allocate(len: usize, alignment: usize) -> Pointer {
    if let Some(block) = HEAP.hold().reuse(len, alignment) {
        return block;
    }
    // Exactly as asked: glibc maps and unmaps large blocks anew each time when it is asked for their alignment.
    // SAFETY: the caller's promise.
    let new = unsafe { if alignment <= 16 { next::malloc(len) } else { next::memalign(alignment, len) } };
    remember(new, len);
    new
}

/// Takes note of a block that the C library has just handed out.
pub fn remember(block: Pointer, asked: usize) {
    if block.is_null() || next::is_early(block) || !on() {
        return;
    }
    // SAFETY: a live block.
    let usable = unsafe { next::usable_size(block) };
    if usable >= LEAST {
        HEAP.hold().blocks.add(Block { start: block as usize, asked, usable, credit: 0 });
    }
}

/// Zeros, if a kept block serves for them.
pub fn zeros_from_kept(len: usize) -> Option<Pointer> {
    let block = HEAP.hold().reuse(len, 1)?;
    // SAFETY: nobody else has the block yet.
    unsafe { block.cast::<u8>().write_bytes(0, len) };
    Some(block)
}

/// The program frees a block of at least `LEAST` usable bytes. True: it must not go to the C library.
pub fn end(block: Pointer) -> bool {
    if fork::is_forking() {
        fork::missed();
        return false;
    }
    let mut heap = HEAP.hold();
    let Some(found) = heap.blocks.remove(block as usize) else { return false };
    if !heap.is_shared(&found) {
        return false;
    }
    let shared = heap.arena.ranges().covered(&span(&found));
    if shared >= found.usable / 2 && on() && heap.kept.keep(found) {
        return true;
    }
    !heap.unshare(&found)
}

/// The program changes the length of a block of at least `LEAST` usable bytes. `None`: the C library does it, and `remember`
/// is told of the result.
///
/// # Safety
/// As for `realloc`.
pub unsafe fn resize(block: Pointer, len: usize) -> Option<Pointer> {
    if fork::is_forking() {
        fork::missed();
        return None;
    }
    let found = {
        let mut heap = HEAP.hold();
        let found = heap.blocks.remove(block as usize)?;
        if !heap.is_shared(&found) {
            return None;
        }
        heap.blocks.add(found);
        found
    };
    if len <= found.usable && len >= found.usable / 2 {
        HEAP.hold().blocks.add(Block { asked: len, ..found });
        return Some(block);
    }
    // The C library must not move or cut pages that are shared.
    // SAFETY: the old block has `usable` bytes, the new one `len`; the old one is freed once.
    unsafe {
        let new = if len >= LEAST { allocate(len, 16) } else { next::malloc(len) };
        if !new.is_null() {
            std::ptr::copy_nonoverlapping(block.cast::<u8>(), new.cast(), found.usable.min(len));
            if !end(block) {
                next::free(block);
            }
        }
        Some(new)
    }
}
