//! Direct Deposit: the receiver's side of `deposit.h` (Avalanche, section 4.1); the sender's is in `connection.rs`.
//! `clump::driver::windows` does the work; this file gives its objects numbers (docs/ONESIDED.md).
//!
//! **Locks.** The gate of the process comes first, then `KEPT`. A poll of a queue alone takes only `KEPT`.
use super::answer::{done, give};
use super::memory::{region, set};
use super::numbered::Numbered;
use super::process::{self, enter_open};
use super::{connection, executor};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use ::clump::driver::windows::{Invitation, Note, NoteQueue, ReceiveBuffer, Room, Telling};
use ::clump::driver::{Endpoint, Error};
use clump_process::Inside;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A value of `telling`: deposits leave neither a count nor a note for the receiver.
pub const DD_NOTHING: c_int = 0;
/// A value of `telling`: each deposit adds one to its queue's count.
pub const DD_COUNT: c_int = 1;
/// A value of `telling`: each deposit leaves a note in its queue.
pub const DD_NOTE: c_int = 2;
/// The queue number that makes dd_offer create a buffer without a queue.
pub const DD_NO_QUEUE: c_int = -1;

/// The right to connect to a receive buffer (dd_connect). The receiver sends these bytes to the sender in any message.
/// No third process may know the bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dd_invitation {
    pub words: [u64; 14],
}
const _: () = assert!(size_of::<dd_invitation>() == 8 * Invitation::WORDS);

/// A deposit that has arrived: the number of its receive buffer, its offset in that buffer, its length in bytes, and
/// the address of its bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dd_note {
    pub buffer: c_int,
    pub offset: u64,
    pub length: u64,
    pub data: *mut c_void,
}

struct Queue {
    queue: NoteQueue,
    /// The receive buffer's number for each connection of the queue; `DD_NO_QUEUE` for a connection that failed.
    buffers: Vec<c_int>,
    looks: u32,
}

/// The number of polls without a deposit after which the receiver also polls the network, whose frames bring deposits
/// of other machines.
const LOOKS: u32 = 256;

struct Buffer {
    held: Held,
    /// True if the sender is on another machine. The network's thread then places deposits while the program computes.
    far: bool,
}

enum Held {
    Alone(ReceiveBuffer),
    Of { queue: c_int, connection: u32 },
}

/// The queues and buffers that the program knows by number.
struct Kept {
    queues: Numbered<Queue>,
    buffers: Numbered<Buffer>,
}

static KEPT: Mutex<Kept> =
    Mutex::new(Kept { queues: Numbered::new("notification queue"), buffers: Numbered::new("receive buffer") });

fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn argument(e: Error) -> CallError {
    CallError { kind: ErrorKind::Argument, text: e.to_string() }
}

/// Creates a notification queue with room for `notes` notes, a power of two. If `notes` is 0, the queue only counts
/// deposits. Returns the queue's number.
#[unsafe(no_mangle)]
pub extern "C" fn dd_queue(notes: c_uint) -> c_int {
    let made = process::with_endpoint(|endpoint| {
        let queue = NoteQueue::new(endpoint, notes).map_err(argument)?;
        Ok(kept().queues.keep(Queue { queue, buffers: Vec::new(), looks: 0 }).into())
    });
    give("dd_queue", made)
}

/// Offers a new receive buffer of `bytes` zero bytes to one sender. `telling` says what deposits leave in `queue`;
/// DD_NO_QUEUE is allowed only with DD_NOTHING. Sets `invitation` to the bytes that the program must send to the
/// sender, and `memory`, which may be null, to the buffer's address, valid until dd_close. Returns the buffer's number.
#[unsafe(no_mangle)]
pub extern "C" fn dd_offer(
    queue: c_int,
    sender: c_uint,
    bytes: u64,
    telling: c_int,
    invitation: *mut dd_invitation,
    memory: *mut *mut c_void,
) -> c_int {
    give("dd_offer", offer(queue, sender, telling, (invitation, memory), || Ok(Room::New(bytes))))
}

/// Offers memory of the program as a receive buffer, as dd_offer does. The program must not free the memory before
/// dd_close has returned. A sender on this machine needs the system's permission to write there (process_vm_writev),
/// unless the memory is in the shared heap; otherwise the bytes travel in frames.
#[unsafe(no_mangle)]
pub extern "C" fn dd_offer_memory(
    queue: c_int,
    sender: c_uint,
    memory: *mut c_void,
    bytes: usize,
    telling: c_int,
    invitation: *mut dd_invitation,
) -> c_int {
    let room = || Ok(Room::Lent(region(memory, bytes)?));
    give("dd_offer_memory", offer(queue, sender, telling, (invitation, std::ptr::null_mut()), room))
}

fn offer(
    queue: c_int,
    sender: u32,
    telling: c_int,
    (invitation, memory): (*mut dd_invitation, *mut *mut c_void),
    room: impl FnOnce() -> CallResult<Room>,
) -> CallResult<i64> {
    let told = match telling {
        DD_NOTHING => Telling::Nothing,
        DD_COUNT => Telling::Count,
        DD_NOTE => Telling::Note,
        _ => return fail(ErrorKind::Argument, format!("{telling} is neither DD_NOTHING, DD_COUNT nor DD_NOTE")),
    };
    if invitation.is_null() {
        return fail(ErrorKind::Argument, "the place for the invitation is a null pointer");
    }
    if queue == DD_NO_QUEUE && told != Telling::Nothing {
        return fail(
            ErrorKind::Argument,
            "without a queue deposits can leave nothing: DD_NO_QUEUE goes with DD_NOTHING",
        );
    }
    enter_open(|inside| {
        let endpoint = inside.common().endpoint();
        let (sender, room) = (executor::known(sender, endpoint)?, room()?);
        let kept = &mut *kept();
        let mut of = if queue == DD_NO_QUEUE { None } else { Some(kept.queues.get(queue)?) };
        let place = |buffer: &ReceiveBuffer| (buffer.invitation(), buffer.as_ptr());
        let offered = match &mut of {
            None => ReceiveBuffer::offer_room(endpoint, sender, room).map(|b| (place(&b), Held::Alone(b))),
            Some(of) => of.queue.offer_room(endpoint, sender, room, told).map(|connection| {
                of.buffers.resize(connection as usize + 1, DD_NO_QUEUE);
                let placed = of.queue.buffer(connection).map(place);
                (placed.expect("it has just been offered"), Held::Of { queue, connection })
            }),
        };
        let ((made, at), held) = offered.map_err(argument)?;
        let far = endpoint.host_of(sender) != endpoint.host_of(endpoint.rank());
        let number = kept.buffers.keep(Buffer { held, far });
        if let Some(last) = of.and_then(|of| of.buffers.last_mut()) {
            *last = number;
        }
        if far {
            inside.hold_help(true);
        }
        set(invitation, dd_invitation { words: made.to_words() });
        set(memory, at.cast());
        Ok(number.into())
    })
}

/// Ends a receive buffer: refuses its deposits from now on, and drops its remaining notes.
#[unsafe(no_mangle)]
pub extern "C" fn dd_close(buffer: c_int) -> c_int {
    done("dd_close", enter_open(|inside| close(inside, buffer)))
}

fn close(inside: &mut dyn Inside, buffer: c_int) -> CallResult {
    let kept = &mut *kept();
    let Buffer { held, far } = kept.buffers.take(buffer)?;
    let endpoint = inside.common().endpoint();
    match held {
        Held::Alone(buffer) => buffer.close(endpoint),
        Held::Of { queue, connection } => _ = kept.queues.get(queue)?.queue.close(endpoint, connection),
    }
    if far {
        inside.hold_help(false);
    }
    Ok(())
}

/// Ends a queue and all its receive buffers.
#[unsafe(no_mangle)]
pub extern "C" fn dd_close_queue(queue: c_int) -> c_int {
    let closed = enter_open(|inside| {
        let buffers = kept().queues.get(queue)?.buffers.clone();
        // The program may have closed some of the buffers already, so errors are ignored.
        buffers.into_iter().for_each(|buffer| _ = close(inside, buffer));
        kept().queues.take(queue).map(drop)
    });
    done("dd_close_queue", closed)
}

/// Takes the queue's next note without waiting. Returns 1, or 0 if there is no note. A call that finds no note reads
/// one cached line of memory, and polls the network now and then.
#[unsafe(no_mangle)]
pub extern "C" fn dd_poll(queue: c_int, note: *mut dd_note) -> c_int {
    give("dd_poll", poll(queue, note))
}

#[inline]
fn poll(queue: c_int, note: *mut dd_note) -> CallResult<i64> {
    {
        let mut kept = kept();
        let of = kept.queues.get(queue)?;
        if of.poll(note) {
            return Ok(1);
        }
        of.looks = of.looks.wrapping_add(1);
        if !of.looks.is_multiple_of(LOOKS) {
            return Ok(0);
        }
    }
    let oversubscribed = enter_open(|inside| {
        inside.advance();
        Ok(inside.common().endpoint().is_oversubscribed())
    })?;
    if oversubscribed {
        std::thread::yield_now();
    }
    Ok(0)
}

impl Queue {
    #[inline]
    fn poll(&mut self, out: *mut dd_note) -> bool {
        let Some(note) = self.queue.poll() else { return false };
        let Note { connection, offset, len } = note;
        let buffer = self.buffers.get(connection as usize).copied().unwrap_or(DD_NO_QUEUE);
        set(out, dd_note { buffer, offset, length: len, data: self.queue.as_ptr(note).cast() });
        true
    }
}

/// Waits for the next note: spins, then sleeps until a deposit arrives. Returns 1. Returns 0 if the wait exceeds
/// `milliseconds` (below 0: no limit), or if no sender is left.
#[unsafe(no_mangle)]
pub extern "C" fn dd_wait(queue: c_int, note: *mut dd_note, milliseconds: c_int) -> c_int {
    give("dd_wait", wait(queue, milliseconds, |of| of.poll(note)))
}

/// Sets `counted` to the number of deposits that all counting buffers of the queue have received, and `dropped` to the
/// number of dropped notes: notes of closed buffers, notes of dead senders, and notes that exceeded the queue. Either
/// pointer may be null.
#[unsafe(no_mangle)]
pub extern "C" fn dd_counts(queue: c_int, counted: *mut u64, dropped: *mut u64) -> c_int {
    let looked = kept().queues.get(queue).map(|of| {
        set(counted, of.queue.counted());
        set(dropped, of.queue.dropped());
    });
    done("dd_counts", looked)
}

/// Waits until the queue has counted `count` deposits in all. Returns 1 or 0, as dd_wait does.
#[unsafe(no_mangle)]
pub extern "C" fn dd_wait_for_count(queue: c_int, count: u64, milliseconds: c_int) -> c_int {
    give("dd_wait_for_count", wait(queue, milliseconds, |of| of.queue.counted() >= count))
}

/// Polls until `look` returns true. Returns 1, or 0 where dd_wait returns 0. Lets other threads enter the process's
/// gate while this thread rests.
fn wait(queue: c_int, milliseconds: c_int, look: impl Fn(&mut Queue) -> bool) -> CallResult<i64> {
    let end = u64::try_from(milliseconds).ok().map(|most| Instant::now() + Duration::from_millis(most));
    // Returns `None` while a deposit may still come.
    let step = |endpoint: &mut Endpoint, last: bool| {
        let mut kept = kept();
        let of = kept.queues.get(queue)?;
        let found = look(of);
        let late = end.is_some_and(|end| Instant::now() >= end);
        if found || !late && (!last || of.queue.is_anyone_left(endpoint)) {
            return Ok(found.then_some(true));
        }
        // The last deposit may have arrived just before its sender died.
        endpoint.progress();
        Ok(Some(look(of)))
    };
    enter_open(|inside| {
        let mut end_of_it = Ok(None);
        inside.block_for_memory(end, &mut |common, last| {
            end_of_it = step(common.endpoint(), last);
            !matches!(end_of_it, Ok(None))
        });
        end_of_it.map(|found| found.unwrap_or_default().into())
    })
}

/// Ends all buffers and queues, because no user of this layer is left.
pub fn end(inside: &mut dyn Inside) {
    let buffers = kept().buffers.numbers();
    buffers.for_each(|buffer| _ = close(inside, buffer));
    kept().queues.clear();
    connection::end();
}
