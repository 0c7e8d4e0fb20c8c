//! A simulated process's endpoint on the network.
use super::arrival::Arrival;
use super::paths::LENGTHS;
use super::{Network, TICK};
use crate::mem::Region;
use crate::{
    Body, Capabilities, Datagrams, Fabric, Frame, Full, Help, NetworkWatcher, Receiver, Refused, RemoteMemory,
};
use std::convert::Infallible;
use std::io;
use std::time::Duration;

/// One process's endpoint on the network.
pub struct Ends {
    tx: Tx,
    rx: Rx,
}

impl Network {
    /// Returns the endpoint of `rank`.
    pub fn place(&self, rank: u32) -> Ends {
        assert!((rank as usize) < self.ranks());
        Ends {
            tx: Tx { network: self.clone(), rank, largest_frame: LARGEST_FRAME },
            rx: Rx { network: self.clone(), rank },
        }
    }
}

impl Ends {
    /// Returns the endpoint with frames of at most `largest` bytes.
    pub fn with_frames(mut self, largest: usize) -> Ends {
        self.tx.largest_frame = largest.min(LARGEST_FRAME);
        self
    }
}

/// The longest body of a frame, in bytes, if nothing else was said.
const LARGEST_FRAME: usize = 64 << 10;

impl Fabric for Ends {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (self.tx, self.rx)
    }
}

impl crate::Network for Ends {
    type Clock = Clock;
    fn clock(&self) -> Clock {
        Clock(self.tx.network.clone())
    }
}

/// Virtual time.
#[derive(Clone)]
pub struct Clock(Network);

impl crate::clock::Clock for Clock {
    fn now(&self) -> u64 {
        self.0.now() * TICK
    }
}

pub struct Tx {
    network: Network,
    rank: u32,
    largest_frame: usize,
}

impl crate::Tx for Tx {
    fn capabilities(&self, _: u32) -> Capabilities {
        let faults = self.network.faults();
        Capabilities {
            reliable: faults.loss == 0 && faults.duplicate == 0,
            ordered: faults.reorder == 0,
            native_pull: true,
            multicast: faults.multicast.longest,
            receive_window: faults.multicast.receive_window,
            largest_frame: self.largest_frame,
            piece: self.largest_frame,
            burst: 32,
        }
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.network.send(self.rank, to, Frame::new(head, words, body))
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }

    #[inline(always)]
    fn flush(&mut self) {}

    fn cork(&mut self, _: u32, _: bool) {}

    fn join(&mut self, group: u16) -> io::Result<()> {
        if self.network.faults().multicast.longest == 0 {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "this network has no multicast"));
        }
        self.network.join(self.rank, group);
        Ok(())
    }

    fn leave(&mut self, group: u16) {
        self.network.leave(self.rank, group);
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.network.multicast(self.rank, group, Frame::new(head, words, body))
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

impl Datagrams for Tx {
    fn lengths(&self) -> u8 {
        LENGTHS.len() as u8
    }

    fn length(&self, to: u32) -> u8 {
        self.network.length(self.rank, to)
    }

    fn set_length(&mut self, to: u32, length: u8) {
        self.network.set_length(self.rank, to, length);
    }

    fn probe(&mut self, to: u32, length: u8, head: u64) {
        self.network.probe(self.rank, to, length, Frame::new(head, &[], Region::EMPTY));
    }

    fn find_way(&mut self, _: u32) {}
}

impl RemoteMemory for Tx {
    type Reach = Infallible;

    fn can_pull(&mut self, _: u32) -> bool {
        true
    }

    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let lent = self.network.lent(from, address, into.len() as u64).ok_or(Refused)?;
        into.copy_from(lent);
        Ok(())
    }

    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let lent = self.network.lent(to, address, from.len() as u64).ok_or(Refused)?;
        lent.copy_from(from);
        Ok(())
    }
}

pub struct Rx {
    network: Network,
    rank: u32,
}

/// A frame that the receiver has taken, and how long ago the frame arrived, in ns.
pub struct Taken {
    pub frame: Frame,
    queued: u64,
}

impl Body for Taken {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.frame.words()
    }

    fn len(&self, k: usize) -> usize {
        Body::len(&self.frame, k)
    }

    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        self.frame.copy_to(k, offset, to)
    }

    fn to_frame(&self, head: u64) -> Frame {
        self.frame.to_frame(head)
    }

    fn queued(&self) -> u64 {
        self.queued
    }
}

impl crate::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = Taken;
    type Bell = Bell;

    /// Hands over at most `burst` frames in all, each from a random sender.
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx>) -> usize {
        for count in 0..burst {
            let Some(Arrival { from, group, ago, frame }) = self.network.take(self.rank) else { return count };
            let (head, taken) = (frame.head, Taken { queued: ago * TICK, frame });
            match group {
                None => to.frame(from, head, &taken),
                Some(group) => to.multicast(from, group, head, &taken),
            }
        }
        burst
    }

    fn ready(&mut self, _: &mut Tx) -> bool {
        self.network.arrived(self.rank)
    }

    fn bell(&self) -> Bell {
        Bell(self.network.clone())
    }
}

impl crate::NetworkRx for Rx {
    type Watcher = NoWatcher;
    fn start_watcher(&self, _: impl Fn() + Send + 'static) -> Option<NoWatcher> {
        None
    }
    fn watch_groups(&self, watcher: &NoWatcher) -> bool {
        match *watcher {}
    }
}

/// The watcher, which no process has: none sleeps.
pub enum NoWatcher {}

impl NetworkWatcher for NoWatcher {
    fn arm(&self, _: Option<Duration>) {
        match *self {}
    }
    fn arm_timer(&self, _: Duration) {
        match *self {}
    }
    fn set_help(&self, _: Option<Help>) {
        match *self {}
    }
}

/// The bell in virtual time. No thread sleeps: a sleep advances virtual time to the next arrival.
#[derive(Clone)]
pub struct Bell(Network);

/// A raised sleep flag in virtual time.
pub struct Sleeper(Network);

impl crate::Bell for Bell {
    type Sleeper = Sleeper;
    fn ring(&self) {}
    fn sleeper(&self) -> Sleeper {
        Sleeper(self.0.clone())
    }
    fn sleep(sleeper: Sleeper, _: Option<Duration>) {
        sleeper.0.skip_ahead();
    }
}
