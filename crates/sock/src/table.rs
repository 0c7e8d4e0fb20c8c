//! This process's view of the job's table.
use crate::process::{is_alive, note_pid, pid};
use clump_sockfile::{MAGIC, PROCESSES, RING, RINGS, SIZE, SocketProcess, Table, VARIABLE};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicPtr, AtomicUsize};

static TABLE: AtomicPtr<Table> = AtomicPtr::new(std::ptr::null_mut());
/// The index of this process in the table.
static OWN: AtomicUsize = AtomicUsize::new(0);

/// Returns the job's table, if this process has one.
#[inline(always)]
pub fn table() -> Option<&'static Table> {
    let table = TABLE.load(Relaxed);
    // SAFETY: `open` stores the address of a mapping of `SIZE` bytes that is never unmapped; all words are atomic.
    unsafe { table.as_ref() }
}

/// Returns the first byte of a way's ring, which has [`RING`] bytes.
pub fn ring(table: &'static Table, connection: usize, way: usize) -> *mut u8 {
    let base = std::ptr::from_ref(table).cast::<u8>().cast_mut();
    // SAFETY: `connection` and `way` are indices, so that the ring lies within the mapping of `SIZE` bytes.
    unsafe { base.add(RINGS + (connection * 2 + way) * RING) }
}

/// Returns this process's number in the table: its index plus 1.
pub fn own() -> u32 {
    OWN.load(Relaxed) as u32 + 1
}

/// Returns this process's words.
#[inline(always)]
pub fn own_process(table: &'static Table) -> &'static SocketProcess {
    &table.processes[OWN.load(Relaxed).min(PROCESSES - 1)]
}

/// Maps the job's table and takes a place in it, unless this process is no part of a job, or uses io_uring, whose calls
/// the library does not see.
pub fn open() {
    if TABLE.load(Relaxed).is_null()
        && !uses_io_uring()
        && let Some(table) = std::env::var(VARIABLE).ok().and_then(|value| map(&value))
    {
        TABLE.store(table, SeqCst);
        take_place();
    }
}

/// Takes a place in the table for this process, which has just begun or is a new child. A process without a place, in a
/// full table, leaves all its connections in the kernel.
pub fn take_place() {
    let Some(table) = table() else { return };
    note_pid();
    let pid = pid();
    let held = crate::lock::SharedLock::lock(&table.lock);
    let mine = table.processes.iter().position(|process| process.pid.load(Relaxed) == pid);
    let place = mine.or_else(|| {
        table.processes.iter().position(|process| {
            let other = process.pid.load(Relaxed);
            other == 0 || !is_alive(other)
        })
    });
    match place {
        Some(place) => {
            table.processes[place].pid.store(pid, Relaxed);
            table.processes[place].sleepers.store(0, Relaxed);
            OWN.store(place, Relaxed);
        }
        None => TABLE.store(std::ptr::null_mut(), SeqCst),
    }
    drop(held);
}

/// Maps the file that the variable names. Returns `None` if it is not the launcher's.
fn map(value: &str) -> Option<*mut Table> {
    let mut words = value.strip_prefix("1 ")?.split(' ');
    let fd: i32 = words.next()?.strip_prefix("fd=")?.parse().ok()?;
    let launcher: u32 = words.next()?.strip_prefix("pid=")?.parse().ok()?;
    try_map(fd).or_else(|| {
        // A parent has closed the descriptor: the launcher still has the file.
        let path = std::ffi::CString::new(format!("/proc/{launcher}/fd/{fd}")).ok()?;
        // SAFETY: the path ends with a zero.
        let opened = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
        let mapped = try_map(opened);
        if opened >= 0 {
            // SAFETY: the descriptor was opened above.
            unsafe { crate::next::close(opened) };
        }
        mapped
    })
}

fn try_map(fd: i32) -> Option<*mut Table> {
    // SAFETY: all zeros are a valid `stat`.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: `stat` is valid for writing; a wrong descriptor is an error.
    let known = unsafe { libc::fstat(fd, &mut stat) } == 0;
    // SAFETY: no arguments.
    let user = unsafe { libc::geteuid() };
    // SAFETY: this command takes no argument; a wrong descriptor is an error.
    let seals = unsafe { crate::next::fcntl(fd, libc::F_GET_SEALS, 0) };
    let sealed = seals >= 0 && seals & libc::F_SEAL_SHRINK != 0;
    if !known || stat.st_uid != user || stat.st_size != SIZE as i64 || !sealed {
        return None;
    }
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_NORESERVE);
    // SAFETY: a new mapping at an address that the kernel chooses.
    let mapped = unsafe { libc::mmap(std::ptr::null_mut(), SIZE, access, kind, fd, 0) };
    if mapped == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: the new mapping. A core file would contain all rings of the job.
    unsafe { libc::madvise(mapped, SIZE, libc::MADV_DONTDUMP) };
    let table = mapped.cast::<Table>();
    // SAFETY: the mapping has `SIZE` bytes, at least a `Table`'s, and is sealed against shrinking.
    let magic = unsafe { &*table }.magic.load(SeqCst);
    (magic == MAGIC).then_some(table)
}

/// Returns true if the program has loaded liburing.
fn uses_io_uring() -> bool {
    // SAFETY: the loader passes a valid description, and what the caller of `dl_iterate_phdr` has passed.
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, found: *mut libc::c_void) -> i32 {
        // SAFETY: the loader passes a valid description.
        let name = unsafe { (*info).dlpi_name };
        // SAFETY: the name, if there is one, ends with a zero.
        let name = (!name.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(name) });
        let is_uring = name.is_some_and(|name| name.to_bytes().windows(8).any(|part| part == b"liburing"));
        if is_uring {
            // SAFETY: the caller passes a pointer to a bool.
            unsafe { *found.cast::<bool>() = true };
        }
        0
    }
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let mut found = false;
        // SAFETY: `look` gets the pointer to `found`, which outlives the call.
        unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut found).cast()) };
        found
    })
}
