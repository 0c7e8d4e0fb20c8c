//! What a team knows of abandonments, see [`crate::team::abandonment`].
use clump::driver::{Rank, Region, Request};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a team knows of abandonments.
#[derive(Debug, Default)]
pub struct Abandonment {
    /// True if this is a part of another team, which informs all ranks of the call.
    pub(crate) part: bool,
    /// True once the call has started a message.
    pub(crate) messages: AtomicBool,
    /// True once the call has ended, or this rank has informed the other ranks.
    pub(crate) over: AtomicBool,
    /// True once this rank has found another rank's abandonment.
    pub(crate) found: AtomicBool,
    /// A notice that has come. It is leaked, because each team is made for a call, and few calls fail.
    pub(crate) notice: OnceLock<&'static Notice>,
}

/// A notice, whose receive may take longer than a poll.
#[derive(Debug)]
pub(crate) struct Notice {
    /// The job-wide rank of its sender.
    pub(crate) peer: Rank,
    pub(crate) request: Request,
    /// Where the notice is received. Leaked, too.
    pub(crate) memory: Region,
    /// What the notice says, once it is here.
    pub(crate) word: OnceLock<u64>,
}

impl Abandonment {
    pub fn of_part() -> Abandonment {
        Abandonment { part: true, ..Default::default() }
    }

    /// Records that the call has ended.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Records that a further call begins.
    pub fn begin_again(&self) {
        self.messages.store(false, Relaxed);
        self.over.store(false, Relaxed);
    }

    #[inline(always)]
    pub fn uses_messages(&self) {
        self.messages.store(true, Relaxed);
    }
}
