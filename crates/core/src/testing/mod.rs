//! A world for tests: memory whose bytes tests check, and frames between the ranks of a job. A test of an owner uses
//! the parts of a [`World`] that the owner's actions reach.
mod frame;
mod group_memory;
mod handler_memory;
mod job;
mod tag_memory;
mod window_memory;
mod world;

pub use frame::TestFrame;
pub use group_memory::GroupMemory;
pub use handler_memory::HandlerMemory;
pub use job::Job;
pub use tag_memory::TagMemory;
pub use window_memory::{SUM, WindowMemory};
pub use world::{PullAnswer, SendMemory, World};
