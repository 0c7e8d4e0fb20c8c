//! EQA, the Enhanced Queue Architecture ("Efficient Reliable Broadcast on Commodity Clusters", 3.1): one queue of
//! broadcasts, and a cursor in the queue for each member that has to receive them.
//!
//! The paper's names: BUF is [`SharedBuffer`], the room for copies that all groups of a rank share. HMS (Home
//! Management Structure) is [`Home`], with which the producer keeps the queue. LMS (Local Management Structure) is
//! [`Local`], a consumer's cursor. A lightweight directed point, which owns no buffer, is a
//! [`Flow`](super::flow::Flow): bytes of an entry on their way to one member. Each entry counts the consumers that
//! have not passed it (the reference count). A cursor that advances releases those references, and entries without
//! references leave the queue from its front (the update rule).
use super::sink::USUAL_RECEIVE_WINDOW;
use crate::ids::BroadcastId;
use crate::planted::planted;
use std::collections::VecDeque;

/// BUF: the room for broadcasts in flight that members have not acknowledged, in bytes; shared by all groups.
#[derive(Debug)]
pub struct SharedBuffer {
    room: u64,
    used: u64,
}

impl SharedBuffer {
    pub fn new(room: u64) -> SharedBuffer {
        SharedBuffer { room, used: 0 }
    }

    /// Takes room in the buffer. Returns false if there is too little. `alone` is true if the group has nothing else in
    /// the buffer. Such a group gets the room in any case, because no group may have to wait for the members of
    /// another.
    pub fn take(&mut self, bytes: u64, alone: bool) -> bool {
        let fits = alone || self.used.saturating_add(bytes) <= self.room;
        if fits {
            self.used += bytes;
        }
        fits
    }

    pub fn give_back(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    pub fn used(&self) -> u64 {
        self.used
    }
}

/// One broadcast in the queue.
#[derive(Debug)]
pub struct Entry {
    pub broadcast: BroadcastId,
    pub len: u64,
    /// The room that the entry takes in the shared buffer.
    pub cost: u64,
    /// How many consumers have not passed the entry.
    refs: u32,
    /// The bytes of all broadcasts before this one.
    pub start: u64,
    /// Bytes that have left, or that flows send down the tree.
    pub sent: u64,
    /// True if a part has left, so members may know the length.
    pub begun: bool,
    /// True if the broadcast travels down the tree.
    pub tree: bool,
    /// True if the caller has been told that the broadcast is over.
    pub told: bool,
}

impl Entry {
    pub fn new(broadcast: BroadcastId, len: u64, cost: u64) -> Entry {
        Entry { broadcast, len, cost, refs: 0, start: 0, sent: 0, begun: false, tree: false, told: false }
    }

    pub fn is_sent(&self) -> bool {
        self.begun && self.sent == self.len
    }
}

/// LMS: the cursor of one consumer.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    /// The first broadcast that the consumer's program does not have.
    pub next: u64,
    /// Bytes of that broadcast that the consumer has.
    pub offset: u64,
    /// Bit i: the consumer has named the destination of the long broadcast `next` + i.
    ready: u64,
    /// The last multicast that the consumer has received.
    pub heard: u64,
    /// The last multicast before the root polled this consumer alone; 0: the root awaits no answer of this consumer.
    pub asked: u64,
    /// The root's position when it last polled this consumer alone.
    pub polled: (u64, u64),
    /// How many reports in a row named no new multicast although multicasts had left.
    pub lacks: u8,
    /// The last multicast at the latest report that `lacks` counts.
    pub lacked: u64,
    /// The consumer's receive window in KiB, as the consumer last reported; 0: no report yet, or less than 1 KiB.
    pub window: u16,
    /// True if a frame has come from the consumer.
    pub met: bool,
    /// True if the consumer has died or left, or is the producer itself.
    pub gone: bool,
}

/// How many long broadcasts ahead of its acknowledgements a member may name destinations for.
pub const MOST_READY: u64 = 64;

/// HMS: the queue of a group's broadcasts, as its producer keeps it.
#[derive(Debug, Default)]
pub struct Home {
    entries: VecDeque<Entry>,
    /// The number of the first entry.
    first: u64,
    /// The bytes of all broadcasts so far.
    produced: u64,
    /// The cursors, by member.
    pub(super) consumers: Vec<Local>,
}

impl Home {
    /// Returns a queue for these members. Member `own` is the producer and consumes nothing.
    pub fn new(members: usize, own: usize) -> Home {
        let mut consumers = vec![Local::default(); members];
        consumers[own].gone = true;
        Home { consumers, ..Home::default() }
    }

    /// Returns the number of the next entry.
    pub fn end(&self) -> u64 {
        self.first + self.entries.len() as u64
    }

    pub fn first(&self) -> u64 {
        self.first
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn get(&self, number: u64) -> Option<&Entry> {
        self.entries.get(number.checked_sub(self.first)? as usize)
    }

    pub fn get_mut(&mut self, number: u64) -> Option<&mut Entry> {
        self.entries.get_mut(number.checked_sub(self.first)? as usize)
    }

    /// Appends an entry, which every live consumer references. Returns its number.
    pub fn produce(&mut self, mut entry: Entry) -> u64 {
        let number = self.end();
        entry.refs = self.consumers.iter().filter(|c| !c.gone).count() as u32;
        entry.start = self.produced;
        self.produced += entry.len;
        self.entries.push_back(entry);
        number
    }

    /// Advances a consumer's cursor: the consumer has all entries before `upto`, and `offset` bytes of entry `upto`.
    /// Returns false if the root has not sent so many bytes, or if the cursor would go back.
    pub fn consume(&mut self, who: usize, upto: u64, offset: u64) -> bool {
        let (next, gone) = (self.consumers[who].next, self.consumers[who].gone);
        let sent = |number| self.get(number).map_or(0, |e| e.sent);
        if gone || upto < next || upto > self.end() || offset > sent(upto) || (next..upto).any(|n| !self.is_sent(n)) {
            return false;
        }
        let mut passed = upto;
        if planted("cursor_passed_over") && upto < self.end() && upto > next {
            passed += 1;
        }
        for number in next..passed {
            let twice = planted("reference_given_back_twice") && number % 7 == 3;
            if let Some(entry) = self.get_mut(number) {
                entry.refs = entry.refs.saturating_sub(1 + u32::from(twice));
            }
        }
        let local = &mut self.consumers[who];
        local.offset = if passed == next { local.offset.max(offset) } else { offset };
        local.ready = local.ready.checked_shr((passed - next) as u32).unwrap_or(0);
        local.next = passed;
        true
    }

    fn is_sent(&self, number: u64) -> bool {
        self.get(number).is_none_or(Entry::is_sent)
    }

    /// Removes a consumer that has died or left, with its references.
    pub fn lose(&mut self, who: usize) {
        if std::mem::replace(&mut self.consumers[who].gone, true) {
            return;
        }
        let next = self.consumers[who].next;
        for number in next..self.end() {
            if let Some(entry) = self.get_mut(number) {
                entry.refs = entry.refs.saturating_sub(1);
            }
        }
    }

    /// Removes and returns the first entry, if no consumer references it any more.
    pub fn release(&mut self) -> Option<(u64, Entry)> {
        self.entries.front().filter(|e| e.refs == 0 && e.begun)?;
        let entry = self.entries.pop_front()?;
        self.first += 1;
        Some((self.first - 1, entry))
    }

    /// Records that a consumer has named the destination of a long broadcast. Returns false if that broadcast is more
    /// than [`MOST_READY`] ahead.
    pub fn ready(&mut self, who: usize, number: u64) -> bool {
        let local = &mut self.consumers[who];
        match number.checked_sub(local.next) {
            Some(at) if at < MOST_READY => local.ready |= 1 << at,
            Some(_) => return false,
            None => {}
        }
        true
    }

    /// Returns true if that consumer has said that it is ready for the rest of that broadcast, or has the broadcast.
    pub fn is_ready(&self, who: usize, number: u64) -> bool {
        let c = &self.consumers[who];
        number.checked_sub(c.next).is_none_or(|at| at < MOST_READY && c.ready >> at & 1 == 1)
    }

    /// Returns true if all consumers have named the destination of that broadcast, or have the broadcast.
    pub fn all_ready(&self, number: u64) -> bool {
        (0..self.consumers.len()).filter(|&i| !self.consumers[i].gone).all(|i| self.is_ready(i, number))
    }

    /// Returns the least and the largest receive window of the consumers, in bytes.
    pub fn windows(&self) -> (u64, u64) {
        let said = |c: &Local| if c.window == 0 { USUAL_RECEIVE_WINDOW } else { u64::from(c.window) << 10 };
        let all = self.consumers.iter().filter(|c| !c.gone).map(said);
        all.fold((u64::MAX, 0), |(least, most), window| (least.min(window), most.max(window)))
    }

    /// Returns a cursor's position in the bytes of all broadcasts.
    fn position(&self, next: u64, offset: u64) -> u64 {
        self.get(next).map_or(self.produced, |e| e.start + offset)
    }

    /// Returns how many bytes of all broadcasts have left, if `sending` is the first that has not left whole.
    pub fn left(&self, sending: u64) -> u64 {
        self.get(sending).map_or(self.produced, |e| e.start + e.sent)
    }

    /// Returns how many bytes have left that the slowest consumer does not have.
    pub fn outstanding(&self, sending: u64) -> u64 {
        let sent = self.left(sending);
        let there = self.consumers.iter().filter(|c| !c.gone).map(|c| self.position(c.next, c.offset)).min();
        there.map_or(0, |there| sent.saturating_sub(there))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::SlotMap;

    fn entry(names: &mut SlotMap<BroadcastId, ()>, len: u64) -> Entry {
        Entry { sent: len, begun: true, ..Entry::new(names.insert(()), len, len) }
    }

    #[test]
    fn an_entry_leaves_when_the_slowest_cursor_has_passed_it() {
        let mut names = SlotMap::with_key();
        let mut home = Home::new(4, 1);
        for _ in 0..3 {
            home.produce(entry(&mut names, 10));
        }
        assert!(home.consume(0, 3, 0) && home.consume(2, 1, 4));
        assert!(home.release().is_none(), "member 3 has nothing");
        assert_eq!(home.outstanding(3), 30);
        assert!(home.consume(3, 2, 0));
        assert_eq!((home.release().map(|e| e.0), home.release().map(|e| e.0)), (Some(0), None));
        assert_eq!(home.outstanding(3), 16);
        assert!(!home.consume(2, 0, 0) && !home.consume(2, 4, 0) && !home.consume(2, 1, 11), "cursors do not jump");
        home.lose(2);
        home.lose(2);
        assert_eq!(home.release().map(|e| e.0), Some(1));
        assert!(home.release().is_none());
        assert!(home.consume(3, 3, 0) && home.release().is_some() && home.is_empty());
    }

    #[test]
    fn what_has_not_left_is_not_acknowledged() {
        let mut names = SlotMap::with_key();
        let mut home = Home::new(2, 0);
        home.produce(Entry { sent: 5, ..entry(&mut names, 10) });
        assert!(!home.consume(1, 1, 0) && !home.consume(1, 0, 6) && home.consume(1, 0, 5));
    }

    #[test]
    fn readiness_moves_with_the_cursor() {
        let mut names = SlotMap::with_key();
        let mut home = Home::new(3, 0);
        for _ in 0..2 {
            home.produce(entry(&mut names, 10));
        }
        assert!(home.ready(1, 1) && home.ready(2, 0) && home.ready(2, 1) && !home.ready(1, MOST_READY));
        assert!(!home.all_ready(0) && home.all_ready(1));
        assert!(home.consume(1, 1, 0) && home.all_ready(0) && home.all_ready(1));
    }

    #[test]
    fn the_shared_buffer_is_bounded() {
        let mut buf = SharedBuffer::new(100);
        assert!(buf.take(60, true) && !buf.take(41, false) && buf.take(40, false));
        buf.give_back(60);
        assert!(!buf.take(61, false) && buf.take(61, true), "a group has room for one");
    }
}
