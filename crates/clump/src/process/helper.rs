//! Progress while the program computes: how the network's thread comes in. It stays for one look. It moves messages,
//! and nothing that may call the program: the users' work waits for the next call.
use super::Process;
use super::guard::{ASK, Guard};
use clump_fabric::{Help, Helped};
use std::sync::Arc;

impl<P: Process> Guard<P> {
    /// Switches it on or off, as the program wants it. On one machine there is nothing to switch.
    pub fn switch_help(&mut self, on: bool) {
        self.split().0.help_asked = on;
        self.help_as_wanted();
    }

    /// A window spans machines from now on, or (`false`) is no more: as long as there is one, the thread helps, so that
    /// others reach this rank's part while the program computes.
    pub fn hold_help(&mut self, on: bool) {
        let held = &mut self.split().0.help_held;
        *held = if on { *held + 1 } else { held.saturating_sub(1) };
        self.help_as_wanted();
    }

    /// Nobody needs it any more.
    pub fn end_help(&mut self) {
        self.split().0.help_held = 0;
        self.switch_help(false);
    }

    fn help_as_wanted(&mut self) {
        let common = self.split().0;
        let on = common.help_asked || common.help_held > 0;
        if on == self.split().0.endpoint().is_helped() {
            return;
        }
        if on {
            // The lock first: from the next line on the thread may come.
            self.set_helped(true);
            let help = Help { look: Arc::new(look::<P>), ask: &ASK };
            if !self.split().0.endpoint().set_help(Some(help)) {
                self.set_helped(false);
            }
        } else {
            self.split().0.endpoint().set_help(None);
            self.set_helped(false);
        }
    }
}

/// One look of the thread, if nobody else is inside.
fn look<P: Process>(sleeps: bool) -> Helped {
    match Guard::<P>::enter_to_help() {
        Some(mut guard) => match &mut guard.split().0.endpoint {
            Some(endpoint) => endpoint.help(sleeps),
            None => Helped::Busy,
        },
        None => Helped::Busy,
    }
}
