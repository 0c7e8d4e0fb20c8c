//! Decides from how many machines on a broadcast between machines uses a multicast group instead of messages. This file
//! imports nothing, because `clump tune --explain bcast` includes it.

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
