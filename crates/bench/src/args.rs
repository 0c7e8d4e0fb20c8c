//! The command line of `cargo xtask bench`.
use super::broadcast::variant::Variant as BroadcastVariant;
use super::clip::variant::Variant as ClipVariant;
use super::internode::variant::Variant as InternodeVariant;
use super::port;
use super::pushpull::variant::Variant as PushVariant;
use super::what::What;
use clap::Parser;
use clump_tools::measure::sizes::parse_size;
use std::path::PathBuf;

/// Measures Clump, the machine's floors, and other MPI libraries beside it.
#[derive(Parser, Debug, Clone)]
#[command(name = "cargo xtask bench")]
pub struct BenchArgs {
    /// What to measure. `peers` measures the other MPI libraries found (CLUMP_PEERS, else ~/.cache/clump-peers) in turn
    /// with Clump and prints ratios and goals.
    #[arg(value_enum)]
    pub name: What,
    /// Message sizes in bytes, with k and m: 0,8,64k,1m.
    #[arg(long, value_delimiter = ',', value_parser = parse_size)]
    pub sizes: Vec<u64>,
    /// Ranks, for the benchmarks that take any number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub ranks: Option<u32>,
    /// Runs on this many test hosts (network namespaces of this machine; needs root) in place of the machine itself:
    /// `latency`, `bandwidth`, `collectives`, `onesided`, `arrays`, `stranger`, `layers`, `loss`, `overlap`, `incast`,
    /// `neighbour`, `broadcast`, and `peers` for one of them.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(2..=64))]
    pub hosts: Option<u32>,
    /// For `loss` and `broadcast`: the percentage of packets lost on their way into each host. Default: 1, and 0 for
    /// `broadcast`.
    #[arg(long, value_name = "PERCENT")]
    pub loss: Option<f64>,
    /// Limits every test host's link to this rate in both directions: 1gbit, 10gbit, 25gbit. Default: hosts are
    /// joined by a cable as fast as the machine copies.
    #[arg(long, value_name = "RATE", value_parser = port::parse_link)]
    pub link: Option<u64>,
    /// For `collectives`: only these (barrier, bcast, reduce, allreduce, allgather, alltoall, gather, scatter,
    /// reduce_scatter), separated by commas.
    #[arg(long, value_name = "NAMES")]
    pub ops: Option<String>,
    /// How often everything is measured; figures are medians of the repeats.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: Option<u32>,
    /// Seconds of measuring for each point and repeat.
    #[arg(long)]
    pub budget: Option<f64>,
    /// Few sizes, short budget, three repeats: under a minute in all.
    #[arg(long)]
    pub quick: bool,
    /// For `peers`: only these benchmarks.
    #[arg(long, value_delimiter = ',', value_enum)]
    pub what: Vec<What>,
    /// For `peers`: only these systems (clump, mpich, openmpi, intel). For `broadcast`: only these broadcasts (ours,
    /// push-pull, push-pull-all, simple, simple-by-timeout, messages).
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// The directory in which Clump is installed (bin/mpicc, lib/libmpi_abi.so.1). Default: searched beside this
    /// program.
    #[arg(long)]
    pub prefix: Option<PathBuf>,
    /// Writes all figures of all repeats, with machine, commit and command.
    #[arg(long)]
    pub json: Option<PathBuf>,
    /// Iterations of `push-pull`, `streams`, `layers` and `clip` (default 1000, as in the paper), and of
    /// `optimizations`, `receivers` and `pipeline` (default 500).
    #[arg(long, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub iterations: Option<u32>,
    /// Runs as one of the two ranks of `push-pull`.
    #[arg(long, value_enum, hide = true)]
    pub as_rank: Option<PushVariant>,
    /// Runs as one of the two ranks of `deposit`.
    #[arg(long, hide = true)]
    pub as_deposit: bool,
    /// Runs as one of the two ranks of `clip`.
    #[arg(long, value_enum, hide = true)]
    pub as_clip: Option<ClipVariant>,
    /// Runs as one of the two ranks of `streams`.
    #[arg(long, hide = true)]
    pub as_streams: bool,
    /// Runs as one of the two ranks of `layers`.
    #[arg(long, hide = true)]
    pub as_layers: bool,
    /// Runs as one of the two ranks of a figure between hosts.
    #[arg(long, value_enum, hide = true)]
    pub as_variant: Option<InternodeVariant>,
    /// Runs as one of the ranks of `broadcast`.
    #[arg(long, value_enum, hide = true)]
    pub as_broadcast: Option<BroadcastVariant>,
    /// The grain that `clump tune` finds, for the rows of `pipeline`.
    #[arg(long, hide = true, default_value_t = 0)]
    pub grain: u64,
    /// Draws a picture.
    #[arg(long)]
    pub svg: Option<PathBuf>,
    /// Prints comma-separated values in place of the table.
    #[arg(long)]
    pub csv: bool,
    /// For `peers`: the directory for the run file; else bench/runs of the repository one is in, if any.
    #[arg(long)]
    pub runs: Option<PathBuf>,
}
