//! Endpoints for one scenario: a program says in types what it needs, and gets the code for that and no other (EPOS's
//! scenario adapters and inflated interface; the CLIP thesis, sections 2.3 and 4.1).
//!
//! | need | one | or |
//! |---|---|---|
//! | who uses it | [`Exclusive`] | [`Shared`] by threads |
//! | how waits rest | [`Polling`] | [`Blocking`] |
//! | messages | [`Ordered`]: matched by rank and tag | [`Unordered`]: whoever takes the next one |
//! | progress | [`ByCaller`] | [`ByThread`] (shared and ordered) |
//!
//! ```no_run
//! use clump::Buffer;
//! use clump::scenario::{Endpoint, Exclusive, Polling, Unordered};
//! # fn main() -> Result<(), clump::Error> {
//! let mut endpoint = Endpoint::<Exclusive, Polling, Unordered>::open()?;
//! let buffer = Buffer::new(16);
//! if endpoint.rank() == 0 {
//!     endpoint.send(1, 7, buffer.region())?;
//! } else if endpoint.rank() == 1 {
//!     assert_eq!(endpoint.take(buffer.region())?.tag, 7);
//! }
//! endpoint.close()
//! # }
//! ```
//!
//! It is an adapter: what is ordered is [`crate::Endpoint`], what is not is the fabric below it. What cannot be had
//! does not compile:
//!
//! ```compile_fail
//! use clump::scenario::{ByThread, Endpoint, Exclusive, Ordered, Polling};
//! let endpoint = Endpoint::<Exclusive, Polling, Ordered, ByThread>::open();
//! ```
mod frames;
mod helper;
mod inner;
mod later;
mod needs;
mod ordered;
mod unordered;

pub use needs::{Access, Order, Progress, Waits};
pub use needs::{Blocking, ByCaller, ByThread, Exclusive, Ordered, Polling, Shared, Unordered};

use crate::handlers::WaitsFor;
use crate::{Error, Rank, Waiting};
use inner::{Inner as _, Progressed};
use std::ops::ControlFlow;

/// A process's place in its job, as its program needs it. A process opens one.
pub struct Endpoint<A, W, O, P = ByCaller>
where
    A: Access,
    W: Waits,
    O: Order,
    P: Progress<A, O::Inner<W>>,
{
    place: A::Place<O::Inner<W>>,
    /// What helps, until the end.
    helper: Option<P::Helper>,
    rank: Rank,
    size: u32,
}

impl<A, W, O, P> Endpoint<A, W, O, P>
where
    A: Access,
    W: Waits,
    O: Order,
    P: Progress<A, O::Inner<W>>,
{
    /// Takes this process's place in its job; without a launcher, in a job of one rank. Error: a sentence; there is no
    /// job to join, it has several machines and messages are not ordered, or there is no thread for progress.
    pub fn open() -> Result<Self, Error> {
        let inner = O::Inner::<W>::open()?;
        let (rank, size) = (inner.rank(), inner.size());
        let place = A::place(inner);
        let helper = Some(P::start::<W>(&place)?);
        Ok(Endpoint { place, helper, rank, size })
    }

    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Ranks in the job.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Leaves the job once everything that was sent has left. Of several handles the last one does it.
    pub fn close(self) -> Result<(), Error> {
        let Endpoint { mut place, helper, .. } = self;
        if let Some(helper) = helper {
            P::end(helper, &mut place);
        }
        A::take(place).map_or(Ok(()), |inner| inner.close())
    }

    /// Looks, and rests between two looks, until a step is done.
    #[inline(always)]
    fn until<T>(&mut self, shown: Waiting, mut step: impl FnMut(&mut O::Inner<W>) -> Progressed<T>) -> T {
        let mut wait = W::Wait::default();
        loop {
            let next = A::with(&mut self.place, |inner| match step(inner) {
                Progressed::Done(value) => {
                    W::end(inner, &wait);
                    ControlFlow::Break(value)
                }
                Progressed::Moved => {
                    W::moved(&mut wait);
                    ControlFlow::Continue(None)
                }
                Progressed::Nothing => ControlFlow::Continue(Some(W::pause(inner, &mut wait, A::THREADS, shown))),
            });
            match next {
                ControlFlow::Break(value) => return value,
                ControlFlow::Continue(Some(rest)) => W::rest(rest),
                ControlFlow::Continue(None) => {}
            }
            A::give_way();
        }
    }
}

/// A program that computes lets messages move meanwhile; where a thread does that, there is nothing to call.
impl<A, W, O> Endpoint<A, W, O, ByCaller>
where
    A: Access,
    W: Waits,
    O: Order,
{
    /// Moves what can be moved without waiting. True if anything moved.
    pub fn progress(&mut self) -> bool {
        A::with(&mut self.place, |inner| inner.look())
    }
}

/// A handle for another thread.
impl<W, O, P> Clone for Endpoint<Shared, W, O, P>
where
    W: Waits,
    O: Order,
    P: Progress<Shared, O::Inner<W>>,
{
    fn clone(&self) -> Self {
        Endpoint { place: self.place.clone(), helper: self.helper.clone(), rank: self.rank, size: self.size }
    }
}

/// What the launcher is told while this rank waits; `Polling` tells nothing.
fn shown(with: Option<Rank>, tag: Option<i32>) -> Waiting {
    WaitsFor::Tagged { with, tag: tag.unwrap_or(-1) }.to_words().0
}
