//! `clump tune --explain COLLECTIVE BYTES`: explains how a collective of that length goes between hosts, and why.
use super::broadcast;
use crate::measure::sizes::show_size;
use clump_coll::between::{self, CombiningWay, ResultAt};

/// The collectives that can be explained; a name stands in the place of the first host's name.
pub const NAMES: [&str; 6] = ["bcast", "allreduce", "allgather", "alltoall", "gather", "scatter"];

/// Explains the collective in a few lines; `None` if there is no explanation of that name.
pub fn explain(name: &str, bytes: u64) -> Option<String> {
    let blocks = |limit: usize| bytes <= limit as u64;
    Some(match name {
        "bcast" => broadcast::explain(bytes),
        "allreduce" => allreduce(bytes),
        "allgather" => exchange("MPI_Allgather", bytes, blocks(between::PACKED)),
        "alltoall" => exchange("MPI_Alltoall", bytes, blocks(between::PACKED)),
        "gather" => rooted("MPI_Gather", "to", bytes, blocks(between::BUNDLED)),
        "scatter" => rooted("MPI_Scatter", "from", bytes, blocks(between::BUNDLED)),
        _ => return None,
    })
}

/// The largest number of hosts that is tried.
const MOST_HOSTS: usize = 4096;

fn allreduce(bytes: u64) -> String {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    let way = |hosts, oversubscribed| between::combining(ResultAt::AllRanks, hosts, bytes, (oversubscribed, true));
    // Numbers of hosts that are powers of two, then those between them.
    let on = |oversubscribed| {
        let star = (3..=MOST_HOSTS).take_while(|&hosts| way(hosts, oversubscribed) == CombiningWay::Star);
        let many = match (way(MOST_HOSTS, oversubscribed), way(MOST_HOSTS - 1, oversubscribed)) {
            (even, odd) if even == odd => words(even).to_owned(),
            (even, odd) => format!("{}, or, if the number of hosts is no power of two, {}", words(even), words(odd)),
        };
        match star.last() {
            None => many,
            Some(last) => format!("on 3 to {last} hosts, {}; on more, {many}", words(CombiningWay::Star)),
        }
    };
    format!(
        "MPI_Allreduce of {}\n\
         on one host: through shared memory; nothing is sent.\n\
         on several hosts: the ranks of each host combine first, through shared memory, and one of them speaks for its \
         host.\n\
         between hosts, if each rank has a core: {}.\n\
         if ranks outnumber cores: {}.\n\
         why: a rank that waits for a message gives its core away where ranks outnumber cores, so fewer messages take \
         less time than shared work, until one host's link carries too much. All ranks get identical bits, in every \
         run with one layout.\n",
        show_size(bytes as u64),
        on(false),
        on(true)
    )
}

fn words(way: CombiningWay) -> &'static str {
    match way {
        CombiningWay::Star => "the first host combines all operands and sends the result to all",
        CombiningWay::Tree => "along a tree to the first host and back",
        CombiningWay::Rounds => "by recursive doubling, in rounds of which each carries the whole operand",
        CombiningWay::Halves => {
            "by recursive halving, in rounds of which each carries half of what the round before carried, and back"
        }
        CombiningWay::Shares => {
            "each host combines a share, which all others send to it, and passes its share of the result on, so that \
             every link carries as much"
        }
    }
}

fn exchange(name: &str, bytes: u64, packed: bool) -> String {
    let (length, limit) = (show_size(bytes), show_size(between::PACKED as u64));
    let way = match packed {
        true => format!(
            "the blocks of all ranks of a host travel to another host in one message, since none is longer than \
             {limit}. Each rank packs and sends for some of the pairs of hosts"
        ),
        false if name == "MPI_Allgather" => format!(
            "the first rank of each host collects its host's blocks and exchanges them, since a block is longer than \
             {limit}"
        ),
        false => format!("each block travels by itself, since it is longer than {limit}"),
    };
    let each = match name {
        "MPI_Allgather" => format!(
            "on 2 or 3, each host sends to the others. On more, the first host gathers all blocks and sends them to \
             all if ranks outnumber cores and all blocks together have at most {}; up to {} together, rounds double \
             what each host has; longer ones travel round a ring",
            show_size(between::STAR_GATHER as u64),
            show_size(between::COLLECTED as u64)
        ),
        _ => format!(
            "each host sends to the others, blocks from {} on to one at a time",
            show_size(between::ROUND as u64)
        ),
    };
    format!(
        "{name} of blocks of {length}\n\
         on one host: through shared memory; nothing is sent.\n\
         on several hosts with several ranks each: {way}.\n\
         on hosts with one rank each: {each}.\n"
    )
}

fn rooted(name: &str, direction: &str, bytes: u64, bundled: bool) -> String {
    let (length, limit) = (show_size(bytes), show_size(between::BUNDLED as u64));
    let way = match bundled {
        true => format!(
            "the blocks of all ranks of a host travel {direction} the root in one message, since none is longer than \
             {limit}"
        ),
        false => format!("each block travels by itself, since it is longer than {limit}"),
    };
    format!(
        "{name} of blocks of {length}\n\
         on one host: through shared memory; nothing is sent.\n\
         on several hosts with several ranks each: {way}. In the v form the root's host and each other host exchange \
         one message for all blocks up to {limit}, and one for each longer block.\n\
         on hosts with one rank each: one message for each block.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collective_is_explained_and_no_host_is() {
        for name in NAMES {
            let text = explain(name, 64 << 10).expect("an explanation");
            assert!(text.starts_with("MPI_") && text.contains("64k") && text.ends_with(".\n"), "{text}");
        }
        assert_eq!(explain("host1", 8), None);
    }

    #[test]
    fn an_allreduce_is_explained_as_it_is_decided() {
        let (short, long) = (allreduce(8), allreduce(1 << 20));
        assert!(short.contains("if each rank has a core: by recursive doubling"), "{short}");
        assert!(short.contains("if ranks outnumber cores: on 3 to 64 hosts, the first host combines"), "{short}");
        assert!(long.contains("if ranks outnumber cores: by recursive halving"), "{long}");
        assert!(long.contains("if the number of hosts is no power of two, each host combines a share"), "{long}");
    }

    #[test]
    fn blocks_travel_together_up_to_a_length() {
        let one = |name, bytes| explain(name, bytes).expect("an explanation");
        assert!(one("alltoall", 32 << 10).contains("in one message"));
        assert!(one("alltoall", 33 << 10).contains("by itself"));
        assert!(one("allgather", 64 << 10).contains("round a ring") && !one("alltoall", 8).contains("ring"));
        assert!(one("gather", 16 << 10).contains("travel to the root in one message"));
        assert!(one("scatter", 17 << 10).contains("each block travels by itself"));
    }
}
