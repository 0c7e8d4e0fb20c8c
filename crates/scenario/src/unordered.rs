//! Messages without matching: wraps the fabric's frames with the access and waiting that the program needs.
use super::frames::{HalfSent, Taking};
use super::needs::{Access, Order, Progress, Unordered, Waits};
use super::{Endpoint, shown};
use clump::driver::{Error, Outcome, Rank, Region};

impl<A, W, P> Endpoint<A, W, Unordered, P>
where
    A: Access,
    W: Waits,
    P: Progress<A, <Unordered as Order>::Inner<W>>,
{
    /// Sends `data` to `to` with `tag`; blocks until the message has left. Fails if there is no such rank, or no
    /// memory for a ring to it. While ring and slots to `to` are full, this call keeps arriving messages, up to 1
    /// MiB: two ranks that send each other more than that and take nothing deadlock.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, tag: i32, data: Region) -> Result<(), Error> {
        let mut sending = HalfSent::default();
        self.until(shown(Some(to), Some(tag)), |inner| inner.send(to, tag, data, &mut sending))
    }

    /// Takes the next message from any rank; the outcome has its sender, tag and length. Fails if a rank has sent a
    /// frame that an unordered endpoint does not know.
    #[inline(always)]
    pub fn take(&mut self, into: Region) -> Result<Outcome, Error> {
        let mut taking = Taking::default();
        self.until(shown(None, None), |inner| inner.take(into, &mut taking))
    }
}
