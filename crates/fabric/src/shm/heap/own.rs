//! The owner's side: which memory of this process peers may map.
use super::{HEAP_FILE, HEAP_SECRET};
use crate::Registration;
use crate::mem::Region;
use crate::shm::Segment;
use clump_heapfile::LEAST_MESSAGE;
use std::ffi::CStr;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many bytes of the machine's memory must stay free when more memory is shared. A larger number shares less, a
/// smaller one risks that the machine runs out of memory.
const SPARE: u64 = 32 << 20;
/// The most bytes of freed memory that a rank keeps. `PART_KEPT` is a divisor: all ranks together keep at most that
/// part of the free memory.
const MOST_KEPT: u64 = 128 << 20;
const PART_KEPT: u64 = 8;

/// The functions of `libclump_heap.so`, if it was preloaded (crates/heap/src/interface.rs).
#[derive(Clone, Copy)]
struct Functions {
    attach: extern "C" fn(usize, u64) -> i32,
    detach: extern "C" fn(),
    look: extern "C" fn(usize, usize) -> i32,
    is_shared: extern "C" fn(usize, usize) -> i32,
    share: unsafe extern "C" fn(usize, usize) -> i32,
    share_around: unsafe extern "C" fn(usize, usize) -> i32,
    file: extern "C" fn() -> u64,
}

impl Functions {
    fn find() -> Option<Functions> {
        let find = |name: &CStr| {
            // SAFETY: a C string; searches the loaded libraries.
            let f = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
            (!f.is_null()).then_some(f)
        };
        // SAFETY: the names carry the number of the interface, whose types these are.
        unsafe {
            Some(Functions {
                attach: std::mem::transmute::<*mut libc::c_void, extern "C" fn(usize, u64) -> i32>(find(
                    c"clump_heap_1_attach",
                )?),
                detach: std::mem::transmute::<*mut libc::c_void, extern "C" fn()>(find(c"clump_heap_1_detach")?),
                look: std::mem::transmute::<*mut libc::c_void, extern "C" fn(usize, usize) -> i32>(find(
                    c"clump_heap_1_look",
                )?),
                is_shared: std::mem::transmute::<*mut libc::c_void, extern "C" fn(usize, usize) -> i32>(find(
                    c"clump_heap_1_is_shared",
                )?),
                share: std::mem::transmute::<*mut libc::c_void, unsafe extern "C" fn(usize, usize) -> i32>(find(
                    c"clump_heap_1_share",
                )?),
                share_around: std::mem::transmute::<*mut libc::c_void, unsafe extern "C" fn(usize, usize) -> i32>(
                    find(c"clump_heap_1_share_around")?,
                ),
                file: std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> u64>(find(c"clump_heap_1_file")?),
            })
        }
    }
}

/// This process's shared heap. Does nothing if the library is not loaded.
pub struct Own {
    functions: Option<Functions>,
    segment: Arc<Segment>,
    rank: u32,
    /// How many messages to skip before the next attempt after a refusal. `passed` is how many were skipped the last
    /// time.
    pass: u32,
    passed: u32,
    /// How many callers of `hold_still` forbid at present that pages move.
    still: u32,
}

impl Own {
    pub fn attach(segment: &Arc<Segment>, rank: u32) -> Own {
        let mut functions = Functions::find();
        if let Some(f) = functions {
            let all = segment.allowance().look(SPARE) / PART_KEPT;
            let keep = (all / u64::from(segment.ranks())).min(MOST_KEPT);
            let secret = std::hash::RandomState::new().build_hasher().finish();
            if (f.attach)(keep as usize, secret) == 0 {
                functions = None;
            } else {
                segment.word(segment.layout().control(rank) + HEAP_SECRET).store(secret, Ordering::Relaxed);
                // Memory that was shared before an earlier endpoint of this process closed is still shared.
                publish(f, segment, rank);
            }
        }
        Own { functions, segment: segment.clone(), rank, pass: 0, passed: 0, still: 0 }
    }

    /// Returns a heap of which peers of `segment` map nothing.
    pub fn unshared(segment: &Arc<Segment>, rank: u32) -> Own {
        Own { functions: None, segment: segment.clone(), rank, pass: 0, passed: 0, still: 0 }
    }

    /// If `on`, forbids that memory other than fresh memory becomes shared; otherwise allows it again. Calls nest.
    pub fn hold_still(&mut self, on: bool) {
        self.still = if on { self.still + 1 } else { self.still.saturating_sub(1) };
    }

    /// Announces that a message is about to use `memory`, and shares the memory if that is worthwhile. Returns true if
    /// the memory is shared, except for less than a page at each end.
    #[inline(always)]
    pub fn register(&mut self, memory: Region, how: Registration) -> bool {
        match self.functions {
            Some(f) if memory.len() >= LEAST_MESSAGE => self.look(f, memory, how),
            _ => false,
        }
    }

    fn look(&mut self, f: Functions, memory: Region, how: Registration) -> bool {
        let (address, len) = (memory.as_ptr() as usize, memory.len());
        let fresh = how == Registration::Fresh;
        match if fresh { (f.is_shared)(address, len) } else { (f.look)(address, len) } {
            1 => return true,
            _ if fresh => {}
            _ if self.still > 0 => return false,
            2 => {}
            _ if how == Registration::Now => {}
            _ => return false,
        }
        let parts = matches!(how, Registration::Parts { .. });
        let quiet = matches!(how, Registration::Parts { quiet: true } | Registration::Whole { quiet: true });
        let alone = quiet && libc_knows_one_thread();
        if parts && !alone {
            return false;
        }
        if self.pass > 0 {
            self.pass -= 1;
            return false;
        }
        let done = self.segment.allowance().take(len as u64, SPARE).is_ok()
            // SAFETY: no code writes to the memory: this thread is the only one, it is in this call, and signals are
            // blocked.
            && (alone && undisturbed(|| unsafe { (f.share_around)(address, len) == 1 })
                // SAFETY: only a message's receive writes its memory, by the region's contract, and it has not begun.
                || !parts && unsafe { (f.share)(address, len) == 1 });
        if done {
            self.passed = 0;
        } else {
            self.passed = (self.passed * 2).clamp(16, 1 << 16);
            self.pass = self.passed;
        }
        // Publishes the file even after a partial success, because the file may be new.
        publish(f, &self.segment, self.rank);
        done
    }
}

/// Tells peers which file holds the memory that this process shares.
fn publish(f: Functions, segment: &Segment, rank: u32) {
    segment.word(segment.layout().control(rank) + HEAP_FILE).store((f.file)(), Ordering::Release);
}

/// Returns true if the C library (2.32 or later) knows of only one thread. The check is cheap, but does not count
/// threads that were started without the C library.
fn libc_knows_one_thread() -> bool {
    // SAFETY: a C string; searches the loaded libraries.
    let word = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
    // SAFETY: null, or the address of a byte that only the C library writes.
    !word.is_null() && unsafe { word.cast::<u8>().read_volatile() } != 0
}

/// Runs `what` with signals blocked if this is the only thread of the process. Returns false otherwise.
fn undisturbed(what: impl FnOnce() -> bool) -> bool {
    let alone = std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.take(2).count() == 1);
    if !alone {
        return false;
    }
    // SAFETY: both sets are written before they are read.
    unsafe {
        let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        if libc::pthread_sigmask(libc::SIG_BLOCK, &all, &mut before) != 0 {
            return false;
        }
        let done = what();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        done
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if let Some(f) = self.functions {
            (f.detach)();
        }
    }
}
