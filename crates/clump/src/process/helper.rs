//! Progress while the program computes: how the network's thread comes in. It stays for one look. It moves messages,
//! and nothing that may call the program: the users' work waits for the next call.
use super::Process;
use super::guard::{ASK, Guard};
use clump_fabric::{Help, Helped};
use std::sync::Arc;

impl<P: Process> Guard<P> {
    /// Switches it on or off. On one machine there is nothing to switch.
    pub fn switch_help(&mut self, on: bool) {
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
