//! The process that listens at a port.
use super::{CHOSEN, PortLine, PortName};
use clump_fabric::udp::{Secret, interfaces};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::os::fd::{AsFd, BorrowedFd};

/// The most connections that may be waiting for their proof. A stranger that connects and says nothing takes one of
/// them, and the oldest gives way.
const MOST: usize = 64;

/// A port that this process has opened.
pub struct PortListener {
    listener: TcpListener,
    name: PortName,
    /// Connections whose other process has not proved that it knows the secret, and from where they come.
    unproved: Vec<(PortLine, SocketAddr)>,
    refused: Refusals,
}

/// The processes that were refused since the last look: they have sent bytes that only a process without the secret
/// sends. A process that connects and says nothing is not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// Where the first of them has connected from, and why it was refused.
    pub first: Option<(SocketAddr, String)>,
    /// How many there were.
    pub count: u64,
}

impl PortListener {
    /// Opens a port: listens on all addresses of this machine, on a free TCP port.
    pub fn open() -> io::Result<PortListener> {
        PortListener::listen(None, 0, Secret::random()?)
    }

    /// Opens a port that only processes of this machine reach: listens on the loopback address, on a free TCP port.
    pub fn open_here() -> io::Result<PortListener> {
        PortListener::listen(Some(Ipv4Addr::LOCALHOST.into()), 0, Secret::random()?)
    }

    /// Listens on one address or, without one, on all addresses of this machine, on this TCP port (0: a free one), for
    /// processes that know the secret.
    pub fn listen(address: Option<IpAddr>, port: u16, secret: [u8; 32]) -> io::Result<PortListener> {
        let all = || {
            let v6 = TcpListener::bind((Ipv6Addr::UNSPECIFIED, port));
            v6.or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)))
        };
        let listener = address.map_or_else(all, |address| TcpListener::bind((address, port)))?;
        listener.set_nonblocking(true)?;
        let addresses = match address {
            Some(address) => vec![address],
            None => interfaces()?.into_iter().map(|i| i.address).collect(),
        };
        let name = PortName::new(listener.local_addr()?.port(), secret, addresses);
        Ok(PortListener { listener, name, unproved: Vec::new(), refused: Refusals::default() })
    }

    /// Returns which processes were refused since the last call.
    pub fn take_refused(&mut self) -> Refusals {
        std::mem::take(&mut self.refused)
    }

    /// Returns the number of the TCP port.
    pub fn port(&self) -> u16 {
        self.name.port
    }

    /// Returns the descriptors whose readiness for reading makes another [`accept`](Self::accept) worth a call.
    pub fn fds(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [self.listener.as_fd()].into_iter().chain(self.unproved.iter().map(|(line, _)| line.as_fd()))
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
                Ok((stream, from)) => {
                    // Words are short and answered: the system shall not hold them back. Without it they are slower.
                    let _ = stream.set_nodelay(true);
                    if self.unproved.len() == MOST {
                        self.unproved.remove(0);
                    }
                    // A connection that fails at once is the other process's matter, not the caller's.
                    if let Ok(line) = PortLine::new(stream.into(), self.name.secret, false) {
                        self.unproved.push((line, SocketAddr::new(from.ip().to_canonical(), from.port())));
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
            let (line, from) = &mut self.unproved[at];
            match line.is_proved() {
                Ok(true) if line.has_words() => {
                    let (mut line, _) = self.unproved.remove(at);
                    if line.receive().is_ok_and(|words| words.as_deref() == Some(CHOSEN)) {
                        return Ok(Some(line));
                    }
                }
                Ok(_) if line.has_ended() => drop(self.unproved.remove(at)),
                Ok(_) => at += 1,
                Err(why) => {
                    if why.kind() == io::ErrorKind::PermissionDenied {
                        self.refused.first.get_or_insert_with(|| (*from, why.to_string()));
                        self.refused.count += 1;
                    }
                    drop(self.unproved.remove(at));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PortCaller;
    use super::*;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::time::Duration;

    #[test]
    fn a_stranger_is_told_nothing_but_a_fresh_key_and_is_named() {
        let mut listener = PortListener::listen(Some(Ipv4Addr::LOCALHOST.into()), 0, [7; 32]).expect("a port");
        let place = SocketAddr::from((Ipv4Addr::LOCALHOST, listener.port()));
        let mut stranger = TcpStream::connect(place).expect("connected");
        let own = stranger.local_addr().expect("an address");
        stranger.set_read_timeout(Some(Duration::from_millis(200))).expect("a time");
        let mut told = [0; 256];
        while listener.unproved.is_empty() {
            assert!(listener.accept().expect("accepted").is_none());
        }
        assert!(stranger.read(&mut told).is_err(), "it has said nothing, and is told nothing");
        // The opening bytes of a process that has another secret.
        let opening = |stranger: &TcpStream| {
            let stream = stranger.try_clone().expect("a copy").into();
            PortLine::new(stream, [8; 32], true).expect("a line")
        };
        let mut line = opening(&stranger);
        drop(stranger);
        // The proof follows the other process's key.
        let refusal = loop {
            assert!(listener.accept().expect("accepted").is_none());
            if let Err(refusal) = line.is_proved() {
                break refusal;
            }
        };
        assert_eq!(refusal.kind(), io::ErrorKind::PermissionDenied, "{refusal}");
        let refused = listener.take_refused();
        let (from, why) = refused.first.expect("named");
        assert_eq!((from, refused.count), (own, 1));
        assert!(why.contains("does not know this port's secret"), "{why}");
        assert_eq!(listener.take_refused(), Refusals::default());
    }

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
