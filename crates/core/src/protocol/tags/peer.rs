//! The matching state of another rank, beside the state that transfers keep.
use super::held::Held;
use super::select::Select;
use crate::ids::RecvId;
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub struct Peer {
    // The fields from here on belong to this rank as a sender to the peer.
    /// Sends that wait, in order.
    pub held: Held,
    /// The highest number of a message that was offered before its turn.
    pub overtook: Option<u64>,
    /// True if this rank has sent HELD, and the peer has not answered since.
    pub announced: bool,
    /// True if this rank has held back a send since its last HELD to the peer.
    pub news: bool,
    // The fields from here on belong to this rank as a receiver from the peer.
    /// The sequence numbers of messages that this rank sought and that arrived before their turn.
    pub early: BTreeSet<u64>,
    /// True if the peer holds messages back.
    pub holds: bool,
    /// The seek under way.
    pub seek: Option<SeekUnderWay>,
    /// The number of the last seek to the peer.
    pub seeks: u16,
    /// The sequence number up to which this rank has sought all posted receives, without success, since the last HELD
    /// of the peer.
    pub asked: u64,
}

/// The purpose of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekFor {
    Recv(RecvId),
    /// A probe, which wants the message's head.
    Probe(Select),
}

#[derive(Clone, Copy, Debug)]
pub struct SeekUnderWay {
    pub number: u16,
    pub what: SeekFor,
    /// True if HELD has arrived since the seek left, so that a repeated seek may succeed.
    pub news: bool,
}
