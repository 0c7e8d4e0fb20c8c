//! The beginning and the end of traced calls ([`crate::objects::traced`]).
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::gate;
use crate::objects::status::Finished;
use crate::objects::traced::{self, OpenCall};
use crate::state::State;
use clump::driver::{CallKind, Endpoint};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// How often and how long a call waits for the launcher to take records, before records are lost: a second or two in
/// all. More: a launcher that stands still holds up the job longer. Less: records are lost where the launcher gets no
/// core for a while.
const TRIES: u32 = 10_000;
const TRY: Duration = Duration::from_micros(50);

/// Carries out a call, and records it if calls are traced. The caller must not hold a guard that it does not hand over.
#[inline(always)]
pub fn traced(call: Call, body: impl FnOnce() -> Result) -> Result {
    if traced::is_on() { record(call, body) } else { body() }
}

#[cold]
#[inline(never)]
fn record(call: Call, body: impl FnOnce() -> Result) -> Result {
    let _open = Open { moved: moved(), around: traced::begin(call.0) };
    body()
}

/// The bytes that the rank has moved so far.
fn moved() -> u64 {
    let s = gate::enter();
    let counts = s.open_endpoint().map(Endpoint::call_counts).unwrap_or_default();
    CallKind::ALL.into_iter().map(|kind| counts.get(kind).bytes).fold(0, u64::wrapping_add)
}

/// A call under way, which ends when this value is dropped, also by an exception of a callback.
struct Open {
    moved: u64,
    around: Option<OpenCall>,
}

impl Drop for Open {
    fn drop(&mut self) {
        let Some(call) = traced::end(self.around.take(), moved().wrapping_sub(self.moved)) else { return };
        wait_for_room();
        let mut s = gate::enter();
        if let Some(endpoint) = s.common.endpoint.as_mut() {
            endpoint.trace(&call);
        }
    }
}

/// Waits until the trace has room for a record, but not for a launcher that stands still.
fn wait_for_room() {
    static IN_VAIN: AtomicBool = AtomicBool::new(false);
    let is_full = || gate::enter().open_endpoint().is_some_and(Endpoint::is_trace_full);
    if !is_full() {
        return IN_VAIN.store(false, Relaxed);
    }
    if IN_VAIN.load(Relaxed) {
        return;
    }
    for _ in 0..TRIES {
        std::thread::sleep(TRY);
        if !is_full() {
            return;
        }
    }
    IN_VAIN.store(true, Relaxed);
}

impl State {
    /// Says in the trace that the present call has received this message on `comm`, if calls are traced.
    #[inline(always)]
    pub(crate) fn trace_received(&mut self, comm: abi::Comm, f: &Finished) {
        if traced::is_on() {
            self.note_received(comm, f);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_received(&mut self, comm: abi::Comm, f: &Finished) {
        let Ok(source) = u32::try_from(f.source) else { return };
        let Some(object) = self.comm_of_operation(comm).filter(|_| !f.cancelled) else { return };
        if source >= object.peer_count() {
            return;
        }
        let (context, from) = (object.context, object.job_rank(source));
        traced::received(self.endpoint(), from, context, f.tag, f.len);
    }
}
