//! What can be wrong with a deposit, on any way.
use crate::Rank;
use clump_core::Refusal;

/// Why a deposit came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositError {
    /// It would reach past the end of the buffer, which has so many bytes. Nothing was placed.
    Outside(u64),
    /// The receiver has closed the connection.
    Closed(Rank),
    /// The receiver has not taken as many notes as its queue holds: deposit again later. The bytes may be there.
    QueueFull(Rank),
    /// The system does not let this process write where that rank has said that its buffer is.
    NotWritten(Rank),
    /// That rank, which is reached by frames, has refused it or is no more.
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
