//! The connected peer: the peer that sends nearly all datagrams gets a second socket, which is connected to it. For
//! that peer's datagrams the kernel then looks up neither the socket nor the route, which saves a twentieth of a short
//! message's time. There is at most one connected peer, because each socket has to be polled. There is a connected peer
//! only while the process polls all the time, because a process sleeps on its main socket.
use super::inbound::Inbound;
use super::socket::{self, Arrival};
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// How many frames in a row from one peer make that peer the connected one. A second socket costs some system calls,
/// which this many frames pay for; a larger number only delays the gain. See decision 10.
const ENOUGH: u32 = 256;
/// The most frames in a row that may be needed. Each time that the connected peer is dropped, the next peer needs twice
/// as many frames, so peers that take turns soon stop paying for sockets.
const MOST: u32 = 1 << 16;
/// How many polls pass, while there is a connected peer, until one poll goes to the main socket. A larger number delays
/// other peers; a smaller one wastes more polls on a mostly empty socket.
const TURN: u32 = 16;
/// The weight of a frame from the main socket, in frames from the connected socket: [`TURN`] of the latter pass between
/// two polls of the main socket.
const OTHER: u32 = 16;
/// The weight of frames from other peers at which the connected peer is dropped: sixteen such frames, with none from
/// the connected peer in between. A larger value keeps a receiver of many senders polling the wrong socket for longer.
const OTHERS: u32 = 16 * OTHER;

pub struct Sockets {
    main: Inbound,
    connected: Option<Connected>,
    /// True if the last datagram came from the main socket.
    by_main: bool,
    /// The sender of the last frame. `streak` is how many frames in a row were from that sender.
    sender: u32,
    streak: u32,
    enough: u32,
    /// True if no peer may be connected, because the process sleeps, a helper thread is active, or the kernel has
    /// refused.
    barred: bool,
}

struct Connected {
    inbound: Inbound,
    /// True if the socket is no longer connected to the peer. Then it holds only datagrams that are already queued.
    leaving: bool,
    /// True if the main socket may hold datagrams that the peer sent before.
    fresh: bool,
    looks: u32,
    /// The weight of frames from other peers; see [`OTHER`].
    others: u32,
}

impl Connected {
    fn new(socket: UdpSocket) -> Connected {
        Connected { inbound: Inbound::new(Arc::new(socket)), leaving: false, fresh: true, looks: 0, others: 0 }
    }
}

impl Sockets {
    pub fn new(main: Arc<UdpSocket>) -> Sockets {
        Sockets {
            main: Inbound::new(main),
            connected: None,
            by_main: true,
            sender: 0,
            streak: 0,
            enough: ENOUGH,
            barred: false,
        }
    }

    /// Returns the socket that all peers may send to, and that this process sleeps on.
    pub fn main(&self) -> &Arc<UdpSocket> {
        &self.main.socket
    }

    /// Polls once. Returns the datagrams that have arrived, if any. If `whose`, also asks the main socket for the
    /// source address.
    #[inline]
    pub fn receive(&mut self, buffer: &mut [u8], whose: bool) -> Option<Arrival> {
        let Some(connected) = &mut self.connected else {
            let asks = self.streak >= self.enough && !self.barred;
            return self.main.receive(buffer, whose || asks);
        };
        connected.looks = connected.looks.wrapping_add(1);
        self.by_main = true;
        if connected.fresh || connected.looks.is_multiple_of(TURN) {
            let arrival = self.main.receive(buffer, whose);
            if arrival.is_some() {
                return arrival;
            }
            connected.fresh = false;
        }
        self.by_main = false;
        let arrival = connected.inbound.receive(buffer, false);
        if arrival.is_none() && (connected.others >= OTHERS || connected.leaving || self.barred) {
            self.let_go();
        }
        arrival
    }

    /// Notes a genuine frame of `rank` in the last arrival, and the source address if it was requested.
    #[inline]
    pub fn came(&mut self, rank: u32, from: Option<SocketAddr>) {
        if let Some(connected) = &mut self.connected {
            let others = &mut connected.others;
            *others = if self.by_main { (*others + OTHER).min(2 * OTHERS) } else { others.saturating_sub(1) };
        } else if self.sender != rank {
            (self.sender, self.streak) = (rank, 0);
        } else {
            self.streak = self.streak.saturating_add(1);
            if self.streak >= self.enough
                && !self.barred
                && let Some(from) = from
            {
                self.take_in(from);
            }
        }
    }

    #[cold]
    fn take_in(&mut self, from: SocketAddr) {
        self.streak = 0;
        self.connected = socket::beside(&self.main.socket, from).map(Connected::new);
        // A kernel that has refused the second socket once will refuse it again.
        self.barred = self.connected.is_none();
    }

    /// Drops the connected peer. From then on all datagrams arrive at the main socket. Returns false if the peer's
    /// socket still holds datagrams, which must be received first.
    pub fn let_go(&mut self) -> bool {
        let Some(connected) = &mut self.connected else { return true };
        if !connected.leaving {
            connected.leaving = true;
            socket::forsake(&connected.inbound.socket);
        }
        if socket::wait(&connected.inbound.socket, [None; 2], 0) {
            return false;
        }
        self.connected = None;
        (self.streak, self.by_main) = (0, true);
        self.enough = MOST.min(self.enough * 2);
        true
    }

    /// Forbids a connected peer if `on`; otherwise allows one.
    pub fn bar(&mut self, on: bool) {
        self.barred = on;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::{Duration, Instant};

    struct World {
        sockets: Sockets,
        peers: Vec<UdpSocket>,
        buffer: Vec<u8>,
    }

    impl World {
        fn new() -> World {
            let main = crate::udp::bind(None).expect("a socket");
            socket::prepare(&main).expect("options");
            let port = main.local_addr().expect("an address").port();
            let peer = |_| socket::connected((Ipv4Addr::LOCALHOST, port).into()).expect("a socket");
            World { sockets: Sockets::new(Arc::new(main)), peers: (0..3).map(peer).collect(), buffer: vec![0; 100] }
        }

        /// Sends a datagram from `peer`. Returns the number of polls until it arrives.
        fn pass(&mut self, peer: u8) -> u32 {
            self.peers[usize::from(peer)].send(&[peer]).expect("sending");
            self.take(peer)
        }

        fn take(&mut self, peer: u8) -> u32 {
            let start = Instant::now();
            for look in 1.. {
                if let Some(arrival) = self.sockets.receive(&mut self.buffer, false) {
                    assert_eq!((arrival.len, self.buffer[0]), (1, peer));
                    self.sockets.came(u32::from(peer), arrival.from);
                    return look;
                }
                assert!(start.elapsed() < Duration::from_secs(10), "it does not come");
            }
            unreachable!()
        }

        fn has(&self) -> bool {
            self.sockets.connected.is_some()
        }
    }

    #[test]
    fn a_dominant_sender_is_connected_until_other_peers_send_too() {
        let mut world = World::new();
        for _ in 0..2 * ENOUGH {
            world.pass(0);
            world.pass(1);
        }
        assert!(!world.has(), "two send the same");
        let mut since = 0;
        while !world.has() {
            world.pass(1);
            since += 1;
        }
        assert!((ENOUGH..ENOUGH + 4).contains(&since), "after {since}");
        for n in 0..1000u32 {
            world.pass(1);
            assert!(!world.sockets.by_main);
            if n.is_multiple_of(50) {
                assert!(world.pass(2) <= TURN, "others are looked for, too");
            }
        }
        assert!(world.has(), "few send but the connected peer");
        for _ in 0..200 {
            world.pass(1);
            world.pass(2);
        }
        assert!(!world.has(), "many do");
        for _ in 0..ENOUGH + 10 {
            world.pass(1);
        }
        assert!(!world.has(), "not so soon again");
        for _ in 0..ENOUGH {
            world.pass(1);
        }
        assert!(world.has());
    }

    #[test]
    fn datagrams_keep_their_order_when_the_peer_is_dropped() {
        let mut world = World::new();
        for _ in 0..ENOUGH + 1 {
            world.pass(1);
        }
        // The main socket holds the two datagrams: the second one is still queued when the first makes its sender the
        // connected peer.
        world.peers[1].send(&[1]).expect("sending");
        world.peers[1].send(&[7]).expect("sending");
        world.take(1);
        assert!(world.has());
        world.peers[1].send(&[8]).expect("sending");
        assert!(!world.sockets.let_go(), "something lies in the connected one");
        // If the program has forked, a child keeps the socket open.
        let child = world.sockets.connected.as_ref().map(|f| f.inbound.socket.try_clone().expect("a descriptor"));
        assert!(world.take(7) <= 1 && world.take(8) <= 1, "in order");
        assert!(world.sockets.let_go() && !world.has());
        world.pass(1);
        drop(child);
        // If a connected peer is forbidden, the present one is dropped as soon as its socket is empty.
        for _ in 0..2 * ENOUGH + 2 {
            world.pass(1);
        }
        assert!(world.has());
        world.sockets.bar(true);
        world.pass(1);
        assert!(world.sockets.receive(&mut world.buffer, false).is_none() && !world.has());
        for _ in 0..8 * ENOUGH {
            world.pass(1);
        }
        assert!(!world.has());
    }

    #[test]
    fn the_port_stays_taken_beside_a_connected_peer() {
        let mut world = World::new();
        for _ in 0..ENOUGH + 2 {
            world.pass(1);
        }
        assert!(world.has());
        let port = world.sockets.main().local_addr().expect("an address").port();
        assert!(crate::udp::bind(Some(port)).is_err(), "the port is taken");
    }
}
