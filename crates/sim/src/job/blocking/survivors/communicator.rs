//! A communicator of the simulated programs, as MPI makes one: a pair of contexts, boards and a multicast group.
use super::super::super::shape::Shape;
use super::super::seats::Gate;
use super::shared::Shared;
use clump::driver::Revoked;
use clump_coll::{Entrance, Ranks, Team};
use clump_core::Rank;
use fastrand::Rng;
use std::sync::Arc;

/// A communicator, as one member sees it.
pub struct Communicator {
    pub members: Arc<Ranks>,
    /// This member's rank in it.
    pub me: usize,
    pub name: Revoked,
    shape: Shape,
    /// How many collective calls this member has begun, and how many agreements it has ended.
    pub calls: usize,
    pub agreements: u64,
}

impl Communicator {
    /// Returns the communicator of all ranks.
    pub fn world(shared: &Shared, rank: Rank) -> Communicator {
        let all = Arc::new(Ranks::all(shared.common.ranks));
        Communicator::new(shared, all, rank, (0, 0, 0))
    }

    /// Returns the communicator of these members with this pair of contexts, on which they have agreed at this time,
    /// and whose boards count from `start`.
    pub fn new(shared: &Shared, members: Arc<Ranks>, rank: Rank, (pair, time, start): (u16, u64, u64)) -> Communicator {
        let listed: Vec<Rank> = members.iter().collect();
        // All members make the same choices.
        let mut rng = Rng::with_seed(shared.seed ^ u64::from(pair) << 32 ^ time);
        let shape = Shape::new(&mut rng, 0, &listed, &shared.machines, false);
        let name = Revoked { pair, first: listed[0] as u16, time: time as u32 };
        Communicator {
            me: members.rank_of(rank).unwrap_or_default() as usize,
            shape: shape.with_numbers(2 * pair + 1, usize::from(pair), start),
            members,
            name,
            calls: 0,
            agreements: 0,
        }
    }

    /// Returns the context for messages.
    pub fn context(&self) -> u16 {
        2 * self.name.pair
    }

    /// Makes the communicator known to the member's endpoint, and joins its boards.
    pub fn open(&self, gate: Gate) -> Result<(), String> {
        let senders = self.members.clone();
        gate.enter(|endpoint| {
            let me = endpoint.rank();
            endpoint
                .faults()
                .know_communicator(self.context(), self.name, me, move |job| senders.rank_of(job).is_some());
            self.shape.join(self.me, endpoint)
        })
    }

    /// Returns the team of the next collective call.
    pub fn team(&mut self, gate: Gate) -> Team<Gate> {
        self.calls += 1;
        self.shape.team(gate, self.me, self.calls)
    }

    /// Begins to free the communicator.
    pub fn leave(&self, gate: Gate) {
        let group = usize::from(self.name.pair);
        gate.enter(|endpoint| {
            endpoint.leave(group);
            endpoint.broadcasts().close_group(group as u16);
        });
    }

    /// Returns true once nothing uses the communicator any more, which this member has left.
    pub fn is_unused(&self, gate: Gate) -> bool {
        let group = usize::from(self.name.pair);
        gate.enter(|endpoint| {
            endpoint.has_left(group) && !endpoint.knows_group(group as u16) && !endpoint.uses(self.context())
        })
    }
}
