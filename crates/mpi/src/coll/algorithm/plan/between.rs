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

/// The least number of machines between which a broadcast of so many bytes goes by a group.
#[inline(always)]
pub const fn machines(bytes: usize) -> usize {
    if bytes <= SHORT { SHORT_MACHINES } else { LONG_MACHINES }
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
