//! One end of a carried connection: sends and receives that never block, bells, and the way back into the kernel.
use crate::copying::{self, Buffers};
use crate::descriptors::{self, End, Known};
use crate::lock::Held;
use crate::planted::planted;
use crate::{next, registry, table};
use clump_sockfile::{BACK, BOTH, CLOSING, Connection, ENOUGH_ROOM, KERNEL, RING_MODE, Reason, Side, Table, Way};
use libc::{MSG_DONTWAIT, MSG_NOSIGNAL, MSG_PEEK, MSG_TRUNC, c_int};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, fence};
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

/// The program's value of TCP_NODELAY plus 1, by end, while the library has set it; 0: it has not.
static NODELAY: [AtomicU8; 2 * clump_sockfile::CONNECTIONS] =
    [const { AtomicU8::new(0) }; 2 * clump_sockfile::CONNECTIONS];

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
            Known::Candidate => Carried::hold(fd, registry::register(fd)?),
            _ => None,
        }
    }

    /// Returns the connection of a descriptor that is registered.
    #[inline]
    pub fn registered(fd: c_int) -> Option<Carried> {
        match descriptors::known(fd) {
            Known::Carried(end) => Carried::hold(fd, end),
            _ => None,
        }
    }

    #[inline]
    fn hold(fd: c_int, end: End) -> Option<Carried> {
        let table = table::table()?;
        descriptors::users(end).fetch_add(1, SeqCst);
        let carried = Carried { table, end, fd };
        // Another thread may have closed the descriptor meanwhile, and then frees the place of an end without users.
        (descriptors::known(fd) == Known::Carried(end)).then_some(carried)
    }

    pub fn end(&self) -> End {
        self.end
    }

    fn connection(&self) -> &'static Connection {
        &self.table.connections[self.end.index]
    }

    pub fn out(&self) -> &'static Way {
        &self.connection().ways[self.end.side]
    }

    pub fn incoming(&self) -> &'static Way {
        &self.connection().ways[1 - self.end.side]
    }

    fn side(&self) -> &'static Side {
        &self.connection().sides[self.end.side]
    }

    fn peer(&self) -> &'static Side {
        &self.connection().sides[1 - self.end.side]
    }

    /// Sends bytes from offset `from` of the buffers, as many as there is room for.
    pub fn try_send(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
        let (way, len) = (self.out(), buffers.len() - from);
        let held = Held::lock(&way.write_lock);
        if way.mode.load(Relaxed) == KERNEL {
            if !self.can_begin() {
                return self.send_by_kernel(buffers, from, flags, held);
            }
            self.begin();
        }
        if way.mode.load(Relaxed) == RING_MODE && (way.back.load(SeqCst) != 0 || self.peer().closed.load(Acquire) != 0)
        {
            self.end_ring();
        }
        if way.mode.load(Relaxed) == BACK {
            return Tried::Kernel;
        }
        let Ok(mut room) = way.room() else { return Tried::Failed(libc::ECONNRESET) };
        if room == 0 {
            way.wants_room.store(1, SeqCst);
            fence(SeqCst);
            room = way.room().unwrap_or(0);
            if room == 0 {
                self.times_full().fetch_add(1, Relaxed);
                return Tried::Nothing;
            }
        }
        if planted("a full ring takes one byte more") {
            room += 1;
        }
        let (len, written) = (len.min(room), way.written.load(Relaxed));
        let ring = table::ring(self.table, self.end.index, self.end.side);
        // SAFETY: the lock is held, and there is room for `len` bytes.
        unsafe { copying::into_ring(ring, written, buffers, from, len) };
        way.written.store(written + len as u64, Release);
        fence(SeqCst);
        self.ring_bell();
        Tried::Moved(len)
    }

    /// Returns the count of sends that found the ring full: after each, an edge-triggered wait reports new room once.
    pub fn times_full(&self) -> &'static AtomicU32 {
        &TIMES_FULL[(self.end.index * 2 + self.end.side) % TIMES_FULL.len()]
    }

    /// Returns true if this end may go over to the ring now; the write lock is held.
    fn can_begin(&self) -> bool {
        let way = self.out();
        self.connection().state.load(Acquire) == BOTH
            && way.back.load(SeqCst) == 0
            && way.in_kernel.load(Relaxed) == 0
            && self.peer().closed.load(Relaxed) == 0
    }

    /// Goes over to the ring; the write lock is held. Bells must leave at once, so that Nagle's algorithm is off from
    /// now on.
    fn begin(&self) {
        let value = registry::option(self.fd, libc::IPPROTO_TCP, libc::TCP_NODELAY).unwrap_or(0);
        self.nodelay().store(1 + u8::from(value != 0), Relaxed);
        registry::set_option(self.fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, 1);
        self.out().mode.store(RING_MODE, SeqCst);
        if self.incoming().mode.load(Relaxed) == KERNEL {
            self.table.carried.fetch_add(1, Relaxed);
        }
    }

    fn nodelay(&self) -> &'static AtomicU8 {
        &NODELAY[(self.end.index * 2 + self.end.side) % NODELAY.len()]
    }

    /// Returns the program's value of TCP_NODELAY, if it differs from the kernel's now. Sets it to `new`, if given.
    pub fn kept_nodelay(&self, new: Option<bool>) -> Option<bool> {
        let word = self.nodelay();
        let kept = word.load(Relaxed);
        if kept != 0
            && let Some(new) = new
        {
            word.store(1 + u8::from(new), Relaxed);
        }
        (kept != 0).then_some(kept == 2)
    }

    /// Ends the use of the ring for what this end sends; the write lock is held.
    fn end_ring(&self) {
        let way = self.out();
        if way.mode.load(Relaxed) == RING_MODE {
            // The peer may sleep until there is room in its ring: it must look at this end's wish.
            self.ring_bell();
        }
        way.mode.store(BACK, SeqCst);
        if let Some(value) = self.kept_nodelay(None) {
            self.nodelay().store(0, Relaxed);
            registry::set_option(self.fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, c_int::from(value));
        }
    }

    /// Sends through the kernel while the connection has not gone over. The kernel may block, so that the lock is
    /// released; no thread goes over meanwhile.
    fn send_by_kernel(&self, buffers: Buffers, from: usize, flags: c_int, held: Held) -> Tried {
        let (way, len) = (self.out(), buffers.len() - from);
        way.in_kernel.fetch_add(1, Relaxed);
        drop(held);
        let sent = copying::with_part(buffers, from, len, |part, count| send_part(self.fd, part, count, flags));
        let held = Held::lock(&way.write_lock);
        way.in_kernel.fetch_sub(1, Relaxed);
        if let Ok(sent) = sent {
            way.kernel_bytes.fetch_add(sent as u64, Relaxed);
        }
        drop(held);
        // No bell could be sent meanwhile.
        self.tell_of_room();
        self.withdraw_if_alone();
        sent.map_or_else(Tried::Failed, Tried::Moved)
    }

    /// Leaves the connection in the kernel if the peer is a stranger. A peer of the job comes into the table before it
    /// sends its first byte; one that sends nothing is waited for while [`PATIENT_BYTES`] are sent.
    fn withdraw_if_alone(&self) {
        let received = self.incoming().kernel_read.load(Relaxed);
        if self.connection().state.load(SeqCst) != BOTH
            && (received > 0 || self.out().kernel_bytes.load(Relaxed) > PATIENT_BYTES)
            && !descriptors::is_duplicated(self.end)
            && descriptors::users(self.end).load(SeqCst) == 1
            && registry::withdraw(self.end, Reason::Stranger)
        {
            descriptors::take(self.fd);
            descriptors::release(self.end);
        }
    }

    /// Wakes the peer if a thread of it sleeps and no bell is under way; this end's write lock is held.
    fn ring_bell(&self) {
        let (way, number) = (self.out(), self.peer().process.load(Relaxed) as usize);
        let Some(process) = number.checked_sub(1).and_then(|index| self.table.processes.get(index)) else { return };
        let bells = way.bells.load(Relaxed);
        let is_useless = way.mode.load(Relaxed) != RING_MODE || bells != way.eaten.load(SeqCst);
        // A peer that closes its socket, or has asked for the way back, expects no bell any more.
        let is_unwanted = way.back.load(SeqCst) != 0 || self.peer().closed.load(SeqCst) != 0;
        if planted("no bell wakes the peer") || process.sleepers.load(SeqCst) == 0 || is_useless || is_unwanted {
            return;
        }
        way.bells.store(bells + 1, SeqCst);
        // SAFETY: one byte is read.
        let sent = unsafe { next::send(self.fd, c"!".as_ptr().cast(), 1, MSG_DONTWAIT | MSG_NOSIGNAL) };
        if sent != 1 {
            way.bells.store(bells, SeqCst);
        }
    }

    /// Wakes the peer if it waits for room in its ring, and there is enough now.
    fn tell_of_room(&self) {
        let way = self.incoming();
        if planted("no writer is told of room") {
            return;
        }
        if way.wants_room.load(SeqCst) != 0 && way.room().is_ok_and(|room| room >= ENOUGH_ROOM) {
            way.wants_room.store(0, SeqCst);
            let held = Held::lock(&self.out().write_lock);
            if self.can_begin_for_bells() {
                self.begin();
            }
            self.ring_bell();
            drop(held);
        }
    }

    /// A bell is sent in the way of this end's own bytes, which must have gone over for it.
    fn can_begin_for_bells(&self) -> bool {
        self.out().mode.load(Relaxed) == KERNEL && self.can_begin()
    }

    /// Receives into the buffers what is there. `flags` may have MSG_PEEK and MSG_TRUNC.
    pub fn try_receive(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
        let way = self.incoming();
        let held = Held::lock(&way.read_lock);
        let tried = self.receive_locked(buffers, from, flags);
        drop(held);
        if matches!(tried, Tried::Moved(n) if n > 0) && flags & MSG_PEEK == 0 {
            fence(SeqCst);
            self.tell_of_room();
            self.withdraw_if_alone();
        }
        tried
    }

    fn receive_locked(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
        let (way, len) = (self.incoming(), buffers.len() - from);
        loop {
            let overtakes = planted("the ring overtakes the kernel's bytes") && way.mode.load(Acquire) != KERNEL;
            if !way.is_at_ring() && !overtakes {
                match self.receive_by_kernel(buffers, from, len, flags) {
                    // The sender has gone over meanwhile, and what came was a bell.
                    None => continue,
                    Some(tried) => return tried,
                }
            }
            let is_back = way.mode.load(Acquire) == BACK;
            if is_back && planted("the way back forgets the ring's last bytes") {
                return Tried::Kernel;
            }
            match way.unread() {
                Err(_) => return Tried::Failed(libc::ECONNRESET),
                Ok(0) => {}
                Ok(unread) => return self.take_from_ring(buffers, from, len.min(unread), flags),
            }
            if let Some(tried) = self.look_at_kernel(is_back) {
                return tried;
            }
        }
    }

    fn take_from_ring(&self, buffers: Buffers, from: usize, len: usize, flags: c_int) -> Tried {
        let (way, ring) = (self.incoming(), table::ring(self.table, self.end.index, 1 - self.end.side));
        let read = way.read.load(Relaxed);
        if flags & MSG_TRUNC == 0 {
            // SAFETY: the lock is held, and `len` bytes are unread.
            unsafe { copying::from_ring(ring, read, buffers, from, len) };
        }
        if flags & MSG_PEEK == 0 {
            way.read.store(read + len as u64, Release);
        }
        Tried::Moved(len)
    }

    /// Receives bytes that the peer sent through the kernel before its ring. Returns `None` if there are none: the
    /// ring is next.
    fn receive_by_kernel(&self, buffers: Buffers, from: usize, len: usize, flags: c_int) -> Option<Tried> {
        let way = self.incoming();
        let receive = |len, flags| {
            copying::with_part(buffers, from, len, |part, count| receive_part(self.fd, part, count, flags))
        };
        // What can be seen before `mode` still says KERNEL is data; bells come later.
        let seen = receive(len, MSG_DONTWAIT | MSG_PEEK);
        let most = match way.mode.load(SeqCst) {
            KERNEL => u64::MAX,
            _ => way.kernel_bytes.load(Relaxed).saturating_sub(way.kernel_read.load(Relaxed)),
        };
        if most == 0 {
            return None;
        }
        let seen = match seen {
            Err(libc::EAGAIN) => return Some(Tried::Nothing),
            Err(error) => return Some(Tried::Failed(error)),
            Ok(0) => return Some(Tried::Moved(0)),
            Ok(seen) => seen.min(usize::try_from(most).unwrap_or(usize::MAX)),
        };
        if flags & MSG_PEEK != 0 {
            return Some(Tried::Moved(seen));
        }
        let got = receive(seen, MSG_DONTWAIT | flags & MSG_TRUNC);
        if let Ok(got) = got {
            way.kernel_read.fetch_add(got as u64, Relaxed);
        }
        Some(got.map_or_else(Tried::Failed, Tried::Moved))
    }

    /// Looks at the kernel's connection while the ring is empty; the read lock is held. Receives bells. Returns `None`
    /// if the ring must be looked at again.
    fn look_at_kernel(&self, is_back: bool) -> Option<Tried> {
        let way = self.incoming();
        let outstanding = way.bells.load(SeqCst).saturating_sub(way.eaten.load(Relaxed));
        if outstanding > 0 {
            if self.room_waiters().load(SeqCst) > 0 && self.has_room() {
                // The bell means a thread that waits for room, and that has not run yet.
                return Some(Tried::Nothing);
            }
            let mut bells = [0u8; 16];
            let most = bells.len().min(outstanding as usize);
            // SAFETY: at most `most` bytes are written.
            let got = unsafe { next::recv(self.fd, bells.as_mut_ptr().cast(), most, MSG_DONTWAIT) };
            if got > 0 {
                way.eaten.fetch_add(got as u64, SeqCst);
                fence(SeqCst);
                return None;
            }
            return self.explain_end(got);
        }
        let reset_by_bell =
            self.peer().closed.load(SeqCst) != 0 && self.out().bells.load(SeqCst) != self.out().eaten.load(SeqCst);
        if is_back && !reset_by_bell {
            return Some(Tried::Kernel);
        }
        let mut byte = 0u8;
        // SAFETY: at most one byte is written.
        let got = unsafe { next::recv(self.fd, (&raw mut byte).cast(), 1, MSG_DONTWAIT | MSG_PEEK) };
        let unexpected = got > 0
            && way.mode.load(SeqCst) == RING_MODE
            && way.bells.load(SeqCst) == way.eaten.load(Relaxed)
            && way.unread() == Ok(0);
        if is_back && got > 0 {
            return Some(Tried::Kernel);
        }
        if unexpected {
            // Bytes that the peer has sent by a call that its library did not see: their place is unknown.
            return Some(Tried::Failed(libc::ECONNRESET));
        }
        if got > 0 { None } else { self.explain_end(got) }
    }

    /// Says what a receive from the kernel means that gave no byte. Returns `None` if the ring has bytes.
    fn explain_end(&self, got: isize) -> Option<Tried> {
        let error = if got < 0 { errno() } else { 0 };
        if error == libc::EAGAIN || error == libc::EINTR {
            return if self.incoming().unread() == Ok(0) && self.incoming().mode.load(SeqCst) == RING_MODE {
                Some(Tried::Nothing)
            } else {
                // A way that has gone back: its last bells may still be under way.
                (self.incoming().unread() == Ok(0)).then_some(Tried::Nothing)
            };
        }
        if self.incoming().unread() != Ok(0) {
            return None;
        }
        let (out, peer) = (self.out(), self.peer());
        let unread = out.mode.load(Relaxed) == RING_MODE && out.unread() != Ok(0);
        let closed = peer.closed.load(SeqCst) != 0;
        if error == 0 && unread && !closed && peer.shut.load(SeqCst) == 0 {
            // The peer has ended without reading what this end has sent.
            return Some(Tried::Failed(libc::ECONNRESET));
        }
        if error == libc::ECONNRESET && closed && !unread && out.bells.load(SeqCst) != out.eaten.load(SeqCst) {
            // The peer has closed its socket in order, and a bell came after that.
            return Some(Tried::Moved(0));
        }
        Some(if error == 0 { Tried::Moved(0) } else { Tried::Failed(error) })
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

    fn room_waiters(&self) -> &'static AtomicU16 {
        &ROOM_WAITERS[(self.end.index * 2 + self.end.side) % ROOM_WAITERS.len()]
    }

    /// Announces that this thread is about to sleep until there is room.
    pub fn wait_for_room(&self) -> RoomWaiter {
        self.room_waiters().fetch_add(1, SeqCst);
        RoomWaiter(self.room_waiters())
    }

    /// Returns true if the ring decides whether this end can write.
    pub fn sends_by_ring(&self) -> bool {
        self.out().mode.load(Acquire) == RING_MODE
    }

    /// The kernel has called the descriptor readable. Returns true if it is, for the program: data or the stream's end,
    /// not only bells.
    pub fn is_readable(&self) -> bool {
        let way = self.incoming();
        let held = Held::lock(&way.read_lock);
        let mut byte = [0u8; 1];
        let piece = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
        let tried = self.receive_locked(Buffers(&[piece]), 0, MSG_PEEK);
        drop(held);
        tried != Tried::Nothing
    }

    /// The kernel says that the peer's stream has ended. Returns true if the peer has not ended it: it has died.
    pub fn has_lost_its_reader(&self) -> bool {
        let peer = self.peer();
        peer.closed.load(SeqCst) == 0 && peer.shut.load(SeqCst) == 0
    }

    /// Receives the bells that have arrived, so that they do not end the next sleep. Returns false if bells are left,
    /// which may mean another thread: this one then sleeps only briefly.
    pub fn take_bells(&self) -> bool {
        let way = self.incoming();
        let held = Held::lock(&way.read_lock);
        if !way.is_at_ring() || way.bells.load(SeqCst) == way.eaten.load(Relaxed) {
            return true;
        }
        let others_sleep = table::own_process(self.table).sleepers.load(SeqCst) > 1;
        if others_sleep && way.unread() != Ok(0) {
            return false;
        }
        let _ = self.look_at_kernel(false);
        drop(held);
        true
    }

    /// Returns the number of bytes that can be received; `kernel` is what the kernel says.
    pub fn readable_bytes(&self, kernel: usize) -> usize {
        let way = self.incoming();
        let held = Held::lock(&way.read_lock);
        let bells = way.bells.load(SeqCst).saturating_sub(way.eaten.load(Relaxed)) as usize;
        let ring = if way.mode.load(SeqCst) == KERNEL { 0 } else { way.unread().unwrap_or(0) };
        drop(held);
        kernel.saturating_sub(bells) + ring
    }

    /// Takes both ways back into the kernel, for good. Returns false if the peer did not release its lock in time: a
    /// process that shares this socket cannot use it.
    pub fn go_back(&self, reason: Reason) -> bool {
        let was = !registry::is_untouched(self.connection());
        if self.out().mode.load(Relaxed) == BACK && self.incoming().back.load(Relaxed) != 0 {
            return true;
        }
        if !planted("the peer is not asked to go back") {
            self.incoming().back.store(1, SeqCst);
        }
        // No thread of the peer that comes later writes into the ring; one that is writing now ends soon.
        let ended = Held::lock_within(&self.incoming().write_lock, PATIENCE).is_some();
        let held = Held::lock(&self.out().write_lock);
        if self.incoming().wants_room.load(SeqCst) != 0 && self.can_begin_for_bells() {
            self.begin();
        }
        self.end_ring();
        drop(held);
        if was || reason != Reason::Shared {
            registry::count(reason);
        }
        ended
    }

    /// This end's last descriptor is about to be closed. As TCP does, a close with unread bytes resets the connection.
    pub fn before_close(&self) {
        let (way, is_shared) = (self.incoming(), self.side().shared.load(Relaxed) != 0);
        if !is_shared {
            self.side().closed.store(CLOSING, SeqCst);
        }
        // Behind this lock, the peer rings no bell any more.
        drop(Held::lock_within(&way.write_lock, PATIENCE));
        let held = Held::lock(&way.read_lock);
        if way.is_at_ring() {
            if way.unread() != Ok(0) && !is_shared {
                let linger = libc::linger { l_onoff: 1, l_linger: 0 };
                let len = size_of::<libc::linger>() as u32;
                let value = (&raw const linger).cast();
                // SAFETY: the kernel reads `len` bytes of `linger`.
                unsafe { next::setsockopt(self.fd, libc::SOL_SOCKET, libc::SO_LINGER, value, len) };
            } else {
                // Unread bells would make the kernel reset the connection.
                if !planted("a close leaves bells unread") {
                    self.take_last_bells();
                }
            }
        }
        drop(held);
    }

    /// Receives all bells that the peer has sent; the read lock is held, and the peer sends no more.
    fn take_last_bells(&self) {
        let way = self.incoming();
        while way.bells.load(SeqCst) != way.eaten.load(Relaxed) {
            let before = way.eaten.load(Relaxed);
            let _ = self.look_at_kernel(false);
            let arrives = || crate::transfer::poll_one(self.fd, libc::POLLIN, PATIENCE.as_millis() as c_int);
            if way.eaten.load(Relaxed) == before && !matches!(arrives(), Ok(events) if events == libc::POLLIN) {
                break;
            }
        }
    }

    /// This end is about to shut down one direction, or both.
    pub fn before_shutdown(&self, how: c_int) {
        self.go_back(Reason::HalfClosed);
        if how != libc::SHUT_RD {
            self.side().shut.store(1, SeqCst);
        }
    }
}

/// This process ends: its peers find its connections closed, and not broken.
pub fn leave_all() {
    descriptors::for_each_carried(|fd, end| {
        if let Some(table) = table::table() {
            Carried { table, end, fd }.before_close();
        }
    });
}

pub fn errno() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

fn send_part(fd: c_int, part: *mut libc::iovec, count: usize, flags: c_int) -> Result<usize, c_int> {
    // SAFETY: all zeros are a valid message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    (message.msg_iov, message.msg_iovlen) = (part, count);
    // SAFETY: the buffers are readable, as the program's call promises.
    let sent = unsafe { next::sendmsg(fd, &message, flags) };
    usize::try_from(sent).map_err(|_| errno())
}

fn receive_part(fd: c_int, part: *mut libc::iovec, count: usize, flags: c_int) -> Result<usize, c_int> {
    // SAFETY: all zeros are a valid message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    (message.msg_iov, message.msg_iovlen) = (part, count);
    // SAFETY: the buffers are writable, as the program's call promises.
    let got = unsafe { next::recvmsg(fd, &mut message, flags) };
    usize::try_from(got).map_err(|_| errno())
}
