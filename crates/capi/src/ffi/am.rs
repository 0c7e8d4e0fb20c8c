//! Active Messages: `am.h`. A request runs a handler that may only reply, once; a reply runs a handler that may send
//! nothing. Replies have credit and a queue of their own, so that requests and replies cannot deadlock. Short messages
//! carry up to eight words, medium messages also bytes in a buffer of the library, long messages also bytes for a place
//! in the receiver's segment. (von Eicken and others, 1992; names as in the thesis, figure 4.4.)
use super::am_thread::{self, only};
use super::answer::{done, give};
use super::executor;
use super::fiber::Sending;
use super::memory::region;
use super::messages::{self, By};
use super::receive;
use super::table::{self, HandlerFunction, Layer};
use super::{clump, process};
use crate::error::{CallResult, ErrorKind, fail};
use ::clump::driver::Region;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, PoisonError};

/// The number of an endpoint; a process has only endpoint 0.
pub type ep_t = c_int;
/// A handler's number, below 2^24.
pub type handler_t = c_uint;
/// A handler. Its arguments are the token for AM_ReplyM, the words and their count, and the address and length of the
/// bytes of a medium or long message (null and 0 for a short message). The library owns the bytes of a medium message,
/// and frees them when the handler returns.
pub type AM_handler = Option<
    extern "C-unwind" fn(token: *mut c_void, args: *const c_int, count: c_int, buffer: *mut c_void, bytes: usize),
>;
type PlainHandler = extern "C-unwind" fn(*mut c_void, *const c_int, c_int, *mut c_void, usize);

/// The largest number of words in a message.
const WORDS: usize = 8;
/// The length in bytes of the head before the words: the number of words, the kind, and padding.
const HEAD: usize = 4;
/// The length in bytes of the longest head, which has all words and an offset in the segment.
const MOST_HEAD: usize = HEAD + 4 * WORDS + 8;
/// The longest medium message, in bytes.
pub const AM_MAX_MEDIUM: usize = 65536;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Medium,
    Long,
}

/// The address and the length in bytes of this process's segment, the memory that long messages go to.
static SEGMENT: Mutex<(usize, usize)> = Mutex::new((0, 0));

/// Joins the job. Returns the endpoint's number, 0.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Init() -> c_int {
    done("AM_Init", clump::join(0))
}

/// Leaves the job that AM_Init has joined.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Terminate() -> c_int {
    done("AM_Terminate", am_thread::stop_at_once().and_then(|()| clump::leave()))
}

/// Returns the number of processes in the job. Messages address a process by its number.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Nodes() -> c_int {
    give("AM_Nodes", process::place().map(|(_, size)| size.into()))
}

/// Returns this process's number.
#[unsafe(no_mangle)]
pub extern "C" fn AM_MyNode() -> c_int {
    give("AM_MyNode", process::place().map(|(rank, _)| rank.into()))
}

/// Registers `handler` under `number`, for requests if `reply` is 0, or for replies if `reply` is 1.
#[unsafe(no_mangle)]
pub extern "C" fn AM_SetHandler(ep: ep_t, reply: c_int, number: handler_t, handler: AM_handler) -> c_int {
    let set = || {
        only(ep)?;
        let layer = if reply == 0 { Layer::AmRequest } else { Layer::AmReply };
        table::set(layer.number(number)?, handler.map(|f| HandlerFunction::Layer(arrived, f as usize)));
        Ok(())
    };
    done("AM_SetHandler", set())
}

/// Sets the segment, the memory that long messages go to. The program may read the segment at any time.
#[unsafe(no_mangle)]
pub extern "C" fn AM_SetSeg(ep: ep_t, address: *mut c_void, bytes: usize) -> c_int {
    let set = || {
        only(ep)?;
        region(address, bytes)?;
        *SEGMENT.lock().unwrap_or_else(PoisonError::into_inner) = (address.expose_provenance(), bytes);
        Ok(())
    };
    done("AM_SetSeg", set())
}

/// Sends a short request of `count` words (8 at most). The macro `AM_RequestM` counts the words by itself.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Request(ep: ep_t, to: c_int, handler: handler_t, args: *const c_int, count: c_int) -> c_int {
    done("AM_Request", request(ep, to, handler, (args, count), Kind::Short, (Region::EMPTY, 0)))
}

/// Sends a medium request, which carries words and `bytes` bytes (64 KiB at most).
#[unsafe(no_mangle)]
pub extern "C" fn AM_RequestI(
    ep: ep_t,
    to: c_int,
    handler: handler_t,
    buffer: *const c_void,
    bytes: usize,
    args: *const c_int,
    count: c_int,
) -> c_int {
    let sent = || request(ep, to, handler, (args, count), Kind::Medium, (region(buffer, bytes)?, 0));
    done("AM_RequestI", sent())
}

/// Sends a long request, which carries words and bytes. The bytes are at `offset` of the receiver's segment before the
/// handler runs.
#[unsafe(no_mangle)]
pub extern "C" fn AM_RequestXfer(
    ep: ep_t,
    to: c_int,
    offset: usize,
    handler: handler_t,
    buffer: *const c_void,
    bytes: usize,
    args: *const c_int,
    count: c_int,
) -> c_int {
    let sent = || request(ep, to, handler, (args, count), Kind::Long, (region(buffer, bytes)?, offset));
    done("AM_RequestXfer", sent())
}

/// Sends a short reply to the sender of the request that the running handler serves. The macro `AM_ReplyM` counts the
/// words by itself.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Reply(token: *mut c_void, handler: handler_t, args: *const c_int, count: c_int) -> c_int {
    done("AM_Reply", reply(token, handler, (args, count), Kind::Short, (Region::EMPTY, 0)))
}

/// Sends a medium reply, which carries words and bytes.
#[unsafe(no_mangle)]
pub extern "C" fn AM_ReplyI(
    token: *mut c_void,
    handler: handler_t,
    buffer: *const c_void,
    bytes: usize,
    args: *const c_int,
    count: c_int,
) -> c_int {
    let sent = || reply(token, handler, (args, count), Kind::Medium, (region(buffer, bytes)?, 0));
    done("AM_ReplyI", sent())
}

/// Sends a long reply, which carries words, and bytes for the segment of the request's sender.
#[unsafe(no_mangle)]
pub extern "C" fn AM_ReplyXfer(
    token: *mut c_void,
    offset: usize,
    handler: handler_t,
    buffer: *const c_void,
    bytes: usize,
    args: *const c_int,
    count: c_int,
) -> c_int {
    let sent = || reply(token, handler, (args, count), Kind::Long, (region(buffer, bytes)?, offset));
    done("AM_ReplyXfer", sent())
}

/// Runs handlers for all messages that have arrived. Returns the number of bytes that the handlers have read.
#[unsafe(no_mangle)]
pub extern "C" fn AM_Poll(ep: ep_t) -> c_int {
    let polled = only(ep).and_then(|()| executor::with(|executor| executor.extract(u64::MAX)));
    give("AM_Poll", polled.map(|read| read as i64))
}

/// A message's words as C passes them: their address and their number.
type Args = (*const c_int, c_int);

fn request(ep: ep_t, to: c_int, handler: u32, args: Args, kind: Kind, bytes: (Region, usize)) -> CallResult {
    only(ep)?;
    let Ok(to) = u32::try_from(to) else { return fail(ErrorKind::Argument, format!("there is no rank {to}")) };
    executor::with(|executor| send(executor, to, Layer::AmRequest.number(handler)?, args, kind, bytes))
}

fn reply(token: *mut c_void, handler: u32, args: Args, kind: Kind, bytes: (Region, usize)) -> CallResult {
    let number = Layer::AmReply.number(handler)?;
    executor::with(|executor| {
        let frame = receive::reader(executor, token.addr())?;
        if frame.sending.get() == Sending::Free {
            return fail(ErrorKind::Rule, "only a request handler of active messages may reply");
        }
        send(executor, frame.source(), number, args, kind, bytes)?;
        frame.sending.set(Sending::Nothing);
        Ok(())
    })
}

#[inline(always)]
fn send(
    executor: &executor::HandlerRunner,
    to: u32,
    number: i32,
    (args, count): Args,
    kind: Kind,
    (bytes, offset): (Region, usize),
) -> CallResult {
    let mut head = [0_u8; MOST_HEAD];
    let Some(words) = usize::try_from(count).ok().filter(|&n| n <= WORDS) else {
        return fail(ErrorKind::Argument, format!("{count} words: a message has {WORDS} at most"));
    };
    if kind == Kind::Medium && bytes.len() > AM_MAX_MEDIUM {
        let text = format!("{} bytes: a medium message has {AM_MAX_MEDIUM} at most, a long one any", bytes.len());
        return fail(ErrorKind::Size, text);
    }
    head[0] = words as u8;
    head[1] = kind as u8;
    if words > 0 {
        // `region` refuses a null pointer if there are words.
        region(args.cast(), 4 * words)?.read(&mut head[HEAD..HEAD + 4 * words]);
    }
    let mut len = HEAD + 4 * words;
    if kind == Kind::Long {
        head[len..len + 8].copy_from_slice(&(offset as u64).to_le_bytes());
        len += 8;
    }
    let by = if number >> 24 == Layer::AmReply as i32 { By::Reply } else { By::Program };
    messages::send_parts(executor, to, number, [region(head.as_ptr().cast(), len)?, bytes], by)
}

/// Takes a message that has arrived: reads its head, reads its bytes to their place, and runs the program's handler.
fn arrived(stream: *mut c_void, from: u32, handler: usize) -> c_int {
    // SAFETY: the address of a function of this type, which AM_SetHandler has kept.
    let handler = unsafe { std::mem::transmute::<usize, PlainHandler>(handler) };
    if let Err(error) = take(stream, from, handler) {
        executor::with(|executor| executor.fail(error.text));
    }
    0
}

fn take(stream: *mut c_void, from: u32, handler: PlainHandler) -> CallResult {
    let size = receive::size(stream.addr())? as usize;
    let mut head = [0_u8; MOST_HEAD];
    // Reads a short message whole. For a longer message, reads the first word of the head, then the rest of the head.
    let first = if size <= HEAD + 4 * WORDS { size } else { HEAD };
    read(stream, &mut head[..first])?;
    let (words, long) = (usize::from(head[0]), head[1] == Kind::Long as u8);
    let len = HEAD + 4 * words + if long { 8 } else { 0 };
    if words > WORDS || head[1] > Kind::Long as u8 || len > size || first < HEAD {
        return fail(ErrorKind::Size, format!("rank {from} has sent an active message that contradicts itself"));
    }
    if first < len {
        read(stream, &mut head[first..len])?;
    }
    let mut args = [0; WORDS];
    for (word, bytes) in args.iter_mut().zip(head[HEAD..HEAD + 4 * words].chunks_exact(4)) {
        *word = c_int::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    let early = first.max(len) - len;
    let bytes = size - len;
    let mut medium = Vec::new();
    let place: *mut u8 = if long {
        let offset = head[len - 8..len].iter().rev().fold(0_usize, |all, byte| all << 8 | usize::from(*byte));
        let (address, room) = *SEGMENT.lock().unwrap_or_else(PoisonError::into_inner);
        if offset.checked_add(bytes).is_none_or(|end| end > room) {
            let text =
                format!("a long message of {bytes} bytes from rank {from} for offset {offset} of a segment of {room}");
            return fail(ErrorKind::Size, text);
        }
        std::ptr::with_exposed_provenance_mut(address + offset)
    } else if bytes > 0 {
        medium.resize(bytes.min(AM_MAX_MEDIUM), 0);
        if bytes > AM_MAX_MEDIUM {
            return fail(ErrorKind::Size, format!("rank {from} has sent a medium message of {bytes} bytes"));
        }
        medium.as_mut_ptr()
    } else {
        std::ptr::null_mut()
    };
    if bytes > 0 {
        let into = region(place.cast(), bytes)?;
        into.slice(0, early).write(&head[len..len + early]);
        receive::receive(stream.addr(), into.slice(early, bytes - early))?;
    }
    handler(stream, args.as_ptr(), words as c_int, place.cast(), bytes);
    Ok(())
}

fn read(stream: *mut c_void, into: &mut [u8]) -> CallResult {
    receive::receive(stream.addr(), region(into.as_mut_ptr().cast(), into.len())?)
}
