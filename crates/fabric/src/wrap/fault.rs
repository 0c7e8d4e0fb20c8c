//! A wrapper that injects faults into a fabric, all derived from one seed.
//!
//! The sending side returns `Full` although there is room, and refuses pulls. All other faults happen to frames as they
//! arrive: the receiver cannot tell where a frame was lost.
use crate::channel::Channel;
use crate::local::LocalTx;
use crate::mem::Region;
use crate::{
    Body, Capabilities, Fabric, Frame, Full, HEAD_BITS, Help, RangeRequest, Receiver, Refused, Registration,
    RemoteMemory, ServedByThread, Unwrapped, Watched, Watcher,
};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

/// The faults to inject, and how often. Chances are per mille of frames (or pulls); times are polls of the receiver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    pub drop: u32,
    pub duplicate: u32,
    /// The chance that a frame is held for up to `longest_delay` polls. Later frames of its sender wait, unless they
    /// overtake.
    pub delay: u32,
    pub longest_delay: u64,
    /// The chance that a frame overtakes the frame before it, if that frame is still held.
    pub reorder: u32,
    /// The chance that one bit of the head, the words or the body is flipped.
    pub corrupt: u32,
    /// The chance that a send gets `Full` although there is room. Up to `longest_full` successive sends then get
    /// `Full`.
    pub full: u32,
    pub longest_full: u32,
    pub refuse: u32,
}

impl Faults {
    /// Returns true if anything happens to frames as they arrive.
    fn alter_arrivals(&self) -> bool {
        self.drop + self.duplicate + self.delay + self.reorder + self.corrupt > 0
    }
}

/// A fabric `F` into which faults are injected.
pub struct Fault<F> {
    inner: F,
    seed: u64,
    faults: Faults,
    other_jobs: Option<(u32, [u32; 2])>,
}

impl<F: Fabric> Fault<F> {
    pub fn new(inner: F, seed: u64, faults: Faults) -> Fault<F> {
        Fault { inner, seed, faults, other_jobs: None }
    }

    /// Makes the processes count as those of two jobs that have met: even ranks as those of the first, odd ones as
    /// those of the second. `jobs` has the number of ranks of each, `own` is this process's rank.
    pub fn between_jobs(mut self, own: u32, jobs: Option<[u32; 2]>) -> Fault<F> {
        self.other_jobs = jobs.map(|jobs| (own, jobs));
        self
    }
}

impl<F: Fabric> Fabric for Fault<F> {
    type Tx = Tx<F::Tx>;
    type Rx = Rx<F::Rx>;
    fn split(self) -> (Self::Tx, Self::Rx) {
        let Fault { inner, seed, faults, other_jobs } = self;
        let (tx, rx) = inner.split();
        let mut rng = Rng::with_seed(seed);
        let other = rng.fork();
        (
            Tx { inner: tx, faults, other_jobs, rng, full: 0 },
            Rx {
                inner: rx,
                wire: Wire {
                    faults,
                    rng: other,
                    polls: 0,
                    held: BTreeMap::new(),
                    multicasts: BTreeMap::new(),
                    requests: Vec::new(),
                },
            },
        )
    }
}

fn hit(rng: &mut Rng, per_mille: u32) -> bool {
    per_mille > 0 && rng.u32(..1000) < per_mille
}

/// A watcher that refuses some of the copies that bypass the sending side.
struct Refusals {
    per_mille: u32,
    rng: Mutex<Rng>,
}

impl Watcher for Refusals {
    fn refuses(&self) -> bool {
        self.rng.lock().is_ok_and(|mut rng| hit(&mut rng, self.per_mille))
    }

    fn copied(&self, _: bool, _: u64, _: bool) {}
}

pub struct Tx<T> {
    inner: T,
    faults: Faults,
    /// See [`Fault::between_jobs`]; and this process's rank.
    other_jobs: Option<(u32, [u32; 2])>,
    rng: Rng,
    /// How many further sends get `Full`.
    full: u32,
}

impl<T> Tx<T> {
    /// Fails with `Full` at random, as often as `faults` says, even if there is room.
    fn room(&mut self) -> Result<(), Full> {
        if self.full == 0 && hit(&mut self.rng, self.faults.full) {
            self.full = self.rng.u32(1..=self.faults.longest_full.max(1));
        }
        if self.full > 0 {
            self.full -= 1;
            return Err(Full);
        }
        Ok(())
    }
}

impl<T: Unwrapped> Unwrapped for Tx<T> {
    type Inner = T::Inner;

    fn unwrapped(&mut self) -> &mut T::Inner {
        self.inner.unwrapped()
    }
}

impl<T: crate::Tx> crate::Tx for Tx<T> {
    fn capabilities(&self, peer: u32) -> Capabilities {
        let (inner, f) = (self.inner.capabilities(peer), self.faults);
        Capabilities {
            reliable: inner.reliable && f.drop + f.duplicate + f.corrupt == 0,
            ordered: inner.ordered && f.reorder == 0,
            ..inner
        }
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.room()?;
        self.inner.send(to, head, words, body)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.room()?;
        self.inner.send_delayable(to, head, words)
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
        self.room()?;
        self.inner.multicast(group, head, words, body)
    }

    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        self.inner.prepare(to, len)
    }

    fn ranks_of_other_job(&self, peer: u32) -> Option<u32> {
        match self.other_jobs {
            Some((own, jobs)) if own % 2 != peer % 2 => Some(jobs[peer as usize % 2]),
            _ => self.inner.ranks_of_other_job(peer),
        }
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

impl<T: LocalTx<Reach: Watched>> LocalTx for Tx<T> {
    type Job = T::Job;
    type Clock = T::Clock;
    fn clock(&self) -> T::Clock {
        self.inner.clock()
    }
}

impl<T: RemoteMemory<Reach: Watched>> RemoteMemory for Tx<T> {
    type Reach = T::Reach;

    fn can_pull(&mut self, peer: u32) -> bool {
        self.inner.can_pull(peer)
    }

    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<T::Reach> {
        let refusals = Refusals { per_mille: self.faults.refuse, rng: Mutex::new(self.rng.fork()) };
        Some(self.inner.reach(peer, address, len)?.watched(Arc::new(refusals)))
    }

    fn reach_spans(&mut self, peer: u32, spans: &[crate::Span]) -> Option<T::Reach> {
        let refusals = Refusals { per_mille: self.faults.refuse, rng: Mutex::new(self.rng.fork()) };
        Some(self.inner.reach_spans(peer, spans)?.watched(Arc::new(refusals)))
    }

    /// Fetches if nothing happens to frames as they arrive, whose faults the bytes of a fetch bypass, and unless a
    /// copy is refused by chance.
    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        match self.faults.alter_arrivals() || hit(&mut self.rng, self.faults.refuse) {
            true => None,
            false => self.inner.fetch(from, send, offset, into),
        }
    }

    fn stop_fetch(&mut self, ticket: u64) {
        self.inner.stop_fetch(ticket);
    }

    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        self.inner.serve(to, asked, offset, bytes);
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

    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        if hit(&mut self.rng, self.faults.refuse) {
            return Err(Refused);
        }
        self.inner.pull(from, address, into)
    }

    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        if hit(&mut self.rng, self.faults.refuse) {
            return Err(Refused);
        }
        self.inner.push(to, address, from)
    }
}

pub struct Rx<R> {
    inner: R,
    wire: Wire,
}

/// Applies the faults to arrived frames, and holds the frames until they are due.
struct Wire {
    faults: Faults,
    rng: Rng,
    polls: u64,
    /// Frames that have arrived and that this wrapper has not handed over yet, by sender.
    held: BTreeMap<u32, Channel<Frame>>,
    /// Multicast frames that have arrived and that this wrapper has not handed over yet, by sender, with their group.
    multicasts: BTreeMap<u32, Channel<(u16, Frame)>>,
    /// The requests of the current poll, which are handed over without faults. Every fabric may delay or lose requests,
    /// so requesters are prepared for that anyway.
    requests: Vec<(u32, RangeRequest)>,
}

impl Wire {
    fn accept(&mut self, from: u32, frame: Frame) {
        for (frame, due, overtakes) in self.copies(frame) {
            self.held.entry(from).or_default().accept(due, frame, overtakes);
        }
    }

    fn accept_multicast(&mut self, from: u32, group: u16, frame: Frame) {
        for (frame, due, overtakes) in self.copies(frame) {
            self.multicasts.entry(from).or_default().accept(due, (group, frame), overtakes);
        }
    }

    /// Returns the copies of an arrived frame (none, one or two). Each comes with the time when it is handed over, and
    /// with true if it overtakes.
    fn copies(&mut self, mut frame: Frame) -> Vec<(Frame, u64, bool)> {
        let faults = self.faults;
        if hit(&mut self.rng, faults.drop) {
            return Vec::new();
        }
        if hit(&mut self.rng, faults.corrupt) {
            self.spoil(&mut frame);
        }
        let copies = 1 + u32::from(hit(&mut self.rng, faults.duplicate));
        let copy = |_| {
            let delay = if hit(&mut self.rng, faults.delay) { self.rng.u64(..=faults.longest_delay) } else { 0 };
            (frame.clone(), self.polls + delay, hit(&mut self.rng, faults.reorder))
        };
        (0..copies).map(copy).collect()
    }

    fn spoil(&mut self, frame: &mut Frame) {
        let payload = frame.payload_mut();
        let bit = self.rng.usize(..HEAD_BITS as usize + payload.len() * 8);
        match bit.checked_sub(HEAD_BITS as usize) {
            None => frame.head ^= 1 << bit,
            Some(bit) => payload[bit / 8] ^= 1 << (bit % 8),
        }
    }
}

/// Puts arrived frames on the simulated wire. `to` is their receiver.
struct OnWire<'a, P> {
    wire: &'a mut Wire,
    to: &'a mut P,
}

impl<R: crate::Rx, P: Receiver<Rx<R>>> Receiver<R> for OnWire<'_, P> {
    fn tx(&mut self) -> &mut R::Tx {
        &mut self.to.tx().inner
    }

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        self.wire.accept(from, body.to_frame(head));
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        self.wire.accept_multicast(from, group, body.to_frame(head));
    }

    /// The bytes of a fetch are not ordered with frames.
    fn fetched(&mut self, ticket: u64) {
        self.to.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.wire.requests.push((from, request));
    }
}

impl<R: Unwrapped> Unwrapped for Rx<R> {
    type Inner = R::Inner;

    fn unwrapped(&mut self) -> &mut R::Inner {
        self.inner.unwrapped()
    }
}

impl<R: crate::Rx> crate::Rx for Rx<R> {
    type Tx = Tx<R::Tx>;
    type Body<'a> = Frame;
    type Bell = R::Bell;

    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx<R>>) -> usize {
        self.wire.polls += 1;
        self.inner.poll(burst, OnWire { wire: &mut self.wire, to: &mut to });
        for (from, request) in self.wire.requests.drain(..) {
            to.requested(from, request);
        }
        let mut count = 0;
        for (&from, channel) in &mut self.wire.held {
            for _ in 0..burst {
                let Some((_, frame)) = channel.take(self.wire.polls) else { break };
                to.frame(from, frame.head, &frame);
                count += 1;
            }
        }
        for (&from, channel) in &mut self.wire.multicasts {
            for _ in 0..burst {
                let Some((_, (group, frame))) = channel.take(self.wire.polls) else { break };
                to.multicast(from, group, frame.head, &frame);
                count += 1;
            }
        }
        count
    }

    /// Passes the call on if nothing happens to frames as they arrive.
    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        match self.wire.faults.alter_arrivals() {
            true => None,
            false => self.inner.take_if(from, looks, into, wanted),
        }
    }

    /// Returns true also while frames are held, so that the receiver stays awake: only its polls release them.
    fn ready(&mut self, tx: &mut Self::Tx) -> bool {
        let wire = &self.wire;
        let held = wire.held.values().any(|channel| channel.len() > 0);
        held || wire.multicasts.values().any(|channel| channel.len() > 0) || self.inner.ready(&mut tx.inner)
    }

    fn bell(&self) -> R::Bell {
        self.inner.bell()
    }

    fn progress_thread(&mut self) -> Option<&mut dyn ServedByThread<Self::Tx>> {
        if self.inner.progress_thread().is_some() { Some(self) } else { None }
    }
}

/// Forwards calls to the helper thread of the fabric inside, if that fabric has one.
impl<R: crate::Rx> ServedByThread<Tx<R::Tx>> for Rx<R> {
    fn set_help(&mut self, help: Option<Help>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.set_help(help);
        }
    }

    fn watch(&mut self, tx: &mut Tx<R::Tx>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.watch(&mut tx.inner);
        }
    }

    fn leave(&mut self, tx: &mut Tx<R::Tx>) {
        if let Some(inner) = self.inner.progress_thread() {
            inner.leave(&mut tx.inner);
        }
    }
}
