//! A socket that this process polls, with the time that datagrams were queued in the socket.
//!
//! The kernel timestamps each arriving datagram. This code reads the timestamp only if the socket was not found empty a
//! moment ago, because reading it for each datagram would cost a twenty-fifth of a short message's time
//! (docs/NETWORK.md).
use super::socket::{self, DatagramArrival};
use crate::clock::{ticks, ticks_per_us};
use std::net::UdpSocket;
use std::sync::Arc;

/// The time in us after the socket was found empty during which arriving datagrams count as not queued. It is about the
/// time of one poll that opens a row. A larger value attributes more of the process's own delay to the network.
const MOMENT_US: u64 = 20;

pub struct Inbound {
    pub socket: Arc<UdpSocket>,
    /// When the socket was last found empty, in ticks.
    empty: u64,
    moment: u64,
}

impl Inbound {
    pub fn new(socket: Arc<UdpSocket>) -> Inbound {
        Inbound { socket, empty: 0, moment: MOMENT_US * ticks_per_us() }
    }

    /// Polls once. Returns the datagrams that have arrived, if any, with their source address if `whose`.
    #[inline]
    pub fn receive(&mut self, buffer: &mut [u8], whose: bool) -> Option<DatagramArrival> {
        // The clock is read before the poll. If the kernel preempts the process after the poll, the process does not
        // know whether a datagram arrived meanwhile.
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
    fn a_datagram_reports_how_long_it_was_queued() {
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
        // The kernel starts to take timestamps a moment after the first request; until then the queueing time reads as
        // zero.
        let begin = Instant::now();
        while queued(Duration::from_millis(20)) < Duration::from_millis(20) {
            assert!(begin.elapsed() < Duration::from_secs(10), "nothing is queued");
        }
        assert!(queued(Duration::from_millis(20)) < Duration::from_secs(60));
        // A poll that comes in time finds a datagram that was not queued. The kernel may preempt the test now and then.
        let fresh = (0..1000).filter(|_| queued(Duration::ZERO).is_zero()).count();
        assert!(fresh > 0, "all of them late");
    }

    #[test]
    fn each_queued_datagram_reports_its_own_time() {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        socket::prepare(&socket).expect("options");
        let to = socket.local_addr().expect("an address");
        // The test uses two sockets, so that the kernel does not merge their datagrams into a row.
        let peers = [0, 1].map(|_| socket::connected(to).expect("another"));
        let mut inbound = Inbound::new(Arc::new(socket));
        let mut buffer = [0; 100];
        // The test repeats until the kernel takes timestamps.
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
