//! The process that connects to a port: it tries all the port's addresses at once, and chooses the first at which a
//! process proves that it knows the port's secret.
use super::{CHOSEN, PortLine, PortName};
use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::set_tcp_nodelay;
use rustix::net::{AddressFamily, SocketFlags, SocketType, connect, socket_with};
use std::io;
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::time::Duration;

/// A connection that is being made.
pub struct PortCaller {
    lines: Vec<PortLine>,
    why: io::Error,
}

impl PortCaller {
    /// Begins to connect to a port.
    pub fn new(port: &PortName) -> PortCaller {
        let mut caller = PortCaller { lines: Vec::new(), why: io::Error::other("the port has no address") };
        for place in port.places() {
            match begin(place).and_then(|stream| PortLine::new(stream, port.secret, true)) {
                Ok(line) => caller.lines.push(line),
                Err(e) => caller.why = e,
            }
        }
        caller
    }

    /// Returns the connection once it is made; `None` before. Never blocks. Fails once no address is left.
    pub fn go_on(&mut self) -> io::Result<Option<PortLine>> {
        let mut at = 0;
        while at < self.lines.len() {
            match self.lines[at].is_proved() {
                Ok(true) => {
                    let mut line = self.lines.swap_remove(at);
                    line.send(CHOSEN)?;
                    return Ok(Some(line));
                }
                Ok(false) => at += 1,
                Err(e) => {
                    // A process that was reached, and has another secret, says more than an address without an answer.
                    if self.why.kind() != io::ErrorKind::PermissionDenied {
                        self.why = e;
                    }
                    self.lines.swap_remove(at);
                }
            }
        }
        match self.lines.is_empty() {
            true => Err(io::Error::new(self.why.kind(), self.why.to_string())),
            false => Ok(None),
        }
    }

    /// Sleeps until one of the connections makes progress, at most for this time.
    pub fn rest(&self, most: Duration) {
        let most = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: i64::from(most.subsec_nanos()) };
        let mut fds: Vec<_> =
            self.lines.iter().map(|line| PollFd::from_borrowed_fd(line.as_fd(), line.wanted())).collect();
        // A signal only ends the rest early.
        let _ = poll(&mut fds, Some(&most));
    }
}

/// Begins to connect a socket.
fn begin(place: SocketAddr) -> io::Result<std::os::fd::OwnedFd> {
    let family = if place.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let stream = socket_with(family, SocketType::STREAM, flags, None)?;
    // Words are short and answered: the system shall not hold them back. Without it they are slower.
    let _ = set_tcp_nodelay(&stream, true);
    match connect(&stream, &place) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(stream),
        Err(e) => Err(e.into()),
    }
}
