//! The key-value space of a launcher other than `clump run`: what the ranks of a job tell each other before they can
//! reach each other.
use super::pmi1;
use super::pmix;
use crate::error::Error;
use clump_core::Rank;
use std::os::fd::OwnedFd;

/// Values that the ranks of a job publish for each other.
pub(super) trait KeySpace {
    /// Publishes a value, which the other ranks can read after the next [`fence`](Self::fence). Key and value have no
    /// blanks; the value has at most 1,023 characters.
    fn put(&mut self, rank: Rank, key: &str, value: &str) -> Result<(), Error>;

    /// Blocks until all ranks of the job have called it.
    fn fence(&mut self) -> Result<(), Error>;

    /// Returns the value that a rank has published under this key.
    fn get(&mut self, of: Rank, key: &str) -> Result<String, Error>;
}

/// A connection to the launcher.
pub(crate) enum Space {
    Pmi1(pmi1::Client),
    Pmix(pmix::Client),
}

impl KeySpace for Space {
    fn put(&mut self, rank: Rank, key: &str, value: &str) -> Result<(), Error> {
        let key = name(rank, key);
        match self {
            Space::Pmi1(client) => client.put(&key, value),
            Space::Pmix(client) => client.publish(&key, value),
        }
    }

    fn fence(&mut self) -> Result<(), Error> {
        match self {
            Space::Pmi1(client) => client.barrier(),
            Space::Pmix(client) => client.fence(),
        }
    }

    fn get(&mut self, of: Rank, key: &str) -> Result<String, Error> {
        let key = name(of, key);
        match self {
            Space::Pmi1(client) => client.get(&key),
            Space::Pmix(client) => client.text(&key, of),
        }
    }
}

impl Space {
    /// Returns the number of this process's program on the launcher's command line, if the launcher tells it.
    pub fn app(&self) -> Option<u32> {
        match self {
            Space::Pmi1(client) => client.app(),
            Space::Pmix(client) => client.app(),
        }
    }

    /// Returns true if the job goes on when a rank dies.
    pub fn outlives_ranks(&self) -> bool {
        match self {
            Space::Pmi1(client) => client.outlives_ranks(),
            Space::Pmix(_) => false,
        }
    }

    /// Tells the launcher that this process leaves the job normally.
    pub fn finish(self) {
        match self {
            Space::Pmi1(client) => client.finalize(),
            Space::Pmix(client) => client.finalize(),
        }
    }

    /// Returns a copy of the connection's descriptor, whose end tells that the launcher has died. Returns `None` if the
    /// descriptor is not known.
    pub fn line(&self) -> Option<OwnedFd> {
        match self {
            Space::Pmi1(client) => client.line(),
            Space::Pmix(_) => pmix::line(),
        }
    }

    /// Asks the launcher to end the whole job.
    pub fn abort(&self, code: i32) {
        match self {
            Space::Pmi1(client) => client.abort(code),
            Space::Pmix(client) => client.abort(code),
        }
    }
}

fn name(rank: Rank, key: &str) -> String {
    format!("clump-{key}-{rank}")
}
