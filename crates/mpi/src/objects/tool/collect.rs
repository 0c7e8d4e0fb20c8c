//! Collects the events that registrations ask for.
use super::object::{Occurrence, Tool, ToolObject};
use super::table::EventType;
use crate::ffi::memory;
use crate::objects::comm::Comm;
use clump::driver::{Endpoint, Waiting};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Events that wait to be told. With more, a burst of events uses more memory before the registrations hear that
/// events were dropped.
const MOST: usize = 4096;

/// The function that tells events; set at the first registration.
static TELLER: OnceLock<fn()> = OnceLock::new();

/// Sets the function that tells events.
pub fn set_teller(teller: fn()) {
    TELLER.get_or_init(|| teller);
}

/// True if there are events to tell and no thread has begun to tell them.
static DUE: AtomicBool = AtomicBool::new(false);

thread_local! {
    static HELD: Cell<bool> = const { Cell::new(false) };
}

/// Makes [`tell`] do nothing in this thread (`true`), or ends that.
pub fn hold_telling(on: bool) {
    HELD.set(on);
}

/// Tells the collected events, if there are any. Called outside the gate, also by the threads that tell: they leave the
/// gate as well.
pub fn tell() {
    if DUE.load(Relaxed)
        && !HELD.get()
        && DUE.swap(false, Relaxed)
        && let Some(teller) = TELLER.get()
    {
        teller();
    }
}

impl Tool {
    /// Takes the endpoint's records, and adds an event for each registration that asks for it. `late` is what the
    /// calling thread waits for, if it is about to sleep. `comm` finds a communicator by its handle. Returns true if
    /// there is anything to tell and no thread is telling.
    pub fn collect<'c>(
        &mut self,
        endpoint: Option<&mut Endpoint>,
        late: Option<Waiting>,
        comm: impl Fn(crate::abi::Comm) -> Option<&'c Comm>,
    ) -> bool {
        if !self.listens() {
            return false;
        }
        if let Some(endpoint) = endpoint {
            if self.listening[EventType::Unexpected as usize] > 0 {
                let log = endpoint.observed().take_unexpected();
                for m in &log.messages {
                    self.raise(EventType::Unexpected, [u64::from(m.from), m.tag as u64, m.len], Some(m.context), &comm);
                }
                self.drop_all(EventType::Unexpected, log.dropped);
            }
            if self.listening[EventType::Retransmission as usize] > 0 {
                for rank in endpoint.observed().take_retransmissions() {
                    self.raise(EventType::Retransmission, [u64::from(rank), 0, 0], None, &comm);
                }
            }
        }
        if let Some(w) = late.filter(|w| *w != Waiting::NOTHING)
            && self.listening[EventType::LatePeer as usize] > 0
        {
            self.raise(EventType::LatePeer, [w.peer as u64, w.tag as u64, 0], None, &comm);
        }
        let due = !self.telling && (!self.queue.is_empty() || self.has_dropped());
        if due {
            DUE.store(true, Relaxed);
        }
        due
    }

    /// Adds an event for each registration that asks for it.
    fn raise<'c>(
        &mut self,
        event: EventType,
        values: [u64; 3],
        context: Option<u16>,
        comm: &impl Fn(crate::abi::Comm) -> Option<&'c Comm>,
    ) {
        let time = memory::nanoseconds();
        let wants = |object: &ToolObject| match object {
            ToolObject::Registration(r) if r.event == event && r.ending.is_none() => match (r.comm, context) {
                (Some((handle, its)), Some(context)) => (its == context).then_some(Some(handle)),
                _ => Some(None),
            },
            _ => None,
        };
        let found: Vec<_> = self.objects.iter().filter_map(|(handle, object)| Some((handle, wants(object)?))).collect();
        for (handle, of) in found {
            let mut values = values;
            if let Some(of) = of {
                let Some(comm) = comm(of) else { continue };
                values[0] = u64::from(comm.rank_of(values[0] as u32));
            }
            if self.queue.len() < MOST {
                self.queue.push_back((handle, Occurrence { event, time, values }));
            } else if let Some(r) = self.registration(handle) {
                r.dropped += 1;
            }
        }
    }

    /// Counts dropped events for every registration of a type of event.
    fn drop_all(&mut self, event: EventType, count: u64) {
        if count == 0 {
            return;
        }
        let all: Vec<_> = self.objects.iter().map(|(handle, _)| handle).collect();
        for handle in all {
            if let Some(r) = self.registration(handle).filter(|r| r.event == event) {
                r.dropped += count;
            }
        }
    }

    /// Returns true if a registration must hear of dropped events.
    fn has_dropped(&self) -> bool {
        self.objects.iter().any(|(_, object)| match object {
            ToolObject::Registration(r) => r.ending.is_none() && r.dropped > 0 && r.dropped_handler.is_some(),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// The teller leaves the gate, and so asks to tell again.
    #[test]
    fn the_teller_is_called_once_for_what_is_due_and_does_not_nest() {
        static TOLD: AtomicU32 = AtomicU32::new(0);
        set_teller(|| {
            TOLD.fetch_add(1, Relaxed);
            tell();
        });
        tell();
        assert_eq!(TOLD.load(Relaxed), 0, "nothing is due");
        DUE.store(true, Relaxed);
        hold_telling(true);
        tell();
        assert_eq!(TOLD.load(Relaxed), 0, "this thread holds it off");
        hold_telling(false);
        tell();
        tell();
        assert_eq!(TOLD.load(Relaxed), 1);
    }
}
