//! Progress while the program computes. The network's own thread sleeps until a datagram arrives from another
//! machine, takes the endpoint while the program is in no call, and makes progress. The endpoint's owner says how
//! the thread may take the endpoint ([`Help`]), because only the owner knows when no other thread uses it.
//!
//! Shared memory has no such thread: its senders would have to wake a thread for each message.
use super::{Endpoint, Local};
use crate::standard_fabric::Standard;
use clump_fabric::{Bell as _, Help, Helped, Rx as _};

/// The view of an [`Endpoint`] for the endpoint's owner: the network's thread, and threads that share the endpoint.
pub struct HelperView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for the endpoint's owner: the network's thread, and threads that share the endpoint.
    #[inline(always)]
    pub fn helper(&mut self) -> HelperView<'_, F> {
        HelperView { endpoint: self }
    }

    /// Wakes the threads of this process that sleep in a pause: another thread may have completed what they wait
    /// for.
    pub fn wake(&self) {
        self.rx.bell().ring();
    }
}

impl<F: Local> HelperView<'_, F> {
    /// Makes the network's thread call `help` when a datagram arrives; `None` ends that. `help` takes the endpoint
    /// if it is free, calls [`help`](Self::help), and never blocks. Returns false if there is no such thread because
    /// the job runs on one machine.
    pub fn set_help(&mut self, help: Option<Help>) -> bool {
        let on = help.is_some();
        let there = self.endpoint.rx.progress_thread().map(|a| a.set_help(help)).is_some();
        self.endpoint.helped = on && there;
        there
    }

    /// Returns true if the job was started with progress while computing switched on.
    pub fn wants_help(&self) -> bool {
        self.endpoint.wants_help
    }

    /// Returns true if the network's thread makes progress.
    pub fn is_helped(&self) -> bool {
        self.endpoint.helped
    }

    /// Polls once for the helper thread, which has taken the endpoint. With `sleeps`, the thread means to sleep if
    /// there is nothing to do.
    pub fn help(&mut self, sleeps: bool) -> Helped {
        if self.endpoint.policy.is_anyone_waiting() {
            return Helped::Busy;
        }
        if self.endpoint.progress() {
            return if self.endpoint.is_oversubscribed() { Helped::Enough } else { Helped::Moved };
        }
        match self.endpoint.rx.progress_thread() {
            Some(progress_thread) if sleeps => progress_thread.watch(&mut self.endpoint.tx),
            _ => return Helped::Nothing,
        }
        Helped::Watching
    }

    /// Declares that a thread of the program leaves a call, and may be away for long: the network's thread wakes up
    /// when the network has something to do.
    pub fn leave_call(&mut self) {
        if let Some(progress_thread) = self.endpoint.rx.progress_thread() {
            progress_thread.leave(&mut self.endpoint.tx);
        }
    }

    /// Counts a thread that starts (`one_more`) or stops waiting on a shared endpoint. Threads that outnumber the
    /// processors yield, as ranks do.
    pub fn threads_waiting(&mut self, one_more: bool) {
        self.endpoint.policy.threads_waiting(one_more);
    }
}

impl<F: Local> Endpoint<F> {
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
}
