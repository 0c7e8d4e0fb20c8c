//! The sending side of a channel: the chunks to one peer, and when to send each of them.
use super::congestion::Congestion;
use super::incoming::OWED;
use super::pace::Pace;
use super::rtt::{LATE, Rtt};
use super::{Ack, WARY, WINDOW};
use crate::planted::planted;
use std::collections::VecDeque;

/// Reordering tolerance, in packets. A chunk counts as lost when a packet that left this many packets later has
/// arrived. A smaller value finds losses sooner, a larger one spares repeats.
const REORDER: u64 = 3;
/// How many chunks leave again at a time-out. More chunks repair a loss sooner, and cost more if there was none.
const PROBES: u32 = 2;
/// While wary, this side repeats one chunk after two round trips plus this many ns of silence; the acknowledgement of
/// that chunk shows a loss sooner than the timer. At other times silence means that the peer computes, or waits for a
/// processor. A needless repeat shows that, and halves the wary time.
const PROBE_NS: u64 = 300_000;
/// How many time-outs in a row shrink the window to its least. A smaller number mistakes a busy peer for a broken
/// network, a larger one floods it.
const SILENT: u32 = 3;
/// How many send times this side remembers; packets in flight never span more packet numbers.
const TIMES: u64 = 4 * WINDOW;
/// The most chunks that may be in flight before the peer has sent its window.
const FIRST_WINDOW: u64 = 16;

/// An order to send this chunk now, in a packet of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transmit {
    pub packet: u64,
    pub chunk: u64,
    /// True if the chunk was sent before.
    pub again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Queued,
    Flying,
    Lost,
    Arrived,
}

#[derive(Clone, Copy, Debug)]
struct Chunk {
    state: State,
    /// The last packet that carried the chunk.
    packet: u64,
    time: u64,
    /// True if the chunk has been sent more than once.
    again: bool,
}

#[derive(Debug)]
pub struct Outgoing {
    /// The chunks from the first one that has not arrived.
    chunks: VecDeque<Chunk>,
    base: u64,
    /// The first chunk that was never sent.
    fresh: u64,
    /// How many chunks are in flight.
    flying: u32,
    /// How many chunks wait to be sent again.
    lost: u32,
    next_packet: u64,
    /// When packet n left, at index n modulo [`TIMES`].
    times: Vec<u64>,
    /// The highest packet number known to have arrived, plus one.
    echoed: u64,
    /// The number of the first chunk that may not be sent yet.
    limit: u64,
    /// When the retransmission timer was started.
    since: u64,
    /// Time-outs in a row.
    silent: u32,
    /// After a time-out: how many chunks may leave even if the window is full.
    probes: u32,
    /// How many more chunks this side stays wary after a loss.
    wary: u32,
    /// True if the last chunk waits until more bytes join it, or an acknowledgement comes.
    joining: bool,
    /// True if this side has repeated a chunk since it last heard from the peer.
    probed: bool,
    /// True if a time-out has passed, or a repeated chunk was lost again, since [`Outgoing::take_doubt`].
    doubt: bool,
    /// The round trip of the network alone.
    rtt: Rtt,
    /// The round trip up to the moment when this process handles the answer. Includes the waits for busy processes at
    /// either end.
    answer: Rtt,
    congestion: Congestion,
    pace: Pace,
}

impl Default for Outgoing {
    fn default() -> Outgoing {
        Outgoing {
            chunks: VecDeque::new(),
            base: 0,
            fresh: 0,
            flying: 0,
            lost: 0,
            next_packet: 0,
            times: Vec::new(),
            echoed: 0,
            limit: FIRST_WINDOW,
            since: 0,
            silent: 0,
            probes: 0,
            wary: 0,
            joining: false,
            probed: false,
            doubt: false,
            rtt: Rtt::default(),
            answer: Rtt::default(),
            congestion: Congestion::default(),
            pace: Pace::default(),
        }
    }
}

impl Outgoing {
    /// Returns the sending side of a channel whose peer may have to receive from others at once: until the peer has
    /// sent its window, at most `share` chunks may be in flight.
    pub fn sharing(share: u16) -> Outgoing {
        Outgoing { limit: FIRST_WINDOW.min(u64::from(share)), ..Outgoing::default() }
    }

    /// Returns how many more chunks may be queued.
    pub fn room(&self) -> usize {
        WINDOW as usize - self.chunks.len()
    }

    /// Returns true if every chunk has arrived.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Queues a chunk and returns its number. The caller must have checked [`room`](Self::room).
    pub fn push(&mut self) -> u64 {
        self.chunks.push_back(Chunk { state: State::Queued, packet: 0, time: 0, again: false });
        self.base + self.chunks.len() as u64 - 1
    }

    /// Returns the number of the last chunk if that chunk was never sent, so that the caller may add bytes to it.
    pub fn open(&self) -> Option<u64> {
        let end = self.base + self.chunks.len() as u64;
        (self.fresh < end).then(|| end - 1)
    }

    /// Returns the next chunk to send now; the caller repeats the call until it returns `None`. `room`: the open chunk
    /// has room for more bytes. While the peer is about to acknowledge that many chunks, such a chunk waits for them
    /// (Nagle's rule, RFC 896, for twelve chunks in place of one): a stream of short messages travels in few datagrams.
    pub fn next(&mut self, now: u64, room: bool) -> Option<Transmit> {
        let again = self.lost > 0;
        let end = self.base + self.chunks.len() as u64;
        self.joining = room && !again && self.fresh + 1 == end && self.flying >= OWED;
        if !again && (self.fresh >= end || self.fresh >= self.limit || self.joining) {
            return None;
        }
        if self.probes > 0 {
            self.probes -= 1;
        } else if self.flying >= self.congestion.window() || self.paced() > now {
            return None;
        }
        let at = if again {
            let at = self.chunks.iter().position(|c| c.state == State::Lost)?;
            self.lost -= 1;
            at
        } else {
            self.fresh += 1;
            self.wary = self.wary.saturating_sub(1);
            (self.fresh - 1 - self.base) as usize
        };
        let packet = self.next_packet;
        self.next_packet += 1;
        if self.times.is_empty() {
            self.times = vec![0; TIMES as usize];
        }
        self.times[(packet % TIMES) as usize] = now;
        self.pace.sent(now, self.congestion.window(), self.rtt.smooth());
        if self.flying == 0 {
            self.since = now;
        }
        self.flying += 1;
        self.chunks[at] = Chunk { state: State::Flying, packet, time: now, again };
        Some(Transmit { packet, chunk: self.base + at as u64, again })
    }

    fn paced(&self) -> u64 {
        self.pace.when(self.congestion.window(), self.rtt.smooth())
    }

    /// Takes an acknowledgement from a packet that waited on this side for `queued` ns. Calls `freed` with the number
    /// of each chunk that the peer has and that the caller may forget. Returns false if the acknowledgement contradicts
    /// this side's state.
    pub fn on_ack(&mut self, now: u64, queued: u64, ack: &Ack, mut freed: impl FnMut(u64)) -> bool {
        if ack.next > self.fresh || ack.echo > self.next_packet {
            return false;
        }
        let news = ack.echo > self.echoed;
        let latest = ack.echo >= self.echoed;
        if news {
            self.echoed = ack.echo;
            if self.next_packet - ack.echo < TIMES {
                let sent = self.times[((ack.echo - 1) % TIMES) as usize];
                let trip = now.saturating_sub(sent);
                self.answer.sample(trip);
                // The round trip does not include waits for a busy process at either end. (A wait longer than the round
                // trip means that a clock was set.)
                if ack.delay < Ack::LONG && queued <= trip {
                    self.rtt.sample((trip - queued).saturating_sub(ack.delay));
                }
            }
        }
        let full = self.flying + 4 >= self.congestion.window();
        let mut arrived = 0;
        for (at, chunk) in self.chunks.iter_mut().enumerate() {
            let number = self.base + at as u64;
            if number >= self.fresh {
                break;
            }
            let here = match number.checked_sub(ack.next) {
                None => true,
                Some(bit) if bit < WINDOW => ack.seen[(bit / 64) as usize] >> (bit % 64) & 1 == 1,
                Some(_) => break,
            };
            if here && chunk.state != State::Arrived {
                // A repeat was needless if the chunk has arrived before it.
                let needless = chunk.state == State::Lost || chunk.packet >= ack.echo;
                if chunk.again || needless {
                    self.wary = if needless { self.wary / 2 } else { WARY };
                }
                match chunk.state {
                    State::Flying => self.flying -= 1,
                    _ => self.lost -= 1,
                }
                chunk.state = State::Arrived;
                arrived += 1;
                freed(number);
            }
        }
        while self.chunks.front().is_some_and(|c| c.state == State::Arrived) {
            self.chunks.pop_front();
            self.base += 1;
        }
        if latest {
            // The window counts from the first chunk that the peer lacks; in `seen` the peer may have reported later
            // chunks.
            self.limit = self.limit.max(self.base.max(ack.next) + u64::from(ack.window).min(WINDOW));
        }
        if arrived > 0 {
            self.silent = 0;
            self.probed = false;
            self.since = now;
            if full {
                self.congestion.arrived(arrived, WINDOW as u32, self.rtt.smooth(), self.rtt.least());
            }
        }
        if arrived > 0 || news {
            self.find_lost(now.saturating_sub(queued));
        }
        true
    }

    /// Marks a chunk as lost if so many later packets have overtaken its packet, or if the packet left so long ago,
    /// that it will not arrive any more.
    fn find_lost(&mut self, now: u64) {
        if self.flying == 0 {
            return;
        }
        let old = self.rtt.smooth() + self.rtt.smooth() / 4 + 50_000;
        for chunk in &mut self.chunks {
            let flying = chunk.state == State::Flying && chunk.packet + 1 < self.echoed;
            if flying && (chunk.packet + 1 + REORDER <= self.echoed || now.saturating_sub(chunk.time) > old) {
                chunk.state = State::Lost;
                self.doubt |= chunk.again;
                self.flying -= 1;
                self.lost += 1;
                self.wary = WARY;
                self.congestion.lost(chunk.packet, self.next_packet);
            }
        }
    }

    /// Returns when to call [`Outgoing::on_time`], in ns, if nothing arrives before; `None` if nothing is in flight.
    pub fn deadline(&self) -> Option<u64> {
        let timer = (self.flying > 0).then(|| self.since + self.patience());
        let waits = self.lost > 0 || self.open().is_some() && self.fresh < self.limit && !self.joining;
        let pace = (waits && self.flying < self.congestion.window()).then(|| self.paced());
        match (timer, pace) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Returns the time until the retransmission timer expires.
    fn timeout(&self) -> u64 {
        self.answer.timeout_from(self.silent, LATE.max(2 * self.rtt.smooth()))
    }

    /// Returns how long to wait for an acknowledgement before a chunk is sent again.
    fn patience(&self) -> u64 {
        let timeout = self.timeout();
        let probes = self.wary > 0 && !self.probed && self.silent == 0 && self.rtt.smooth() > 0;
        if probes { timeout.min(2 * self.rtt.smooth() + PROBE_NS) } else { timeout }
    }

    /// Acts on the time: sends chunks again whose time-out has passed.
    pub fn on_time(&mut self, now: u64) {
        if self.flying == 0 || now < self.since + self.patience() {
            return;
        }
        if planted("timer_dead") {
            self.since = now;
            return;
        }
        let probe = now < self.since + self.timeout();
        let most = if probe { 1 } else { PROBES };
        self.probed = true;
        if !probe {
            self.since = now;
            self.doubt = true;
            self.silent += 1;
            if self.silent == SILENT {
                self.congestion.silence();
            }
        }
        let mut left = most;
        for chunk in self.chunks.iter_mut().filter(|c| c.state == State::Flying) {
            if left == 0 {
                break;
            }
            chunk.state = State::Lost;
            self.flying -= 1;
            self.lost += 1;
            left -= 1;
        }
        self.probes = most - left;
    }

    /// Forgets all chunks to a peer that is gone, so that none is sent any more. Returns the numbers of the forgotten
    /// chunks.
    pub fn clear(&mut self) -> std::ops::Range<u64> {
        let all = self.base..self.base + self.chunks.len() as u64;
        self.base = all.end;
        self.fresh = all.end;
        self.chunks.clear();
        (self.flying, self.lost, self.probes) = (0, 0, 0);
        all
    }

    /// Returns true if a time-out has passed, or a repeated chunk was lost again, since the last call: perhaps the path
    /// does not carry datagrams of this length.
    pub fn take_doubt(&mut self) -> bool {
        std::mem::take(&mut self.doubt)
    }

    /// Makes the retransmission timer expire now, and soon again: what is in flight was too long for the path, and the
    /// peer was not silent.
    pub fn hurry(&mut self, now: u64) {
        self.silent = 0;
        self.since = now.saturating_sub(self.timeout());
    }

    /// Returns the smoothed round trip in ns; 0: not measured.
    pub fn round_trip(&self) -> u64 {
        self.rtt.smooth()
    }

    /// Returns the number of time-outs in a row without an answer.
    pub fn silent(&self) -> u32 {
        self.silent
    }
}
