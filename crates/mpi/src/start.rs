//! The MPI functions that start and end MPI: init, finalize, thread levels, abort (MPI 5.0, 11.2).
use crate::abi;
use crate::attr;
use crate::comm::Comm;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::{devices, gate};
use crate::group::Ranks;
use crate::partitioned::withdraw_openings;
use crate::state::Lifecycle;
use crate::tool;
use clump::driver::process::Inside as _;
use clump::driver::{Endpoint, Waiting, call_before_sleep};
use std::sync::Arc;

/// Context of MPI_COMM_WORLD.
const WORLD: u16 = 0;
/// Context of MPI_COMM_SELF.
const SELF: u16 = 2;

fn begin(required: i32) -> Result<i32> {
    let mut s = gate::enter();
    match s.phase {
        Lifecycle::Before => {}
        Lifecycle::Running => return fail(abi::MPI_ERR_OTHER, "MPI is initialised already"),
        Lifecycle::After => {
            return fail(abi::MPI_ERR_OTHER, "MPI was finalised; it cannot be initialised again");
        }
    }
    // Another interface of this process may have opened the endpoint before.
    let endpoint = s.common.join().map_err(|e| error(abi::MPI_ERR_OTHER, e.to_string()))?;
    let (rank, size, app) = (endpoint.rank(), endpoint.size(), endpoint.app());
    s.reserve_sent();
    call_before_sleep(devices::watch);
    s.coll.checks = clump::driver::bootstrap::checks().map_err(|e| error(abi::MPI_ERR_OTHER, e.to_string()))?;
    let mut world = Comm::intra(WORLD, rank, Arc::new(Ranks::all(size)));
    (world.handle, world.name) = (abi::MPI_COMM_WORLD, "MPI_COMM_WORLD".into());
    s.comms.predefine(abi::MPI_COMM_WORLD.0, world);
    let mut own = Comm::intra(SELF, 0, Arc::new(Ranks::of(&[rank])));
    (own.handle, own.name) = (abi::MPI_COMM_SELF, "MPI_COMM_SELF".into());
    s.self_comm = s.comms.insert(own);
    s.contexts.take(WORLD);
    s.contexts.take(SELF);
    s.contexts.take(clump_capi::CONTEXTS[0]);
    s.attributes.universe_size = size as i32;
    s.attributes.appnum = app.map(|number| number as i32);
    s.main_thread = Some(this_thread());
    s.level = required;
    s.phase = Lifecycle::Running;
    tool::begin(&mut s);
    if required == abi::MPI_THREAD_MULTIPLE {
        s.set_multiple(true);
    }
    let wants_help = s.endpoint().wants_help();
    if s.tool.wanted.progress.unwrap_or(wants_help) {
        s.switch_help(true);
    }
    Ok(required)
}

/// MPI_Init
pub fn init(_: Call, _argc: Out<i32>, _argv: Addr) -> Result {
    begin(abi::MPI_THREAD_SINGLE).map(drop)
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
pub fn init_thread(_: Call, _argc: Out<i32>, _argv: Addr, required: i32, provided: Out<i32>) -> Result {
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
    Ok(())
}

/// MPI_Finalize. Deletes the attributes of MPI_COMM_SELF first (MPI 5.0, 11.2.4).
pub fn finalize(call: Call) -> Result {
    gate::enter().running()?;
    attr::delete_all(attr::Object::Comm, abi::MPI_COMM_SELF.0)?;
    attr::delete_all(attr::Object::Comm, abi::MPI_COMM_WORLD.0)?;
    let mut s = gate::enter();
    let waiting = Waiting { call: call.0, peer: -1, tag: -1, context: 0 };
    withdraw_openings(&mut s);
    // Wait for buffered sends and freed requests, and cancel the operations whose peers have left the job.
    while s.block_unless(waiting, |s| s.drained().then_some(()), |s| s.departed_of_let_go()).is_err() {
        s.give_up_let_go();
    }
    tool::end(&mut s);
    s.phase = Lifecycle::After;
    let endpoint = s.leave();
    s.forget();
    // Release the lock before closing the endpoint: `close` joins the network's thread, which may wait for the lock.
    drop(s);
    match endpoint.map(Endpoint::close) {
        Some(Err(e)) => fail(abi::MPI_ERR_OTHER, e.to_string()),
        _ => Ok(()),
    }
}

/// MPI_Initialized
pub fn initialized(_: Call, flag: Out<i32>) -> Result {
    flag.set((gate::enter().phase != Lifecycle::Before).into());
    Ok(())
}

/// MPI_Finalized
pub fn finalized(_: Call, flag: Out<i32>) -> Result {
    flag.set((gate::enter().phase == Lifecycle::After).into());
    Ok(())
}

/// MPI_Query_thread
pub fn query_thread(_: Call, provided: Out<i32>) -> Result {
    let s = gate::enter();
    s.running()?;
    provided.set(s.level);
    Ok(())
}

/// MPI_Is_thread_main
pub fn is_thread_main(_: Call, flag: Out<i32>) -> Result {
    let s = gate::enter();
    s.running()?;
    flag.set((s.main_thread == Some(this_thread())).into());
    Ok(())
}

/// MPI_Abort. Ends the whole job, whatever communicator the program passes.
pub fn abort(_: Call, comm: abi::Comm, code: i32) -> Result {
    let s = gate::enter();
    let name = match s.comm(comm) {
        Ok(c) if !c.name.is_empty() => String::from_utf8_lossy(&c.name).into_owned(),
        Ok(c) => format!("communicator {}", c.context / 2),
        Err(_) => format!("{:#x}, which is no communicator", comm.0),
    };
    // An exit code has 8 bits. A non-zero code whose low 8 bits are 0 would look like success.
    let code = if code != 0 && code & 0xff == 0 { 1 } else { code & 0xff };
    match s.open_endpoint() {
        Some(endpoint) => {
            let why = format!("MPI_Abort on {name} with code {code}");
            endpoint.abort(code, &why)
        }
        None => {
            eprintln!("clump: MPI_Abort with code {code}, outside MPI_Init and MPI_Finalize");
            std::process::exit(code)
        }
    }
}
