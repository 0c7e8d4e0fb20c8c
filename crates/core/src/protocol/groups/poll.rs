//! The root's polls. They prove that multicast works, find out when it no longer does, and find members that missed
//! the last multicasts, which no later frame would show.
//!
//! A broadcast goes down the tree until all members have received a poll by multicast. When the retransmission
//! time-out passes without an acknowledgement, the root polls by multicast; after twice that time it polls each slow
//! member alone. A member that answers only then, or that asks for what has left, and reports four times in a row
//! that no multicast came in between, is out of reach of multicast. From then on broadcasts go down the tree, and
//! each failed probe halves the rate of further probes.
use super::group::{Context, Group};
use super::sink::GroupSink;
use crate::protocol::transfer::Source;
use crate::wire::{BroadcastPoll, MOST_ROW};
use std::ops::Range;

/// How often in a row a member must report that no multicast arrived before the root gives up multicast. A larger
/// number makes the root slower to give up; at a loss of one percent, four such reports happen by chance once in 10^8.
const LACKS: u8 = 4;
/// The most broadcasts between two probes. A larger number probes less, and finds later that multicast works again.
const MOST_BACKOFF: u64 = 1024;

/// How many time-outs in a row make a root send again that repairs by time-out. A member that stays late says when it
/// has named a destination; a larger number costs frames until then.
const MOST_AGAIN: u32 = 6;

impl Group {
    /// Starts the time-out anew, because a member can now take what it has missed.
    pub fn repair_soon<S: GroupSink>(&mut self, cx: &Context<'_, S>) {
        if cx.limits.by_timeout && !self.home.is_empty() {
            (self.again, self.deadline) = (0, cx.now + self.rtt.timeout(0));
        }
    }

    fn poll_of(&self, serial: u64) -> BroadcastPoll {
        let number = self.sending;
        let (sent, len, tree) =
            self.home.get(number).filter(|e| e.begun).map_or((0, 0, self.row == 0), |e| (e.sent, e.len, e.tree));
        // A member polled alone asks for all bytes that it misses: an inner member of the tree may have dropped bytes
        // for which it had no place.
        let row = match tree {
            _ if serial == 0 => MOST_ROW,
            true => 0,
            false => self.row_with_this(),
        };
        BroadcastPoll { name: self.name(self.me as u16, number), sent, len, row, serial }
    }

    /// Polls all members by one multicast, if there is multicast.
    fn poll_all<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        if self.longest(cx) == 0 {
            return;
        }
        // From the poll on, members ask for the missing parts of an open block.
        self.end_block(cx, true);
        let poll = self.poll_of(self.probing.serial + 1);
        if cx.sink.multicast(self.id, poll.head(), &poll.words(), Source::None).is_ok() {
            cx.counters.polls += 1;
            self.probing.serial += 1;
            (self.probing.polled, self.probing.left_at) = (self.probing.serial, cx.now);
            cx.sink.flush_multicasts();
        }
    }

    /// Polls alone each slow member that this root has not polled at this position.
    pub fn poll_the_slow<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        self.poll_alone(cx, 0..self.members.len());
    }

    /// Polls alone each slow member of `which` that this root has not polled at this position.
    pub fn poll_alone<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, which: Range<usize>) {
        self.end_block(cx, true);
        let end = self.sending;
        let at = (end, self.home.get(end).map_or(0, |e| e.sent));
        let poll = self.poll_of(0);
        for (i, local) in self.home.consumers.iter_mut().enumerate().take(which.end).skip(which.start) {
            let behind = (local.next, local.offset) < at;
            // The poll is delivered reliably, but a member that has not opened the group drops it.
            if local.gone || !behind || (local.met && local.polled == at) {
                continue;
            }
            local.polled = at;
            local.asked = self.probing.serial;
            cx.counters.polls_alone += 1;
            let p = cx.transfers.peer(cx.sink, self.members[i]);
            cx.transfers.control(cx.sink, p, poll.head(), &poll.words());
        }
    }

    /// Probes multicast if it is time to try again, because the next broadcast goes down the tree.
    pub fn probe_if_due<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        if self.probing.works {
            return;
        }
        if self.probing.wait > 0 {
            self.probing.wait -= 1;
            return;
        }
        self.probing.wait = self.probing.backoff;
        self.probing.backoff = (2 * self.probing.backoff).min(MOST_BACKOFF);
        self.poll_all(cx);
    }

    /// Asks all members for acknowledgements, once at each position. The root has no room until an acknowledgement
    /// comes.
    pub fn hurry<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let at = (self.sending, self.home.get(self.sending).map_or(0, |e| e.sent));
        if self.home.is_empty() || self.asked_at == at && self.again > 0 {
            return;
        }
        if self.asked_at != at {
            self.asked_at = at;
            match self.probing.works {
                true => self.poll_all(cx),
                false => self.poll_the_slow(cx),
            }
        }
        if self.deadline == 0 {
            self.deadline = cx.now + self.rtt.timeout(0);
        }
    }

    /// Takes a member's report that it had received multicasts up to `heard`.
    pub fn answered<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, heard: u64) {
        let polled = self.probing.polled;
        let local = &mut self.home.consumers[from];
        let (before, asked) = (local.heard, std::mem::take(&mut local.asked));
        self.has_heard(cx, from, heard, asked > heard);
        // The first member to answer measures the round trip; the others may have been computing.
        if heard >= polled && before < polled && self.probing.left_at > 0 {
            self.rtt.sample(cx.now.saturating_sub(std::mem::take(&mut self.probing.left_at)));
        }
        let failed = self.probing.failed;
        if !self.probing.works && polled > failed && heard > failed && self.all_heard(failed) {
            self.probing.works = true;
            self.probing.wait = 0;
            cx.counters.to_multicast += 1;
            self.home.consumers.iter_mut().for_each(|c| c.lacks = 0);
        }
    }

    /// Takes a member's report that it had received multicasts up to `heard`. `lacks` is true if the member misses
    /// bytes that have left by multicast. A single multicast may still be on its way. But if report after report names
    /// no new multicast, multicast does not reach this member.
    pub fn has_heard<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, heard: u64, lacks: bool) {
        let serial = self.probing.serial;
        let local = &mut self.home.consumers[from];
        if heard > local.heard {
            (local.heard, local.lacks) = (heard, 0);
        } else if lacks && local.lacked < serial {
            (local.lacked, local.lacks) = (serial, local.lacks.saturating_add(1));
        }
        if self.probing.works && local.lacks >= LACKS {
            self.give_up_multicast(cx);
        }
    }

    /// Returns true if every live member has received a multicast later than number `after`.
    fn all_heard(&self, after: u64) -> bool {
        self.home.consumers.iter().all(|c| c.gone || c.heard > after)
    }

    /// Returns the length of the longest multicast, in bytes; 0 if there is no multicast.
    pub fn longest<S: GroupSink>(&self, cx: &Context<'_, S>) -> u64 {
        let other = self.members.iter().find(|m| **m != self.members[self.me]);
        other.map_or(0, |&m| cx.sink.longest_multicast(m))
    }

    /// Gives up multicast: the rest of the current broadcast and all further broadcasts go down the tree.
    pub fn give_up_multicast<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        self.parities.give_up();
        self.probing.works = false;
        self.probing.failed = self.probing.serial;
        self.probing.wait = self.probing.backoff;
        cx.counters.to_tree += 1;
        self.home.consumers.iter_mut().for_each(|c| c.lacks = 0);
        if let Some(entry) = self.home.get_mut(self.sending).filter(|e| e.begun) {
            entry.tree = true;
        }
    }

    /// Sends to each member everything again that has left and that the member has not acknowledged: go back n, from
    /// the member's cursor on.
    fn send_again<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let me = self.me as u16;
        for to in 0..self.members.len() {
            let (next, offset, gone) = {
                let local = &self.home.consumers[to];
                (local.next, local.offset, local.gone)
            };
            if gone || self.flows.iter().any(|f| f.to == to) {
                continue;
            }
            for number in next..=self.sending.min(self.home.end()) {
                let Some(entry) = self.home.get(number).filter(|e| e.begun) else { continue };
                let (what, start) = ((me, number, entry.broadcast, entry.len), if number == next { offset } else { 0 });
                let sent = entry.sent;
                if start < sent || entry.len == 0 {
                    self.flow(what, to, false, start..sent);
                }
            }
        }
        self.pump_flows(cx);
    }

    /// Polls the members that have not acknowledged what has left, if the time-out has passed.
    pub fn on_time<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        if self.deadline == 0 || cx.now < self.deadline {
            return;
        }
        if self.home.is_empty() {
            self.deadline = 0;
            return;
        }
        if cx.limits.by_timeout && self.again < MOST_AGAIN {
            self.send_again(cx);
        }
        if self.again == 0 && self.probing.works {
            self.poll_all(cx);
        } else {
            self.poll_the_slow(cx);
        }
        self.again = self.again.saturating_add(1);
        self.deadline = cx.now + self.rtt.timeout(self.again);
    }
}
