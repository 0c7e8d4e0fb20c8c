//! What matching by tags knows of another rank, beside what transfers know of it.
use super::held::Held;
use super::select::Select;
use crate::ids::RecvId;
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub struct Peer {
    // As a sender to it.
    /// Sends that wait, in order.
    pub held: Held,
    /// The highest number of a message offered out of turn.
    pub overtook: Option<u64>,
    /// HELD was sent and nothing has answered it since.
    pub announced: bool,
    /// A send was held back since, which HELD has not announced.
    pub news: bool,
    // As a receiver from it.
    /// Numbers of messages that were sought and have arrived before their turn.
    pub early: BTreeSet<u64>,
    /// It holds messages back.
    pub holds: bool,
    /// The seek under way.
    pub seek: Option<SeekUnderWay>,
    /// The number of the last seek.
    pub seeks: u16,
    /// Posted receives up to this sequence number have been sought in vain since it last said HELD.
    pub asked: u64,
}

/// What a seek is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekFor {
    Recv(RecvId),
    /// A probe: bring the message's head here.
    Probe(Select),
}

#[derive(Clone, Copy, Debug)]
pub struct SeekUnderWay {
    pub number: u16,
    pub what: SeekFor,
    /// HELD has come since it was sent: what was sought before may be there now.
    pub news: bool,
}
