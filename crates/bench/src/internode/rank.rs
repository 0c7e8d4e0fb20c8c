//! One of the two ranks of the figures between hosts, each on its own host.
use super::Variant;
use crate::args::BenchArgs;
use clump::driver::net::{Cut, RowCut};
use clump_tools::measure::pair::Rank;

/// Bytes of the longest message that is pushed whole when divisions into rows are compared, equal to the default
/// without `clump tune`. Longer messages are pulled.
const WHOLE: u64 = 16 << 10;
/// BYTES_TO_PUSH(1) and (2) for the optimizations, equal to Clump's own. Messages of up to their sum are pushed
/// whole.
const PUSH: (u64, u64) = (8 << 10, 24 << 10);
/// Bytes of the paper's pushed buffer; the library raises this to at least 32 KiB for each sender.
const PUSHED_BUFFER: u64 = 4 << 10;
/// Nanoseconds of computing before and after a message, for the early receiver: 5 : 1 as in the paper. The times are
/// long enough for the peer's pushed bytes to arrive, and too short for a rank to sleep meanwhile.
const EARLY: (u64, u64) = (100_000, 20_000);
/// Nanoseconds of computing before and after a message, for the late receiver: 1 : 3 as in the paper.
const LATE: (u64, u64) = (30_000, 90_000);
/// Bytes of a request, equal to the default without `clump tune`.
const ASK: u64 = 240 << 10;

/// Runs one variant over all sizes. The error is a sentence.
pub fn run(args: &BenchArgs, variant: Variant) -> Result<(), String> {
    let largest = args.sizes.iter().max().copied().unwrap_or(0).max(1 << 16) as usize;
    let mut rank = Rank::open(largest)?;
    if rank.endpoint.host_of(0) == rank.endpoint.host_of(1) {
        return Err("both ranks are on one host".into());
    }
    let (both, end) = (PUSH.0 + PUSH.1, &mut rank.endpoint);
    let mut rows = |rows: RowCut| {
        end.set_far_push(WHOLE, PUSH.0, PUSH.1);
        end.set_cut(Cut { ask: ASK, depth: u32::MAX, rows });
    };
    match variant {
        Variant::PushPull => {}
        Variant::Adaptive => rows(if args.grain == 0 { RowCut::Most } else { RowCut::Root(args.grain) }),
        Variant::Rows4 => rows(RowCut::Fixed(4 << 10)),
        Variant::Rows8 => rows(RowCut::Fixed(8 << 10)),
        Variant::Rows16 => rows(RowCut::Fixed(16 << 10)),
        Variant::Rows32 => rows(RowCut::Fixed(32 << 10)),
        Variant::Rows60 => rows(RowCut::Fixed(60 << 10)),
        Variant::PushZero => end.set_far_push(0, 0, 0),
        Variant::PushAll => end.set_far_push(u64::MAX, u64::MAX, u64::MAX),
        Variant::None | Variant::Masking => end.set_far_push(both, both, 0),
        Variant::Overlapping | Variant::Both => end.set_far_push(both, PUSH.0, PUSH.1),
    }
    end.set_masking(!matches!(variant, Variant::None | Variant::Overlapping));
    let n = args.iterations.unwrap_or(500) as usize;
    let name = variant.name();
    for &size in &args.sizes {
        rank.rehearse(size as usize)?;
    }
    match variant {
        Variant::PushZero | Variant::PushPull | Variant::PushAll => {
            rank.endpoint.set_pushed_buffer(PUSHED_BUFFER);
            for (test, compute) in [("early", EARLY), ("late", LATE)] {
                for &size in &args.sizes {
                    rank.print(name, test, size, "us", |r| r.computing(size as usize, n, compute))?;
                }
            }
        }
        Variant::None | Variant::Masking | Variant::Overlapping | Variant::Both => {
            for &size in &args.sizes {
                rank.print(name, "single-trip", size, "us", |r| r.single_trip(size as usize, n))?;
            }
        }
        _ => {
            let trip = rank.single_trip(4, n)?.unwrap_or(0.0);
            for &size in &args.sizes {
                rank.print(name, "bandwidth", size, "MB/s", |r| r.bandwidth(size as usize, n, trip))?;
            }
        }
    }
    rank.close()
}
