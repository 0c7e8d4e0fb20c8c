//! The names of the figures that the programs of `bench/c` print.

/// The figures of `collectives`.
pub const COLLECTIVES: [&str; 9] =
    ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "reduce_scatter"];
/// The figures of `prepared`.
pub const PREPARED: [&str; 6] =
    ["call_allreduce", "init_allreduce", "call_bcast", "init_bcast", "call_alltoall", "init_alltoall"];
/// The kinds of memory that `buffers` measures. `first100_` before a kind names the figure of fresh buffers.
const BUFFERS: [&str; 7] = ["malloc", "stack", "bss", "data", "mmap", "block", "forked"];
/// The figures of `osu`.
const OSU: [&str; 15] = [
    "osu_latency",
    "osu_bw",
    "osu_bibw",
    "osu_bcast",
    "osu_reduce",
    "osu_allreduce",
    "osu_reduce_scatter",
    "osu_gather",
    "osu_gatherv",
    "osu_scatter",
    "osu_scatterv",
    "osu_allgather",
    "osu_allgatherv",
    "osu_alltoall",
    "osu_alltoallv",
];

/// Returns true if figures of that name come from `buffers`.
pub fn is_buffers(name: &str) -> bool {
    BUFFERS.contains(&name.strip_prefix("first100_").unwrap_or(name))
}

/// Returns true if figures of that name come from `osu`.
pub fn is_osu(name: &str) -> bool {
    OSU.contains(&name)
}
