//! What a program does with groups: it opens them, broadcasts in them, and lets time pass.
use super::counters::CastCounters;
use super::group::Group;
use super::outcome::Cast;
use super::state::BroadcastGroups;
use crate::ids::{CastId, Rank};
use crate::limits::CastLimits;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::{Arrival, Head, Kind};

/// The calls that concern groups; from [`Engine::groups`](crate::Engine::groups).
pub struct GroupCalls<'a> {
    pub(in crate::protocol) groups: &'a mut BroadcastGroups,
    pub(in crate::protocol) transfers: &'a mut Transfers,
}

impl GroupCalls<'_> {
    /// Opens a group of these ranks, of whom this one is number `me`. All members give the same `generation`, which is
    /// another than that of any group before that had this number. False: one of that number is open here.
    pub fn open_group<S: Sink>(&mut self, sink: &mut S, id: u16, generation: u32, members: &[Rank], me: usize) -> bool {
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
            self.groups.in_group(self.transfers, sink, id, |group, cx| {
                group.inflows.entry(root).or_default();
                group.acknowledge(cx, root);
            });
        }
        true
    }

    /// Nothing more will be called of that group. It is forgotten when its other members have what they need of it.
    pub fn close_group<S: Sink>(&mut self, sink: &mut S, id: u16) {
        self.groups.close_group(self.transfers, sink, id);
    }

    /// Broadcasts the memory of the running call to all others of the group. When it is over, the memory is the
    /// caller's again: at once, as [`Engine::cast_end`] says, if it is short and there is room to copy it.
    ///
    /// # Panics
    /// If that group is not open.
    pub fn broadcast<S: Sink>(&mut self, sink: &mut S, id: u16, len: u64) -> CastId {
        let cast = self.groups.casts.insert(Cast::default());
        sink.keep_cast(cast);
        self.groups
            .in_group(self.transfers, sink, id, |group, cx| group.broadcast(cx, cast, len))
            .expect("an open group");
        cast
    }

    /// Names the memory of the running call, `room` bytes, as the destination of the next broadcast of a root.
    ///
    /// # Panics
    /// If that group is not open, or the root is no other member of it.
    pub fn receive_broadcast<S: Sink>(&mut self, sink: &mut S, id: u16, root: usize, room: u64) -> CastId {
        let cast = self.groups.casts.insert(Cast::default());
        self.groups
            .in_group(self.transfers, sink, id, |group, cx| {
                assert!(root != group.me && root < group.members.len(), "the root is another member");
                group.post(cx, root as u16, cast, room)
            })
            .expect("an open group")
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
            *self.groups = BroadcastGroups::new(limits);
        }
    }

    /// The same before anything waits.
    pub fn at_time(&mut self, now: u64) {
        self.groups.now = now;
    }

    /// It is `now`, in nanoseconds from any start. True if anything left.
    pub fn at<S: Sink>(&mut self, sink: &mut S, now: u64) -> bool {
        self.groups.now = now;
        if !self.groups.timed {
            return false;
        }
        let (open, mut cx) = self.groups.parts(sink, self.transfers);
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

    /// A frame has come by multicast from `from`, a member of `group`.
    pub fn on_multicast<S: Sink>(&mut self, sink: &mut S, from: Rank, group: u16, head: u64, frame: &impl Arrival) {
        let head = Head::parse(head)
            .filter(|h| h.context == group && matches!(h.kind, Kind::Cast | Kind::CastPoll | Kind::CastParity));
        if head.and_then(|head| self.groups.on_group_frame(self.transfers, sink, from, head, frame, true)).is_none() {
            self.transfers.counters.malformed += 1;
        }
    }
}
