//! Bells: single bytes in the kernel's connection, which wake a peer that sleeps there.
use super::{Carried, PATIENCE, ROOM_WAITERS, RoomWaiter};
use crate::lock::SharedLock;
use crate::planted::planted;
use crate::{next, table};
use clump_sockfile::{ENOUGH_ROOM, KERNEL, RING_MODE};
use libc::{MSG_DONTWAIT, MSG_NOSIGNAL, c_int};
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

impl Carried {
    /// Wakes the peer if a thread of it sleeps and no bell is under way; this end's write lock is held.
    pub(super) fn ring_bell(&self) {
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
    pub(super) fn tell_of_room(&self) {
        let way = self.incoming();
        if planted("no writer is told of room") {
            return;
        }
        if way.wants_room.load(SeqCst) != 0 && way.room().is_ok_and(|room| room >= ENOUGH_ROOM) {
            way.wants_room.store(0, SeqCst);
            let held = SharedLock::lock(&self.out().write_lock);
            if self.can_begin_for_bells() {
                self.begin();
            }
            self.ring_bell();
            drop(held);
        }
    }

    /// A bell is sent in the way of this end's own bytes, which must have gone over for it.
    pub(super) fn can_begin_for_bells(&self) -> bool {
        self.out().mode.load(Relaxed) == KERNEL && self.can_begin()
    }

    pub(super) fn room_waiters(&self) -> &'static AtomicU16 {
        &ROOM_WAITERS[(self.end.index * 2 + self.end.side) % ROOM_WAITERS.len()]
    }

    /// Announces that this thread is about to sleep until there is room.
    pub fn wait_for_room(&self) -> RoomWaiter {
        self.room_waiters().fetch_add(1, SeqCst);
        RoomWaiter(self.room_waiters())
    }

    /// Returns true if the peer has rung a bell that this process has not taken.
    pub fn has_bells(&self) -> bool {
        let way = self.incoming();
        way.is_at_ring() && way.bells.load(SeqCst) != way.eaten.load(Relaxed)
    }

    /// Receives the bells that have arrived, so that they do not end the next sleep. Returns false if bells are left,
    /// which may mean another thread: this one then sleeps only briefly.
    pub fn take_bells(&self) -> bool {
        let way = self.incoming();
        let held = SharedLock::lock(&way.read_lock);
        if !self.has_bells() {
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

    /// Receives all bells that the peer has sent; the read lock is held, and the peer sends no more.
    pub(super) fn take_last_bells(&self) {
        let way = self.incoming();
        while way.bells.load(SeqCst) != way.eaten.load(Relaxed) {
            let before = way.eaten.load(Relaxed);
            let _ = self.look_at_kernel(false);
            let arrives = || crate::kernel::poll_one(self.fd, libc::POLLIN, PATIENCE.as_millis() as c_int);
            if way.eaten.load(Relaxed) == before && !matches!(arrives(), Ok(events) if events == libc::POLLIN) {
                break;
            }
        }
    }
}
