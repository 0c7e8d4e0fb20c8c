//! Ranks that have left the job, as waits see them: an operation that only such a rank could complete never completes.
use super::{Endpoint, Local};
use crate::{Mode, Rank, Request, Select};
use clump_fabric::Tx;
use clump_fabric::shm::Phase;
use std::fmt;

/// The rank without which an operation cannot complete has left the job. The operation is still under way: the caller
/// cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departed(pub Rank);

impl fmt::Display for Departed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} has left the job: what this rank waits for never comes", self.0)
    }
}

impl<F: Local> Endpoint<F> {
    /// Returns the rank at the other side of an operation (`None`: any), with the operation's context and tag, as long
    /// as a send is not over or no message has matched a receive.
    pub fn waits_for(&self, request: Request) -> Option<Select> {
        match request {
            Request::Send(id) => self.engine.pending_send(id),
            Request::Recv(id) => self.engine.posted_receive(id),
        }
    }

    /// Returns the rank that this operation waits for, if that rank has left the job. What the rank sent before it left
    /// may still arrive: give the operation up only after a look at the network that finds nothing.
    pub fn departed(&mut self, request: Request) -> Option<Departed> {
        let rank = self.waits_for(request)?.source?;
        self.has_departed(rank).then_some(Departed(rank))
    }

    /// Returns the mode in which to send to `to`: a first message to a rank that has left the job already completes
    /// only if it is received, so that the wait for it fails.
    pub(super) fn mode_of_first(&mut self, to: Rank, mode: Mode) -> Mode {
        match self.engine.has_met(to) || !self.has_departed(to) {
            true => mode,
            false => Mode::Synchronous,
        }
    }

    /// Returns true if another rank has left the job in peace. (Of a rank that dies the launcher hears.)
    pub fn has_departed(&mut self, rank: Rank) -> bool {
        rank != self.rank && (self.tx.left(rank) || self.segment.status(rank).phase == Phase::Closed)
    }
}
