//! Decides how collectives go between machines: from how many machines on a broadcast uses a multicast group, who
//! combines, and which blocks travel together. This file imports nothing, because `clump tune --explain` includes it.

/// Least number of machines on which a broadcast of up to [`SHORT`] bytes uses multicast. With fewer machines, a tree
/// sends no more messages than the group would send multicasts. See decision 2.
const SHORT_MACHINES: usize = 4;
/// Most bytes of a broadcast that counts as short. Multicast of a longer broadcast needs more machines to be faster.
pub const SHORT: usize = 64 << 10;
/// Least number of machines on which a broadcast of more than [`SHORT`] bytes uses multicast. On a real network, the
/// root puts such a broadcast on the wire only once. See decision 2.
const LONG_MACHINES: usize = 16;

/// Least number of machines on which a broadcast of [`TOGETHER`] to [`SHORT`] bytes uses multicast where hosts share
/// one machine's cores. Multicast then saves only system calls. See decision 21.
const TOGETHER_MACHINES: usize = 8;
/// Least bytes at which multicast is faster from `TOGETHER_MACHINES` machines on, where hosts share one machine's
/// cores. Shorter messages in succession share datagrams. See decision 21.
pub const TOGETHER: usize = 1 << 10;

/// Returns the least number of machines between which a broadcast of `bytes` uses a multicast group.
/// `hosts_share_cores` is true if several hosts share one machine's cores.
#[inline(always)]
pub const fn machines(bytes: usize, hosts_share_cores: bool) -> usize {
    match bytes {
        ..TOGETHER if hosts_share_cores => LONG_MACHINES,
        ..=SHORT if hosts_share_cores => TOGETHER_MACHINES,
        ..=SHORT => SHORT_MACHINES,
        _ => LONG_MACHINES,
    }
}

/// Least number of machines on which a non-blocking broadcast of [`NONBLOCKING`] to [`SHORT`] bytes uses multicast. See
/// decisions 2 and 19.
const NONBLOCKING_MACHINES: usize = 8;
/// Length in bytes below which a non-blocking broadcast never uses multicast, because short messages that are in flight
/// together share a datagram to each host. See decisions 2 and 19.
pub const NONBLOCKING: usize = 16 << 10;

/// Returns the least number of machines between which a non-blocking broadcast of `bytes` uses a multicast
/// group. Returns `None` if the broadcast always uses messages.
#[inline(always)]
pub const fn nonblocking_machines(bytes: usize) -> Option<usize> {
    match bytes {
        ..NONBLOCKING => None,
        NONBLOCKING..=SHORT => Some(NONBLOCKING_MACHINES),
        _ => Some(LONG_MACHINES),
    }
}

/// Most bytes of a block that travels together with others between two machines. Larger: the copies into and out of the
/// common message cost more than the messages that it saves.
pub const PACKED: usize = 32 << 10;
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
/// Most bytes of the other ranks' operands at which rank 0 combines alone where hosts share one machine's cores. There
/// rank 0 fills no network link, and each message costs a context switch. Larger values have not been measured. See
/// decision 21.
const TOGETHER_OPERANDS: usize = 8 << 20;
/// Least bytes of a reduction at which the ranks share the work, in a second round of messages. Smaller: the second
/// round costs more than the shared work saves. Larger: the other ranks wait for one rank that combines all operands.
pub const SHARED_REDUCTION: usize = 16 << 10;

/// Returns true if rank 0 should combine the few ranks' operands alone although the ranks could share the work.
/// `oversubscribed` and `hosts_share_cores` have the meaning of the fields of `Facts`.
pub const fn rank_0_combines(ranks: usize, bytes: usize, oversubscribed: bool, hosts_share_cores: bool) -> bool {
    let operands = ranks.saturating_sub(1).saturating_mul(bytes);
    let few = operands <= STAR_OPERANDS && bytes <= STAR_BYTES;
    let star = oversubscribed && ranks <= STAR_RANKS;
    ranks > 2 && star && (few || hosts_share_cores && operands <= TOGETHER_OPERANDS)
}

/// The way of an allreduce between ranks that exchange messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllreduceWay {
    /// Rank 0 combines and sends the result to all ranks.
    Star,
    RecursiveDoubling,
    /// Each rank combines a share, and all ranks exchange the shares.
    Shares,
}

/// Returns the way of an allreduce of `bytes`. The other arguments are those of [`rank_0_combines`].
pub const fn allreduce(ranks: usize, bytes: usize, oversubscribed: bool, hosts_share_cores: bool) -> AllreduceWay {
    let star = oversubscribed && ranks > 2 && ranks <= STAR_RANKS && bytes <= STAR_BYTES;
    match bytes {
        _ if rank_0_combines(ranks, bytes, oversubscribed, hosts_share_cores) => AllreduceWay::Star,
        SHARED_REDUCTION.. => AllreduceWay::Shares,
        _ if star => AllreduceWay::Star,
        _ => AllreduceWay::RecursiveDoubling,
    }
}
