//! Endpoints for one scenario: a program states its needs as types, and its binary contains only the code for these
//! needs (EPOS's scenario adapters and inflated interface; the CLIP thesis, sections 2.3 and 4.1).
//!
//! | need | choice | alternative |
//! |---|---|---|
//! | access | [`Exclusive`]: one thread | [`Shared`] by threads |
//! | waiting | [`Polling`] | [`Blocking`] |
//! | messages | [`Ordered`]: matched by rank and tag | [`Unordered`]: each call takes the next one |
//! | progress | [`ByCaller`] | [`ByThread`] (shared and ordered) |
//!
//! ```no_run
//! use clump::driver::Leaked;
//! use clump_scenario::{Endpoint, Exclusive, Polling, Unordered};
//! # fn main() -> Result<(), clump::Error> {
//! let mut endpoint = Endpoint::<Exclusive, Polling, Unordered>::open()?;
//! let buffer = Leaked::new(16);
//! if endpoint.rank() == 0 {
//!     endpoint.send(1, 7, buffer.region())?;
//! } else if endpoint.rank() == 1 {
//!     assert_eq!(endpoint.take(buffer.region())?.tag, 7);
//! }
//! endpoint.close()
//! # }
//! ```
//!
//! [`EposNetwork`] is one interface over the personalities of the papers ([`Am`], [`Bip`], [`Pm`], [`Clip`]), bound by
//! type and with [`Guaranteed`] or [`Unguaranteed`] delivery.
//!
//! The endpoint is an adapter: to [`clump::driver::Endpoint`] if messages are ordered, otherwise to the fabric.
//! Impossible combinations do not compile:
//!
//! ```compile_fail
//! use clump_scenario::{ByThread, Endpoint, Exclusive, Ordered, Polling};
//! let endpoint = Endpoint::<Exclusive, Polling, Ordered, ByThread>::open();
//! ```
#![deny(unsafe_code)]
mod frames;
mod helper;
mod inner;
mod later;
mod needs;
mod network;
#[allow(unsafe_code)]
mod ordered;
mod unordered;

pub use needs::{Access, Order, Progress, Waits};
pub use needs::{Blocking, ByCaller, ByThread, Exclusive, Ordered, Polling, Shared, Unordered};
pub use network::{ActiveHandler, Am, Bip, Clip, Delivery, EposNetwork, Guaranteed, NetworkError, Personality, Pm};
pub use network::{ReplyToken, Unguaranteed};

use clump::driver::handlers::WaitsFor;
use clump::driver::{Error, Rank, Waiting};
use inner::{Inner as _, Progressed};
use std::ops::ControlFlow;

/// A process's endpoint for a scenario. A process opens only one.
pub struct Endpoint<A, W, O, P = ByCaller>
where
    A: Access,
    W: Waits,
    O: Order,
    P: Progress<A, O::Inner<W>>,
{
    place: A::Place<O::Inner<W>>,
    /// The helper thread, until the endpoint is closed.
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
    /// Joins this process's job; without a launcher, the job has one rank. Fails if the job cannot be joined, if the
    /// job has several machines and messages are not ordered, or if the system creates no helper thread.
    pub fn open() -> Result<Self, Error> {
        let inner = O::Inner::<W>::open()?;
        let (rank, size) = (inner.rank(), inner.size());
        let place = A::place(inner);
        let helper = Some(P::start::<W>(&place)?);
        Ok(Endpoint { place, helper, rank, size })
    }

    /// Returns this rank's number.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Returns the number of ranks in the job.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Leaves the job once all sent messages have left. If there are several handles, only closing the last handle
    /// leaves.
    pub fn close(self) -> Result<(), Error> {
        let Endpoint { mut place, helper, .. } = self;
        if let Some(helper) = helper {
            P::end(helper, &mut place);
        }
        A::take(place).map_or(Ok(()), |inner| inner.close())
    }

    /// Repeats `step` until its operation is done, and rests after steps that found nothing.
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

/// Progress for endpoints without a helper thread: the program calls it while it computes.
impl<A, W, O> Endpoint<A, W, O, ByCaller>
where
    A: Access,
    W: Waits,
    O: Order,
{
    /// Makes all progress that is possible without blocking. Returns true if anything moved.
    pub fn progress(&mut self) -> bool {
        A::with(&mut self.place, |inner| inner.look())
    }
}

/// Returns a handle for another thread.
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

/// Returns the words that the launcher shows while this rank waits. With `Polling`, the launcher shows nothing.
fn shown(with: Option<Rank>, tag: Option<i32>) -> Waiting {
    WaitsFor::Tagged { with, tag: tag.unwrap_or(-1) }.to_words().0
}
