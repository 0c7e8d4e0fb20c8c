//! A wrapper that reports every event to a sink, and changes no frame.
use crate::local::LocalTx;
use crate::mem::Region;
use crate::{
    Body, Capabilities, Fabric, Frame, Full, Help, RangeRequest, Receiver, Refused, Registration, RemoteMemory,
    ServedByThread, Span, Unwrapped, Watched, Watcher,
};
use std::io;
use std::sync::Arc;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The fabric accepted a frame.
    Sent,
    /// The fabric had no room for a frame.
    Full,
    /// The fabric handed over a frame to the receiver.
    Arrived,
    /// The fabric accepted a frame to this group. The event's peer is the sender itself.
    Multicast(u16),
    /// The fabric handed over a frame that was sent to this group.
    MulticastArrived(u16),
    /// The process read memory of the peer (true), or the fabric refused that (false).
    Pulled(bool),
    /// The fabric fetches bytes of a message of the peer.
    Fetching,
    /// The process wrote memory of the peer (true), or the fabric refused that (false).
    Pushed(bool),
}

/// An event at the process `rank`, with or by `peer`.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    pub rank: u32,
    pub peer: u32,
    pub what: What,
    /// A frame's head; 0 for pulls, pushes and fetches.
    pub head: u64,
    /// A frame's words and body as on the wire; empty for pulls and pushes.
    pub payload: &'a [u8],
    /// The length of the payload, or the number of bytes that a pull, push or fetch moves.
    pub len: usize,
}

/// Receives events. The two sides of a fabric each have a clone.
pub trait EventSink: Clone + Send + Sync + 'static {
    fn event(&self, event: &Event<'_>);
}

/// A closure is a sink, for instance `|e: &Event<'_>| tracing::trace!(?e)`.
impl<C: Fn(&Event<'_>) + Clone + Send + Sync + 'static> EventSink for C {
    fn event(&self, event: &Event<'_>) {
        self(event)
    }
}

/// The fabric `F`, whose events go to `S`.
pub struct Trace<F, S> {
    inner: F,
    rank: u32,
    sink: S,
}

impl<F: Fabric, S: EventSink> Trace<F, S> {
    /// Wraps the fabric of the process `rank`.
    pub fn new(inner: F, rank: u32, sink: S) -> Trace<F, S> {
        Trace { inner, rank, sink }
    }
}

impl<F: Fabric, S: EventSink> Fabric for Trace<F, S> {
    type Tx = Tx<F::Tx, S>;
    type Rx = Rx<F::Rx, S>;
    fn split(self) -> (Self::Tx, Self::Rx) {
        let Trace { inner, rank, sink } = self;
        let (tx, rx) = inner.split();
        (Tx { inner: tx, rank, sink: sink.clone() }, Rx { inner: rx, rank, sink })
    }
}

fn tell_of_frame(sink: &impl EventSink, rank: u32, peer: u32, what: What, frame: &Frame) {
    let payload = frame.payload().to_vec();
    sink.event(&Event { rank, peer, what, head: frame.head, payload: &payload, len: payload.len() });
}

/// A watcher that reports copies that bypass the sending side.
struct Copies<S> {
    rank: u32,
    peer: u32,
    sink: S,
}

impl<S: EventSink> Watcher for Copies<S> {
    fn refuses(&self) -> bool {
        false
    }

    fn copied(&self, write: bool, len: u64, done: bool) {
        let what = if write { What::Pushed(done) } else { What::Pulled(done) };
        let Copies { rank, peer, .. } = *self;
        self.sink.event(&Event { rank, peer, what, head: 0, payload: &[], len: len as usize });
    }
}

pub struct Tx<T, S> {
    inner: T,
    rank: u32,
    sink: S,
}

impl<T, S: EventSink> Tx<T, S> {
    fn tell(&self, peer: u32, what: What, len: usize) {
        self.sink.event(&Event { rank: self.rank, peer, what, head: 0, payload: &[], len });
    }
}

impl<T: Unwrapped, S> Unwrapped for Tx<T, S> {
    type Inner = T::Inner;

    fn unwrapped(&mut self) -> &mut T::Inner {
        self.inner.unwrapped()
    }
}

impl<T: crate::Tx, S: EventSink> crate::Tx for Tx<T, S> {
    fn capabilities(&self, peer: u32) -> Capabilities {
        self.inner.capabilities(peer)
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let sent = self.inner.send(to, head, words, body);
        let what = if sent.is_ok() { What::Sent } else { What::Full };
        tell_of_frame(&self.sink, self.rank, to, what, &Frame::new(head, words, body));
        sent
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        let sent = self.inner.send_delayable(to, head, words);
        let what = if sent.is_ok() { What::Sent } else { What::Full };
        tell_of_frame(&self.sink, self.rank, to, what, &Frame::new(head, words, Region::EMPTY));
        sent
    }

    fn flush(&mut self) {
        self.inner.flush();
    }

    fn cork(&mut self, to: u32, on: bool) {
        self.inner.cork(to, on);
    }

    fn join(&mut self, group: u16) -> io::Result<()> {
        self.inner.join(group)
    }

    fn leave(&mut self, group: u16) {
        self.inner.leave(group);
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let sent = self.inner.multicast(group, head, words, body);
        let what = if sent.is_ok() { What::Multicast(group) } else { What::Full };
        tell_of_frame(&self.sink, self.rank, self.rank, what, &Frame::new(head, words, body));
        sent
    }

    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        self.inner.prepare(to, len)
    }

    fn ranks_of_other_job(&self, peer: u32) -> Option<u32> {
        self.inner.ranks_of_other_job(peer)
    }

    fn left(&mut self, peer: u32) -> bool {
        self.inner.left(peer)
    }

    fn lose(&mut self, peer: u32) {
        self.inner.lose(peer);
    }

    fn drained(&mut self) -> bool {
        self.inner.drained()
    }

    fn announce_departure(&mut self) {
        self.inner.announce_departure();
    }
}

impl<T: LocalTx<Reach: Watched>, S: EventSink> LocalTx for Tx<T, S> {
    type Job = T::Job;
    type Clock = T::Clock;
    fn clock(&self) -> T::Clock {
        self.inner.clock()
    }
}

impl<T: RemoteMemory<Reach: Watched>, S: EventSink> RemoteMemory for Tx<T, S> {
    type Reach = T::Reach;

    fn can_pull(&mut self, peer: u32) -> bool {
        self.inner.can_pull(peer)
    }

    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<T::Reach> {
        let copies = Copies { rank: self.rank, peer, sink: self.sink.clone() };
        Some(self.inner.reach(peer, address, len)?.watched(Arc::new(copies)))
    }

    fn reach_spans(&mut self, peer: u32, spans: &[Span]) -> Option<T::Reach> {
        let copies = Copies { rank: self.rank, peer, sink: self.sink.clone() };
        Some(self.inner.reach_spans(peer, spans)?.watched(Arc::new(copies)))
    }

    fn register(&mut self, memory: Region, how: Registration) -> bool {
        self.inner.register(memory, how)
    }

    fn hold_still(&mut self, on: bool) {
        self.inner.hold_still(on);
    }

    fn died(&mut self, peer: u32) -> bool {
        self.inner.died(peer)
    }

    fn reached(&mut self, peer: u32, address: u64, len: u64) -> u64 {
        self.inner.reached(peer, address, len)
    }

    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        let ticket = self.inner.fetch(from, send, offset, into)?;
        let (rank, what, len) = (self.rank, What::Fetching, into.len());
        self.sink.event(&Event { rank, peer: from, what, head: 0, payload: &[], len });
        Some(ticket)
    }

    fn stop_fetch(&mut self, ticket: u64) {
        self.inner.stop_fetch(ticket);
    }

    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        self.inner.serve(to, asked, offset, bytes);
    }

    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let pulled = self.inner.pull(from, address, into);
        self.tell(from, What::Pulled(pulled.is_ok()), into.len());
        pulled
    }

    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let pushed = self.inner.push(to, address, from);
        self.tell(to, What::Pushed(pushed.is_ok()), from.len());
        pushed
    }
}

pub struct Rx<R, S> {
    inner: R,
    rank: u32,
    sink: S,
}

impl<R: Unwrapped, S> Unwrapped for Rx<R, S> {
    type Inner = R::Inner;

    fn unwrapped(&mut self) -> &mut R::Inner {
        self.inner.unwrapped()
    }
}

/// A receiver that reports each arriving frame, then hands it on.
struct Teller<'a, S, P> {
    rank: u32,
    sink: &'a S,
    to: P,
}

impl<R: crate::Rx, S: EventSink, P: Receiver<Rx<R, S>>> Receiver<R> for Teller<'_, S, P> {
    fn tx(&mut self) -> &mut R::Tx {
        &mut self.to.tx().inner
    }

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        tell_of_frame(self.sink, self.rank, from, What::Arrived, &body.to_frame(head));
        self.to.frame(from, head, body);
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        tell_of_frame(self.sink, self.rank, from, What::MulticastArrived(group), &body.to_frame(head));
        self.to.multicast(from, group, head, body);
    }

    fn handed_over(&mut self) {
        self.to.handed_over();
    }

    fn fetched(&mut self, ticket: u64) {
        self.to.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.to.requested(from, request);
    }
}

impl<R: crate::Rx, S: EventSink> crate::Rx for Rx<R, S> {
    type Tx = Tx<R::Tx, S>;
    type Body<'a> = R::Body<'a>;
    type Bell = R::Bell;

    fn poll(&mut self, burst: usize, to: impl Receiver<Rx<R, S>>) -> usize {
        self.inner.poll(burst, Teller { rank: self.rank, sink: &self.sink, to })
    }

    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        let (head, len) = self.inner.take_if(from, looks, into, wanted)?;
        let payload = into.slice(0, len.min(into.len())).to_vec();
        let what = What::Arrived;
        self.sink.event(&Event { rank: self.rank, peer: from, what, head, payload: &payload, len });
        Some((head, len))
    }

    fn ready(&mut self, tx: &mut Self::Tx) -> bool {
        self.inner.ready(&mut tx.inner)
    }

    fn bell(&self) -> R::Bell {
        self.inner.bell()
    }

    fn progress_thread(&mut self) -> Option<&mut dyn ServedByThread<Self::Tx>> {
        if self.inner.progress_thread().is_some() { Some(self) } else { None }
    }
}

/// Forwards calls to the helper thread of the fabric inside, if that fabric has one.
impl<R: crate::Rx, S> ServedByThread<Tx<R::Tx, S>> for Rx<R, S> {
    fn set_help(&mut self, help: Option<Help>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.set_help(help);
        }
    }

    fn watch(&mut self, tx: &mut Tx<R::Tx, S>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.watch(&mut tx.inner);
        }
    }

    fn leave(&mut self, tx: &mut Tx<R::Tx, S>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.leave(&mut tx.inner);
        }
    }
}
