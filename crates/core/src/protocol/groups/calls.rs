//! The program's calls for groups: opening, broadcasting, and telling the time.
use super::counters::BroadcastCounters;
use super::group::Group;
use super::outcome::BroadcastRecord;
use super::sink::GroupSink;
use super::state::BroadcastGroups;
use crate::ids::{BroadcastId, Rank};
use crate::limits::BroadcastLimits;
use crate::protocol::engine::Engine;
use crate::protocol::transfer::Transfers;
use crate::wire::{Arrival, Head, Kind};

/// The calls for groups; from [`Engine::groups`](crate::Engine::groups).
pub struct GroupCalls<'a> {
    groups: &'a mut BroadcastGroups,
    transfers: &'a mut Transfers,
}

impl Engine {
    /// Returns the calls for broadcast groups.
    pub fn groups(&mut self) -> GroupCalls<'_> {
        GroupCalls { groups: &mut self.owners.groups, transfers: &mut self.transfers }
    }

    /// Returns the state of broadcasts, for reading.
    #[inline(always)]
    pub fn broadcasts(&self) -> &BroadcastGroups {
        &self.owners.groups
    }
}

impl GroupCalls<'_> {
    /// Opens a group of these ranks, of which this rank is member `me`. All members give one `generation`, which
    /// differs from that of any earlier group with this number. Returns false if a group with this number is open
    /// here.
    pub fn open_group<S: GroupSink>(
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
        // Tells the roots whose broadcasts began before this member opened the group that they may begin again.
        let early: Vec<u16> =
            self.groups.early.iter().filter(|e| (e.0, e.1) == (id, generation)).map(|e| e.2).collect();
        self.groups.early.retain(|e| e.0 != id);
        if let Some(group) = self.groups.open.get_mut(&id) {
            group.began_early = early.contains(&(me as u16));
        }
        for root in early.into_iter().filter(|&root| usize::from(root) < members.len() && usize::from(root) != me) {
            self.groups.in_group(self.transfers, sink, id, |group, cx| {
                group.inflows.entry(root).or_default();
                group.acknowledge(cx, root);
            });
        }
        true
    }

    /// Closes a group: the program will not use it again. The group is forgotten when the group's other members need
    /// nothing more from this one.
    pub fn close_group<S: GroupSink>(&mut self, sink: &mut S, id: u16) {
        self.groups.close_group(self.transfers, sink, id);
    }

    /// Broadcasts the memory of the running call to all other members of the group. The memory belongs to the caller
    /// again when the broadcast is over ([`BroadcastGroups::broadcast_outcome`]): at once if the broadcast is short
    /// and the buffer has room for a copy.
    ///
    /// # Panics
    /// If the group is not open.
    pub fn broadcast<S: GroupSink>(&mut self, sink: &mut S, id: u16, len: u64) -> BroadcastId {
        let broadcast = self.groups.broadcasts.insert(BroadcastRecord::default());
        sink.keep_broadcast(broadcast);
        self.groups
            .in_group(self.transfers, sink, id, |group, cx| group.broadcast(cx, broadcast, len))
            .expect("an open group");
        broadcast
    }

    /// Looks whether multicast reaches all members of the group, if it is not known to and it is time to look: at the
    /// first call, and then after 2, 4, 8 … calls. Their answers change [`BroadcastGroups::multicasts`].
    pub fn probe_multicast<S: GroupSink>(&mut self, sink: &mut S, id: u16) {
        self.groups.in_group(self.transfers, sink, id, |group, cx| group.probe_if_due(cx));
    }

    /// Names the memory of the running call, `room` bytes, as the destination of the next broadcast of a root.
    ///
    /// # Panics
    /// If the group is not open, or the root is not another member.
    pub fn receive_broadcast<S: GroupSink>(&mut self, sink: &mut S, id: u16, root: usize, room: u64) -> BroadcastId {
        let broadcast = self.groups.broadcasts.insert(BroadcastRecord::default());
        self.groups
            .in_group(self.transfers, sink, id, |group, cx| {
                assert!(root != group.me && root < group.members.len(), "the root is another member");
                group.post(cx, root as u16, broadcast, room)
            })
            .expect("an open group")
    }

    /// Detaches a broadcast: the program will not ask for its end. Its memory stays in use until the broadcast is
    /// over.
    pub fn detach_broadcast(&mut self, broadcast: BroadcastId) {
        match self.groups.broadcasts.get_mut(broadcast) {
            Some(c) if !c.over => c.detached = true,
            _ => drop(self.groups.broadcasts.remove(broadcast)),
        }
    }

    /// Changes the parameters of broadcasts, for experiments. Has no effect once a group is open.
    pub fn set_broadcasts(&mut self, limits: BroadcastLimits) {
        if self.groups.open.is_empty() {
            *self.groups = BroadcastGroups::with(limits);
        }
    }

    /// Sets the time to `now`, in nanoseconds, without acting on what is due. Call it before any broadcast waits.
    pub fn at_time(&mut self, now: u64) {
        self.groups.now = now;
    }

    /// Sets the time to `now`, in nanoseconds from any start, and acts on what is due. Returns true if anything
    /// left.
    pub fn at<S: GroupSink>(&mut self, sink: &mut S, now: u64) -> bool {
        self.groups.now = now;
        if !self.groups.timed {
            return false;
        }
        let (open, mut cx) = self.groups.parts(sink, self.transfers);
        let sent = |c: &BroadcastCounters| c.polls + c.polls_alone + c.asks;
        let before = sent(cx.counters);
        for group in open.values_mut() {
            group.on_time(&mut cx);
            group.ask_without_word(&mut cx);
        }
        let moved = sent(cx.counters) > before;
        let timed = open.values().any(Group::is_timed);
        self.groups.timed = timed;
        moved
    }

    /// Takes a frame that has come by multicast from `from`, a member of `group`.
    pub fn on_multicast<S: GroupSink>(
        &mut self,
        sink: &mut S,
        from: Rank,
        group: u16,
        head: u64,
        frame: &impl Arrival,
    ) {
        let head = Head::parse(head).filter(|h| {
            h.context == group && matches!(h.kind, Kind::Broadcast | Kind::BroadcastPoll | Kind::BroadcastParity)
        });
        if head.and_then(|head| self.groups.on_group_frame(self.transfers, sink, from, head, frame, true)).is_none() {
            self.transfers.counters.malformed += 1;
        }
    }
}
