//! The events that wake up a process that sleeps on its UDP socket: datagrams, and an event counter that other threads
//! increment.
use super::groups::GroupMember;
use super::socket;
use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone)]
pub struct Bell(Arc<Inner>);

struct Inner {
    socket: UdpSocket,
    event: OwnedFd,
    /// The process's groups, whose socket wakes up the process too.
    member: Arc<GroupMember>,
}

/// A raised sleep flag: the process is about to sleep.
pub struct Sleeper(Bell);

impl Bell {
    pub(super) fn new(socket: &UdpSocket, member: Arc<GroupMember>) -> io::Result<Bell> {
        // SAFETY: a plain call; a new descriptor is ours alone.
        let event = unsafe {
            let fd = libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd)
        };
        Ok(Bell(Arc::new(Inner { socket: socket.try_clone()?, event, member })))
    }

    fn take(&self) {
        let mut count = 0u64;
        // SAFETY: eight bytes, as an event counter has. An empty counter is no error here.
        unsafe { libc::read(self.0.event.as_raw_fd(), (&raw mut count).cast(), 8) };
    }
}

impl crate::Bell for Bell {
    type Sleeper = Sleeper;

    fn ring(&self) {
        let one = 1u64;
        // SAFETY: as in `take`. A full counter wakes up the process too.
        unsafe { libc::write(self.0.event.as_raw_fd(), (&raw const one).cast(), 8) };
    }

    fn sleeper(&self) -> Sleeper {
        self.take();
        Sleeper(self.clone())
    }

    fn sleep(sleeper: Sleeper, most: Option<Duration>) {
        let ms = most.map_or(-1, |m| m.as_millis().clamp(1, 1 << 30) as i32);
        let Inner { socket, event, member } = &*sleeper.0.0;
        let groups = member.socket().map(|socket| socket.as_raw_fd());
        socket::wait(socket, [Some(event.as_raw_fd()), groups], ms);
    }
}
