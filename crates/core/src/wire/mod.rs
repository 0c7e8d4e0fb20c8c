//! Frames between two ranks. `docs/WIRE.md` describes them; each kind has one file, one encoder and one decoder.
//!
//! A frame is a head of 56 bits (the fabric adds its own marks above), up to four words, and a body.
mod accept;
mod credit;
mod data;
mod decline;
mod done;
mod first;
mod head;
mod held;
mod nothing;
mod offer;
mod pull;
mod push;
mod second;
mod seek;
mod share;

pub use accept::Accept;
pub use credit::Credit;
pub use data::Data;
pub use decline::Decline;
pub use done::Done;
pub use first::First;
pub use head::{Head, Kind};
pub use held::Held;
pub use nothing::Nothing;
pub use offer::Offer;
pub use pull::Pull;
pub use push::Push;
pub use second::Second;
pub use seek::Seek;
pub use share::Share;

/// A frame as it arrived: its words, and how long its body is. The bytes themselves stay where they are.
pub trait Arrival {
    /// The first `K` words; `None` if the frame is not of that form.
    fn words<const K: usize>(&self) -> Option<[u64; K]>;
    /// Bytes of body behind `k` words.
    fn len(&self, k: usize) -> usize;
}

#[cfg(test)]
mod tests;
