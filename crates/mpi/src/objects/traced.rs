//! The trace of this rank's calls (`clump run --trace`): whether it is on, and what the present call of each thread has
//! moved so far. [`crate::trace`] begins and ends the calls.
//!
//! Calls of the fast paths ask nothing: where calls are traced, each communicator looks suspicious
//! ([`Comm::plain_peers`](super::comm::Comm::plain_peers)), so that its calls leave the fast path.
use clump::driver::{Endpoint, TraceKind, TracedCall, ticks};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

static ON: AtomicBool = AtomicBool::new(false);

/// Returns true if calls are traced.
#[inline(always)]
pub fn is_on() -> bool {
    ON.load(Relaxed)
}

/// Says whether calls are traced. To be called before the process has a communicator, or after the last.
pub fn switch(on: bool) {
    ON.store(on, Relaxed);
}

/// What numbers the messages of an envelope: the sender and the receiver (ranks in the job), the context, the tag.
type Envelope = (u32, u32, u16, i32);
/// How many messages of each envelope this rank has sent (false) and received (true). A rank may send to itself.
static NUMBERS: Mutex<Option<HashMap<(Envelope, bool), u64>>> = Mutex::new(None);
/// The most envelopes whose messages have numbers. More take memory in programs that use ever new tags; messages of
/// further ones have no flow in the trace.
const ENVELOPES: usize = 1 << 16;

/// Returns the number that a message's sender and receiver alone have in common. The messages of an envelope are
/// received in the order in which they were sent (MPI 5.0, 3.5), so that both count alike.
fn flow(envelope: Envelope, receives: bool) -> u64 {
    let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let numbers = numbers.get_or_insert_default();
    if numbers.len() >= ENVELOPES && !numbers.contains_key(&(envelope, receives)) {
        return 0;
    }
    let number = numbers.entry((envelope, receives)).or_insert(0);
    *number += 1;
    let (from, to, context, tag) = envelope;
    [u64::from(from) << 32 | u64::from(to), u64::from(context) << 32 | u64::from(tag as u32), *number]
        .into_iter()
        .fold(0, |mixed, word| mix(mixed ^ word))
        .max(1)
}

/// Mixes the bits of a word (the finalizer of splitmix64).
fn mix(mut word: u64) -> u64 {
    word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// A call under way.
pub struct OpenCall {
    call: u16,
    begin: u64,
    context: u16,
    messages: u64,
    bytes: u64,
    /// The call's first message, which becomes a part of the call's record if no other follows.
    first: Option<TracedCall>,
}

thread_local! {
    /// The innermost call of this thread.
    static OPEN: RefCell<Option<OpenCall>> = const { RefCell::new(None) };
    static THREAD: Cell<Option<u8>> = const { Cell::new(None) };
}

/// Returns the number of this thread among those of the rank that have made traced calls; all from the 256th on share
/// one.
fn thread() -> u8 {
    static NEXT: AtomicU8 = AtomicU8::new(0);
    let count = || NEXT.fetch_update(Relaxed, Relaxed, |next| Some(next.saturating_add(1))).unwrap_or(u8::MAX);
    THREAD.with(|own| {
        own.get().unwrap_or_else(|| {
            let number = count();
            own.set(Some(number));
            number
        })
    })
}

/// Begins a call. Returns the call around it, from which it was made (a callback's), for [`end`].
pub fn begin(call: u16) -> Option<OpenCall> {
    let open = OpenCall { call, begin: ticks(), context: TracedCall::NO_CONTEXT, messages: 0, bytes: 0, first: None };
    OPEN.with(|own| own.replace(Some(open)))
}

/// Ends the present call, and returns its record. `moved` is the number of bytes that the rank has moved meanwhile,
/// which counts if the call has told of no message.
pub fn end(around: Option<OpenCall>, moved: u64) -> Option<TracedCall> {
    let open = OPEN.with(|own| own.replace(around))?;
    let only = open.first.filter(|_| open.messages == 1);
    Some(TracedCall {
        kind: TraceKind::Call,
        begin: open.begin,
        end: ticks(),
        call: open.call,
        thread: thread(),
        context: open.context,
        peer: only.map_or(-1, |one| one.peer),
        bytes: if open.messages > 0 { open.bytes } else { moved },
        flow: only.map_or(0, |one| one.flow),
        receives: only.is_some_and(|one| one.receives),
    })
}

/// Says on which communicator the present call is, by its even context.
pub fn on_context(context: u16) {
    OPEN.with(|own| {
        if let Some(open) = own.borrow_mut().as_mut() {
            open.context = context;
        }
    });
}

/// Says that the present call is about to send a message to `to` (a rank in the job).
#[cold]
#[inline(never)]
pub fn sends(endpoint: &mut Endpoint, to: u32, context: u16, tag: i32, bytes: u64) {
    let own = endpoint.rank();
    note(endpoint, to, (own, to, context, tag), bytes, false);
}

/// Says that the present call has received a message from `from` (a rank in the job).
#[cold]
#[inline(never)]
pub fn received(endpoint: &mut Endpoint, from: u32, context: u16, tag: i32, bytes: u64) {
    let own = endpoint.rank();
    note(endpoint, from, (from, own, context, tag), bytes, true);
}

fn note(endpoint: &mut Endpoint, peer: u32, envelope: Envelope, bytes: u64, receives: bool) {
    // Processes of other jobs know this rank by another number.
    let flow = if peer < endpoint.size() { flow(envelope, receives) } else { 0 };
    let now = ticks();
    OPEN.with(|own| {
        let mut own = own.borrow_mut();
        let Some(open) = own.as_mut() else { return };
        let message = TracedCall {
            kind: if receives { TraceKind::Received } else { TraceKind::Sent },
            begin: now,
            end: now,
            call: open.call,
            thread: thread(),
            context: envelope.2,
            peer: peer as i32,
            bytes,
            flow,
            receives,
        };
        (open.messages, open.bytes, open.context) = (open.messages + 1, open.bytes.wrapping_add(bytes), envelope.2);
        if open.messages == 1 {
            open.first = Some(message);
            return;
        }
        if let Some(first) = open.first.take() {
            endpoint.trace(&first);
        }
        endpoint.trace(&message);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sender_and_receiver_number_the_messages_of_an_envelope_alike() {
        let sent: Vec<u64> = (0..3).map(|_| flow((1, 2, 0, 7), false)).collect();
        assert_eq!(sent.iter().collect::<std::collections::HashSet<_>>().len(), 3);
        assert!(!sent.contains(&flow((2, 1, 0, 7), false)) && !sent.contains(&flow((1, 2, 2, 7), false)));
        // The receiver may be the same process: a rank that sends to itself.
        assert_eq!((0..3).map(|_| flow((1, 2, 0, 7), true)).collect::<Vec<_>>(), sent);
    }

    #[test]
    fn calls_within_calls_are_apart() {
        assert!(begin(5).is_none());
        on_context(4);
        let around = begin(6);
        let inner = end(around, 3).unwrap();
        assert_eq!((inner.call, inner.bytes, inner.context), (6, 3, TracedCall::NO_CONTEXT));
        let outer = end(None, 0).unwrap();
        assert_eq!((outer.call, outer.context, outer.peer), (5, 4, -1));
        assert!(outer.begin <= inner.begin && inner.end <= outer.end);
        assert_eq!(end(None, 0), None);
    }
}
