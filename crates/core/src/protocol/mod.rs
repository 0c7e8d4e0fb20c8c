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
mod calls;
mod counters;
mod engine;
#[cfg(test)]
mod forget_tests;
mod groups;
mod handlers;
mod inspect;
mod outcome;
mod owner;
mod owners;
mod sink;
mod tags;
mod transfer;
mod windows;

pub use crate::wire::MessageRole;
pub use counters::Counters;
pub use engine::Engine;
pub use groups::{BroadcastCounters, BroadcastGroups, BroadcastLost, GroupCalls, GroupSink, MemberMemory, ParityBlock};
pub use handlers::{Begun, BrokenOff, CallAtOnce, HandlerCalls, HandlerSink, Reading, Woken};
pub use inspect::{Handled, Leftovers};
pub use outcome::Outcome;
pub use sink::Sink;
pub use tags::{AtOnce, Expected, Mode, QueueLengths, Select, TagCalls, TagSink};
pub use transfer::{AccountView as Account, Destination, Full, Missing, Path, Pulling, Source, TransferSink};
pub use transfer::{UnexpectedLog, UnexpectedMessage};
pub use windows::{Combination, How, WindowCalls, WindowPlace, WindowSink};
