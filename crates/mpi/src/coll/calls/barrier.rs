//! MPI_Barrier and MPI_Ibarrier: MPI 5.0 sections 6.3 and 6.12.1.
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::{Shape, coming};
use super::verdict::verdict;
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::state::State;
use clump_coll::{AtBoard, FastPath, ShortRound, Team, block};

struct Barrier;
impl Collective for Barrier {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.bytes(0)
    }

    fn is_short(&self, team: &Team<EndpointEntrance>) -> bool {
        clump_coll::barrier::is_short(team)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::barrier::begin_short(at)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        clump_coll::barrier::end_short(at, round)
    }

    fn refresh(&self) {}

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::barrier(team).await;
    }
}

fn check(place: Membership) -> Result<Checked<Barrier, inter::Barrier>> {
    Ok(if place.remote.is_some() { Checked::Inter(inter::Barrier) } else { Checked::Intra(Barrier) })
}

/// Number of polls before a barrier becomes an ordinary collective, about a microsecond in all. Smaller: more barriers
/// pay for building a team. Larger: other progress waits longer.
const LOOKS: u32 = 16;

pub fn barrier(form: impl Form, comm: abi::Comm) -> Result {
    let Some(call) = form.blocks() else { return form.run(comm, |_, place| check(place)) };
    let Some(mut barrier) = gate::enter().barrier_at_board(call, comm) else {
        return form.run(comm, |_, place| check(place));
    };
    for _ in 0..LOOKS {
        let mut s = gate::enter();
        if barrier.look(s.endpoint()) {
            s.comm_mut(comm)?.coll.next_tag(Sequence::Blocking);
            return Ok(());
        }
        drop(s);
        std::hint::spin_loop();
    }
    let team = gate::enter().team(call, comm, Sequence::Blocking)?;
    verdict(&team, block(&team, barrier.rest(&team)))
}

impl State {
    /// Begins a barrier on the board. Returns `None` unless the ranks share a board and have a core each.
    #[inline(always)]
    fn barrier_at_board(&mut self, call: Call, comm: abi::Comm) -> Option<AtBoard> {
        if self.coll.oversubscribed != Some(false) || self.coll.checks {
            return None;
        }
        let c = self.comm(comm).ok()?;
        let group = c.coll.boards(Sequence::Blocking)?.all?;
        let (rank, size) = (c.rank as usize, c.size() as usize);
        let record = coming(c, call, Barrier.shape())?;
        let endpoint = self.endpoint();
        let barrier = AtBoard::begin(endpoint, group, rank, size)?;
        endpoint.record_collective(record);
        Some(barrier)
    }
}
