//! The owner's side of `clump-heapfile`: this process's memory file, which holds its shared pages, and the file's head,
//! which lists them.
use crate::pages;
use crate::process::{die, wait_for};
use crate::ranges::{MOST, Ranges};
use clump_heapfile::{FileHead, HEAD, MAGIC};
use core::ffi::c_void;
use core::ops::Range;
use core::ptr::null_mut;
use core::sync::atomic::Ordering;

const SIZE: usize = clump_heapfile::SIZE as usize;
/// How many bytes are moved at once. Moving needs this much additional memory for a moment; a smaller number takes more
/// system calls.
const PIECE: usize = 4 << 20;
/// The number in Linux of the advice that makes all pages of a range writable.
const MADV_POPULATE_WRITE: i32 = 23;

pub struct Arena {
    /// The file's head; null if there is no file. (All bytes are zeros at first, so the state takes no space in the
    /// library's file.)
    head: *mut FileHead,
    fd: i32,
    /// How many files this process has created so far.
    generation: u32,
    secret: u64,
    ranges: Ranges,
}

// SAFETY: the head is a mapping of this process, used only by the thread that has the arena.
unsafe impl Send for Arena {}

impl Arena {
    pub const fn new() -> Arena {
        Arena { head: null_mut(), fd: 0, generation: 0, secret: 0, ranges: Ranges::new() }
    }

    /// Sets the secret by which peers recognise the right file, in the present file and in later ones.
    pub fn set_secret(&mut self, secret: u64) {
        self.secret = secret;
        if !self.head.is_null() {
            self.head().secret.store(secret, Ordering::Relaxed);
        }
    }

    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// Returns descriptor and generation of the file, if there is one.
    pub fn file(&self) -> Option<(u32, u32)> {
        (!self.head.is_null()).then_some((self.fd as u32, self.generation))
    }

    /// Creates the file unless it exists. Returns false if the kernel refuses.
    fn create(&mut self) -> bool {
        if !self.head.is_null() {
            return true;
        }
        if !file_size_is_free() {
            return false;
        }
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
        // SAFETY: plain calls; a fresh descriptor and a fresh mapping of it.
        unsafe {
            let fd = libc::memfd_create(c"shared-heap".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING);
            if fd < 0 {
                return false;
            }
            let mut head = libc::MAP_FAILED;
            if libc::ftruncate(fd, SIZE as libc::off_t) == 0 && libc::fcntl(fd, libc::F_ADD_SEALS, seals) == 0 {
                let access = libc::PROT_READ | libc::PROT_WRITE;
                head = libc::mmap(null_mut(), HEAD, access, libc::MAP_SHARED | libc::MAP_NORESERVE, fd, 0);
            }
            if head == libc::MAP_FAILED {
                libc::close(fd);
                return false;
            }
            libc::madvise(head, HEAD, libc::MADV_DONTFORK);
            (self.fd, self.head) = (fd, head.cast());
        }
        self.generation = self.generation.wrapping_add(1);
        let head = self.head();
        head.secret.store(self.secret, Ordering::Relaxed);
        head.magic.store(MAGIC, Ordering::Release);
        true
    }

    fn head(&self) -> &FileHead {
        // SAFETY: mapped as long as there is a file; all fields are atomics.
        unsafe { &*self.head }
    }

    /// Shares the pages of `within` that are not shared yet. `within` consists of whole pages. Returns false if some
    /// pages could not be shared.
    ///
    /// # Safety
    /// The pages are private memory of this process that no code writes meanwhile, and that is not unmapped without
    /// `unshare`.
    pub unsafe fn share(&mut self, within: Range<usize>) -> bool {
        if within.end > SIZE || !self.create() || !file_size_is_free() {
            return false;
        }
        while let Some(gap) = self.ranges.next_gap(&within) {
            let piece = gap.start..gap.end.min(gap.start + PIECE);
            // If the table has no room, the pages must not become shared.
            if self.ranges.all().len() == MOST {
                return false;
            }
            // SAFETY: by this function's contract; the file holds the same bytes before it is mapped in their place.
            if !unsafe { self.fill(&piece) && pages::map(&piece, Some(self.fd), true) } {
                self.punch(&piece);
                return false;
            }
            // SAFETY: advice on our own pages. (It only makes later accesses cheaper.)
            unsafe {
                libc::madvise(piece.start as *mut c_void, piece.len(), libc::MADV_HUGEPAGE);
                libc::madvise(piece.start as *mut c_void, piece.len(), MADV_POPULATE_WRITE);
            }
            self.ranges.add(&piece);
            self.publish();
        }
        true
    }

    /// Copies the pages into the file. Returns false if memory is short.
    ///
    /// # Safety
    /// No code writes the pages during the call.
    unsafe fn fill(&self, piece: &Range<usize>) -> bool {
        let mut at = piece.start;
        while at < piece.end {
            // SAFETY: the kernel checks the addresses. Unlike a store, it can refuse when memory is short.
            let n = unsafe { libc::pwrite(self.fd, at as *const c_void, piece.end - at, at as libc::off_t) };
            if n <= 0 {
                return false;
            }
            at += n as usize;
        }
        true
    }

    /// Makes the shared pages of `within` private and empty. Returns false if some pages could not be made private.
    ///
    /// # Safety
    /// No code needs the contents any more.
    pub unsafe fn unshare(&mut self, within: Range<usize>) -> bool {
        while let Some(part) = self.ranges.next_in(&within) {
            if !self.ranges.remove(&part) {
                return false;
            }
            self.publish();
            // SAFETY: by this function's contract.
            if !unsafe { pages::map(&part, None, false) } {
                self.ranges.add(&part);
                self.publish();
                return false;
            }
            self.punch(&part);
        }
        true
    }

    /// Returns the file's pages of this part to the system.
    fn punch(&self, part: &Range<usize>) {
        let how = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        // SAFETY: a plain call on our own descriptor. If it fails, memory is held longer than needed.
        unsafe { libc::fallocate(self.fd, how, part.start as libc::off_t, part.len() as libc::off_t) };
    }

    /// Publishes the shared ranges to peers.
    fn publish(&self) {
        let all = self.ranges.all().iter();
        self.head().shown().publish(all.map(|&(start, end)| (start as u64, end as u64)));
    }

    /// Prepares for `fork`: waits for peers' copies into this process, then makes all shared pages private with
    /// unchanged contents. Pages that are shared later will be in another file.
    pub fn freeze(&mut self) {
        if self.head.is_null() {
            return;
        }
        self.head().frozen.store(1, Ordering::SeqCst);
        self.head().writers.iter().for_each(wait_for);
        for &(start, end) in self.ranges.all() {
            // SAFETY: the contents are equal, and no process writes the file any more, so they stay equal.
            if !unsafe { pages::map(&(start..end), Some(self.fd), false) } {
                // Otherwise parent and child would see each other's writes.
                die(b"clump: memory that messages use could not be made private before fork (vm.max_map_count?)\n");
            }
        }
        self.ranges.clear();
        self.publish();
        // SAFETY: our own mapping and descriptor; the private mappings keep the file alive.
        unsafe {
            libc::munmap(self.head.cast(), HEAD);
            libc::close(self.fd);
        }
        self.head = null_mut();
    }
}

/// Returns true if the process's limit on file sizes allows the file. A write beyond the limit would raise a signal.
fn file_size_is_free() -> bool {
    // SAFETY: getrlimit writes the struct.
    unsafe {
        let mut limit: libc::rlimit = core::mem::zeroed();
        libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) == 0
            && (limit.rlim_cur == libc::RLIM_INFINITY || limit.rlim_cur >= SIZE as u64)
    }
}
