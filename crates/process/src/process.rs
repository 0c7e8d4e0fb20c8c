//! Everything that a process keeps behind its gate.
use super::common::Common;
use super::user::User;
use clump::driver::Waiting;
use clump_fabric::gate::Guarded;

/// Everything that a process keeps behind its gate.
pub trait Process: Guarded {
    /// The user whose state is behind the gate.
    type User: User;

    /// Returns what all users share.
    fn common(&self) -> &Common;
    /// Returns the user whose state is behind the gate.
    fn user(&self) -> &Self::User;
    /// Returns both, to change them.
    fn split(&mut self) -> (&mut Common, &mut Self::User);

    /// Collects what tools want to hear of, while a thread holds the gate. `late` names what the thread waits for if
    /// the thread is about to sleep in a wait for the first time. Returns true if [`Process::tell_tools`] has anything
    /// to tell. Called only while a tool listens ([`Guard::set_tools`]).
    fn collect_for_tools(&mut self, _late: Option<Waiting>) -> bool {
        false
    }

    /// Tells tools what was collected. Called outside the gate; may call the program.
    fn tell_tools() {}
}
