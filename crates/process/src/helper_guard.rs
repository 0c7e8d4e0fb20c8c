//! How the network's thread enters and leaves a process.
use super::process::Process;
use clump_fabric::ArmRequest;
use clump_fabric::gate::{self, Exit};

/// The flag by which the network's thread asks to be armed when the program leaves a call. A process has at most
/// one such thread.
pub(super) static ASK: ArmRequest = ArmRequest::new();

/// What the network's thread does before it releases the gate. It tells tools nothing: a tool's function must not hold
/// up the network, and runs on a thread of the program, which tells the tool when it next leaves a call.
pub(super) struct HelperLeaving;

impl<P: Process> Exit<P> for HelperLeaving {
    fn before(process: &mut P) -> bool {
        let (common, _) = process.split();
        common.wake_others();
        if common.helped
            && let Some(endpoint) = &mut common.endpoint
        {
            endpoint.helper().leave_call();
        }
        common.helped
    }

    fn after() {
        if ASK.is_open_behind() {
            drop(enter_to_help::<P>());
        }
    }
}

/// Enters as the network's thread does, if helping is on and no thread holds the lock or is about to take it.
pub(super) fn enter_to_help<P: Process>() -> Option<gate::Guard<P, HelperLeaving>> {
    let guard = gate::Guard::<P, HelperLeaving>::try_enter()?;
    guard.common().helped.then_some(guard)
}
