//! The group object.
use crate::abi;
use clump_coll::Ranks;
use std::sync::Arc;

/// A group that the program holds.
#[derive(Debug)]
pub struct HeldGroup {
    pub ranks: Arc<Ranks>,
    /// The session from which the group comes, or MPI_SESSION_NULL.
    pub session: abi::Session,
}
