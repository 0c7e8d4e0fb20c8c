//! A host's endpoint of the [`Network`]: a fabric that loses and reorders packets, on which the real reliable fabric
//! runs.
use super::network::Network;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{Capabilities, Fabric, Frame, Full, Receiver};
use std::io;
use std::time::Duration;

/// Nanoseconds that a host needs to take a packet from its socket, and to open it.
const TAKE: u64 = 600;

/// One host's endpoint.
pub struct Ends {
    pub network: Network,
    pub host: u32,
}

/// The sending side.
pub struct Tx(Network, u32);
/// The receiving side.
pub struct Rx(Network, u32);
/// The clock of the simulation.
#[derive(Clone)]
pub struct Time(pub Network);
/// A bell that no process sleeps on.
#[derive(Clone)]
pub struct Bell;

impl Clock for Time {
    fn now(&self) -> u64 {
        self.0.with(|n| n.now)
    }
}

impl Fabric for Ends {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (Tx(self.network.clone(), self.host), Rx(self.network, self.host))
    }
}

impl clump_fabric::Tx for Tx {
    fn capabilities(&self, _: u32) -> Capabilities {
        Capabilities {
            reliable: false,
            ordered: false,
            native_pull: false,
            multicast: 0,
            receive_window: 0,
            largest_frame: 64 << 10,
            piece: 64 << 10,
            burst: 32,
        }
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.0.with(|n| n.send(self.1, to, Frame::new(head, words, body)));
        Ok(())
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }

    fn flush(&mut self) {}

    fn cork(&mut self, _: u32, _: bool) {}

    fn join(&mut self, _: u16) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this network has no multicast"))
    }

    fn leave(&mut self, _: u16) {}

    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Region) -> Result<(), Full> {
        Err(Full)
    }

    fn prepare(&mut self, _: u32, _: usize) -> io::Result<bool> {
        Ok(false)
    }

    fn left(&mut self, _: u32) -> bool {
        false
    }

    fn drained(&mut self) -> bool {
        true
    }

    fn announce_departure(&mut self) {}
}

clump_fabric::datagrams_of_one_length!(Tx);

impl clump_fabric::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = Frame;
    type Bell = Bell;

    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx>) -> usize {
        for count in 0..burst {
            let taken = self.0.with(|n| {
                let packet = n.take(self.1);
                n.now += if packet.is_some() { TAKE } else { 0 };
                packet
            });
            let Some(packet) = taken else { return count };
            to.frame(packet.from, packet.frame.head, &packet.frame);
        }
        burst
    }

    fn ready(&mut self, _: &mut Tx) -> bool {
        self.0.with(|n| n.has_packets(self.1))
    }

    fn bell(&self) -> Bell {
        Bell
    }
}

impl clump_fabric::Bell for Bell {
    type Sleeper = ();
    fn ring(&self) {}
    fn sleeper(&self) {}
    fn sleep((): (), _: Option<Duration>) {}
}
