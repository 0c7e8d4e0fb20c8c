//! A world for tests: memory whose bytes tests check, and frames between the ranks of a job. A test of an owner uses
//! the parts of a [`World`] that the owner's actions reach.
mod frame;
mod group_sink;
mod handler_sink;
mod job;
mod memory;
mod tag_sink;
mod window_sink;
mod world;

pub use frame::TestFrame;
pub use job::Job;
pub use memory::{GroupBytes, HandlerBytes, TagBytes, WindowBytes};
pub use window_sink::SUM;
pub use world::{PullAnswer, SendMemory, World};
