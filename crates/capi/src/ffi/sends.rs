//! Messages to handlers that a thread has begun and not ended, by their names in C.
use super::process::with_endpoint;
use crate::error::{CallError, CallResult, ErrorKind};
use clump::driver::{Leaked, MessageRole, Rank, SendId};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest message, in bytes, whose pieces are copied and leave in one frame: 4 KiB and a head. A longer one has
/// fewer frames to save, and more bytes to copy. See decision 14.
pub const GATHERED: usize = 4096 + 256;

/// A message that is being sent.
#[derive(Clone, Copy)]
pub struct MessageOut {
    pub to: Rank,
    pub handler: i32,
    pub role: MessageRole,
    pub size: u64,
    /// How many bytes have been handed over.
    pub handed: u64,
    /// How many bytes are copied, and have not been handed over.
    pub gathered: u64,
    /// True if the copied bytes have been handed over, and may still have to leave.
    pub lent: bool,
    /// The message's id in the endpoint, from its first piece on; `None` for a message that left whole at once.
    pub id: Option<SendId>,
}

/// A slot for a message. The slot counts the messages that have used it, so that an old name does not match a new
/// message.
#[derive(Default)]
struct SendSlot {
    turn: u64,
    message: Option<MessageOut>,
    /// The copied pieces; `None` until a message of this slot is gathered.
    copy: Option<PieceCopy>,
}

/// Memory for the copied pieces of a message. It is never freed, because the protocol may still send from it when the
/// thread ends; other messages use it again once the pieces have left.
struct PieceCopy(Leaked);

/// The memory that no slot uses.
static FREE_COPIES: Mutex<Vec<Leaked>> = Mutex::new(Vec::new());

fn free_copies() -> MutexGuard<'static, Vec<Leaked>> {
    FREE_COPIES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PieceCopy {
    fn new() -> PieceCopy {
        let free = free_copies().pop();
        PieceCopy(free.unwrap_or_else(|| Leaked::new(GATHERED)))
    }
}

impl Drop for PieceCopy {
    fn drop(&mut self) {
        free_copies().push(self.0);
    }
}

#[derive(Default)]
pub struct Sends {
    places: Vec<SendSlot>,
    free: Vec<usize>,
}

/// How many bits of a name hold the slot. Below them is the bit that marks a send; above them are turn and thread.
const PLACE: u32 = 16;
/// How many bits of a name hold the slot's turn, which counts the messages that have used the slot.
const TURN: u32 = 34;

impl Sends {
    /// Returns the message's name for C, which is not an address and never 0.
    pub fn begin(&mut self, thread: u32, message: MessageOut) -> usize {
        let at = self.free.pop().unwrap_or_else(|| {
            self.places.push(SendSlot::default());
            self.places.len() - 1
        });
        let place = &mut self.places[at];
        place.turn = (place.turn + 1) & ((1 << TURN) - 1);
        place.message = Some(message);
        (thread as usize & 0xfff) << 52 | (place.turn as usize) << (PLACE + 1) | (at & 0xffff) << 1
    }

    fn place(&self, thread: u32, name: usize) -> Option<usize> {
        let at = name >> 1 & 0xffff;
        let turn = (name >> (PLACE + 1)) as u64 & ((1 << TURN) - 1);
        let here = name & 1 == 0 && name >> 52 == thread as usize & 0xfff;
        let place = self.places.get(at).filter(|p| here && p.turn == turn)?;
        place.message.map(|_| at)
    }

    #[inline(always)]
    pub fn get(&mut self, thread: u32, name: usize) -> CallResult<&mut MessageOut> {
        let at = self.place(thread, name);
        at.and_then(|at| self.places[at].message.as_mut()).ok_or_else(|| no_message(name))
    }

    /// Returns a message, and the memory for copies of its pieces.
    #[inline(always)]
    pub fn gathering(&mut self, thread: u32, name: usize) -> CallResult<(&mut MessageOut, Leaked)> {
        let at = self.place(thread, name).ok_or_else(|| no_message(name))?;
        let place = &mut self.places[at];
        let copy = place.copy.get_or_insert_with(PieceCopy::new).0;
        place.message.as_mut().map(|message| (message, copy)).ok_or_else(|| no_message(name))
    }

    /// Hands over the copied pieces of all messages that are not complete.
    pub fn hand_over_gathered(&mut self) {
        for place in &mut self.places {
            let (Some(message), Some(copy)) = (&mut place.message, &place.copy) else { continue };
            if message.gathered == 0 {
                continue;
            }
            let len = std::mem::take(&mut message.gathered);
            // Without an endpoint there is no job, and the next call says so.
            let _ = with_endpoint(|endpoint| {
                let id = endpoint.handled().begin_message(message.to, message.handler, message.role, message.size);
                message.lent = !endpoint.handled().hand_over(id, copy.0.region().slice(0, len as usize));
                (message.id, message.handed) = (Some(id), len);
                Ok(())
            });
        }
    }

    pub fn end(&mut self, thread: u32, name: usize) -> CallResult<MessageOut> {
        let at = self.place(thread, name).ok_or_else(|| no_message(name))?;
        self.free.push(at);
        self.places[at].message.take().ok_or_else(|| no_message(name))
    }

    /// Forgets all messages, and returns how many there were.
    pub fn end_all(&mut self) -> usize {
        let mut open = 0;
        for place in std::mem::take(self).places {
            let Some(message) = place.message else { continue };
            open += 1;
            if message.lent {
                // The protocol may still send from this copy, so no other message may use its memory.
                std::mem::forget(place.copy);
            }
        }
        open
    }
}

#[cold]
fn no_message(name: usize) -> CallError {
    let text = match name {
        0 => "the stream is a null pointer: FM_begin_message or clump_begin gives one".to_owned(),
        n if n & 1 == 1 => "the stream is one that a handler reads: nothing is sent by it".to_owned(),
        _ => "there is no such stream: no message was begun by this name in this thread, or it has ended".to_owned(),
    };
    CallError { kind: ErrorKind::Stream, text }
}
