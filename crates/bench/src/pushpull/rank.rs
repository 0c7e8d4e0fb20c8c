//! One of the two ranks of the push-pull benchmark. Rank 0 prints.
use super::Variant;
use crate::args::BenchArgs;
use clump_tools::measure::pair::Rank;

/// Nanoseconds of computing before and after a message, for the early receiver: x : y is 5 : 1 as in the paper. The
/// times are too short for a rank to sleep meanwhile.
const EARLY: (u64, u64) = (20_000, 4_000);
/// Nanoseconds of computing before and after a message, for the late receiver: x : y is 1 : 3 as in the paper.
const LATE: (u64, u64) = (4_000, 12_000);

/// The paper's BYTES_TO_PUSH within a machine (3.1).
const PAPER_PUSH: u64 = 16;

/// Runs one variant over all sizes. The error is a sentence.
pub fn run(args: &BenchArgs, variant: Variant) -> Result<(), String> {
    let largest = args.sizes.iter().max().copied().unwrap_or(0).max(1 << 16) as usize;
    let mut rank = Rank::open(largest)?;
    match variant {
        Variant::Zero => rank.endpoint.tuned().set_push(0, 0),
        Variant::Pull => {}
        Variant::Sixteen => rank.endpoint.tuned().set_push(PAPER_PUSH, 0),
        Variant::All => rank.endpoint.tuned().set_push(u64::MAX, 0),
    }
    let n = args.iterations.unwrap_or(1000) as usize;
    for &size in &args.sizes {
        rank.rehearse(size as usize)?;
        rank.print(variant.name(), "single-trip", size, "us", |r| r.single_trip(size as usize, n))?;
    }
    for (name, compute) in [("early", EARLY), ("late", LATE)] {
        for &size in &args.sizes {
            rank.print(variant.name(), name, size, "us", |r| r.computing(size as usize, n, compute))?;
        }
    }
    let trip = rank.single_trip(4, n)?.unwrap_or(0.0);
    for &size in &args.sizes {
        rank.print(variant.name(), "bandwidth", size, "MB/s", |r| r.bandwidth(size as usize, n, trip))?;
    }
    rank.close()
}
