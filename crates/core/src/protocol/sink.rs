//! The actions of the whole protocol: of transfers, and of every owner.
use super::groups::GroupSink;
use super::handlers::HandlerSink;
use super::tags::TagSink;
use super::windows::WindowSink;

/// What the [`Engine`](super::Engine) asks of its surroundings. A type that implements each owner's actions implements
/// this trait.
pub trait Sink: TagSink + HandlerSink + WindowSink + GroupSink {}

impl<S: TagSink + HandlerSink + WindowSink + GroupSink> Sink for S {}
