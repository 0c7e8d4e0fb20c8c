//! Channels over a fabric that loses, reorders and duplicates: every chunk arrives once, in order. Pure: time and
//! packets come in, what to send goes out. Chunks are numbered, never looked into; their bytes are kept by whoever
//! drives this.
//!
//! - [`packet`]: what stands in front of a chunk on the wire; acknowledgements travel with everything.
//! - [`outgoing`]: chunks to one peer: which to send now, which to send again. A packet number is used once.
//! - [`incoming`]: chunks from one peer: which comes next, which is early, what to acknowledge.
//! - [`grants`]: long messages, which their receiver asks for range by range.
//! - [`bucket`]: what all senders together may have under way to this receiver: what its socket holds.
//! - [`window`]: what the network between has room for.
//!
//! Time is in nanoseconds from any start.
mod ask;
mod bucket;
mod congestion;
mod grants;
mod incoming;
mod outgoing;
mod pace;
mod packet;
mod piece;
mod rtt;
#[cfg(test)]
mod tests;
mod window;

pub use ask::AskHead;
pub use bucket::Bucket;
pub use grants::{Ask, Grants, Piece, PullId};
pub use incoming::{Fate, Incoming};
pub use outgoing::{Outgoing, Transmit};
pub use packet::{Ack, Packet};
pub use piece::PieceHead;
pub use rtt::Rtt;

/// Chunks from the first one missing on of which a receiver keeps track.
pub const WINDOW: u64 = 256;
