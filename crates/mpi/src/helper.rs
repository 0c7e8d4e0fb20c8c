//! Progress while the program computes: how the network's thread comes in. It moves messages, and nothing that may call
//! the program: steps of collectives, whose operations may be the program's own, wait for the next call.
use crate::ffi::gate::{self, Guard};
use clump::{Help, Helped};
use std::sync::Arc;

/// Switches it on or off. On one machine there is nothing to switch.
pub fn switch(s: &mut Guard, on: bool) {
    if on == s.endpoint().is_helped() {
        return;
    }
    if on {
        // The lock first: from the next line on the thread may come.
        s.set_helped(true);
        if !s.endpoint().set_help(Some(Help { look: Arc::new(look), ask: &gate::ASK })) {
            s.set_helped(false);
        }
    } else {
        s.endpoint().set_help(None);
        s.set_helped(false);
    }
}

/// One look of the thread, if nobody else is inside.
fn look(sleeps: bool) -> Helped {
    match gate::enter_to_help() {
        Some(mut s) => match &mut s.endpoint {
            Some(endpoint) => endpoint.help(sleeps),
            None => Helped::Busy,
        },
        None => Helped::Busy,
    }
}
