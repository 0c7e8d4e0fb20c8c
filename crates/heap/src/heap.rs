//! The heap's state, and the life of a large block from its allocation until it is freed.
use crate::arena::Arena;
use crate::blocks::{BLOCKS, Block, LEAST};
use crate::credit::SearchCredit;
use crate::exports::is_watched;
use crate::kept::{KEPT, KeptBlocks, span};
use crate::lock::{Lock, is_single_threaded};
use crate::next::{self, Pointer};
use crate::pages::{self, keeping_errno};
use crate::program::{LARGE, ProgramMemory};
use core::ops::Range;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, Ordering};

/// How many times messages must have moved the bytes of pages before the pages are shared. Sharing costs as much as
/// some 30 messages save; a larger number makes blocks that will be used often wait longer.
const TURNS: usize = 16;
/// The longest messages, in bytes, whose pages are shared only after [`SHORT_TURNS`]. Until their pages are shared,
/// such messages are copied twice, which costs little more than one copy. A larger value would also delay sharing for
/// messages that a system call reads until then.
const SHORT: usize = 8 << 10;
/// How many times messages of up to [`SHORT`] bytes must have moved the bytes of pages before the pages are shared.
const SHORT_TURNS: usize = 128;

/// Returns how often messages of `len` bytes move the bytes of a page before it is shared.
fn turns(len: usize) -> usize {
    if len <= SHORT { SHORT_TURNS } else { TURNS }
}

/// How many bytes in front of a block belong to the C library.
const WORDS: usize = 16;

pub struct Heap {
    pub arena: Arena,
    pub kept: KeptBlocks,
    pub credit: SearchCredit,
    pub program: ProgramMemory,
}

pub static HEAP: Lock<Heap> = Lock::new(Heap {
    arena: Arena::new(),
    kept: KeptBlocks::new(),
    credit: SearchCredit::new(),
    program: ProgramMemory::new(),
});
/// True while blocks are recorded: from `MPI_Init` to `MPI_Finalize`, and not in children.
pub static ON: AtomicBool = AtomicBool::new(false);
/// True once blocks have been recorded, so that there may be shared ones.
pub static EVER: AtomicBool = AtomicBool::new(false);

#[inline(always)]
pub fn on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Returns the whole pages that may be shared for a message in `[address, address + len)` of `block`: pages inside the
/// message, and pages at its ends that hold no other data. Another thread may be writing to other pages.
fn pages_of(block: &Block, address: usize, len: usize) -> Range<usize> {
    let (end, block_end) = (address + len, block.start + block.usable);
    let alone = block.mapped && block_end == pages::down(block_end);
    let start = if alone && address == block.start { pages::down(address) } else { pages::up(address) };
    // The program has no data behind the bytes that it requested.
    let to_the_end = end >= block.start + block.asked && pages::up(end) <= block_end;
    let end = if to_the_end { pages::up(end) } else { pages::down(end) };
    start..end.max(start)
}

/// Returns the pages that [`pages_of`] returns, and also the pages at the ends that hold other parts of the block. The
/// caller must know that no thread writes.
fn pages_around(block: &Block, address: usize, len: usize) -> Range<usize> {
    let inner = pages_of(block, address, len);
    let (start, end) = (pages::down(address), pages::up(address + len));
    let start = if start >= block.start { start } else { inner.start };
    let end = if end <= block.start + block.usable { end } else { inner.end };
    start..end.max(start)
}

impl Heap {
    /// Decides what to do for a message of `len` bytes that uses the memory at `address`.
    pub fn look(&mut self, address: usize, len: usize) -> Look {
        if let Some(pages) = self.among_others(address, len) {
            let missing = pages.len() - self.arena.ranges().covered(&pages);
            return match missing {
                0 => Look::Shared,
                _ if self.program.add(address, len) / turns(len) < missing => Look::Nothing,
                _ => Look::Due,
            };
        }
        let Some((at, block)) = self.credit.find(address, len, false) else { return Look::Nothing };
        let pages = pages_of(&block, address, len);
        let missing = pages.len() - self.arena.ranges().covered(&pages);
        if missing == 0 {
            return if pages.is_empty() { Look::Nothing } else { Look::Shared };
        }
        if self.credit.add(at, len) / turns(len) < missing { Look::Nothing } else { Look::Due }
    }

    /// Returns true if all whole pages inside the `len` bytes at `address` are shared.
    pub fn has_shared(&self, address: usize, len: usize) -> bool {
        let (start, end) = (pages::up(address), pages::down(address + len));
        start < end && self.arena.ranges().covered(&(start..end)) == end - start
    }

    /// Returns the pages of a message in memory that the program keeps until its end, if these pages can be shared
    /// together with the other data in them.
    fn among_others(&mut self, address: usize, len: usize) -> Option<Range<usize>> {
        let pages = if is_single_threaded() { self.program.pages(address, len) } else { None };
        let is_large = || self.credit.known(address, len).is_some_and(|block| block.usable >= LARGE);
        pages.filter(|_| !is_large())
    }

    /// Shares the pages of a message at `address`, together with any other data in them. Returns false if they could
    /// not be shared.
    ///
    /// # Safety
    /// No code of this process writes any memory during the call.
    pub unsafe fn share_around(&mut self, address: usize, len: usize) -> bool {
        let Some(pages) = self.among_others(address, len) else {
            let Some((at, block)) = self.credit.find(address, len, true) else { return false };
            // SAFETY: this function's contract is stricter than the required one.
            return unsafe { self.share_of(at, pages_around(&block, address, len)) };
        };
        self.program.clear(address);
        // SAFETY: no code writes, and what lies below a fence stays mapped.
        self.program.fence(pages.end) && keeping_errno(|| unsafe { self.arena.share(pages) })
    }

    /// Shares the pages of a message at `address`. Returns false if they could not be shared.
    ///
    /// # Safety
    /// No code writes the message's memory during the call.
    pub unsafe fn share(&mut self, address: usize, len: usize) -> bool {
        let Some((at, block)) = self.credit.find(address, len, true) else { return false };
        // SAFETY: by this function's contract.
        unsafe { self.share_of(at, pages_of(&block, address, len)) }
    }

    /// Shares pages of the block at that place of the table. Returns false if they could not be shared.
    ///
    /// # Safety
    /// No code writes the pages during the call.
    unsafe fn share_of(&mut self, at: usize, pages: Range<usize>) -> bool {
        self.credit.clear(at);
        if pages.is_empty() {
            return false;
        }
        // The block is flagged before its pages are shared, so that `free` cannot miss the flag.
        BLOCKS.mark(at);
        // SAFETY: the pages hold the message alone; the block goes through `end` before it is unmapped.
        keeping_errno(|| unsafe { self.arena.share(pages) })
    }

    /// Makes a shared block's pages private again. Returns false if that failed: then the block must not be freed.
    fn unshare(&mut self, block: &Block) -> bool {
        if !block.mapped {
            // The pages at the block's ends hold other blocks too, and may be shared for those blocks.
            let inside = pages::up(block.start)..pages::down(block.start + block.usable);
            // SAFETY: the block is free, and these pages hold nothing else.
            return inside.is_empty() || keeping_errno(|| unsafe { self.arena.unshare(inside) });
        }
        let around = pages::down(block.start)..pages::up(block.start + block.usable);
        // The C library's words in front of a block lie in its first page, if that page is shared.
        let words = block.start - WORDS;
        let first = words..block.start;
        if self.arena.ranges().covered(&first) < WORDS {
            // SAFETY: the block is free, and its shared pages hold nothing else.
            return keeping_errno(|| unsafe { self.arena.unshare(around) });
        }
        // SAFETY: the block is free, and its shared pages hold nothing else but the words. The words are readable
        // before the call and, because their page is private again, writable after it.
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

    /// Returns a kept block that serves a request of `len` bytes, if one fits.
    fn reuse(&mut self, len: usize, alignment: usize) -> Option<Pointer> {
        let block = self.kept.take(len, alignment)?;
        BLOCKS.add(block.start, len, block.usable);
        match BLOCKS.find(block.start, false) {
            Some(at) => BLOCKS.mark(at),
            // The table has no place for the block. The block must not be handed out, because `free` would not know
            // that it is shared.
            None => {
                self.give_up(&block);
                return None;
            }
        }
        Some(block.start as Pointer)
    }

    fn give_up(&mut self, block: &Block) {
        if self.unshare(block) {
            // SAFETY: the program has freed the block, and no other code has it.
            unsafe { next::free(block.start as Pointer) };
        }
    }

    /// Frees all kept blocks.
    pub fn drop_kept(&mut self) {
        while let Some(block) = self.kept.take_any() {
            self.give_up(&block);
        }
    }
}

/// The result of [`Heap::look`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The memory is not shared, and need not be shared now.
    Nothing,
    Shared,
    /// The memory should be shared now.
    Due,
}

/// Allocates a block of `len` bytes, which must be at least `LEAST`.
///
/// # Safety
/// The contract of `memalign`; `alignment` is a power of two.
#[inline(never)]
pub unsafe fn allocate(len: usize, alignment: usize) -> Pointer {
    if KEPT.load(Ordering::Relaxed) > 0
        && let Some(block) = from_kept(len, alignment)
    {
        return block;
    }
    // SAFETY: by this function's contract. (The request is passed on exactly as it came: for a request with an
    // alignment, glibc maps and unmaps large blocks anew each time.)
    let new = unsafe { if alignment <= 16 { next::malloc(len) } else { next::memalign(alignment, len) } };
    remember(new, len);
    new
}

#[cold]
fn from_kept(len: usize, alignment: usize) -> Option<Pointer> {
    HEAP.hold().reuse(len, alignment)
}

/// Records a block that the C library has just allocated.
#[inline(always)]
pub fn remember(block: Pointer, asked: usize) {
    if !block.is_null() && asked >= LEAST && on() {
        // SAFETY: a live block.
        let (usable, _) = unsafe { Block::usable(block as usize) };
        BLOCKS.add(block as usize, asked, usable);
    }
}

/// Returns zeroed memory from a kept block, if one fits.
pub fn zeros_from_kept(len: usize) -> Option<Pointer> {
    if KEPT.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let block = from_kept(len, 1)?;
    // SAFETY: no other code has the block yet.
    unsafe { block.cast::<u8>().write_bytes(0, len) };
    Some(block)
}

/// Ends a block that is flagged as shared and that the program frees. Returns true if the block must not go to the C
/// library.
#[cold]
pub fn end(block: Pointer) -> bool {
    let mut heap = HEAP.hold();
    let Some(found) = BLOCKS.remove_shared(block as usize) else { return false };
    if !heap.is_shared(&found) {
        return false;
    }
    let shared = heap.arena.ranges().covered(&span(&found));
    if shared >= found.usable / 2 && on() && heap.kept.keep(found) {
        return true;
    }
    !heap.unshare(&found)
}

/// Does the work of `realloc` for a block that is large before or after.
///
/// # Safety
/// The contract of `realloc`.
#[inline(never)]
pub unsafe fn resize(old: Pointer, len: usize) -> Pointer {
    // SAFETY: by this function's contract.
    unsafe {
        if old.is_null() {
            return crate::exports::malloc(len);
        }
        if len == 0 {
            // `realloc` to 0 bytes frees the block and returns a null pointer, as in glibc.
            crate::exports::free(old);
            return null_mut();
        }
        let place = if is_watched(old) { BLOCKS.place(old as usize) } else { None };
        match place {
            Some(place) if place.is_shared() => return resize_shared(old, len),
            // In a process with one thread, no other thread can get the block's memory and record it meanwhile.
            Some(place) if is_single_threaded() => {
                let new = next::realloc(old, len);
                if new == old && len >= LEAST {
                    BLOCKS.change(place, len, Block::usable(new as usize).0);
                } else if !new.is_null() {
                    BLOCKS.clear_place(place);
                    remember(new, len);
                }
                return new;
            }
            Some(place) => BLOCKS.clear_place(place),
            None => {}
        }
        let (usable, _) = Block::usable(old as usize);
        let new = next::realloc(old, len);
        match new.is_null() {
            // `realloc` failed, and the old block is unchanged.
            true if place.is_some() => remember(old, usable),
            true => {}
            false => remember(new, len),
        }
        new
    }
}

/// Does the work of `realloc` for a shared block, because the C library must not move or cut shared pages.
///
/// # Safety
/// The contract of `realloc`; the block is flagged as shared.
#[cold]
unsafe fn resize_shared(old: Pointer, len: usize) -> Pointer {
    // SAFETY: the old block has `usable` bytes, the new one `len`; the old one is freed once.
    unsafe {
        let (usable, _) = Block::usable(old as usize);
        if len <= usable && len >= usable / 2 {
            BLOCKS.ask(old as usize, len);
            return old;
        }
        let new = if len >= LEAST && on() { allocate(len, 16) } else { next::malloc(len) };
        if !new.is_null() {
            core::ptr::copy_nonoverlapping(old.cast::<u8>(), new.cast(), usable.min(len));
            if !end(old) {
                next::free(old);
            }
        }
        new
    }
}
