//! The job's shared segment: one memfd for all ranks of a job on one machine.
use super::Status;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

/// The shared memory of one job on one machine.
pub struct Segment {}

impl Segment {
    /// Makes the segment for `ranks` processes. The error is a sentence that says what is short and what to do.
    pub fn create(ranks: u32) -> io::Result<Segment> {
        let _ = ranks;
        todo!()
    }
    /// Maps the segment behind `fd`, after checking that it is one, of this version, and sealed.
    pub fn attach(fd: OwnedFd) -> io::Result<Segment> {
        let _ = fd;
        todo!()
    }
    /// The memfd, close-on-exec; hand a duplicate down to the ranks.
    pub fn fd(&self) -> BorrowedFd<'_> {
        todo!()
    }
    pub fn ranks(&self) -> u32 {
        todo!()
    }
    /// What `rank` says it is doing. Untrusted: a broken rank may say anything.
    pub fn status(&self, rank: u32) -> Status {
        let _ = rank;
        todo!()
    }
}
