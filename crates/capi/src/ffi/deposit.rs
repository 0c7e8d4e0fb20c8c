//! Direct Deposit: the receiver's end of `deposit.h` (Avalanche, section 4.1); the sender's is in `connection.rs`. What
//! has numbers here is `clump::windows`', which does all the work (docs/ONESIDED.md).
//!
//! **Locks.** The gate of the process first, then `KEPT`; who looks at a queue alone takes `KEPT` alone.
use super::answer::{done, give};
use super::memory::{region, set};
use super::numbered::Numbered;
use super::process::{self, enter_open};
use super::{connection, executor};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use ::clump::process::Inside;
use ::clump::windows::{Invitation, Note, NoteQueue, ReceiveBuffer, Room, Telling};
use ::clump::{Endpoint, Error};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a deposit leaves for the receiver: nothing, one more in its queue's count, or a note there.
pub const DD_NOTHING: c_int = 0;
pub const DD_COUNT: c_int = 1;
pub const DD_NOTE: c_int = 2;
/// For dd_offer: the buffer has no queue.
pub const DD_NO_QUEUE: c_int = -1;

/// What a sender connects with: the receiver sends it these bytes by any message. It is a secret of both.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dd_invitation {
    pub words: [u64; 14],
}
const _: () = assert!(size_of::<dd_invitation>() == 8 * Invitation::WORDS);

/// Bytes that have arrived: in which receive buffer, where in it, how many, and their address.
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
    /// The program's numbers of its connections' buffers; of those that came to nothing, `DD_NO_QUEUE`.
    buffers: Vec<c_int>,
    looks: u32,
}

/// So many `looks` in vain, and then one at the network: what comes by frames is placed by whoever makes progress.
const LOOKS: u32 = 256;

struct Buffer {
    held: Held,
    /// Its sender is on another machine: the network's thread places what comes while the program computes.
    far: bool,
}

enum Held {
    Alone(ReceiveBuffer),
    Of { queue: c_int, connection: u32 },
}

/// What the program has numbers of.
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
    CallError { kind: ErrorKind::Argument, text: e.0 }
}

/// Makes a notification queue of so many notes, a power of two; 0: it counts deposits and holds none. Its number.
#[unsafe(no_mangle)]
pub extern "C" fn dd_queue(notes: c_uint) -> c_int {
    let made = process::with_endpoint(|endpoint| {
        let queue = NoteQueue::new(endpoint, notes).map_err(argument)?;
        Ok(kept().queues.keep(Queue { queue, buffers: Vec::new(), looks: 0 }).into())
    });
    give("dd_queue", made)
}

/// Offers a receive buffer of `bytes` bytes, zero at first, to one sender. `telling`: what deposits leave in `queue`
/// (DD_NO_QUEUE with DD_NOTHING only). `invitation` is what to send to the sender; `memory`, which may be null, is set
/// to where the bytes are until dd_close. The buffer's number.
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

/// The same with memory of the program's, which it must not free before dd_close has returned. A sender on this machine
/// needs the system's leave to write there (process_vm_writev), unless the shared heap has it; else the bytes go by
/// frames.
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
        return fail(ErrorKind::Argument, "where the invitation is to go is a null pointer");
    }
    if queue == DD_NO_QUEUE && told != Telling::Nothing {
        return fail(ErrorKind::Argument, "without a queue nothing can be told: DD_NO_QUEUE goes with DD_NOTHING");
    }
    enter_open(|inside| {
        let endpoint = inside.common().endpoint();
        let (sender, room) = (executor::known(sender, endpoint)?, room()?);
        let kept = &mut *kept();
        let mut of = if queue == DD_NO_QUEUE { None } else { Some(kept.queues.get(queue)?) };
        let place = |buffer: &ReceiveBuffer| (buffer.invitation(), buffer.memory());
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
        set(memory, at.as_ptr().cast());
        Ok(number.into())
    })
}

/// Ends a receive buffer: deposits there are refused from now on, and its notes that are left are dropped.
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
        // Those that are closed are no error here.
        buffers.into_iter().for_each(|buffer| _ = close(inside, buffer));
        kept().queues.take(queue).map(drop)
    });
    done("dd_close_queue", closed)
}

/// The next note, if there is one: 1, or 0. Without one it looks at one line of memory, which stays in the cache, and
/// at the network now and then.
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
    let crowded = enter_open(|inside| {
        inside.advance();
        Ok(inside.common().endpoint().is_crowded())
    })?;
    if crowded {
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
        set(out, dd_note { buffer, offset, length: len, data: self.queue.bytes(note).as_ptr().cast() });
        true
    }
}

/// Waits for the next note: spins, then sleeps until a deposit comes. 1; or 0, if that took more than `milliseconds`
/// (below 0: it may take as long as it likes), or no sender is left who could leave one.
#[unsafe(no_mangle)]
pub extern "C" fn dd_wait(queue: c_int, note: *mut dd_note, milliseconds: c_int) -> c_int {
    give("dd_wait", wait(queue, milliseconds, |of| of.poll(note)))
}

/// How many deposits were counted so far, by all buffers of the queue that count; and how many notes were dropped: of
/// buffers that are closed, of senders that died over them, of more than anybody has taken. Either may be null.
#[unsafe(no_mangle)]
pub extern "C" fn dd_counts(queue: c_int, counted: *mut u64, dropped: *mut u64) -> c_int {
    let looked = kept().queues.get(queue).map(|of| {
        set(counted, of.queue.counted());
        set(dropped, of.queue.dropped());
    });
    done("dd_counts", looked)
}

/// Waits until so many deposits have been counted in all. 1 or 0, as dd_wait.
#[unsafe(no_mangle)]
pub extern "C" fn dd_wait_for_count(queue: c_int, count: u64, milliseconds: c_int) -> c_int {
    give("dd_wait_for_count", wait(queue, milliseconds, |of| of.queue.counted() >= count))
}

/// Looks until `look` has found something: 1; or 0, as dd_wait. Others get in while this thread rests.
fn wait(queue: c_int, milliseconds: c_int, look: impl Fn(&mut Queue) -> bool) -> CallResult<i64> {
    let end = u64::try_from(milliseconds).ok().map(|most| Instant::now() + Duration::from_millis(most));
    // `None`: it may yet come.
    let step = |endpoint: &mut Endpoint, last: bool| {
        let mut kept = kept();
        let of = kept.queues.get(queue)?;
        let found = look(of);
        let late = end.is_some_and(|end| Instant::now() >= end);
        if found || !late && (!last || of.queue.is_anyone_left(endpoint)) {
            return Ok(found.then_some(true));
        }
        // The last deposit may have come just before its sender died.
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

/// Nobody uses this layer any more.
pub fn end(inside: &mut dyn Inside) {
    let buffers = kept().buffers.numbers();
    buffers.for_each(|buffer| _ = close(inside, buffer));
    kept().queues.clear();
    connection::end();
}
