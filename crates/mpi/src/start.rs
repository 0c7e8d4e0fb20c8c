//! The MPI functions that start and end MPI: init, finalize, thread levels, abort (MPI 5.0, 11.2); and how sessions
//! join and leave the job (11.3).
//!
//! The world model and each session are users of the process's one endpoint. When the last of them ends, it suspends
//! the endpoint instead of closing it, so that a session may follow. In a job on several hosts, MPI_Finalize closes the
//! endpoint if the process has never opened a session: the ranks of other hosts then learn at once that this rank has
//! left.
use crate::abi;
use crate::attr;
use crate::dynamic::meet_parent;
use crate::errhandler;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::devices;
use crate::ffi::gate::{self, Guard};
use crate::file::worker;
use crate::objects::buffered::Owner;
use crate::objects::comm::Comm;
use crate::objects::context::{PARENTLESS, SELF, WORLD};
use crate::objects::errhandler::Object;
use crate::objects::session::Session;
use crate::objects::tool::joining;
use crate::objects::traced;
use crate::partitioned::withdraw_openings;
use crate::state::{Lifecycle, State};
use crate::tool;
use clump::driver::{Endpoint, Status, Waiting, call_before_sleep, is_ending};
use clump_coll::Ranks;
use clump_process::Inside as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The process that may suspend its endpoint, or 0. A child of that process inherits the number, and is told apart by
/// it.
static SUSPENDED: AtomicU32 = AtomicU32::new(0);

/// Opens a session with this error handler. `level` returns its thread level.
pub(crate) fn open_session(
    errhandler: abi::Errhandler,
    level: impl FnOnce(&mut State) -> Result<i32>,
) -> Result<abi::Session> {
    let _joining = joining();
    let mut s = gate::enter();
    s.handlers.fits(errhandler, Object::Session)?;
    let level = level(&mut s)?;
    join(&mut s, level, true)?;
    s.handlers.keep(errhandler)?;
    Ok(abi::Session(s.sessions.insert(Session { errhandler, level })))
}

/// Joins the job as the world model or as a session. `session` says which. The caller holds what [`joining`] returns.
fn join(s: &mut Guard, level: i32, session: bool) -> Result {
    let first = s.phase != Lifecycle::Running && !s.has_sessions();
    if let Err(e) = s.join() {
        let hint = match (session, s.phase) {
            (true, Lifecycle::After) => "; on several hosts, open the first session before MPI_Finalize",
            _ => "",
        };
        return fail(abi::MPI_ERR_OTHER, format!("{e}{hint}"));
    }
    gate::keep_children_out();
    s.reserve_sent();
    call_before_sleep(devices::watch);
    if first {
        s.coll.checks = clump::driver::bootstrap::checks().map_err(|e| error(abi::MPI_ERR_OTHER, e.to_string()))?;
        tool::begin(s);
        traced::switch(s.endpoint().is_traced());
        s.coll.watched = s.coll.checks || traced::is_on();
    }
    s.endpoint().joints().open_context(PARENTLESS);
    for context in [WORLD, SELF, clump_capi::CONTEXTS[0], clump_shmem::CONTEXT] {
        s.contexts.take(context);
    }
    if session || !s.endpoint().spans_hosts() {
        s.common.may_return(PARENTLESS);
        SUSPENDED.store(std::process::id(), Relaxed);
    }
    // Each session may be used by a thread of its own, whatever the sessions' levels are.
    if level == abi::MPI_THREAD_MULTIPLE || session {
        s.set_multiple(true);
    }
    Ok(())
}

fn begin(required: i32) -> Result<i32> {
    let _joining = joining();
    let mut s = gate::enter();
    match s.phase {
        Lifecycle::Before => {}
        Lifecycle::Running => return fail(abi::MPI_ERR_OTHER, "MPI is initialised already"),
        Lifecycle::After => {
            return fail(abi::MPI_ERR_OTHER, "MPI was finalised; it cannot be initialised again");
        }
        Lifecycle::Forked => s.phase.running()?,
    }
    // Another interface of this process may have opened the endpoint before.
    join(&mut s, required, false)?;
    let endpoint = s.endpoint();
    let (rank, size, app, cores) = (endpoint.rank(), endpoint.size(), endpoint.app(), endpoint.cores());
    let mut world = Comm::intra(WORLD, rank, Arc::new(Ranks::all(size)));
    (world.handle, world.name) = (abi::MPI_COMM_WORLD, "MPI_COMM_WORLD".into());
    world.errhandler = errhandler::initial();
    s.comms.predefine(abi::MPI_COMM_WORLD.0, world);
    let mut own = Comm::intra(SELF, 0, Arc::new(Ranks::of(&[rank])));
    (own.handle, own.name) = (abi::MPI_COMM_SELF, "MPI_COMM_SELF".into());
    own.errhandler = errhandler::initial();
    s.self_comm = s.comms.insert(own);
    s.introduce(abi::MPI_COMM_WORLD)?;
    s.introduce(abi::MPI_COMM_SELF)?;
    // As many processes as the job has, and one more for each core: programs start the difference.
    s.attributes.universe_size = size.saturating_add(cores) as i32;
    s.attributes.appnum = app.map(|number| number as i32);
    s.main_thread = Some(this_thread());
    s.level = required;
    s.phase = Lifecycle::Running;
    Ok(required)
}

/// MPI_Init
pub fn init(call: Call, _argc: Out<i32>, _argv: Addr) -> Result {
    begin(abi::MPI_THREAD_SINGLE)?;
    meet_parent(call)
}

thread_local! {
    static MARK: u8 = const { 0 };
}

/// Returns a number that no other living thread has: the address of a thread-local variable. std's thread handle would
/// make Valgrind report lost memory.
fn this_thread() -> usize {
    MARK.with(|mark| std::ptr::from_ref(mark).addr())
}

/// MPI_Init_thread
pub fn init_thread(call: Call, _argc: Out<i32>, _argv: Addr, required: i32, provided: Out<i32>) -> Result {
    let level = match required {
        abi::MPI_THREAD_SINGLE | abi::MPI_THREAD_FUNNELED | abi::MPI_THREAD_SERIALIZED | abi::MPI_THREAD_MULTIPLE => {
            required
        }
        // A number between two levels means the higher level; a number above all levels means the highest level.
        ..=-1 => return fail(abi::MPI_ERR_ARG, format!("{required} is no thread level")),
        1..abi::MPI_THREAD_FUNNELED => abi::MPI_THREAD_FUNNELED,
        abi::MPI_THREAD_FUNNELED..abi::MPI_THREAD_SERIALIZED => abi::MPI_THREAD_SERIALIZED,
        _ => abi::MPI_THREAD_MULTIPLE,
    };
    provided.set(begin(level)?);
    meet_parent(call)
}

/// MPI_Finalize. Deletes the attributes of MPI_COMM_SELF first (MPI 5.0, 11.2.4). Does nothing in a forked child, whose
/// destructors may call it: the rank is the parent.
pub fn finalize(call: Call) -> Result {
    let phase = gate::enter().phase;
    if phase == Lifecycle::Forked {
        return Ok(());
    }
    phase.running()?;
    let deleted = attr::delete_all_at_end(abi::MPI_COMM_SELF).and(attr::delete_all_at_end(abi::MPI_COMM_WORLD));
    let mut s = gate::enter();
    if let Err(e) = &deleted {
        if !errhandler::would_return(&s, call, e) {
            return deleted;
        }
        // The program gets the error from this call, although no communicator with an error handler is left then.
        s.errors_return = true;
    }
    let last = !s.has_sessions();
    settle(&mut s, call, abi::MPI_SESSION_NULL, last);
    drop(s);
    leave(abi::MPI_SESSION_NULL).and(deleted)
}

/// Ends a session. Its communicators and buffer are gone afterwards.
pub(crate) fn end_session(call: Call, session: abi::Session) -> Result {
    let mut s = gate::enter();
    s.session(session)?;
    let last = s.phase != Lifecycle::Running && s.sessions.iter().count() == 1;
    settle(&mut s, call, session, last);
    drop(s);
    leave(session)
}

/// Waits until the messages that the program has handed over have been sent: with `last`, all of them, otherwise those
/// of the buffers of this session (MPI_SESSION_NULL: of the world model).
fn settle(s: &mut Guard, call: Call, session: abi::Session, last: bool) {
    let waiting = Waiting { call: call.0, peer: -1, tag: -1, context: 0 };
    if last {
        withdraw_openings(s);
    }
    let contexts: Vec<u16> = s.comms.iter().filter(|(_, c)| c.session == session).map(|(_, c)| c.context).collect();
    let sent = |s: &mut State| match last {
        true => s.drained(),
        false => s.flushed(Owner::Session(session)) && contexts.iter().all(|&c| s.sent_from_buffers(c)),
    };
    // Cancel the operations whose peers have left the job.
    while s.block_unless(waiting, |s| sent(s).then_some(()), |s| s.departed_of_let_go()).is_err() {
        s.give_up_let_go();
    }
}

/// Leaves the job as this session, or as the world model (MPI_SESSION_NULL).
fn leave(session: abi::Session) -> Result {
    let _joining = joining();
    let mut s = gate::enter();
    if session == abi::MPI_SESSION_NULL {
        s.phase = Lifecycle::After;
    } else {
        s.session(session)?;
        if let Some(ended) = s.sessions.remove(session.0) {
            s.handlers.let_go(ended.errhandler);
        }
        s.buffered.forget(Owner::Session(session));
    }
    let last = s.phase != Lifecycle::Running && !s.has_sessions();
    s.drop_comms_of(session);
    if last {
        s.end_dynamic();
        tool::end(&mut s);
    }
    let endpoint = s.leave();
    if last {
        s.forget();
    }
    // Release the lock before closing the endpoint: `close` joins the network's thread, which may wait for the lock.
    drop(s);
    if last {
        worker::stop();
    }
    match endpoint.map(Endpoint::close) {
        Some(Err(e)) => fail(abi::MPI_ERR_OTHER, e.to_string()),
        _ => Ok(()),
    }
}

/// Ends a suspended endpoint when the process ends: ranks of other hosts learn that this rank has left (ranks of this
/// host know it since the endpoint was suspended), and no memory is left for a leak checker to report.
pub fn at_exit() {
    // The thread that ends the job holds the gate.
    if SUSPENDED.load(Relaxed) != std::process::id() || is_ending() {
        return;
    }
    let mut s = gate::enter();
    if !s.common.is_suspended() {
        return;
    }
    s.end_help();
    let endpoint = s.common.endpoint.take();
    drop(s);
    match endpoint {
        // No caller is left to whom an error could be returned.
        Some(endpoint) if endpoint.spans_hosts() => drop(endpoint.close()),
        endpoint => drop(endpoint),
    }
}

/// MPI_Initialized
pub fn initialized(_: Call, flag: Out<i32>) -> Result {
    flag.set((gate::enter().phase != Lifecycle::Before).into());
    Ok(())
}

/// MPI_Finalized
pub fn finalized(_: Call, flag: Out<i32>) -> Result {
    flag.set(matches!(gate::enter().phase, Lifecycle::After | Lifecycle::Forked).into());
    Ok(())
}

/// MPI_Query_thread
pub fn query_thread(_: Call, provided: Out<i32>) -> Result {
    let s = gate::enter();
    s.phase.running()?;
    provided.set(s.level);
    Ok(())
}

/// MPI_Is_thread_main
pub fn is_thread_main(_: Call, flag: Out<i32>) -> Result {
    let s = gate::enter();
    s.phase.running()?;
    flag.set((s.main_thread == Some(this_thread())).into());
    Ok(())
}

/// MPI_Abort. Ends the whole job, whatever communicator the program passes. If the communicator has processes of
/// another job, the job that has started this one ends too, and under `clump run --survive` all jobs that it has
/// started.
pub fn abort(_: Call, comm: abi::Comm, code: i32) -> Result {
    let s = gate::enter();
    let name = match s.comm(comm) {
        Ok(c) if !c.name.is_empty() => String::from_utf8_lossy(&c.name).into_owned(),
        Ok(c) => format!("communicator {}", c.context / 2),
        Err(_) => format!("{:#x}, which is no communicator", comm.0),
    };
    let others = s.open_endpoint().map_or(0, Endpoint::size);
    let guest = s.comm(comm).ok().and_then(|c| c.everyone().0.iter().find(|&job| job >= others));
    let is_ordered = |guest| s.open_endpoint().is_some_and(|endpoint| endpoint.orders_deaths(guest));
    let starter = guest.is_some_and(|guest| s.dynamic.parent != abi::MPI_COMM_NULL || is_ordered(guest));
    // An exit code has 8 bits. A non-zero code whose low 8 bits are 0 would look like success.
    let code = if code != 0 && code & 0xff == 0 { 1 } else { code & 0xff };
    match s.open_endpoint() {
        Some(endpoint) => {
            let why = format!("MPI_Abort on {name} with code {code}");
            endpoint.abort(if starter { code | Status::WITH_STARTER } else { code }, &why)
        }
        None => {
            eprintln!("clump: MPI_Abort with code {code}, outside MPI_Init and MPI_Finalize");
            std::process::exit(code)
        }
    }
}
