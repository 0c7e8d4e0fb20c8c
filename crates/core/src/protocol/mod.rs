//! What moves messages between ranks: push, pull, seek, credit.
//!
//! The paper's structures under their names: [`send_queue`], [`receive_queue`], [`buffer_queue`] with the pushed buffer
//! (its bytes lie with the [`Sink`], its accounting in [`credit`]). `send` and `recv` are the two halves of push and pull.
//!
//! Call order: calls (`send`, `recv`, `probe`, …) and `on_frame` may come in any order; `flush` after a `Full`, until it
//! has nothing left. Every method may send frames through the sink and never waits.
mod buffer_queue;
mod by_age;
mod by_part;
mod chain;
mod counters;
mod credit;
mod direct;
mod engine;
mod entry;
mod held;
mod in_turn;
mod inspect;
mod leave;
mod mode;
mod outcome;
mod peer;
mod probe;
mod receive_queue;
mod recv;
mod seek;
mod select;
mod send;
mod send_queue;
mod sink;

pub use counters::Counters;
pub use direct::Direct;
pub use engine::Engine;
pub use in_turn::InTurn;
pub use inspect::{Account, Leftovers};
pub use mode::Mode;
pub use outcome::Outcome;
pub use select::Select;
pub use sink::{Full, Pulling, Sink, Source};
