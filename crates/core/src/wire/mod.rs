//! Frames between two ranks. `docs/WIRE.md` describes them; each kind has one file, one encoder and one decoder.
//!
//! A frame is a head of 56 bits (the fabric adds its own marks above), up to four words, and a body.
mod accept;
mod applied;
mod begin;
mod broadcast;
mod broadcast_ack;
mod broadcast_ask;
mod broadcast_lack;
mod broadcast_parity;
mod broadcast_poll;
mod broadcast_ready;
mod call;
mod combine;
mod credit;
mod data;
mod decline;
mod deposit;
mod done;
mod first;
mod get;
mod head;
mod held;
mod more;
mod nothing;
mod offer;
mod pull;
mod push;
mod reply;
mod rows;
mod second;
mod seek;
mod share;
mod taken;

pub use accept::Accept;
pub use applied::Applied;
pub use begin::Begin;
pub use broadcast::{BroadcastName, BroadcastPart, InBlock, MOST_ROW};
pub use broadcast_ack::BroadcastAck;
pub use broadcast_ask::BroadcastAsk;
pub use broadcast_lack::BroadcastLack;
pub use broadcast_parity::{BroadcastParity, MOST_BLOCK};
pub use broadcast_poll::BroadcastPoll;
pub use broadcast_ready::BroadcastReady;
pub use call::{HandlerCall, MessageRole};
pub use combine::{Combine, CombineRequest, CombineRows};
pub use credit::Credit;
pub use data::Data;
pub use decline::Decline;
pub use deposit::{Deposit, DepositHead, DepositPart, DepositRows};
pub use done::Done;
pub use first::First;
pub use get::{Get, GetRows};
pub use head::{FrameReach, Head, Kind, KindOwner};
pub use held::Held;
pub use more::More;
pub use nothing::Nothing;
pub use offer::Offer;
pub use pull::Pull;
pub use push::Push;
pub use reply::{Refusal, Reply, ReplyHead};
pub use rows::Rows;
pub use second::Second;
pub use seek::Seek;
pub use share::Share;
pub use taken::PieceTaken;

/// A frame that has arrived: its words, and the length of its body. The fabric keeps the bytes.
pub trait Arrival {
    /// Returns the first `K` words, or `None` if the frame has fewer words.
    fn words<const K: usize>(&self) -> Option<[u64; K]>;
    /// Returns the length of the body behind `k` words.
    fn len(&self, k: usize) -> usize;
}

/// The most words of a frame (docs/WIRE.md). With that limit a frame without a body fits a cache line of any fabric.
pub const MOST_WORDS: usize = 4;

const _: () = {
    assert!(First::WORDS == MOST_WORDS && Offer::WORDS == MOST_WORDS && Pull::WORDS == MOST_WORDS);
    assert!(Begin::WORDS == MOST_WORDS && More::WORDS == MOST_WORDS && PieceTaken::WORDS == 2);
    assert!(Second::WORDS == 2 && Data::WORDS == 2 && Share::WORDS == 2);
    assert!(Credit::WORDS == 1 && Seek::WORDS == 1 && Nothing::WORDS == 1);
    assert!(DepositHead::WORDS == MOST_WORDS && Get::WORDS == MOST_WORDS && CombineRequest::WORDS == MOST_WORDS);
    assert!(DepositPart::WORDS == MOST_WORDS && DepositRows::WORDS == 3);
    assert!(CombineRows::WORDS == MOST_WORDS && GetRows::WORDS == MOST_WORDS);
    assert!(Deposit::WORDS == 2 && ReplyHead::WORDS == 2 && Applied::WORDS == 2 && Reply::WORDS == 1);
    assert!(
        BroadcastPoll::WORDS == MOST_WORDS && BroadcastPart::WORDS == MOST_WORDS && BroadcastAsk::WORDS == MOST_WORDS
    );
    assert!(
        BroadcastParity::WORDS == MOST_WORDS
            && BroadcastLack::WORDS == 3
            && BroadcastAck::WORDS == 4
            && BroadcastReady::WORDS == 1
    );
    assert!(Done::WORDS == 1 && Accept::WORDS == 1 && Decline::WORDS == 1);
};

#[cfg(test)]
mod tests;
