//! The process that listens at a port.
use super::{CHOSEN, PortLine, PortName};
use clump_fabric::udp::{Secret, interfaces};
use std::io;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd};

/// The most connections that may be waiting for their proof. A stranger that connects and says nothing takes one of
/// them, and the oldest gives way.
const MOST: usize = 64;

/// A port that this process has opened.
pub struct PortListener {
    listener: TcpListener,
    name: PortName,
    /// Connections whose other process has not proved that it knows the secret.
    unproved: Vec<PortLine>,
}

impl PortListener {
    /// Opens a port: listens on all addresses of this machine, on a free TCP port.
    pub fn open() -> io::Result<PortListener> {
        PortListener::listen(0, Secret::random()?)
    }

    /// Listens on all addresses of this machine, on this TCP port (0: a free one), for processes that know the secret.
    pub fn listen(port: u16, secret: [u8; 32]) -> io::Result<PortListener> {
        let listener = TcpListener::bind(("::", port)).or_else(|_| TcpListener::bind(("0.0.0.0", port)))?;
        listener.set_nonblocking(true)?;
        let addresses = interfaces()?.into_iter().map(|i| i.address).collect();
        let name = PortName::new(listener.local_addr()?.port(), secret, addresses);
        Ok(PortListener { listener, name, unproved: Vec::new() })
    }

    /// Returns the number of the TCP port.
    pub fn port(&self) -> u16 {
        self.name.port
    }

    /// Returns the descriptors whose readiness for reading makes another [`accept`](Self::accept) worth a call.
    pub fn fds(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [self.listener.as_fd()].into_iter().chain(self.unproved.iter().map(PortLine::as_fd))
    }

    /// Returns the port's name.
    pub fn name(&self) -> &PortName {
        &self.name
    }

    /// Returns the line to a process that has connected and knows the secret; `None` if there is none. Drops processes
    /// that do not know it.
    pub fn accept(&mut self) -> io::Result<Option<PortLine>> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    // Words are short and answered: the system shall not hold them back. Without it they are slower.
                    let _ = stream.set_nodelay(true);
                    if self.unproved.len() == MOST {
                        self.unproved.remove(0);
                    }
                    // A connection that fails at once is the other process's matter, not the caller's.
                    if let Ok(line) = PortLine::new(stream.into(), self.name.secret, false) {
                        self.unproved.push(line);
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The process has gone again.
                Err(e) if e.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(e) => return Err(e),
            }
        }
        let mut at = 0;
        while at < self.unproved.len() {
            // A process that connects by several addresses chooses one of them.
            match self.unproved[at].is_proved() {
                Ok(true) if self.unproved[at].has_words() => {
                    let mut line = self.unproved.remove(at);
                    if line.receive().is_ok_and(|words| words.as_deref() == Some(CHOSEN)) {
                        return Ok(Some(line));
                    }
                }
                Ok(_) if self.unproved[at].has_ended() => drop(self.unproved.remove(at)),
                Ok(_) => at += 1,
                Err(_) => drop(self.unproved.remove(at)),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PortCaller;
    use super::*;
    use std::io::Write;
    use std::net::{SocketAddr, TcpStream};
    use std::time::Duration;

    #[test]
    fn a_process_with_the_ports_text_is_accepted_and_a_stranger_is_not() {
        let mut listener = PortListener::open().expect("a port");
        let text = listener.name().to_text();
        let stranger = SocketAddr::from(([127, 0, 0, 1], listener.name().port));
        let mut stranger = TcpStream::connect(stranger).expect("connected");
        stranger.write_all(&[b'x'; 100]).expect("written");
        let client = std::thread::spawn(move || {
            let port = PortName::from_text(&text).expect("a port");
            let mut caller = PortCaller::new(&port);
            let mut line = loop {
                if let Some(line) = caller.go_on().expect("connected") {
                    break line;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            line.send(b"hello").expect("sent");
            while !line.has_sent().expect("a line") {
                line.rest(Duration::from_millis(10));
            }
        });
        let mut line = loop {
            if let Some(line) = listener.accept().expect("accepted") {
                break line;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let words = loop {
            if let Some(words) = line.receive().expect("words") {
                break words;
            }
            line.rest(Duration::from_millis(10));
        };
        assert_eq!(words, b"hello");
        assert!(listener.accept().expect("accepted").is_none(), "the process's other lines are none");
        client.join().expect("the client");
    }
}
