//! The connected peer: the one that almost everything comes from is received by a socket of its own, which is connected
//! to it. The system then needs to look up neither the socket nor the way of what comes, which saves a twentieth of a
//! short message's time. There is one such peer at most, since each socket has to be looked at; and only while the
//! process looks all the time, since it sleeps on the main socket.
use super::inbound::Inbound;
use super::socket::{self, Arrival};
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// A peer becomes the connected peer when so many frames have come from it one behind the other. A second socket costs
/// some system calls, which so many frames pay for; twice as many only begin later.
const ENOUGH: u32 = 256;
/// Each time that the connected peer is let go, the next needs twice as many frames, up to this number: peers that take
/// turns soon stop paying for sockets. Twice as many would only delay the next attempt.
const MOST: u32 = 1 << 16;
/// While there is a connected peer, one look in so many goes to the main socket. Twice as many, and others wait twice
/// as many looks; half as many, and an eighth of all looks are wasted on a socket to which nothing comes.
const TURN: u32 = 16;
/// A frame by the main socket is worth so many by the connected one ([`TURN`] of these pass before it is looked for).
const OTHER: u32 = 16;
/// The connected peer is let go when others have been owed so many frames: sixteen of theirs with none of its own
/// between. Twice as many, and a receiver of many senders keeps looking at the wrong socket twice as long.
const OTHERS: u32 = 16 * OTHER;

pub struct Sockets {
    main: Inbound,
    connected: Option<Connected>,
    /// What was received last came by the main socket.
    by_main: bool,
    /// The last frame's sender, and how many were its own one behind the other.
    sender: u32,
    streak: u32,
    enough: u32,
    /// No peer may be connected, because the process sleeps or is helped, or the system has refused.
    barred: bool,
}

struct Connected {
    inbound: Inbound,
    /// The socket is no longer connected to that peer: what lies in it is all there will be.
    leaving: bool,
    /// The main socket may hold what this peer sent before.
    fresh: bool,
    looks: u32,
    /// Frames that others are owed, weighed by [`OTHER`].
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

    /// The socket that everybody may send to, and that this process sleeps on.
    pub fn main(&self) -> &Arc<UdpSocket> {
        &self.main.socket
    }

    /// One look: what has come, if anything has. `whose`: from where, too, is asked of the main socket.
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

    /// A genuine frame of that rank was in what has come; from there, if that was asked.
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
        // A system that has refused the second socket once will refuse it again.
        self.barred = self.connected.is_none();
    }

    /// Lets the connected peer go: everything comes by the main socket then. False: something that came before lies in
    /// its socket and is still to be received.
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

    /// From now on there is no connected peer, or there may be one.
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

        /// That peer's datagram arrives, after so many looks.
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
    fn who_sends_almost_all_is_the_connected_peer_until_others_send_too() {
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
    fn what_came_before_comes_first_and_nothing_is_left() {
        let mut world = World::new();
        for _ in 0..ENOUGH + 1 {
            world.pass(1);
        }
        // Both lie in the main socket: the second is still there when the first has made its sender the connected peer.
        world.peers[1].send(&[1]).expect("sending");
        world.peers[1].send(&[7]).expect("sending");
        world.take(1);
        assert!(world.has());
        world.peers[1].send(&[8]).expect("sending");
        assert!(!world.sockets.let_go(), "something lies in the connected one");
        // A program may have forked: then the socket stays open in its child.
        let child = world.sockets.connected.as_ref().map(|f| f.inbound.socket.try_clone().expect("a descriptor"));
        assert!(world.take(7) <= 1 && world.take(8) <= 1, "in order");
        assert!(world.sockets.let_go() && !world.has());
        world.pass(1);
        drop(child);
        // Barred, it goes as soon as nothing is there.
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
    fn the_port_is_nobody_elses() {
        let mut world = World::new();
        for _ in 0..ENOUGH + 2 {
            world.pass(1);
        }
        assert!(world.has());
        let port = world.sockets.main().local_addr().expect("an address").port();
        assert!(crate::udp::bind(Some(port)).is_err(), "the port is taken");
    }
}
