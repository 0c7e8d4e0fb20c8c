//! Direct Deposit: the sender's side of `deposit.h`. The receiver's side is in `deposit.rs`.
use super::answer::{done, give};
use super::deposit::{argument, dd_invitation};
use super::memory::{region, set};
use super::numbered::Numbered;
use super::process::{self, enter_open};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use ::clump::driver::Endpoint;
use ::clump::driver::windows::{BegunDeposit, Connection, DepositError, Invitation, Refusal};
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The receiver's queue is full: deposit again later.
pub const DD_AGAIN: c_int = 1;

/// The sender's side of a connection.
struct Sender {
    connection: Connection,
    /// The deposits that still use the program's memory, by the numbers that the program has for them.
    begun: HashMap<u64, BegunDeposit>,
    last: u64,
}

static SENDERS: Mutex<Numbered<Sender>> = Mutex::new(Numbered::new("connection"));

/// Returns the table of connections. Lock the process's gate before this table.
fn senders() -> MutexGuard<'static, Numbered<Sender>> {
    SENDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn why(e: DepositError) -> CallError {
    let kind = match e {
        DepositError::Outside(_) | DepositError::Far(_, Refusal::Outside) => ErrorKind::Size,
        DepositError::Far(_, Refusal::Lost) => ErrorKind::Peer,
        DepositError::Far(..) => ErrorKind::Argument,
        DepositError::NotWritten(_) => ErrorKind::System,
        DepositError::Closed(_) | DepositError::QueueFull(_) => ErrorKind::Stream,
    };
    CallError { kind, text: e.to_string() }
}

/// Connects to the receive buffer of an invitation. Returns the connection's number.
#[unsafe(no_mangle)]
pub extern "C" fn dd_connect(invitation: *const dd_invitation) -> c_int {
    let connected = process::with_endpoint(|endpoint| {
        // SAFETY: C's contract for an argument that the call reads: the pointer is null, or leads to one value.
        let Some(said) = (unsafe { invitation.as_ref() }) else {
            return fail(ErrorKind::Argument, "the invitation is a null pointer");
        };
        let Some(invitation) = Invitation::from_words(said.words) else {
            return fail(ErrorKind::Argument, "these words are no invitation: send dd_offer's as they are");
        };
        let connection = Connection::open(endpoint, &invitation).map_err(argument)?;
        Ok(senders().keep(Sender { connection, begun: HashMap::new(), last: 0 }).into())
    });
    give("dd_connect", connected)
}

/// Runs `f` with a connection. If `looks` is true, polls the network first, because arriving frames may change the
/// answer of `f`.
fn sender(
    connection: c_int,
    looks: bool,
    f: impl FnOnce(&mut Endpoint, &mut Sender) -> CallResult<i64>,
) -> CallResult<i64> {
    enter_open(|inside| {
        if looks {
            inside.advance();
        }
        f(inside.common().endpoint(), senders().get(connection)?)
    })
}

/// Places `bytes` bytes at `offset` of the receiver's buffer, and adds to the count or leaves a note if the buffer was
/// offered so. Returns DD_AGAIN if the receiver's queue is full. Sets `deposit` to a number for dd_is_sent; if
/// `deposit` is null, the memory must not change until dd_has_arrived returns 1.
#[unsafe(no_mangle)]
pub extern "C" fn dd_deposit(
    connection: c_int,
    offset: u64,
    from: *const c_void,
    bytes: usize,
    deposit: *mut u64,
) -> c_int {
    let placed = region(from, bytes).and_then(|from| {
        sender(connection, false, |endpoint, sender| {
            let begun = match sender.connection.deposit(endpoint, offset, from) {
                Err(DepositError::QueueFull(_)) => return Ok(DD_AGAIN.into()),
                begun => begun.map_err(why)?,
            };
            // A deposit that has left at once has the number 0.
            let left = sender.connection.is_sent(endpoint, begun);
            if deposit.is_null() && !left {
                sender.connection.forget(endpoint, begun);
            } else if !left {
                sender.last += 1;
                sender.begun.insert(sender.last, begun);
            }
            set(deposit, if left { 0 } else { sender.last });
            Ok(0)
        })
    });
    give("dd_deposit", placed)
}

/// Polls once. Returns 1 if the memory of a deposit is free again, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn dd_is_sent(connection: c_int, deposit: u64) -> c_int {
    let looked = sender(connection, deposit != 0, |endpoint, sender| match sender.begun.get(&deposit) {
        None if deposit > sender.last => fail(ErrorKind::Stream, format!("there was no deposit {deposit}")),
        None => Ok(1),
        Some(begun) if !sender.connection.is_sent(endpoint, *begun) => Ok(0),
        Some(_) => {
            sender.begun.remove(&deposit);
            Ok(1)
        }
    });
    give("dd_is_sent", looked)
}

/// Polls once. Returns 1 if every deposit so far has arrived or been refused, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn dd_has_arrived(connection: c_int) -> c_int {
    let looked = |endpoint: &mut Endpoint, sender: &mut Sender| Ok(sender.connection.has_arrived(endpoint).into());
    give("dd_has_arrived", sender(connection, true, looked))
}

/// Returns an error if a deposit that went over the network has been refused since the last call.
#[unsafe(no_mangle)]
pub extern "C" fn dd_outcome(connection: c_int) -> c_int {
    let looked =
        |endpoint: &mut Endpoint, sender: &mut Sender| sender.connection.outcome(endpoint).map(|()| 0).map_err(why);
    give("dd_outcome", sender(connection, true, looked))
}

/// Ends a connection at its sender. All deposits must have arrived.
#[unsafe(no_mangle)]
pub extern "C" fn dd_disconnect(connection: c_int) -> c_int {
    let ended = sender(connection, true, |endpoint, sender| match sender.connection.close(endpoint) {
        true => Ok(0),
        false => fail(ErrorKind::Rule, "deposits are under way: dd_has_arrived says when none is"),
    });
    let ended = ended.and_then(|_| senders().take(connection).map(drop));
    done("dd_disconnect", ended)
}

/// Ends the connections, because no user of this layer is left.
pub fn end() {
    senders().clear();
}
