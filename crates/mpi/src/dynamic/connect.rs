//! The MPI functions by which jobs connect: accept, connect, join, and the connection to the parent.
use super::port::{not_open, text_of};
use crate::abi;
use crate::agreement::Agreement;
use crate::comm::{GroupJoining, JoinRefusal, RootLink};
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Out, Text};
use crate::ffi::gate;
use crate::ffi::memory::stream_of;
use clump::driver::Waiting;
use clump::driver::ports::{PortCaller, PortLine, PortName};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long a root rests between two looks at its port. Longer delays the connection, shorter costs processor time.
const REST: Duration = Duration::from_micros(200);
/// How long the processes of a started job try to connect to their parents.
const PATIENCE: Duration = Duration::from_secs(30);

/// Joins the group of `comm` with another group. `first` is true in exactly one of the two groups. At the root, `open`
/// opens the connection to the other group's root, and `until` is when it gives up; the caller holds no guard then.
pub(super) fn join_groups(
    call: Call,
    comm: abi::Comm,
    root: i32,
    first: bool,
    until: Option<Instant>,
    open: impl FnOnce() -> std::result::Result<RootLink, JoinRefusal>,
) -> Result<abi::Comm> {
    let (agreement, rank, root, context) = {
        let mut s = gate::enter();
        let c = s.intra(comm)?;
        let (rank, size, context) = (c.rank, c.size(), c.context);
        let Some(root) = u32::try_from(root).ok().filter(|&root| root < size) else {
            return fail(abi::MPI_ERR_ROOT, format!("the root is {root}; ranks here are 0 to {}", size - 1));
        };
        (Agreement::of(&mut s, call, comm)?.under(root as usize), rank, root, context)
    };
    let roots = (rank == root).then(|| {
        show(Waiting { call: call.0, peer: -2, tag: Waiting::NO_TAG, context });
        let opened = open();
        show(Waiting::NOTHING);
        opened
    });
    GroupJoining { agreement, rank, first, roots, until }.join(call, comm)
}

/// Shows in reports what this process waits for.
fn show(waiting: Waiting) {
    gate::enter().endpoint().show(waiting);
}

/// Returns the time until which a root waits for the other root: that of the info key `timeout`, in seconds. `None`
/// means without a limit.
fn patience(info: abi::Info) -> Result<Option<Instant>> {
    let info = gate::enter().infos.or_null(info)?;
    let seconds = info.get("timeout").and_then(|seconds| seconds.trim().parse().ok());
    Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).map(|limit| Instant::now() + limit))
}

/// Returns [`patience`] at the root, where alone the info is significant, and no limit on other processes.
fn patience_at(root: i32, comm: abi::Comm, info: abi::Info) -> std::result::Result<Option<Instant>, JoinRefusal> {
    let is_root = gate::enter().comm(comm).is_ok_and(|c| u32::try_from(root) == Ok(c.rank));
    if is_root { Ok(patience(info)?) } else { Ok(None) }
}

/// Fails with MPI_ERR_PORT once that time has passed.
fn still(until: Option<Instant>) -> Result {
    match until {
        Some(until) if Instant::now() >= until => {
            fail(abi::MPI_ERR_PORT, "no process has come to the port's other end within the info's timeout")
        }
        _ => Ok(()),
    }
}

/// MPI_Comm_accept. The port and the info are significant only at the root.
pub fn accept(call: Call, port: Text, info: abi::Info, root: i32, comm: abi::Comm, new: Out<abi::Comm>) -> Result {
    let until = patience_at(root, comm, info);
    let open = || -> std::result::Result<RootLink, JoinRefusal> {
        let (text, until) = (text_of(port)?, until.clone()?);
        loop {
            {
                let mut s = gate::enter();
                let listener = s.dynamic.ports.iter_mut().find(|(open, _)| *open == text);
                let (_, listener) = listener.ok_or_else(not_open)?;
                let failed = |e: std::io::Error| error(abi::MPI_ERR_PORT, format!("cannot accept: {e}"));
                if let Some(line) = listener.accept().map_err(failed)? {
                    return Ok(RootLink::Line(line));
                }
                s.advance();
            }
            still(until)?;
            std::thread::sleep(REST);
        }
    };
    new.set(abi::MPI_COMM_NULL);
    new.set(join_groups(call, comm, root, true, until.clone().unwrap_or(None), open)?);
    Ok(())
}

/// Opens a line to a port.
fn line_to(text: &str, until: Option<Instant>) -> std::result::Result<RootLink, JoinRefusal> {
    let refused = |why: String| JoinRefusal { class: abi::MPI_ERR_PORT, why };
    let name = PortName::from_text(text).ok_or_else(|| refused("it is no port".into()))?;
    let mut caller = PortCaller::new(&name);
    let connected = loop {
        match caller.go_on() {
            Ok(Some(line)) => break Ok(line),
            Ok(None) => {}
            Err(e) => break Err(e),
        }
        still(until)?;
        gate::enter().advance();
        std::thread::sleep(REST);
    };
    connected.map(RootLink::Line).map_err(|e| refused(format!("no process accepts connections at this port: {e}")))
}

/// MPI_Comm_connect. The port and the info are significant only at the root.
pub fn connect(call: Call, port: Text, info: abi::Info, root: i32, comm: abi::Comm, new: Out<abi::Comm>) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let until = patience_at(root, comm, info);
    let open = || line_to(&text_of(port)?, until.clone()?);
    new.set(join_groups(call, comm, root, false, until.clone().unwrap_or(None), open)?);
    Ok(())
}

/// MPI_Comm_join: the socket's other end calls this function too.
pub fn join(call: Call, fd: i32, new: Out<abi::Comm>) -> Result {
    gate::enter().running()?;
    new.set(abi::MPI_COMM_NULL);
    let stream = stream_of(fd).map_err(|e| error(abi::MPI_ERR_ARG, format!("descriptor {fd} is no socket: {e}")))?;
    let failed = |e: std::io::Error| error(abi::MPI_ERR_OTHER, format!("the socket's other end does not answer: {e}"));
    let mine = clump::driver::bootstrap::nonce();
    let theirs = swap_numbers(&stream, mine).map_err(failed)?;
    let first = mine > theirs;
    let line = PortLine::new(stream, [0; 32], !first).map_err(failed)?;
    new.set(join_groups(call, abi::MPI_COMM_SELF, 0, first, None, || Ok(RootLink::Socket(line)))?);
    Ok(())
}

/// Sends a number to the socket's other end and returns that end's number. Makes progress meanwhile.
fn swap_numbers(stream: &OwnedFd, mine: u64) -> std::io::Result<u64> {
    let mut swap = clump::driver::ports::NumberSwap::new(mine);
    loop {
        if let Some(theirs) = swap.go_on(stream)? {
            return Ok(theirs);
        }
        gate::enter().advance();
        std::thread::sleep(REST);
    }
}

/// Connects the processes of a started job to those that have started it. Every process of the job calls this as the
/// last step of MPI_Init. Does nothing in a job that no process has started.
pub fn meet_parent(call: Call) -> Result {
    let Some(port) = gate::enter().endpoint().joints().parent_port() else { return Ok(()) };
    let until = Some(Instant::now() + PATIENCE);
    let parent = join_groups(call, abi::MPI_COMM_WORLD, 0, false, until, || line_to(&port, until))?;
    let mut s = gate::enter();
    s.comm_mut(parent)?.name = "MPI_COMM_PARENT".into();
    s.dynamic.parent = parent;
    Ok(())
}

/// MPI_Comm_get_parent
pub fn get_parent(_: Call, parent: Out<abi::Comm>) -> Result {
    let s = gate::enter();
    s.running()?;
    let comm = s.dynamic.parent;
    parent.set(if s.comm(comm).is_ok() { comm } else { abi::MPI_COMM_NULL });
    Ok(())
}
