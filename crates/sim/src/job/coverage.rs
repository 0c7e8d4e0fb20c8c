//! Counts the events of the runs, so that it shows which corners no seed has reached.
use clump_core::wire::Kind;
use clump_core::{BroadcastCounters, Counters};
use std::fmt;

/// The names of the frame kinds by their number on the wire (docs/WIRE.md), and of the network's packets, whose
/// numbers are among them.
const KINDS: [&str; Kind::NUMBERS] = {
    let mut names = ["?"; Kind::NUMBERS];
    (names[ASK], names[PIECE]) = ("Ask", "Piece");
    let mut at = 0;
    while at < Kind::ALL.len() {
        names[Kind::ALL[at] as usize] = Kind::ALL[at].name();
        at += 1;
    }
    names
};

/// The number of the network's packets that ask for pieces.
const ASK: usize = 15;
/// The number of the network's packets that hold pieces. They are not counted, because the fabric handles them.
const PIECE: usize = 16;

/// Frames sent, by kind.
#[derive(Clone, Copy, Debug)]
struct Frames([u64; KINDS.len()]);

impl Default for Frames {
    fn default() -> Frames {
        Frames([0; KINDS.len()])
    }
}

/// Counts over all runs.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    frames: Frames,
    pub full: u64,
    pub messages: u64,
    pub truncated: u64,
    pub cancelled_sends: u64,
    pub kept_sends: u64,
    pub cancelled_recvs: u64,
    pub taken: u64,
    pub native: u64,
    /// Messages that the reliability layer fetched.
    pub fetched: u64,
    /// Receives that a message met although the program had not posted them.
    pub direct: u64,
    /// Posted receives that a message met without a lookup.
    pub in_turn: u64,
    /// SHAREs that found their send live.
    pub shared: u64,
    /// Ranks that die while the job goes on, and what the survivors have agreed on and made.
    pub deaths: u64,
    pub agreements: u64,
    pub shrinks: u64,
    /// Joint jobs, the departures of their processes, and jobs that died while another one was connected.
    pub joints: u64,
    pub joints_left: u64,
    pub joint_deaths: u64,
    /// Messages to handlers.
    pub streams: u64,
    /// Answers of handlers.
    pub answers: u64,
    /// Answers of handlers that waited for credit or room.
    pub late_answers: u64,
    /// Messages to handlers that their senders ended early.
    pub cut_streams: u64,
    /// Reads that handlers dropped.
    pub dropped_reads: u64,
    /// Operations on windows that succeeded.
    pub operations: u64,
    /// Operations on windows that were refused.
    pub refused: u64,
    /// Windows withdrawn while operations were under way.
    pub withdrawals: u64,
    /// Deposits of connections, stored on one machine.
    pub stored: u64,
    /// Notes that were taken.
    pub notes: u64,
    /// Deposits that found the queue full.
    pub full_queues: u64,
    /// Connections closed while deposits were under way.
    pub closed_amid: u64,
    /// Broadcasts that have ended, counted at each member.
    pub broadcasts: u64,
    /// Collective calls that have ended, counted at each member, and those of them that ended at once.
    pub collectives: u64,
    pub collectives_at_once: u64,
    /// Pairs of ranks that have forgotten each other.
    pub partings: u64,
    /// Steps of programs whose calls block.
    pub steps: u64,
    groups: BroadcastCounters,
    counters: Counters,
}

impl Coverage {
    pub fn frame(&mut self, head: u64) {
        let kind = (head >> 48) as usize;
        self.frames.0[if kind < KINDS.len() { kind } else { 0 }] += 1;
    }

    /// Counts an answered ask.
    pub fn asked(&mut self) {
        self.frames.0[ASK] += 1;
    }

    /// Returns the name of a frame's kind.
    pub fn kind(head: u64) -> &'static str {
        KINDS.get((head >> 48) as usize).unwrap_or(&KINDS[0])
    }

    pub fn engine(&mut self, c: Counters) {
        let sum = &mut self.counters;
        sum.unexpected += c.unexpected;
        sum.held += c.held;
        sum.seeks += c.seeks;
        sum.declined += c.declined;
        sum.pulled_native += c.pulled_native;
        sum.pulled_frames += c.pulled_frames;
    }

    pub fn broadcasts_of(&mut self, c: BroadcastCounters) {
        let sum = &mut self.groups;
        sum.multicasts += c.multicasts;
        sum.forwarded += c.forwarded;
        sum.repairs += c.repairs;
        sum.polls += c.polls;
        sum.polls_alone += c.polls_alone;
        sum.to_multicast += c.to_multicast;
        sum.to_tree += c.to_tree;
        sum.parities += c.parities;
        sum.restored += c.restored;
        sum.doubles += c.doubles;
        sum.dropped += c.dropped;
        sum.suspended += c.suspended;
    }

    pub fn add(&mut self, other: &Coverage) {
        for (a, b) in self.frames.0.iter_mut().zip(other.frames.0) {
            *a += b;
        }
        self.full += other.full;
        self.messages += other.messages;
        self.truncated += other.truncated;
        self.cancelled_sends += other.cancelled_sends;
        self.kept_sends += other.kept_sends;
        self.cancelled_recvs += other.cancelled_recvs;
        self.taken += other.taken;
        self.native += other.native;
        self.fetched += other.fetched;
        self.direct += other.direct;
        self.in_turn += other.in_turn;
        self.shared += other.shared;
        self.deaths += other.deaths;
        self.agreements += other.agreements;
        self.shrinks += other.shrinks;
        self.joints += other.joints;
        self.joints_left += other.joints_left;
        self.joint_deaths += other.joint_deaths;
        self.streams += other.streams;
        self.answers += other.answers;
        self.late_answers += other.late_answers;
        self.cut_streams += other.cut_streams;
        self.dropped_reads += other.dropped_reads;
        self.operations += other.operations;
        self.refused += other.refused;
        self.withdrawals += other.withdrawals;
        self.stored += other.stored;
        self.notes += other.notes;
        self.full_queues += other.full_queues;
        self.closed_amid += other.closed_amid;
        self.broadcasts += other.broadcasts;
        self.collectives += other.collectives;
        self.collectives_at_once += other.collectives_at_once;
        self.partings += other.partings;
        self.steps += other.steps;
        self.broadcasts_of(other.groups);
        self.engine(other.counters);
    }

    /// Returns the names of counts that are 0.
    pub fn missing(&self) -> Vec<&'static str> {
        let others = [
            ("Full", self.full),
            ("truncated receives", self.truncated),
            ("cancelled sends", self.cancelled_sends),
            ("sends cancelled too late", self.kept_sends),
            ("cancelled receives", self.cancelled_recvs),
            ("messages taken out of matching", self.taken),
            ("native pulls", self.native),
            ("fetched messages", self.fetched),
            ("receives met directly", self.direct),
            ("receives met in turn", self.in_turn),
            ("shared pulls", self.shared),
            ("unexpected messages", self.counters.unexpected),
            ("held sends", self.counters.held),
            ("deaths", self.deaths),
            ("agreements", self.agreements),
            ("communicators of survivors", self.shrinks),
            ("joint jobs", self.joints),
            ("departures from joint jobs", self.joints_left),
            ("deaths of connected jobs", self.joint_deaths),
            ("streams", self.streams),
            ("answers of handlers", self.answers),
            ("answers that waited", self.late_answers),
            ("streams ended early", self.cut_streams),
            ("reads that were dropped", self.dropped_reads),
            ("operations on windows", self.operations),
            ("operations that were refused", self.refused),
            ("windows withdrawn amid operations", self.withdrawals),
            ("deposits that are stores", self.stored),
            ("notes", self.notes),
            ("full queues", self.full_queues),
            ("connections closed amid deposits", self.closed_amid),
            ("broadcasts", self.broadcasts),
            ("collectives", self.collectives),
            ("collectives that end at once", self.collectives_at_once),
            ("pairs of ranks that part", self.partings),
            ("steps of programs whose calls block", self.steps),
            ("parts passed on", self.groups.forwarded),
            ("parts that were asked for", self.groups.repairs),
            ("parts made by a parity", self.groups.restored),
            ("broadcasts that went over to multicast", self.groups.to_multicast),
            ("and back to the tree", self.groups.to_tree),
            ("parts that found no place", self.groups.dropped),
            ("suspended broadcasts", self.groups.suspended),
        ];
        let frames = KINDS.iter().copied().zip(self.frames.0).enumerate().filter(|(at, _)| ![0, PIECE].contains(at));
        let frames = frames.map(|(_, frame)| frame);
        frames.chain(others).filter(|(_, count)| *count == 0).map(|(name, _)| name).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} messages; frames:", self.messages)?;
        for (name, count) in KINDS.iter().zip(self.frames.0).skip(1) {
            write!(f, " {name} {count}")?;
        }
        write!(
            f,
            "; Full {}; native pulls {}, shared {}; fetched {}; met directly {}, in turn {}; truncated {}; \
             cancelled {} sends, {} too late, {} receives; taken {}; unexpected {}; held {}; \
             streams {}, {} answers, {} of them late, \
             {} ended early; reads dropped {}; operations on windows {}, \
             refused {}; windows withdrawn amid some {}; \
             deposits stored {}, noted {}, queue full {}, connections closed amid some {}; broadcasts {}: parts by \
             multicast {}, passed on {}, again {}; over to multicast {}, to the tree {}, suspended {}; \
             collectives {}, {} at once; deaths {}, agreements {}, communicators of survivors {}",
            self.full,
            self.native,
            self.shared,
            self.fetched,
            self.direct,
            self.in_turn,
            self.truncated,
            self.cancelled_sends,
            self.kept_sends,
            self.cancelled_recvs,
            self.taken,
            self.counters.unexpected,
            self.counters.held,
            self.streams,
            self.answers,
            self.late_answers,
            self.cut_streams,
            self.dropped_reads,
            self.operations,
            self.refused,
            self.withdrawals,
            self.stored,
            self.notes,
            self.full_queues,
            self.closed_amid,
            self.broadcasts,
            self.groups.multicasts,
            self.groups.forwarded,
            self.groups.repairs,
            self.groups.to_multicast,
            self.groups.to_tree,
            self.groups.suspended,
            self.collectives,
            self.collectives_at_once,
            self.deaths,
            self.agreements,
            self.shrinks,
        )
    }
}
