//! Probes and matched receives (MPI 5.0, 3.8).
use super::recv::conclude;
use super::{departed, select, waiting};
use crate::abi::{self, MPI_MESSAGE_NO_PROC, MPI_MESSAGE_NULL};
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::datatype::{Message, direct};
use crate::objects::request::{PostedReceive, Request, TakenMessage};
use crate::objects::status::Finished;
use crate::state::State;
use clump::driver::{Departed, Select, Waiting};

/// MPI_Probe
pub fn probe(call: Call, source: i32, tag: i32, comm: abi::Comm, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let object = s.comm(comm)?;
    let ranks = object.translation();
    let Some(select) = select(object, source, tag)? else {
        Finished::PROC_NULL.store(status);
        return Ok(());
    };
    let done = s.block_unless(waiting(call, select), |s| s.endpoint().probe(select), |s| s.source_departed(select));
    let outcome = done.map_err(|gone| departed(&s, comm, gone, tag))?;
    Finished::received(outcome, &ranks).store(status);
    Ok(())
}

/// Fails if no message can match any more that the program probes for in vain, because its source has left the job.
/// Looks once in some calls ([`State::searches_now`]).
#[inline(always)]
fn probed_in_vain(call: Call, s: &mut Guard, comm: abi::Comm, select: Select, tag: i32) -> Result {
    if !s.searches_now(|_| waiting(call, select)) {
        return Ok(());
    }
    match s.source_departed(select) {
        // A message that has come meanwhile is for the next call.
        Some(gone) if !s.advance() && s.endpoint().probe(select).is_none() => Err(departed(s, comm, gone, tag)),
        _ => Ok(()),
    }
}

/// MPI_Iprobe
pub fn iprobe(call: Call, source: i32, tag: i32, comm: abi::Comm, flag: Out<i32>, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let (object, endpoint) = s.comm_endpoint(comm)?;
    let found = match select(object, source, tag)? {
        None => Some(Finished::PROC_NULL),
        Some(select) => match endpoint.probe(select) {
            Some(outcome) => Some(Finished::received(outcome, &object.translation())),
            None => {
                probed_in_vain(call, &mut s, comm, select, tag)?;
                None
            }
        },
    };
    flag.set(found.is_some().into());
    match found {
        Some(f) => f.store(status),
        None => s.leave_empty_handed(),
    }
    Ok(())
}

impl State {
    /// Returns the source of a probe if the source is a rank that has left the job, and `None` otherwise.
    fn source_departed(&mut self, select: Select) -> Option<Departed> {
        self.endpoint().departed_source(&select)
    }

    /// Matches a message and removes it from the queues. Returns `None` if no message matches.
    fn take(&mut self, comm: abi::Comm, select: Select) -> Result<Option<(abi::Message, Finished)>> {
        let (object, endpoint) = self.comm_endpoint(comm)?;
        let Some((matched, outcome)) = endpoint.mprobe(select) else {
            return Ok(None);
        };
        let ranks = object.translation();
        let f = Finished::received(outcome, &ranks);
        let (source, tag, context) = (outcome.source, outcome.tag, select.context);
        let taken = TakenMessage { matched, ranks, comm, source, tag, context };
        Ok(Some((abi::Message(self.messages.insert(taken)), f)))
    }
}

/// MPI_Mprobe
pub fn mprobe(
    call: Call,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    message: Out<abi::Message>,
    status: Out<abi::Status>,
) -> Result {
    let mut s = gate::enter();
    let Some(select) = select(s.comm(comm)?, source, tag)? else {
        message.set(MPI_MESSAGE_NO_PROC);
        Finished::PROC_NULL.store(status);
        return Ok(());
    };
    let take = |s: &mut State| s.take(comm, select).transpose();
    let taken = s.block_unless(waiting(call, select), take, |s| s.source_departed(select));
    let (handle, f) = taken.map_err(|gone| departed(&s, comm, gone, tag))??;
    message.set(handle);
    f.store(status);
    Ok(())
}

/// MPI_Improbe
pub fn improbe(
    call: Call,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    flag: Out<i32>,
    message: Out<abi::Message>,
    status: Out<abi::Status>,
) -> Result {
    let mut s = gate::enter();
    let found = match select(s.comm(comm)?, source, tag)? {
        None => Some((MPI_MESSAGE_NO_PROC, Finished::PROC_NULL)),
        Some(select) => {
            let taken = s.take(comm, select)?;
            if taken.is_none() {
                probed_in_vain(call, &mut s, comm, select, tag)?;
            }
            taken
        }
    };
    flag.set(found.is_some().into());
    match found {
        Some((handle, f)) => {
            message.set(handle);
            f.store(status);
        }
        None => {
            message.set(MPI_MESSAGE_NULL);
            s.leave_empty_handed();
        }
    }
    Ok(())
}

impl State {
    /// Posts the receive of a matched message. Also returns the state that `clump run --timeout` shows while a call
    /// waits for the receive. Returns `None` for MPI_MESSAGE_NO_PROC.
    fn receive_taken(
        &mut self,
        buf: Addr,
        count: i64,
        datatype: abi::Datatype,
        handle: abi::Message,
    ) -> Result<Option<(PostedReceive, Waiting)>> {
        if handle == MPI_MESSAGE_NO_PROC {
            return Ok(None);
        }
        if self.messages.get(handle.0).is_none() {
            return fail(
                abi::MPI_ERR_REQUEST,
                match handle {
                    MPI_MESSAGE_NULL => "the message is MPI_MESSAGE_NULL".into(),
                    h => format!("{:#x} is no message (received already?)", h.0),
                },
            );
        }
        let message = match direct(buf, count, datatype) {
            Some(region) => Message::direct(region),
            None => self.types.register(buf, count, datatype)?,
        };
        let taken = self.messages.remove(handle.0).ok_or_else(|| error(abi::MPI_ERR_REQUEST, ""))?;
        let request = match message.scattered() {
            None => self.endpoint().mrecv(taken.matched, message.region),
            Some(holes) => self.endpoint().mrecv_scattered(taken.matched, holes),
        };
        let waiting = Waiting { call: 0, peer: taken.source as i32, tag: taken.tag, context: taken.context };
        Ok(Some((PostedReceive { request, message, ranks: taken.ranks, comm: taken.comm }, waiting)))
    }
}

/// MPI_Mrecv
pub fn mrecv(
    call: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    message: Out<abi::Message>,
    status: Out<abi::Status>,
) -> Result {
    let mut s = gate::enter();
    let posted = s.receive_taken(buf, count, datatype, message.get())?;
    message.set(MPI_MESSAGE_NULL);
    match posted {
        None => {
            Finished::PROC_NULL.store(status);
            Ok(())
        }
        Some((recv, waiting)) => match s.finish(recv.request, Waiting { call: call.0, ..waiting }) {
            Ok(outcome) => conclude(&mut s, outcome, &recv, status),
            Err(gone) => {
                s.withdraw(recv.request);
                Err(departed(&s, recv.comm, gone, waiting.tag))
            }
        },
    }
}

/// MPI_Imrecv
pub fn imrecv(
    _: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    message: Out<abi::Message>,
    request: Out<abi::Request>,
) -> Result {
    let mut s = gate::enter();
    let posted = s.receive_taken(buf, count, datatype, message.get())?;
    message.set(MPI_MESSAGE_NULL);
    let object = posted.map_or(Request::Done(Finished::PROC_NULL), |(recv, _)| Request::Recv(recv));
    request.set(s.new_request(object));
    Ok(())
}
