//! Sends that never wait for the ring.
use super::{Carried, Tried};
use crate::copying::{self, Buffers};
use crate::kernel::errno;
use crate::lock::SharedLock;
use crate::planted::planted;
use crate::{next, table};
use clump_sockfile::{BACK, BOTH, KERNEL, RING_MODE};
use libc::c_int;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

impl Carried {
    /// Sends bytes from offset `from` of the buffers, as many as there is room for.
    pub fn try_send(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
        let (way, len) = (self.out(), buffers.len() - from);
        let held = SharedLock::lock(&way.write_lock);
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

    /// Returns true if this end may go over to the ring now; the write lock is held.
    pub(super) fn can_begin(&self) -> bool {
        let way = self.out();
        self.connection().state.load(Acquire) == BOTH
            && way.back.load(SeqCst) == 0
            && way.in_kernel.load(Relaxed) == 0
            && self.peer().closed.load(Relaxed) == 0
            && self.side().holders.load(SeqCst) == 0
            && self.peer().holders.load(SeqCst) == 0
    }

    /// Goes over to the ring; the write lock is held. Bells must leave at once, so that Nagle's algorithm is off from
    /// now on.
    pub(super) fn begin(&self) {
        self.keep_options();
        self.out().mode.store(RING_MODE, SeqCst);
        if self.incoming().mode.load(Relaxed) == KERNEL {
            self.table.carried.fetch_add(1, Relaxed);
        }
    }

    /// Ends the use of the ring for what this end sends; the write lock is held.
    pub(super) fn end_ring(&self) {
        let way = self.out();
        if way.mode.load(Relaxed) == RING_MODE {
            // The peer may sleep until there is room in its ring: it must look at this end's wish.
            self.ring_bell();
        }
        way.mode.store(BACK, SeqCst);
        self.return_options();
    }

    /// Sends through the kernel while the connection has not gone over. The kernel may block, so that the lock is
    /// released; no thread goes over meanwhile.
    pub(super) fn send_by_kernel(&self, buffers: Buffers, from: usize, flags: c_int, held: SharedLock) -> Tried {
        let (way, len) = (self.out(), buffers.len() - from);
        way.in_kernel.fetch_add(1, Relaxed);
        drop(held);
        let sent = copying::with_part(buffers, from, len, |part, count| send_part(self.fd, part, count, flags));
        let held = SharedLock::lock(&way.write_lock);
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
}

fn send_part(fd: c_int, part: *mut libc::iovec, count: usize, flags: c_int) -> Result<usize, c_int> {
    // SAFETY: all zeros are a valid message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    (message.msg_iov, message.msg_iovlen) = (part, count);
    // SAFETY: the buffers are readable, as the program's call promises.
    let sent = unsafe { next::sendmsg(fd, &message, flags) };
    usize::try_from(sent).map_err(|_| errno())
}
