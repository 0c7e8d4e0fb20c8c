//! The pulls of a receiver over a lossy network. The receiver asks for ranges of bytes; each range is a grant. A budget
//! over all senders, and a window for each sender, bound the bytes that the receiver has asked for and that have not
//! arrived. Only the receiver repeats requests, for lost bytes.
mod repair;

use super::rtt::Rtt;
use super::window::{Wait, Window};
use crate::ids::Rank;
use crate::planted::planted;
use crate::slab::{Id, Slab};
use std::collections::HashMap;
use std::ops::Range;

/// Reordering tolerance, in bytes. Bytes count as lost when this many bytes that were asked for later have overtaken
/// them (three pieces), or fewer if all overtaking bytes belong to a later ask. A smaller value finds losses sooner, a
/// larger one spares repeats.
const REORDER: u64 = 24 << 10;
/// How many bytes an ask may cover while no bytes are in flight, even if the windows have less room.
const UNIT: u64 = 8 << 10;
/// A round trip of the network that exceeds the shortest one by this much, in ns, has found bytes in a queue. Smaller:
/// rows are short on links as fast as the processors. Larger: a slow port idles behind long rows for longer.
const QUEUED_NS: u64 = 60_000;
/// Bytes a second at which no port counts as slow: between processes that keep up with that rate, waits are theirs.
const FAST: u64 = 1_500_000_000;
/// One ask in this many goes to the pull that has waited longest; all other asks go to the pull that lacks the fewest
/// bytes.
const FAIR: u32 = 8;

/// A request to send to `to` for bytes of the message that `pull` pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub to: Rank,
    pub pull: PullId,
    /// The number of the ask. Each piece of the answer carries it.
    pub number: u32,
    pub offset: u64,
    pub len: u32,
    /// True if bytes wait in a queue of the network between the sender and this rank.
    pub queued: bool,
    /// True if this rank has asked for the bytes before.
    pub again: bool,
}

/// A pull of this receiver. Any word decodes to an id; [`Grants`] knows whether the pull is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PullId(Id);

impl PullId {
    pub fn to_word(self) -> u64 {
        u64::from(self.0.generation) << 32 | u64::from(self.0.index)
    }
    pub fn from_word(word: u64) -> PullId {
        PullId(Id { index: word as u32, generation: (word >> 32) as u32 })
    }
}

/// What to do with an arrived piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// This rank asked for the piece and lacks it: the caller copies it to its place.
    Take,
    /// The caller copies the piece, as for `Take`. The piece was the last of its pull, and the pull is forgotten.
    Last,
    /// The piece has arrived before, or this rank never asked for it: the caller drops it.
    Drop,
}

/// The bytes of one ask.
#[derive(Debug)]
struct Asked {
    number: u32,
    pull: PullId,
    start: u64,
    /// The bytes that have not arrived, in order.
    missing: Vec<Range<u64>>,
    left: u64,
    time: u64,
    /// True if the first bytes of the answer have arrived, so that the round trip has been measured.
    timed: bool,
}

#[derive(Debug)]
struct Pull {
    from: Rank,
    /// The end of the bytes that this rank has asked for at least once.
    next: u64,
    end: u64,
    /// The lost bytes, for which this rank will ask again.
    lost: Vec<Range<u64>>,
    /// How many bytes have not arrived.
    left: u64,
    since: u64,
}

impl Pull {
    fn wants(&self) -> bool {
        self.wanted() > 0
    }

    /// Returns how many contiguous bytes the next ask could cover.
    fn wanted(&self) -> u64 {
        self.lost.last().map_or(self.end - self.next, |lost| lost.end - lost.start)
    }
}

/// The state of one sender.
#[derive(Debug, Default)]
struct Sender {
    /// The asks that have not been answered in full, in the order of sending.
    asked: Vec<Asked>,
    /// How many bytes were asked for and have not arrived.
    out: u64,
    rtt: Rtt,
    /// The shortest round trip of the network alone, without waits at either end, in ns; `None` until it is known.
    least: Option<u64>,
    /// True if the last ask found bytes in a queue of the network.
    queued: bool,
    window: Window,
    /// When bytes from the sender last arrived, or the first ask left, in ns.
    heard: u64,
    /// True if this rank has probed the sender since then.
    probed: bool,
    silent: u32,
}

#[derive(Debug)]
pub struct Grants {
    pulls: Slab<Pull>,
    senders: HashMap<Rank, Sender>,
    /// How many bytes all senders together may have in flight.
    receive_budget: u64,
    /// How many bytes are in flight from all senders.
    out: u64,
    /// The window of the network that all senders share.
    window: Window,
    /// The shortest round trip to any sender, in ns.
    least: u64,
    /// The most bytes of one ask.
    ask: u64,
    /// The bytes of one piece.
    piece: u64,
    /// The most bytes that one sender may have in flight, whatever its window.
    deep: u64,
    number: u32,
    turns: u32,
    /// Pulls with bytes to ask for.
    wanting: Vec<PullId>,
    /// Probes that are queued and that `next` has not returned.
    probes: Vec<Ask>,
    /// How many ranges this rank has asked for again.
    pub repaired: u64,
}

impl Grants {
    /// Creates the state. `receive_budget`: how many bytes all senders may have in flight to this rank; `ask`: the most
    /// bytes that one sender sends at once, in pieces of `piece` bytes.
    pub fn new(receive_budget: u64, ask: u64, piece: u64) -> Grants {
        Grants {
            pulls: Slab::default(),
            senders: HashMap::new(),
            receive_budget,
            out: 0,
            window: Window::default(),
            least: u64::MAX,
            ask,
            piece: piece.max(1),
            deep: u64::MAX,
            number: 0,
            turns: 0,
            wanting: Vec::new(),
            probes: Vec::new(),
            repaired: 0,
        }
    }

    /// Sets the longest ask to `ask` bytes, and the most bytes that one sender may have in flight to `deep`.
    pub fn set_cut(&mut self, ask: u64, deep: u64) {
        (self.ask, self.deep) = (ask.max(1), deep.max(1));
    }

    /// Begins a pull of the bytes `range` of a message from `from`. The range must not be empty.
    pub fn start(&mut self, now: u64, from: Rank, range: Range<u64>) -> PullId {
        let pull = Pull {
            from,
            next: range.start,
            end: range.end,
            lost: Vec::new(),
            left: range.end - range.start,
            since: now,
        };
        let id = PullId(self.pulls.insert(|| pull));
        self.wanting.push(id);
        id
    }

    /// Returns true if the pull is not over.
    pub fn knows(&self, pull: PullId) -> bool {
        self.pulls.get(pull.0).is_some()
    }

    /// Returns true if there is no pull.
    pub fn is_idle(&self) -> bool {
        self.pulls.len() == 0
    }

    /// Returns how many bytes were asked for and have not arrived, over all senders.
    pub fn under_way(&self) -> u64 {
        self.out
    }

    /// Returns how many bytes all senders together may send unasked, by what the network has room for.
    pub fn unasked(&self) -> u64 {
        self.window.unasked()
    }

    /// Returns the next ask to send now; the caller repeats the call until it returns `None`.
    pub fn next(&mut self, now: u64) -> Option<Ask> {
        if let Some(probe) = self.probes.pop() {
            return Some(probe);
        }
        if self.wanting.is_empty() {
            return None;
        }
        let (at, room) = self.choose()?;
        let id = self.wanting[at];
        let p = self.pulls.get_mut(id.0)?;
        let (range, again) = match p.lost.last_mut() {
            Some(lost) => {
                let end = lost.end.min(lost.start.saturating_add(room));
                let range = lost.start..end;
                lost.start = end;
                if lost.is_empty() {
                    p.lost.pop();
                }
                (range, true)
            }
            None => {
                let end = p.end.min(p.next.saturating_add(room));
                (std::mem::replace(&mut p.next, end)..end, false)
            }
        };
        if !p.wants() {
            self.wanting.swap_remove(at);
        }
        let (to, len) = (p.from, range.end - range.start);
        self.number = self.number.wrapping_add(1);
        let sender = self.senders.entry(to).or_default();
        if sender.asked.is_empty() {
            sender.heard = now;
            sender.probed = false;
        }
        self.out += len;
        sender.out += len;
        self.repaired += u64::from(again);
        let (number, start) = (self.number, range.start);
        let missing = vec![range];
        sender.asked.push(Asked { number, pull: id, start, missing, left: len, time: now, timed: false });
        Some(Ask { to, pull: id, number, offset: start, len: len as u32, queued: sender.queued, again })
    }

    /// Returns the index in `wanting` of the pull that may ask next, and how many bytes it may ask for.
    fn choose(&mut self) -> Option<(usize, u64)> {
        let free = self.receive_budget.min(self.window.bytes()).saturating_sub(self.out);
        let most = self.ask.min(self.receive_budget / 3 * 2).min(self.window.ask());
        let candidate = |(at, id): (usize, &PullId)| {
            let p = self.pulls.get(id.0)?;
            let sender = self.senders.get(&p.from);
            let window = sender.map_or(self.window.bytes(), |s| s.window.bytes());
            let most = most.min(sender.map_or(u64::MAX, |s| s.window.ask())).max(self.piece);
            let mut room = free.min(window.min(self.deep).saturating_sub(sender.map_or(0, |s| s.out))).min(most);
            if room > self.piece && room < p.wanted() {
                room -= room % self.piece;
            }
            if self.out == 0 {
                room = room.max(UNIT.min(self.receive_budget.max(1)).min(most));
            }
            // A short ask costs as much as a long one, so only a receiver with nothing in flight sends short asks.
            let least = if self.out == 0 { 1 } else { (most / 2).min(window / 4).min(p.wanted()) };
            (room >= least).then_some((at, room, p))
        };
        let candidates = self.wanting.iter().enumerate().filter_map(candidate);
        self.turns = self.turns.wrapping_add(1);
        let chosen = match self.turns % FAIR {
            0 => candidates.min_by_key(|c| c.2.since),
            _ => candidates.min_by_key(|c| c.2.left),
        };
        chosen.map(|(at, room, _)| (at, room))
    }

    /// Records bytes of a message that have come from `from`, in answer to ask `number`. `late` is the time in ns that
    /// the ask and its bytes waited for a busy process at either end. That wait is no queue of the network, so it is
    /// subtracted.
    pub fn arrived(&mut self, now: u64, late: u64, from: Rank, pull: PullId, number: u32, range: Range<u64>) -> Piece {
        let Some(sender) = self.senders.get_mut(&from) else { return Piece::Drop };
        let Some(at) = sender.asked.iter().position(|a| a.number == number && a.pull == pull) else {
            return Piece::Drop;
        };
        let asked = &mut sender.asked[at];
        let inside = |m: &Range<u64>| m.start <= range.start && range.end <= m.end && !range.is_empty();
        let Some(hole) = asked.missing.iter().position(inside) else { return Piece::Drop };
        let Some(p) = self.pulls.get_mut(pull.0) else { return Piece::Drop };
        let old = asked.missing[hole].clone();
        match (old.start < range.start, range.end < old.end) {
            (false, false) => drop(asked.missing.remove(hole)),
            (true, false) => asked.missing[hole].end = range.start,
            (false, true) => asked.missing[hole].start = range.end,
            (true, true) => {
                asked.missing[hole].end = range.start;
                asked.missing.insert(hole + 1, range.end..old.end);
            }
        }
        let len = range.end - range.start;
        let next = self.number.wrapping_add(1);
        if !std::mem::replace(&mut asked.timed, true) {
            let trip = now.saturating_sub(asked.time);
            sender.rtt.sample(trip);
            // If the wait is longer than the round trip, a clock has been set.
            let way = trip.saturating_sub(if late < trip { late } else { 0 }).max(1);
            let least = sender.least.map_or(way, |l| l.min(way));
            sender.least = Some(least);
            self.least = self.least.min(way);
            sender.queued = way > least + QUEUED_NS && sender.window.rate() < FAST;
            let waited = |least: u64| (Wait::of(way, least), Wait::of(trip, least));
            sender.window.timed(number, next, waited(least));
            self.window.timed(number, next, waited(self.least));
        }
        asked.left -= len;
        p.left -= len;
        // The budget bounds all windows. If the budget is full, a window may still grow, within limits.
        let receive_budget = self.receive_budget;
        let full = |out: u64, w: &Window| {
            out + self.ask.min(w.ask()) >= w.bytes().min(receive_budget) && w.bytes() < receive_budget.saturating_mul(4)
        };
        let (all_full, full) = (full(self.out, &self.window), full(sender.out, &sender.window));
        self.window.arrived(now, len, all_full);
        sender.window.arrived(now, len, full);
        self.out -= len;
        sender.out -= len;
        sender.heard = now;
        sender.probed = false;
        sender.silent = 0;
        let mut last = p.left == 0;
        if planted("pull_done_early") {
            last |= p.left <= len && p.next == p.end;
        }
        let asked = &sender.asked[at];
        let (whole, ahead) = (asked.left == 0, range.end - asked.start);
        let hole = asked.missing.first().is_some_and(|m| m.end + REORDER <= range.end);
        if whole {
            sender.asked.remove(at);
        } else if hole {
            self.lose_holes(from, at, range.end);
        }
        if at > 0 && (whole || ahead >= REORDER) {
            self.lose(from, |a| number.wrapping_sub(a.number) as i32 > 0);
        }
        if !last {
            return Piece::Take;
        }
        self.forget(pull);
        Piece::Last
    }

    /// Gives up a pull: this rank asks for no more of its bytes, and drops those in flight when they arrive.
    pub fn give_up(&mut self, pull: PullId) {
        for sender in self.senders.values_mut() {
            let of_it = |a: &Asked| a.pull == pull;
            let bytes: u64 = sender.asked.iter().filter(|a| of_it(a)).map(|a| a.left).sum();
            sender.asked.retain(|a| !of_it(a));
            sender.out -= bytes;
            self.out -= bytes;
        }
        self.probes.retain(|ask| ask.pull != pull);
        self.forget(pull);
    }

    fn forget(&mut self, pull: PullId) {
        self.pulls.remove(pull.0);
        self.wanting.retain(|w| *w != pull);
    }
}

#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;
