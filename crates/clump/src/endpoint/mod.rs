//! A rank's endpoint: its number in the job, and its message queues.
mod bare;
mod broadcast_memory;
mod broadcast_port;
mod broadcasts;
mod copies;
mod departed;
mod far;
mod faults;
mod group;
mod handled;
mod helper;
mod joint;
mod joint_state;
mod leave;
mod local;
mod membership;
mod memory;
mod observed;
#[cfg(test)]
mod other_fabric_tests;
mod owner_ports;
mod port;
mod progress;
mod reach;
mod reports;
mod request;
mod tuned;
mod unguaranteed;
mod unread;
pub mod views;
mod window_memory;

pub use bare::{BareNetwork, FramesReceived, WantedRange};
pub use broadcasts::{Broadcast, BroadcastLost};
pub use departed::Departed;
pub use faults::Sighting;
pub use group::{GROUPS, Group, GroupOf, POST};
pub use handled::PeerWatch;
pub use joint::ProcessName;
pub use leave::is_ending;
pub(crate) use local::BellOf;
pub use local::{JobOf, Local};
pub use observed::{NetworkCounters, Traffic};
pub use port::Arrived;
pub use progress::Waited;
pub use request::{FarOp, Matched, Request};
pub use unread::WholeBytes;

use crate::bootstrap::{self, Job, Launcher};
use crate::copy::Native;
use crate::error::Error;
use crate::hosts::Hosts;
use crate::standard_fabric::dressed;
use crate::standard_fabric::{Standard, standard};
use crate::waiting::{Patience, Pause, Policy};
use clump_core::{Counters, Engine, Limits, Mode, Outcome, Rank, Select};
use clump_fabric::local::{LocalJob, LocalTx, Phase, RankPage};
use clump_fabric::mem::{Region, Scattered};
use clump_fabric::shm::{Segment, Shm, Waiting};
use clump_fabric::{Fabric, Rx, Tx, Unwrapped};
use group::Groups;
use joint_state::Joint;
use local::{ClockOf, SleeperOf};
use memory::Memory;
use port::Port;
use std::sync::Arc;

/// The port of a call that runs while no frame is being received.
type CallPort<'a, F> = Port<'a, <F as Fabric>::Tx, <<F as Fabric>::Rx as Rx>::Body<'static>>;

/// A rank's endpoint: its number in the job, and its message queues.
pub struct Endpoint<F: Local = Standard> {
    pub(crate) engine: Engine,
    pub(crate) tx: F::Tx,
    pub(crate) rx: F::Rx,
    pub(crate) memory: Memory,
    pub(crate) native: Native<JobOf<F>>,
    /// The error, a sentence, if the system had no memory for a ring.
    pub(crate) pending_error: Option<std::io::Error>,
    /// What this rank tells its peers and the launcher.
    pub(crate) page: <JobOf<F> as LocalJob>::Page,
    pub(crate) policy: Policy<BellOf<F>, <JobOf<F> as LocalJob>::Neighbours>,
    pub(crate) groups: Groups<<JobOf<F> as LocalJob>::Rows>,
    pub(crate) job: JobOf<F>,
    /// The least start of the next group that broadcasts between machines (`broadcasts.rs`).
    broadcast_start: u64,
    /// The clock of broadcast groups and of checks for lost peers.
    clock: ClockOf<F>,
    /// The machines of the job, if there are several.
    hosts: Option<Arc<Hosts>>,
    rank: Rank,
    joints: Vec<Joint<JobOf<F>>>,
    /// What the processes of joint jobs may reach.
    border: Arc<crate::border::Border>,
    /// See `joint.rs`.
    next_number: Rank,
    parent_port: Option<String>,
    /// The most frames to take from one peer in one poll.
    pub(crate) burst: usize,
    /// Size of the pushed buffer in bytes, as it was last set.
    pushed_buffer: u64,
    /// True if something has changed since the last call of [`made_progress`](Self::made_progress).
    pub(crate) made_progress: bool,
    /// See [`is_drained`](Self::is_drained).
    pub(crate) drained: bool,
    /// See `helper.rs`.
    pub(crate) wants_help: bool,
    pub(crate) helped: bool,
    launcher: Launcher,
    /// See `faults.rs`.
    faults: faults::FaultsHeard,
}

impl Endpoint {
    /// Joins the job that this process was started for. Without a launcher, the job has one rank.
    pub(crate) fn open() -> Result<Endpoint, Error> {
        let job = bootstrap::join()?;
        if let Some(bootstrap::network::Network { udp, buffer, hosts, progress, tuning }) = job.network {
            let (ours, rank) = (hosts.clone(), job.rank);
            let near = Shm::new(&job.segment, rank);
            let fabric = dressed(rank, crate::hybrid::Hybrid::new(near, udp, buffer, ours, rank))?;
            let mut endpoint = Endpoint::attach(job.segment, rank, Some(hosts), fabric);
            (endpoint.launcher, endpoint.parent_port) = (job.launcher, job.parent);
            endpoint.wants_help = progress;
            if endpoint.launcher.outlives_ranks() {
                endpoint.watch_peers();
            }
            if let Some(tuning) = tuning {
                endpoint.tuned().tune(&tuning);
            }
            return Ok(endpoint);
        }
        let fabric = standard(job.rank, Shm::new(&job.segment, job.rank))?;
        let mut endpoint = Endpoint::attach(job.segment, job.rank, None, fabric);
        endpoint.launcher = job.launcher;
        endpoint.parent_port = job.parent;
        Ok(endpoint)
    }
}

impl Endpoint {
    /// Makes this rank find out itself whether ranks of other machines that it waits for are still there: no launcher
    /// watches the hosts. A rank that gives no sign of life for as long as a lost host counts as one that has left.
    pub fn watch_peers(&mut self) {
        self.tx.unwrapped().watch_peers(crate::hosts::LOST);
    }
}

impl Endpoint<crate::hybrid::Hybrid> {
    /// Returns counters of what came from other machines and was dropped: datagrams, and authentic packets that
    /// contradicted themselves.
    pub fn dropped(&self) -> (clump_fabric::udp::DroppedDatagrams, u64) {
        (self.rx.dropped(), self.tx.malformed())
    }
}

impl<F: Local> Endpoint<F>
where
    F::Tx: LocalTx<Job = Arc<Segment>>,
{
    /// Opens an endpoint whose fabric `wrap` builds around shared memory (`clump_fabric::wrap`).
    /// `wrap` is given the rank.
    pub fn open_over(wrap: impl FnOnce(Rank, Shm) -> Result<F, Error>) -> Result<Endpoint<F>, Error> {
        let Job { segment, rank, launcher, .. } = bootstrap::join()?;
        let fabric = wrap(rank, Shm::new(&segment, rank))?;
        let mut endpoint = Endpoint::attach(segment, rank, None, fabric);
        endpoint.launcher = launcher;
        Ok(endpoint)
    }
}

impl<F: Local> Endpoint<F> {
    /// Attaches as `rank` to a job by a fabric of that job, without a launcher. `hosts` are the job's machines, if
    /// there are several.
    pub(crate) fn attach(job: JobOf<F>, rank: Rank, hosts: Option<Arc<Hosts>>, fabric: F) -> Endpoint<F> {
        let (tx, rx) = fabric.split();
        let page = job.page(rank, bootstrap::nonce());
        page.set_phase(Phase::Running, 0);
        let beside = hosts.as_ref().map_or(job.ranks(), |h| h.beside(rank));
        let mut policy = Policy::new(rx.bell(), job.neighbours(rank), beside);
        let (own, clock) = (tx.capabilities(rank), tx.clock());
        let limits = Limits::of_job(job.ranks(), own.largest_frame as u64);
        if hosts.is_some() {
            policy.expect_network();
        }
        Endpoint {
            engine: Engine::new(limits),
            pushed_buffer: limits.credit * u64::from(job.ranks() - 1),
            tx,
            rx,
            memory: Memory::default(),
            native: Native::new(&job, rank, !policy.is_oversubscribed()),
            policy,
            pending_error: None,
            page,
            groups: Groups::default(),
            broadcast_start: 0,
            clock,
            job,
            hosts,
            rank,
            joints: Vec::new(),
            border: Arc::default(),
            next_number: 0,
            parent_port: None,
            burst: own.burst,
            made_progress: false,
            drained: false,
            wants_help: false,
            helped: false,
            launcher: Launcher::None { app: None },
            faults: faults::FaultsHeard::default(),
        }
    }

    /// Returns this rank's number.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Returns the number of this rank's program among those of the launcher's command line, counted from 0; `None`
    /// if the launcher does not tell.
    pub fn app(&self) -> Option<u32> {
        self.launcher.app()
    }

    /// Returns the number of ranks in the job.
    pub fn size(&self) -> u32 {
        self.job.ranks()
    }

    /// Returns the number of cores that the job's ranks share. The number is equal on all ranks, whatever cores each
    /// rank is bound to.
    pub fn cores(&self) -> u32 {
        self.hosts.as_ref().map_or(self.job.cores(), |h| h.cores())
    }

    /// Returns true if the job has several hosts that share one machine's cores. The result is equal on all ranks.
    pub fn hosts_share_cores(&self) -> bool {
        self.hosts
            .as_ref()
            .is_some_and(|h| h.beside(0) == self.size() && (0..self.size()).any(|rank| h.host_of(rank) > 0))
    }

    /// Returns the number of the machine that `rank` runs on, from 0 in the order of each machine's first rank. A
    /// process of a joint job counts as being on a machine of its own.
    pub fn host_of(&self, rank: Rank) -> u32 {
        if self.is_of_joint(rank) {
            return rank;
        }
        self.hosts.as_ref().map_or(0, |h| h.host_of(rank))
    }

    /// Returns true if this machine is oversubscribed (more ranks than processors), so that a waiting thread must
    /// yield.
    pub fn is_oversubscribed(&self) -> bool {
        self.policy.is_oversubscribed()
    }

    /// Returns the clock of the endpoint's fabric.
    pub(crate) fn clock(&self) -> &ClockOf<F> {
        &self.clock
    }

    /// Returns true if a waiting thread should yield after one poll that finds nothing: the machine is
    /// oversubscribed, or another rank of the job was found on this rank's processor.
    #[inline(always)]
    pub(crate) fn gives_way(&self) -> bool {
        self.policy.gives_way()
    }

    /// Runs one protocol call on the fabric, with the caller's memory.
    #[inline(always)]
    pub(crate) fn with<T>(&mut self, call: Region, f: impl FnOnce(&mut Engine, &mut CallPort<'_, F>) -> T) -> T {
        let Endpoint { engine, tx, memory, native, pending_error, .. } = self;
        f(engine, &mut Port { tx, memory, native, call, scattered: None, body: None, pending_error })
    }

    /// Runs one protocol call with non-contiguous memory.
    pub(crate) fn with_scattered<T>(
        &mut self,
        call: &Arc<Scattered>,
        f: impl FnOnce(&mut Engine, &mut CallPort<'_, F>) -> T,
    ) -> T {
        let Endpoint { engine, tx, memory, native, pending_error, .. } = self;
        memory.tidy(|id| engine.knows_recv(id));
        let scattered = Some(call);
        f(engine, &mut Port { tx, memory, native, call: Region::EMPTY, scattered, body: None, pending_error })
    }

    /// Sends `data`. Returns `None` if the send is complete and the caller may reuse the memory; otherwise returns
    /// the request to wait for.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, context: u16, tag: i32, data: Region, mode: Mode) -> Option<Request> {
        // The commonest case, on the shortest path.
        if let Some((head, what)) = self.engine.tags().send_at_once(to, context, tag, data.len() as u64, mode)
            && self.tx.send(to, head, &[], data).is_ok()
        {
            self.engine.tags().sent_at_once(what);
            return None;
        }
        self.send_otherwise(to, context, tag, data, mode)
    }

    #[inline(never)]
    fn send_otherwise(&mut self, to: Rank, context: u16, tag: i32, data: Region, mode: Mode) -> Option<Request> {
        let len = data.len() as u64;
        self.with(data, |engine, port| engine.tags().send(port, to, context, tag, len, mode)).map(Request::Send)
    }

    /// Posts a receive. The receive may be complete at once; [`test`](Self::test) tells.
    #[inline(always)]
    pub fn recv(&mut self, select: Select, into: Region) -> Request {
        // The commonest case, on the shortest path.
        if let Some(id) = self.engine.tags().recv_at_once(select, into.len() as u64) {
            self.memory.bind(id, into);
            return Request::Recv(id);
        }
        self.recv_otherwise(select, into)
    }

    #[inline(never)]
    fn recv_otherwise(&mut self, select: Select, into: Region) -> Request {
        let room = into.len() as u64;
        Request::Recv(self.with(into, |engine, port| engine.tags().recv(port, select, room)))
    }

    /// Sends from non-contiguous memory without a packed copy. Returns like [`send`](Self::send).
    #[inline(never)]
    pub fn send_scattered(
        &mut self,
        to: Rank,
        context: u16,
        tag: i32,
        data: &Arc<Scattered>,
        mode: Mode,
    ) -> Option<Request> {
        let len = data.len() as u64;
        self.with_scattered(data, |engine, port| engine.tags().send(port, to, context, tag, len, mode))
            .map(Request::Send)
    }

    /// Posts a receive into non-contiguous memory; each byte is copied straight to its destination.
    #[inline(never)]
    pub fn recv_scattered(&mut self, select: Select, into: &Arc<Scattered>) -> Request {
        let room = into.len() as u64;
        Request::Recv(self.with_scattered(into, |engine, port| engine.tags().recv(port, select, room)))
    }

    /// Makes progress once and looks for a message without taking it. Repeated calls find a message that was sent.
    pub fn probe(&mut self, select: Select) -> Option<Outcome> {
        self.progress();
        self.with(Region::EMPTY, |engine, port| engine.tags().probe(port, select)).map(|(_, o)| o)
    }

    /// Returns true if a message waits that `select` takes. Makes no progress.
    pub fn has_arrived(&mut self, select: Select) -> bool {
        self.engine.tags().has_buffered(&select)
    }

    /// Makes progress once, and takes a message that it finds out of matching.
    pub fn mprobe(&mut self, select: Select) -> Option<(Matched, Outcome)> {
        self.progress();
        let (id, outcome) = self.with(Region::EMPTY, |engine, port| engine.tags().probe(port, select))?;
        self.engine.tags().take(id);
        Some((Matched(id), outcome))
    }

    /// Receives a message that [`mprobe`](Self::mprobe) took.
    ///
    /// # Panics
    /// If the message was received already.
    pub fn mrecv(&mut self, message: Matched, into: Region) -> Request {
        let room = into.len() as u64;
        let id = self.with(into, |engine, port| engine.tags().recv_taken(port, message.0, room));
        Request::Recv(id.expect("a matched message is received once"))
    }

    /// Receives a message that [`mprobe`](Self::mprobe) took, into non-contiguous memory.
    pub fn mrecv_scattered(&mut self, message: Matched, into: &Arc<Scattered>) -> Request {
        let room = into.len() as u64;
        let id = self.with_scattered(into, |engine, port| engine.tags().recv_taken(port, message.0, room));
        Request::Recv(id.expect("a matched message is received once"))
    }

    /// Returns the outcome of a finished operation and forgets the request; `None` while it is pending. Makes no
    /// progress.
    #[inline(always)]
    pub fn test(&mut self, request: Request) -> Option<Outcome> {
        let outcome = self.peek(request)?;
        self.forget(request);
        Some(outcome)
    }

    /// Forgets a finished operation whose outcome `peek` has returned.
    #[inline(always)]
    pub fn forget(&mut self, request: Request) {
        match request {
            Request::Send(id) => self.engine.forget_send(id),
            Request::Recv(id) => self.engine.tags().forget_recv(id),
        }
    }

    /// Returns the outcome of a finished operation, which stays known. Makes no progress.
    #[inline(always)]
    pub fn peek(&self, request: Request) -> Option<Outcome> {
        match request {
            Request::Send(id) => self.engine.send_outcome(id),
            Request::Recv(id) => self.engine.recv_outcome(id),
        }
    }

    /// Decides how to rest until the next poll, after a `progress` that did nothing. `clump run
    /// --timeout` shows `waiting` as long as this rank waits; end it with
    /// [`stop_waiting`](Self::stop_waiting).
    #[inline(always)]
    pub fn pause(&mut self, patience: &mut Patience, waiting: Waiting) -> Pause<SleeperOf<F>> {
        if self.native.has_background_copies() && self.step_background_copy() {
            return Pause::Spin;
        }
        let mut pause = self.policy.next(patience);
        if !self.joints.is_empty() {
            self.prepare_joints(&mut pause);
        }
        if patience.shows_with(&pause) {
            self.page.set_waiting(waiting);
        }
        match pause {
            // Poll a last time before sleeping, with the sleeping flag set.
            Pause::Sleep(sleeper) if self.rx.ready(&mut self.tx) || self.groups.ready() => {
                drop(sleeper);
                Pause::Spin
            }
            // Frames wait for room. A peer that frees a slot wakes this rank, but a peer that makes room in a ring
            // does not: poll again soon.
            Pause::Sleep(sleeper) if self.engine.wants_flush() => match self.flush() {
                true => Pause::Spin,
                false => Pause::for_room(sleeper),
            },
            // The passage of time wakes no thread.
            Pause::Sleep(sleeper) if self.engine.broadcasts().is_timed() => Pause::Nap(sleeper, self.until_due()),
            p => p,
        }
    }

    /// Declares the wait over: the status no longer shows this rank in a call.
    #[inline(always)]
    pub fn stop_waiting(&mut self, patience: &Patience) {
        if patience.is_shown() {
            self.page.set_waiting(Waiting::NOTHING);
        }
    }

    /// Cancels a receive that is not yet matched, or a send that has not left. Any other receive completes as
    /// usual. Any other send completes by this call: the protocol continues it from a copy. In all cases the
    /// request still has to be waited for or tested.
    ///
    /// Returns false, having done nothing, while another thread copies out of memory that is sent from; try again
    /// then.
    #[must_use]
    pub fn cancel(&mut self, request: Request) -> bool {
        if matches!(request, Request::Send(_)) && self.native.is_contributing() {
            return false;
        }
        if matches!(request, Request::Send(_)) {
            // A message from this rank to itself may still be in its ring.
            self.progress();
        }
        let own = self.rank;
        match request {
            Request::Send(id) => self.with(Region::EMPTY, |engine, port| engine.tags().cancel_send(port, own, id)),
            Request::Recv(id) => self.with(Region::EMPTY, |engine, port| engine.tags().cancel_recv(port, id)),
        }
        true
    }

    /// Releases a request without waiting for it: the operation completes on its own. Its memory must stay valid
    /// until then.
    pub fn detach(&mut self, request: Request) {
        match request {
            Request::Send(id) => self.engine.detach_send(id),
            Request::Recv(id) => self.engine.tags().detach_recv(id),
        }
    }

    /// Returns true if an operation of this context is pending or a message of it has not been received: the number
    /// must not be reused yet.
    pub fn uses(&self, context: u16) -> bool {
        self.engine.uses(context)
    }

    /// Returns the counters of this rank's messages.
    pub fn counters(&self) -> Counters {
        self.engine.counters()
    }
}
