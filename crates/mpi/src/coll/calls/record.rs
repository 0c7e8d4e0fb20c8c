//! Records each collective call, so that the launcher's report of a hanging job names the first call on which ranks
//! disagree; with `clump run --check`, the ranks compare the records at each call.
use super::process::EndpointEntrance;
use crate::abi;
use crate::calls::with_int;
use crate::error::{Call, Result, error};
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::objects::context::tags::COMPARISONS;
use crate::objects::op::names;
use crate::objects::traced;
use crate::state::State;
use clump::driver::CollectiveRecord;
use clump_coll::Ranks;
use clump_coll::{Scratch, Team, block, unless_departed};
use std::pin::pin;

/// What all members of a communicator must pass alike to one collective call.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    root: i32,
    bytes: u64,
    op: u16,
}

impl Shape {
    /// The shape of a call whose members may pass different lengths, without a root.
    pub const ANY: Shape = Shape { root: CollectiveRecord::NO_ROOT, bytes: CollectiveRecord::ANY_BYTES, op: 0 };

    /// Returns the shape with this root.
    pub fn rooted(self, root: usize) -> Shape {
        Shape { root: root as i32, ..self }
    }

    /// Returns the shape with a length of `bytes` for each member.
    pub fn bytes(self, bytes: usize) -> Shape {
        Shape { bytes: bytes as u64, ..self }
    }

    /// Returns the shape with an operation, by its number in [`clump_coll::Fold::number`].
    pub fn op(self, op: u16) -> Shape {
        Shape { op, ..self }
    }
}

/// Returns a hash of the communicator's members, equal on all of them.
fn hash(comm: &Comm) -> u16 {
    let mix = |rank: u32| (u64::from(rank) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
    let sum = |all: &clump_coll::Ranks| all.iter().fold(0u64, |sum, rank| sum.wrapping_add(mix(rank)));
    let all = if comm.is_inter() { sum(&comm.local).wrapping_add(sum(&comm.peers)) } else { sum(&comm.local) };
    (all >> 16) as u16 ^ all as u16
}

/// Returns the record of the next call on a communicator; `None` before the communicator's first call.
#[inline(always)]
fn coming(comm: &Comm, call: Call, shape: Shape) -> Option<CollectiveRecord> {
    Some(CollectiveRecord {
        communicator: (comm.context, comm.coll.members?),
        number: comm.coll.count(),
        call: call.0,
        op: shape.op,
        root: shape.root,
        bytes: shape.bytes,
    })
}

impl State {
    /// Computes the hash of a communicator's members. Two communicators that have had one context after another have
    /// different hashes, because their calls count anew.
    #[cold]
    fn identify(&mut self, comm: abi::Comm) -> Result {
        let c = self.comm(comm)?;
        let members = hash(c) ^ self.contexts.time_of(c.context) as u16;
        self.comm_mut(comm)?.coll.members = Some(members);
        Ok(())
    }

    /// Records the next call on a communicator. Returns the comparison to make before the call if the members compare
    /// their calls (`clump run --check`).
    #[inline(always)]
    pub(crate) fn record(&mut self, call: Call, comm: abi::Comm, shape: Shape) -> Result<Option<CallComparison>> {
        let record = self.record_plainly(call, comm, shape)?;
        let comm = self.comm(comm)?;
        if traced::is_on() {
            traced::on_context(comm.context);
        }
        Ok(self.coll.checks.then(|| CallComparison::new(comm, record)))
    }

    /// Records the next call on a communicator, where calls are neither compared nor traced.
    #[inline(always)]
    pub(super) fn record_plainly(&mut self, call: Call, comm: abi::Comm, shape: Shape) -> Result<CollectiveRecord> {
        let record = match coming(self.comm(comm)?, call, shape) {
            Some(record) => record,
            None => {
                self.identify(comm)?;
                coming(self.comm(comm)?, call, shape).ok_or_else(|| error(abi::MPI_ERR_INTERN, ""))?
            }
        };
        self.endpoint().record_collective(record);
        Ok(record)
    }
}

/// The comparison of this rank's call with the call of the previous member, which ends the job if they disagree. Every
/// member compares, so that a disagreement anywhere on the communicator is found.
pub struct CallComparison {
    team: Team<EndpointEntrance>,
    own: CollectiveRecord,
}

impl CallComparison {
    #[cold]
    fn new(comm: &Comm, own: CollectiveRecord) -> CallComparison {
        let (members, me) = comm.everyone();
        let (context, tag) = (comm.collective_context(), COMPARISONS | own.number as i32);
        let team = Team::new(EndpointEntrance, Ranks::clone(&members), me as usize, context, tag, own.call, true);
        // A comparison runs no function of the program, which could throw: nothing of it is ever abandoned.
        team.end_call();
        CallComparison { team, own: CollectiveRecord { call: with_int(own.call), ..own } }
    }

    /// Compares, for a blocking call. The caller must not hold a guard.
    ///
    /// If a member has left the job, the call itself finds that and tells the others: some of them may have compared.
    pub fn wait(&self) {
        let _ = block(&self.team, self.compare());
    }

    /// Compares within a schedule, as [`CallComparison::wait`] does.
    pub async fn run(&self) {
        let _ = unless_departed(&[&self.team], pin!(Some(self.compare()))).await;
    }

    async fn compare(&self) {
        let (me, n, own) = (self.team.rank(), self.team.size(), self.own);
        if n == 1 {
            return;
        }
        let (next, previous) = ((me + 1) % n, (me + n - 1) % n);
        let words = own.to_words();
        let (sent, received) = (Scratch::new(size_of_val(&words)), Scratch::new(size_of_val(&words)));
        words.iter().enumerate().for_each(|(at, word)| sent.region().set(at, *word));
        self.team.exchange(next, sent.region(), previous, received.region()).await;
        let other = CollectiveRecord::of_words([0, 1, 2].map(|at| received.region().get(at)));
        if !own.agrees(&other) {
            let comm = match own.communicator.0 / 2 {
                0 => "MPI_COMM_WORLD".to_owned(),
                n => format!("communicator {n}"),
            };
            let text = format!(
                "ranks disagree about collective {} of {comm}: its rank {me} called {}, and its rank {previous} called \
                 {} (found by --check)",
                own.number,
                describe(&own),
                describe(&other)
            );
            gate::enter().endpoint().abort(1, &text);
        }
    }
}

fn describe(record: &CollectiveRecord) -> String {
    record.describe(Call(record.call).name(), names::name(record.op))
}
