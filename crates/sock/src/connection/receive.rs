//! Receives that never wait, and what the kernel's connection says while the ring is empty.
use super::{Carried, Tried};
use crate::copying::{self, Buffers};
use crate::kernel::errno;
use crate::lock::SharedLock;
use crate::planted::planted;
use crate::{next, table};
use clump_sockfile::{BACK, KERNEL, RING_MODE};
use libc::{MSG_DONTWAIT, MSG_PEEK, MSG_TRUNC, c_int};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

impl Carried {
    /// Receives into the buffers what is there. `flags` may have MSG_PEEK and MSG_TRUNC.
    pub fn try_receive(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
        let way = self.incoming();
        let held = SharedLock::lock(&way.read_lock);
        let tried = self.receive_locked(buffers, from, flags);
        drop(held);
        if matches!(tried, Tried::Moved(n) if n > 0) && flags & MSG_PEEK == 0 {
            fence(SeqCst);
            self.tell_of_room();
            self.withdraw_if_alone();
        }
        tried
    }

    pub(super) fn receive_locked(&self, buffers: Buffers, from: usize, flags: c_int) -> Tried {
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

    pub(super) fn take_from_ring(&self, buffers: Buffers, from: usize, len: usize, flags: c_int) -> Tried {
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
    pub(super) fn receive_by_kernel(&self, buffers: Buffers, from: usize, len: usize, flags: c_int) -> Option<Tried> {
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
    pub(super) fn look_at_kernel(&self, is_back: bool) -> Option<Tried> {
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
    pub(super) fn explain_end(&self, got: isize) -> Option<Tried> {
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
}

fn receive_part(fd: c_int, part: *mut libc::iovec, count: usize, flags: c_int) -> Result<usize, c_int> {
    // SAFETY: all zeros are a valid message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    (message.msg_iov, message.msg_iovlen) = (part, count);
    // SAFETY: the buffers are writable, as the program's call promises.
    let got = unsafe { next::recvmsg(fd, &mut message, flags) };
    usize::try_from(got).map_err(|_| errno())
}
