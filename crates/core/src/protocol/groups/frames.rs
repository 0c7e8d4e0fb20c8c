//! The frames of groups, and the engine's other calls to their owner.
use super::group::{Context, Group};
use super::state::{BroadcastGroups, MOST_EARLY};
use crate::ids::Rank;
use crate::protocol::owner::FrameOwner;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::{Arrival, CastAck, CastAsk, CastLack, CastParity, CastPart, CastPoll, CastReady, Head, Kind};

impl BroadcastGroups {
    /// Runs a step of an open group. Returns `None` if the group is not open.
    pub(super) fn in_group<S: Sink, T>(
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
            open.remove(&id);
        }
        self.timed |= timed;
        Some(result)
    }

    /// Takes a frame of a group. Returns `None` if the frame contradicts itself or this rank's state.
    pub(super) fn on_group_frame<S: Sink>(
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
            Kind::Cast => CastPart::parse(head, frame)?.name,
            Kind::CastAsk => CastAsk::parse(head, frame)?.name,
            Kind::CastLack => CastLack::parse(head, frame)?.name,
            Kind::CastAck => CastAck::parse(head, frame)?.name,
            Kind::CastReady => CastReady::parse(head, frame)?.name,
            Kind::CastPoll => CastPoll::parse(head, frame)?.name,
            Kind::CastParity => CastParity::parse(head, frame)?.name,
            _ => return None,
        };
        if self.open.get(&id).is_none_or(|g| g.generation != name.generation) {
            self.counters.strays += 1;
            if self.early.len() < MOST_EARLY {
                self.early.insert((id, name.generation, name.root));
            }
            return Some(());
        }
        let here = frame.len(CastPart::WORDS) as u64;
        self.in_group(t, sink, id, |group, cx| {
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

    /// Ends everything that groups of this rank expect from a rank that has died or left.
    pub(in crate::protocol) fn lose_rank<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        let ids: Vec<u16> = self.open.keys().copied().collect();
        for id in ids {
            self.in_group(t, sink, id, |group, cx| {
                if let Some(who) = group.member(rank).filter(|&who| who != group.me) {
                    group.lose(cx, who);
                }
            });
        }
    }

    /// Closes a group: the program will not use it again. The group is forgotten when its other members need nothing
    /// more of it.
    pub(super) fn close_group<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, id: u16) {
        self.in_group(t, sink, id, |group, cx| {
            group.closing = true;
            group.tell_all(cx);
        });
    }

    /// Returns true if a frame found no room.
    pub(in crate::protocol) fn is_blocked(&self) -> bool {
        self.blocked
    }

    /// Sends what found no room before. Returns true if anything left.
    pub(in crate::protocol) fn pump<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) -> bool {
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

impl FrameOwner for BroadcastGroups {
    fn on_frame<S: Sink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()> {
        let from = t.peers[p].rank;
        self.on_group_frame(t, sink, from, head, frame, false)
    }

    fn flush<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, _p: usize) -> bool {
        self.pump(t, sink)
    }

    fn leave<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) {
        let ids: Vec<u16> = self.open.iter().filter(|(_, g)| !g.closing).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.close_group(t, sink, id));
    }

    fn lose<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.lose_rank(t, sink, t.peers[p].rank);
    }

    fn unsent(&self, _t: &Transfers, left: impl FnMut(Rank) -> bool) -> usize {
        self.waiting(left)
    }
}
