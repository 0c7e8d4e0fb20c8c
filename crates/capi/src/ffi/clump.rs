//! Our own interface: `clump.h`. Beginning and end, streams and handlers, and what has to do with errors; tagged
//! messages are in `tagged.rs`.
use super::answer::{self, done, give};
use super::memory::{region, set};
use super::messages::{self, By};
use super::process::{self, enter, enter_open, place, with_endpoint};
use super::table::{self, HandlerFunction, Layer};
use super::{deposit, executor, fiber, fm2, receive};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// Beginnings by clump_init and by layers that have not been ended.
static JOINED: AtomicU32 = AtomicU32::new(0);

/// A handler with what it was registered with.
pub type clump_handler = Option<extern "C-unwind" fn(stream: *mut c_void, sender: c_uint, data: *mut c_void) -> c_int>;

/// Asked now and then; not 0: it is over.
pub type clump_condition = Option<extern "C-unwind" fn(data: *mut c_void) -> c_int>;

pub fn join(flags: c_uint) -> CallResult {
    if flags > 1 {
        return fail(ErrorKind::Argument, format!("{flags} are no flags: 0 or CLUMP_THREADS"));
    }
    enter(|inside| {
        inside.join().map_err(|e| CallError { kind: ErrorKind::State, text: e.0 })?;
        if flags & 1 != 0 {
            inside.expect_threads();
        }
        JOINED.fetch_add(1, SeqCst);
        Ok(())
    })
}

pub fn leave() -> CallResult {
    if JOINED.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1)).is_err() {
        return fail(ErrorKind::State, "nothing is to be left: it was called more often than the beginning");
    }
    // Handlers end with the last user of handlers: MPI may go on.
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
        endpoint.close().map_err(|e| CallError { kind: ErrorKind::System, text: e.0 })?;
    }
    ended
}

/// Joins the job that this process was started for; without a launcher, a job of one. MPI_Init and the layers' own
/// beginnings join the same, in any order, and each is ended by its own end. `flags`: 0, or CLUMP_THREADS if several
/// threads will call.
#[unsafe(no_mangle)]
pub extern "C" fn clump_init(flags: c_uint) -> c_int {
    done("clump_init", join(flags))
}

/// The end of what clump_init began. With the last of all ends the process leaves the job: what it has sent has left,
/// and handlers that have not ended end where they wait, which is an error.
#[unsafe(no_mangle)]
pub extern "C" fn clump_finalize() -> c_int {
    done("clump_finalize", leave())
}

/// This process's rank.
#[unsafe(no_mangle)]
pub extern "C" fn clump_rank() -> c_int {
    give("clump_rank", place().map(|(rank, _)| rank.into()))
}

/// Ranks in the job.
#[unsafe(no_mangle)]
pub extern "C" fn clump_size() -> c_int {
    give("clump_size", place().map(|(_, size)| size.into()))
}

/// Errors are returned from now on, as numbers below 0 or null pointers (`on` not 0); else they end the job with a
/// sentence, which is how it begins.
#[unsafe(no_mangle)]
pub extern "C" fn clump_errors_return(on: c_int) {
    answer::set_returned(on != 0);
}

/// The sentence of this thread's last error, good until its next.
#[unsafe(no_mangle)]
pub extern "C" fn clump_error_text() -> *const c_char {
    answer::last()
}

/// Bytes of the stacks that handlers run on, of those that are made from now on; 256 KiB unless this was called.
#[unsafe(no_mangle)]
pub extern "C" fn clump_handler_stack(bytes: usize) -> c_int {
    let checked = match bytes {
        16384..=1073741824 => {
            fiber::set_stack(bytes);
            Ok(())
        }
        _ => fail(ErrorKind::Argument, format!("a stack cannot have {bytes} bytes: from 16 KiB to 1 GiB")),
    };
    done("clump_handler_stack", checked)
}

/// Messages to handler `number` (below 2^24) run `handler` with `data` from now on; null: none does. The numbers are
/// those of FM_set_handler.
#[unsafe(no_mangle)]
pub extern "C" fn clump_set_handler(number: c_uint, handler: clump_handler, data: *mut c_void) -> c_int {
    let number = Layer::Streams.number(number);
    let set = number.map(|number| table::set(number, handler.map(|f| HandlerFunction::WithData(f, data))));
    done("clump_set_handler", set)
}

/// Begins a message of `bytes` bytes to a handler of `to`. Null: an error.
#[unsafe(no_mangle)]
pub extern "C" fn clump_begin(to: c_uint, handler: c_uint, bytes: u64) -> *mut c_void {
    fm2::begin("clump_begin", to, bytes, handler)
}

/// The next piece; see FM_send_piece.
#[unsafe(no_mangle)]
pub extern "C" fn clump_piece(stream: *mut c_void, buffer: *const c_void, bytes: usize) -> c_int {
    done("clump_piece", fm2::piece(stream.addr(), buffer, bytes))
}

/// The message is whole; see FM_end_message.
#[unsafe(no_mangle)]
pub extern "C" fn clump_end(stream: *mut c_void) -> c_int {
    done("clump_end", executor::with(|executor| messages::end(executor, stream.addr())))
}

/// Sends a whole message to a handler, and waits until the buffer is free again. Runs no handler meanwhile, unless the
/// program has asked for that (clump_handlers_in_waits), or it is for this rank itself.
#[unsafe(no_mangle)]
pub extern "C" fn clump_call(to: c_uint, handler: c_uint, buffer: *const c_void, bytes: usize) -> c_int {
    let call = || {
        let (number, bytes) = (Layer::Streams.number(handler)?, region(buffer, bytes)?);
        executor::with(|executor| messages::send(executor, to, number, bytes, By::Program))
    };
    done("clump_call", call())
}

/// For handlers: reads the next bytes; see FM_receive.
#[unsafe(no_mangle)]
pub extern "C" fn clump_read(stream: *mut c_void, buffer: *mut c_void, bytes: usize) -> c_int {
    done("clump_read", region(buffer, bytes).and_then(|into| receive::receive(stream.addr(), into)))
}

/// For handlers: the message's size in bytes, and how many of them can still be read. Either may be null.
#[unsafe(no_mangle)]
pub extern "C" fn clump_sizes(stream: *mut c_void, size: *mut u64, unread: *mut u64) -> c_int {
    let sizes = receive::sizes(stream.addr()).map(|(all, left)| {
        set(size, all);
        set(unread, left);
    });
    done("clump_sizes", sizes)
}

/// Runs handlers for what has come, and does not wait; see FM_extract. Bytes read.
#[unsafe(no_mangle)]
pub extern "C" fn clump_extract(bytes: u64) -> c_int {
    give("clump_extract", executor::with(|executor| executor.extract(bytes)).map(|read| read as i64))
}

/// Runs handlers, and sleeps where nothing comes, until `condition` says that it is over.
#[unsafe(no_mangle)]
pub extern "C" fn clump_run_until(condition: clump_condition, data: *mut c_void) -> c_int {
    let run = match condition {
        Some(over) => executor::with(|executor| executor.run_until(|| over(data) != 0)),
        None => fail(ErrorKind::Argument, "the condition is a null pointer"),
    };
    done("clump_run_until", run)
}

/// Handlers run while any call of this process waits, MPI's too (`on` not 0), in the thread that waits; or only where
/// the program extracts, which is how it begins (Fast Messages' decoupling). What handlers send meanwhile has a credit
/// and an order of its own: it may come before what the program has sent. To be called while one thread runs.
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

/// Bytes here that were pushed for handlers and are not read, with 128 for each message. What one sender may have so is
/// bounded; beyond that, messages wait with it.
#[unsafe(no_mangle)]
pub extern "C" fn clump_pushed(bytes: *mut u64) -> c_int {
    done(
        "clump_pushed",
        with_endpoint(|endpoint| {
            set(bytes, endpoint.pushed_to_handlers());
            Ok(())
        }),
    )
}

fn besides() -> bool {
    executor::with(executor::HandlerRunner::besides)
}
