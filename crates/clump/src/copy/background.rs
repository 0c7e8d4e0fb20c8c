//! Long copies between this process and another, which any of its threads may carry on with while others use the endpoint:
//! whoever makes progress takes an errand out, does a part of it without the endpoint, and brings it back.
use super::pass::Pass;
use clump_core::{Rank, RecvId, SendId};
use clump_fabric::shm::{Share, Shared};
use clump_fabric::sys::yield_now;
use std::ops::Range;
use std::time::Duration;

/// Bytes that are copied before an errand is brought back, about: some ten microseconds.
const PART: u64 = 256 << 10;

/// A copy under way.
pub struct BackgroundCopy {
    pub(crate) work: Work,
}

pub(crate) enum Work {
    Pull(Pull),
    /// The sender's share of a pull.
    Help {
        share: Share,
        ticket: u64,
        shared: Shared,
        pass: Pass,
    },
}

/// A native pull of `range` of a message.
pub(crate) struct Pull {
    pub from: Rank,
    pub pass: Pass,
    pub range: Range<u64>,
    pub send: SendId,
    pub recv: RecvId,
    /// The copy that the sender takes part in; `None`: this process does it alone.
    pub shared: Option<(Share, Shared)>,
    /// Bytes copied, if alone.
    pub done: u64,
    /// A part was refused: all will come by frames.
    pub refused: bool,
    /// Looks at chunks that the sender has not finished.
    pub looks: u32,
}

/// What a part of an errand has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    More,
    Over,
}

impl BackgroundCopy {
    /// True for the sender's share of a pull: it reads memory that is sent from.
    pub(crate) fn is_help(&self) -> bool {
        matches!(self.work, Work::Help { .. })
    }

    /// Does a part of it.
    pub fn step(&mut self) -> Step {
        match &mut self.work {
            Work::Pull(pull) => pull.step(),
            Work::Help { share, ticket, shared, pass } => {
                let mut left = PART;
                while left > 0 {
                    let mut copied = 0;
                    let more = share.help_once(*ticket, |s, at, n| {
                        copied = n;
                        let start = shared.offset + at;
                        s == shared && pass.push(start..start + n).is_ok()
                    });
                    if !more {
                        return Step::Over;
                    }
                    left = left.saturating_sub(copied.max(1));
                }
                Step::More
            }
        }
    }
}

impl Pull {
    /// Copies bytes `start` to `end` of the message.
    fn copy(&mut self, start: u64, end: u64) {
        if !self.refused {
            self.refused = self.pass.pull(start..end).is_err();
        }
    }

    /// Copies chunk `i` of what is shared.
    fn copy_chunk(&mut self, shared: Shared, i: u64) -> u64 {
        let (at, n) = shared.span(i);
        self.copy(shared.offset + at, shared.offset + at + n);
        n
    }

    fn step(&mut self) -> Step {
        let mut left = PART;
        let Some(shared) = self.shared.as_ref().map(|s| s.1) else {
            let start = self.range.start + self.done;
            let end = self.range.end.min(start + left);
            self.copy(start, end);
            self.done += end - start;
            let over = self.refused || end == self.range.end;
            return if over { Step::Over } else { Step::More };
        };
        let claim = |p: &Pull| p.shared.as_ref().and_then(|s| s.0.claim_front());
        while left > 0 {
            let Some(i) = claim(self) else { return self.last(shared) };
            left = left.saturating_sub(self.copy_chunk(shared, i));
        }
        Step::More
    }

    /// Nothing is left to claim: the sender may be in the middle of a chunk, or have been refused one.
    fn last(&mut self, shared: Shared) -> Step {
        let Some((share, _)) = &self.shared else { return Step::Over };
        if share.outstanding(shared.chunks()) > 0 {
            self.looks += 1;
            match self.looks {
                0..1_000 => (0..16).for_each(|_| std::hint::spin_loop()),
                1_000..10_000 => yield_now(),
                // Stopped in a debugger, say.
                _ => std::thread::sleep(Duration::from_micros(100)),
            }
            return Step::More;
        }
        if let Some(i) = share.refused() {
            self.copy_chunk(shared, i);
        }
        // What was not shared, at the ends of memory with holes.
        self.copy(self.range.start, shared.offset);
        self.copy(shared.offset + shared.len, self.range.end);
        Step::Over
    }
}
