//! Clump's own interface: `clump.h`. This file has the beginning and the end, streams and handlers, and errors;
//! tagged messages are in `tagged.rs`.
use super::answer::{self, done, give};
use super::memory::{region, set};
use super::messages::{self, By};
use super::process::{self, enter, enter_open, place, with_endpoint};
use super::table::{self, HandlerFunction, Layer};
use super::{am_thread, deposit, executor, fiber, fm2, receive};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// Counts the calls by which clump_init and the layers have joined the job, less their matching end calls.
static JOINED: AtomicU32 = AtomicU32::new(0);

/// A handler. `data` is what the program registered with the handler.
pub type clump_handler = Option<extern "C-unwind" fn(stream: *mut c_void, sender: c_uint, data: *mut c_void) -> c_int>;

/// A condition, which a waiting call evaluates now and then. The function returns 0 while the condition does not hold,
/// and another value once it holds.
pub type clump_condition = Option<extern "C-unwind" fn(data: *mut c_void) -> c_int>;

pub fn join(flags: c_uint) -> CallResult {
    if flags > 1 {
        return fail(ErrorKind::Argument, format!("{flags} is not a valid flag: pass 0 or CLUMP_THREADS"));
    }
    enter(|inside| {
        inside.join().map_err(|e| CallError { kind: ErrorKind::State, text: e.to_string() })?;
        if flags & 1 != 0 {
            inside.expect_threads();
        }
        JOINED.fetch_add(1, SeqCst);
        Ok(())
    })
}

pub fn leave() -> CallResult {
    // A call that fails because a handler makes it leaves the count as it is.
    if JOINED.load(SeqCst) == 1 {
        am_thread::stop_at_once()?;
    }
    if JOINED.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1)).is_err() {
        return fail(ErrorKind::State, "the job is not joined: the end was called more often than the beginning");
    }
    // Ends the handlers when their last user leaves. The process may stay in the job, because MPI may continue.
    let ended = if JOINED.load(SeqCst) == 0 { executor::with(|executor| executor.end()) } else { Ok(()) };
    let endpoint = enter(|inside| {
        if JOINED.load(SeqCst) == 0 {
            inside.common().besides(None);
            process::run_in_waits(false);
            deposit::end(inside);
        }
        inside.leave()
    });
    if let Some(endpoint) = endpoint {
        endpoint.close().map_err(|e| CallError { kind: ErrorKind::System, text: e.to_string() })?;
    }
    ended
}

/// Joins the job that the launcher started this process for, or a job of one process if there is no launcher.
/// clump_init, MPI_Init and the initialization calls of the layers join the same job, in any order, and each of them
/// needs its own end call. `flags` is 0, or CLUMP_THREADS if several threads will call.
#[unsafe(no_mangle)]
pub extern "C" fn clump_init(flags: c_uint) -> c_int {
    done("clump_init", join(flags))
}

/// Ends what clump_init began. The last end call of all interfaces makes the process leave the job, after all messages
/// that it has sent have left. Handlers that still wait are ended, and the call then returns an error.
#[unsafe(no_mangle)]
pub extern "C" fn clump_finalize() -> c_int {
    done("clump_finalize", leave())
}

/// Returns this process's rank.
#[unsafe(no_mangle)]
pub extern "C" fn clump_rank() -> c_int {
    give("clump_rank", place().map(|(rank, _)| rank.into()))
}

/// Returns the number of ranks in the job.
#[unsafe(no_mangle)]
pub extern "C" fn clump_size() -> c_int {
    give("clump_size", place().map(|(_, size)| size.into()))
}

/// If `on` is not 0, calls return errors from now on, as negative numbers or null pointers. If `on` is 0, which is the
/// default, an error prints a sentence and ends the job.
#[unsafe(no_mangle)]
pub extern "C" fn clump_errors_return(on: c_int) {
    answer::set_returned(on != 0);
}

/// Returns the sentence of this thread's last error, valid until the thread's next error.
#[unsafe(no_mangle)]
pub extern "C" fn clump_error_text() -> *const c_char {
    answer::last()
}

/// Sets the size of handlers' stacks, in bytes, for stacks made from now on. The default is 256 KiB.
#[unsafe(no_mangle)]
pub extern "C" fn clump_handler_stack(bytes: usize) -> c_int {
    let checked = match bytes {
        16384..=1073741824 => {
            fiber::set_stack(bytes);
            Ok(())
        }
        _ => fail(ErrorKind::Argument, format!("a stack cannot have {bytes} bytes: it has from 16 KiB to 1 GiB")),
    };
    done("clump_handler_stack", checked)
}

/// Registers `handler` with `data` for messages to handler `number` (below 2^24). A null `handler` removes the handler.
/// FM_set_handler uses these numbers too.
#[unsafe(no_mangle)]
pub extern "C" fn clump_set_handler(number: c_uint, handler: clump_handler, data: *mut c_void) -> c_int {
    let number = Layer::Streams.number(number);
    let set = number.map(|number| table::set(number, handler.map(|f| HandlerFunction::WithData(f, data))));
    done("clump_set_handler", set)
}

/// Begins a message of `bytes` bytes to a handler of rank `to`. Returns the message's stream, or null on an error.
#[unsafe(no_mangle)]
pub extern "C" fn clump_begin(to: c_uint, handler: c_uint, bytes: u64) -> *mut c_void {
    fm2::begin("clump_begin", to, bytes, handler)
}

/// Hands over the next piece of a message; see FM_send_piece.
#[unsafe(no_mangle)]
pub extern "C" fn clump_piece(stream: *mut c_void, buffer: *const c_void, bytes: usize) -> c_int {
    done("clump_piece", fm2::piece(stream.addr(), buffer, bytes))
}

/// Ends a message; see FM_end_message.
#[unsafe(no_mangle)]
pub extern "C" fn clump_end(stream: *mut c_void) -> c_int {
    done("clump_end", executor::with(|executor| messages::end(executor, stream.addr())))
}

/// Sends a whole message to a handler, and waits until the buffer is free again. Runs handlers meanwhile only if the
/// program has asked for that (clump_handlers_in_waits), or if the message is for this rank itself.
#[unsafe(no_mangle)]
pub extern "C" fn clump_call(to: c_uint, handler: c_uint, buffer: *const c_void, bytes: usize) -> c_int {
    let call = || {
        let (number, bytes) = (Layer::Streams.number(handler)?, region(buffer, bytes)?);
        executor::with(|executor| messages::send(executor, to, number, bytes, By::Program))
    };
    done("clump_call", call())
}

/// For handlers: reads the next bytes of the message; see FM_receive.
#[unsafe(no_mangle)]
pub extern "C" fn clump_read(stream: *mut c_void, buffer: *mut c_void, bytes: usize) -> c_int {
    done("clump_read", region(buffer, bytes).and_then(|into| receive::receive(stream.addr(), into)))
}

/// For handlers: tells the message's size in bytes, and how many bytes can still be read. Either pointer may be
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn clump_sizes(stream: *mut c_void, size: *mut u64, unread: *mut u64) -> c_int {
    let sizes = receive::sizes(stream.addr()).map(|(all, left)| {
        set(size, all);
        set(unread, left);
    });
    done("clump_sizes", sizes)
}

/// Runs handlers for messages that have arrived, and does not wait; see FM_extract. Returns the number of bytes
/// read.
#[unsafe(no_mangle)]
pub extern "C" fn clump_extract(bytes: u64) -> c_int {
    give("clump_extract", executor::with(|executor| executor.extract(bytes)).map(|read| read as i64))
}

/// Runs handlers until `condition` holds, and sleeps while no message arrives.
#[unsafe(no_mangle)]
pub extern "C" fn clump_run_until(condition: clump_condition, data: *mut c_void) -> c_int {
    let run = match condition {
        Some(over) => executor::with(|executor| executor.run_until(|| over(data) != 0)),
        None => fail(ErrorKind::Argument, "the condition is a null pointer"),
    };
    done("clump_run_until", run)
}

/// If `on` is not 0, handlers run in a waiting thread while any call waits, also a call of MPI. If `on` is 0, which is
/// the default, handlers run only in calls that extract messages (Fast Messages' decoupling). Messages that handlers
/// send during waits have credit and an order of their own, and may overtake the program's messages. Call this function
/// while only one thread runs.
#[unsafe(no_mangle)]
pub extern "C" fn clump_handlers_in_waits(on: c_int) -> c_int {
    let asked = enter_open(|inside| {
        if on != 0 {
            inside.expect_threads();
        }
        inside.common().besides((on != 0).then_some(besides as fn() -> bool));
        process::run_in_waits(on != 0);
        Ok(())
    });
    done("clump_handlers_in_waits", asked)
}

/// Sets `bytes` to the number of pushed bytes that this process keeps for its handlers, unread, plus 128 for each
/// message. The bytes of one sender are bounded; the sender's messages beyond the bound wait at the sender.
#[unsafe(no_mangle)]
pub extern "C" fn clump_pushed(bytes: *mut u64) -> c_int {
    done(
        "clump_pushed",
        with_endpoint(|endpoint| {
            set(bytes, endpoint.handled().pushed_to_handlers());
            Ok(())
        }),
    )
}

fn besides() -> bool {
    executor::with(executor::HandlerRunner::besides)
}
