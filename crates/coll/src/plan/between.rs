//! Decides how collectives go between machines: from how many machines on a broadcast uses a multicast group, who
//! combines, and which blocks travel together. `clump tune --explain` explains it.

/// Least number of machines on which a broadcast uses a multicast group. With fewer machines, a tree sends no more
/// messages than the group would send multicasts. See decisions 2 and 34.
const MACHINES: usize = 4;
/// Least bytes of a broadcast that uses multicast from [`MACHINES`] machines on even where hosts share one machine's
/// cores: the root's link carries the data once. See decision 34.
pub const LONG: usize = 64 << 10;
/// Least number of machines on which a broadcast of [`TOGETHER`] bytes to [`LONG`] uses multicast where hosts share
/// one machine's cores. Multicast then saves only system calls. See decision 21.
const TOGETHER_MACHINES: usize = 8;
/// Bytes below which hosts that share one machine's cores use multicast from [`MANY_MACHINES`] machines on: short
/// messages in succession share datagrams. See decision 21.
pub const TOGETHER: usize = 1 << 10;
/// Least number of machines on which a broadcast below [`TOGETHER`] bytes uses multicast where hosts share one
/// machine's cores. See decision 21.
const MANY_MACHINES: usize = 16;

/// Returns the least number of machines between which a broadcast of `bytes` uses a multicast group.
/// `hosts_share_cores` is true if several hosts share one machine's cores.
#[inline(always)]
pub const fn machines(bytes: usize, hosts_share_cores: bool) -> usize {
    match bytes {
        ..TOGETHER if hosts_share_cores => MANY_MACHINES,
        ..LONG if hosts_share_cores => TOGETHER_MACHINES,
        _ => MACHINES,
    }
}

/// Least number of machines on which a non-blocking broadcast of [`NONBLOCKING`] bytes or more uses multicast. See
/// decisions 2 and 19.
const NONBLOCKING_MACHINES: usize = 8;
/// Length in bytes below which a non-blocking broadcast never uses multicast, because short messages that are in flight
/// together share a datagram to each host. See decisions 2 and 19.
pub const NONBLOCKING: usize = 16 << 10;

/// Returns the least number of machines between which a non-blocking broadcast of `bytes` uses a multicast
/// group. Returns `None` if the broadcast always uses messages.
#[inline(always)]
pub const fn nonblocking_machines(bytes: usize) -> Option<usize> {
    if bytes < NONBLOCKING { None } else { Some(NONBLOCKING_MACHINES) }
}

/// Least bytes of a broadcast at which scatter and allgather beat a tree in spite of their second round of messages.
/// Larger: the root's sends to all ranks decide how long the broadcast takes. Smaller: hosts that share cores lose more
/// than they lose already at this limit. See decision 34.
pub const SCATTERED: usize = 512 << 10;

/// Most bytes of a block that travels together with others between two machines. Larger: the copies into and out of the
/// common message cost more than the messages that it saves.
pub const PACKED: usize = 32 << 10;
/// Least bytes of a block of an alltoall between hosts that takes a round for itself: each rank then sends to one rank
/// and receives from one rank at a time. Smaller: each round waits for a round trip. Larger: receivers answer many
/// senders in turn. See decision 34.
pub const ROUND: usize = 512 << 10;
/// Most bytes of a block that travels in a bundle with those of its machine's other ranks, in a gather or scatter.
/// Larger: the copies into and out of the bundle cost more than the messages that it saves.
pub const BUNDLED: usize = 16 << 10;

/// Largest number of ranks of a star. Rank 0 serves all other ranks one after the other. Larger: rank 0 is busy for
/// longer than a tree takes, context switches included.
pub const STAR_RANKS: usize = 64;
/// Most bytes that pass through rank 0 of a star. Larger: rank 0's copying costs more than the context
/// switches that a star saves.
pub const STAR_BYTES: usize = 64 << 10;
/// Most bytes of the other ranks' operands at which rank 0 alone combines their messages where ranks outnumber cores.
/// Larger: all data passes through one rank's network link. Smaller: more messages, each of which costs a context
/// switch. See decision 2.
const STAR_OPERANDS: usize = 256 << 10;
/// Least bytes of a reduction at which the ranks share the work, in a second round of messages. Smaller: the second
/// round costs more than the shared work saves. Larger: the other ranks wait for one rank that combines all operands.
pub const SHARED_REDUCTION: usize = 16 << 10;

/// Least bytes at which ranks on hosts of their own combine in rounds or shares, even if rank 0 could combine alone.
/// Larger: rank 0's link carries what all links could share. Smaller: each round costs every rank two context switches
/// where ranks outnumber cores. See decision 34.
const ROUNDS_BETWEEN: usize = 32 << 10;
/// Least bytes of a reduction to one rank at which ranks on hosts of their own share the work. Smaller: a tree needs
/// fewer messages. Larger: the links near the root carry whole operands for longer. See decision 34.
const SHARED_TO_ROOT: usize = 512 << 10;

/// The way in which ranks that exchange messages combine their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombiningWay {
    /// Rank 0 combines all operands.
    Star,
    /// The ranks combine along a tree, and get the result back along the tree.
    Tree,
    /// The ranks combine in a logarithmic number of rounds, of which each carries whole operands.
    Rounds,
    /// In each of a logarithmic number of rounds the ranks combine half of what they combined in the round before; the
    /// rounds in reverse give all ranks the result. The number of ranks is a power of two.
    Halves,
    /// Each rank combines a share, and then passes its share of the result on.
    Shares,
}

/// Where the result of a combination goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultAt {
    AllRanks,
    Root,
}

/// Returns true if ranks outnumber cores and are too many for a star. Then a tree is best for short data: it has two
/// messages for each rank, where rounds have as many as the number of ranks has binary digits. Each message costs a
/// context switch, and the first message between two ranks the memory of a ring. See decision 43.
pub fn tree(ranks: usize, oversubscribed: bool) -> bool {
    oversubscribed && ranks > STAR_RANKS
}

/// Returns the way in which `ranks` ranks combine operands of `bytes`. `oversubscribed` and `apart` have the meaning of
/// the fields of `Facts`.
pub fn combining(result: ResultAt, ranks: usize, bytes: usize, (oversubscribed, apart): (bool, bool)) -> CombiningWay {
    let operands = ranks.saturating_sub(1).saturating_mul(bytes);
    let star = oversubscribed && ranks > 2 && ranks <= STAR_RANKS && bytes <= STAR_BYTES;
    let rounds = apart && bytes >= ROUNDS_BETWEEN;
    match (bytes, result) {
        _ if star && operands <= STAR_OPERANDS && !rounds => CombiningWay::Star,
        (SHARED_REDUCTION.., ResultAt::AllRanks) if apart && ranks.is_power_of_two() => CombiningWay::Halves,
        (SHARED_REDUCTION..SHARED_TO_ROOT, ResultAt::Root) if apart => CombiningWay::Rounds,
        (SHARED_REDUCTION.., _) => CombiningWay::Shares,
        _ if star || result == ResultAt::Root && ranks <= 3 => CombiningWay::Star,
        (_, ResultAt::AllRanks) if tree(ranks, oversubscribed) => CombiningWay::Tree,
        _ => CombiningWay::Rounds,
    }
}

/// Most bytes of an allgather of equal blocks, on more than 3 hosts, that passes through rank 0 where ranks outnumber
/// cores; other allgathers have [`STAR_BYTES`]. Larger: rank 0 is busy for longer than rounds take. See decision 34.
pub const STAR_GATHER: usize = 8 << 10;
/// Most bytes of an allgather of equal blocks, on more than 3 hosts, whose rounds double the number of blocks at every
/// rank. Larger: a ring keeps all links equally busy. See decision 34.
pub const COLLECTED: usize = 64 << 10;
