//! PM: `pm.h`. Programs borrow buffers of the library, write or read messages in them, and give the buffers back; names
//! as in the thesis, figure 4.4. (The thesis passes the buffer's address by value, which could not return the address.
//! PM itself passes the address of a pointer, as this file does.)
use super::answer::{done, give};
use super::executor::{self, HandlerRunner};
use super::memory::{region, set};
use super::process::{enter, with_endpoint};
use super::tagged::{self, PM};
use super::{clump, process};
use crate::error::{CallResult, ErrorKind, fail};
use ::clump::driver::{Mode, Request};
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// The longest message in bytes.
pub const PM_MTU: usize = 8192;
/// A call's result that asks the program to call again, because the call cannot succeed now.
pub const PM_AGAIN: c_int = 1;
/// The largest number of send buffers in flight: more cost memory; fewer make pmGetSendBuf return PM_AGAIN sooner.
const AWAY: usize = 16;

/// A context, as pmOpen returns it; a process has one context.
pub type pmCtx = c_int;

/// A buffer of whole words, so that the program may store any type in it.
type Block = Box<[u64; PM_MTU / 8]>;

struct Context {
    /// The buffer that the program fills, and the length of its message.
    filled: Option<(Block, usize)>,
    away: Vec<(Request, Block)>,
    read: Option<Block>,
    free: Vec<Block>,
}

static CONTEXT: Mutex<Context> = Mutex::new(Context { filled: None, away: Vec::new(), read: None, free: Vec::new() });

/// Joins the job, and opens the context.
#[unsafe(no_mangle)]
pub extern "C" fn pmOpen(context: *mut pmCtx) -> c_int {
    done("pmOpen", clump::join(0).map(|()| set(context, 0)))
}

/// Waits until all messages have left, and leaves the job that pmOpen has joined.
#[unsafe(no_mangle)]
pub extern "C" fn pmClose(context: pmCtx) -> c_int {
    let close = || {
        only(context)?;
        let kept = std::mem::take(&mut context_now().away);
        for (request, _block) in kept {
            tagged::finish(request, tagged::any(PM))?;
        }
        let mut kept = context_now();
        (kept.filled, kept.read) = (None, None);
        kept.free.clear();
        drop(kept);
        clump::leave()
    };
    done("pmClose", close())
}

/// Returns this process's number.
#[unsafe(no_mangle)]
pub extern "C" fn pmSelfNode(context: pmCtx) -> c_int {
    give("pmSelfNode", only(context).and_then(|()| process::place()).map(|(rank, _)| rank.into()))
}

/// Returns the number of processes in the job.
#[unsafe(no_mangle)]
pub extern "C" fn pmNodes(context: pmCtx) -> c_int {
    give("pmNodes", only(context).and_then(|()| process::place()).map(|(_, size)| size.into()))
}

/// Lends the program a buffer of `length` bytes (PM_MTU at most), for pmSend. Returns PM_AGAIN if all buffers are in
/// flight.
#[unsafe(no_mangle)]
pub extern "C" fn pmGetSendBuf(context: pmCtx, buffer: *mut *mut c_void, length: usize) -> c_int {
    let got = || {
        only(context)?;
        if length > PM_MTU {
            return fail(ErrorKind::Size, format!("{length} bytes: a message has {PM_MTU} at most"));
        }
        let mut kept = context_now();
        if kept.filled.is_some() {
            return fail(ErrorKind::Stream, "the program has a buffer to fill already: pmSend sends it");
        }
        kept.reap();
        if kept.away.len() >= AWAY {
            return Ok(PM_AGAIN.into());
        }
        let mut block = kept.free.pop().unwrap_or_else(|| Box::new([0; PM_MTU / 8]));
        set(buffer, block.as_mut_ptr().cast());
        kept.filled = Some((block, length));
        Ok(0)
    };
    give("pmGetSendBuf", got())
}

/// Sends the buffer that pmGetSendBuf has lent. Does not wait. Messages to one process arrive in order.
#[unsafe(no_mangle)]
pub extern "C" fn pmSend(context: pmCtx, dest: c_int) -> c_int {
    let sent = || {
        only(context)?;
        let mut kept = context_now();
        let Some((block, length)) = kept.filled.take() else {
            return fail(ErrorKind::Stream, "there is no buffer to send: pmGetSendBuf gives one");
        };
        let begun = u32::try_from(dest)
            .or_else(|_| fail(ErrorKind::Argument, format!("there is no process {dest}")))
            .and_then(|to| tagged::start_send(to, PM, region(block.as_ptr().cast(), length)?, Mode::Standard));
        match begun {
            Ok(Some(request)) => kept.away.push((request, block)),
            other => {
                kept.free.push(block);
                other?;
            }
        }
        Ok(())
    };
    done("pmSend", sent())
}

/// Lends the program a buffer with the next message, until pmPutReceiveBuf. Returns PM_AGAIN if no message has arrived.
#[unsafe(no_mangle)]
pub extern "C" fn pmReceive(context: pmCtx, buffer: *mut *mut c_void, length: *mut usize) -> c_int {
    let received = || {
        only(context)?;
        executor::with(HandlerRunner::release_gathered);
        let mut kept = context_now();
        if kept.read.is_some() {
            return fail(
                ErrorKind::Stream,
                "the program still has the last message's buffer: call pmPutReceiveBuf first",
            );
        }
        kept.reap();
        let Some((message, _)) = with_endpoint(|endpoint| Ok(endpoint.mprobe(tagged::any(PM))))? else {
            return Ok(PM_AGAIN.into());
        };
        let mut block = kept.free.pop().unwrap_or_else(|| Box::new([0; PM_MTU / 8]));
        let into = region(block.as_mut_ptr().cast(), PM_MTU)?;
        let request = with_endpoint(|endpoint| Ok(endpoint.mrecv(message, into)))?;
        let outcome = tagged::finish(request, tagged::any(PM))?;
        set(buffer, block.as_mut_ptr().cast());
        set(length, outcome.len as usize);
        kept.read = Some(block);
        Ok(0)
    };
    give("pmReceive", received())
}

/// Gives back the buffer that pmReceive has lent.
#[unsafe(no_mangle)]
pub extern "C" fn pmPutReceiveBuf(context: pmCtx) -> c_int {
    let put = || {
        only(context)?;
        let mut kept = context_now();
        match kept.read.take() {
            Some(block) => kept.free.push(block),
            None => return fail(ErrorKind::Stream, "there is no buffer to give back: pmReceive has given none"),
        }
        Ok(())
    };
    done("pmPutReceiveBuf", put())
}

impl Context {
    /// Recycles the buffers that have left.
    fn reap(&mut self) {
        let away = std::mem::take(&mut self.away);
        for (request, block) in away {
            let over = enter(|inside| {
                inside.advance();
                inside.common().endpoint.as_mut().is_none_or(|endpoint| endpoint.test(request).is_some())
            });
            if over { self.free.push(block) } else { self.away.push((request, block)) }
        }
    }
}

fn context_now() -> std::sync::MutexGuard<'static, Context> {
    CONTEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn only(context: pmCtx) -> CallResult {
    if context != 0 {
        return fail(ErrorKind::Argument, format!("there is no context {context}: pass the one that pmOpen has set"));
    }
    Ok(())
}
