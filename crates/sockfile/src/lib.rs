//! The table of a job's connections: one file in memory, which the launcher makes and each process of the job maps.
//! `libclump_sock.so` (crates/sock) uses it; the launcher (crates/tools) reads its counters.
//!
//! A connection has two *sides* (processes that hold its two sockets) and two *ways*: way `i` carries the bytes that
//! side `i` sends. A way's bytes go through the kernel first, then through the way's ring, then, if a side asks for it,
//! through the kernel again, for good ([`KERNEL`], [`RING`], [`BACK`]). While bytes go through the ring, the sender
//! also writes single bytes, *bells*, into the kernel's connection: they wake a receiver that sleeps in the kernel, and
//! are no data. In the kernel's stream of a way lie, in this order: `kernel_bytes` bytes of data, `bells` bells, data.
//!
//! **Access rule.** A way's `written`, `mode`, `kernel_bytes` and `bells` change only under its `write_lock`; `read`,
//! `kernel_read` and `eaten` only under its `read_lock`. `back` is set by the receiver and never cleared: a sender that
//! holds `write_lock` and finds it set writes nothing more into the ring. So a receiver that sets `back`, and then has
//! held `write_lock` once, knows the last byte that the ring will ever hold. A sender stores `mode` and `kernel_bytes`
//! before the first bell, and counts a bell before it sends it: a receiver that looks after it has received knows
//! which bytes are bells. A process trusts no position: [`SocketWay::unread`] and [`SocketWay::room`] refuse impossible
//! ones.
#![forbid(unsafe_code)]
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The environment variable by which a process finds the file: `1 fd=<number> pid=<launcher>`.
pub const VARIABLE: &str = "CLUMP_SOCKETS";
/// Identifies the form. Change it with every change of the structures.
pub const MAGIC: u64 = u64::from_le_bytes(*b"clumpsk2");
/// The most processes of a job, on one machine, whose connections are carried.
pub const PROCESSES: usize = 1024;
/// The most connections at a time. Further connections stay in the kernel.
pub const CONNECTIONS: usize = 4096;
/// Bytes of a way's ring. Larger: fewer wake-ups in a stream, more memory for each connection. See decision 41.
pub const RING: usize = 512 << 10;
/// A sender counts as able to write from this room on, so that it does not wake up for each byte that is read.
pub const ENOUGH_ROOM: usize = RING / 4;
/// Offset of the first ring in the file.
pub const RINGS: usize = size_of::<Table>().next_multiple_of(4096);
/// Bytes of the file. Memory is allocated for what is touched alone.
pub const SIZE: usize = RINGS + CONNECTIONS * 2 * RING;

/// States of a [`SocketConnection`].
pub const FREE: u32 = 0;
pub const HALF: u32 = 1;
pub const BOTH: u32 = 2;

/// Values of [`SocketSide::closed`].
pub const CLOSING: u32 = 1;
pub const LEFT: u32 = 2;

/// Modes of a [`SocketWay`]: where the next byte goes.
pub const KERNEL: u32 = 0;
pub const RING_MODE: u32 = 1;
pub const BACK: u32 = 2;

/// Why a connection was not carried, or not to its end; the index of [`Table::reasons`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Reason {
    /// The peer is on another machine, or reached by an address of another.
    Elsewhere,
    /// The peer's process is none of the job, or does not use the library.
    Stranger,
    /// The process has forked, or handed the socket to another process.
    Shared,
    /// One side has shut its connection down in one direction.
    HalfClosed,
    /// The program used a call that only the kernel serves.
    Call,
    /// The table was full.
    Full,
}

/// The texts of the reasons, in their order.
pub const REASONS: [&str; 6] = [
    "to another machine",
    "to a process that is none of the job, or does not load the library",
    "back in the kernel after a fork, an exec or a hand-over",
    "back in the kernel after a shutdown of one direction",
    "back in the kernel for a call or an option that only the kernel serves",
    "the job's table was full",
];

/// One process that uses the library.
#[repr(C, align(64))]
pub struct SocketProcess {
    /// The process id; 0: free.
    pub pid: AtomicU32,
    /// The number of its threads that sleep in the kernel, or are about to.
    pub sleepers: AtomicU32,
}

/// One end of a connection.
#[repr(C)]
pub struct SocketSide {
    /// Index of the process plus 1; 0: this side has not come yet.
    pub process: AtomicU32,
    /// The process id.
    pub pid: AtomicU32,
    /// 1: other processes hold this socket, too.
    pub shared: AtomicU32,
    /// [`CLOSING`]: this side is closing its socket. [`LEFT`]: it has closed it, and does not use the place of the
    /// connection any more.
    pub closed: AtomicU32,
    /// 1: this side has ended what it sends.
    pub shut: AtomicU32,
    /// 0: one process holds the socket. Else the number of processes that hold it since a fork before its first byte:
    /// its bytes go through the kernel until one process is left, which then takes the side.
    pub holders: AtomicU32,
    /// The kernel's number of the socket (SO_COOKIE), by which another process that gets the socket finds the
    /// connection: a socket whose stream has ended has no peer's name any more.
    pub cookie: AtomicU64,
}

/// The bytes from one side to the other.
#[repr(C, align(64))]
pub struct SocketWay {
    /// Bytes that have been put into the ring.
    pub written: AtomicU64,
    pub mode: AtomicU32,
    pub write_lock: AtomicU32,
    /// Bytes that went through the kernel before the ring.
    pub kernel_bytes: AtomicU64,
    /// Bells that were sent.
    pub bells: AtomicU64,
    /// 1: the sender waits for [`ENOUGH_ROOM`].
    pub wants_room: AtomicU32,
    /// Threads that are sending through the kernel without the lock.
    pub in_kernel: AtomicU32,
    /// Bytes that went through the kernel after the ring, for the launcher's report.
    pub back_bytes: AtomicU64,
    _line: [u64; 2],
    /// Bytes that have been taken out of the ring.
    pub read: AtomicU64,
    pub back: AtomicU32,
    pub read_lock: AtomicU32,
    /// Bytes that were received through the kernel before the ring.
    pub kernel_read: AtomicU64,
    /// Bells that were received.
    pub eaten: AtomicU64,
    _rest: [u64; 4],
}

/// Positions that no honest peer can have produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrupt;

impl SocketWay {
    /// Returns the bytes in the ring.
    pub fn unread(&self) -> Result<usize, Corrupt> {
        let read = self.read.load(Acquire);
        match self.written.load(Acquire).wrapping_sub(read) {
            unread if unread <= RING as u64 => Ok(unread as usize),
            _ => Err(Corrupt),
        }
    }

    /// Returns how many bytes the ring has room for.
    pub fn room(&self) -> Result<usize, Corrupt> {
        self.unread().map(|unread| RING - unread)
    }

    /// Returns true if all bytes that went through the kernel before the ring have been received, so that the ring has
    /// the next.
    pub fn is_at_ring(&self) -> bool {
        self.mode.load(Acquire) != KERNEL && self.kernel_read.load(Relaxed) >= self.kernel_bytes.load(Relaxed)
    }

    /// Returns true if the receiver finds bytes in the ring, or must look there because positions are wrong.
    pub fn has_ring_bytes(&self) -> bool {
        self.is_at_ring() && self.unread() != Ok(0)
    }

    fn clear(&self) {
        for word in [&self.written, &self.kernel_bytes, &self.bells, &self.read, &self.kernel_read, &self.eaten] {
            word.store(0, Relaxed);
        }
        self.back_bytes.store(0, Relaxed);
        for word in [&self.mode, &self.write_lock, &self.wants_room, &self.in_kernel, &self.back, &self.read_lock] {
            word.store(0, Relaxed);
        }
    }
}

/// One connection of the job.
#[repr(C, align(64))]
pub struct SocketConnection {
    pub state: AtomicU32,
    _pad: AtomicU32,
    /// Network namespace; address and port of side 0; address and port of side 1.
    pub key: [AtomicU64; 7],
    pub sides: [SocketSide; 2],
    pub ways: [SocketWay; 2],
}

impl SocketConnection {
    /// Makes the connection as new. The caller holds the table's lock.
    pub fn clear(&self) {
        self.state.store(FREE, Relaxed);
        for side in &self.sides {
            for word in [&side.process, &side.pid, &side.shared, &side.closed, &side.shut, &side.holders] {
                word.store(0, Relaxed);
            }
            side.cookie.store(0, Relaxed);
        }
        self.ways.iter().for_each(SocketWay::clear);
    }
}

/// The start of the file. All zeros but the magic number at first.
#[repr(C, align(64))]
pub struct Table {
    pub magic: AtomicU64,
    /// SharedLock while connections and processes come and go: the process id of its holder.
    pub lock: AtomicU32,
    _pad: AtomicU32,
    /// Connections that went over the rings, so far.
    pub carried: AtomicU64,
    /// Bytes through the rings of connections that have ended.
    pub ring_bytes: AtomicU64,
    /// Bytes through the kernel on sockets that the library knew.
    pub kernel_bytes: AtomicU64,
    /// Connections by [`Reason`].
    pub reasons: [AtomicU64; REASONS.len()],
    pub processes: [SocketProcess; PROCESSES],
    /// A hash of each connection's key; 0: free.
    pub hashes: [AtomicU64; CONNECTIONS],
    pub connections: [SocketConnection; CONNECTIONS],
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way() -> SocketWay {
        SocketWay {
            written: 0.into(),
            mode: 0.into(),
            write_lock: 0.into(),
            kernel_bytes: 0.into(),
            bells: 0.into(),
            wants_room: 0.into(),
            in_kernel: 0.into(),
            back_bytes: 0.into(),
            _line: [0; 2],
            read: 0.into(),
            back: 0.into(),
            read_lock: 0.into(),
            kernel_read: 0.into(),
            eaten: 0.into(),
            _rest: [0; 4],
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let way = way();
        assert_eq!((way.unread(), way.room()), (Ok(0), Ok(RING)));
        way.written.store(RING as u64, Relaxed);
        assert_eq!((way.unread(), way.room()), (Ok(RING), Ok(0)));
        way.written.store(RING as u64 + 1, Relaxed);
        assert_eq!((way.unread(), way.room()), (Err(Corrupt), Err(Corrupt)));
        way.read.store(u64::MAX, Relaxed);
        assert_eq!(way.unread(), Err(Corrupt), "more was read than written");
    }

    #[test]
    fn the_ring_comes_behind_the_bytes_that_went_through_the_kernel() {
        let way = way();
        way.written.store(1, Relaxed);
        assert!(!way.is_at_ring());
        way.kernel_bytes.store(5, Relaxed);
        way.mode.store(RING_MODE, Relaxed);
        way.kernel_read.store(4, Relaxed);
        assert!(!way.has_ring_bytes());
        way.kernel_read.store(5, Relaxed);
        assert!(way.has_ring_bytes());
        way.read.store(1, Relaxed);
        assert!(way.is_at_ring() && !way.has_ring_bytes());
    }

    #[test]
    fn sender_and_receiver_write_to_different_cache_lines() {
        assert_eq!(std::mem::offset_of!(SocketWay, read), 64);
        assert_eq!(size_of::<SocketWay>(), 128);
        assert_eq!(REASONS.len(), Reason::Full as usize + 1);
    }
}
