//! Memory that one rank creates and other ranks of its machine map: a memfd without a name. It disappears with the last
//! process that holds it, and uses no space of `/dev/shm`.
//!
//! The creator sends the other ranks a [`MemoryName`]. They open the descriptor through `/proc`, and accept it only if
//! the file contains the name's secret and cannot shrink.
use crate::mem::Region;
use crate::sys::memory_allowance;
use std::fs::OpenOptions;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::ptr::NonNull;

const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
/// How many bytes at the start of the file hold the secret. A whole page, so that the user's memory starts on a page.
const HEAD: usize = PAGE;
const PAGE: usize = 4096;
/// How many bytes of the machine's or the container's memory must stay free.
const SPARE: u64 = 1 << 20;

/// The name by which another process finds the memory: the creator's process id and descriptor, and the secret in the
/// file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryName(pub [u64; 3]);

/// Shared memory. The mapping in this process lives as long as this value.
pub struct SharedMemory {
    base: NonNull<u8>,
    len: usize,
    file: Option<OwnedFd>,
    secret: u64,
}

// SAFETY: the mapping belongs to the process; its contents are accessed through regions, by their contract.
unsafe impl Send for SharedMemory {}
// SAFETY: as for `Send` above.
unsafe impl Sync for SharedMemory {}

fn fail(what: impl Into<String>) -> io::Error {
    io::Error::other(what.into())
}

impl SharedMemory {
    /// Creates `len` zero bytes that start on a page. Fails with a sentence that says which resource is short.
    ///
    /// # Safety
    /// No region of the memory ([`region`](Self::region)) is used any more when the value is dropped.
    pub unsafe fn create(len: usize) -> io::Result<SharedMemory> {
        // SAFETY: by this function's contract.
        unsafe { SharedMemory::create_aligned(len, 1) }
    }

    /// Creates memory as [`SharedMemory::create`] does, at a multiple of `alignment`, a power of two.
    ///
    /// # Safety
    /// As for [`SharedMemory::create`].
    pub unsafe fn create_aligned(len: usize, alignment: usize) -> io::Result<SharedMemory> {
        if let Some(left) = memory_allowance().filter(|&left| (len as u64).saturating_add(HEAD as u64 + SPARE) > left) {
            return Err(fail(format!(
                "{} KiB of shared memory are wanted, {} KiB are left in this container or machine",
                len >> 10,
                left >> 10
            )));
        }
        // SAFETY: by this function's contract.
        unsafe { SharedMemory::create_sparse(len, alignment) }
    }

    /// Creates memory as [`SharedMemory::create_aligned`] does, which may be larger than the machine's memory: a page
    /// takes memory only once it is written. A write for which no memory is left ends the process.
    ///
    /// # Safety
    /// As for [`SharedMemory::create`].
    pub unsafe fn create_sparse(len: usize, alignment: usize) -> io::Result<SharedMemory> {
        let all = len.checked_add(HEAD).filter(|&n| n < 1 << 47);
        let all = all.ok_or_else(|| fail(format!("{len} bytes of shared memory are more than a process can map")))?;
        // SAFETY: the name is a literal C string.
        let raw = unsafe { libc::memfd_create(c"clump-window".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
        if raw < 0 {
            let e = io::Error::last_os_error();
            return Err(fail(format!("the system refuses a memory file (memfd_create: {e})")));
        }
        // SAFETY: just created, owned by no other code.
        let file = unsafe { OwnedFd::from_raw_fd(raw) };
        super::segment::check_file_size(all)?;
        // SAFETY: plain calls on our own descriptor.
        let sized =
            unsafe { libc::ftruncate(raw, all as libc::off_t) == 0 && libc::fcntl(raw, libc::F_ADD_SEALS, SEALS) == 0 };
        if !sized {
            let e = io::Error::last_os_error();
            return Err(fail(format!("cannot make {} KiB of shared memory: {e}", all >> 10)));
        }
        let secret = std::hash::RandomState::new().build_hasher().finish();
        let memory = SharedMemory::map(file, all, alignment, secret)?;
        memory.all().set(0, secret);
        Ok(memory)
    }

    /// Returns the name by which other processes of this machine open the memory, until [`SharedMemory::close`].
    pub fn name(&self) -> Option<MemoryName> {
        let fd = self.file.as_ref()?.as_raw_fd();
        Some(MemoryName([u64::from(std::process::id()), fd as u64, self.secret]))
    }

    /// Maps the memory of `len` bytes that another process has created, and keeps no descriptor.
    ///
    /// # Safety
    /// As for [`SharedMemory::create`].
    pub unsafe fn open(name: MemoryName, len: usize) -> io::Result<SharedMemory> {
        // SAFETY: by this function's contract.
        let mut memory = unsafe { SharedMemory::open_aligned(name, len, 1)? };
        memory.close();
        Ok(memory)
    }

    /// Maps memory as [`SharedMemory::open`] does, at a multiple of `alignment`, a power of two. Keeps a descriptor,
    /// until [`SharedMemory::close`].
    ///
    /// # Safety
    /// As for [`SharedMemory::create`].
    pub unsafe fn open_aligned(name: MemoryName, len: usize, alignment: usize) -> io::Result<SharedMemory> {
        let [pid, fd, secret] = name.0;
        let path = format!("/proc/{pid}/fd/{fd}");
        let flags = libc::O_CLOEXEC | libc::O_NONBLOCK;
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(&path);
        let file = file.map_err(|e| fail(format!("cannot open the memory of process {pid} ({path}): {e}")))?;
        let meta = file.metadata()?;
        // SAFETY: a plain call on our own descriptor.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        let all = len.checked_add(HEAD).ok_or_else(|| fail("shared memory of no sensible size"))?;
        if !meta.is_file() || meta.size() != all as u64 || seals < 0 || seals & SEALS != SEALS {
            return Err(fail(format!("{path} is no shared memory of {len} bytes")));
        }
        let memory = SharedMemory::map(file.into(), all, alignment, secret)?;
        if memory.all().get::<u64>(0) != secret {
            return Err(fail(format!("{path} is other shared memory than the one that was named")));
        }
        Ok(memory)
    }

    /// Closes the descriptor. All ranks must have mapped the memory before. The mappings stay.
    pub fn close(&mut self) {
        self.file = None;
    }

    /// Maps a part of the memory, from byte `at` of the region on, a second time, in place of the pages at `addresses`.
    /// That mapping stays when this value is dropped. Must come before [`SharedMemory::close`].
    ///
    /// # Safety
    /// The addresses and `at` are multiples of a page, and the part lies within the memory. The pages there hold the
    /// bytes of the part, and no other code writes them during the call.
    pub unsafe fn map_over(&self, at: usize, addresses: Range<usize>) -> io::Result<()> {
        let Some(file) = &self.file else { return Err(fail("the shared memory's descriptor is closed")) };
        let whole = [at, addresses.start, addresses.end].iter().all(|n| n.is_multiple_of(PAGE));
        if !whole || at + addresses.len() > self.len - HEAD {
            return Err(fail("a mapping must consist of whole pages of the memory"));
        }
        let place = std::ptr::with_exposed_provenance_mut(addresses.start);
        let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
        let offset = (HEAD + at) as libc::off_t;
        // SAFETY: by this function's contract the pages keep their bytes.
        let mapped = unsafe { libc::mmap(place, addresses.len(), access, how, file.as_raw_fd(), offset) };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Returns the memory, which stays mapped as long as this value lives.
    pub fn region(&self) -> Region {
        self.all().from(HEAD)
    }

    fn all(&self) -> Region {
        // SAFETY: our own mapping, which lives as long as the constructor's contract demands.
        unsafe { Region::new(self.base.as_ptr(), self.len) }
    }

    fn map(file: OwnedFd, len: usize, alignment: usize, secret: u64) -> io::Result<SharedMemory> {
        let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_NORESERVE);
        let refused = || {
            let e = io::Error::last_os_error();
            fail(format!("cannot map {} KiB of shared memory: {e} (see `ulimit -v`)", len >> 10))
        };
        let place = match alignment > PAGE {
            true => reserve(len, alignment).ok_or_else(refused)?,
            false => std::ptr::null_mut(),
        };
        let how = if place.is_null() { how } else { how | libc::MAP_FIXED };
        // SAFETY: a fresh mapping of our own descriptor, whose size is sealed, anywhere or over what `reserve`
        // returned.
        let base = unsafe { libc::mmap(place, len, access, how, file.as_raw_fd(), 0) };
        if base == libc::MAP_FAILED {
            return Err(refused());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or_else(|| fail("mmap gave address 0"))?;
        Ok(SharedMemory { base, len, file: Some(file), secret })
    }
}

/// Reserves address space for `len` bytes, in which byte [`HEAD`] lies at a multiple of `alignment`. Returns `None` if
/// there is no such space.
fn reserve(len: usize, alignment: usize) -> Option<*mut libc::c_void> {
    let how = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let len = len.checked_next_multiple_of(PAGE)?;
    let all = len.checked_add(alignment)?;
    // SAFETY: a fresh mapping, which nothing uses yet.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), all, libc::PROT_NONE, how, -1, 0) };
    if start == libc::MAP_FAILED {
        return None;
    }
    let before = (start as usize + HEAD).next_multiple_of(alignment) - HEAD - start as usize;
    let place = start.wrapping_byte_add(before);
    // SAFETY: the two ends are parts of the mapping just made; whole pages, since all numbers are multiples of a page.
    unsafe {
        if before > 0 {
            libc::munmap(start, before);
        }
        libc::munmap(place.wrapping_byte_add(len), all - before - len);
    }
    Some(place)
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: our own mapping; no region of it is in use any more, by the constructor's contract.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.len) };
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn create(len: usize, alignment: usize) -> io::Result<SharedMemory> {
        // SAFETY: the tests below use each region before they drop the memory.
        unsafe { SharedMemory::create_aligned(len, alignment) }
    }

    fn open(name: MemoryName, len: usize, alignment: usize) -> io::Result<SharedMemory> {
        // SAFETY: as for `create`.
        unsafe { SharedMemory::open_aligned(name, len, alignment) }
    }

    #[test]
    fn memory_opened_by_name_is_shared() {
        let mut a = create(10_000, 1).expect("memory");
        let name = a.name().expect("still open");
        let b = open(name, 10_000, 1).expect("the same");
        a.region().set::<u64>(1000, 7);
        assert_eq!((b.region().get::<u64>(1000), b.region().len()), (7, 10_000));
        assert!(a.region().as_ptr() != b.region().as_ptr() && (a.region().as_ptr() as usize).is_multiple_of(4096));
        // SAFETY: as for `create`.
        let without = unsafe { SharedMemory::open(name, 10_000) };
        assert!(without.is_ok_and(|c| c.name().is_none()) && b.name().is_some());
        a.close();
        assert!(a.name().is_none() && open(name, 10_000, 1).is_err());
    }

    #[test]
    fn memory_is_aligned_in_every_process() {
        for alignment in [64, 1 << 16, 1 << 21] {
            let a = create(10_000, alignment).expect("memory");
            let b = open(a.name().expect("still open"), 10_000, alignment).expect("the same");
            for memory in [&a, &b] {
                assert!((memory.region().as_ptr() as usize).is_multiple_of(alignment), "{alignment}");
            }
            a.region().set::<u8>(9_999, 3);
            assert_eq!(b.region().get::<u8>(9_999), 3);
        }
    }

    #[test]
    fn memory_mapped_over_pages_is_the_same_memory() {
        let (mut a, pages) = (create(3 * PAGE, 1).expect("memory"), create(2 * PAGE, 1).expect("pages"));
        let start = pages.region().as_ptr() as usize;
        // SAFETY: the test's own pages, which hold zeros as the memory does.
        let map = |a: &SharedMemory, at: usize, len: usize| unsafe { a.map_over(at, start..start + len) };
        assert!(map(&a, 2 * PAGE, 2 * PAGE).is_err() && map(&a, 1, PAGE).is_err() && map(&a, 0, 1).is_err());
        map(&a, PAGE, 2 * PAGE).expect("whole pages");
        a.region().set::<u64>(PAGE / 8, 7);
        pages.region().set::<u64>(PAGE / 8, 8);
        assert_eq!((pages.region().get::<u64>(0), a.region().get::<u64>(2 * PAGE / 8)), (7, 8));
        a.close();
        assert!(map(&a, 0, PAGE).is_err(), "closed");
    }

    #[test]
    fn sparse_memory_may_be_larger_than_the_machine_s() {
        let Some(left) = memory_allowance() else { return };
        let len = (left as usize + (1 << 30)).next_multiple_of(PAGE);
        assert!(create(len, 1).is_err(), "all of it is wanted");
        // SAFETY: as for `create`.
        let a = unsafe { SharedMemory::create_sparse(len, 1 << 24) }.expect("two pages of it");
        let b = open(a.name().expect("still open"), len, 1 << 24).expect("the same");
        a.region().set::<u64>(len / 8 - 1, 7);
        assert_eq!((b.region().get::<u64>(len / 8 - 1), b.region().get::<u64>(len / 16)), (7, 0));
    }

    #[test]
    fn a_name_that_does_not_fit_is_refused() {
        let a = create(100, 1).expect("memory");
        let MemoryName([pid, fd, secret]) = a.name().expect("still open");
        assert!(open(MemoryName([pid, fd, secret]), 101, 1).is_err(), "another length");
        assert!(open(MemoryName([pid, fd, !secret]), 100, 1).is_err(), "another secret");
        assert!(open(MemoryName([pid, 0, secret]), 100, 1).is_err(), "another file");
        assert!(create(usize::MAX, 1).is_err() && create(1 << 46, 1).is_err());
    }
}
