//! The job's shared segment: one sealed memfd for all ranks of a job on one machine. It has no name in any file system,
//! so a crashed job leaks nothing.
use super::layout::{HEAD, Layout, MAX_RANKS};
use crate::sys::Allowance;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

const MAGIC: u64 = u64::from_le_bytes(*b"clumpshm");
/// The version of the layout. Every change of the layout must change it: processes of two versions never share a
/// segment.
const VERSION: u64 = 12;
const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// The shared memory of one job on one machine, mapped into this process. Children of fork do not inherit it.
pub struct Segment {
    fd: OwnedFd,
    base: NonNull<u8>,
    layout: Layout,
    /// The length of the mapping in bytes, computed once: each access is checked against it.
    len: usize,
    /// How much more memory this process may reserve before it reads the free memory again.
    allowance: Allowance,
}

// SAFETY: the mapping lives as long as the Segment, and all access to it is through atomics or checked copies.
unsafe impl Send for Segment {}
// SAFETY: as for `Send` above.
unsafe impl Sync for Segment {}

fn fail(what: impl std::fmt::Display) -> io::Error {
    io::Error::other(what.to_string())
}

impl Segment {
    /// Creates the segment for `ranks` processes. Fails with a sentence that says what is short and what to do.
    pub fn create(ranks: u32) -> io::Result<Segment> {
        if ranks == 0 || ranks > MAX_RANKS {
            return Err(fail(format!("a job on one machine has 1 to {MAX_RANKS} ranks, not {ranks}")));
        }
        let layout = Layout { ranks: ranks as usize };
        check_file_size(layout.total())?;
        // SAFETY: the name is a literal C string.
        let raw = unsafe { libc::memfd_create(c"clump".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
        if raw < 0 {
            let e = io::Error::last_os_error();
            return Err(fail(format!(
                "the system refuses a memory file (memfd_create: {e}); Clump needs one for shared memory"
            )));
        }
        // SAFETY: just created, owned by no other code.
        let fd = unsafe { OwnedFd::from_raw_fd(raw) };
        // SAFETY: a plain call on our own descriptor.
        if unsafe { libc::ftruncate(raw, layout.total() as libc::off_t) } != 0 {
            return Err(fail(format!(
                "cannot size the shared memory to {} bytes: {}",
                layout.total(),
                io::Error::last_os_error()
            )));
        }
        // SAFETY: a plain call on our own descriptor.
        if unsafe { libc::fcntl(raw, libc::F_ADD_SEALS, SEALS) } != 0 {
            return Err(fail(format!("cannot seal the shared memory: {}", io::Error::last_os_error())));
        }
        let segment = Segment::map(fd, layout, libc::PROT_READ | libc::PROT_WRITE)?;
        segment.reserve(0, layout.fixed())?;
        segment.word(0).store(MAGIC, Ordering::Relaxed);
        segment.word(8).store(VERSION, Ordering::Relaxed);
        // The creator stores the number once for all ranks. Ranks choose algorithms by this number, and must choose
        // alike even if each rank is bound to one core.
        segment.word(24).store(crate::sys::processors() as u64, Ordering::Relaxed);
        let quota = crate::sys::cpu_quota().map_or(0, |cores| ((cores * 100.0) as u64).max(1));
        segment.word(32).store(quota, Ordering::Relaxed);
        segment.word(16).store(u64::from(ranks), Ordering::Release);
        Ok(segment)
    }

    /// Maps the segment behind descriptor number `fd`, which the launcher passed to this process. Marks that descriptor
    /// close-on-exec, so that children of this process do not inherit the job.
    pub fn inherit(fd: i32) -> io::Result<Segment> {
        // SAFETY: a plain call on a number; a duplicate is ours alone.
        let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) };
        if copy < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: just duplicated, owned by no other code.
        let segment = Segment::attach(unsafe { OwnedFd::from_raw_fd(copy) })?;
        // SAFETY: a plain call on a number. (It comes only now, so that a descriptor that is no segment stays as it
        // is.)
        unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
        Ok(segment)
    }

    /// Maps the segment behind `fd`. Fails unless it is a sealed segment of this version.
    pub fn attach(fd: OwnedFd) -> io::Result<Segment> {
        Segment::attach_with(fd, libc::PROT_READ | libc::PROT_WRITE)
    }

    /// Maps the segment behind `fd` with this protection, after the checks of [`Segment::attach`]. Without PROT_WRITE,
    /// a call that stores something ends this process.
    pub(super) fn attach_with(fd: OwnedFd, protection: libc::c_int) -> io::Result<Segment> {
        let raw = fd.as_raw_fd();
        // SAFETY: plain calls on a descriptor we own; `stat` is fully written on success.
        let (seals, size) = unsafe {
            libc::fcntl(raw, libc::F_SETFD, libc::FD_CLOEXEC);
            let mut st: libc::stat = std::mem::zeroed();
            if libc::fstat(raw, &mut st) != 0 {
                return Err(io::Error::last_os_error());
            }
            (libc::fcntl(raw, libc::F_GET_SEALS), st.st_size as usize)
        };
        if seals < 0 || seals & SEALS != SEALS {
            return Err(fail("the descriptor handed down is no sealed Clump segment"));
        }
        let mut head = [0u8; 24];
        // SAFETY: reads at most 24 bytes into `head`.
        let n = unsafe { libc::pread(raw, head.as_mut_ptr().cast(), head.len(), 0) };
        let word = |i: usize| u64::from_le_bytes(head[i * 8..i * 8 + 8].try_into().expect("8 bytes"));
        if n != 24 || size < HEAD || word(0) != MAGIC {
            return Err(fail("the descriptor handed down is no Clump segment"));
        }
        if word(1) != VERSION {
            return Err(fail(format!(
                "the job's shared memory has layout {}, this library {VERSION}: `clump run` and libmpi_abi.so.1 come \
                 from different versions of Clump; use both from one installation",
                word(1)
            )));
        }
        let layout = Layout { ranks: word(2).min(u64::from(MAX_RANKS)) as usize };
        if word(2) == 0 || layout.total() != size {
            return Err(fail("the job's shared memory is damaged (its size does not fit its head)"));
        }
        Segment::map(fd, layout, protection)
    }

    fn map(fd: OwnedFd, layout: Layout, protection: libc::c_int) -> io::Result<Segment> {
        let len = layout.total();
        // SAFETY: a fresh mapping of our own descriptor, whose size is sealed to `len`.
        let p = unsafe {
            libc::mmap(std::ptr::null_mut(), len, protection, libc::MAP_SHARED | libc::MAP_NORESERVE, fd.as_raw_fd(), 0)
        };
        if p == libc::MAP_FAILED {
            return Err(fail(format!(
                "cannot map {len} bytes of shared memory: {} (a limit on address space? see `ulimit -v`)",
                io::Error::last_os_error()
            )));
        }
        // SAFETY: our own mapping. A forked child must not poll the rank's rings, so it does not get the mapping.
        unsafe { libc::madvise(p, len, libc::MADV_DONTFORK) };
        let base = NonNull::new(p.cast::<u8>()).ok_or_else(|| fail("mmap gave address 0"))?;
        Ok(Segment { fd, base, layout, len, allowance: Allowance::new(layout.ranks as u32) })
    }

    /// Makes the pages of `[offset, offset + len)` exist, so that an access can neither fault nor wake up the OOM
    /// killer.
    pub(super) fn reserve(&self, offset: usize, len: usize) -> io::Result<()> {
        self.reserve_each([offset], len)
    }

    /// Makes `len` bytes at each of these offsets exist, as [`Segment::reserve`] does for one offset. The ranges need
    /// not be contiguous.
    pub(super) fn reserve_each(
        &self,
        offsets: impl IntoIterator<Item = usize, IntoIter: ExactSizeIterator>,
        len: usize,
    ) -> io::Result<()> {
        let offsets = offsets.into_iter();
        let all = len.saturating_mul(offsets.len());
        // Leaves 1 MiB of memory to the program.
        self.allowance.take(all as u64, 1 << 20).map_err(|left| {
            fail(format!(
                "not enough memory for messages: {} KiB needed, {} KiB left in this container or machine; \
                 raise the memory limit or start fewer ranks",
                all >> 10,
                left >> 10
            ))
        })?;
        offsets.into_iter().try_for_each(|offset| self.allocate(offset, len))
    }

    fn allocate(&self, offset: usize, len: usize) -> io::Result<()> {
        // SAFETY: a plain call on our own descriptor, within its sealed size.
        while unsafe { libc::fallocate(self.fd.as_raw_fd(), 0, offset as libc::off_t, len as libc::off_t) } != 0 {
            let e = io::Error::last_os_error();
            if let Some(libc::EPERM | libc::ENOSYS) = e.raw_os_error() {
                return Err(fail(format!("the system refuses fallocate, which Clump needs for shared memory: {e}")));
            }
            if e.raw_os_error() != Some(libc::EINTR) {
                return Err(fail(format!(
                    "not enough memory for messages ({} KiB): {e}; raise the memory limit or start fewer ranks",
                    len >> 10
                )));
            }
        }
        Ok(())
    }

    /// Returns the memfd, which is close-on-exec. The launcher hands a duplicate down to each rank.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// Sets the number of cores that the job's ranks may use on this machine, in place of those of the segment's
    /// creator. To be called before another rank has the segment.
    pub fn set_processors(&self, cores: u32) {
        self.word(24).store(u64::from(cores), Ordering::Relaxed);
    }

    /// Returns the number of cores in the affinity mask of the segment's creator, or the number that the creator has
    /// set. All ranks use this number.
    pub fn cores(&self) -> u32 {
        self.word(24).load(Ordering::Relaxed).clamp(1, u64::from(u32::MAX)) as u32
    }

    /// Returns true if `busy` threads that never sleep would use up the cgroup's quota of processor time, as the
    /// segment's creator found that quota. The kernel then stops all threads of the group until the next period.
    pub fn exceeds_quota(&self, busy: u32) -> bool {
        let hundredths = self.word(32).load(Ordering::Relaxed);
        hundredths != 0 && u64::from(busy) * 100 > hundredths
    }

    /// Says whether the job goes on when a rank dies. To be called before another rank has the segment.
    pub fn set_survives(&self, survives: bool) {
        self.word(40).store(survives.into(), Ordering::Relaxed);
    }

    /// Returns true if the job goes on when a rank dies.
    pub fn survives(&self) -> bool {
        self.word(40).load(Ordering::Relaxed) != 0
    }

    /// Returns the number of the job's processes on this machine.
    pub fn ranks(&self) -> u32 {
        self.layout.ranks as u32
    }

    pub(super) fn allowance(&self) -> &Allowance {
        &self.allowance
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the word at `offset`, which must be a multiple of 8 inside the segment.
    #[inline(always)]
    pub(super) fn word(&self, offset: usize) -> &AtomicU64 {
        assert!(offset.is_multiple_of(8) && offset + 8 <= self.len);
        // SAFETY: inside the mapping, aligned; shared memory is only read and written through atomics or raw copies.
        unsafe { &*self.base.as_ptr().add(offset).cast::<AtomicU64>() }
    }

    /// Returns the address of `len` bytes at `offset`. Panics unless they are inside the segment.
    pub(super) fn at(&self, offset: usize, len: usize) -> *mut u8 {
        assert!(offset <= self.len && len <= self.len - offset);
        // SAFETY: inside the mapping.
        unsafe { self.base.as_ptr().add(offset) }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: our own mapping; rings and bells hold an Arc of the segment, so nothing points into it any more.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.len) };
    }
}

/// Checks a file size against the limit `RLIMIT_FSIZE`, and fails if the file is too large. Without this check, the
/// kernel would answer an oversized memfd with SIGXFSZ.
pub(super) fn check_file_size(total: usize) -> io::Result<()> {
    // SAFETY: getrlimit writes the struct.
    let limit = unsafe {
        let mut l: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_FSIZE, &mut l) != 0 {
            return Ok(());
        }
        l.rlim_cur
    };
    if limit != libc::RLIM_INFINITY && (total as u64) > limit {
        return Err(fail(format!(
            "the shared memory needs a file size of {} MiB (sparse), but the limit is {} MiB: raise `ulimit -f`",
            total >> 20,
            limit >> 20
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_and_its_attachment_share_words() {
        let a = Segment::create(3).unwrap();
        let b = Segment::attach(a.fd().try_clone_to_owned().unwrap()).unwrap();
        assert_eq!(b.ranks(), 3);
        a.word(a.layout().control(1)).store(77, Ordering::Relaxed);
        assert_eq!(b.word(b.layout().control(1)).load(Ordering::Relaxed), 77);
    }

    #[test]
    fn more_busy_ranks_than_the_quota_allows_exceed_it() {
        let segment = Segment::create(2).unwrap();
        assert_eq!(segment.cores() as usize, crate::sys::processors());
        for (hundredths, busy, exceeds) in [(0, 99, false), (150, 1, false), (150, 2, true), (200, 2, false)] {
            segment.word(32).store(hundredths, Ordering::Relaxed);
            assert_eq!(segment.exceeds_quota(busy), exceeds, "{busy} of {hundredths}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let f = std::fs::File::open("/proc/self/exe").unwrap();
        assert!(Segment::attach(f.into()).is_err());
        assert!(Segment::create(0).is_err());
        assert!(Segment::create(MAX_RANKS + 1).is_err());
    }
}
