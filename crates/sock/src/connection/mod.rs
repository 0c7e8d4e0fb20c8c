//! One end of a carried connection: sends and receives that never block, bells, and the way back into the kernel.
mod bells;
mod leaving;
mod options;
mod receive;
mod send;

pub use leaving::{leave_all, leave_in_kernel, share};
pub use options::forget_options;

use crate::copying::Buffers;
use crate::descriptors::{self, End, Known};
use crate::lock::SharedLock;
use crate::{inheritance, registry, table};
use clump_sockfile::{BACK, ENOUGH_ROOM, KERNEL, RING_MODE, SocketConnection, SocketSide, SocketWay, Table};
use libc::{MSG_PEEK, c_int};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU16, AtomicU32, fence};
use std::time::Duration;

/// How long a process that forks waits for a peer that is in the middle of a write.
const PATIENCE: Duration = Duration::from_millis(100);
/// Bytes that are sent to a peer that has not come before the connection is left in the kernel.
const PATIENT_BYTES: u64 = 1 << 20;

/// What came of an attempt that does not block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// So many bytes were moved; of a receive, 0 is the end of the stream.
    Moved(usize),
    /// Nothing can be moved now.
    Nothing,
    /// The call fails with this error.
    Failed(c_int),
    /// The call is the kernel's.
    Kernel,
}

static TIMES_FULL: [AtomicU32; 2 * clump_sockfile::CONNECTIONS] =
    [const { AtomicU32::new(0) }; 2 * clump_sockfile::CONNECTIONS];

/// Threads of this process that sleep until there is room, by end.
static ROOM_WAITERS: [AtomicU16; 2 * clump_sockfile::CONNECTIONS] =
    [const { AtomicU16::new(0) }; 2 * clump_sockfile::CONNECTIONS];

/// Counts a thread that sleeps until there is room, while it lives: other threads leave it the bells that mean it.
pub struct RoomWaiter(&'static AtomicU16);

impl Drop for RoomWaiter {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// A carried connection as one of its processes sees it, during one call. A thread that sleeps holds none.
pub struct Carried {
    table: &'static Table,
    end: End,
    fd: c_int,
}

impl Drop for Carried {
    #[inline(always)]
    fn drop(&mut self) {
        descriptors::users(self.end).fetch_sub(1, Release);
    }
}

impl Carried {
    /// Returns the connection of a descriptor. A candidate is registered first: call this before its first byte.
    #[inline]
    pub fn of(fd: c_int) -> Option<Carried> {
        match descriptors::known(fd) {
            Known::Carried(end) => Carried::hold(fd, end),
            Known::Candidate => Carried::hold(fd, registry::register(fd, 0)?),
            Known::Inherited(end) => {
                if inheritance::claim(fd, end) {
                    leaving::share(fd);
                }
                Carried::registered(fd)
            }
            _ => None,
        }
    }

    /// Returns the connection of a descriptor that is registered.
    #[inline]
    pub fn registered(fd: c_int) -> Option<Carried> {
        Carried::hold(fd, descriptors::known(fd).end()?)
    }

    #[inline]
    fn hold(fd: c_int, end: End) -> Option<Carried> {
        let table = table::table()?;
        descriptors::users(end).fetch_add(1, SeqCst);
        let carried = Carried { table, end, fd };
        // Another thread may have closed the descriptor meanwhile, and then frees the place of an end without users.
        (descriptors::known(fd).end() == Some(end)).then_some(carried)
    }

    pub fn end(&self) -> End {
        self.end
    }

    fn connection(&self) -> &'static SocketConnection {
        &self.table.connections[self.end.index]
    }

    pub fn out(&self) -> &'static SocketWay {
        &self.connection().ways[self.end.side]
    }

    pub fn incoming(&self) -> &'static SocketWay {
        &self.connection().ways[1 - self.end.side]
    }

    fn side(&self) -> &'static SocketSide {
        &self.connection().sides[self.end.side]
    }

    fn peer(&self) -> &'static SocketSide {
        &self.connection().sides[1 - self.end.side]
    }

    /// Returns the count of sends that found the ring full: after each, an edge-triggered wait reports new room once.
    pub fn times_full(&self) -> &'static AtomicU32 {
        &TIMES_FULL[(self.end.index * 2 + self.end.side) % TIMES_FULL.len()]
    }

    /// Returns what `poll` says of the rings: POLLIN and POLLOUT, as far as the kernel does not say it. With `waits`,
    /// the peer tells this end when there is room again.
    pub fn ready(&self, waits: bool) -> c_int {
        let mut ready = 0;
        if self.incoming().has_ring_bytes() {
            ready |= c_int::from(libc::POLLIN);
        }
        if self.sends_by_ring() {
            let mut writable = self.has_room();
            if !writable && waits {
                self.out().wants_room.store(1, SeqCst);
                fence(SeqCst);
                writable = self.has_room();
            }
            if writable {
                ready |= c_int::from(libc::POLLOUT);
            }
        }
        ready
    }

    /// Returns true if a sender need not wait.
    fn has_room(&self) -> bool {
        let out = self.out();
        out.room().map_or(true, |room| room >= ENOUGH_ROOM) || out.back.load(SeqCst) != 0
    }

    /// Returns true if what this end sends goes through the kernel for good.
    pub fn is_back(&self) -> bool {
        self.out().mode.load(Acquire) == BACK
    }

    /// Returns true if the ring decides whether this end can write.
    pub fn sends_by_ring(&self) -> bool {
        self.out().mode.load(Acquire) == RING_MODE
    }

    /// The kernel has called the descriptor readable. Returns true if it is, for the program: data or the stream's end,
    /// not only bells.
    pub fn is_readable(&self) -> bool {
        let way = self.incoming();
        let held = SharedLock::lock(&way.read_lock);
        let mut byte = [0u8; 1];
        let piece = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
        let tried = self.receive_locked(Buffers(&[piece]), 0, MSG_PEEK);
        drop(held);
        tried != Tried::Nothing
    }

    /// Returns the number of bytes that can be received; `kernel` asks the kernel, while nobody takes a bell out.
    pub fn readable_bytes(&self, kernel: impl FnOnce() -> usize) -> usize {
        let way = self.incoming();
        let held = SharedLock::lock(&way.read_lock);
        let kernel = kernel();
        let bells = way.bells.load(SeqCst).saturating_sub(way.eaten.load(Relaxed)) as usize;
        let ring = if way.mode.load(SeqCst) == KERNEL { 0 } else { way.unread().unwrap_or(0) };
        drop(held);
        kernel.saturating_sub(bells) + ring
    }
}
