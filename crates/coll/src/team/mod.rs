//! The view that one collective call has of its communicator: ranks from 0, a private context, and messages.
mod abandonment;
mod abandonment_state;
pub mod at_once;
pub mod blocking;
pub mod board;
pub mod departure;
mod ledger;
pub mod levels;
pub mod messages;
pub mod scratch;

use crate::Ranks;
use crate::plan::{self, Facts, Machines};
use crate::unwinding;
use abandonment_state::Abandonment;
use clump::driver::{Endpoint, Local, Rank, Waiting};
use ledger::Ledger;
use levels::Hierarchy;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Access to the process's endpoint. A caller holds the endpoint for one step at a time, so that a waiting collective
/// blocks no other thread.
pub trait Entrance: Copy {
    /// The fabric that the endpoint works over.
    type Fabric: Local;

    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint<Self::Fabric>) -> R) -> R;

    /// Makes progress on the process's other schedules while this call waits. Returns true if a schedule moved on. The
    /// caller must not be inside `enter`.
    fn others(&self) -> bool {
        false
    }

    /// Keeps a communicator's contexts taken for ever, because messages of an abandoned call may still arrive on them.
    /// The caller must not be inside `enter`.
    fn retire_context(&self, _collective_context: u16) {}

    /// Makes progress on the process's other schedules for the last time before this thread sleeps. Returns true if a
    /// schedule moved on.
    fn others_and_sleep(&self) -> bool {
        false
    }

    /// Tells tools, before this thread sleeps, what has happened; `late` is what the call waits for, at its first
    /// sleep. Returns true if anything was told.
    fn tell_before_sleep(&self, _late: Option<Waiting>) -> bool {
        false
    }
}

/// No rank, and a rank that is not known ([`Team::misfit`]).
const NONE: Rank = Rank::MAX;
const UNKNOWN: Rank = Rank::MAX - 1;

/// The endpoint, the members and the progress of one collective call.
///
/// No operation fails half-way, so that no algorithm returns while a message may still arrive in its temporary memory.
/// If a message is longer than its receive buffer, the team records the truncation, and the call reports it at the end
/// ([`Team::truncated`]).
pub struct Team<G: Entrance> {
    pub(crate) gate: G,
    /// The job-wide number of each of the communicator's ranks.
    pub(crate) members: Ranks,
    /// The remote group or the machines, if any. Boxed to keep teams of one machine small.
    pub(crate) beyond: Option<Box<Beyond>>,
    rank: usize,
    pub(crate) context: u16,
    /// The tag of the call's messages. Each collective call on the communicator has another tag, so that several calls
    /// may be in flight.
    pub(crate) tag: i32,
    /// The MPI call, which `clump run --timeout` shows.
    call: u16,
    oversubscribed: bool,
    /// These have the meaning of the fields of [`Facts`].
    hosts_share_cores: bool,
    apart: bool,
    /// True if a member that has left the job may come back and take part.
    may_return: bool,
    machines: Machines,
    /// The number of the members' group if the members share a board ([`crate::team::board`]).
    pub(crate) group: Option<usize>,
    /// The number of the multicast group, which has one rank of each machine (`group_bcast.rs`).
    pub(crate) broadcasts: Option<u16>,
    /// The job-wide rank whose data had another length than this rank's buffer, [`UNKNOWN`] or [`NONE`].
    misfit: AtomicU32,
    /// The job-wide rank that this call waits for.
    pub(crate) peer: AtomicI32,
    pub(crate) ledger: Ledger,
    /// The steps that this call most recently began on the board: the first step, and the number of steps.
    pub(crate) begun: (AtomicU64, AtomicU64),
    /// See `abandonment.rs`.
    pub(crate) abandonment: Abandonment,
    /// When the call fails, if it must end by a time.
    pub(crate) until: Option<Instant>,
}

/// The remote group, or the machines, of a team that spans more than one group on one machine.
pub(crate) enum Beyond {
    /// The remote group of an intercommunicator.
    Remote(Arc<Ranks>),
    /// The machines, if the members are on several machines ([`crate::team::levels`]).
    Machines(Several),
}

/// The machines of a team's members.
pub(crate) struct Several {
    pub(crate) levels: Arc<Hierarchy>,
    /// The number of the group of each machine's members, if the ranks of each machine with several ranks share a
    /// board; equal on all ranks.
    board: Option<usize>,
    /// True while the call waits at this machine's board for other ranks of this machine.
    waits: AtomicBool,
}

impl<G: Entrance> Team<G> {
    /// Makes a team. `rank` is this process's rank in `members`; `context` is the communicator's context for
    /// collectives; `call` is an index as in [`Waiting::call`]. `tag` and `oversubscribed` (ranks outnumber cores) must
    /// be equal on all ranks.
    pub fn new(gate: G, members: Ranks, rank: usize, context: u16, tag: i32, call: u16, oversubscribed: bool) -> Self {
        unwinding::begin_call();
        Team {
            gate,
            members,
            beyond: None,
            rank,
            context,
            tag,
            call,
            oversubscribed,
            hosts_share_cores: false,
            apart: false,
            may_return: false,
            machines: Machines::Alike,
            group: None,
            broadcasts: None,
            misfit: AtomicU32::new(NONE),
            peer: AtomicI32::new(-2),
            ledger: Ledger::default(),
            begun: Default::default(),
            abandonment: Abandonment::default(),
            until: None,
        }
    }

    /// Makes the call fail at this time if it has not ended.
    pub fn until(mut self, until: Instant) -> Self {
        self.until = Some(until);
        self
    }

    /// Prepares the team for a further call with the same members and tag, after the former call has ended.
    pub fn begin_again(&self) {
        unwinding::begin_call();
        self.forget_misfit();
        self.abandonment.begin_again();
    }

    /// Ends the call. No exception that the thread has seen concerns this call from then on, and dropping the team does
    /// not enter the gate.
    pub fn end_call(&self) {
        self.begun.1.store(0, Relaxed);
        self.abandonment.end();
    }

    /// Sets the remote group of an intercommunicator; the team's members are the local group.
    pub fn face(&mut self, remote: Arc<Ranks>) {
        self.beyond = Some(Box::new(Beyond::Remote(remote)));
    }

    /// Returns a team whose messages go to an intercommunicator's remote group, or `None` on an intracommunicator. The
    /// remote group shares no process with the local group.
    pub fn far(&self) -> Option<Team<G>> {
        match self.beyond.as_deref() {
            Some(Beyond::Remote(remote)) => Some(self.among(Ranks::clone(remote), self.rank)),
            _ => None,
        }
    }

    /// Returns a team of this call with other members, among which this process is `rank`. A process must not
    /// exchange messages with another process through both teams.
    pub(crate) fn among(&self, members: Ranks, rank: usize) -> Team<G> {
        let mut team = Team::new(self.gate, members, rank, self.context, self.tag, self.call, self.oversubscribed);
        team.abandonment = Abandonment::of_part();
        team.may_return = self.may_return;
        team.with_hosts(self.hosts_share_cores)
    }

    /// Sets whether several hosts share one machine's cores. All ranks pass equal values.
    pub fn with_hosts(mut self, share_cores: bool) -> Team<G> {
        self.hosts_share_cores = share_cores;
        self
    }

    /// Declares that each of several members is on a host of its own (`true`). All ranks pass equal values.
    pub fn with_apart(mut self, apart: bool) -> Team<G> {
        self.apart = apart;
        self
    }

    /// Declares that a member which has left the job may come back and take part, as a process does that opens another
    /// session: only the end of its process fails the call.
    pub fn with_returning_members(mut self) -> Team<G> {
        self.may_return = true;
        self
    }

    /// Sets the machines of a communicator on several machines, and the group `board` of each machine's members, or
    /// `None` if they share no board. All ranks pass equal values, also a rank that is alone on its machine.
    pub fn spread(&mut self, levels: Arc<Hierarchy>, board: Option<usize>) {
        self.machines = if levels.keep_order() { Machines::InOrder } else { Machines::Mixed };
        self.beyond = Some(Box::new(Beyond::Machines(Several { levels, board, waits: AtomicBool::new(false) })));
    }

    /// Returns the team of this machine's ranks within a call on several machines.
    pub(crate) fn inside(&self) -> Team<G> {
        let levels = self.levels();
        let board = self.several().and_then(|m| m.board).filter(|_| levels.here().len() > 1);
        self.among(levels.here().clone(), levels.place()).with_group(board)
    }

    /// Returns the communicator's machines, or `None` unless there are several machines with several ranks.
    #[inline(always)]
    pub(crate) fn several(&self) -> Option<&Several> {
        match self.beyond.as_deref() {
            Some(Beyond::Machines(machines)) => Some(machines),
            _ => None,
        }
    }

    /// Returns the communicator's machines. Only hierarchical plans may call `levels`: they exist only on several
    /// machines.
    pub fn levels(&self) -> &Hierarchy {
        &self.several().expect("a hierarchical plan is made on several machines").levels
    }

    /// Runs a part of the call on `level`, another team of the call.
    pub(crate) async fn part(&self, level: &Team<G>, part: impl Future<Output = ()>) {
        let mut part = pin!(part);
        poll_fn(|context| {
            let result = part.as_mut().poll(context);
            if result.is_pending() {
                // Copy to this team for which rank `level` waits, from which `clump run --timeout` reads it.
                self.waits(level);
            }
            result
        })
        .await;
        if let Some(machines) = self.several() {
            machines.waits.store(false, Relaxed);
        }
        self.note(level);
    }

    /// Records that this call now waits at `level`, and for which rank it waits.
    fn waits(&self, level: &Team<G>) {
        self.peer.store(level.peer.load(Relaxed), Relaxed);
        if let Some(machines) = self.several() {
            machines.waits.store(level.group.is_some(), Relaxed);
        }
    }

    /// Returns true if this call waits at a board.
    pub(crate) fn at_board(&self) -> bool {
        match self.several() {
            Some(machines) => machines.waits.load(Relaxed),
            None => self.group.is_some(),
        }
    }

    /// Records a truncation in this team if `other`, another team of this call, has recorded one.
    pub(crate) fn note(&self, other: &Team<G>) {
        if other.truncated() {
            self.misfit.store(other.misfit.load(Relaxed), Relaxed);
        }
        self.abandonment.note(&other.abandonment);
    }

    /// Sets the group whose board the team uses. All members have joined or are about to join the group, in the
    /// communicator's order.
    pub fn with_group(mut self, group: Option<usize>) -> Self {
        self.group = group;
        self
    }

    /// Sets the multicast group of the machines' first ranks, or `None` if they have opened no group.
    pub fn with_broadcasts(mut self, broadcasts: Option<u16>) -> Self {
        self.broadcasts = broadcasts;
        self
    }

    /// Returns true if a non-blocking broadcast from `root` should use the multicast group and begin during the call.
    /// The root is then a member of the group and need not wait for any other rank.
    pub fn leaves_at_once_by_group(&self, root: usize, bytes: usize) -> bool {
        plan::nonblocking_machines(bytes).is_some_and(|least| self.machine_count() >= least)
            && self.several().is_none_or(|s| s.levels.is_leader(root))
    }

    /// Returns the number of machines of the members. The number means nothing if all members are on one machine.
    fn machine_count(&self) -> usize {
        self.several().map_or(self.size(), |s| s.levels.leaders().len() as usize)
    }

    /// Returns the job-wide rank of the communicator's rank `rank`.
    pub(crate) fn job_rank(&self, rank: usize) -> u32 {
        self.members.job(rank as u32)
    }

    /// Returns true if all members share a board.
    pub fn shares_board(&self) -> bool {
        self.group.is_some()
    }

    /// Returns the job-wide numbers of the members, in the order of their ranks.
    pub fn members(&self) -> &Ranks {
        &self.members
    }

    /// Returns the context of the call's messages.
    pub fn context(&self) -> u16 {
        self.context
    }

    /// Returns this call's tag.
    pub fn tag(&self) -> i32 {
        self.tag
    }

    /// Returns the call, an index as in [`Waiting::call`].
    pub fn call(&self) -> u16 {
        self.call
    }

    /// Returns this process's rank in the communicator.
    #[inline]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of ranks in the communicator.
    #[inline]
    pub fn size(&self) -> usize {
        self.members.len() as usize
    }

    /// Returns true if ranks outnumber cores; every hop at which a rank waits then costs a context switch.
    #[inline]
    pub fn oversubscribed(&self) -> bool {
        self.oversubscribed
    }

    /// Returns true if members are on several hosts.
    pub(crate) fn is_between_hosts(&self) -> bool {
        self.apart || self.several().is_some()
    }

    /// Returns the facts from which a plan is made. `bytes` has the meaning of [`Facts`]'s field.
    #[inline(always)]
    pub fn facts(&self, bytes: usize) -> Facts {
        Facts {
            ranks: self.size(),
            bytes,
            oversubscribed: self.oversubscribed,
            hosts_share_cores: self.hosts_share_cores,
            apart: self.apart,
            board: self.group.is_some(),
            broadcasts: self.broadcasts.map_or(0, |_| self.machine_count()),
            machines: self.machines,
            crowd: self.several().map_or(0, |m| m.board.map_or(0, |_| m.levels.crowd())),
        }
    }

    /// Records that this rank's buffer has another length than the data of another rank.
    #[cold]
    pub(crate) fn note_truncation(&self) {
        self.misfit.store(UNKNOWN, Relaxed);
    }

    /// Records that this rank's buffer has another length than the data of job-wide rank `of`.
    #[cold]
    pub(crate) fn note_truncation_of(&self, of: Rank) {
        self.misfit.store(of, Relaxed);
    }

    /// Forgets what a former call with this team has recorded.
    pub(crate) fn forget_misfit(&self) {
        self.misfit.store(NONE, Relaxed);
    }

    /// Returns true if a message was longer than its receive buffer (MPI_ERR_TRUNCATE).
    pub fn truncated(&self) -> bool {
        self.misfit.load(Relaxed) != NONE
    }

    /// Returns the job-wide rank whose data did not fit, if it is known.
    pub fn misfit(&self) -> Option<Rank> {
        Some(self.misfit.load(Relaxed)).filter(|&of| of < UNKNOWN)
    }

    /// Returns what reports say of a rank that waits in this call.
    pub fn waiting(&self) -> Waiting {
        Waiting { call: self.call, peer: self.peer.load(Relaxed), tag: Waiting::NO_TAG, context: self.context }
    }
}
