//! MPI_Barrier and MPI_Ibarrier: MPI 5.0 sections 6.3 and 6.12.1.
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use clump_coll::{FastPath, ShortRound, Team};

struct Barrier;
impl Collective for Barrier {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.bytes(0)
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        clump_coll::barrier::is_short(at)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::barrier::begin_short(at)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        clump_coll::barrier::end_short(at, round)
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        0
    }

    fn refresh(&self) {}

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::barrier(team).await;
    }
}

fn check(place: Membership) -> Result<Checked<Barrier, inter::Barrier>> {
    Ok(if place.remote.is_some() { Checked::Inter(inter::Barrier) } else { Checked::Intra(Barrier) })
}

pub fn barrier(form: impl Form, comm: abi::Comm) -> Result {
    form.run(comm, |_, place| check(place))
}
