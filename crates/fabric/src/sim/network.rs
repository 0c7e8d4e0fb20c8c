//! The state that all simulated processes share: channels, pauses, lent memory, time.
use super::arrival::Arrival;
use super::faults::{Faults, hit};
use super::groups::Groups;
use super::paths::Paths;
use super::space::Space;
use crate::channel::Channel;
use crate::mem::{LentBuffer, Region};
use crate::{Frame, Full};
use fastrand::Rng;
use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

/// All channels between `ranks` processes, and the processes' pauses. A clone refers to the same network.
#[derive(Clone)]
pub struct Network(Rc<RefCell<State>>);

struct State {
    faults: Faults,
    rng: Rng,
    now: u64,
    ranks: usize,
    /// The channels; that from `a` to `b` has index `a * ranks + b`.
    channels: Vec<Channel<Frame>>,
    groups: Groups,
    paths: Paths,
    /// When each process resumes after its pause, in ticks.
    resumes: Vec<u64>,
    under_way: usize,
    space: Space,
}

impl Network {
    pub fn new(seed: u64, ranks: usize, faults: Faults) -> Network {
        Network(Rc::new(RefCell::new(State {
            faults,
            rng: Rng::with_seed(seed),
            now: 0,
            ranks,
            channels: (0..ranks * ranks).map(|_| Channel::default()).collect(),
            groups: Groups::new(ranks),
            paths: Paths::new(seed, ranks),
            resumes: vec![0; ranks],
            under_way: 0,
            space: Space::default(),
        })))
    }

    pub(super) fn ranks(&self) -> usize {
        self.state().ranks
    }

    fn state(&self) -> Ref<'_, State> {
        self.0.borrow()
    }

    fn change(&self) -> RefMut<'_, State> {
        self.0.borrow_mut()
    }

    /// Returns the present faults.
    pub fn faults(&self) -> Faults {
        self.state().faults
    }

    /// Changes the faults from now on, and ends all pauses.
    pub fn set_faults(&self, faults: Faults) {
        let mut state = self.change();
        let now = state.now;
        state.faults = faults;
        state.resumes.fill(now);
    }

    /// Returns virtual time, in ticks.
    pub fn now(&self) -> u64 {
        self.state().now
    }

    /// Advances time by one tick. A process may begin a pause.
    pub fn tick(&self) {
        let mut state = self.change();
        state.now += 1;
        let narrow = state.faults.narrow;
        state.paths.tick(narrow);
        let (pause, longest) = (state.faults.pause, state.faults.longest_pause);
        if state.hit(pause) {
            let ranks = state.ranks;
            let rank = state.rng.usize(..ranks);
            state.resumes[rank] = state.now + 1 + state.rng.u64(..=longest);
        }
    }

    /// Returns true if the process pauses now.
    pub fn pauses(&self, rank: u32) -> bool {
        let state = self.state();
        state.resumes[rank as usize] > state.now
    }

    /// Accepts a frame for delivery, or returns `Full`.
    pub(super) fn send(&self, from: u32, to: u32, frame: Frame) -> Result<(), Full> {
        self.change().send(from, to, frame)
    }

    /// Returns the number of the length of datagrams from one process to another.
    pub(super) fn length(&self, from: u32, to: u32) -> u8 {
        self.change().paths.used(from, to)
    }

    pub(super) fn set_length(&self, from: u32, to: u32, length: u8) {
        self.change().paths.set_used(from, to, length);
    }

    /// Sends a frame in a datagram of this length.
    pub(super) fn probe(&self, from: u32, to: u32, length: u8, frame: Frame) {
        let mut state = self.change();
        if state.paths.carries_probe(from, to, length) {
            let _ = state.send(from, to, frame);
        }
    }

    pub(super) fn join(&self, rank: u32, group: u16) {
        self.change().groups.join(rank, group);
    }

    pub(super) fn leave(&self, rank: u32, group: u16) {
        let mut state = self.change();
        state.groups.leave(rank, group);
    }

    /// Sends a frame to all other members of the group, or returns `Full`.
    pub(super) fn multicast(&self, from: u32, group: u16, frame: Frame) -> Result<(), Full> {
        self.change().multicast(from, group, frame)
    }

    /// Takes a frame that has arrived at `rank`: the first one from a random sender.
    pub(super) fn take(&self, rank: u32) -> Option<Arrival> {
        self.change().take(rank)
    }

    /// Returns true if a frame has arrived at `rank`.
    pub(super) fn arrived(&self, rank: u32) -> bool {
        let state = self.state();
        let mut due = state.to(rank).filter_map(Channel::next_due).chain(state.groups.next_due(rank));
        due.any(|due| due <= state.now)
    }

    /// Returns how many frames the network has accepted that no receiver has taken yet.
    pub fn under_way(&self) -> usize {
        self.state().under_way
    }

    /// Advances time to the next arrival, if a frame is in flight.
    pub fn skip_ahead(&self) {
        let mut state = self.change();
        let next = state.channels.iter().filter_map(Channel::next_due).chain(state.groups.first_due()).min();
        state.now = state.now.max(next.unwrap_or(0));
    }

    /// Advances time by `ticks` without further effects.
    pub fn pass(&self, ticks: u64) {
        self.change().now += ticks;
    }

    /// Lends memory of `rank`: peers can pull it from `address` on.
    pub fn register(&self, rank: u32, address: u64, memory: LentBuffer) {
        self.change().space.register(rank, address, memory);
    }

    /// Returns `len` bytes from `address` of the memory that `rank` has lent, or `None` unless all of them are lent.
    pub fn lent(&self, rank: u32, address: u64, len: u64) -> Option<Region> {
        self.state().space.find(rank, address, len)
    }
}

impl State {
    fn send(&mut self, from: u32, to: u32, frame: Frame) -> Result<(), Full> {
        let at = from as usize * self.ranks + to as usize;
        if self.channels[at].len() >= self.faults.capacity || self.hit(self.faults.full) {
            return Err(Full);
        }
        if self.hit(self.faults.loss) || !self.paths.carries(from, to, 8 + frame.payload().len()) {
            return Ok(());
        }
        let copies = 1 + usize::from(self.hit(self.faults.duplicate));
        for _ in 0..copies {
            let due = self.now + self.rng.u64(..=self.faults.delay);
            let overtakes = self.hit(self.faults.reorder);
            self.channels[at].accept(due, frame.clone(), overtakes);
            self.under_way += 1;
        }
        Ok(())
    }

    fn multicast(&mut self, from: u32, group: u16, frame: Frame) -> Result<(), Full> {
        let State { faults, rng, now, groups, .. } = self;
        if hit(rng, faults.full) {
            return Err(Full);
        }
        let fits = frame.payload().len() <= faults.multicast.longest;
        if fits && groups.has(from, group) {
            self.under_way += groups.send(from, group, &frame, *now, faults, rng);
        }
        Ok(())
    }

    fn take(&mut self, rank: u32) -> Option<Arrival> {
        if self.under_way == 0 {
            return None;
        }
        // Multicast frames and other frames may overtake each other, so chance decides which come first.
        if self.groups.next_due(rank).is_some_and(|due| due <= self.now) && self.hit(500) {
            return self.take_multicast(rank);
        }
        let start = self.rng.usize(..self.ranks);
        for i in 0..self.ranks {
            let from = (start + i) % self.ranks;
            let channel = &mut self.channels[from * self.ranks + rank as usize];
            if let Some((due, frame)) = channel.take(self.now) {
                self.under_way -= 1;
                return Some(Arrival { from: from as u32, group: None, ago: self.now - due, frame });
            }
        }
        self.take_multicast(rank)
    }

    fn take_multicast(&mut self, rank: u32) -> Option<Arrival> {
        let arrival = self.groups.take(rank, self.now)?;
        self.under_way -= 1;
        Some(arrival)
    }

    fn to(&self, rank: u32) -> impl Iterator<Item = &Channel<Frame>> {
        self.channels.iter().skip(rank as usize).step_by(self.ranks)
    }

    fn hit(&mut self, per_mille: u32) -> bool {
        hit(&mut self.rng, per_mille)
    }
}
