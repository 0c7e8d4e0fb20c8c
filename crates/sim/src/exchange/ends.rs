//! A host's endpoint of the [`Switch`]: a network that loses and reorders packets, on which the hosts' real fabrics
//! run.
use super::switch::Switch;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::sim::NoWatcher;
use clump_fabric::{Capabilities, Fabric, Frame, Full, Network, NetworkRx, Receiver, Refused, RemoteMemory};
use std::convert::Infallible;
use std::io;
use std::time::Duration;

/// Nanoseconds that a host needs to take a packet from its socket, and to open it.
const TAKE: u64 = 600;

/// One host's endpoint.
pub struct Ends {
    pub network: Switch,
    pub host: u32,
    /// The largest payload of a packet, in bytes.
    pub packet: usize,
}

/// The sending side.
pub struct Tx {
    network: Switch,
    host: u32,
    packet: usize,
}

/// The receiving side.
pub struct Rx(Switch, u32);
/// The clock of the simulation.
#[derive(Clone)]
pub struct Time(Switch);
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
        let Ends { network, host, packet } = self;
        (Tx { network: network.clone(), host, packet }, Rx(network, host))
    }
}

impl Network for Ends {
    type Clock = Time;
    fn clock(&self) -> Time {
        Time(self.network.clone())
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
            largest_frame: self.packet,
            piece: self.packet,
            burst: 32,
        }
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.network.with(|n| n.send(self.host, to, Frame::new(head, words, body)));
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

impl RemoteMemory for Tx {
    type Reach = Infallible;

    fn can_pull(&mut self, _: u32) -> bool {
        false
    }

    fn pull(&mut self, _: u32, _: u64, _: Region) -> Result<(), Refused> {
        Err(Refused)
    }

    fn push(&mut self, _: u32, _: u64, _: Region) -> Result<(), Refused> {
        Err(Refused)
    }
}

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

impl NetworkRx for Rx {
    type Watcher = NoWatcher;
    fn start_watcher(&self, _: impl Fn() + Send + 'static) -> Option<NoWatcher> {
        None
    }
    fn watch_groups(&self, watcher: &NoWatcher) -> bool {
        match *watcher {}
    }
}

impl clump_fabric::Bell for Bell {
    type Sleeper = ();
    fn ring(&self) {}
    fn sleeper(&self) {}
    fn sleep((): (), _: Option<Duration>) {}
}
