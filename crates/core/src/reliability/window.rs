//! The window of a receiver: how many bytes it has asked for, from one sender or from all senders together. A queue
//! that the receiver's own asks cause stays short by round trips alone. A queue that stays even if the receiver asks
//! for little belongs to other flows (TCP fills any queue). The receiver then shares the path in TCP's way: the window
//! grows a little each round, and shrinks by three tenths after a loss.

/// The window at the start, in bytes.
const FIRST: u64 = 32 << 10;
/// The least length of an ask, in bytes, while no ask waits in the network. Shorter asks would cost more processor time
/// for each byte.
const ROW: u64 = 64 << 10;
/// The least window, in bytes.
const LEAST: u64 = 16 << 10;
/// The largest window, in bytes.
const MOST: u64 = 4 << 20;
/// A round trip has waited if it exceeds the shortest one by `SOME_TIMES` times the shortest one (at most `SOME_MOST`)
/// plus `SOME_NS`, in ns. Then the window grows no further: more bytes would wait at the sender, and push bytes in
/// flight out of the sender's caches.
const SOME_TIMES: u64 = 3;
const SOME_MOST: u64 = 300_000;
const SOME_NS: u64 = 200_000;
/// A round trip that exceeds that limit by this much, in ns, has waited too long. Then the window shrinks to a size
/// that would not have waited, but at most by half.
const LONG_NS: u64 = 500_000;
/// How many times in a row the window must shrink without ending the wait before the queue counts as other flows'. A
/// larger number yields to other flows for longer, a smaller one takes an own queue for theirs.
const OTHERS: u32 = 5;
/// How many rounds pass before the window tests again whether other flows still fill the queue. Each test costs a
/// smaller window for some rounds.
const AGAIN: u32 = 256;
/// Beside other flows the window grows by `STEP` bytes each round, and by up to `STEPS` times as much the longer no
/// byte is lost.
const STEP: u64 = 1 << 10;
const STEPS: u64 = 32;
/// If the window grew for this many rounds before a loss, the loss costs three tenths of the window. If losses come
/// more often, each costs less (at least a tenth), because the other flows then ignore losses too.
const PATIENCE: u64 = 24;
/// Beside other flows the window grows no further while the rate exceeds this fraction of the highest rate so far. The
/// rest of the rate is left to the other flows.
const SHARE: (u64, u64) = (1, 2);
/// The interval over which the rate is counted, in ns.
const INTERVAL: u64 = 4_000_000;
/// Up to one byte in this many may be lost by chance: losses below that rate do not count as congestion.
const CHANCE: u64 = 25;

/// How long an ask has waited in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    Short,
    /// The ask waited this many ns longer than a short wait.
    By(u64),
}

impl Wait {
    /// Returns the wait of a round trip, given the shortest known one, in ns.
    pub fn of(trip: u64, least: u64) -> Wait {
        match trip.saturating_sub(least.saturating_add((least.saturating_mul(SOME_TIMES)).min(SOME_MOST) + SOME_NS)) {
            0 => Wait::Short,
            by => Wait::By(by),
        }
    }

    fn is_long(self) -> bool {
        self > Wait::By(LONG_NS)
    }
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    /// The receiver's own asks cause the queue.
    Alone {
        /// How often the window has shrunk since the last round that did not wait.
        shrunk: u32,
        /// The window's size before it shrank, in bytes.
        before: u64,
    },
    /// Other flows fill the queue.
    Beside {
        /// How many rounds are left until the next test.
        left: u32,
        /// How many rounds have passed since the last loss.
        since: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Window {
    bytes: u64,
    /// The size up to which the window doubles each round, in bytes.
    threshold: u64,
    mode: Mode,
    /// How long the last ask waited in the network.
    wait: Wait,
    /// True if a process was late to answer or to handle the last ask. Its round trip shows nothing about the network,
    /// so the window keeps its size.
    late: bool,
    /// The number of the first ask of the round.
    start: u32,
    /// The number of the first ask after the round, and the shortest wait in the round; `None` until the round's first
    /// bytes arrive.
    end: Option<(u32, Wait)>,
    /// The number of the ask before which all losses have been answered.
    recovered: u32,
    /// How many bytes were lost without an answer, minus those that chance may take.
    debt: u64,
    /// How many bytes have arrived for which the window has not grown yet.
    credit: u64,
    rate: Rate,
}

/// The rate at which bytes arrive, in bytes a second.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    begin: u64,
    bytes: u64,
    now: u64,
    most: u64,
}

impl Rate {
    fn count(&mut self, now: u64, bytes: u64) {
        self.bytes += bytes;
        let took = now.saturating_sub(self.begin);
        if took >= INTERVAL {
            self.now = (u128::from(self.bytes) * 1_000_000_000 / u128::from(took)) as u64;
            self.most = self.most.max(self.now);
            (self.begin, self.bytes) = (now, 0);
        }
    }

    fn is_more_than_its_share(&self) -> bool {
        self.now / SHARE.0 > self.most / SHARE.1
    }
}

impl Default for Window {
    fn default() -> Window {
        Window {
            bytes: FIRST,
            threshold: u64::MAX,
            mode: Mode::Alone { shrunk: 0, before: FIRST },
            wait: Wait::Short,
            late: false,
            start: 0,
            end: None,
            recovered: 0,
            debt: 0,
            credit: 0,
            rate: Rate::default(),
        }
    }
}

/// Returns true if ask `a` was sent no earlier than `b`.
fn since(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) as i32 >= 0
}

impl Window {
    /// Returns the rate at which bytes last arrived, in bytes a second.
    pub fn rate(&self) -> u64 {
        self.rate.now
    }

    /// Returns how many bytes may be in flight.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the length of one ask, in bytes. If there is a queue, it must have room for all the bytes that leave at
    /// once. If one sender is late, other senders get their turn.
    pub fn ask(&self) -> u64 {
        match self.mode {
            Mode::Alone { shrunk: 0, .. } if self.wait == Wait::Short && !self.late => {
                (self.bytes / 4).max(self.bytes.min(ROW))
            }
            Mode::Alone { shrunk: 0, .. } => self.bytes / 4,
            _ => self.bytes / 8,
        }
    }

    /// Returns how many bytes may come unasked: as many as are asked for if there is a queue, else any number. The
    /// socket's memory bounds them then.
    pub fn unasked(&self) -> u64 {
        match self.mode {
            Mode::Alone { shrunk: 0, .. } if self.wait == Wait::Short => u64::MAX,
            _ => self.bytes,
        }
    }

    /// Records the first bytes that answer `ask`. The ask waited for `wait` in the network, and for `in_all` including
    /// the waits for processes. `next` is the number of the next ask.
    pub fn timed(&mut self, ask: u32, next: u32, (wait, in_all): (Wait, Wait)) {
        self.wait = wait;
        self.late = in_all > Wait::Short;
        if !since(ask, self.start) {
            return;
        }
        match &mut self.end {
            None => self.end = Some((next, wait)),
            Some((end, least)) => {
                *least = wait.min(*least);
                if since(ask, *end) {
                    let least = *least;
                    self.round(least);
                    (self.start, self.end) = (next, None);
                }
            }
        }
    }

    fn round(&mut self, wait: Wait) {
        match (&mut self.mode, wait) {
            (Mode::Alone { shrunk, .. }, Wait::Short) => *shrunk = 0,
            (Mode::Alone { shrunk, before }, Wait::By(by)) if wait.is_long() => {
                if *shrunk == 0 {
                    *before = self.bytes;
                }
                *shrunk += 1;
                // The receiver's own asks cause this queue, so asking for less shortens the wait.
                self.bytes = (self.bytes * LONG_NS / by.min(2 * LONG_NS)).max(LEAST);
                self.threshold = self.bytes;
                if *shrunk == OTHERS {
                    self.bytes = (*before).max(self.bytes);
                    self.mode = Mode::Beside { left: AGAIN, since: 0 };
                }
            }
            (Mode::Alone { .. }, _) => {}
            (Mode::Beside { left, .. }, _) if *left == 0 || wait == Wait::Short => {
                self.threshold = self.bytes;
                self.mode = Mode::Alone { shrunk: 0, before: self.bytes };
            }
            (Mode::Beside { left, since }, _) => {
                *left -= 1;
                *since += 1;
            }
        }
    }

    /// Records that `bytes` have arrived. `full` is true if the window was used up.
    pub fn arrived(&mut self, now: u64, bytes: u64, full: bool) {
        self.rate.count(now, bytes);
        self.debt = self.debt.saturating_sub(bytes / CHANCE);
        let beside = match self.mode {
            Mode::Beside { since, .. } => Some(since),
            Mode::Alone { .. } => None,
        };
        let may = match beside {
            None => self.wait == Wait::Short && !self.late,
            Some(_) => !self.rate.is_more_than_its_share(),
        };
        if !full || !may {
            return;
        }
        if beside.is_none() && self.bytes < self.threshold {
            self.bytes = (self.bytes + bytes).min(MOST);
            return;
        }
        self.credit += bytes;
        if self.credit >= self.bytes {
            self.credit = 0;
            let more = beside.map_or(self.bytes / 8, |since| STEP + STEP * since / STEPS);
            self.bytes = (self.bytes + more).min(MOST);
        }
    }

    /// Records that `bytes` of `ask` were lost. `next` is the number of the next ask. The window answers all losses of
    /// one round once.
    pub fn lost(&mut self, ask: u32, next: u32, bytes: u64) {
        if !since(ask, self.recovered) {
            return;
        }
        // Only a long queue overflows. A loss without a queue counts as chance, unless too many bytes are lost.
        self.debt += bytes;
        let much = self.debt > self.bytes / 2;
        let opened = match self.mode {
            Mode::Beside { since, .. } if !much => since.clamp(PATIENCE / 3, PATIENCE),
            Mode::Alone { .. } if !much && !self.wait.is_long() => return,
            _ => PATIENCE,
        };
        self.debt = 0;
        self.bytes = (self.bytes - self.bytes * 3 * opened / (10 * PATIENCE)).max(LEAST);
        self.threshold = self.bytes;
        self.recovered = next;
        if let Mode::Beside { since, .. } = &mut self.mode {
            *since = 0;
        }
    }

    /// Shrinks the window to its least, because the sender has been silent for several time-outs.
    pub fn silence(&mut self) {
        self.threshold = (self.bytes / 2).max(LEAST);
        self.bytes = LEAST;
    }
}
