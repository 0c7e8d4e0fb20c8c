//! Calls the tool's functions for the events that were collected. No thread holds the gate meanwhile, so the functions
//! may call MPI as another thread of the process may: [`LEVEL`].
use crate::abi;
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::tool::{EventRegistration, Occurrence, Tool, ToolObject};

/// The safety that the place where callbacks run demands of them.
const LEVEL: i32 = abi::MPI_T_CB_REQUIRE_NONE;

/// The next function to call.
enum Step {
    Event { registration: usize, instance: usize, function: Callback, user_data: usize },
    Dropped { registration: usize, count: u64, function: Callback, user_data: usize },
}

/// Calls callbacks until no event waits. One thread at a time does so; a callback that makes calls itself, and thereby
/// causes events, does not nest.
pub fn tell() {
    {
        let mut s = gate::enter();
        if std::mem::replace(&mut s.tool.telling, true) {
            return;
        }
    }
    let _done = Telling;
    loop {
        let step = next(&mut gate::enter().mpi.tool);
        match step {
            Some(Step::Event { registration, instance, function, user_data }) => {
                let _called = Called { registration, instance: Some(instance) };
                function.event(instance, registration, LEVEL, user_data);
            }
            Some(Step::Dropped { registration, count, function, user_data }) => {
                let _called = Called { registration, instance: None };
                function.dropped(count as i64, registration, 0, LEVEL, user_data);
            }
            None => return,
        }
    }
}

/// Allows other threads to tell events when this one returns, also by an exception of the tool.
struct Telling;

impl Drop for Telling {
    fn drop(&mut self) {
        gate::enter().tool.telling = false;
    }
}

/// A call of a callback. When it returns, also by an exception of the tool, the event's instance is over, and the
/// registration too if it was freed meanwhile.
struct Called {
    registration: usize,
    instance: Option<usize>,
}

impl Drop for Called {
    fn drop(&mut self) {
        {
            let objects = &mut gate::enter().mpi.tool.objects;
            if let Some(instance) = self.instance {
                objects.remove(instance);
            }
            if let Some(ToolObject::Registration(r)) = objects.get_mut(self.registration) {
                r.active = r.active.saturating_sub(1);
            }
        }
        end(self.registration);
    }
}

/// Takes the next event that has a callback, then the next registration that must hear of dropped events.
fn next(tool: &mut Tool) -> Option<Step> {
    while let Some((registration, occurrence)) = tool.queue.pop_front() {
        if let Some(step) = event(tool, registration, occurrence) {
            return Some(step);
        }
    }
    let all: Vec<_> = tool.objects.iter().map(|(handle, _)| handle).collect();
    all.into_iter().find_map(|registration| {
        let r = tool.registration(registration).filter(|r| r.dropped > 0)?;
        let function = r.dropped_handler?;
        let user_data = r.callbacks.least().map_or(0, |l| l.user_data);
        r.active += 1;
        Some(Step::Dropped { registration, count: std::mem::take(&mut r.dropped), function, user_data })
    })
}

fn event(tool: &mut Tool, registration: usize, occurrence: Occurrence) -> Option<Step> {
    let r = tool.registration(registration)?;
    let listener = r.callbacks.least()?;
    r.active += 1;
    let instance = tool.objects.insert(ToolObject::Instance(occurrence));
    Some(Step::Event { registration, instance, function: listener.function, user_data: listener.user_data })
}

/// Ends a registration that was freed and whose callbacks have returned.
pub(super) fn end(registration: usize) {
    let over = |r: &EventRegistration| r.active == 0 && r.ending.is_some();
    let ending = {
        let mut s = gate::enter();
        match s.tool.objects.get(registration) {
            Some(ToolObject::Registration(r)) if over(r) => s.tool.objects.remove(registration),
            _ => None,
        }
    };
    if let Some(ToolObject::Registration(EventRegistration { ending: Some((Some(function), user_data)), .. })) = ending
    {
        function.event_free(registration, LEVEL, user_data);
    }
}
