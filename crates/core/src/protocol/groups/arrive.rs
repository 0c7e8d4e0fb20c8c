//! The receiving side of a member: broadcasts arrive in any order and go to the program's memory.
use super::eqa::MOST_READY;
use super::group::{Context, Group, expand};
use super::inflow::{Incoming, Inflow};
use super::outcome::{BroadcastLost, BroadcastRecord, CLASS};
use super::range_set::RangeSet;
use super::sink::{GroupSink, USUAL_RECEIVE_WINDOW};
use crate::ids::BroadcastId;
use crate::limits::ENTRY_COST;
use crate::wire::{BroadcastAck, BroadcastPart, BroadcastPoll, BroadcastReady, InBlock};

impl Group {
    /// Names the destination of the root's next broadcast, for the program.
    pub fn post<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        root: u16,
        broadcast: BroadcastId,
        room: u64,
    ) -> BroadcastId {
        let inflow = self.inflows.entry(root).or_default();
        let number = inflow.posts;
        inflow.posts += 1;
        if inflow.lost {
            cx.end(broadcast, Err(BroadcastLost));
            return broadcast;
        }
        let incoming = inflow.broadcasts.entry(number).or_insert_with(|| Incoming::new(broadcast));
        incoming.room = Some(room);
        // The member may have had no credit to record that this broadcast began.
        let left = if number < inflow.front.0 { u64::MAX } else { inflow.front.1 };
        if number <= inflow.front.0 && (number >= inflow.since || number < inflow.dropped) {
            incoming.edge = incoming.edge.max(left);
        }
        let id = incoming.broadcast;
        if id != broadcast {
            cx.broadcasts.remove(broadcast);
        }
        cx.sink.bind_broadcast(id, incoming.kept.min(room));
        self.tell_ready(cx, root);
        self.ask_missing(cx, root, number);
        self.complete(cx, root, number);
        if self.wait.0 == 0 {
            self.wait_on(cx);
        }
        id
    }

    /// Completes broadcasts that waited only for flows, after flows have left.
    pub fn complete_all<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let here = |(root, f): (&u16, &Inflow)| -> Vec<(u16, u64)> {
            f.broadcasts.iter().filter(|(_, i)| i.room.is_some() && i.is_here()).map(|(n, _)| (*root, *n)).collect()
        };
        let all: Vec<(u16, u64)> = self.inflows.iter().flat_map(here).collect();
        for (root, number) in all {
            self.complete(cx, root, number);
        }
    }

    /// Tells the root that this member is ready for the rest of long broadcasts: that the program has named their
    /// destinations, or, if one member answers for all and this is the one, that the pushed bytes have arrived.
    fn tell_ready<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16) {
        let answers = cx.limits.one_acknowledges && self.acknowledger(usize::from(root)) == Some(self.me);
        let Some(inflow) = self.inflows.get_mut(&root) else { return };
        let pushed = cx.limits.pushed();
        let (told, mut frames, mut held) = (inflow.told.0, Vec::new(), false);
        for (&number, incoming) in &mut inflow.broadcasts {
            let long = incoming.len.unwrap_or(0).max(incoming.room.unwrap_or(0)) > pushed;
            let ready = match cx.limits.one_acknowledges && pushed > 0 {
                true => (answers || incoming.polled) && incoming.have.covers(0..pushed),
                false => incoming.room.is_some(),
            };
            // The root has given up sending again to a member without a destination.
            let late = cx.limits.by_timeout && incoming.room.is_some();
            let late = late && incoming.wanted(pushed) > incoming.have.contiguous();
            if !(long && ready || late) || incoming.told_ready {
                continue;
            }
            if number >= told + MOST_READY {
                held = true;
                break;
            }
            incoming.told_ready = true;
            frames.push(number);
        }
        if held && inflow.next > told {
            self.acknowledge(cx, root);
            return self.tell_ready(cx, root);
        }
        for number in frames {
            let ready = BroadcastReady { name: self.name(root, number) };
            cx.control(self.members[usize::from(root)], ready.head(), &ready.words());
        }
    }

    /// Takes a part of a broadcast. `multicast` is true if the part came by multicast, and false if it came from the
    /// parent in the tree or as a repair that this member asked for.
    pub fn on_part<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        part: BroadcastPart,
        here: u64,
        multicast: bool,
    ) -> Option<()> {
        let root = part.name.root;
        if usize::from(root) >= self.members.len() || usize::from(root) == self.me {
            return None;
        }
        let inflow = self.inflows.entry(root).or_default();
        let number = expand(part.name.number, inflow.next)?;
        if multicast {
            inflow.hear(part.serial);
        }
        if number < inflow.next || inflow.lost {
            cx.counters.doubles += 1;
            return Some(());
        }
        let in_order = multicast || part.forward;
        if in_order {
            let since = if multicast { (number + 1).saturating_sub(part.row.into()) } else { 0 };
            self.all_before(cx, root, number, since);
        }
        let stored = self.store(cx, number, part, here)?;
        if stored && self.wait.0 > 0 {
            // The part shows that the root is sending that broadcast now.
            self.wait = (cx.now + self.rtt.timeout(0), 0);
        }
        let inflow = self.inflows.get_mut(&root)?;
        if let Some(incoming) = inflow.broadcasts.get_mut(&number) {
            if in_order {
                // The parity of the block may restore its missing parts.
                let left = match part.in_block {
                    InBlock::No => part.offset + here,
                    InBlock::First => part.offset,
                    InBlock::Later => 0,
                };
                incoming.edge = incoming.edge.max(left);
            }
            let (broadcast, len) = (incoming.broadcast, part.len);
            let pushed = cx.limits.pushed();
            let one = cx.limits.one_acknowledges;
            let unready = (incoming.room.is_some() || one) && !incoming.told_ready && len > pushed;
            // The root has suspended the broadcast until this member has the pushed bytes.
            let repaired = one && stored && !multicast && part.offset < pushed;
            let resumes = repaired && incoming.have.covers(0..pushed.min(len));
            let end = (part.offset + here).min(incoming.room.unwrap_or(u64::MAX));
            if stored && part.forward && (end > part.offset || len == 0) {
                for to in self.children(usize::from(root)) {
                    self.flow((root, number, broadcast, len), to, true, part.offset..end);
                }
            }
            self.ask_missing(cx, root, number);
            if unready {
                self.tell_ready(cx, root);
            }
            if resumes {
                self.acknowledge(cx, root);
            }
        }
        self.pump_flows(cx);
        self.complete(cx, root, number);
        self.acknowledge_when_due(cx, root);
        Some(())
    }

    /// Records that all broadcasts before number `number` have left the root. Bytes that are missing of broadcasts from
    /// `since` on are lost; bytes of earlier broadcasts may still come down the tree.
    pub fn all_before<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16, number: u64, since: u64) {
        let Some(inflow) = self.inflows.get_mut(&root) else { return };
        inflow.front = inflow.front.max((number, 0));
        inflow.since = inflow.since.max(since);
        let first = inflow.next.max(since);
        for before in first..number.min(first + cx.limits.most_ahead()) {
            let Some(incoming) = self.incoming(cx, root, before) else {
                self.is_dropped(root, number);
                break;
            };
            incoming.edge = incoming.len.unwrap_or(u64::MAX);
            self.ask_missing(cx, root, before);
        }
        if number > first.saturating_add(cx.limits.most_ahead()) {
            self.is_dropped(root, number);
        }
    }

    /// Records that credit did not suffice to remember what is missing of the broadcasts before this one.
    pub fn is_dropped(&mut self, root: u16, number: u64) {
        if let Some(inflow) = self.inflows.get_mut(&root) {
            inflow.dropped = inflow.dropped.max(number);
        }
    }

    /// Returns the record of a broadcast, creating it if credit suffices.
    pub(super) fn incoming<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        root: u16,
        number: u64,
    ) -> Option<&mut Incoming> {
        let inflow = self.inflows.get_mut(&root)?;
        if number < inflow.next || number - inflow.next >= cx.limits.most_ahead() {
            return None;
        }
        if let std::collections::btree_map::Entry::Vacant(place) = inflow.broadcasts.entry(number) {
            let p = cx.transfers.peer(cx.sink, self.members[usize::from(root)]);
            let charged = cx.transfers.account(p, CLASS).charge(ENTRY_COST)?;
            let incoming = Incoming::new(cx.broadcasts.insert(BroadcastRecord::default()));
            place.insert(Incoming { charged, ..incoming });
        }
        inflow.broadcasts.get_mut(&number)
    }

    /// Puts a part in its place. Returns `Some(false)` if there is no place for the part now, and `None` if the part
    /// contradicts another.
    fn store<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        number: u64,
        part: BroadcastPart,
        here: u64,
    ) -> Option<bool> {
        let (pushed, selective) = (cx.limits.pushed(), cx.limits.selective);
        let (root, range) = (part.name.root, part.offset..part.offset + here);
        let rank = self.members[usize::from(root)];
        let Some(incoming) = self.incoming(cx, root, number) else {
            self.is_dropped(root, number + 1);
            cx.counters.dropped += 1;
            return Some(false);
        };
        if incoming.len.is_some_and(|len| len != part.len) {
            return None;
        }
        incoming.len = Some(part.len);
        if incoming.over || incoming.have.covers(range.clone()) && here > 0 {
            cx.counters.doubles += 1;
            return Some(!incoming.over);
        }
        if !selective && range.start > incoming.have.contiguous() {
            incoming.asked.remove(range);
            cx.counters.dropped += 1;
            return Some(false);
        }
        let broadcast = incoming.broadcast;
        match incoming.room {
            Some(room) => {
                if range.start < room && here > 0 {
                    cx.sink.deliver_broadcast(
                        broadcast,
                        range.start,
                        BroadcastPart::WORDS,
                        here.min(room - range.start),
                    );
                }
            }
            None if range.end > pushed => {
                incoming.asked.remove(range);
                cx.counters.dropped += 1;
                return Some(false);
            }
            None if here == 0 => {}
            None => {
                let room = part.len.min(pushed);
                if incoming.kept == 0 {
                    let p = cx.transfers.peer(cx.sink, rank);
                    let Some(debt) = cx.transfers.account(p, CLASS).charge(room) else {
                        (incoming.refused, incoming.asked) = (true, RangeSet::default());
                        cx.counters.dropped += 1;
                        return Some(false);
                    };
                    incoming.charged.add(debt);
                    incoming.kept = room;
                }
                cx.sink.stash_broadcast(broadcast, room, range.start, BroadcastPart::WORDS, here);
            }
        }
        incoming.have.insert(range);
        Some(true)
    }

    /// Takes a poll: the root tells how far it has sent.
    pub fn on_poll<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        poll: BroadcastPoll,
        multicast: bool,
    ) -> Option<()> {
        let root = poll.name.root;
        if usize::from(root) >= self.members.len() || usize::from(root) == self.me {
            return None;
        }
        let inflow = self.inflows.entry(root).or_default();
        let number = expand(poll.name.number, inflow.next)?;
        if multicast {
            inflow.hear(poll.serial);
        }
        // Parts that come down the tree are on their way; a poll may overtake them.
        let by_tree = poll.row == 0;
        let since = (number + 1).saturating_sub(poll.row.into());
        self.all_before(cx, root, number, since);
        if let Some(inflow) = self.inflows.get_mut(&root) {
            inflow.front = inflow.front.max((number, poll.sent));
        }
        if poll.sent > 0
            && !by_tree
            && let Some(incoming) = self.incoming(cx, root, number)
        {
            if incoming.len.is_some_and(|len| len != poll.len) {
                return None;
            }
            incoming.len = Some(poll.len);
            incoming.edge = incoming.edge.max(poll.sent);
            self.ask_missing(cx, root, number);
        }
        if let Some(inflow) = self.inflows.get_mut(&root) {
            // The root waits for readiness; perhaps the root had not opened the group when this member first reported
            // readiness.
            if let Some(incoming) = inflow.broadcasts.get_mut(&number).filter(|_| poll.sent < poll.len) {
                incoming.told_ready = false;
                incoming.polled = true;
            }
            inflow.awaited = inflow.awaited.max((number, poll.sent));
        }
        self.acknowledge(cx, root);
        self.tell_ready(cx, root);
        Some(())
    }

    /// Gives a complete broadcast to the program, and returns the broadcast's credit to the root.
    pub fn complete<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16, number: u64) {
        // Bytes that this member forwards must stay until they have left.
        let flows = self.flows_of(root, number);
        let Some(inflow) = self.inflows.get_mut(&root) else { return };
        match inflow.broadcasts.get_mut(&number) {
            Some(incoming) if incoming.room.is_some() && !incoming.over && !flows && incoming.is_here() => {
                incoming.over = true;
                cx.end(incoming.broadcast, Ok(incoming.len.unwrap_or(0)));
            }
            _ => return,
        }
        let mut long = false;
        self.wait_on(cx);
        let Some(inflow) = self.inflows.get_mut(&root) else { return };
        while inflow.broadcasts.get(&inflow.next).is_some_and(|i| i.over) {
            let Some(incoming) = inflow.broadcasts.remove(&inflow.next) else { break };
            let len = incoming.len.unwrap_or(0);
            inflow.next += 1;
            long |= len > cx.limits.pushed();
            inflow.untold += ENTRY_COST + len.min(cx.limits.pushed());
            let p = cx.transfers.peer(cx.sink, self.members[usize::from(root)]);
            cx.transfers.account(p, CLASS).restore(incoming.charged);
        }
        if long || inflow.is_awaited() || cx.limits.by_timeout {
            // The root's program waits for this acknowledgement.
            self.acknowledge(cx, root);
            self.tell_ready(cx, root);
        } else {
            self.acknowledge_when_due(cx, root);
        }
    }

    /// Acknowledges after each quarter of the shared buffer, or of the receive window. The members' turns are spread,
    /// so that not all members answer at once.
    pub fn acknowledge_when_due<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16) {
        let receive_window = self.receive_window(cx, root);
        let Some(inflow) = self.inflows.get(&root) else { return };
        let (n, me) = (self.members.len() as u64, self.me as u64);
        let due = |quarter: u64| quarter / 2 + quarter / 2 * (me + 1) / n;
        let offset = inflow.reached().1;
        let before = if inflow.told.0 == inflow.next { inflow.told.1 } else { 0 };
        let far = offset > cx.limits.pushed() && offset - before >= due(cx.limits.window.min(receive_window) / 4);
        if far || inflow.is_awaited() || inflow.untold >= due(cx.limits.buffer / 4) {
            self.acknowledge(cx, root);
        }
    }

    /// Returns this member's receive window for that root's broadcasts, in bytes.
    fn receive_window<S: GroupSink>(&self, cx: &Context<'_, S>, root: u16) -> u64 {
        match cx.sink.receive_window(self.members[usize::from(root)]) {
            0 => USUAL_RECEIVE_WINDOW,
            known => known,
        }
    }

    /// Acknowledges: tells the root up to which position this member has the root's broadcasts.
    pub fn acknowledge<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16) {
        let window = self.receive_window(cx, root);
        let Some(inflow) = self.inflows.get_mut(&root) else { return };
        let (next, offset) = inflow.reached();
        (inflow.told, inflow.untold) = ((next, offset), 0);
        let (heard, lost) = (inflow.heard, std::mem::take(&mut inflow.singles));
        let ack = BroadcastAck { name: self.name(root, next), offset, heard, lost, window };
        cx.counters.acks += 1;
        cx.control(self.members[usize::from(root)], ack.head(), &ack.words());
    }

    /// Ends the broadcasts of a root that has died or left.
    pub fn lose_root<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16) {
        let inflow = self.inflows.entry(root).or_default();
        inflow.lost = true;
        let broadcasts = std::mem::take(&mut inflow.broadcasts);
        for incoming in broadcasts.into_values() {
            incoming.charged.write_off();
            match incoming.room {
                _ if incoming.over => {}
                Some(_) => cx.end(incoming.broadcast, Err(BroadcastLost)),
                None => {
                    cx.sink.broadcast_over(incoming.broadcast);
                    cx.broadcasts.remove(incoming.broadcast);
                }
            }
        }
        self.stop_flows(|f| f.root == root);
    }

    /// Drops the broadcasts that the program will not receive, because the group is forgotten. Restores their roots'
    /// credit: the roots may be in other groups with this rank.
    pub fn forget_kept<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        for (root, inflow) in std::mem::take(&mut self.inflows) {
            let p = cx.transfers.peer(cx.sink, self.members[usize::from(root)]);
            for incoming in inflow.broadcasts.into_values() {
                cx.transfers.account(p, CLASS).restore(incoming.charged);
                if incoming.room.is_none() {
                    cx.sink.broadcast_over(incoming.broadcast);
                    cx.broadcasts.remove(incoming.broadcast);
                }
            }
        }
    }
}
