//! MPI_Bcast and MPI_Ibcast: MPI 5.0 sections 6.4 and 6.12.2.
use super::buffers::deliver;
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::Addr;
use crate::objects::datatype::{Message, Types};
use clump_coll::{FastPath, ShortRound, Team};

struct Bcast {
    data: Message,
    root: usize,
}

impl Collective for Bcast {
    fn broadcasts_at_once(&self, team: &Team<EndpointEntrance>) -> bool {
        team.leaves_at_once_by_group(self.root, self.data.region.len())
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.rooted(self.root).bytes(self.data.region.len())
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        clump_coll::bcast::is_short(at, self.data.region)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::bcast::begin_short(at, self.data.region, self.root)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let receives = at.rank() != self.root;
        let fits = clump_coll::bcast::end_short(at, round, self.data.region, self.root)?;
        if receives {
            deliver(&self.data);
        }
        Ok(fits)
    }

    #[inline(always)]
    fn contributed(&self, rank: usize) -> usize {
        if rank == self.root { self.data.region.len() } else { 0 }
    }

    fn refresh(&self) {
        self.data.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::bcast(team, self.data.region, self.root).await;
        if team.rank() != self.root {
            deliver(&self.data);
        }
    }
}

fn check(
    types: &Types,
    place: Membership,
    buffer: Addr,
    count: i64,
    datatype: abi::Datatype,
    root: i32,
) -> Result<Checked<Bcast, inter::Bcast>> {
    if let Some(remote) = place.remote {
        return inter::bcast(types, remote, (buffer, count, datatype), root).map(Checked::Inter);
    }
    let root = place.root(root)?;
    let data = if place.rank == root {
        types.outgoing(buffer, count, datatype)?
    } else {
        types.incoming(buffer, count, datatype)?
    };
    Ok(Checked::Intra(Bcast { data, root }))
}

pub fn bcast(form: impl Form, buffer: Addr, count: i64, datatype: abi::Datatype, root: i32, comm: abi::Comm) -> Result {
    form.run(comm, |s, place| check(s.types, place, buffer, count, datatype, root))
}
