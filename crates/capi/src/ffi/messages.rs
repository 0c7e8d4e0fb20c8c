//! Sending to handlers: whole messages, and messages in pieces (Fast Messages 2.x, table 2). All layers send through
//! the functions of this file.
use super::delivery;
use super::executor::{HandlerRunner, known};
use super::fiber::{HandlerWait, Sending};
use super::memory::region;
use super::process::{enter, runs_in_waits, with_endpoint};
use super::sends::{GATHERED, MessageOut};
use super::table::{Layer, handler_name};
use crate::error::{CallResult, ErrorKind, fail};
use clump::driver::handlers::WaitsFor;
use clump::driver::{MessageRole, Mode, Rank, Region, SendId};
use clump_process::Inside;

/// The sender of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The program or one of its handlers, by a call of the library.
    Program,
    /// A handler of active messages, which may reply.
    Reply,
}

/// Returns an error if the running handler must not send.
#[inline(always)]
fn may_send(executor: &HandlerRunner, by: By, to: Rank) -> CallResult {
    match executor.running() {
        None => Ok(()),
        Some(frame) => match (frame.sending.get(), by) {
            (Sending::Free, _) => Ok(()),
            (Sending::Reply, By::Reply) if to == frame.source() => Ok(()),
            (Sending::Reply, _) => fail(
                ErrorKind::Rule,
                "a request handler of active messages may only reply, once, to the sender of the request: AM_ReplyM",
            ),
            (Sending::Nothing, _) => {
                fail(ErrorKind::Rule, "a reply handler of active messages, or one that has replied, may send nothing")
            }
        },
    }
}

/// Returns the role of a message that is sent now. If handlers run in waits, the messages of handlers are replies: they
/// must not wait behind the program's own messages, which wait for handlers on the other side.
#[inline(always)]
fn role(executor: &HandlerRunner, by: By) -> MessageRole {
    match by {
        By::Reply => MessageRole::Reply,
        By::Program if executor.running().is_some() && runs_in_waits() => MessageRole::Reply,
        By::Program => MessageRole::Request,
    }
}

/// Begins a message to a handler. Returns the message's name. The message leaves with its first piece.
#[inline(always)]
pub fn begin(executor: &HandlerRunner, to: u32, handler: i32, size: u64, by: By) -> CallResult<usize> {
    with_endpoint(|endpoint| known(to, endpoint))?;
    may_send(executor, by, to)?;
    executor.release_gathered();
    let message =
        MessageOut { to, handler, role: role(executor, by), size, handed: 0, gathered: 0, lent: false, id: None };
    Ok(executor.sends.borrow_mut().begin(executor.number, message))
}

/// Hands over a message's next piece, or copies the piece if the whole message is short and waits run handlers. The
/// copied pieces leave in one frame once the last of them has been handed over, or when this thread next runs handlers
/// or sends. Without handlers in waits, a wait of another interface would keep copied pieces back.
#[inline(always)]
pub fn gather(executor: &HandlerRunner, name: usize, bytes: Region) -> CallResult {
    if !runs_in_waits() {
        return piece(executor, name, bytes);
    }
    if executor.gathering.get() > 0 && executor.sends.borrow_mut().get(executor.number, name)?.gathered == 0 {
        executor.send_gathered();
    }
    let whole = {
        let mut sends = executor.sends.borrow_mut();
        let (message, copy) = sends.gathering(executor.number, name)?;
        let (len, at) = (bytes.len() as u64, message.gathered);
        let left = message.size - message.handed - at;
        if len > left || message.size > GATHERED as u64 || message.handed > 0 || at + len == message.size && at == 0 {
            None
        } else {
            let copy = copy.region();
            copy.slice(at as usize, bytes.len()).copy_from(bytes);
            if at == 0 && len > 0 {
                executor.gathering.set(executor.gathering.get() + 1);
            }
            message.gathered += len;
            if message.gathered < message.size {
                return Ok(());
            }
            message.gathered = 0;
            executor.gathering.set(executor.gathering.get() - 1);
            Some(copy.slice(0, message.size as usize))
        }
    };
    match whole {
        Some(whole) => hand_over(executor, name, whole),
        None => piece(executor, name, bytes),
    }
}

/// Hands over a message's next piece, and waits until the piece's memory belongs to the program again.
#[inline(always)]
pub fn piece(executor: &HandlerRunner, name: usize, bytes: Region) -> CallResult {
    executor.release_gathered();
    catch_up(executor, name)?;
    hand_over(executor, name, bytes)
}

/// Waits until the copied pieces of a message have left.
#[inline(always)]
fn catch_up(executor: &HandlerRunner, name: usize) -> CallResult {
    let message = *executor.sends.borrow_mut().get(executor.number, name)?;
    if message.gathered > 0 {
        executor.send_gathered();
    } else if !message.lent {
        return Ok(());
    }
    let message = *executor.sends.borrow_mut().get(executor.number, name)?;
    if let (Some(id), true) = (message.id, message.lent) {
        wait_for_piece(executor, &message, id, message.handed)?;
        executor.sends.borrow_mut().get(executor.number, name)?.lent = false;
    }
    Ok(())
}

#[inline(always)]
fn hand_over(executor: &HandlerRunner, name: usize, bytes: Region) -> CallResult {
    let mut sends = executor.sends.borrow_mut();
    let message = sends.get(executor.number, name)?;
    let (len, left) = (bytes.len() as u64, message.size - message.handed);
    if len > left {
        return fail(
            ErrorKind::Size,
            format!(
                "a piece of {len} bytes is more than what is left of a message of {} bytes to {} of rank {}, of which \
                 {} are handed over",
                message.size,
                handler_name(message.handler),
                message.to,
                message.handed
            ),
        );
    }
    if len == 0 {
        return Ok(());
    }
    let begun = *message;
    // A message in one piece leaves at once, unless credit or room is missing.
    let (left, id) = with_endpoint(|endpoint| {
        if begun.id.is_none()
            && len == begun.size
            && endpoint.handled().call_handler_at_once(begun.to, begun.handler, begun.role, bytes)
        {
            return Ok((true, None));
        }
        let id = begun
            .id
            .unwrap_or_else(|| endpoint.handled().begin_message(begun.to, begun.handler, begun.role, begun.size));
        Ok((endpoint.handled().hand_over(id, bytes), Some(id)))
    })?;
    message.handed += len;
    message.id = id;
    drop(sends);
    match id {
        Some(id) if !left => wait_for_piece(executor, &begun, id, len),
        Some(id) => check(&begun, id),
        None => Ok(()),
    }
}

fn wait_for_piece(executor: &HandlerRunner, message: &MessageOut, id: SendId, len: u64) -> CallResult {
    match executor.running() {
        Some(frame) => {
            if let Some(own) = frame.begun.get() {
                with_endpoint(|endpoint| {
                    endpoint.handled().release_reply(own.id);
                    Ok(())
                })?;
            }
            frame.suspend(HandlerWait::Piece(id));
        }
        None => {
            let MessageOut { to, handler, .. } = *message;
            // A message from this rank to itself advances only while this rank's handler reads it.
            let own = |p: &mut dyn Inside| p.common().endpoint.as_ref().is_some_and(|e| e.rank() == to);
            let runs = enter(|p| own(p) || p.common().has_besides()) || handler >> 24 >= Layer::AmRequest as i32;
            let waits_for = match runs {
                true => WaitsFor::Piece { to, handler, bytes: len },
                false => WaitsFor::PieceAlone { to, handler, bytes: len },
            };
            let (waiting, _) = waits_for.to_words();
            executor.wait(waiting, runs, to, |endpoint| endpoint.handled().piece_has_left(id))?;
        }
    }
    check(message, id)
}

/// Returns an error if the receiver has died or left.
fn check(message: &MessageOut, id: SendId) -> CallResult {
    if enter(|p| p.common().endpoint.as_mut().is_some_and(|e| e.handled().is_message_lost(id))) {
        let MessageOut { to, handler, size, .. } = *message;
        let handler = handler_name(handler);
        return fail(
            ErrorKind::Peer,
            format!("a message of {size} bytes to {handler} of rank {to} is lost: that rank has died or left the job"),
        );
    }
    Ok(())
}

/// Ends a message. Returns an error if the caller has not handed over all bytes; the message ends in that case too.
#[inline(always)]
pub fn end(executor: &HandlerRunner, name: usize) -> CallResult {
    let caught_up = catch_up(executor, name);
    let message = executor.sends.borrow_mut().end(executor.number, name)?;
    let MessageOut { to, handler, role, size, handed, id, .. } = message;
    if size == 0 {
        executor.release_gathered();
    }
    if size == 0 || id.is_some() {
        with_endpoint(|endpoint| {
            if size == 0 && endpoint.handled().call_handler_at_once(to, handler, role, Region::EMPTY) {
                return Ok(());
            }
            let id = id.unwrap_or_else(|| {
                let id = endpoint.handled().begin_message(to, handler, role, size);
                endpoint.handled().hand_over(id, Region::EMPTY);
                id
            });
            endpoint.handled().end_message(id);
            Ok(())
        })?;
    }
    caught_up?;
    if handed < size {
        let handler = handler_name(handler);
        return fail(
            ErrorKind::Size,
            format!(
                "a message of {size} bytes to {handler} of rank {to} ends after {handed}: hand over the rest first, or \
                 begin it shorter"
            ),
        );
    }
    Ok(())
}

/// Sends a whole message, and waits until the memory in `bytes` belongs to the program again.
#[inline(always)]
pub fn send(executor: &HandlerRunner, to: u32, handler: i32, bytes: Region, by: By) -> CallResult {
    executor.release_gathered();
    let sent = with_endpoint(|endpoint| {
        known(to, endpoint)?;
        may_send(executor, by, to)?;
        let role = role(executor, by);
        if endpoint.handled().call_handler_at_once(to, handler, role, bytes) {
            return Ok(true);
        }
        let drops = by == By::Program && handler >> 24 != Layer::Streams as i32;
        if !drops || !delivery::may_drop(bytes.len(), Mode::Standard) || !endpoint.knows_rank(to) {
            return Ok(false);
        }
        delivery::count(endpoint.call_handler_if_room(to, handler, role, bytes));
        Ok(true)
    })?;
    if sent {
        return Ok(());
    }
    let name = begin(executor, to, handler, bytes.len() as u64, by)?;
    let sent = piece(executor, name, bytes);
    let ended = end(executor, name);
    sent.and(ended)
}

/// Sends a whole message that lies in two parts, and waits until their memory belongs to the program again.
pub fn send_parts(executor: &HandlerRunner, to: u32, handler: i32, parts: [Region; 2], by: By) -> CallResult {
    let [head, body] = parts;
    if body.is_empty() {
        return send(executor, to, handler, head, by);
    }
    let len = head.len() + body.len();
    if by == By::Program && delivery::may_drop(len, Mode::Standard) {
        // A message leaves at once only if its bytes lie together.
        let mut whole = vec![0; len];
        head.read(&mut whole[..head.len()]);
        body.read(&mut whole[head.len()..]);
        return send(executor, to, handler, region(whole.as_ptr().cast(), len)?, by);
    }
    let name = begin(executor, to, handler, len as u64, by)?;
    let sent = piece(executor, name, head).and_then(|()| piece(executor, name, body));
    let ended = end(executor, name);
    sent.and(ended)
}
