//! Long copies between this process and another, which any of its threads may carry on with while others use the endpoint:
//! whoever makes progress takes an errand out, does a part of it without the endpoint, and brings it back.
use crate::endpoint::{Endpoint, Local};
use crate::native::Pulled;
use clump_core::{RecvId, SendId};
use clump_fabric::mem::Region;
use clump_fabric::shm::zero::{Source, Span};
use clump_fabric::shm::{Share, Shared};
use clump_fabric::sys::yield_now;
use std::time::Duration;

/// Bytes that are copied before an errand is brought back, about: some ten microseconds.
const PART: u64 = 256 << 10;

/// A copy under way.
pub struct Errand {
    pub(crate) work: Work,
    /// The other process.
    pub(crate) other: Source,
}

pub(crate) enum Work {
    Pull(Pull),
    /// The sender's share of a pull.
    Help {
        share: Share,
        ticket: u64,
        message: Region,
    },
}

/// A native pull.
pub(crate) struct Pull {
    pub what: Pulled,
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

impl Errand {
    /// Does a part of it.
    pub fn step(&mut self) -> Step {
        let other = self.other;
        match &mut self.work {
            Work::Pull(pull) => pull.step(other),
            Work::Help { share, ticket, message } => {
                let mut left = PART;
                while left > 0 {
                    let mut copied = 0;
                    let more = share.help_once(*ticket, |shared, at, n| {
                        copied = n;
                        give(other, *message, shared, at, n)
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

impl<F: Local> Endpoint<F> {
    /// Several threads call from now on: long copies are left to them as errands.
    pub fn set_threaded(&mut self) {
        self.native.set_threaded();
    }

    /// A long copy under way, to carry on with while others use the endpoint; bring it back with `return_errand`.
    pub fn take_errand(&mut self) -> Option<Errand> {
        self.native.take_errand()
    }

    /// Brings an errand back after a step.
    pub fn return_errand(&mut self, errand: Errand, step: Step) {
        // Another thread may sleep for what this one has copied, or may carry on.
        self.stirred = true;
        if let Some(pull) = self.native.return_errand(errand, step) {
            let Pull { what, send, recv, refused, .. } = pull;
            let range = what.offset..what.offset + what.into.len() as u64;
            self.with(Region::EMPTY, |engine, port| engine.pulled(port, recv, send, range, !refused));
        }
    }

    /// Does a part of an errand with the endpoint in hand, for calls that cannot let go of it.
    #[cold]
    pub(crate) fn do_errand(&mut self) -> bool {
        let Some(mut errand) = self.take_errand() else { return false };
        let step = errand.step();
        self.return_errand(errand, step);
        true
    }
}

/// Copies bytes of `message` to the receiver. What it says of them is checked against what the message really has.
fn give(to: Source, message: Region, shared: &Shared, at: u64, n: u64) -> bool {
    let start = shared.offset.saturating_add(at) as usize;
    if start > message.len() || n as usize > message.len() - start {
        return false;
    }
    to.push(message.slice(start, n as usize), shared.address.wrapping_add(at)).is_ok()
}

impl Pull {
    fn copy(&mut self, from: Source, at: u64, len: u64) {
        if !self.refused {
            let span = Span { address: self.what.address.wrapping_add(at), len };
            self.refused = from.pull(&[span], self.what.into.slice(at as usize, len as usize)).is_err();
        }
    }

    fn step(&mut self, from: Source) -> Step {
        let mut left = PART;
        let Some(shared) = self.shared.as_ref().map(|s| s.1) else {
            let n = left.min(self.what.into.len() as u64 - self.done);
            self.copy(from, self.done, n);
            self.done += n;
            let over = self.refused || self.done == self.what.into.len() as u64;
            return if over { Step::Over } else { Step::More };
        };
        let claim = |p: &Pull| p.shared.as_ref().and_then(|s| s.0.claim_front());
        while left > 0 {
            let Some(i) = claim(self) else { return self.last(from, shared) };
            let (at, n) = shared.span(i);
            self.copy(from, at, n);
            left = left.saturating_sub(n);
        }
        Step::More
    }

    /// Nothing is left to claim: the sender may be in the middle of a chunk, or have been refused one.
    fn last(&mut self, from: Source, shared: Shared) -> Step {
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
            let (at, n) = shared.span(i);
            self.copy(from, at, n);
        }
        Step::Over
    }
}
