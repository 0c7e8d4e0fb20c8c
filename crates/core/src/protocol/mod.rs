//! The protocol that moves messages between ranks, in two layers.
//!
//! [`transfer`] moves bytes: sends, destinations, ranges, credit (the paper's send queue, and the bound of its
//! pushed buffer, whose bytes the [`Sink`] stores). The owners of messages lie above it, and know each message's
//! purpose: [`tags`] is MPI's matching, with the paper's receive queue and buffer queue; [`handlers`] are streams
//! that run a handler; [`windows`] are operations on memory that a rank offers; [`groups`] are broadcasts.
//! [`engine`] hands each frame to its owner. A transfer imports nothing of an owner, and no owner sees another
//! owner's state.
//!
//! Callers may mix calls (`send`, `recv`, `probe`, …) and `on_frame` in any order. After a `Full`, the caller calls
//! `flush` until nothing is left to send. Every method may send frames through the sink; no method blocks.
mod broadcast_sink;
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
pub use broadcast_sink::{BroadcastSink, ParityBlock};
pub use counters::Counters;
pub use engine::Engine;
pub use groups::{BroadcastCounters, BroadcastGroups, BroadcastLost, GroupCalls, MemberMemory};
pub use handlers::{Begun, BrokenOff, CallAtOnce, HandlerCalls, Reading, Woken};
pub use inspect::{Account, Handled, Leftovers};
pub use outcome::Outcome;
pub use sink::{Combination, Destination, Full, Missing, Path, Pulling, Sink, Source, Stashed};
pub use tags::{AtOnce, Expected, Mode, Select, TagCalls};
pub use windows::{How, WindowCalls, WindowPlace};
