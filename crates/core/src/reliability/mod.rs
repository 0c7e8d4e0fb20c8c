//! Reliable channels over a fabric that loses, reorders and duplicates packets: every chunk arrives once, in order.
//! The code is pure: time and packets come in, packets to send come out. Chunks are numbered; the caller keeps their
//! bytes.
//!
//! - [`packet`]: the header before a chunk on the wire; acknowledgements travel with every packet.
//! - [`outgoing`]: chunks to one peer: which to send now, which to send again. A packet number is used once.
//! - [`incoming`]: chunks from one peer: which is next, which is early, what to acknowledge.
//! - [`path`]: the longest datagram that the path to a peer carries.
//! - [`grants`]: long messages, which their receiver asks for range by range.
//! - [`receive_budget`]: the receive budget: what the receiver's socket can hold of all senders' packets in flight.
//! - [`vigil`]: whether a silent peer is still there.
//! - [`window`]: how much the network between has room for.
//!
//! Time is in nanoseconds from any start.
mod ask;
mod congestion;
mod grants;
mod incoming;
mod outgoing;
mod pace;
mod packet;
mod path;
mod piece;
mod probe;
mod receive_budget;
mod rtt;
#[cfg(test)]
mod tests;
mod vigil;
mod window;

pub use ask::AskHead;
pub use grants::{Ask, Grants, Piece, PullId};
pub use incoming::{ChunkVerdict, Incoming};
pub use outgoing::{Outgoing, Transmit};
pub use packet::{Ack, Packet};
pub use path::{Path, PathVerdict, Round};
pub use piece::PieceHead;
pub use probe::ProbeHead;
pub use receive_budget::ReceiveBudget;
pub use rtt::Rtt;
pub use vigil::{Sign, Vigil};

/// How many chunks a receiver tracks, counted from the first missing chunk. Bounds the chunks in flight; more cost
/// memory.
pub const WINDOW: u64 = 256;
/// For how many chunks after a loss both sides stay wary. The sender then repeats a chunk after a short silence, so the
/// receiver acknowledges soon.
const WARY: u32 = 4096;
