//! Where symmetric addresses lie: an address of this process becomes an offset in a PE's part, and the offset an
//! address of the PE's part as this process maps it. This is the path of every put, get and atomic operation.
//!
//! **Access rule.** `shmem_init` writes the words of [`SPACE`] before any other thread of the program calls OpenSHMEM,
//! and `shmem_finalize` clears them when none does any more; so all accesses are relaxed.
use super::process::{enter, fail};
use crate::layout::{STATICS_AT, WAITING};
use std::ops::Range;
use std::ptr;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize};

/// The symmetric memory as this process sees it.
pub struct SymmetricSpace {
    /// The number of PEs; 0 before `shmem_init` and after `shmem_finalize`.
    n_pes: AtomicUsize,
    me: AtomicUsize,
    /// The address of this PE's heap, its bytes, and its offset in the part.
    heap: AtomicUsize,
    heap_len: AtomicUsize,
    heap_at: AtomicUsize,
    /// The address of the program's static variables, and their bytes.
    statics: AtomicUsize,
    statics_len: AtomicUsize,
    /// The address of each PE's part; null if this process does not map it.
    parts: AtomicPtr<*mut u8>,
    /// The number of each PE's machine.
    machines: AtomicPtr<u32>,
    /// True if some parts are not mapped.
    is_far: AtomicBool,
    /// True if PEs outnumber processors, so that a waiting PE must not keep one.
    crowded: AtomicBool,
}

pub static SPACE: SymmetricSpace = SymmetricSpace {
    n_pes: AtomicUsize::new(0),
    me: AtomicUsize::new(0),
    heap: AtomicUsize::new(0),
    heap_len: AtomicUsize::new(0),
    heap_at: AtomicUsize::new(0),
    statics: AtomicUsize::new(0),
    statics_len: AtomicUsize::new(0),
    parts: AtomicPtr::new(ptr::null_mut()),
    machines: AtomicPtr::new(ptr::null_mut()),
    is_far: AtomicBool::new(false),
    crowded: AtomicBool::new(false),
};

/// What `shmem_init` has found.
pub struct FoundMemory {
    pub me: usize,
    pub heap: (usize, usize, usize),
    pub statics: (usize, usize),
    pub parts: Vec<*mut u8>,
    pub machines: Vec<u32>,
    pub crowded: bool,
}

impl SymmetricSpace {
    /// Opens the space. The tables are never freed, because other threads may be reading them.
    pub fn open(&self, found: FoundMemory) {
        let FoundMemory { me, heap, statics, parts, machines, crowded } = found;
        self.me.store(me, Relaxed);
        self.heap.store(heap.0, Relaxed);
        self.heap_len.store(heap.1, Relaxed);
        self.heap_at.store(heap.2, Relaxed);
        self.statics.store(statics.0, Relaxed);
        self.statics_len.store(statics.1, Relaxed);
        self.is_far.store(parts.iter().any(|part| part.is_null()), Relaxed);
        self.crowded.store(crowded, Relaxed);
        let n = parts.len();
        self.parts.store(Box::leak(parts.into_boxed_slice()).as_mut_ptr(), Relaxed);
        self.machines.store(Box::leak(machines.into_boxed_slice()).as_mut_ptr(), Relaxed);
        self.n_pes.store(n, SeqCst);
    }

    /// Closes the space: each call from now on fails.
    pub fn close(&self) {
        self.n_pes.store(0, SeqCst);
    }

    #[inline(always)]
    pub fn n_pes(&self) -> usize {
        self.n_pes.load(Relaxed)
    }

    #[inline(always)]
    pub fn me(&self) -> usize {
        self.me.load(Relaxed)
    }

    #[inline(always)]
    pub fn is_far(&self) -> bool {
        self.is_far.load(Relaxed)
    }

    #[inline(always)]
    pub fn is_crowded(&self) -> bool {
        self.crowded.load(Relaxed)
    }

    /// Returns the offset in a part of `bytes` bytes at a symmetric address; `None` if they are not symmetric.
    #[inline(always)]
    pub fn offset(&self, address: usize, bytes: usize) -> Option<usize> {
        let inside = |at: usize, len: usize| at < len && bytes <= len - at;
        let in_heap = address.wrapping_sub(self.heap.load(Relaxed));
        if inside(in_heap, self.heap_len.load(Relaxed)) {
            return Some(self.heap_at.load(Relaxed) + in_heap);
        }
        let in_statics = address.wrapping_sub(self.statics.load(Relaxed));
        inside(in_statics, self.statics_len.load(Relaxed)).then(|| STATICS_AT + in_statics)
    }

    /// Returns the addresses of the static variables that PEs share; an empty range if there are none.
    pub fn statics(&self) -> Range<usize> {
        let start = self.statics.load(Relaxed);
        start..start + self.statics_len.load(Relaxed)
    }

    /// Returns the offset in this PE's heap of an address; `None` if it lies outside.
    pub fn in_heap(&self, address: usize) -> Option<usize> {
        let at = address.wrapping_sub(self.heap.load(Relaxed));
        (at < self.heap_len.load(Relaxed)).then_some(at)
    }

    /// Returns the address in this PE's heap of an offset.
    pub fn heap_address(&self, at: usize) -> *mut u8 {
        self.part(self.me()).wrapping_add(self.heap_at.load(Relaxed) + at)
    }

    /// Returns the address of a PE's part, null if this process does not map it. The PE must exist.
    #[inline(always)]
    pub fn part(&self, pe: usize) -> *mut u8 {
        debug_assert!(pe < self.n_pes());
        // SAFETY: the table has an entry for each PE, and is never freed.
        unsafe { *self.parts.load(Relaxed).add(pe) }
    }

    /// Returns the number of a PE's machine. PEs with equal numbers map each other's parts. The PE must exist.
    pub fn machine(&self, pe: usize) -> u32 {
        debug_assert!(pe < self.n_pes());
        // SAFETY: the table has an entry for each PE, and is never freed.
        unsafe { *self.machines.load(Relaxed).add(pe) }
    }

    /// Returns where this process maps `bytes` bytes at a symmetric address of PE `pe`. Returns `None` if the address
    /// or the PE is wrong, or if the PE's part is not mapped.
    #[inline(always)]
    pub fn near(&self, address: usize, bytes: usize, pe: i32) -> Option<*mut u8> {
        let pe = pe as u32 as usize;
        if pe >= self.n_pes() {
            return None;
        }
        let offset = self.offset(address, bytes)?;
        let part = self.part(pe);
        (!part.is_null()).then(|| part.wrapping_add(offset))
    }

    /// Returns a word of a mapped part, by its offset.
    #[inline(always)]
    pub fn word(&self, pe: usize, offset: usize) -> &'static AtomicU64 {
        // SAFETY: the caller has found the part mapped; offsets of words are aligned and lie in every part, which stays
        // mapped until no call of OpenSHMEM runs any more.
        unsafe { &*self.part(pe).wrapping_add(offset).cast::<AtomicU64>() }
    }

    /// Wakes the threads of a PE of this machine that sleep until another PE writes. Call it after the write. A sleeper
    /// that this call misses looks again by itself.
    #[inline(always)]
    pub fn rouse(&self, pe: usize) {
        if self.word(pe, WAITING).load(Relaxed) != 0 {
            ring(pe);
        }
    }

    /// Returns the offset of symmetric bytes, and the PE, or ends the job with the reason why there are none.
    pub fn place(&self, call: &str, address: usize, bytes: usize, pe: i32) -> (usize, usize) {
        let pe = self.check_pe(call, pe);
        match self.offset(address, bytes) {
            Some(offset) => (pe, offset),
            None => self.refuse(call, address, bytes, pe),
        }
    }

    /// Ends the job unless there is a PE of that number.
    pub fn check_pe(&self, call: &str, pe: i32) -> usize {
        self.check(call);
        match usize::try_from(pe) {
            Ok(number) if number < self.n_pes() => number,
            _ => fail(call, format_args!("there is no PE {pe}; the job has PEs 0 to {}", self.n_pes() - 1)),
        }
    }

    /// Ends the job unless OpenSHMEM has started.
    #[inline(always)]
    pub fn check(&self, call: &str) {
        if self.n_pes() == 0 {
            fail(
                call,
                "OpenSHMEM has not been started, or is over: no call may come before shmem_init or after the end",
            );
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&self, call: &str, address: usize, bytes: usize, pe: usize) -> ! {
        let (heap, heap_len) = (self.heap.load(Relaxed), self.heap_len.load(Relaxed));
        let (statics, statics_len) = (self.statics.load(Relaxed), self.statics_len.load(Relaxed));
        let why = match (self.offset(address, 0), address) {
            (_, 0) => "the address is a null pointer".to_owned(),
            (Some(_), _) => format!(
                "the {bytes} bytes at {address:#x} reach past the end of the symmetric heap ({heap:#x} to {:#x}) or of \
                 the program's static variables ({statics:#x} to {:#x})",
                heap + heap_len,
                statics + statics_len
            ),
            (None, _) => format!(
                "the address {address:#x} ({bytes} bytes) is not symmetric: it lies neither in the symmetric heap \
                 ({heap:#x} to {:#x}) nor in the static variables of the program ({statics:#x} to {:#x}; those of \
                 shared libraries are not symmetric)",
                heap + heap_len,
                statics + statics_len
            ),
        };
        fail(call, format_args!("to PE {pe}: {why}"))
    }
}

#[cold]
#[inline(never)]
fn ring(pe: usize) {
    enter(|inside| {
        if let Some(endpoint) = &inside.common().endpoint {
            endpoint.ring(pe as u32);
        }
    });
}
