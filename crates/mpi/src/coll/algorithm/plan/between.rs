//! Decides from how many machines on a broadcast between machines uses a multicast group instead of messages. This file
//! imports nothing, because `clump tune --explain bcast` includes it.

/// The number of machines from which a short broadcast is faster by multicast. With fewer machines, a tree sends no
/// more messages than the group would send multicasts. See decision 2.
const SHORT_MACHINES: usize = 4;
pub const SHORT: usize = 64 << 10;
/// Machines from which a broadcast by multicast pays for longer broadcasts, which the root of a real network
/// puts on the wire only once. See decision 2.
const LONG_MACHINES: usize = 16;

/// Machines and bytes from which a broadcast by multicast pays where hosts share one machine's cores. A
/// multicast then saves only system calls, and messages in a row share datagrams. See decision 21.
const TOGETHER_MACHINES: usize = 8;
pub const TOGETHER: usize = 1 << 10;

/// Returns the least number of machines between which a broadcast of `bytes` uses a multicast group.
/// `hosts_share_cores`: hosts share one machine's cores.
#[inline(always)]
pub const fn machines(bytes: usize, hosts_share_cores: bool) -> usize {
    match bytes {
        ..TOGETHER if hosts_share_cores => LONG_MACHINES,
        ..=SHORT if hosts_share_cores => TOGETHER_MACHINES,
        ..=SHORT => SHORT_MACHINES,
        _ => LONG_MACHINES,
    }
}

/// Machines and bytes from which a non-blocking broadcast by multicast pays. Below, short messages in flight
/// together share a datagram to each host. See decisions 2 and 19.
const NONBLOCKING_MACHINES: usize = 8;
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
