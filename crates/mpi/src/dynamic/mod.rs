//! Processes that join others at run time (MPI 5.0, chapter 11): spawning, ports, and published names.
//!
//! All ways end in [`crate::comm::GroupJoining`], which makes an intercommunicator of two groups whose roots have a
//! connection. MPI_Comm_spawn opens a port, starts a job by `clump run`, and accepts the job's connection.
mod connect;
mod leave;
mod names;
mod port;
mod spawn;

pub use connect::{accept, connect, get_parent, join, meet_parent};
pub use names::{lookup_name, publish_name, unpublish_name};
pub use port::{close_port, open_port};
pub use spawn::{spawn, spawn_multiple};
