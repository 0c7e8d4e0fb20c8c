//! The interface of a fabric that connects the ranks of one machine, beside frames and copies: who is there, what each
//! rank tells the launcher, on what a rank sleeps, boards, and how two ranks copy a message together. An endpoint works
//! over any fabric with this interface. Shared memory implements it; fabrics around shared memory pass it on.
//!
//! All calls are dispatched statically, but for [`LocalPeers`], which no hot path uses.
mod counts;
mod faults;
mod pulls;
mod reports;
mod traced;

pub use counts::{CallCount, CallCounts, CallKind};
pub use faults::{AgreementName, Agreements, Contributed, Fault, Revoked};
pub use pulls::{CopyAccess, MemoryNames, Named, PullLine, RemoteBlocks, SharedPull};
pub use reports::{BroadcastsGone, CollectiveRecord, Phase, RankPage, Status, Waiting};
pub use traced::{TraceKind, TracedCall, Tracing};

use crate::board::BoardRows;
use crate::clock::Clock;
use crate::mem::Region;
use crate::{Bell, RemoteMemory, Tx};
use std::io;
use std::time::Duration;

/// The sending side of a fabric between the ranks of one machine.
pub trait LocalTx: Tx + RemoteMemory {
    /// The job, as this fabric's ranks share it.
    type Job: LocalJob<Reach = <Self as RemoteMemory>::Reach>;
    /// The clock of the timers above the fabric.
    type Clock: Clock;

    /// Returns the clock.
    fn clock(&self) -> Self::Clock;
}

/// The other ranks of this machine.
pub trait LocalPeers: Send + Sync {
    /// Returns how far a rank has come, as it says itself.
    fn phase(&self, rank: u32) -> Phase;

    /// Returns true if the process of `rank` has certainly ended. The call may read a file, so do not make it in a
    /// polling loop.
    fn has_died(&self, rank: u32) -> bool;

    /// Wakes a rank if it sleeps. Call this after the release store that the rank waits for.
    fn ring(&self, rank: u32);

    /// Returns fault `at`, counted from 0 in the order of the job's log; `None` if there are not as many. All ranks of
    /// the machine read the same.
    fn fault(&self, at: usize) -> Option<Fault>;
}

/// What the ranks of a job share on one machine. A clone names the same job.
pub trait LocalJob: LocalPeers + Agreements + Clone + 'static {
    /// What a rank sleeps on.
    type Bell: LocalBell;
    /// Access to a stretch of a peer's memory.
    type Reach: CopyAccess;
    /// What a rank writes down of itself.
    type Page: RankPage;
    /// The processors on which the ranks run.
    type Neighbours: CoreNeighbours;
    /// The memory of a board.
    type Rows: PostRows;
    /// The names of a rank's memory.
    type Names: MemoryNames;
    /// The descriptor of a copy that two ranks share.
    type Line: PullLine;

    /// Returns the number of ranks in the job.
    fn ranks(&self) -> u32;

    /// Returns the number of cores that the job's ranks share. The number is equal on all ranks.
    fn cores(&self) -> u32;

    /// Returns true if `other` is a clone of this value.
    fn is_same(&self, other: &Self) -> bool;

    /// Returns the bell that wakes a rank.
    fn bell_of(&self, rank: u32) -> Self::Bell;

    /// Returns the page of this process's own `rank`. The process is known to its peers as long as the page exists;
    /// `secret` should be unlikely to occur by chance.
    fn page(&self, rank: u32, secret: u64) -> Self::Page;

    /// Records that the process of a rank on another machine has died: from now on, the ranks of this machine see the
    /// rank in [`Phase::Aborted`].
    fn write_off(&self, rank: u32);

    /// Adds a fault to the job's log, once. The caller wakes the ranks. Fails with a sentence if there is no room.
    fn log_fault(&self, fault: Fault) -> io::Result<()>;

    /// Returns true if the launcher lets the job go on when a rank dies.
    fn survives(&self) -> bool {
        false
    }

    /// Hands a letter of this process, which is `rank`, to the launcher's process of this machine. Returns false if
    /// that has not taken the former letter yet, or cannot take this one.
    fn post_letter(&self, rank: u32, letter: &[u8]) -> bool {
        let _ = (rank, letter);
        false
    }

    /// Tells the launcher's process of this machine that the log has news.
    fn ring_launcher(&self) {}

    /// Returns the processors of the ranks, as `rank` sees them.
    fn neighbours(&self, rank: u32) -> Self::Neighbours;

    /// Opens board `number` for the members `ranks`; this process is member `me`. Fails with a sentence about memory.
    fn rows(&self, number: usize, ranks: impl Iterator<Item = u32>, me: usize) -> io::Result<Self::Rows>;

    /// Returns the names of this process's memory, which it uses as `rank`.
    fn names(&self, rank: u32) -> Self::Names;

    /// Returns the memory that `word` of another rank names; `None` if the word names no valid memory.
    fn named(&self, rank: u32, word: u64) -> Option<Named>;

    /// Returns the descriptor of the copies that `rank` receives.
    fn line(&self, rank: u32) -> Self::Line;

    /// Counts the sends of `rank`, this process's own, whose memory its program has taken back while a receiver may be
    /// reading it: one more if `more`, otherwise one less.
    fn change_withdrawn(&self, rank: u32, more: bool);

    /// Returns true if the bytes copied from the memory of `rank` until now may differ from the message's bytes.
    fn has_withdrawn(&self, rank: u32) -> bool;
}

/// A bell on which a rank of a machine sleeps.
pub trait LocalBell: Bell<Sleeper: Sleep> + Send + Sync + 'static {
    /// Returns the number of cores that the job's ranks share.
    fn cores(&self) -> u32;

    /// Returns true if `busy` spinning ranks need more processor time than the job's quota.
    fn exceeds_quota(&self, busy: u32) -> bool;

    /// Returns the recent average cost of a sleep and a wake-up of this rank, in ticks.
    fn sleep_cost(&self) -> u64;

    /// Returns when this rank was last woken up, in ticks.
    fn woken(&self) -> u64;
}

/// A raised sleep flag ([`Bell::sleeper`]).
pub trait Sleep: Sized {
    /// Makes the sleep end by another bell of this process too.
    fn add(&mut self, other: Self);

    /// Sleeps until woken up, or until `most` has passed.
    fn sleep(self, most: Duration);
}

/// The processors on which the ranks of a job run, as far as the ranks have told.
pub trait CoreNeighbours: Send + 'static {
    /// Publishes where this thread runs, whether it was preempted lately, and how many threads of this process call
    /// the library.
    fn publish(&mut self, preempted: bool);

    /// Returns how many threads of all running ranks of this machine have called the library lately. Begins a period in
    /// which this process's threads are counted anew.
    fn count_callers(&self) -> u32;

    /// Returns true if another running rank was last seen on the processor where this rank was last seen.
    fn shares_core(&self) -> bool;

    /// Returns true if a running rank was preempted lately.
    fn is_anyone_preempted(&self) -> bool;
}

/// The memory of a board with room for posts.
pub trait PostRows: BoardRows + Send + 'static {
    /// Returns this member's memory for a post of `len` bytes. Fails with a sentence about memory.
    fn own(&mut self, place: usize, len: usize) -> io::Result<Region>;

    /// Prefetches the memory that the next post at a free place is likely to use.
    fn warm(&mut self, place: usize);

    /// Returns the bytes that a member has posted at a place. They are untrusted.
    fn post(&self, member: usize, place: usize) -> Region;

    /// Wakes up the other members that sleep.
    fn ring(&self);

    /// Returns the number of members.
    fn members(&self) -> usize;
}
