//! Context agreement: small exchanges among the members of a communicator that is being made: to one member along a
//! binomial tree, and back. They run on the parent's collective context, at once or as a schedule. Two groups without a
//! parent in common have a tree each, and a bridge between the tops.
use crate::coll::algorithm::{Team, block};
use crate::coll::{EndpointEntrance, Sequence};
use crate::comm::Comm;
use crate::context::AgreementKey;
use crate::error::{Call, Result};
use crate::group::Ranks;
use crate::state::State;
use clump::{Buffer, Region};
use std::future::Future;
use std::sync::Arc;

/// First tag of MPI_Comm_create_group; its tag argument is added. Collective calls use tags from 0 up, below 2^30.
const GROUP: i32 = 1 << 30;
/// First tag of MPI_Intercomm_create on the peer communicator; its tag argument is added.
const BRIDGE: i32 = GROUP + (1 << 29);

/// An agreement among those who make a communicator together, on its context and on what else all must know.
pub struct Agreement {
    team: Team<EndpointEntrance>,
    key: AgreementKey,
    /// The member that the tree leads to.
    top: usize,
    /// On that member of one of two groups: the way to the other's.
    bridge: Option<Bridge>,
}

/// The way from a group's leader to the other group's.
pub struct Bridge {
    team: Team<EndpointEntrance>,
    to: usize,
    key: AgreementKey,
}

impl Bridge {
    /// From this process to rank `to` of those that `peer` reaches, which must be one of them.
    pub fn new(call: Call, peer: &Comm, to: u32, tag: i32) -> Bridge {
        let tag = BRIDGE + tag.rem_euclid(1 << 29);
        let context = peer.collective_context();
        let leaders = (peer.local.job(peer.rank), peer.peers.job(to));
        let team =
            Team::new(EndpointEntrance, Ranks::clone(&peer.peers), peer.rank as usize, context, tag, call.0, true);
        Bridge { team, to: to as usize, key: (peer.context, tag, leaders.0.min(leaders.1)) }
    }

    /// The other leader's bytes for one's own, as many.
    async fn swap(&self, mine: &[u8]) -> Vec<u8> {
        let (out, other) = (Buffer::copy_of(mine), Buffer::new(mine.len()));
        self.team.exchange(self.to, out.region(), self.to, other.region()).await;
        other.region().to_vec()
    }

    /// The other leader's group for one's own, as job ranks.
    async fn groups(&self, local: &Ranks) -> Vec<u8> {
        let len = self.swap(&local.len().to_ne_bytes()).await;
        let other = Buffer::new(4 * number(&len, 0) as usize);
        let mine: Vec<u8> = local.iter().flat_map(u32::to_ne_bytes).collect();
        let mine = Buffer::copy_of(&mine);
        self.team.exchange(self.to, mine.region(), self.to, other.region()).await;
        other.region().to_vec()
    }
}

/// Number `i` of those that the bytes are.
pub fn number(bytes: &[u8], i: usize) -> u32 {
    bytes.get(4 * i..4 * i + 4).map_or(0, |b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
}

impl Agreement {
    /// All members of a communicator (see [`Comm::everyone`]), for a blocking call.
    pub fn of(s: &mut State, call: Call, comm: crate::abi::Comm) -> Result<Agreement> {
        Agreement::of_sequence(s, call, comm, Sequence::Blocking)
    }

    /// The same for the next call of either sequence.
    pub fn of_sequence(s: &mut State, call: Call, comm: crate::abi::Comm, sequence: Sequence) -> Result<Agreement> {
        let mut team = s.team(call, comm, sequence)?;
        let c = s.comm(comm)?;
        let key = (c.context, team.tag(), 0);
        if c.is_inter() {
            let (members, me) = c.everyone();
            team = Team::new(
                EndpointEntrance,
                Ranks::clone(&members),
                me as usize,
                c.collective_context(),
                team.tag(),
                call.0,
                true,
            );
        }
        Ok(Agreement { team, key, top: 0, bridge: None })
    }

    /// Some members, of which this process is number `me`; `tag` keeps simultaneous agreements apart.
    pub fn part(call: Call, comm: &Comm, members: Arc<Ranks>, me: u32, tag: i32) -> Agreement {
        let tag = GROUP + tag.rem_euclid(1 << 29);
        let team = Team::new(
            EndpointEntrance,
            Ranks::clone(&members),
            me as usize,
            comm.collective_context(),
            tag,
            call.0,
            true,
        );
        Agreement { team, key: (comm.context, tag, 0), top: 0, bridge: None }
    }

    /// The same members, with this one at the top.
    pub fn under(mut self, top: usize) -> Agreement {
        self.top = top;
        self
    }

    /// Learns of the other group, over the top's bridge: its job ranks, in their order, and the key of what both do
    /// together. None if the top has no bridge.
    pub async fn meet(&self, local: &Ranks, bridge: Option<&Bridge>) -> Option<(Vec<u32>, AgreementKey)> {
        let (mut head, mut jobs) = (vec![0; 16], Vec::new());
        if let Some(bridge) = bridge {
            jobs = bridge.groups(local).await;
            let (context, tag, leader) = bridge.key;
            head =
                [jobs.len() as u32, context.into(), tag as u32, leader].iter().flat_map(|n| n.to_ne_bytes()).collect();
        }
        let head = self.spread(&head).await;
        jobs.resize(number(&head, 0) as usize, 0);
        let jobs = self.spread(&jobs).await;
        let jobs: Vec<u32> = (0..jobs.len() / 4).map(|i| number(&jobs, i)).collect();
        let key = (number(&head, 1) as u16, number(&head, 2) as i32, number(&head, 3));
        (!jobs.is_empty()).then_some((jobs, key))
    }

    /// One agreement with the other group's.
    pub fn joined(mut self, bridge: Option<Bridge>, key: AgreementKey) -> Agreement {
        (self.bridge, self.key) = (bridge, key);
        self
    }

    pub fn key(&self) -> AgreementKey {
        self.key
    }

    /// Waits for an exchange. No guard may be held.
    pub fn wait<T>(&self, exchange: impl Future<Output = T>) -> T {
        block(&self.team, exchange)
    }

    /// Every member's `mine` combined by `join`, which must not care about order; all bytes are equally many.
    pub async fn reduce(&self, mine: &[u8], join: impl Fn(&mut [u8], &[u8])) -> Vec<u8> {
        let (me, size) = (self.place(), self.team.size());
        let mut all = mine.to_vec();
        let mut bit = 1;
        while bit < size {
            if me & bit != 0 {
                let up = Buffer::copy_of(&all);
                self.team.send(self.rank_at(me - bit), up.region()).await;
                break;
            }
            if me + bit < size {
                let other = Buffer::new(all.len());
                self.team.recv(self.rank_at(me + bit), other.region()).await;
                join(&mut all, &other.region().to_vec());
            }
            bit <<= 1;
        }
        if let Some(bridge) = &self.bridge {
            let other = bridge.swap(&all).await;
            join(&mut all, &other);
        }
        self.spread(&all).await
    }

    /// The top's bytes; all have equally many.
    async fn spread(&self, bytes: &[u8]) -> Vec<u8> {
        let bytes = Buffer::copy_of(bytes);
        self.down(bytes.region()).await;
        bytes.region().to_vec()
    }

    fn place(&self) -> usize {
        (self.team.rank() + self.team.size() - self.top) % self.team.size()
    }

    fn rank_at(&self, place: usize) -> usize {
        (place + self.top) % self.team.size()
    }

    /// Hands the top's bytes to all.
    async fn down(&self, bytes: Region) {
        let (me, size) = (self.place(), self.team.size());
        let mut bit = size.next_power_of_two();
        if me != 0 {
            bit = 1 << me.trailing_zeros();
            self.team.recv(self.rank_at(me - bit), bytes).await;
        }
        while bit > 1 {
            bit >>= 1;
            if me + bit < size {
                self.team.send(self.rank_at(me + bit), bytes).await;
            }
        }
    }

    /// Every member's `mine`, one after the other in rank order; all are equally long.
    pub async fn gather(&self, mine: &[u8]) -> Vec<u8> {
        let each = mine.len();
        let mut all = vec![0; each * self.team.size()];
        let at = self.team.rank() * each;
        all[at..at + each].copy_from_slice(mine);
        self.reduce(&all, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a |= b)).await
    }
}
