//! Collectives that move data (OpenSHMEM 1.5, section 9.9): the PEs meet, move the data by put and get, and meet again.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::handle::TeamHandle;
use super::meet::Meeting;
use super::order::wait_for_all;
use super::process::fail;
use super::rma::bytes_of;
use super::space::SPACE;
use super::team;
use super::transfer::{read, read_word, write};
use crate::layout::SHORT;
use std::ptr;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::fence;

/// A collective call: its name, the PEs, and the offsets of its arrays in each part.
pub struct SharedCall<'a> {
    pub call: &'a str,
    pub all: Meeting,
    pub dest: usize,
    pub source: usize,
    /// This PE's source.
    pub from: *const u8,
}

impl<'a> SharedCall<'a> {
    /// Returns the call. `dest_len` and `source_len` are the bytes of its arrays, which must be symmetric.
    pub fn new(
        call: &'a str,
        all: Meeting,
        (dest, dest_len): (usize, usize),
        (source, source_len): (*const u8, usize),
    ) -> SharedCall<'a> {
        let me = SPACE.me() as i32;
        let at = |address: usize, len: usize| if len == 0 { 0 } else { SPACE.place(call, address, len, me).1 };
        SharedCall { call, all, dest: at(dest, dest_len), source: at(source.addr(), source_len), from: source }
    }

    fn size(&self) -> usize {
        self.all.set.size as usize
    }

    /// Returns the indices of all PEs from this one on, so that the PEs do not all begin with one PE.
    fn round_robin(&self) -> impl Iterator<Item = usize> {
        let (me, size) = (self.all.me as usize, self.size());
        (0..size).map(move |i| (me + i) % size)
    }

    fn pe(&self, index: usize) -> usize {
        self.all.set.pe(index as i32) as usize
    }

    /// Completes this PE's puts, and waits for all PEs to have completed theirs.
    pub fn end(&self) {
        fence(SeqCst);
        wait_for_all(self.call);
        self.all.wait(self.call);
    }

    /// Meets all PEs with this PE's `bytes` bytes in a buffer. Returns the offset of all PEs' buffers, which they keep
    /// until the next collective call but one. Returns `None`, without a meeting, if the bytes are too many.
    pub fn share_short(&self, bytes: usize) -> Option<usize> {
        let buffer = self.all.short_buffer().filter(|_| bytes <= SHORT)?;
        // SAFETY: the constructor has checked the source; the buffer has room.
        unsafe { ptr::copy(self.from, SPACE.part(SPACE.me()).wrapping_add(buffer), bytes) };
        self.all.wait(self.call);
        Some(buffer)
    }

    /// Copies `bytes` bytes from a PE's part to byte `at` of this PE's destination.
    fn take(&self, index: usize, offset: usize, at: usize, bytes: usize) {
        let into = SPACE.part(SPACE.me()).wrapping_add(self.dest + at);
        // SAFETY: the constructor has checked both arrays.
        unsafe { read(self.call, (self.pe(index), offset), into, bytes, false) };
    }

    /// Copies the root's source to each PE's destination, the root's own only `with_root`.
    pub fn broadcast(&self, bytes: usize, root: usize, with_root: bool) {
        let takes = with_root || root != self.all.me as usize;
        if let Some(buffer) = self.share_short(bytes) {
            if takes {
                self.take(root, buffer, 0, bytes);
            }
            return;
        }
        self.all.wait(self.call);
        if takes {
            self.take(root, self.source, 0, bytes);
        }
        self.end();
    }

    /// Puts this PE's `bytes` bytes to byte `at` of each PE's destination.
    fn put_to_all(&self, at: usize, bytes: usize) {
        for index in self.round_robin() {
            // SAFETY: the constructor has checked both arrays; the source stays as it is until `end`.
            unsafe { write(self.call, (self.pe(index), self.dest + at), self.from, bytes, true) };
        }
    }

    /// Concatenates all PEs' `bytes` bytes, of which each has as many.
    pub fn fcollect(&self, bytes: usize) {
        if let Some(buffer) = self.share_short(bytes) {
            return (0..self.size()).for_each(|index| self.take(index, buffer, index * bytes, bytes));
        }
        self.all.wait(self.call);
        self.put_to_all(self.all.me as usize * bytes, bytes);
        self.end();
    }

    /// Concatenates all PEs' bytes, of which this PE has `bytes`.
    pub fn collect(&self, bytes: usize, dest_address: usize) {
        let number = self.all.number_at();
        SPACE.word(SPACE.me(), number).store(bytes as u64, SeqCst);
        self.all.wait(self.call);
        let counts = (0..self.size()).map(|i| read_word(self.call, self.pe(i), number) as usize);
        let counts: Vec<usize> = counts.collect();
        // Only now the bytes of the destination are known.
        let total = counts.iter().sum();
        let mut whole = SharedCall { dest: 0, ..*self };
        if total > 0 {
            whole.dest = SPACE.place(self.call, dest_address, total, SPACE.me() as i32).1;
        }
        whole.put_to_all(counts[..self.all.me as usize].iter().sum(), bytes);
        self.end();
        SPACE.word(SPACE.me(), number).store(0, SeqCst);
    }

    /// Sends block `i` of `bytes` bytes to PE `i`, which has it as the block of this PE's index.
    pub fn alltoall(&self, bytes: usize) {
        self.all.wait(self.call);
        let at = self.dest + self.all.me as usize * bytes;
        for index in self.round_robin() {
            let from = self.from.wrapping_add(index * bytes);
            // SAFETY: the constructor has checked both arrays; the source stays as it is until `end`.
            unsafe { write(self.call, (self.pe(index), at), from, bytes, true) };
        }
        self.end();
    }

    /// Sends elements as [`Collective::alltoall`] does blocks of `n` elements of `width` bytes, which lie `dst` and
    /// `sst` elements apart.
    pub fn alltoalls(&self, (n, width): (usize, usize), dst: usize, sst: usize) {
        self.all.wait(self.call);
        let block = self.all.me as usize * n * dst;
        for index in self.round_robin() {
            for i in 0..n {
                let from = self.from.wrapping_add((index * n + i) * sst * width);
                let to = self.dest + (block + i * dst) * width;
                // SAFETY: the constructor has checked both arrays; the source stays as it is until `end`.
                unsafe { write(self.call, (self.pe(index), to), from, width, true) };
            }
        }
        self.end();
    }
}

/// Returns the bytes of an array of strided blocks, or ends the job if a stride is not positive.
pub fn strided_bytes<T>(call: &str, stride: isize, elements: usize) -> usize {
    let Some(stride) = usize::try_from(stride).ok().filter(|&stride| stride > 0) else {
        fail(call, format_args!("a stride is {stride}; it must be at least 1"));
    };
    let last = elements.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(1));
    bytes_of::<T>(call, last.unwrap_or(usize::MAX))
}

/// Runs the collectives of a set of PEs, on elements of type `T`.
pub fn run_broadcast<T>(
    call: &str,
    all: Meeting,
    dest: *mut T,
    source: *const T,
    n: usize,
    root: i32,
    with_root: bool,
) {
    let bytes = bytes_of::<T>(call, n);
    if !(0..all.set.size).contains(&root) {
        fail(call, format_args!("the root is {root}; there are PEs 0 to {}", all.set.size - 1));
    }
    SharedCall::new(call, all, (dest.addr(), bytes), (source.cast(), bytes)).broadcast(bytes, root as usize, with_root);
}

pub fn run_fcollect<T>(call: &str, all: Meeting, dest: *mut T, source: *const T, n: usize) {
    let (bytes, total) = (bytes_of::<T>(call, n), bytes_of::<T>(call, n.saturating_mul(all.set.size as usize)));
    SharedCall::new(call, all, (dest.addr(), total), (source.cast(), bytes)).fcollect(bytes);
}

pub fn run_collect<T>(call: &str, all: Meeting, dest: *mut T, source: *const T, n: usize) {
    let bytes = bytes_of::<T>(call, n);
    SharedCall::new(call, all, (dest.addr(), 0), (source.cast(), bytes)).collect(bytes, dest.addr());
}

pub fn run_alltoall<T>(call: &str, all: Meeting, dest: *mut T, source: *const T, n: usize) {
    let (bytes, total) = (bytes_of::<T>(call, n), bytes_of::<T>(call, n.saturating_mul(all.set.size as usize)));
    SharedCall::new(call, all, (dest.addr(), total), (source.cast(), total)).alltoall(bytes);
}

pub fn run_alltoalls<T>(
    call: &str,
    all: Meeting,
    (dest, dst): (*mut T, isize),
    (source, sst): (*const T, isize),
    n: usize,
) {
    let elements = n.saturating_mul(all.set.size as usize);
    let dest = (dest.addr(), strided_bytes::<T>(call, dst, elements));
    let source = (source.cast(), strided_bytes::<T>(call, sst, elements));
    let collective = SharedCall::new(call, all, dest, source);
    collective.alltoalls((n, size_of::<T>()), dst as usize, sst as usize);
}

pub unsafe fn broadcast<T>(call: &str, team: TeamHandle, dest: *mut T, source: *const T, n: usize, root: i32) -> i32 {
    run_broadcast(call, team::meeting(call, team), dest, source, n, root, true);
    0
}

pub unsafe fn collect<T>(call: &str, team: TeamHandle, dest: *mut T, source: *const T, n: usize) -> i32 {
    run_collect(call, team::meeting(call, team), dest, source, n);
    0
}

pub unsafe fn fcollect<T>(call: &str, team: TeamHandle, dest: *mut T, source: *const T, n: usize) -> i32 {
    run_fcollect(call, team::meeting(call, team), dest, source, n);
    0
}

pub unsafe fn alltoall<T>(call: &str, team: TeamHandle, dest: *mut T, source: *const T, n: usize) -> i32 {
    run_alltoall(call, team::meeting(call, team), dest, source, n);
    0
}

pub unsafe fn alltoalls<T>(
    call: &str,
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    n: usize,
) -> i32 {
    run_alltoalls(call, team::meeting(call, team), (dest, dst), (source, sst), n);
    0
}
