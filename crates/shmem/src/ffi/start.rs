//! Start and end of OpenSHMEM (1.5, section 9.1).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::introduce::gather;
use super::process::{enter, fail};
use super::space::{FoundMemory, SPACE};
use super::window::{Joined, joined, meaning};
use super::{ctx, fork, order, statics, team};
use crate::heap::SymmetricHeap;
use crate::layout::{ALIGNMENT, PartLayout, STATICS_AT};
use crate::pe_set::PeSet;
use crate::{CONTEXT, size};
use clump::driver::windows::{MemoryName, PartMemory, SharedMemory, Window, WindowId, WindowLayout, WindowMember, key};
use clump::driver::{Endpoint, is_ending};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::Once;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicI32, AtomicU32};

/// SHMEM_THREAD_SINGLE and SHMEM_THREAD_MULTIPLE; two levels lie between them.
const SINGLE: c_int = 0;
const MULTIPLE: c_int = 3;

/// Calls of `shmem_init` less calls of `shmem_finalize`.
static STARTED: AtomicU32 = AtomicU32::new(0);
static LEVEL: AtomicI32 = AtomicI32::new(SINGLE);

pub unsafe fn init(call: &str) {
    begin(call, SINGLE);
}

pub unsafe fn start_pes(call: &str, _npes: c_int) {
    begin(call, SINGLE);
}

pub unsafe fn init_thread(call: &str, requested: c_int, provided: *mut c_int) -> c_int {
    begin(call, requested.clamp(SINGLE, MULTIPLE));
    // SAFETY: the program vouches for the place of the level.
    unsafe { provided.write(LEVEL.load(Relaxed)) };
    0
}

pub unsafe fn query_thread(call: &str, provided: *mut c_int) {
    SPACE.check(call);
    // SAFETY: the program vouches for the place of the level.
    unsafe { provided.write(LEVEL.load(Relaxed)) };
}

fn begin(call: &str, level: c_int) {
    if STARTED.fetch_add(1, SeqCst) > 0 {
        return;
    }
    let heap = heap_size(call);
    let joins = enter(|inside| -> Result<(), String> {
        inside.join().map_err(|e| e.to_string())?;
        if level == MULTIPLE {
            inside.expect_threads();
        }
        Ok(())
    });
    if let Err(why) = joins {
        fail(call, why);
    }
    LEVEL.store(level, Relaxed);
    Start::new(call, heap).run();
    finalize_at_exit();
}

/// Returns the heap's size, as users set it.
fn heap_size(call: &str) -> usize {
    for name in ["SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"] {
        let Some(text) = clump::driver::environment::text(name) else { continue };
        return size::parse(&text).unwrap_or_else(|| {
            fail(call, format_args!("{name} is `{text}`; it must be a number with an optional suffix K, M, G or T"))
        });
    }
    size::DEFAULT
}

/// The PEs as `shmem_init` finds them.
struct Start<'a> {
    call: &'a str,
    me: usize,
    /// The number of each PE's machine. PEs with equal numbers map each other's memory.
    machines: Vec<u32>,
    /// The PEs of this machine.
    near: Vec<usize>,
    /// The program's own static variables, and the layout of all parts.
    statics: Range<usize>,
    layout: PartLayout,
    /// The key of each PE's part.
    keys: Vec<u64>,
    crowded: bool,
}

/// What became of a PE's shared memory.
const HAS_IT: u64 = 0;
const COULD_NOT_MAKE_IT: u64 = 1;
const COULD_NOT_OPEN_IT: u64 = 2;

impl<'a> Start<'a> {
    fn new(call: &'a str, heap: usize) -> Start<'a> {
        let (me, machines, crowded) = enter(|inside| {
            let endpoint = inside.common().endpoint();
            let machines: Vec<u32> = (0..endpoint.size()).map(|rank| endpoint.host_of(rank)).collect();
            (endpoint.rank() as usize, machines, endpoint.is_oversubscribed())
        });
        let near = (0..machines.len()).filter(|&pe| machines[pe] == machines[me]).collect();
        let statics = statics::find();
        let all = gather(call, [statics.len() as u64, heap as u64, key()]);
        if let Some(pe) = all.iter().position(|words| words[1] != heap as u64) {
            let other = all[pe][1];
            fail(call, format_args!("the symmetric heap of PE {me} has {heap} bytes, that of PE {pe} has {other}"));
        }
        let longest = all.iter().map(|words| words[0] as usize).max().unwrap_or(0);
        let layout = PartLayout { statics: longest, heap };
        let keys = all.iter().map(|words| words[2]).collect();
        Start { call, me, machines, near, statics, layout, keys, crowded }
    }

    fn run(mut self) {
        let (memory, shape) = match self.share() {
            Some(shared) => shared,
            None => {
                // The system does not let PEs map each other's memory: all exchange frames.
                self.machines = (0..self.machines.len() as u32).collect();
                self.near = vec![self.me];
                self.share().unwrap_or_else(|| fail(self.call, "there is no memory for the symmetric heap"))
            }
        };
        let window = self.open(memory, shape);
        self.make_known(window);
        // From here on, all PEs may use each other's memory.
        gather(self.call, [0]);
    }

    /// Makes the memory that the PEs of this machine share: the first makes it, the others open it. `None` if some PE
    /// of the job cannot.
    fn share(&self) -> Option<(SharedMemory, WindowLayout)> {
        let parts = vec![self.layout.total() as u64; self.near.len()];
        let shape = WindowLayout::aligned(self.keys.len(), &parts, false, ALIGNMENT);
        let shape = shape.unwrap_or_else(|| fail(self.call, "the symmetric heaps are larger than memory"));
        // SAFETY: the window keeps the memory until `shmem_finalize`.
        let made = self.is_first().then(|| unsafe { SharedMemory::create_sparse(shape.total(), ALIGNMENT) });
        let name = match &made {
            Some(Ok(memory)) => memory.name().map_or([0; 3], |name| name.0),
            _ => [0; 3],
        };
        let names = gather(self.call, name);
        let (memory, state) = match made {
            Some(Ok(memory)) => (Ok(memory), HAS_IT),
            Some(Err(e)) => (Err(e), COULD_NOT_MAKE_IT),
            None => {
                let name = MemoryName(names[self.near[0]]);
                // SAFETY: as above.
                match unsafe { SharedMemory::open_aligned(name, shape.total(), ALIGNMENT) } {
                    Ok(memory) => (Ok(memory), HAS_IT),
                    Err(e) => (Err(e), COULD_NOT_OPEN_IT),
                }
            }
        };
        let states = gather(self.call, [state]);
        if let (COULD_NOT_MAKE_IT, Err(e)) = (state, &memory) {
            fail(self.call, format_args!("no memory for the symmetric heaps of this machine's PEs: {e}"));
        }
        if states.contains(&[COULD_NOT_MAKE_IT]) {
            // The PE that could not make it says why, and ends the job.
            std::thread::sleep(std::time::Duration::from_secs(1));
            fail(self.call, "another PE could not make the memory of its machine");
        }
        memory.ok().filter(|_| states.iter().all(|state| *state == [HAS_IT])).map(|memory| (memory, shape))
    }

    fn is_first(&self) -> bool {
        self.near.first() == Some(&self.me)
    }

    /// Moves the static variables into the memory, and opens the window.
    fn open(&self, mut memory: SharedMemory, shape: WindowLayout) -> Window {
        let index = |pe: usize| self.near.iter().position(|&near| near == pe);
        let (at, _) = shape.part(index(self.me).unwrap_or(0));
        if !self.statics.is_empty() {
            let at = at + STATICS_AT;
            // SAFETY: the program's pages, which this thread alone uses now (the manual says so), and as many of the
            // part. They stay mapped as long as the process lives.
            let mapped = unsafe {
                statics::copy(&self.statics, memory.region().as_ptr().wrapping_add(at));
                memory.map_over(at, self.statics.clone())
            };
            if let Err(e) = mapped {
                fail(self.call, format_args!("the static variables cannot be shared: {e}"));
            }
        }
        memory.close();
        let offered = PartMemory::Allocated { len: self.layout.total() as u64 };
        let members: Vec<WindowMember> = (self.keys.iter().enumerate())
            .map(|(pe, &key)| WindowMember { rank: pe as u32, near: index(pe), copied: true, offered, key })
            .collect();
        let shared = Some((memory, shape));
        enter(|inside| {
            let endpoint = inside.common().endpoint();
            let mut window = Window::new(endpoint, WindowId(CONTEXT.into()), self.me, &members, shared, None);
            if window.is_far() {
                window.offer(endpoint, meaning);
                inside.hold_help(true);
            }
            window
        })
    }

    /// Makes the memory known to all calls.
    fn make_known(&self, window: Window) {
        let parts: Vec<*mut u8> = (0..self.keys.len())
            .map(|pe| match window.mapped(pe) {
                part if part.is_empty() => std::ptr::null_mut(),
                part => part.as_ptr(),
            })
            .collect();
        let heap_at = self.layout.heap_at();
        let heap = (parts[self.me].wrapping_add(heap_at).addr(), self.layout.heap, heap_at);
        let near: Vec<i32> = self.near.iter().map(|&pe| pe as i32).collect();
        let heap_blocks = SymmetricHeap::new(self.layout.heap);
        *joined() = Some(Joined { window, heap: heap_blocks, disordered: Vec::new(), touched: Vec::new() });
        let statics = (self.statics.start, self.statics.len());
        let (me, machines, crowded) = (self.me, self.machines.clone(), self.crowded);
        SPACE.open(FoundMemory { me, heap, statics, parts, machines, crowded });
        if statics.1 > 0 {
            fork::keep_apart();
        }
        team::begin(PeSet::of(&near).unwrap_or(PeSet { start: self.me as i32, stride: 1, size: 1 }));
    }
}

pub unsafe fn finalize(call: &str) {
    SPACE.check(call);
    if STARTED.fetch_sub(1, SeqCst) > 1 {
        return;
    }
    order::barrier(call);
    if SPACE.is_far() {
        // No PE withdraws its memory before the others' last words have arrived there.
        order::wait_for_all(call);
        gather(call, [0]);
    }
    ctx::end();
    SPACE.close();
    let closed = enter(|inside| {
        let ended = joined().take();
        if let Some(Joined { window, .. }) = &ended
            && window.is_offered()
        {
            window.withdraw(inside.common().endpoint());
            inside.hold_help(false);
        }
        // Other threads of the program may still look at a table of the parts, but no longer at the parts.
        drop(ended);
        inside.leave()
    });
    // The endpoint is closed outside the gate, because closing it waits for a thread that may want to enter.
    if let Some(Err(e)) = closed.map(Endpoint::close) {
        eprintln!("clump: {call}: {e}");
    }
}

pub unsafe fn global_exit(call: &str, status: c_int) {
    SPACE.check(call);
    enter(|inside| {
        if let Some(endpoint) = &inside.common().endpoint {
            endpoint.abort(status & 0xff, "");
        }
    });
}

// SAFETY: the C library has this function with this signature; like `atexit`, it may be called from a library that is
// never unloaded.
unsafe extern "C" {
    safe fn on_exit(f: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Finalises a program that ends with 0 without `shmem_finalize` (OpenSHMEM 1.5, section 9.1.4).
fn finalize_at_exit() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        on_exit(at_exit, std::ptr::null_mut());
    });
}

extern "C" fn at_exit(status: c_int, _: *mut c_void) {
    if status == 0 && SPACE.n_pes() > 0 && !is_ending() {
        STARTED.store(1, SeqCst);
        // SAFETY: as for a call of the program.
        unsafe { finalize("shmem_finalize (at exit)") };
    }
}
