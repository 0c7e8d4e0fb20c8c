//! How many bytes a receiver has under way: from one sender, or from all together. A queue that its own asks make is
//! kept short by the round trips alone. One that stays however little is asked for is another's (TCP fills all there
//! is), and is shared with them as they share it: a little more each round, three tenths less after a loss.

/// Bytes at the start.
const FIRST: u64 = 32 << 10;
/// Bytes that may be pushed by all senders as long as no queue is known of.
const BURST: u64 = 128 << 10;
/// Where nothing waits it is no use to ask for less than this in one go.
const ROW: u64 = 64 << 10;
/// Never fewer.
const LEAST: u64 = 16 << 10;
/// Never more.
const MOST: u64 = 4 << 20;
/// A round trip that takes so many times the shortest longer (but no more than that counts), and so much more, has
/// waited: a window opens no further. What is asked for waits at its sender then, and would only push what is on its
/// way out of the caches.
const SOME_TIMES: u64 = 3;
const SOME_MOST: u64 = 300_000;
const SOME_NS: u64 = 200_000;
/// One that takes so much more than that has waited too long: a window shrinks to what would not have, but to no less
/// than half.
const LONG_NS: u64 = 500_000;
/// So often without a round that did not wait: somebody else fills the queue.
const OTHERS: u32 = 5;
/// Rounds until it is looked again whether they are still there.
const AGAIN: u32 = 256;
/// Beside others a window opens by so much each round, in bytes, and the more the longer nothing was lost.
const STEP: u64 = 1 << 10;
const STEPS: u64 = 32;
/// A loss costs three tenths of a window if it opened for so many rounds before; less where losses come more often,
/// because whoever fills the queue then does not mind them; a tenth at least.
const PATIENCE: u64 = 24;
/// Beside others it opens no further while more comes than so much of the most that has ever come: it leaves them their
/// share, if they leave it its own or not.
const SHARE: (u64, u64) = (1, 2);
/// What comes is counted over so long, in ns.
const INTERVAL: u64 = 4_000_000;
/// Of so many bytes one may be lost for no reason that a window knows of.
const CHANCE: u64 = 25;

/// How long an ask has waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    Short,
    /// So much longer than a short one, in ns.
    By(u64),
}

impl Wait {
    /// Of a round trip, and the shortest one known, in ns.
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
    /// The queue is our own.
    Alone {
        /// How often it has shrunk since a round did not wait, and what it was before.
        shrunk: u32,
        before: u64,
    },
    /// Others fill it.
    Beside {
        /// Rounds that are left until we look again, and those since the last loss.
        left: u32,
        since: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Window {
    bytes: u64,
    /// It is doubled each round up to here.
    threshold: u64,
    mode: Mode,
    /// How long the last ask waited in the network.
    wait: Wait,
    /// Somebody was late for it: that tells nothing of the network, so that nothing opens, and nothing shrinks.
    late: bool,
    /// Asks from this one on belong to the round.
    start: u32,
    /// The first of them has come: the round is over when one from this on has. And the least that any has waited.
    end: Option<(u32, Wait)>,
    /// Losses of asks before this one are answered already.
    recovered: u32,
    /// Bytes lost for which nothing was done, less what chance may take.
    debt: u64,
    /// Bytes that came beyond what the window was opened for.
    credit: u64,
    rate: Rate,
}

/// How fast bytes come, in bytes a second.
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

/// True if ask `a` was made no earlier than `b`.
fn since(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) as i32 >= 0
}

impl Window {
    /// Bytes that may be under way.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes of one ask: where there is a queue, what leaves in one go must find room in it; and where one sender is
    /// late, the others shall have some.
    pub fn ask(&self) -> u64 {
        match self.mode {
            Mode::Alone { shrunk: 0, .. } if self.wait == Wait::Short && !self.late => {
                (self.bytes / 4).max(self.bytes.min(ROW))
            }
            Mode::Alone { shrunk: 0, .. } => self.bytes / 4,
            _ => self.bytes / 8,
        }
    }

    /// Bytes that may come unasked: no fewer than a first burst, unless there is a queue.
    pub fn unasked(&self) -> u64 {
        match self.mode {
            Mode::Alone { shrunk: 0, .. } if self.wait == Wait::Short => self.bytes.max(BURST),
            _ => self.bytes,
        }
    }

    /// The first bytes of `ask` have come, after `wait` in the network, and `in_all`; `next` is the number of the next
    /// ask.
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
                // In a queue of our own what is asked for less waits less.
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

    /// So many bytes have come; `full`: the window was in use.
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

    /// So many bytes of `ask` were lost; `next` is the number of the next ask. One answer for all losses of a round.
    pub fn lost(&mut self, ask: u32, next: u32, bytes: u64) {
        if !since(ask, self.recovered) {
            return;
        }
        // A queue that overflows is long; what is lost without one is lost by chance, if it is not too much.
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

    /// Nothing at all has been heard for several timeouts.
    pub fn silence(&mut self) {
        self.threshold = (self.bytes / 2).max(LEAST);
        self.bytes = LEAST;
    }
}
