//! How collectives see one communicator: ranks from 0, a private context, and messages.
use super::ledger::Ledger;
use super::levels::Hierarchy;
use super::plan::{self, Facts, Machines};
use crate::group::Ranks;
use crate::unwinding;
use clump::{Endpoint, Mode, Patience, Rank, Region, Request, Select, Waiting};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll, Waker};

/// The way to the process's endpoint. It is held for one step at a time, so that a waiting collective stops nobody.
pub trait Entrance: Copy {
    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint) -> R) -> R;

    /// Moves the process's other schedules forward while one waits; true if any moved. Called outside `enter`.
    fn others(&self) -> bool {
        false
    }

    /// The same as the last look before this thread sleeps.
    fn others_and_sleep(&self) -> bool {
        false
    }
}

/// One collective call's view of its communicator.
///
/// Operations never fail half-way, so that no algorithm returns while a message may still land in its temporaries: a
/// message longer than the room for it is noted, and the call reports it at the end ([`Team::truncated`]).
pub struct Team<G: Entrance> {
    pub(super) gate: G,
    /// Job-wide number of each of the communicator's ranks.
    members: Ranks,
    /// Boxed, so that teams of one machine are no larger for it.
    pub(super) beyond: Option<Box<Beyond>>,
    rank: usize,
    context: u16,
    /// One for each collective call on the communicator, so that several may be under way.
    tag: i32,
    /// The MPI call, for `clump run --timeout`.
    call: u16,
    crowded: bool,
    /// See [`Facts::together`].
    together: bool,
    machines: Machines,
    /// The number of the members' group, if they share a board ([`super::board`]).
    pub(super) group: Option<usize>,
    /// The number of the group in which one rank of each machine broadcasts to the others (`group_bcast.rs`).
    pub(super) casts: Option<u16>,
    pub(super) truncated: AtomicBool,
    /// The job-wide rank that is being waited for.
    pub(super) peer: AtomicI32,
    pub(super) ledger: Ledger,
    /// The steps that this call has begun last on the board: the first, and how many.
    pub(super) begun: (AtomicU64, AtomicU64),
}

/// What a team knows beyond its members.
pub(super) enum Beyond {
    /// The other group, on an intercommunicator.
    Remote(Arc<Ranks>),
    /// The members are on several machines ([`super::levels`]).
    Machines(Several),
}

/// The machines of a team's members.
pub(super) struct Several {
    pub(super) levels: Arc<Hierarchy>,
    /// The number of the group that those of this machine have joined, if they share a board.
    pub(super) board: Option<usize>,
    /// True while the call waits for others of this machine, at that board.
    waits: AtomicBool,
}

/// A message on its way.
#[must_use = "its memory is free only when it is done"]
#[derive(Clone, Copy)]
pub struct Pending {
    request: Option<Request>,
    peer: Rank,
}

impl<G: Entrance> Team<G> {
    /// `rank` is this process's place in `members`. `context` is the communicator's own for collectives. `tag` and
    /// `crowded` (do ranks outnumber cores?) must be the same on all ranks. `call`: see [`Waiting::call`].
    pub fn new(gate: G, members: Ranks, rank: usize, context: u16, tag: i32, call: u16, crowded: bool) -> Self {
        unwinding::begin_call();
        Team {
            gate,
            members,
            beyond: None,
            rank,
            context,
            tag,
            call,
            crowded,
            together: false,
            machines: Machines::Alike,
            group: None,
            casts: None,
            truncated: AtomicBool::new(false),
            peer: AtomicI32::new(-2),
            ledger: Ledger::default(),
            begun: Default::default(),
        }
    }

    /// The same on an intercommunicator, whose local group has been given.
    pub fn face(&mut self, remote: Arc<Ranks>) {
        self.beyond = Some(Box::new(Beyond::Remote(remote)));
    }

    /// The other group of an intercommunicator, whose ranks are then what messages go to. The groups have no process in
    /// common, so that messages within one and between them cannot be taken for each other.
    pub fn far(&self) -> Option<Team<G>> {
        match self.beyond.as_deref() {
            Some(Beyond::Remote(remote)) => Some(self.among(Ranks::clone(remote), self.rank)),
            _ => None,
        }
    }

    /// The same call's team for other members, of whom this process is `rank`. No process may exchange messages with
    /// another through both.
    pub(super) fn among(&self, members: Ranks, rank: usize) -> Team<G> {
        let team = Team::new(self.gate, members, rank, self.context, self.tag, self.call, self.crowded);
        team.with_hosts_together(self.together)
    }

    /// The same where several hosts may share one machine's cores, of which all ranks of the call know alike.
    pub fn with_hosts_together(mut self, together: bool) -> Team<G> {
        self.together = together;
        self
    }

    /// The same on a communicator on several machines; those of this one share the board of the group `board`, if any.
    pub fn spread(&mut self, levels: Arc<Hierarchy>, board: Option<usize>) {
        self.machines = if levels.keep_order() { Machines::InOrder } else { Machines::Mixed };
        self.beyond = Some(Box::new(Beyond::Machines(Several { levels, board, waits: AtomicBool::new(false) })));
    }

    /// The communicator's machines, if there are several with several ranks.
    #[inline(always)]
    pub(super) fn several(&self) -> Option<&Several> {
        match self.beyond.as_deref() {
            Some(Beyond::Machines(machines)) => Some(machines),
            _ => None,
        }
    }

    /// The communicator's machines. Only hierarchical plans ask, which are made where there are several.
    pub(super) fn levels(&self) -> &Hierarchy {
        &self.several().expect("a hierarchical plan is made on several machines").levels
    }

    /// Does a part of the call at another team of its.
    pub(super) async fn part(&self, level: &Team<G>, part: impl Future<Output = ()>) {
        let mut part = pin!(part);
        poll_fn(|context| {
            let result = part.as_mut().poll(context);
            if result.is_pending() {
                // This team is the one that is asked what is waited for.
                self.waits(level);
            }
            result
        })
        .await;
        self.note(level);
    }

    /// Notes what this team's call waits for, and for whom, at another team of its.
    fn waits(&self, level: &Team<G>) {
        self.peer.store(level.peer.load(Relaxed), Relaxed);
        if let Some(machines) = self.several() {
            machines.waits.store(level.group.is_some(), Relaxed);
        }
    }

    /// True if what is waited for will be seen at a board.
    fn at_board(&self) -> bool {
        match self.several() {
            Some(machines) => machines.waits.load(Relaxed),
            None => self.group.is_some(),
        }
    }

    /// Notes what befell another team of the same call.
    pub(super) fn note(&self, other: &Team<G>) {
        if other.truncated() {
            self.truncated.store(true, Relaxed);
        }
    }

    /// With the board of a group that all members have joined or are about to join, in the communicator's order.
    pub fn with_group(mut self, group: Option<usize>) -> Self {
        self.group = group;
        self
    }

    /// With the group in which the first rank of each machine broadcasts to the others, if they have opened one, on a
    /// communicator on several machines.
    pub fn with_casts(mut self, casts: Option<u16>) -> Self {
        self.casts = casts;
        self
    }

    /// True if a non-blocking broadcast of that root's is best made by the group, and begins there with the call: the
    /// root is itself a member of the group, and need not wait for any other rank.
    pub fn casts_at_once(&self, root: usize, bytes: usize) -> bool {
        plan::nonblocking_machines(bytes).is_some_and(|least| self.machine_count() >= least)
            && self.several().is_none_or(|s| s.levels.is_leader(root))
    }

    /// Machines that the members are on, unless all are on one: then it means nothing.
    fn machine_count(&self) -> usize {
        self.several().map_or(self.size(), |s| s.levels.leaders().len() as usize)
    }

    /// The job-wide number of a rank.
    pub(super) fn job_rank(&self, rank: usize) -> u32 {
        self.members.job(rank as u32)
    }

    /// This call's tag.
    pub fn tag(&self) -> i32 {
        self.tag
    }

    /// This process's rank in the communicator.
    #[inline]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Ranks in the communicator.
    #[inline]
    pub fn size(&self) -> usize {
        self.members.len() as usize
    }

    /// Do ranks outnumber cores? Then every hop that waits costs a context switch.
    #[inline]
    pub fn crowded(&self) -> bool {
        self.crowded
    }

    /// What a plan is made from; `bytes` as in [`Facts`].
    #[inline(always)]
    pub fn facts(&self, bytes: usize) -> Facts {
        Facts {
            ranks: self.size(),
            bytes,
            crowded: self.crowded,
            together: self.together,
            board: self.group.is_some(),
            casts: self.casts.map_or(0, |_| self.machine_count()),
            machines: self.machines,
        }
    }

    /// Was any message longer than the room for it (MPI_ERR_TRUNCATE)?
    pub fn truncated(&self) -> bool {
        self.truncated.load(Relaxed)
    }

    /// Starts sending; `data` is free again once this is done.
    pub fn start_send(&self, to: usize, data: Region) -> Pending {
        let peer = self.members.job(to as u32);
        let request = self.gate.enter(|ep| ep.send(peer, self.context, self.tag, data, Mode::Standard));
        Pending { request, peer }
    }

    /// Starts receiving; `into` is filled once this is done.
    pub fn start_recv(&self, from: usize, into: Region) -> Pending {
        let peer = self.members.job(from as u32);
        let select = Select { context: self.context, source: Some(peer), tag: Some(self.tag) };
        let request = Some(self.gate.enter(|ep| ep.recv(select, into)));
        Pending { request, peer }
    }

    /// Ends when the message is done.
    pub async fn done(&self, pending: Pending) {
        let Some(request) = pending.request else {
            return;
        };
        let outcome = poll_fn(|_| match self.gate.enter(|ep| ep.test(request)) {
            Some(outcome) => Poll::Ready(outcome),
            None => {
                self.peer.store(pending.peer as i32, Relaxed);
                Poll::Pending
            }
        })
        .await;
        if outcome.truncated.is_some() {
            self.truncated.store(true, Relaxed);
        }
    }

    /// Ends when all messages are done.
    pub async fn all(&self, pending: impl IntoIterator<Item = Pending>) {
        for p in pending {
            self.done(p).await;
        }
    }

    pub async fn send(&self, to: usize, data: Region) {
        self.done(self.start_send(to, data)).await;
    }

    pub async fn recv(&self, from: usize, into: Region) {
        self.done(self.start_recv(from, into)).await;
    }

    /// Sends and receives at once.
    pub async fn exchange(&self, to: usize, data: Region, from: usize, into: Region) {
        let incoming = self.start_recv(from, into);
        let outgoing = self.start_send(to, data);
        self.done(incoming).await;
        self.done(outgoing).await;
    }

    fn waiting(&self) -> Waiting {
        Waiting { call: self.call, peer: self.peer.load(Relaxed), tag: self.tag, context: self.context }
    }
}

impl<G: Entrance> Drop for Team<G> {
    #[inline(always)]
    fn drop(&mut self) {
        if unwinding::operation_threw() {
            self.abandon();
        }
    }
}

impl<G: Entrance> Team<G> {
    /// Ends this rank's part of a call whose user operation has thrown: the steps on the board are posted empty and
    /// finished. Other ranks then report MPI_ERR_TRUNCATE, and the next call on the communicator finds the board free.
    #[cold]
    fn abandon(&self) {
        let (first, steps) = (self.begun.0.load(Relaxed), self.begun.1.load(Relaxed));
        let Some(number) = self.group.filter(|_| steps > 0) else { return };
        self.gate.enter(|ep| {
            if let Some(group) = ep.group(number) {
                (first..first + steps).for_each(|step| group.abandon(step));
            }
        });
    }
}

/// A rank that waits at a board looks at the network once in so many rounds.
const ROUNDS: u32 = 4;

/// Runs a collective to its end, resting by the process's one waiting policy.
pub fn block<G: Entrance, T>(team: &Team<G>, collective: impl Future<Output = T>) -> T {
    let mut collective = pin!(collective);
    let mut context = Context::from_waker(Waker::noop());
    let mut patience = Patience::default();
    let mut tired = false;
    loop {
        if let Poll::Ready(result) = collective.as_mut().poll(&mut context) {
            if !patience.is_fresh() {
                team.gate.enter(|ep| ep.stop_waiting(&patience));
            }
            return result;
        }
        // Another thread may have made our progress, so every round looks again, whoever moved what.
        let blind = team.at_board() && patience.looks() % ROUNDS != ROUNDS - 1;
        let skip = blind && !tired;
        if !skip && (team.gate.enter(|ep| ep.progress()) || team.gate.others()) {
            patience.moved();
            continue;
        }
        let pause = team.gate.enter(|ep| ep.pause(&mut patience, team.waiting()));
        // Nobody falls asleep who has not just looked at everything.
        tired = pause.is_sleep();
        if !tired {
            pause.rest();
        } else if !skip {
            // Once more with the flag up: another thread rings only those whose flag it sees.
            match collective.as_mut().poll(&mut context) {
                Poll::Ready(result) => {
                    team.gate.enter(|ep| ep.stop_waiting(&patience));
                    return result;
                }
                Poll::Pending if team.gate.others_and_sleep() => {}
                Poll::Pending => pause.rest(),
            }
        }
    }
}
