//! Progress while the program computes: the network's own thread, which sleeps until something comes from another
//! machine, takes the endpoint for a moment while the program is in no call, and answers. Whoever owns the endpoint
//! says how it may be taken ([`Help`]), because only the owner knows when nobody else has it.
//!
//! Shared memory has no such thread: its senders would have to wake somebody for each message.
use super::{Endpoint, Local};
use clump_fabric::{Help, Helped, Rx as _};

impl<F: Local> Endpoint<F> {
    /// The network's thread calls `help` from now on when something comes, or (`None`) no longer. `help` takes the
    /// endpoint if it is to be had, calls [`Endpoint::help`], and never waits. False: there is no such thread, the job
    /// is on one machine.
    pub fn set_help(&mut self, help: Option<Help>) -> bool {
        let on = help.is_some();
        let there = self.rx.attended().map(|a| a.set_help(help)).is_some();
        self.helped = on && there;
        there
    }

    /// True if the job was started with progress while computing switched on.
    pub fn wants_help(&self) -> bool {
        self.wants_help
    }

    /// True if the network's thread helps.
    pub fn is_helped(&self) -> bool {
        self.helped
    }

    /// One look of the helping thread, which has taken the endpoint; it may mean to sleep if there is nothing to do.
    pub fn help(&mut self, sleeps: bool) -> Helped {
        if self.policy.is_anyone_waiting() {
            return Helped::Busy;
        }
        if self.progress() {
            return if self.is_crowded() { Helped::Enough } else { Helped::Moved };
        }
        match self.rx.attended() {
            Some(attended) if sleeps => attended.watch(&mut self.tx),
            _ => return Helped::Nothing,
        }
        Helped::Watching
    }

    /// The program leaves a call, and may be away for long.
    pub fn leave_call(&mut self) {
        if let Some(attended) = self.rx.attended() {
            attended.leave(&mut self.tx);
        }
    }
}
