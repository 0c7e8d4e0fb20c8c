//! The frames of groups, and the engine's other calls to their owner.
use super::group::{Context, Group};
use super::outcome::CLASS;
use super::sink::GroupSink;
use super::state::{BroadcastGroups, MOST_EARLY};
use crate::ids::Rank;
use crate::limits::Limits;
use crate::protocol::owner::{FrameOwner, MessageOwner};
use crate::protocol::transfer::{CreditClass, Transfers};
use crate::wire::{
    Arrival, BroadcastAck, BroadcastAsk, BroadcastLack, BroadcastParity, BroadcastPart, BroadcastPoll, BroadcastReady,
    Head, Kind,
};

impl BroadcastGroups {
    /// Runs a step of an open group. Returns `None` if the group is not open.
    pub(super) fn in_group<S: GroupSink, T>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: u16,
        step: impl FnOnce(&mut Group, &mut Context<'_, S>) -> T,
    ) -> Option<T> {
        let (open, mut cx) = self.parts(sink, t);
        let group = open.get_mut(&id)?;
        let result = step(group, &mut cx);
        let timed = group.is_timed();
        if group.closing && group.is_idle() {
            group.forget_kept(&mut cx);
            open.remove(&id);
        }
        self.timed |= timed;
        Some(result)
    }

    /// Takes a frame of a group. Returns `None` if the frame contradicts itself or this rank's state.
    pub(super) fn on_group_frame<S: GroupSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        from: Rank,
        head: Head,
        frame: &impl Arrival,
        multicast: bool,
    ) -> Option<()> {
        let id = head.context;
        let name = match head.kind {
            Kind::Broadcast => BroadcastPart::parse(head, frame)?.name,
            Kind::BroadcastAsk => BroadcastAsk::parse(head, frame)?.name,
            Kind::BroadcastLack => BroadcastLack::parse(head, frame)?.name,
            Kind::BroadcastAck => BroadcastAck::parse(head, frame)?.name,
            Kind::BroadcastReady => BroadcastReady::parse(head, frame)?.name,
            Kind::BroadcastPoll => BroadcastPoll::parse(head, frame)?.name,
            Kind::BroadcastParity => BroadcastParity::parse(head, frame)?.name,
            _ => return None,
        };
        if self.open.get(&id).is_none_or(|g| g.generation != name.generation) {
            self.counters.strays += 1;
            if self.early.len() < MOST_EARLY {
                self.early.insert((id, name.generation, name.root));
            }
            return Some(());
        }
        let here = frame.len(BroadcastPart::WORDS) as u64;
        self.in_group(t, sink, id, |group, cx| {
            let member = group.member(from)?;
            let (root, to_root) = (usize::from(name.root), usize::from(name.root) == group.me);
            match head.kind {
                Kind::Broadcast if !multicast || member == root => {
                    group.on_part(cx, BroadcastPart::parse(head, frame)?, here, multicast)
                }
                Kind::BroadcastParity if multicast && member == root => {
                    group.on_parity(cx, BroadcastParity::parse(head, frame)?, here)
                }
                Kind::BroadcastPoll if member == root => {
                    group.on_poll(cx, BroadcastPoll::parse(head, frame)?, multicast)
                }
                Kind::BroadcastAsk if member != group.me => group.on_ask(cx, member, BroadcastAsk::parse(head, frame)?),
                Kind::BroadcastLack => group.on_lack(cx, member, BroadcastLack::parse(head, frame)?),
                Kind::BroadcastAck if to_root => group.on_ack(cx, member, BroadcastAck::parse(head, frame)?),
                Kind::BroadcastReady if to_root => group.on_ready(cx, member, BroadcastReady::parse(head, frame)?),
                _ => None,
            }
        })?
    }

    /// Ends everything that groups of this rank expect from a rank that has died or left.
    pub(in crate::protocol) fn lose_rank<S: GroupSink>(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        let ids: Vec<u16> = self.open.keys().copied().collect();
        for id in ids {
            self.in_group(t, sink, id, |group, cx| {
                if let Some(who) = group.member(rank).filter(|&who| who != group.me) {
                    group.lose(cx, who);
                }
            });
        }
    }

    /// Closes a group: the program will not use it again. The group is forgotten when the group's other members need
    /// nothing more from this one.
    pub(super) fn close_group<S: GroupSink>(&mut self, t: &mut Transfers, sink: &mut S, id: u16) {
        self.in_group(t, sink, id, |group, cx| {
            group.closing = true;
            group.tell_all(cx);
        });
    }

    /// Sends the frames that found no room before. Returns true if anything left.
    pub(in crate::protocol) fn pump<S: GroupSink>(&mut self, t: &mut Transfers, sink: &mut S) -> bool {
        if !std::mem::take(&mut self.blocked) {
            return false;
        }
        let ids: Vec<u16> = self.open.keys().copied().collect();
        let mut moved = false;
        for id in ids {
            moved |= self.in_group(t, sink, id, |group, cx| group.pump(cx)).unwrap_or(false);
        }
        moved
    }
}

impl MessageOwner for BroadcastGroups {
    const CLASSES: &'static [CreditClass] =
        &[CreditClass { class: CLASS, credit: |limits| limits.broadcasts.buffer, by_credit: false }];

    fn new(limits: &Limits) -> BroadcastGroups {
        BroadcastGroups::with(limits.broadcasts)
    }

    fn unsent(&self, _t: &Transfers, left: impl FnMut(Rank) -> bool) -> usize {
        self.waiting(left)
    }

    /// A member of an open group may still be owed bytes that this rank keeps for it.
    fn is_idle_with(&self, t: &Transfers, p: usize) -> bool {
        let rank = t.peers[p].rank;
        !self.open.values().any(|group| group.member(rank).is_some())
    }

    #[inline(always)]
    fn is_blocked(&self) -> bool {
        self.blocked
    }

    fn write_off(&mut self) {
        let incoming =
            self.open.values_mut().flat_map(|g| g.inflows.values_mut()).flat_map(|i| i.broadcasts.values_mut());
        incoming.for_each(|i| i.charged.take().write_off());
    }
}

impl<S: GroupSink> FrameOwner<S> for BroadcastGroups {
    fn on_frame(&mut self, t: &mut Transfers, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let from = t.peers[p].rank;
        self.on_group_frame(t, sink, from, head, frame, false)
    }

    /// Returns false: a group's frames wait for room at any member, in [`flush_blocked`](Self::flush_blocked).
    fn flush(&mut self, _t: &mut Transfers, _sink: &mut S, _p: usize) -> bool {
        false
    }

    fn flush_blocked(&mut self, t: &mut Transfers, sink: &mut S) -> bool {
        self.pump(t, sink)
    }

    fn leave(&mut self, t: &mut Transfers, sink: &mut S) {
        let ids: Vec<u16> = self.open.iter().filter(|(_, g)| !g.closing).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.close_group(t, sink, id));
    }

    fn lose(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        self.lose_rank(t, sink, rank);
    }
}
