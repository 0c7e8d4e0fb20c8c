//! A socket that is looked at again and again, and how long what comes was queued in it.
//!
//! The system notes when each datagram comes. It is asked for that only where the socket was not seen empty a moment
//! ago: with every datagram the note would cost a twenty-fifth of a short message's time (docs/NETWORK.md).
use super::socket::{self, Arrival};
use crate::clock::{ticks, ticks_per_us};
use std::net::UdpSocket;
use std::sync::Arc;

/// What comes so soon after the socket was seen empty counts as not queued, in us: about what one look takes that opens
/// a row. Twice as much, and so much more of the process's own delay is taken for the network's.
const MOMENT_US: u64 = 20;

pub struct Inbound {
    pub socket: Arc<UdpSocket>,
    /// Ticks when it was last seen empty.
    empty: u64,
    moment: u64,
}

impl Inbound {
    pub fn new(socket: Arc<UdpSocket>) -> Inbound {
        Inbound { socket, empty: 0, moment: MOMENT_US * ticks_per_us() }
    }

    /// One look: what has come, if anything has; from where, too, if that is asked.
    #[inline]
    pub fn receive(&mut self, buffer: &mut [u8], whose: bool) -> Option<Arrival> {
        // Before the look: a process that is preempted behind it knows nothing of what came meanwhile.
        let now = ticks();
        let Some(mut arrival) = socket::receive(&self.socket, buffer, whose) else {
            self.empty = now;
            return None;
        };
        if ticks().saturating_sub(self.empty) > self.moment {
            arrival.queued = socket::queued(&self.socket);
        }
        Some(arrival)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    #[test]
    fn what_was_queued_in_the_socket_says_so() {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        socket::prepare(&socket).expect("options");
        let from = socket::connected(socket.local_addr().expect("an address")).expect("another");
        let mut inbound = Inbound::new(Arc::new(socket));
        let mut buffer = [0; 100];
        let mut queued = |pause| {
            assert!(inbound.receive(&mut buffer, true).is_none());
            from.send(b"frame").expect("sending");
            sleep(pause);
            let arrival = inbound.receive(&mut buffer, true).expect("it has come");
            assert_eq!((arrival.len, arrival.segment), (5, 5));
            assert_eq!(arrival.from.map(|from| from.ip()), Some(Ipv4Addr::LOCALHOST.into()));
            Duration::from_nanos(arrival.queued)
        };
        // The system begins with it in a moment; until then it says that it has just come.
        let begin = Instant::now();
        while queued(Duration::from_millis(20)) < Duration::from_millis(20) {
            assert!(begin.elapsed() < Duration::from_secs(10), "nothing is queued");
        }
        assert!(queued(Duration::from_millis(20)) < Duration::from_secs(60));
        // Whoever looks in time finds something that was not queued; now and then a test is preempted.
        let fresh = (0..1000).filter(|_| queued(Duration::ZERO).is_zero()).count();
        assert!(fresh > 0, "all of them late");
    }

    #[test]
    fn each_of_those_that_wait_tells_its_own_time() {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        socket::prepare(&socket).expect("options");
        let to = socket.local_addr().expect("an address");
        // Two of them, so that the system does not make a row of what they send.
        let peers = [0, 1].map(|_| socket::connected(to).expect("another"));
        let mut inbound = Inbound::new(Arc::new(socket));
        let mut buffer = [0; 100];
        // Until the system notes.
        let begin = Instant::now();
        loop {
            for peer in &peers {
                peer.send(b"frame").expect("sending");
                sleep(Duration::from_millis(20));
            }
            let [first, second] = [0, 1].map(|_| inbound.receive(&mut buffer, false).expect("it has come").queued);
            assert!(inbound.receive(&mut buffer, false).is_none());
            if second > 20_000_000 && first > second + 15_000_000 {
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(10), "{first} {second}");
        }
    }
}
