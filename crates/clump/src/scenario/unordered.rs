//! Messages that are not matched: the fabric's frames, by the ways that the program needs.
use super::frames::{HalfSent, Taking};
use super::needs::{Access, Order, Progress, Unordered, Waits};
use super::{Endpoint, shown};
use crate::{Error, Outcome, Rank, Region};

impl<A, W, P> Endpoint<A, W, Unordered, P>
where
    A: Access,
    W: Waits,
    P: Progress<A, <Unordered as Order>::Inner<W>>,
{
    /// Sends `data` to `to`; `tag` goes with it. Returns when it has left. Error: no such rank, or no memory for a way
    /// to it. Where ring and slots to `to` are full it waits for room, and keeps what comes meanwhile, up to 1 MiB: two
    /// ranks that flood each other with more and take nothing wait for each other.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, tag: i32, data: Region) -> Result<(), Error> {
        let mut sending = HalfSent::default();
        self.until(shown(Some(to), Some(tag)), |inner| inner.send(to, tag, data, &mut sending))
    }

    /// Takes the next message, from whomever: whose it was, its tag and how long it is are in the outcome. Error: a
    /// rank has sent what an unordered endpoint does not know.
    #[inline(always)]
    pub fn take(&mut self, into: Region) -> Result<Outcome, Error> {
        let mut taking = Taking::default();
        self.until(shown(None, None), |inner| inner.take(into, &mut taking))
    }
}
