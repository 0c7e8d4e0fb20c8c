//! Copies a range of a message from a peer's memory into this process's, in steps. An immediate pull steps to the
//! end; in the background any thread takes a step. Both the receiver ([`Transfer`]) and a waiting sender
//! ([`Contribution`]) may copy: they claim chunks of the shared part, the receiver from the front, the sender from
//! the back (the paper's parallelism exploitation, 2.1). The pass knows the layout of the bytes and who may copy
//! them.
use super::pass::Pass;
use clump_core::Rank;
use clump_fabric::local::{LocalJob, PullLine, SharedPull};
use clump_fabric::sys::yield_now;
use std::ops::Range;
use std::time::Duration;

/// Polls in one step of chunks that the sender has not finished, with a spin between two polls. A chunk takes
/// microseconds. More polls keep a thread that copies in the background longer from other work and from the lock.
const LOOKS: u32 = 16;
/// Steps that only polled before the receiver yields between two steps: some 200 us of spinning, many times what a
/// chunk takes, so that the sender must have lost its processor. More delays a sender on this processor.
const SPINS: u32 = 1_000;
/// Steps that only polled or yielded before the receiver sleeps: the sender is stopped in a debugger, or dead. More
/// burns more of a processor.
const YIELDS: u32 = 10_000;
/// How long the receiver sleeps between two polls. Longer delays the receiver's next step.
const NAP: Duration = Duration::from_micros(100);
/// Naps (of 0.1 ms and more) between two checks, which read a file, whether the sender lives. The first nap checks
/// too. More would end a transfer later if its sender dies.
const NAPS_PER_LOOK_FOR_LIFE: u32 = 500;

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There is more to do: step again.
    More,
    /// All bytes have been copied.
    Over,
    /// The transfer is over, but a part was refused: the copied bytes do not count.
    Refused,
}

/// The part that the sender may copy too, while the receiver's share line is open for it.
struct Shared<L> {
    line: L,
    pull: SharedPull,
}

/// The receiver's side of a transfer.
pub struct Transfer<J: LocalJob> {
    pass: Pass<J::Reach>,
    from: Rank,
    /// What only this process may copy and has not copied yet: the whole range or, if it is shared, the ends that
    /// the sender cannot reach.
    own: [Range<u64>; 2],
    shared: Option<Shared<J::Line>>,
    refused: bool,
    /// Steps that did nothing but wait for the sender.
    waits: u32,
}

impl<J: LocalJob> Transfer<J> {
    /// Returns a transfer of `range` from rank `from`. The part `shared` is open in that share line, which is this
    /// process's.
    pub fn new(
        pass: Pass<J::Reach>,
        from: Rank,
        range: Range<u64>,
        shared: Option<(J::Line, SharedPull)>,
    ) -> Transfer<J> {
        let shared = shared.map(|(line, pull)| Shared { line, pull });
        let own = match &shared {
            None => [range, 0..0],
            Some(Shared { pull, .. }) => [range.start..pull.offset, pull.offset + pull.len..range.end],
        };
        Transfer { pass, from, own, shared, refused: false, waits: 0 }
    }

    /// Returns the rank whose memory is pulled.
    pub fn from(&self) -> Rank {
        self.from
    }

    /// Returns true if loads reach nearly all of the peer's memory.
    pub fn is_mapped(&self) -> bool {
        self.pass.is_mapped()
    }

    /// Returns the pull in the share line, which must be closed when the transfer is over.
    pub fn shared(&self) -> Option<SharedPull> {
        self.shared.as_ref().map(|s| s.pull)
    }

    /// Copies about `budget` bytes, without dividing a chunk of the shared part. If only the sender's last chunks are
    /// missing, waits briefly for them.
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

    /// Returns the next range for this process to copy: at most `most` bytes, or a chunk. The ends come first: the
    /// sender copies chunks meanwhile.
    fn next(&mut self, most: u64) -> Option<Range<u64>> {
        if let Some(own) = self.own.iter_mut().find(|own| !own.is_empty()) {
            let next = own.start..own.end.min(own.start.saturating_add(most));
            own.start = next.end;
            return Some(next);
        }
        let shared = self.shared.as_ref()?;
        shared.line.claim_front().map(|i| shared.pull.range(i))
    }

    /// Returns true if bytes are left to copy, or chunks of the sender to wait for.
    fn has_more(&self) -> bool {
        self.shared.is_some() || self.own.iter().any(|own| !own.is_empty())
    }

    /// Copies these bytes, unless an earlier copy was refused. The receiver claims chunks even after a refusal, so
    /// that the sender ends.
    fn copy(&mut self, range: Range<u64>) {
        if !self.refused && self.pass.pull(range).is_err() {
            self.refused = true;
            self.own = [0..0, 0..0];
        }
    }

    /// Ends the transfer once no chunk is left to claim. The sender may still be copying a chunk, or may have been
    /// refused one.
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

    /// Rests before the next poll of the sender's chunks. Returns true if the sender is dead.
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
                return looks && line.is_some_and(|line| line.has_died(self.from));
            }
        }
        false
    }

    /// Copies the chunk that the sender was refused or, if the sender died, all chunks that it had claimed: a dead
    /// process writes no more, and its memory may still be mapped.
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

/// The sender's side of a transfer in which it takes part.
pub struct Contribution<J: LocalJob> {
    pass: Pass<J::Reach>,
    /// The receiver's share line.
    line: J::Line,
    ticket: u64,
    pull: SharedPull,
}

impl<J: LocalJob> Contribution<J> {
    /// Returns a contribution that copies chunks of `pull`, which is open in that share line under this ticket, by
    /// `pass`.
    pub fn new(pass: Pass<J::Reach>, line: J::Line, ticket: u64, pull: SharedPull) -> Contribution<J> {
        Contribution { pass, line, ticket, pull }
    }

    /// Copies about `budget` bytes, as long as chunks are left. A chunk that the system refuses, and all further
    /// chunks, are left to the receiver: the result is never [`Step::Refused`]. Do not step again once it is over.
    pub fn step(&mut self, budget: u64) -> Step {
        let mut left = budget;
        while left > 0 {
            let mut copied = 0;
            // The receiver's words may have changed since then: write only into the memory for which the pass was
            // made.
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
