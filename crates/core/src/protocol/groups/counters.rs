//! What groups have sent so far.

/// Counts of frames, since the endpoint was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastCounters {
    /// Parts of this rank's broadcasts by multicast: each counts once, however many get it.
    pub multicasts: u64,
    /// Parts of its own that it sent down the tree, and of others that it passed on.
    pub tree_parts: u64,
    pub forwarded: u64,
    /// Parities of blocks of its own that it sent by multicast, and parts of others' that it made by theirs.
    pub parities: u64,
    pub restored: u64,
    /// Parts that somebody asked for.
    pub repairs: u64,
    /// What it asked for.
    pub asks: u64,
    pub acks: u64,
    /// Polls by multicast, and to one member.
    pub polls: u64,
    pub polls_alone: u64,
    /// Broadcasts of this rank's that went out by multicast to the last byte, and those that went down the tree, from
    /// the start or from somewhere on.
    pub by_multicast: u64,
    pub by_tree: u64,
    /// How often broadcasts went over to multicast, and back to the tree.
    pub to_multicast: u64,
    pub to_tree: u64,
    /// Frames for groups that are not open here (yet, or any more).
    pub strays: u64,
    /// Parts that were here already, and parts that came before their destination and found no room.
    pub doubles: u64,
    pub dropped: u64,
}
