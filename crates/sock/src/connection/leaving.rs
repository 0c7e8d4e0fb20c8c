//! The ways out of the ring: back into the kernel, shut down, closed.
use super::{Carried, PATIENCE, PATIENT_BYTES};
use crate::descriptors::Known;
use crate::lock::SharedLock;
use crate::planted::planted;
use crate::{descriptors, inheritance, next, registry};
use clump_sockfile::{BACK, BOTH, CLOSING, Reason};
use libc::c_int;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

impl Carried {
    /// Leaves the connection in the kernel if the peer is a stranger. A peer of the job comes into the table before it
    /// sends its first byte; one that sends nothing is waited for while [`PATIENT_BYTES`] are sent.
    pub(super) fn withdraw_if_alone(&self) {
        let received = self.incoming().kernel_read.load(Relaxed);
        if self.connection().state.load(SeqCst) != BOTH
            && (received > 0 || self.out().kernel_bytes.load(Relaxed) > PATIENT_BYTES)
            && !descriptors::is_duplicated(self.end)
            && descriptors::users(self.end).load(SeqCst) == 1
            && registry::withdraw(self.end, Reason::Stranger)
        {
            self.return_options();
            descriptors::take(self.fd);
            descriptors::release(self.end);
        }
    }

    /// The kernel says that the peer's stream has ended. Returns true if the peer has not ended it: it has died.
    pub fn has_lost_its_reader(&self) -> bool {
        let peer = self.peer();
        peer.closed.load(SeqCst) == 0 && peer.shut.load(SeqCst) == 0
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
        let ended = SharedLock::lock_within(&self.incoming().write_lock, PATIENCE).is_some();
        let held = SharedLock::lock(&self.out().write_lock);
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
        drop(SharedLock::lock_within(&way.write_lock, PATIENCE));
        let held = SharedLock::lock(&way.read_lock);
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
    descriptors::for_each_carried(|fd, _| {
        if !inheritance::leave(fd)
            && let Some(carried) = Carried::registered(fd)
        {
            carried.before_close();
        }
    });
}

/// Another process holds this descriptor, too, or is about to: its connection goes back into the kernel.
pub fn share(fd: c_int) {
    if let Some(carried) = Carried::registered(fd) {
        registry::mark_shared(carried.end());
        carried.go_back(Reason::Shared);
    }
    leave_in_kernel(fd, Reason::Shared);
}

/// Leaves a descriptor's connection in the kernel, or takes it back there.
pub fn leave_in_kernel(fd: c_int, reason: Reason) {
    match descriptors::known(fd) {
        Known::Candidate => {
            descriptors::take(fd);
            registry::count(reason);
        }
        Known::Carried(_) | Known::Inherited(_) => {
            if let Some(carried) = Carried::registered(fd) {
                carried.go_back(reason);
            }
        }
        _ => {}
    }
}
