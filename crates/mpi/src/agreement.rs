//! Small exchanges by which the members of a new communicator agree on its context. Bytes travel along a binomial tree
//! to the member at the top, and back. The exchanges run on the parent's collective context, as a blocking call or as a
//! schedule. Two groups without a common parent have a tree each, and a bridge connects the top members of these trees.
use crate::coll::{CallComparison, EndpointEntrance, Shape, ended};
use crate::error::{Call, Result};
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::objects::context::numbers::{AgreementKey, Late, PARENTLESS};
use crate::objects::context::tags::{BRIDGE, GROUP};
use crate::state::State;
use clump::driver::{Region, Waiting};
use clump_coll::Ranks;
use clump_coll::memory::{lent_buffer, lent_copy};
use clump_coll::tags::notice_tag;
use clump_coll::{Team, block_as, unless_departed};
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Returns the tag and the key of an exchange without a parent communicator, whose members all know `identity`.
fn parentless(identity: u64) -> (i32, AgreementKey) {
    let tag = GROUP | (identity & 0x3fff_ffff) as i32;
    (tag, (PARENTLESS, tag, (identity >> 32) as u32))
}

/// An agreement among the processes that together make a communicator: on its context, and on any other value that all
/// of them must share.
pub struct Agreement {
    team: Team<EndpointEntrance>,
    key: AgreementKey,
    /// The member at the tree's top.
    top: usize,
    /// On a leader of one of two groups, the connection to the other group's leader; `None` on all other members.
    bridge: Option<Bridge>,
    /// The descriptor of the file that the call is on, for reports.
    file: Option<i32>,
    /// What the first exchange compares before.
    comparison: Mutex<Option<CallComparison>>,
}

/// The connection from a group's leader to the other group's leader.
pub struct Bridge {
    team: Team<EndpointEntrance>,
    to: usize,
    key: AgreementKey,
    /// True on one of the two leaders.
    first: bool,
}

impl Bridge {
    /// Connects this process to rank `to` of `peer`'s processes. `to` must be below the number of these processes.
    pub fn new(call: Call, peer: &Comm, to: u32, tag: i32) -> Bridge {
        let tag = BRIDGE + tag.rem_euclid(1 << 29);
        let context = peer.collective_context();
        let leaders = (peer.local.job(peer.rank), peer.peers.job(to));
        let team =
            Team::new(EndpointEntrance, Ranks::clone(&peer.peers), peer.rank as usize, context, tag, call.0, true);
        let key = (peer.context, tag, leaders.0.min(leaders.1));
        Bridge { team, to: to as usize, key, first: leaders.0 < leaders.1 }
    }

    /// Connects this process, with job rank `own`, to the process with job rank `other`, without a common communicator.
    pub fn parentless(call: Call, own: u32, other: u32, identity: u64) -> Bridge {
        let (tag, key) = parentless(identity);
        let pair = Ranks::of(&[own.min(other), own.max(other)]);
        let (me, to) = (usize::from(own > other), usize::from(own < other));
        let team = Team::new(EndpointEntrance, pair, me, PARENTLESS, tag, call.0, true).with_returning_members();
        // An agreement runs no function of the program, which could throw: nothing of it is ever abandoned.
        team.end_call();
        Bridge { team, to, key, first: own < other }
    }

    /// Returns true on one of the two leaders.
    pub fn is_first(&self) -> bool {
        self.first
    }

    /// Sends `mine` to the other leader, and returns the other leader's bytes, which must have an equal length.
    async fn swap(&self, mine: &[u8]) -> Vec<u8> {
        let (out, other) = (lent_copy(mine), lent_buffer(mine.len()));
        self.team.exchange(self.to, out.region(), self.to, other.region()).await;
        other.region().to_vec()
    }

    /// Sends words of any length to the other leader, and returns the other leader's words.
    pub async fn swap_words(&self, mine: &[u8]) -> Vec<u8> {
        let len = self.swap(&(mine.len() as u32).to_ne_bytes()).await;
        let (out, other) = (lent_copy(mine), lent_buffer(number(&len, 0) as usize));
        self.team.exchange(self.to, out.region(), self.to, other.region()).await;
        other.region().to_vec()
    }

    /// Sends the local group's job ranks to the other leader, and returns the other group's job ranks as bytes.
    async fn groups(&self, local: &Ranks) -> Vec<u8> {
        let mine: Vec<u8> = local.iter().flat_map(u32::to_ne_bytes).collect();
        self.swap_words(&mine).await
    }
}

/// Returns number `i` of the 32-bit numbers in `bytes`, or 0 if `bytes` is too short.
pub fn number(bytes: &[u8], i: usize) -> u32 {
    bytes.get(4 * i..4 * i + 4).map_or(0, |b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
}

impl Agreement {
    /// Makes an agreement among all members of a communicator (see [`Comm::everyone`]), for a blocking call.
    pub fn of(s: &mut State, call: Call, comm: crate::abi::Comm) -> Result<Agreement> {
        Agreement::of_sequence(s, call, comm, Sequence::Blocking)
    }

    /// Makes an agreement among all members of a communicator, for the next call of the given sequence.
    pub fn of_sequence(s: &mut State, call: Call, comm: crate::abi::Comm, sequence: Sequence) -> Result<Agreement> {
        let comparison = Mutex::new(s.record(call, comm, Shape::ANY)?);
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
        Ok(Agreement { team, key, top: 0, bridge: None, file: None, comparison })
    }

    /// Makes an agreement among some members, of which this process is number `me`. Agreements that run simultaneously
    /// must have different `tag`s.
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
        team.end_call();
        Agreement { team, key: (comm.context, tag, 0), top: 0, bridge: None, file: None, comparison: Mutex::default() }
    }

    /// Makes an agreement among processes without a common communicator, of which this process is number `me`.
    /// Agreements that run simultaneously must have different identities.
    pub fn parentless(call: Call, members: Arc<Ranks>, me: u32, identity: u64) -> Agreement {
        let (tag, key) = parentless(identity);
        let members = Ranks::clone(&members);
        let team =
            Team::new(EndpointEntrance, members, me as usize, PARENTLESS, tag, call.0, true).with_returning_members();
        team.end_call();
        Agreement { team, key, top: 0, bridge: None, file: None, comparison: Mutex::default() }
    }

    /// Names the file that the call is on by its descriptor. Reports show the file while this process waits.
    pub fn on_file(mut self, descriptor: i32) -> Agreement {
        self.file = Some(descriptor);
        self
    }

    /// Makes the exchanges give up at this time.
    pub fn until(mut self, until: Instant) -> Agreement {
        self.team = self.team.until(until);
        self
    }

    /// Makes member `top` the top of the tree.
    pub fn under(mut self, top: usize) -> Agreement {
        self.top = top;
        self
    }

    /// Exchanges groups over the bridge of the top member. Returns the other group's job ranks in order, and the key of
    /// the agreement between the groups; returns `None` if the top member has no bridge.
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

    /// Joins this agreement with the other group's agreement.
    pub fn joined(mut self, bridge: Option<Bridge>, key: AgreementKey) -> Agreement {
        (self.bridge, self.key) = (bridge, key);
        self
    }

    /// Returns the members, for messages beside the exchanges.
    pub fn team(&self) -> &Team<EndpointEntrance> {
        &self.team
    }

    /// Returns which messages of an exchange that has failed may arrive late: its own, and notices of its failure.
    pub fn late_messages(&self) -> [Late; 2] {
        let tag = self.team.tag();
        let context = self.team.context();
        [tag, notice_tag(tag)].map(|tag| (context..context + 1, Some(tag)))
    }

    pub fn key(&self) -> AgreementKey {
        self.key
    }

    /// Blocks until an exchange has ended. Returns MPI_ERR_PROC_ABORTED if a member that has not done its part has left
    /// the job. The caller must not hold a guard.
    pub fn wait<T>(&self, exchange: impl Future<Output = T>) -> Result<T> {
        self.wait_over(self.bridge.as_ref(), exchange)
    }

    /// Blocks until an exchange has ended, as [`Agreement::wait`] does, that also goes over `bridge`.
    pub fn wait_over<T>(&self, bridge: Option<&Bridge>, exchange: impl Future<Output = T>) -> Result<T> {
        if let Some(comparison) = self.comparison() {
            comparison.wait();
        }
        let end = block_as(&self.teams(bridge), exchange, || match self.file {
            Some(descriptor) => Waiting { peer: Waiting::FILE, tag: descriptor, ..self.team.waiting() },
            None => self.team.waiting(),
        });
        ended(&self.team, end)
    }

    /// Runs an exchange within a schedule. Returns MPI_ERR_PROC_ABORTED if a member that has not done its part has left
    /// the job.
    pub async fn run<T>(&self, exchange: impl Future<Output = T>) -> Result<T> {
        if let Some(comparison) = self.comparison() {
            comparison.run().await;
        }
        ended(&self.team, unless_departed(&self.teams(self.bridge.as_ref()), pin!(Some(exchange))).await)
    }

    fn comparison(&self) -> Option<CallComparison> {
        self.comparison.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn teams<'a>(&'a self, bridge: Option<&'a Bridge>) -> Vec<&'a Team<EndpointEntrance>> {
        [&self.team].into_iter().chain(bridge.map(|bridge| &bridge.team)).collect()
    }

    /// Returns the combination of all members' `mine`. `join` combines two values and must be commutative and
    /// associative. All `mine` must have equal lengths.
    pub async fn reduce(&self, mine: &[u8], join: impl Fn(&mut [u8], &[u8])) -> Vec<u8> {
        let (me, size) = (self.place(), self.team.size());
        let mut all = mine.to_vec();
        let mut bit = 1;
        while bit < size {
            if me & bit != 0 {
                let up = lent_copy(&all);
                self.team.send(self.rank_at(me - bit), up.region()).await;
                break;
            }
            if me + bit < size {
                let other = lent_buffer(all.len());
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

    /// Returns the top member's bytes on every member. All members must pass equal lengths.
    async fn spread(&self, bytes: &[u8]) -> Vec<u8> {
        let bytes = lent_copy(bytes);
        self.down(bytes.region()).await;
        bytes.region().to_vec()
    }

    fn place(&self) -> usize {
        (self.team.rank() + self.team.size() - self.top) % self.team.size()
    }

    fn rank_at(&self, place: usize) -> usize {
        (place + self.top) % self.team.size()
    }

    /// Passes the top member's bytes down the tree to all members.
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

    /// Returns all members' `mine` in rank order. All `mine` must have equal lengths.
    pub async fn gather(&self, mine: &[u8]) -> Vec<u8> {
        let each = mine.len();
        let mut all = vec![0; each * self.team.size()];
        let at = self.team.rank() * each;
        all[at..at + each].copy_from_slice(mine);
        self.reduce(&all, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a |= b)).await
    }
}
