//! Progress while the program computes: lets the network's thread enter the process for one poll. The thread moves
//! messages, and does nothing that may call the program: the user's work waits for the program's next call.
use super::guard::Guard;
use super::helper_guard::{ASK, enter_to_help};
use super::process::Process;
use clump_fabric::{Help, Helped};
use std::sync::Arc;

impl<P: Process> Guard<P> {
    /// Switches the helper thread on or off, as the program asks. Does nothing if the job runs on one machine.
    pub fn switch_help(&mut self, on: bool) {
        self.split().0.help_asked = on;
        self.help_as_wanted();
    }

    /// Counts a window that spans machines (`true`), or its end (`false`). While such a window exists, the helper
    /// thread runs, so that peers reach this rank's part of the window while the program computes.
    pub fn hold_help(&mut self, on: bool) {
        let held = &mut self.split().0.help_held;
        *held = if on { *held + 1 } else { held.saturating_sub(1) };
        self.help_as_wanted();
    }

    /// Switches the helper thread off, even if the program or a window has asked for it.
    pub fn end_help(&mut self) {
        self.split().0.help_held = 0;
        self.switch_help(false);
    }

    fn help_as_wanted(&mut self) {
        let common = self.split().0;
        let on = common.help_asked || common.help_held > 0;
        if on == self.split().0.endpoint().helper().is_helped() {
            return;
        }
        if on {
            // Create the lock first: the thread may enter as soon as the endpoint has its help function.
            self.set_helped(true);
            let help = Help { look: Arc::new(look::<P>), ask: &ASK };
            if !self.split().0.endpoint().helper().set_help(Some(help)) {
                self.set_helped(false);
            }
        } else {
            self.split().0.endpoint().helper().set_help(None);
            self.set_helped(false);
        }
    }
}

/// Polls once for the helper thread, if no other thread is inside.
fn look<P: Process>(sleeps: bool) -> Helped {
    match enter_to_help::<P>() {
        Some(mut guard) => match &mut guard.split().0.endpoint {
            Some(endpoint) => endpoint.helper().help(sleeps),
            None => Helped::Busy,
        },
        None => Helped::Busy,
    }
}
