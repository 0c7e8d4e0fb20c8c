//! One message's range on its way from a peer's memory to ours: the one algorithm, in steps of some bytes. Whoever
//! pulls at once steps to the end; in the background any thread takes a step. Both the receiver ([`Transfer`]) and a
//! sender that only waits ([`Contribution`]) may copy: they claim chunks of what is shared, the receiver from the
//! front, the sender from the back (the paper's parallelism exploitation, 2.1). How the bytes lie, and who copies each
//! of them, the pass knows.
use super::pass::Pass;
use clump_core::Rank;
use clump_fabric::shm::{ShareLine, SharedPull};
use clump_fabric::sys::yield_now;
use std::ops::Range;
use std::time::Duration;

/// Looks in one step at chunks that the sender has not finished, a spin between them. A chunk takes microseconds; twice
/// as many would keep a thread that copies in the background from other work, and from the lock, for one more
/// microsecond.
const LOOKS: u32 = 16;
/// Steps that only looked, after which the receiver yields between two: some 200 us of spinning, many times what a
/// chunk takes, so that the sender has lost its processor. Twice as many: a sender on the same processor gets it so
/// much later.
const SPINS: u32 = 1_000;
/// Steps that only looked or yielded, after which the receiver sleeps: the sender is stopped in a debugger, say, or
/// dead. Twice as many: some 10 ms more of a processor burnt.
const YIELDS: u32 = 10_000;
/// How long it sleeps between two looks. Twice as long: the receiver hears of the end up to 0.1 ms later.
const NAP: Duration = Duration::from_micros(100);
/// The receiver makes sure when it first naps, and then every so many naps, about 80 ms, that there still is a sender:
/// a file is read for that. Twice as many: so much later a transfer ends whose sender dies then.
const NAPS_PER_LOOK_FOR_LIFE: u32 = 500;

/// What a step has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There is more to do: step again.
    More,
    /// All bytes are there.
    Over,
    /// Over, but a part was refused: what is there counts for nothing.
    Refused,
}

/// What the sender may copy too, while the receiver's share line is open for it.
struct Shared {
    line: ShareLine,
    pull: SharedPull,
}

/// The receiver's side.
pub struct Transfer {
    pass: Pass,
    from: Rank,
    /// What only this process may copy, and has not copied yet: the whole range or, if it is shared, the ends of the
    /// range that the sender does not reach.
    own: [Range<u64>; 2],
    shared: Option<Shared>,
    refused: bool,
    /// Steps that found nothing to do but to wait for the sender.
    waits: u32,
}

impl Transfer {
    /// A transfer of `range` from `from`, of which the part `shared` is open in that share line, this process's own.
    pub fn new(pass: Pass, from: Rank, range: Range<u64>, shared: Option<(ShareLine, SharedPull)>) -> Transfer {
        let shared = shared.map(|(line, pull)| Shared { line, pull });
        let own = match &shared {
            None => [range, 0..0],
            Some(Shared { pull, .. }) => [range.start..pull.offset, pull.offset + pull.len..range.end],
        };
        Transfer { pass, from, own, shared, refused: false, waits: 0 }
    }

    /// Whose memory is pulled from.
    pub fn from(&self) -> Rank {
        self.from
    }

    /// True if loads reach nearly all of the peer's memory.
    pub fn is_mapped(&self) -> bool {
        self.pass.is_mapped()
    }

    /// What stands in the share line, which is to be closed when the transfer is over.
    pub fn shared(&self) -> Option<SharedPull> {
        self.shared.as_ref().map(|s| s.pull)
    }

    /// Copies about `budget` bytes (a chunk of what is shared is not divided), or waits a little for the sender's last
    /// chunks.
    pub fn step(&mut self, budget: u64) -> Step {
        let mut left = budget;
        while let Some(range) = self.next(left) {
            left = left.saturating_sub(range.end - range.start);
            self.copy(range);
            if left == 0 && self.has_more() {
                return Step::More;
            }
        }
        self.finish()
    }

    /// Takes the next piece that this process copies, of at most `most` bytes where it need not be a chunk. The ends
    /// come first: the sender copies meanwhile.
    fn next(&mut self, most: u64) -> Option<Range<u64>> {
        if let Some(own) = self.own.iter_mut().find(|own| !own.is_empty()) {
            let next = own.start..own.end.min(own.start.saturating_add(most));
            own.start = next.end;
            return Some(next);
        }
        let shared = self.shared.as_ref()?;
        shared.line.claim_front().map(|i| shared.pull.range(i))
    }

    /// False if nothing is left to do, not even to wait.
    fn has_more(&self) -> bool {
        self.shared.is_some() || self.own.iter().any(|own| !own.is_empty())
    }

    /// Copies these bytes. After a refusal nothing is copied, but chunks are still claimed, so that the sender ends.
    fn copy(&mut self, range: Range<u64>) {
        if !self.refused && self.pass.pull(range).is_err() {
            self.refused = true;
            self.own = [0..0, 0..0];
        }
    }

    /// Nothing is left to claim: the sender may be in the middle of a chunk, or have been refused one.
    fn finish(&mut self) -> Step {
        if let Some(shared) = &self.shared {
            let chunks = shared.pull.chunks();
            let is_open = || {
                std::hint::spin_loop();
                shared.line.outstanding(chunks) > 0
            };
            let left = shared.line.outstanding(chunks) > 0 && (1..LOOKS).all(|_| is_open());
            if left && !self.has_lost_sender() {
                return Step::More;
            }
            self.copy_what_sender_left();
        }
        if self.refused { Step::Refused } else { Step::Over }
    }

    /// Rests before the next look at the sender's chunks. True: the sender is dead.
    #[cold]
    fn has_lost_sender(&mut self) -> bool {
        self.waits += 1;
        match self.waits {
            0..SPINS => {}
            SPINS..YIELDS => yield_now(),
            waits => {
                std::thread::sleep(NAP);
                let line = self.shared.as_ref().map(|s| &s.line);
                let looks = (waits - YIELDS).is_multiple_of(NAPS_PER_LOOK_FOR_LIFE);
                return looks && line.is_some_and(|line| line.segment().has_died(self.from));
            }
        }
        false
    }

    /// Copies the chunk that the sender was refused or, if it died before it was through, all that it has claimed: the
    /// dead write no more, and their memory may still be mapped.
    fn copy_what_sender_left(&mut self) {
        let Some(Shared { line, pull }) = &self.shared else { return };
        let pull = *pull;
        let left = match line.outstanding(pull.chunks()) {
            0 => line.refused().map_or(0..0, |i| i..i + 1),
            _ => line.claimed_from()..pull.chunks(),
        };
        left.for_each(|i| self.copy(pull.range(i)));
    }
}

/// The sender's side of a transfer that it may take part in.
pub struct Contribution {
    pass: Pass,
    /// The receiver's.
    line: ShareLine,
    ticket: u64,
    pull: SharedPull,
}

impl Contribution {
    /// Chunks of `pull`, which is open in that line under this ticket, are copied by `pass`.
    pub fn new(pass: Pass, line: ShareLine, ticket: u64, pull: SharedPull) -> Contribution {
        Contribution { pass, line, ticket, pull }
    }

    /// Copies about `budget` bytes, as long as the receiver leaves any. A chunk that is refused is left to the
    /// receiver, and all others too: never [`Step::Refused`]. Not to be stepped again once it is over.
    pub fn step(&mut self, budget: u64) -> Step {
        let mut left = budget;
        while left > 0 {
            let mut copied = 0;
            // The receiver's words: what the pass was made for is all that is written to.
            let more = self.line.help_once(self.ticket, |shared, at, n| {
                copied = n;
                let start = self.pull.offset + at;
                *shared == self.pull && self.pass.push(start..start + n).is_ok()
            });
            if !more {
                return Step::Over;
            }
            left = left.saturating_sub(copied.max(1));
        }
        Step::More
    }
}
