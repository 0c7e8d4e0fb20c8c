//! Reads messages in their handlers. A handler waits here for bytes that have not arrived.
use super::executor::{self, HandlerRunner};
use super::fiber::{HandlerFrame, HandlerWait};
use super::memory::region;
use super::process::with_endpoint;
use super::table::handler_name;
use super::turns::PACKET;
use crate::error::{CallError, CallResult, ErrorKind, fail};
use clump::driver::{Begun, BrokenOff, Reading, Region};

/// Returns the handler that reads this stream. Fails unless that handler is the running one.
#[inline(always)]
pub fn reader(executor: &HandlerRunner, stream: usize) -> CallResult<&HandlerFrame> {
    executor.running().filter(|frame| frame.stream.get() == stream).ok_or_else(|| no_stream(executor, stream))
}

#[cold]
fn no_stream(executor: &HandlerRunner, stream: usize) -> CallError {
    let text = match (stream, executor.running()) {
        (0, _) => "the stream is a null pointer: it is what the handler was called with",
        (s, _) if s & 1 == 0 => "the stream is one that messages are sent by: nothing is read from it",
        (_, None) => "only a handler reads a stream, while it runs",
        (_, Some(_)) => "the stream is not the one of the handler that runs",
    };
    CallError { kind: ErrorKind::Stream, text: text.to_owned() }
}

/// Fills `into` with the next bytes of the message.
#[inline(always)]
pub fn receive(stream: usize, into: Region) -> CallResult {
    executor::with(|executor| {
        let frame = reader(executor, stream)?;
        let Some(begun) = frame.begun.get() else { return Ok(()) };
        let len = into.len() as u64;
        if len == 0 {
            return Ok(());
        }
        if len <= executor.allowed() {
            return read(executor, frame, begun, into);
        }
        read_by_turns(executor, frame, begun, into)
    })
}

/// Fills `into`, which must not be longer than what the handler may read now.
#[inline(always)]
fn read(executor: &HandlerRunner, frame: &HandlerFrame, begun: Begun, into: Region) -> CallResult {
    let len = into.len() as u64;
    if begun.whole {
        if !frame.bytes.borrow_mut().read(into) {
            return with_endpoint(|endpoint| Err(short(frame, begun, len, endpoint)));
        }
        executor.spend(len);
        return Ok(());
    }
    let reading = with_endpoint(|endpoint| match endpoint.handled().read_message(begun.id, into) {
        Reading::Short => Err(short(frame, begun, len, endpoint)),
        other => Ok(other),
    })?;
    executor.spend(len);
    if matches!(reading, Reading::Later) {
        frame.suspend(HandlerWait::Read(begun.id));
        with_endpoint(|e| if e.handled().read_failed(begun.id) { Err(short(frame, begun, len, e)) } else { Ok(()) })?;
    }
    Ok(())
}

/// Fills `into` part by part, as extracts and turns allow.
#[inline(never)]
fn read_by_turns(executor: &HandlerRunner, frame: &HandlerFrame, begun: Begun, into: Region) -> CallResult {
    let (mut at, len) = (0, into.len());
    // A read past the end reads nothing.
    with_endpoint(
        |e| if unread(frame, begun, e) < len as u64 { Err(short(frame, begun, len as u64, e)) } else { Ok(()) },
    )?;
    while at < len {
        while executor.allowed() == 0 {
            frame.suspend(HandlerWait::Budget);
        }
        let most = executor.allowed().max(PACKET);
        let part = usize::try_from(most).map_or(len - at, |most| most.min(len - at));
        read(executor, frame, begun, into.slice(at, part))?;
        at += part;
    }
    Ok(())
}

/// Reads the whole message into new memory, and returns that memory. Touches the memory only as bytes arrive, because
/// the size is a claim of the sender.
pub fn whole(stream: usize) -> CallResult<Vec<u8>> {
    let size = size(stream)?;
    let (len, mut all) = (usize::try_from(size).unwrap_or(usize::MAX), Vec::<u8>::new());
    if all.try_reserve_exact(len).is_err() {
        let from = executor::with(|executor| executor.running().map_or(0, HandlerFrame::source));
        return fail(ErrorKind::System, format!("no memory for a message of {size} bytes from rank {from}"));
    }
    receive(stream, region(all.as_mut_ptr().cast(), len)?)?;
    // SAFETY: the vector has room for `len` bytes, and all of them have been written.
    unsafe { all.set_len(len) };
    Ok(all)
}

/// Returns the message's size as its sender announced it, in bytes.
#[inline(always)]
pub fn size(stream: usize) -> CallResult<u64> {
    executor::with(|executor| Ok(reader(executor, stream)?.begun.get().map_or(0, |begun| begun.size)))
}

/// Returns the message's size as its sender announced it, and how many bytes can still be read.
pub fn sizes(stream: usize) -> CallResult<(u64, u64)> {
    executor::with(|executor| {
        let frame = reader(executor, stream)?;
        let Some(begun) = frame.begun.get() else { return Ok((0, 0)) };
        Ok((begun.size, with_endpoint(|endpoint| Ok(unread(frame, begun, endpoint)))?))
    })
}

/// Returns how many bytes of the message can still be read.
fn unread(frame: &HandlerFrame, begun: Begun, endpoint: &mut clump::driver::Endpoint) -> u64 {
    if begun.whole { frame.bytes.borrow().unread() as u64 } else { endpoint.handled().unread(begun.id) }
}

#[cold]
fn short(frame: &HandlerFrame, begun: Begun, len: u64, endpoint: &mut clump::driver::Endpoint) -> CallError {
    let Begun { id, from, handler, size, .. } = begun;
    let unread = unread(frame, begun, endpoint);
    let (kind, why) = match endpoint.handled().broken_off(id) {
        None => (ErrorKind::Size, format!("{unread} are left")),
        Some(BrokenOff { at, lost: false }) => (ErrorKind::Size, format!("rank {from} has ended it after {at}")),
        Some(BrokenOff { at, lost: true }) => {
            (ErrorKind::Peer, format!("rank {from} has died or left the job, and {at} could be read at most"))
        }
    };
    let handler = handler_name(handler);
    let text = format!("{handler} cannot read {len} bytes more of a message of {size} bytes from rank {from}: {why}");
    CallError { kind, text }
}
