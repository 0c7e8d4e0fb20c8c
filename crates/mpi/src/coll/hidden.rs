//! The communicators on which the rounds of persistent collectives run. Programs do not see them.
//!
//! A request that gains from a board of its own gets a hidden communicator of its own, as long as boards are free. All
//! other requests of a communicator share one hidden communicator, on which each request has a tag: the number of its
//! `_init` call, which is equal on all ranks. No tag is used twice on one hidden communicator. So messages of a failed
//! round match no later request, however late they arrive.
use crate::abi;
use crate::agreement::Agreement;
use crate::context::{agree, agree_on_board};
use crate::error::{Call, Result};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::state::State;

/// Number of requests for which the members seek no board after they have found none free. Larger: less time for each
/// of very many requests. Smaller: requests that are made after others have been freed use boards sooner.
const BOARDLESS: u32 = 64;

/// Returns the hidden communicator for a new request on `comm`, and counts the request as a user. `board` is true if
/// the request gains from a board; all ranks pass equal values. The caller must not hold a guard.
pub(super) fn join(call: Call, comm: abi::Comm, board: bool) -> Result<abi::Comm> {
    if seeks_board(comm, board)? {
        let agreement = Agreement::of(&mut gate::enter(), call, comm)?;
        let context = agreement.wait(agree_on_board(&agreement))?;
        let mut s = gate::enter();
        match context {
            Some(context) => return s.new_hidden(comm, context, true),
            None => s.comm_mut(comm)?.coll.boardless = BOARDLESS,
        }
    }
    let shared = gate::enter().shared_hidden(comm)?;
    let shared = match shared {
        Some(shared) => shared,
        None => {
            let agreement = Agreement::of(&mut gate::enter(), call, comm)?;
            let context = agreement.wait(agree(&agreement))??;
            let mut s = gate::enter();
            let shared = s.new_hidden(comm, context, false)?;
            s.comm_mut(comm)?.coll.shared = Some(shared);
            shared
        }
    };
    gate::enter().comm_mut(shared)?.coll.users += 1;
    Ok(shared)
}

/// Returns true if the members seek a board for the next request. All ranks get the same answer.
fn seeks_board(comm: abi::Comm, board: bool) -> Result<bool> {
    let mut s = gate::enter();
    let c = s.comm_mut(comm)?;
    // Reports tell the calls apart by their numbers, also those without messages.
    c.coll.next_tag(Sequence::Blocking);
    if !board || c.size() == 1 {
        return Ok(false);
    }
    let boardless = c.coll.boardless;
    c.coll.boardless = boardless.saturating_sub(1);
    Ok(boardless == 0)
}

impl State {
    /// Makes a hidden communicator with the members of `comm` and one user.
    fn new_hidden(&mut self, comm: abi::Comm, context: u16, boards: bool) -> Result<abi::Comm> {
        let c = self.comm(comm)?;
        let mut hidden = match c.is_inter() {
            false => Comm::intra(context, c.rank, c.local.clone()),
            true => Comm::inter(context, c.rank, c.local.clone(), c.peers.clone()),
        };
        if !boards {
            hidden.coll = c.coll.without_boards();
        }
        hidden.coll.users = 1;
        self.new_comm(hidden, comm)
    }

    /// Returns the hidden communicator that requests on `comm` share, if it has a tag left.
    fn shared_hidden(&mut self, comm: abi::Comm) -> Result<Option<abi::Comm>> {
        let Some(shared) = self.comm(comm)?.coll.shared else { return Ok(None) };
        if !self.comm(shared)?.coll.has_used_all_tags(Sequence::Blocking) {
            return Ok(Some(shared));
        }
        self.comm_mut(comm)?.coll.shared = None;
        self.leave_hidden(shared);
        Ok(None)
    }

    /// Removes a user of a hidden communicator, and frees the communicator after its last user.
    pub(crate) fn leave_hidden(&mut self, hidden: abi::Comm) {
        let Some(c) = self.comms.get_mut(hidden.0) else { return };
        c.coll.users -= 1;
        if c.coll.users == 0
            && let Some(unused) = self.comms.remove(hidden.0)
        {
            self.release_comm(unused);
        }
    }
}
