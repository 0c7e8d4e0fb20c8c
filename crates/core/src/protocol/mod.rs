//! What moves messages between ranks, in two storeys.
//!
//! [`transfer`] moves bytes: sends, destinations, ranges, credit (the paper's send queue, and the bound of its pushed
//! buffer, whose bytes lie with the [`Sink`]). Above it are the owners of messages, who know why: [`tags`] is MPI's
//! matching, with the paper's receive queue and buffer queue; [`handlers`], streams that run a handler; [`windows`],
//! operations on memory that a rank offers; [`groups`], broadcasts. [`engine`] hands each frame to whom it belongs. A
//! transfer imports nothing of an owner, and no owner sees another's parts.
//!
//! Call order: calls (`send`, `recv`, `probe`, …) and `on_frame` may come in any order; `flush` after a `Full`, until
//! it has nothing left. Every method may send frames through the sink and never waits.
mod cast_sink;
mod counters;
mod engine;
mod groups;
mod handlers;
mod inspect;
mod outcome;
mod owner;
mod sink;
mod source;
mod tags;
mod transfer;
mod windows;

pub use crate::wire::MessageRole;
pub use cast_sink::{CastSink, ParityBlock};
pub use counters::Counters;
pub use engine::Engine;
pub use groups::{BroadcastGroups, CastCounters, CastLost, GroupCalls, MemberMemory};
pub use handlers::{Begun, BrokenOff, CallAtOnce, HandlerCalls, Reading, Woken};
pub use inspect::{Account, Handled, Leftovers};
pub use outcome::Outcome;
pub use sink::{Combination, Destination, Full, Missing, Path, Pulling, Sink, Source, Stashed};
pub use tags::{AtOnce, Expected, Mode, Select, TagCalls};
pub use windows::{How, WindowCalls, WindowPlace};
