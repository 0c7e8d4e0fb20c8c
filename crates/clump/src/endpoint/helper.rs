//! Progress while the program computes. The network's own thread sleeps until a datagram arrives from another
//! machine, takes the endpoint while the program is in no call, and makes progress. The endpoint's owner says how
//! the thread may take the endpoint ([`Help`]), because only the owner knows when no other thread uses it.
//!
//! Shared memory has no such thread: its senders would have to wake a thread for each message.
use super::{Endpoint, Local};
use clump_fabric::{Bell as _, Help, Helped, Rx as _};

impl<F: Local> Endpoint<F> {
    /// Makes the network's thread call `help` when a datagram arrives; `None` ends that. `help` takes the endpoint
    /// if it is free, calls [`Endpoint::help`], and never blocks. Returns false if there is no such thread because
    /// the job runs on one machine.
    pub fn set_help(&mut self, help: Option<Help>) -> bool {
        let on = help.is_some();
        let there = self.rx.progress_thread().map(|a| a.set_help(help)).is_some();
        self.helped = on && there;
        there
    }

    /// Returns true if the job was started with progress while computing switched on.
    pub fn wants_help(&self) -> bool {
        self.wants_help
    }

    /// Returns true if the network's thread makes progress.
    pub fn is_helped(&self) -> bool {
        self.helped
    }

    /// Polls once for the helper thread, which has taken the endpoint. With `sleeps`, the thread means to sleep if
    /// there is nothing to do.
    pub fn help(&mut self, sleeps: bool) -> Helped {
        if self.policy.is_anyone_waiting() {
            return Helped::Busy;
        }
        if self.progress() {
            return if self.is_oversubscribed() { Helped::Enough } else { Helped::Moved };
        }
        match self.rx.progress_thread() {
            Some(progress_thread) if sleeps => progress_thread.watch(&mut self.tx),
            _ => return Helped::Nothing,
        }
        Helped::Watching
    }

    /// Declares that a thread of the program leaves a call, and may be away for long: the network's thread wakes up
    /// when the network has something to do.
    pub fn leave_call(&mut self) {
        if let Some(progress_thread) = self.rx.progress_thread() {
            progress_thread.leave(&mut self.tx);
        }
    }

    /// Counts a thread that starts (`one_more`) or stops waiting on a shared endpoint. Threads that outnumber the
    /// processors yield, as ranks do.
    pub fn threads_waiting(&mut self, one_more: bool) {
        self.policy.threads_waiting(one_more);
    }

    /// Returns true if a thread of this rank waits on a shared endpoint.
    #[inline(always)]
    pub fn is_thread_waiting(&self) -> bool {
        self.policy.is_anyone_waiting()
    }

    /// Returns true if anything has changed since the previous call: the caller then wakes threads that sleep until
    /// something changes ([`Endpoint::wake`]).
    pub fn made_progress(&mut self) -> bool {
        std::mem::take(&mut self.made_progress)
    }

    /// Records a change for which another thread may be waiting asleep.
    pub fn stir(&mut self) {
        self.made_progress = true;
    }

    /// Wakes the threads of this process that sleep in a pause: another thread may have completed what they wait
    /// for.
    pub fn wake(&self) {
        self.rx.bell().ring();
    }
}
