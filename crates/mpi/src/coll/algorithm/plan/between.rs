//! From how many machines on a broadcast between them goes by a group, and not by messages. The file stands alone:
//! `clump tune --explain bcast` says so from here.

/// Machines from which a broadcast by a group pays, and bytes up to which nobody is waited for there. Broadcasts of 1
/// KiB in a row took 3.8 us on 4 test hosts, 5.1 by messages; on 8 hosts 8.1 and 24, on 16 hosts 28 and 136. With
/// half as many there are no more messages than multicasts.
const SHORT_MACHINES: usize = 4;
pub const SHORT: usize = 64 << 10;
/// The same of longer ones (256 KiB in a row: 8 hosts 0.60 ms and 0.55, 16 hosts 1.6 and 2.1). The test hosts share
/// their processors, and have no wire, on which the root sends them once.
const LONG_MACHINES: usize = 16;

/// The same where hosts share one machine's cores, and bytes from which that holds. There a multicast saves system
/// calls alone, and messages in a row share datagrams. In a row, by messages and by a group (medians of 15 turns): 4
/// hosts 256 bytes 6.9 us and 44, 4 KiB 33 and 66, 64 KiB 298 and 348; 8 hosts 23 and 59, 1 KiB 49 and 58, 4 KiB 168
/// and 122, 64 KiB 1,195 and 656. Each behind a barrier: 4 hosts 4 KiB 53 and 68; 8 hosts 256 bytes 249 and 248, 1
/// KiB 226 and 175, 64 KiB 637 and 513.
const TOGETHER_MACHINES: usize = 8;
pub const TOGETHER: usize = 1 << 10;

/// The least number of machines between which a broadcast of so many bytes goes by a group. `together`: hosts share one
/// machine's cores.
#[inline(always)]
pub const fn machines(bytes: usize, together: bool) -> usize {
    match bytes {
        ..TOGETHER if together => LONG_MACHINES,
        ..=SHORT if together => TOGETHER_MACHINES,
        ..=SHORT => SHORT_MACHINES,
        _ => LONG_MACHINES,
    }
}

/// Machines from which a non-blocking broadcast by a group pays, and bytes. By messages, short ones that are under way
/// at once share a datagram to each host. On 8 test hosts, eight at once, each took by messages and by a group: 256
/// bytes 17 us and 45, 4 KiB 37 and 40, 16 KiB 136 and 114, 32 KiB 338 and 185; on 4 hosts 64 KiB 116 and 145.
const NONBLOCKING_MACHINES: usize = 8;
pub const NONBLOCKING: usize = 16 << 10;

/// The same of non-blocking broadcasts. `None`: they go by messages.
#[inline(always)]
pub const fn nonblocking_machines(bytes: usize) -> Option<usize> {
    match bytes {
        ..NONBLOCKING => None,
        NONBLOCKING..=SHORT => Some(NONBLOCKING_MACHINES),
        _ => Some(LONG_MACHINES),
    }
}
