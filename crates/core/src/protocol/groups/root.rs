//! The root's side: broadcasts enter the queue, leave by multicast or down the tree, and end when all members have
//! them.
use super::eqa::Entry;
use super::group::{Context, Group, Waiting, expand};
use super::sink::GroupSink;
use crate::ids::BroadcastId;
use crate::limits::{BroadcastLimits, ENTRY_COST};
use crate::planted::planted;
use crate::protocol::transfer::Source;
use crate::wire::{BroadcastAck, BroadcastAsk, BroadcastPart, BroadcastReady, InBlock, MOST_ROW};
use std::ops::Range;

/// The least congestion window, in multicasts.
const LEAST_WINDOW: u64 = 4;
/// How many broadcasts after a loss the root counts as lossy: if such a broadcast stands alone, its end leaves twice. A
/// larger number costs frames, a smaller number time-outs.
const LOSSY: u8 = 64;

impl Group {
    /// Broadcasts the memory of `cast`, for this member.
    pub fn broadcast<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, broadcast: BroadcastId, len: u64) {
        self.waiting.push_back(Waiting { broadcast, len });
        self.pump(cx);
    }

    /// Advances all broadcasts of this member that can advance. Returns true if anything left.
    pub fn pump<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) -> bool {
        self.enter_waiting(cx);
        let sent = self.send(cx);
        self.pump_flows(cx) | sent
    }

    /// Moves waiting broadcasts into the queue while there is room, and copies the short ones. A copied broadcast is
    /// over for its caller.
    fn enter_waiting<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        while let Some(&Waiting { broadcast, len }) = self.waiting.front() {
            let copied = len <= cx.limits.pushed();
            let cost = ENTRY_COST + if copied { len } else { cx.limits.pushed() };
            if !cx.shared.take(cost, self.home.is_empty()) {
                // Acknowledgements make room.
                self.hurry(cx);
                return;
            }
            self.waiting.pop_front();
            let mut entry = Entry::new(broadcast, len, cost);
            if copied {
                cx.sink.copy_broadcast(broadcast);
                cx.told(broadcast, Ok(len));
                entry.told = true;
            }
            self.home.produce(entry);
        }
    }

    /// Returns how many bytes of a broadcast may leave: at most the pushed bytes before the members that the root waits
    /// for are ready, then all bytes. While a member lacks pushed bytes, nothing more may leave.
    fn may_leave(&self, limits: &BroadcastLimits, number: u64, len: u64) -> u64 {
        let pushed = if limits.push_all { len } else { limits.pushed().min(len) };
        if !self.suspended.is_empty() {
            let sent = self.home.get(number).map_or(0, |e| e.sent);
            return sent.max(pushed);
        }
        let ready = || match limits.one_acknowledges {
            true => self.acknowledger(self.me).is_none_or(|one| self.home.is_ready(one, number)),
            false => self.home.all_ready(number),
        };
        // If the rest has begun to leave, it goes on, although the member that was ready may have died since.
        let sent = self.home.get(number).map_or(0, |e| e.sent);
        if len <= pushed || sent > pushed || ready() { len } else { pushed }
    }

    /// Returns the member that acknowledges the pushed bytes of a root's broadcasts for all: the first live one behind
    /// the root.
    pub fn acknowledger(&self, root: usize) -> Option<usize> {
        let n = self.members.len();
        let alive = |i: &usize| *i == self.me && root != self.me || !self.home.consumers[*i].gone;
        (1..n).map(|i| (root + i) % n).find(alive)
    }

    /// Suspends the current broadcast if it has an acknowledgement of one member and another member asks for pushed
    /// bytes.
    fn suspend<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, number: u64, start: u64) {
        let current = number == self.sending && self.home.get(number).is_some_and(|e| !e.is_sent());
        if !cx.limits.one_acknowledges || !current || start >= cx.limits.pushed() || self.suspended.contains(&from) {
            return;
        }
        self.suspended.push(from);
        cx.counters.suspended += 1;
    }

    /// Resumes the current broadcast, as far as this member is concerned, if the member has all pushed bytes.
    fn resume<S: GroupSink>(&mut self, cx: &Context<'_, S>, from: usize) {
        let local = &self.home.consumers[from];
        let pushed = self.home.get(self.sending).map_or(0, |e| e.len.min(cx.limits.pushed()));
        if (local.next, local.offset) >= (self.sending, pushed) && !planted("suspended_for_ever") {
            self.suspended.retain(|member| *member != from);
        }
    }

    fn send<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) -> bool {
        let mut moved = false;
        if !self.end_block(cx, false) {
            *cx.blocked = true;
            return false;
        }
        while let Some((len, begun)) = self.home.get(self.sending).map(|e| (e.len, e.begun)) {
            let upto = self.may_leave(&cx.limits, self.sending, len);
            if self.probing.works && self.longest(cx) == 0 {
                // The fabric has found that there is no multicast any more.
                self.give_up_multicast(cx);
            }
            if !begun {
                self.alone = cx.now.saturating_sub(self.left_at) > self.rtt.smooth();
                self.probe_if_due(cx);
                let tree = !self.probing.works;
                if let Some(entry) = self.home.get_mut(self.sending) {
                    entry.tree = tree;
                }
            }
            let tree = self.home.get(self.sending).is_some_and(|e| e.tree);
            let sent = if tree { self.send_by_tree(upto) } else { self.send_by_multicast(cx, upto) };
            moved |= sent;
            if sent {
                self.left_at = cx.now;
                self.deadline = cx.now + self.rtt.timeout(0);
                self.again = 0;
            }
            if sent && std::mem::take(&mut self.began_early) {
                self.poll_the_slow(cx);
            }
            let Some(entry) = self.home.get(self.sending).filter(|e| e.is_sent()) else { break };
            let tree = entry.tree;
            self.suspended.clear();
            self.row = if tree { 0 } else { self.row + 1 };
            *if tree { &mut cx.counters.by_tree } else { &mut cx.counters.by_multicast } += 1;
            self.sending += 1;
        }
        if moved {
            self.repeat_end(cx);
            cx.sink.flush_multicasts();
        }
        self.release(cx);
        moved
    }

    /// Sends the last multicast twice if this group loses multicasts and no later frame would show that the last one is
    /// lost. The second transmission costs a frame, and spares all members a time-out.
    fn repeat_end<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let Some(number) = self.sending.checked_sub(1).filter(|_| self.lossy > 0 && self.alone) else { return };
        let most = self.part(cx);
        let last = self.home.get(number).filter(|e| !e.tree && cx.limits.selective && self.probing.works);
        if let Some(len) = last.filter(|_| self.sending == self.home.end()).map(|e| e.len) {
            self.lossy -= 1;
            // If there is no room for the second transmission, the members' time-out repairs a loss.
            self.multicast_part(cx, number, len.saturating_sub(most)..len, InBlock::No);
        }
    }

    /// Hands the bytes up to `upto` of the current broadcast to the flows down the tree.
    pub fn send_by_tree(&mut self, upto: u64) -> bool {
        let (number, me) = (self.sending, self.me);
        let Some(entry) = self.home.get_mut(number) else { return false };
        let range = entry.sent..upto;
        if range.is_empty() && entry.begun {
            return false;
        }
        (entry.sent, entry.begun) = (upto, true);
        let what = (me as u16, number, entry.broadcast, entry.len);
        // A member whose parent has died would wait for ever.
        let whole = self.home.consumers.iter().enumerate().all(|(i, c)| i == me || !c.gone);
        let to: Vec<usize> = match whole {
            true => self.children(me).collect(),
            false => (0..self.members.len()).filter(|&i| !self.home.consumers[i].gone).collect(),
        };
        for to in to {
            self.flow(what, to, whole, range.clone());
        }
        true
    }

    fn send_by_multicast<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, upto: u64) -> bool {
        let (number, mut moved) = (self.sending, false);
        let most = self.part(cx);
        let mut outstanding = self.home.outstanding(number);
        while let Some(entry) = self.home.get(number) {
            let (len, range) = (entry.len, entry.sent..upto.min(entry.sent + most));
            let here = range.end - range.start;
            if here == 0 && (entry.begun || len > 0) {
                break;
            }
            if outstanding > 0
                && outstanding + self.parities.share(outstanding) + here > self.window.max(LEAST_WINDOW * most)
            {
                // Members acknowledge each quarter of their own window of a long broadcast unasked.
                let full = cx.limits.window.min(self.home.windows().1);
                if self.window < full / 2 || range.start < cx.limits.pushed() + full {
                    self.hurry(cx);
                }
                break;
            }
            self.begin_block(cx, number, range.start..upto, most);
            let in_block = self.parities.place(number, &range);
            if !self.multicast_part(cx, number, range.clone(), in_block) {
                *cx.blocked = true;
                break;
            }
            self.parities.has_left(&range);
            outstanding += here;
            moved = true;
            if let Some(entry) = self.home.get_mut(number) {
                (entry.sent, entry.begun) = (range.end, true);
            }
            if !self.end_block(cx, false) {
                *cx.blocked = true;
                break;
            }
        }
        moved
    }

    /// Sends these bytes of a broadcast by multicast. Returns false if there is no room.
    fn multicast_part<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        number: u64,
        range: Range<u64>,
        in_block: InBlock,
    ) -> bool {
        let Some((broadcast, len)) = self.home.get(number).map(|e| (e.broadcast, e.len)) else { return false };
        let (offset, here) = (range.start, range.end - range.start);
        let (name, serial) = (self.name(self.me as u16, number), self.probing.serial + 1);
        let row = if number == self.sending { self.row_with_this() } else { self.row_before_this() };
        let part = BroadcastPart { name, forward: false, offset, len, row, serial, in_block };
        let body = if here > 0 { Source::Broadcast { broadcast, offset, len: here } } else { Source::None };
        let left = cx.sink.multicast(self.id, part.head(), &part.words(), body).is_ok();
        if left {
            cx.counters.multicasts += 1;
            self.probing.serial = serial;
        }
        left
    }

    /// Returns how many broadcasts before the current one went by multicast in a row.
    pub fn row_before_this(&self) -> u16 {
        self.row.min(u64::from(MOST_ROW)) as u16
    }

    /// Returns how many broadcasts in a row went by multicast, including the current one.
    pub fn row_with_this(&self) -> u16 {
        (self.row + 1).min(u64::from(MOST_ROW)) as u16
    }

    /// Returns the length of one multicast, in bytes.
    pub fn part<S: GroupSink>(&self, cx: &Context<'_, S>) -> u64 {
        self.longest(cx).min(cx.limits.part).max(1)
    }

    /// Removes the entries that all members have. Long broadcasts are then over for their caller.
    pub fn release<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        while let Some((number, entry)) = self.home.release() {
            cx.shared.give_back(entry.cost);
            let me = self.me as u16;
            self.stop_flows(|f| (f.root, f.number) == (me, number));
            match entry.told {
                true => cx.over(entry.broadcast),
                false => cx.end(entry.broadcast, Ok(entry.len)),
            }
        }
        if self.home.is_empty() {
            self.deadline = 0;
        }
    }

    /// Takes an acknowledgement: a member reports up to which position it has this root's broadcasts.
    pub fn on_ack<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, ack: BroadcastAck) -> Option<()> {
        let local = &self.home.consumers[from];
        let (next, before) = (expand(ack.name.number, local.next)?, (local.next, local.offset));
        if local.gone || ack.heard > self.probing.serial {
            return None;
        }
        self.parities.lost(ack.lost);
        self.home.consumers[from].window = (ack.window >> 10).min(u64::from(u16::MAX)) as u16;
        let outstanding = self.home.outstanding(self.sending);
        let met = std::mem::replace(&mut self.home.consumers[from].met, true);
        self.answered(cx, from, ack.heard);
        if !met && !self.home.is_empty() {
            // The member may have dropped bytes that came before it opened the group.
            self.home.consumers[from].polled = (0, 0);
            self.poll_alone(cx, from..from + 1);
            self.repair_soon(cx);
        }
        if next < before.0 || !self.home.consume(from, next, ack.offset) {
            return None;
        }
        self.resume(cx, from);
        let me = self.me as u16;
        self.stop_flows(|f| f.to == from && f.root == me && f.number < next);
        if (next, ack.offset) > before {
            // The window doubles with each round trip until the first loss; then it grows by one multicast at a
            // time.
            let come = outstanding.saturating_sub(self.home.outstanding(self.sending));
            let more = if self.halved == 0 { come } else { self.part(cx) };
            self.window = (self.window + more).min(cx.limits.window.min(self.home.windows().0));
            self.again = 0;
            if self.deadline > 0 {
                self.deadline = cx.now + self.rtt.timeout(0);
            }
        }
        self.release(cx);
        self.pump(cx);
        Some(())
    }

    /// Records that a member has named the destination of a long broadcast. That broadcast may not have begun at this
    /// root.
    pub fn on_ready<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        from: usize,
        ready: BroadcastReady,
    ) -> Option<()> {
        let number = expand(ready.name.number, self.home.consumers[from].next)?;
        self.home.consumers[from].met = true;
        self.home.ready(from, number).then_some(())?;
        // Members that have all that was sent answer every poll; those do not mean that a late member can take more.
        let sent = (self.sending, self.home.get(self.sending).map_or(0, |e| e.sent));
        let local = &self.home.consumers[from];
        if (local.next, local.offset) < sent {
            self.repair_soon(cx);
        }
        self.pump(cx);
        Some(())
    }

    /// Takes a member's request for missing bytes of a broadcast of this member.
    pub fn on_ask_of_root<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        from: usize,
        ask: BroadcastAsk,
    ) -> Option<()> {
        let local = &self.home.consumers[from];
        let number = expand(ask.name.number, local.next)?;
        if ask.heard > self.probing.serial {
            return None;
        }
        if local.gone || number < local.next {
            return Some(());
        }
        self.home.consumers[from].met = true;
        // The bytes of a later broadcast have not been sent: the member waits for them.
        let Some(entry) = self.home.get(number) else { return Some(()) };
        let what = (self.me as u16, number, entry.broadcast, entry.len);
        let Range { start, end } = ask.range;
        let range = start..end.min(entry.sent);
        if !entry.begun || range.is_empty() && entry.len > 0 {
            return Some(());
        }
        let multicast = !entry.tree;
        self.suspend(cx, from, number, start);
        self.flow(what, from, false, range);
        // A member that asks while the multicast is on its way has waited long, and lost nothing.
        if multicast && cx.now.saturating_sub(self.left_at) > 2 * self.rtt.smooth() {
            self.lost_some(cx);
        }
        self.has_heard(cx, from, ask.heard, multicast && ask.heard < self.probing.serial);
        self.pump_flows(cx);
        Some(())
    }

    /// Halves the window after a loss, once for all multicasts that were in flight.
    fn lost_some<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        self.lossy = LOSSY;
        let left = self.home.left(self.sending);
        if left.saturating_sub(self.home.outstanding(self.sending)) >= self.halved {
            self.halved = left;
            self.window = (self.window / 2).max(LEAST_WINDOW * self.part(cx));
        }
    }
}
