//! `clump tune --explain bcast BYTES`: explains which algorithm a broadcast uses, and why.
use crate::measure::sizes::show_size;
use clump::driver::BroadcastLimits;
use clump_coll::between;

/// The most bytes that leave the root at once.
const AT_ONCE: u64 = BroadcastLimits::OURS.push.0 + BroadcastLimits::OURS.push.1;

/// Explains the choice in a few lines.
pub fn explain(bytes: u64) -> String {
    let least_of = |together| between::machines(usize::try_from(bytes).unwrap_or(usize::MAX), together);
    let (least, together) = (least_of(false), least_of(true));
    let short = bytes <= AT_ONCE;
    let (length, limit) = (show_size(bytes), show_size(AT_ONCE));
    let leaves = match short {
        true => format!(
            "All of it leaves at once, and the root's call returns once the bytes are copied: up to {limit} it waits \
             for no host."
        ),
        false => format!("The first {limit} leave at once, the rest when all hosts have named where it is to go."),
    };
    let measured = match short {
        true => "of 1k in a row took 3.8 us on 4 test hosts, by messages 5.1; on 8 hosts 8.1 and 24, on 16 28 and 136",
        false => {
            "of 1m through ports of 10 Gbit/s took 1.3 ms on 4 test hosts, by messages 3.2; on 8 hosts 2.7 and 7.2: \
             the root's link carries them once"
        }
    };
    let nonblocking = match between::nonblocking_machines(usize::try_from(bytes).unwrap_or(usize::MAX)) {
        Some(least) => format!(
            "goes by a group on {least} hosts or more, where its root is the first rank of its host: a group numbers \
             its broadcasts in the order of the calls, and another root would have to wait for that one"
        ),
        None => format!(
            "goes by messages, of which several share a datagram: a group pays from {} on",
            show_size(between::NONBLOCKING as u64)
        ),
    };
    format!(
        "MPI_Bcast of {length}\n\
         on one host: through shared memory; nothing is sent.\n\
         on 2 to {} hosts: by messages. The root's host sends to the others itself or down a tree, and no host keeps \
         anything for repair.\n\
         on {least} hosts or more: by a group of one rank on each host. The root's host sends each byte once by \
         multicast, however many hosts there are, where all have been heard to get it (`clump run -v` says how they \
         went, `clump info --hosts` tries it); elsewhere down a tree of messages.\n\
         on hosts that share one machine's cores: by a group on {together} hosts or more.\n\
         {leaves}\n\
         why from {least} hosts on: broadcasts {measured}.\n\
         MPI_Ibcast of it {nonblocking}. By messages, {} and more to 4 hosts or more leave the root once, in parts \
         that the hosts then exchange. Barriers and allreduces go by messages, which take less time.\n",
        least - 1,
        show_size(between::SCATTERED as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_decided() {
        let (short, long) = (explain(4096), explain(1 << 20));
        assert!(short.contains("MPI_Bcast of 4k\n") && short.contains("on 4 hosts or more: by a group"), "{short}");
        assert!(long.contains("MPI_Bcast of 1m\n") && long.contains("on 2 to 3 hosts: by messages"), "{long}");
        assert!(short.contains("share one machine's cores: by a group on 8 hosts"), "{short}");
        assert!(
            short.contains("MPI_Ibcast of it goes by messages") && long.contains("cores: by a group on 4 hosts"),
            "{long}"
        );
        assert!(long.contains("MPI_Ibcast of it goes by a group on 8 hosts"), "{long}");
        assert!(short.contains("leaves at once") && long.contains("The first 64k leave at once"), "{long}");
    }
}
