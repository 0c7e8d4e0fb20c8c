//! Shared memory for the ranks of this machine, the network for all others. For the former nothing is added: the network is
//! looked at only where shared memory has no way to the receiver, and where it has nothing to hand over.
use super::either::{Either, FromFar, FromNear, Lent};
use super::{Cutter, Monotonic, Reliable};
use crate::Rank;
use crate::hosts::Hosts;
use clump_fabric::mem::Region;
use clump_fabric::shm::{self, Bell, Reach, Shm};
use clump_fabric::udp::{Counters, Udp, Watcher};
use clump_fabric::{Ask, Attended, Capabilities, Fabric, Full, Help, Lend, Receiver, Refused, RemoteMemory, Tx as _};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(super) type Far = Reliable<Udp, Monotonic>;

/// Both ways of one rank.
pub struct Dual {
    shm: Shm,
    net: Option<(Far, Arc<Hosts>, Rank)>,
}

impl Dual {
    /// Without a network, shared memory is all there is.
    pub fn near(shm: Shm) -> Dual {
        Dual { shm, net: None }
    }

    /// What cuts long messages to and from other machines, if there are any.
    pub(crate) fn cutter(&self) -> Option<Cutter> {
        self.net.as_ref().map(|(far, ..)| far.cutter())
    }

    /// `rank` reaches the ranks of other machines through `net`.
    pub fn new(shm: Shm, net: Udp, buffer: u64, hosts: Arc<Hosts>, rank: Rank) -> Dual {
        Dual { shm, net: Some((Reliable::new(net, Monotonic::default(), buffer), hosts, rank)) }
    }
}

impl Fabric for Dual {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        let (near, near_rx) = self.shm.split();
        let Some((far, hosts, rank)) = self.net else {
            return (Tx { near, far: None }, Rx { near: near_rx, far: None });
        };
        let (far, far_rx) = far.split();
        let own = near_rx.bell();
        // Without the thread sleeps end by their own limit, and something may come late: never not at all.
        let watcher = Watcher::start(far_rx.inner().socket(), move || own.ring()).ok();
        let host = hosts.host_of(rank);
        let used = Arc::new(AtomicBool::new(false));
        let far = Box::new(FarTx { tx: far, hosts, host, used: used.clone() });
        let far_rx = FarRx { rx: far_rx, watcher, near: 0, used, ask: None, armed: None };
        (Tx { near, far: Some(far) }, Rx { near: near_rx, far: Some(Box::new(far_rx)) })
    }
}

struct FarTx {
    tx: <Far as Fabric>::Tx,
    hosts: Arc<Hosts>,
    host: u32,
    /// Raised by whatever may make something fall due.
    used: Arc<AtomicBool>,
}

impl FarTx {
    fn reaches(&self, rank: Rank) -> bool {
        self.hosts.host_of(rank) != self.host
    }
}

pub struct Tx {
    near: shm::Tx,
    far: Option<Box<FarTx>>,
}

impl Tx {
    /// The network, if `to` is on another machine.
    fn far(&mut self, to: Rank) -> Option<&mut <Far as Fabric>::Tx> {
        let far = self.far.as_mut().filter(|far| far.reaches(to))?;
        far.used.store(true, Ordering::Relaxed);
        Some(&mut far.tx)
    }

    /// Shared memory has not taken it: no way, or no room.
    #[cold]
    #[inline(never)]
    fn delayable_elsewhere(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        self.far(to).ok_or(Full)?.send_delayable(to, head, words)
    }

    /// The same for any frame.
    #[cold]
    #[inline(never)]
    fn elsewhere(&mut self, to: Rank, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.far(to).ok_or(Full)?.send(to, head, words, body)
    }

    /// Packets from other machines that contradicted themselves or what was sent.
    pub(crate) fn malformed(&self) -> u64 {
        self.far.as_ref().map_or(0, |far| far.tx.malformed())
    }
}

impl clump_fabric::Tx for Tx {
    fn capabilities(&self, peer: Rank) -> Capabilities {
        match &self.far {
            Some(far) if far.reaches(peer) => far.tx.capabilities(peer),
            _ => shm::CAPABILITIES,
        }
    }

    #[inline(always)]
    fn send(&mut self, to: Rank, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        if self.near.send(to, head, words, body).is_ok() {
            return Ok(());
        }
        self.elsewhere(to, head, words, body)
    }

    fn send_delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        if self.near.send_delayable(to, head, words).is_ok() {
            return Ok(());
        }
        self.delayable_elsewhere(to, head, words)
    }

    #[inline(always)]
    fn expect(&self, to: Rank) {
        self.near.expect(to);
    }

    fn send_filled(
        &mut self,
        to: Rank,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        match self.far(to) {
            Some(far) => far.send_filled(to, head, words, len, fill),
            None => self.near.send_filled(to, head, words, len, fill),
        }
    }

    fn flush(&mut self) {
        if let Some(far) = &mut self.far {
            far.tx.flush();
        }
    }

    fn cork(&mut self, to: Rank, on: bool) {
        if let Some(far) = self.far(to) {
            far.cork(to, on);
        }
    }

    #[cold]
    fn prepare(&mut self, to: Rank, len: usize) -> io::Result<bool> {
        match self.far(to) {
            Some(far) => far.prepare(to, len),
            None => self.near.prepare(to, len),
        }
    }

    fn left(&mut self, peer: Rank) -> bool {
        self.far(peer).is_some_and(|far| far.left(peer))
    }

    fn drained(&mut self) -> bool {
        self.far.as_mut().is_none_or(|far| far.tx.drained())
    }

    fn farewell(&mut self) {
        if let Some(far) = &mut self.far {
            far.tx.farewell();
        }
    }
}

impl RemoteMemory for Tx {
    type Reach = Reach;

    fn can_pull(&mut self, peer: Rank) -> bool {
        self.far(peer).is_none() && self.near.can_pull(peer)
    }

    fn pull(&mut self, from: Rank, address: u64, into: Region) -> Result<(), Refused> {
        RemoteMemory::pull(&mut self.near, from, address, into)
    }

    fn push(&mut self, to: Rank, address: u64, from: Region) -> Result<(), Refused> {
        RemoteMemory::push(&mut self.near, to, address, from)
    }

    fn reach(&mut self, peer: Rank, address: u64, len: u64) -> Option<Reach> {
        if self.far(peer).is_some() { None } else { self.near.reach(peer, address, len) }
    }

    fn pull_by_system(&mut self, from: Rank, address: u64, into: Region) -> Result<(), Refused> {
        self.near.pull_by_system(from, address, into)
    }

    #[inline(always)]
    fn lend(&mut self, memory: Region, how: Lend) -> bool {
        self.near.lend(memory, how)
    }

    fn died(&mut self, peer: Rank) -> bool {
        self.far(peer).is_none() && self.near.died(peer)
    }

    fn reached(&mut self, peer: Rank, address: u64, len: u64) -> u64 {
        if self.far(peer).is_some() { 0 } else { self.near.reached(peer, address, len) }
    }

    #[inline]
    fn fetch(&mut self, from: Rank, send: u64, offset: u64, into: Region) -> Option<u64> {
        self.far(from)?.fetch(from, send, offset, into)
    }

    fn serve(&mut self, to: Rank, asked: (u64, u32), offset: u64, bytes: Region) {
        if let Some(far) = self.far(to) {
            far.serve(to, asked, offset, bytes);
        }
    }
}

/// Frames from this machine after which the network has its turn, however many more there are.
const TURN: usize = 64;

struct FarRx {
    rx: <Far as Fabric>::Rx,
    watcher: Option<Watcher>,
    /// Frames from this machine since the network was last looked at.
    near: usize,
    /// Something has been sent or looked for since the program last left a call.
    used: Arc<AtomicBool>,
    /// Where the watcher's thread asks to be armed, if it helps while the program computes.
    ask: Option<&'static Ask>,
    /// When its timer ends.
    armed: Option<Instant>,
}

/// The helping thread wakes up no sooner after a call for what is due: acknowledgements may be so late, and the program that
/// calls all the time is not disturbed more often.
const LATE: Duration = Duration::from_millis(1);

impl FarRx {
    /// So many more frames came from this machine. True: the network has waited long enough.
    #[inline]
    fn waits(&mut self, came: usize) -> bool {
        self.near += came;
        self.near > TURN
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self, burst: usize, to: impl Receiver<Rx>) -> usize {
        use clump_fabric::Rx as _;
        self.near = 0;
        self.used.store(true, Ordering::Relaxed);
        self.rx.poll(burst, FromFar(to))
    }

    /// Before a sleep: armed first, then looked, so that nothing is missed.
    #[cold]
    fn ready(&mut self) -> bool {
        use clump_fabric::Rx as _;
        let limit = self.rx.settle();
        self.arm(limit);
        self.rx.ready()
    }

    /// The watcher wakes when a datagram has come, or after `limit`; at once if one has come past its socket.
    fn arm(&mut self, limit: Option<Duration>) {
        let limit = if self.rx.inner_mut().comes_by_socket() { limit } else { Some(Duration::ZERO) };
        self.armed = limit.and_then(|limit| Instant::now().checked_add(limit));
        if let Some(watcher) = &self.watcher {
            watcher.arm(limit);
        }
    }
}

impl Attended for FarRx {
    fn set_help(&mut self, help: Option<Help>) {
        if let Some(watcher) = &self.watcher {
            if let Some(ask) = self.ask.take() {
                ask.answer();
            }
            self.ask = help.as_ref().map(|help| help.ask);
            self.rx.inner_mut().set_watched(help.is_some());
            watcher.set_help(help);
        }
    }

    fn watch(&mut self) {
        let limit = self.rx.settle();
        self.used.store(false, Ordering::Relaxed);
        self.arm(limit);
    }

    fn leave(&mut self) {
        let (Some(watcher), Some(ask)) = (self.watcher.as_ref(), self.ask) else { return };
        let asked = ask.is_open();
        if !asked && !self.used.load(Ordering::Relaxed) {
            return;
        }
        self.used.store(false, Ordering::Relaxed);
        let due = self.rx.due().map(|due| due.max(LATE));
        if asked {
            ask.answer();
            self.arm(due);
        } else if !self.rx.inner_mut().comes_by_socket() {
            self.arm(due);
        } else if let Some(due) = due {
            let now = Instant::now();
            let then = now + due;
            if self.armed.is_none_or(|armed| armed < now || armed > then + LATE) {
                self.armed = Some(then);
                watcher.arm_timer(due);
            }
        }
    }
}

pub struct Rx {
    near: shm::Rx,
    far: Option<Box<FarRx>>,
}

impl Rx {
    /// Datagrams from other machines that were dropped.
    pub(crate) fn dropped(&self) -> Counters {
        self.far.as_ref().map_or(Counters::default(), |far| far.rx.inner().counters())
    }
}

impl clump_fabric::Rx for Rx {
    type Body<'a> = Either<'a>;
    type Bell = Bell;

    #[inline(always)]
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx>) -> usize {
        let came = self.near.poll(burst, FromNear(Lent(&mut to)));
        if let Some(far) = &mut self.far
            && (came == 0 || far.waits(came))
        {
            return came + far.poll(burst, Lent(&mut to));
        }
        came
    }

    #[inline(always)]
    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        // Whoever takes frame after frame this way never looks at the network: now and then it has to.
        if self.far.as_mut().is_some_and(|far| far.waits(1)) {
            return None;
        }
        self.near.take_if(from, looks, into, wanted)
    }

    fn ready(&mut self) -> bool {
        self.near.ready() || self.far.as_mut().is_some_and(|far| far.ready())
    }

    fn bell(&self) -> Bell {
        self.near.bell()
    }

    fn attended(&mut self) -> Option<&mut dyn Attended> {
        self.far.as_mut().map(|far| &mut **far as &mut dyn Attended)
    }
}
