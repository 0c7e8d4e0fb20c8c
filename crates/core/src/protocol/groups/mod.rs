//! Groups: members that broadcast to each other ("Efficient Reliable Broadcast on Commodity Clusters"), one for each
//! machine.
//!
//! Broadcasts of a root in a group are numbered. Bytes leave once, by multicast, where all members have been heard to
//! hear it, and down a tree of reliable frames otherwise ([`poll`]); what does not come is asked for ([`repair`]), or
//! made from a parity ([`parity`]). The root keeps everything in one queue, with a cursor for each member ([`eqa`]):
//! short broadcasts as copies, so that their caller can go on at once; long ones in the caller's memory, of which the
//! rest leaves when all members have named their destinations. What comes before its destination is kept, within the
//! root's credit ([`arrive`]).
mod arrive;
mod blocks;
mod counters;
mod eqa;
mod flow;
mod flows;
mod group;
mod inflow;
#[cfg(test)]
mod loss_tests;
mod memory;
#[cfg(test)]
mod net;
mod parity;
#[cfg(test)]
mod parity_tests;
mod poll;
mod range_set;
mod repair;
mod root;
#[cfg(test)]
mod tests;
mod views;

pub use counters::CastCounters;
pub use memory::MemberMemory;

use super::cast_sink::CastSink;
use super::engine::Engine;
use super::sink::Sink;
use super::transfer::{Class, Transfers};
use crate::ids::{CastId, Rank};
use crate::limits::CastLimits;
use crate::wire::{Arrival, CastAck, CastAsk, CastLack, CastParity, CastPart, CastPoll, CastReady, Head, Kind};
use eqa::SharedBuffer;
use group::{Context, Group};
use slotmap::SlotMap;
use std::collections::{BTreeMap, BTreeSet};

/// The account that kept broadcasts are charged to.
const CLASS: Class = Class::Groups;

/// The root of a broadcast has died or left before all of it was here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastLost;

/// A broadcast, as its caller sees it.
#[derive(Debug, Default)]
pub struct Cast {
    /// Bytes of the whole, once its memory is the caller's again.
    end: Option<Result<u64, CastLost>>,
    /// Nobody will ask for that.
    detached: bool,
    /// Nothing is kept of it any more.
    over: bool,
}

/// Groups of which a rank remembers that somebody has begun them.
const MOST_EARLY: usize = 256;

/// All groups of one rank.
#[derive(Debug)]
pub(super) struct Groups {
    open: BTreeMap<u16, Group>,
    casts: SlotMap<CastId, Cast>,
    shared: SharedBuffer,
    limits: CastLimits,
    counters: CastCounters,
    now: u64,
    /// Groups that are not open here, of which frames have come: number, generation and root.
    early: BTreeSet<(u16, u32, u16)>,
    /// Something found no room.
    blocked: bool,
    /// Some group has something to wait for.
    timed: bool,
}

impl Groups {
    pub fn new(limits: CastLimits) -> Groups {
        Groups {
            open: BTreeMap::new(),
            casts: SlotMap::with_key(),
            shared: SharedBuffer::new(limits.buffer),
            limits,
            counters: CastCounters::default(),
            now: 0,
            early: BTreeSet::new(),
            blocked: false,
            timed: false,
        }
    }

    fn parts<'a, S>(
        &'a mut self,
        sink: &'a mut S,
        transfers: &'a mut Transfers,
    ) -> (&'a mut BTreeMap<u16, Group>, Context<'a, S>) {
        let Groups { open, casts, shared, limits, counters, now, blocked, .. } = self;
        (open, Context { sink, transfers, shared, casts, counters, limits: *limits, now: *now, blocked })
    }
}

impl Engine {
    /// Does a step of an open group. `None`: it is not open.
    fn in_group<S: Sink + CastSink, T>(
        &mut self,
        sink: &mut S,
        id: u16,
        step: impl FnOnce(&mut Group, &mut Context<'_, S>) -> T,
    ) -> Option<T> {
        let (open, mut cx) = self.groups.parts(sink, &mut self.transfers);
        let group = open.get_mut(&id)?;
        let result = step(group, &mut cx);
        let timed = group.is_timed();
        if group.closing && group.is_idle() {
            open.remove(&id);
        }
        self.groups.timed |= timed;
        Some(result)
    }

    /// Opens a group of these ranks, of whom this one is number `me`. All members give the same `generation`, which is
    /// another than that of any group before that had this number. False: one of that number is open here.
    pub fn open_group<S: Sink + CastSink>(
        &mut self,
        sink: &mut S,
        id: u16,
        generation: u32,
        members: &[Rank],
        me: usize,
    ) -> bool {
        if self.groups.open.contains_key(&id) || me >= members.len() {
            return false;
        }
        let group = Group::new(id, generation, members.into(), me, &self.groups.limits);
        self.groups.open.insert(id, group);
        // Roots that began before are told that they may begin again.
        let early: Vec<u16> =
            self.groups.early.iter().filter(|e| (e.0, e.1) == (id, generation)).map(|e| e.2).collect();
        self.groups.early.retain(|e| e.0 != id);
        if let Some(group) = self.groups.open.get_mut(&id) {
            group.hasty = early.contains(&(me as u16));
        }
        for root in early.into_iter().filter(|&root| usize::from(root) < members.len() && usize::from(root) != me) {
            self.in_group(sink, id, |group, cx| {
                group.inflows.entry(root).or_default();
                group.acknowledge(cx, root);
            });
        }
        true
    }

    /// Nothing more will be called of that group. It is forgotten when its other members have what they need of it.
    pub fn close_group<S: Sink + CastSink>(&mut self, sink: &mut S, id: u16) {
        self.in_group(sink, id, |group, cx| {
            group.closing = true;
            group.tell_all(cx);
        });
    }

    /// This rank leaves: it calls nothing more of any group.
    pub(super) fn close_groups<S: Sink + CastSink>(&mut self, sink: &mut S) {
        let ids: Vec<u16> = self.groups.open.iter().filter(|(_, g)| !g.closing).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.close_group(sink, id));
    }

    /// True if a group of that number is open, or others still need something of it.
    pub fn knows_group(&self, id: u16) -> bool {
        self.groups.open.contains_key(&id)
    }

    /// Broadcasts the memory of the running call to all others of the group. When it is over, the memory is the
    /// caller's again: at once, as [`Engine::cast_end`] says, if it is short and there is room to copy it.
    ///
    /// # Panics
    /// If that group is not open.
    pub fn broadcast<S: Sink + CastSink>(&mut self, sink: &mut S, id: u16, len: u64) -> CastId {
        let cast = self.groups.casts.insert(Cast::default());
        sink.keep_cast(cast);
        self.in_group(sink, id, |group, cx| group.broadcast(cx, cast, len)).expect("an open group");
        cast
    }

    /// Names the memory of the running call, `room` bytes, as the destination of the next broadcast of a root.
    ///
    /// # Panics
    /// If that group is not open, or the root is no other member of it.
    pub fn receive_broadcast<S: Sink + CastSink>(&mut self, sink: &mut S, id: u16, root: usize, room: u64) -> CastId {
        let cast = self.groups.casts.insert(Cast::default());
        self.in_group(sink, id, |group, cx| {
            assert!(root != group.me && root < group.members.len(), "the root is another member");
            group.post(cx, root as u16, cast, room)
        })
        .expect("an open group")
    }

    /// What came of a broadcast: its length, which may be more than there was room for.
    pub fn cast_end(&self, cast: CastId) -> Option<Result<u64, CastLost>> {
        self.groups.casts.get(cast).and_then(|c| c.end)
    }

    /// Nobody will ask for that any more. Its memory stays in use until it is over.
    pub fn detach_cast(&mut self, cast: CastId) {
        match self.groups.casts.get_mut(cast) {
            Some(c) if !c.over => c.detached = true,
            _ => drop(self.groups.casts.remove(cast)),
        }
    }

    /// Changes how broadcasts go, before any group is open: for experiments.
    pub fn set_casts(&mut self, limits: CastLimits) {
        if self.groups.open.is_empty() {
            self.groups = Groups::new(limits);
        }
    }

    /// What groups have sent so far.
    pub fn cast_counters(&self) -> CastCounters {
        self.groups.counters
    }

    /// True if some group waits for time to pass: to be told by [`Engine::at`].
    #[inline(always)]
    pub fn is_timed(&self) -> bool {
        self.groups.timed
    }

    /// The same before anything waits.
    pub fn at_time(&mut self, now: u64) {
        self.groups.now = now;
    }

    /// It is `now`, in nanoseconds from any start. True if anything left.
    pub fn at<S: Sink + CastSink>(&mut self, sink: &mut S, now: u64) -> bool {
        self.groups.now = now;
        if !self.groups.timed {
            return false;
        }
        let (open, mut cx) = self.groups.parts(sink, &mut self.transfers);
        let sent = |c: &CastCounters| c.polls + c.polls_alone + c.asks;
        let before = sent(cx.counters);
        for group in open.values_mut() {
            group.on_time(&mut cx);
            group.ask_in_the_dark(&mut cx);
        }
        let moved = sent(cx.counters) > before;
        let timed = open.values().any(Group::is_timed);
        self.groups.timed = timed;
        moved
    }

    /// True if something found no room.
    pub(super) fn groups_blocked(&self) -> bool {
        self.groups.blocked
    }

    /// Tries that again. True if anything left.
    pub(super) fn pump_groups<S: Sink + CastSink>(&mut self, sink: &mut S) -> bool {
        if !std::mem::take(&mut self.groups.blocked) {
            return false;
        }
        let ids: Vec<u16> = self.groups.open.keys().copied().collect();
        let mut moved = false;
        for id in ids {
            moved |= self.in_group(sink, id, |group, cx| group.pump(cx)).unwrap_or(false);
        }
        moved
    }

    /// A frame has come by multicast from `from`, a member of `group`.
    pub fn on_multicast<S: Sink + CastSink>(
        &mut self,
        sink: &mut S,
        from: Rank,
        group: u16,
        head: u64,
        frame: &impl Arrival,
    ) {
        let head = Head::parse(head)
            .filter(|h| h.context == group && matches!(h.kind, Kind::Cast | Kind::CastPoll | Kind::CastParity));
        if head.and_then(|head| self.on_group_frame(sink, from, head, frame, true)).is_none() {
            self.transfers.counters.malformed += 1;
        }
    }

    /// A frame of the groups'. `None`: it contradicts itself or our state.
    pub(super) fn on_group_frame<S: Sink + CastSink>(
        &mut self,
        sink: &mut S,
        from: Rank,
        head: Head,
        frame: &impl Arrival,
        multicast: bool,
    ) -> Option<()> {
        let id = head.context;
        let name = match head.kind {
            Kind::Cast => CastPart::parse(head, frame)?.name,
            Kind::CastAsk => CastAsk::parse(head, frame)?.name,
            Kind::CastLack => CastLack::parse(head, frame)?.name,
            Kind::CastAck => CastAck::parse(head, frame)?.name,
            Kind::CastReady => CastReady::parse(head, frame)?.name,
            Kind::CastPoll => CastPoll::parse(head, frame)?.name,
            Kind::CastParity => CastParity::parse(head, frame)?.name,
            _ => return None,
        };
        if self.groups.open.get(&id).is_none_or(|g| g.generation != name.generation) {
            self.groups.counters.strays += 1;
            if self.groups.early.len() < MOST_EARLY {
                self.groups.early.insert((id, name.generation, name.root));
            }
            return Some(());
        }
        let here = frame.len(CastPart::WORDS) as u64;
        self.in_group(sink, id, |group, cx| {
            let member = group.member(from)?;
            let (root, to_root) = (usize::from(name.root), usize::from(name.root) == group.me);
            match head.kind {
                Kind::Cast if !multicast || member == root => {
                    group.on_part(cx, CastPart::parse(head, frame)?, here, multicast)
                }
                Kind::CastParity if multicast && member == root => {
                    group.on_parity(cx, CastParity::parse(head, frame)?, here)
                }
                Kind::CastPoll if member == root => group.on_poll(cx, CastPoll::parse(head, frame)?, multicast),
                Kind::CastAsk if member != group.me => group.on_ask(cx, member, CastAsk::parse(head, frame)?),
                Kind::CastLack => group.on_lack(cx, member, CastLack::parse(head, frame)?),
                Kind::CastAck if to_root => group.on_ack(cx, member, CastAck::parse(head, frame)?),
                Kind::CastReady if to_root => group.on_ready(cx, member, CastReady::parse(head, frame)?),
                _ => None,
            }
        })?
    }

    /// A rank is no more: nobody waits for what it lacks, and what it had not sent is lost.
    pub(super) fn lose_groups<S: Sink + CastSink>(&mut self, sink: &mut S, rank: Rank) {
        let ids: Vec<u16> = self.groups.open.keys().copied().collect();
        for id in ids {
            self.in_group(sink, id, |group, cx| {
                if let Some(who) = group.member(rank).filter(|&who| who != group.me) {
                    group.lose(cx, who);
                }
            });
        }
    }
}

impl Group {
    fn lose<S: Sink + CastSink>(&mut self, cx: &mut Context<'_, S>, who: usize) {
        self.home.lose(who);
        self.stop_flows(|f| f.to == who);
        self.lose_root(cx, who as u16);
        self.lose_neighbour(cx, who);
        self.release(cx);
        self.pump(cx);
        self.complete_all(cx);
    }

    /// All roots hear how far this member is.
    fn tell_all<S: Sink + CastSink>(&mut self, cx: &mut Context<'_, S>) {
        let roots: Vec<u16> = self.inflows.keys().copied().collect();
        roots.into_iter().for_each(|root| self.acknowledge(cx, root));
    }
}
