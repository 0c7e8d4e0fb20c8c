//! The errors of deposits.
use clump_core::{Rank, Refusal};

/// Why a deposit failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositError {
    /// The deposit would reach past the end of the buffer, which has this many bytes. No byte was placed.
    Outside(u64),
    /// The receiver has closed the connection.
    Closed(Rank),
    /// The queue is full of notes that the receiver has not taken: deposit again later. The bytes may have been
    /// placed.
    QueueFull(Rank),
    /// The system does not let this process write into the memory of this rank.
    NotWritten(Rank),
    /// This rank, on another machine, has refused the deposit, has died, or has left the job.
    Far(Rank, Refusal),
}

impl std::fmt::Display for DepositError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DepositError::Outside(len) => write!(f, "a deposit reaches past the end of its buffer of {len} bytes"),
            DepositError::Closed(rank) => write!(f, "rank {rank} has closed the connection"),
            DepositError::QueueFull(rank) => {
                write!(f, "the queue of rank {rank} is full: it has to take notes before there can be more")
            }
            DepositError::NotWritten(rank) => {
                write!(f, "the receive buffer of rank {rank} cannot be written: its program has taken that memory away")
            }
            DepositError::Far(rank, refusal) => write!(f, "rank {rank} has refused a deposit: {refusal:?}"),
        }
    }
}

impl std::error::Error for DepositError {}
