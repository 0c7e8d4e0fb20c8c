//! Counts of the frames that groups have sent.

/// Counts of frames, since the endpoint was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadcastCounters {
    /// Parts of this rank's broadcasts sent by multicast: each counts once, however many members receive it.
    pub multicasts: u64,
    /// Parts of its own broadcasts that this rank sent down the tree.
    pub tree_parts: u64,
    /// Parts of other roots' broadcasts that this rank forwarded.
    pub forwarded: u64,
    /// Parities that this rank sent by multicast, for blocks of its own broadcasts.
    pub parities: u64,
    /// Parts that this rank restored from other roots' parities.
    pub restored: u64,
    /// Parts sent because a member asked for them.
    pub repairs: u64,
    /// Requests that this rank sent for missing bytes.
    pub asks: u64,
    pub acks: u64,
    /// Polls by multicast.
    pub polls: u64,
    /// Polls to a single member.
    pub polls_alone: u64,
    /// Broadcasts of this rank that left by multicast to the last byte.
    pub by_multicast: u64,
    /// Broadcasts of this rank of which all or the rest went down the tree.
    pub by_tree: u64,
    /// How often broadcasts changed to multicast.
    pub to_multicast: u64,
    /// How often broadcasts changed back to the tree.
    pub to_tree: u64,
    /// Frames for groups that are not open here.
    pub strays: u64,
    /// Parts that arrived a second time.
    pub doubles: u64,
    /// How often a member that lacked pushed bytes suspended a broadcast of this rank.
    pub suspended: u64,
    /// Parts that came before their destination was named, and that this rank dropped for want of room.
    pub dropped: u64,
}
