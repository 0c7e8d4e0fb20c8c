//! A rank's endpoint of the simulated network. If the network loses frames, the reliability layer runs on top.
use crate::plan::Plan;
use clump::driver::net::{self, Reliable};
use clump_fabric::mem::Region;
use clump_fabric::sim::{self, Ends, Network};
use clump_fabric::{
    Body, Capabilities, Fabric, Frame, Full, Network as _, RangeRequest, Receiver, Refused, RemoteMemory, View,
};
use std::convert::Infallible;
use std::io;

/// Returns the endpoint of `rank`.
pub fn place(plan: &Plan, network: &Network, rank: u32) -> (Tx, Rx) {
    let ends = network.place(rank);
    match plan.chunk {
        0 => {
            let (tx, rx) = ends.split();
            (Tx::Plain(tx), Rx::Plain(rx))
        }
        chunk => {
            let clock = ends.clock();
            let (mut tx, rx) = Reliable::with_frame(ends, clock, plan.buffer, chunk).split();
            tx.log_resent(true);
            (Tx::Reliable(Box::new(tx), network.place(rank).split().0), Rx::Reliable(rx))
        }
    }
}

pub enum Tx {
    Plain(sim::Tx),
    /// The reliability layer, and beside it the plain network for native pulls. The simulation offers native pulls with
    /// or without the layer.
    Reliable(Box<net::Tx<sim::Tx, sim::Clock>>, sim::Tx),
}

/// Runs an expression with the sending side, of either kind.
macro_rules! both {
    ($self:ident, $tx:ident => $do:expr) => {
        match $self {
            Tx::Plain($tx) => $do,
            Tx::Reliable($tx, _) => $do,
        }
    };
}

impl Tx {
    /// Returns the sending side that reads and writes memory of other ranks.
    fn memory(&mut self) -> &mut sim::Tx {
        match self {
            Tx::Plain(tx) | Tx::Reliable(_, tx) => tx,
        }
    }

    /// Returns the sending side of the reliability layer. Panics if this endpoint has no such layer.
    fn reliable(&mut self) -> &mut net::Tx<sim::Tx, sim::Clock> {
        match self {
            Tx::Reliable(tx, _) => tx,
            Tx::Plain(_) => panic!("both sides of a place are reliable, or none is"),
        }
    }

    /// Returns how many packets were malformed.
    pub fn malformed(&self) -> u64 {
        match self {
            Tx::Plain(_) => 0,
            Tx::Reliable(tx, _) => tx.malformed(),
        }
    }

    /// Returns how many chunks were sent again.
    pub fn resent(&self) -> u64 {
        match self {
            Tx::Plain(_) => 0,
            Tx::Reliable(tx, _) => tx.resent(),
        }
    }

    /// Returns, for each chunk that was sent again, the rank that it was sent to.
    pub fn take_resent(&mut self) -> Vec<u32> {
        match self {
            Tx::Plain(_) => Vec::new(),
            Tx::Reliable(tx, _) => tx.take_resent(),
        }
    }
}

impl clump_fabric::Tx for Tx {
    fn capabilities(&self, peer: u32) -> Capabilities {
        both!(self, tx => tx.capabilities(peer))
    }
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        both!(self, tx => tx.send(to, head, words, body))
    }
    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        both!(self, tx => tx.send_delayable(to, head, words))
    }
    fn join(&mut self, group: u16) -> io::Result<()> {
        both!(self, tx => tx.join(group))
    }
    fn leave(&mut self, group: u16) {
        both!(self, tx => tx.leave(group))
    }
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        both!(self, tx => tx.multicast(group, head, words, body))
    }
    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        both!(self, tx => tx.prepare(to, len))
    }
    fn flush(&mut self) {
        both!(self, tx => tx.flush())
    }
    fn cork(&mut self, to: u32, on: bool) {
        both!(self, tx => tx.cork(to, on))
    }
    fn left(&mut self, peer: u32) -> bool {
        both!(self, tx => tx.left(peer))
    }
    fn drained(&mut self) -> bool {
        both!(self, tx => tx.drained())
    }
    fn announce_departure(&mut self) {
        both!(self, tx => tx.announce_departure())
    }
}

impl RemoteMemory for Tx {
    type Reach = Infallible;

    fn can_pull(&mut self, peer: u32) -> bool {
        self.memory().can_pull(peer)
    }

    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        self.memory().pull(from, address, into)
    }

    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        self.memory().push(to, address, from)
    }

    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        both!(self, tx => tx.fetch(from, send, offset, into))
    }

    fn stop_fetch(&mut self, ticket: u64) {
        both!(self, tx => tx.stop_fetch(ticket));
    }

    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        both!(self, tx => tx.serve(to, asked, offset, bytes))
    }
}

pub enum Rx {
    Plain(<Ends as Fabric>::Rx),
    Reliable(<Reliable<Ends, sim::Clock> as Fabric>::Rx),
}

/// Passes each frame on without copying it, because the simulator owns it.
struct Kept<P>(P);
/// Passes on a copy of each frame, because the reliability layer lends its frames only during the call.
struct Copied<P>(P);

impl<P: Receiver<Rx>> Receiver<<Ends as Fabric>::Rx> for Kept<P> {
    fn tx(&mut self) -> &mut sim::Tx {
        self.0.tx().memory()
    }

    fn frame(&mut self, from: u32, head: u64, body: &sim::Taken) {
        self.0.frame(from, head, &body.frame);
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &sim::Taken) {
        self.0.multicast(from, group, head, &body.frame);
    }
}

impl<P: Receiver<Rx>> Receiver<<Reliable<Ends, sim::Clock> as Fabric>::Rx> for Copied<P> {
    fn tx(&mut self) -> &mut net::Tx<sim::Tx, sim::Clock> {
        self.0.tx().reliable()
    }

    fn frame(&mut self, from: u32, head: u64, body: &View<'_>) {
        self.0.frame(from, head, &body.to_frame(head));
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &View<'_>) {
        self.0.multicast(from, group, head, &body.to_frame(head));
    }

    fn handed_over(&mut self) {
        self.0.handed_over();
    }

    fn fetched(&mut self, ticket: u64) {
        self.0.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.0.requested(from, request);
    }
}

impl clump_fabric::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = Frame;
    type Bell = sim::Bell;

    fn poll(&mut self, burst: usize, to: impl Receiver<Rx>) -> usize {
        match self {
            Rx::Plain(rx) => rx.poll(burst, Kept(to)),
            Rx::Reliable(rx) => rx.poll(burst, Copied(to)),
        }
    }
    fn ready(&mut self, tx: &mut Tx) -> bool {
        match self {
            Rx::Plain(rx) => rx.ready(tx.memory()),
            Rx::Reliable(rx) => rx.ready(tx.reliable()),
        }
    }
    fn bell(&self) -> sim::Bell {
        match self {
            Rx::Plain(rx) => rx.bell(),
            Rx::Reliable(rx) => rx.bell(),
        }
    }
}
