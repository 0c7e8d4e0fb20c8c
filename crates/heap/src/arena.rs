//! The file in memory in which shared pages live: a sparse one, in which a page lies at the offset that is its address. So
//! what peers need to know is only which addresses are shared now, and that stands at the file's start.
//!
//! **Access rule for the head.** The owner alone writes `sequence`, `count`, `frozen` and the ranges: `sequence` is odd while
//! it does. Readers take what they read for nothing unless `sequence` was even and the same before and after. A peer that is
//! about to *write* into shared pages puts its process id into a free writer's word, looks at `frozen` once more, and
//! clears the word when done; the owner sets `frozen` and waits until no word is taken, before `fork` makes the pages
//! private. The owner believes nothing that it reads there.
use crate::pages;
use crate::ranges::{MOST, Ranges};
use std::ffi::c_void;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Changes with every change of the head.
pub const MAGIC: u64 = u64::from_le_bytes(*b"clumphp1");
/// Bytes of the file: more than any address of a program.
pub const SIZE: usize = 1 << 48;
/// Bytes at the start of the file that are the head. No program has memory at such low addresses.
pub const HEAD: usize = 64 << 10;
pub const WRITERS: usize = 64;
/// Bytes moved in one go: so much more memory than before is in use for a moment.
const PIECE: usize = 4 << 20;
/// Linux's number; asks for all pages of a range to be made writable.
const MADV_POPULATE_WRITE: i32 = 23;

#[repr(C)]
pub struct Head {
    magic: AtomicU64,
    secret: AtomicU64,
    sequence: AtomicU64,
    frozen: AtomicU64,
    count: AtomicU64,
    _rest: [u64; 59],
    writers: [AtomicU64; WRITERS],
    ranges: [[AtomicU64; 2]; MOST],
}
const _: () = assert!(size_of::<Head>() <= HEAD && std::mem::offset_of!(Head, writers) == 512);

pub struct Arena {
    /// -1: there is none.
    fd: i32,
    head: *mut Head,
    /// Counts the files of this process.
    generation: u32,
    secret: u64,
    ranges: Ranges,
}

// SAFETY: the head is a mapping of this process, used by whoever has the arena.
unsafe impl Send for Arena {}

impl Arena {
    pub const fn new() -> Arena {
        Arena { fd: -1, head: null_mut(), generation: 0, secret: 0, ranges: Ranges::new() }
    }

    /// What peers have to show that they found the right file, from the next file on.
    pub fn set_secret(&mut self, secret: u64) {
        self.secret = secret;
    }

    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// Descriptor and generation of the file, if there is one.
    pub fn file(&self) -> Option<(u32, u32)> {
        Some((u32::try_from(self.fd).ok()?, self.generation))
    }

    /// Makes the file if there is none. False: the system refuses.
    fn create(&mut self) -> bool {
        if self.fd >= 0 {
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

    fn head(&self) -> &Head {
        // SAFETY: mapped as long as there is a file; all fields are atomics.
        unsafe { &*self.head }
    }

    /// Shares what is not shared yet of `within`, whole pages. False: not all of it could be.
    ///
    /// # Safety
    /// The pages are private memory of this process that nobody writes meanwhile, and that is not unmapped without `unshare`.
    pub unsafe fn share(&mut self, within: Range<usize>) -> bool {
        if within.end > SIZE || !self.create() || !file_size_is_free() {
            return false;
        }
        while let Some(gap) = self.ranges.next_gap(&within) {
            let piece = gap.start..gap.end.min(gap.start + PIECE);
            // Without room in the table it must not come to be shared.
            if self.ranges.all().len() == MOST {
                return false;
            }
            // SAFETY: the caller's promise; the file holds the same bytes before it is put in their place.
            if !unsafe { self.fill(&piece) && pages::map(&piece, Some(self.fd), true) } {
                self.punch(&piece);
                return false;
            }
            // Both only make what follows cheaper.
            // SAFETY: advice on our own pages.
            unsafe {
                libc::madvise(piece.start as *mut c_void, piece.len(), libc::MADV_HUGEPAGE);
                libc::madvise(piece.start as *mut c_void, piece.len(), MADV_POPULATE_WRITE);
            }
            self.ranges.add(&piece);
            self.publish();
        }
        true
    }

    /// Copies the pages into the file.
    ///
    /// # Safety
    /// Nobody writes the pages meanwhile.
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

    /// Makes what is shared of `within` private and empty. False: not all of it could be.
    ///
    /// # Safety
    /// Nobody needs the contents any more.
    pub unsafe fn unshare(&mut self, within: Range<usize>) -> bool {
        while let Some(part) = self.ranges.next_in(&within) {
            if !self.ranges.remove(&part) {
                return false;
            }
            self.publish();
            // SAFETY: the caller's promise.
            if !unsafe { pages::map(&part, None, false) } {
                self.ranges.add(&part);
                self.publish();
                return false;
            }
            self.punch(&part);
        }
        true
    }

    /// Gives the file's pages back.
    fn punch(&self, part: &Range<usize>) {
        let how = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        // SAFETY: a plain call on our own descriptor. If it fails, memory is held longer than needed.
        unsafe { libc::fallocate(self.fd, how, part.start as libc::off_t, part.len() as libc::off_t) };
    }

    /// Shows peers what is shared.
    fn publish(&self) {
        let head = self.head();
        let sequence = head.sequence.load(Ordering::Relaxed) | 1;
        head.sequence.store(sequence, Ordering::Relaxed);
        fence(Ordering::Release);
        let all = self.ranges.all();
        for (shown, &(start, end)) in head.ranges.iter().zip(all) {
            shown[0].store(start as u64, Ordering::Relaxed);
            shown[1].store(end as u64, Ordering::Relaxed);
        }
        head.count.store(all.len() as u64, Ordering::Relaxed);
        head.sequence.store(sequence + 1, Ordering::Release);
    }

    /// Before `fork`: waits for peers' copies into this process, and makes all shared pages private, with the same contents.
    /// Later pages will be in another file.
    pub fn freeze(&mut self) {
        if self.fd < 0 {
            return;
        }
        self.head().frozen.store(1, Ordering::SeqCst);
        self.head().writers.iter().for_each(wait_for);
        for &(start, end) in self.ranges.all() {
            // SAFETY: the same contents; nobody writes the file any more, so they stay.
            if !unsafe { pages::map(&(start..end), Some(self.fd), false) } {
                const SORRY: &[u8] =
                    b"clump: memory that messages use could not be made private before fork (vm.max_map_count?)\n";
                // SAFETY: parent and child would see each other's writes; better to end with a sentence.
                unsafe {
                    libc::write(2, SORRY.as_ptr().cast(), SORRY.len());
                    libc::abort();
                }
            }
        }
        self.ranges.clear();
        self.publish();
        // SAFETY: our own mapping and descriptor; the private mappings keep the file alive.
        unsafe {
            libc::munmap(self.head.cast(), HEAD);
            libc::close(self.fd);
        }
        (self.fd, self.head) = (-1, null_mut());
    }
}

/// A limit on file size would answer a write behind it with a signal.
fn file_size_is_free() -> bool {
    // SAFETY: getrlimit writes the struct.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) == 0
            && (limit.rlim_cur == libc::RLIM_INFINITY || limit.rlim_cur >= SIZE as u64)
    }
}

/// Waits until the peer that is in `word` has done its copy, or lives no more.
fn wait_for(word: &AtomicU64) {
    let mut looks = 0u64;
    loop {
        let pid = word.load(Ordering::SeqCst);
        if pid == 0 {
            return;
        }
        looks += 1;
        match looks {
            0..1000 => std::hint::spin_loop(),
            // SAFETY: no arguments.
            1000..2000 => unsafe {
                libc::sched_yield();
            },
            _ => {
                if looks.is_multiple_of(100) && !lives(pid) {
                    return;
                }
                // SAFETY: sleeps for a millisecond.
                unsafe { libc::usleep(1000) };
            }
        }
    }
}

/// False if it is certain that no process of that number can still write.
fn lives(pid: u64) -> bool {
    let Ok(pid) = libc::pid_t::try_from(pid) else { return false };
    // SAFETY: signal 0 only asks.
    if unsafe { libc::kill(pid, 0) } != 0 {
        // SAFETY: the thread's own errno.
        return unsafe { *libc::__errno_location() } != libc::ESRCH;
    }
    // A process that has died stays until its parent asks for it; its state says so. "pid (name) S ..."
    let mut path = [0u8; 32];
    let mut stat = [0u8; 512];
    let mut out = &mut path[..];
    if std::io::Write::write_fmt(&mut out, format_args!("/proc/{pid}/stat\0")).is_err() {
        return true;
    }
    // SAFETY: a C string, a buffer and its length, our own descriptor.
    let n = unsafe {
        let fd = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        let n = libc::read(fd, stat.as_mut_ptr().cast(), stat.len());
        libc::close(fd);
        n
    };
    let text = &stat[..n.max(0) as usize];
    let state = text.iter().rposition(|&b| b == b')').and_then(|at| text.get(at + 2));
    !matches!(state, Some(b'Z' | b'X'))
}
