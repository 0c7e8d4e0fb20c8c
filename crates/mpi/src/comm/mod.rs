//! Communicators (MPI 5.0, chapter 7).
mod create;
mod from_group;
pub mod hints;
mod inter;
mod joining;
mod query;
mod split_type;
pub use create::*;
pub use from_group::*;
pub use hints::{get_info, set_info};
pub use inter::*;
pub(crate) use joining::{GroupJoining, JoinRefusal, RootLink};
pub use query::*;
pub use split_type::*;
