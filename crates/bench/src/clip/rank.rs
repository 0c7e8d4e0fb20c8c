//! One of the two ranks that measure one variant. Rank 0 prints.
use super::{BANDWIDTH, LATENCY, Variant};
use crate::args::BenchArgs;
use clump::driver::{CopyEngine, Error, Leaked};
use clump_scenario::{Access, Blocking, Endpoint, Exclusive, Ordered, Polling, Shared, Waits};
use clump_tools::measure::pair::{Rank, now};
use clump_tools::measure::stats::middle_80;

/// Bytes of the shortest messages for which engines are chosen; for shorter messages there is only one engine.
const LEAST_NATIVE: u64 = 4 << 10;
/// Round trips that are timed together, because reading a clock takes as long as a short round trip.
const TOGETHER: usize = 10;

/// Measures one variant over all sizes. The error is a sentence.
pub fn run(args: &BenchArgs, variant: Variant) -> Result<(), String> {
    let n = args.iterations.unwrap_or(1000) as usize;
    match variant {
        Variant::Exclusive => scenario(Endpoint::<Exclusive, Polling, Ordered>::open, args, n),
        Variant::Shared => scenario(Endpoint::<Shared, Blocking, Ordered>::open, args, n),
        _ => general(args, variant, n),
    }
}

fn general(args: &BenchArgs, variant: Variant, n: usize) -> Result<(), String> {
    let largest = args.sizes.iter().max().copied().unwrap_or(0).max(1 << 16) as usize;
    let mut rank = Rank::open(largest)?;
    let engine = match variant {
        Variant::Copied => Some(CopyEngine::TwoCopies),
        Variant::Native => Some(CopyEngine::SystemOne),
        _ => None,
    };
    rank.endpoint.set_engine(engine);
    if variant == Variant::Misaligned {
        rank.shift(1);
    }
    for &size in args.sizes.iter().filter(|size| engine.is_none() || **size >= LEAST_NATIVE) {
        rank.rehearse(size as usize)?;
        // Measure twice, and count only the second time: meanwhile the library finds out which engine is fastest.
        rank.single_trip(size as usize, n)?;
        let trip = rank.single_trip(size as usize, n)?;
        // The columns of engines leave out messages that are too short for the engine.
        let used = engine.is_none() || rank.endpoint.last_engine() == engine;
        let short = rank.single_trip(4, n)?.unwrap_or(0.0);
        let rate = rank.bandwidth(size as usize, n, short)?;
        if let Some(us) = trip.filter(|_| used) {
            println!("point {LATENCY} {size} {us:.6} us");
        }
        if let Some(rate) = rate.filter(|_| used && size >= 1 << 10) {
            println!("point {BANDWIDTH} {size} {rate:.6} MB/s");
        }
    }
    rank.close()
}

fn scenario<A, W>(
    open: impl FnOnce() -> Result<Endpoint<A, W, Ordered>, Error>,
    args: &BenchArgs,
    n: usize,
) -> Result<(), String>
where
    A: Access,
    W: Waits,
{
    let mut endpoint = open().map_err(|e| e.to_string())?;
    let (me, peer) = (endpoint.rank(), 1 - endpoint.rank());
    for &size in &args.sizes {
        let (out, into) = (Leaked::copy_of(&vec![7; size as usize]), Leaked::new(size as usize));
        let mut samples = Vec::with_capacity(n);
        for i in 0..(n + n / 10).div_ceil(TOGETHER) {
            let start = now();
            for _ in 0..TOGETHER {
                if me == 0 {
                    endpoint.send(peer, 1, out.region());
                }
                let came = endpoint.receive(Some(peer), Some(1), into.region()).len;
                if came != size {
                    return Err(format!("a message of {size} bytes came as {came} bytes"));
                }
                if me != 0 {
                    endpoint.send(peer, 1, out.region());
                }
            }
            if i >= n / 10 / TOGETHER {
                samples.push((now() - start) as f64 / 2e3 / TOGETHER as f64);
            }
        }
        if let Some(us) = middle_80(&samples).filter(|_| me == 0) {
            println!("point {LATENCY} {size} {us:.6} us");
        }
    }
    endpoint.close().map_err(|e| e.to_string())
}
