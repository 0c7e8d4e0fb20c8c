//! Broadcasts within groups of ranks.
use super::lend::Loan;
use super::{known, wait_for_ranks};
use crate::driver;
use crate::error::{Error, ErrorKind};
use clump_core::Rank;
use clump_fabric::mem::Buffer;

/// The view of an [`Endpoint`](crate::Endpoint) for broadcasts within groups of ranks.
///
/// The root sends a broadcast to its group once, however many members the group has: by multicast between machines if
/// the network lets it through, otherwise down a tree. All members of a group open it, broadcast and receive in one
/// order.
pub struct Broadcasts<'a> {
    pub(super) endpoint: &'a mut driver::Endpoint,
}

impl Broadcasts<'_> {
    /// Returns the least `start` that this rank accepts for its next group. The members of a new group agree on the
    /// largest of all members.
    pub fn next_start(&self) -> u64 {
        self.endpoint.next_start()
    }

    /// Opens the group of these ranks, which includes this rank. All members pass an equal number, `start` and list.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if a rank does not exist or this rank is no member, if `start` is too low, or if this
    /// rank still uses the number.
    pub fn open(&mut self, group: u16, start: u64, members: &[Rank]) -> Result<(), Error> {
        members.iter().try_for_each(|rank| known(self.endpoint, *rank))?;
        let me = self.endpoint.rank();
        let refused =
            |why: &str| Error::new(ErrorKind::Argument, format!("rank {me} cannot open group {group}: {why}"));
        let at = members.iter().position(|rank| *rank == me).ok_or_else(|| refused("it is no member"))?;
        if start < self.endpoint.next_start() {
            return Err(refused("its start is too low; take the largest `next_start` of all members"));
        }
        match self.endpoint.broadcasts().open_group(group, start, members, at) {
            true => Ok(()),
            false => Err(refused("the number is in use")),
        }
    }

    /// Broadcasts `data` to all other members, and gives the buffer back: at once if the data is short, otherwise
    /// when all members have received it.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if this rank is not in the group.
    pub fn send(&mut self, group: u16, data: Buffer) -> Result<Buffer, Error> {
        self.check(group)?;
        let (region, loan) = Loan::new(data);
        let broadcast = self.endpoint.broadcasts().send(group, region);
        let ranks = 0..self.endpoint.size();
        let end = wait_for_ranks(self.endpoint, ranks, |endpoint| endpoint.broadcasts().end(broadcast));
        let data = loan.reclaim();
        end.map(|_| data).map_err(lost)
    }

    /// Receives the next broadcast of the group's member `root` (an index into the list of members) into `into`.
    /// Returns the number of bytes, and the buffer.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if this rank is not in the group; [`ErrorKind::Departed`] if the root has died or left
    /// before this rank had all bytes: this call drops the buffer.
    ///
    /// # Panics
    /// If `root` is this rank's own index, or no index of the list.
    pub fn recv(&mut self, group: u16, root: usize, into: Buffer) -> Result<(u64, Buffer), Error> {
        self.check(group)?;
        let (region, loan) = Loan::new(into);
        let broadcast = self.endpoint.broadcasts().receive(group, root, region);
        let ranks = 0..self.endpoint.size();
        let end = wait_for_ranks(self.endpoint, ranks, |endpoint| endpoint.broadcasts().end(broadcast));
        let into = loan.reclaim();
        end.map(|len| (len, into)).map_err(lost)
    }

    /// Closes a group. Call this only after this rank has received all broadcasts of the group that it needs.
    pub fn close(&mut self, group: u16) {
        self.endpoint.broadcasts().close_group(group);
    }

    fn check(&self, group: u16) -> Result<(), Error> {
        if self.endpoint.knows_group(group) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Argument, format!("this rank has not opened group {group}")))
    }
}

fn lost(_: driver::BroadcastLost) -> Error {
    Error::new(ErrorKind::Departed, "the root of a broadcast has died or left the job before this rank had all of it")
}
