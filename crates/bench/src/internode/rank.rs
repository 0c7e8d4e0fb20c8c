//! One of the two ranks of the figures between hosts, each on its own host.
use super::{Variant, guarantees};
use crate::args::BenchArgs;
use clump::driver::FAR_PUSH;
use clump::driver::net::{Cut, RowCut};
use clump_tools::measure::pair::Rank;

/// The paper's BYTES_TO_PUSH(1) and (2) (3.2).
const PAPER_PUSH: (u64, u64) = (80, 680);
/// Bytes of the paper's pushed buffer (figure 8). The library's least is 28 KiB for each sender, which credit bounds;
/// go-back-n takes this size and drops what finds no room.
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
    let (whole, push1, push2) = FAR_PUSH;
    let (both, end) = (push1 + push2, &mut rank.endpoint);
    let mut rows = |rows: RowCut| {
        end.tuned().set_far_push(whole, push1, push2);
        end.tuned().set_cut(Cut { ask: ASK, depth: u32::MAX, rows });
    };
    match variant {
        Variant::PushPull | Variant::AllGuarantees | Variant::NoBuffers | Variant::NoOrder | Variant::NoGuarantees => {}
        Variant::Adaptive => rows(if args.grain == 0 { RowCut::Most } else { RowCut::Root(args.grain) }),
        Variant::Rows4 => rows(RowCut::Fixed(4 << 10)),
        Variant::Rows8 => rows(RowCut::Fixed(8 << 10)),
        Variant::Rows16 => rows(RowCut::Fixed(16 << 10)),
        Variant::Rows32 => rows(RowCut::Fixed(32 << 10)),
        Variant::Rows60 => rows(RowCut::Fixed(60 << 10)),
        Variant::PushZero => end.tuned().set_far_push(0, 0, 0),
        Variant::PushAll => end.tuned().set_far_push(u64::MAX, u64::MAX, u64::MAX),
        Variant::PushZeroGoBackN | Variant::PushPullGoBackN | Variant::PushAllGoBackN => {
            let (push1, push2) = match variant {
                Variant::PushZeroGoBackN => (0, 0),
                Variant::PushPullGoBackN => PAPER_PUSH,
                _ => (u64::MAX, u64::MAX),
            };
            end.tuned().set_far_push(push1, push1, push2);
            end.tuned().set_go_back_n(PUSHED_BUFFER);
        }
        Variant::None | Variant::Masking => end.tuned().set_far_push(both, both, 0),
        Variant::Overlapping | Variant::Both => end.tuned().set_far_push(both, push1, push2),
    }
    end.tuned().set_masking(!matches!(variant, Variant::None | Variant::Overlapping));
    let n = args.iterations.unwrap_or(500) as usize;
    let name = variant.name();
    for &size in &args.sizes {
        rank.rehearse(size as usize)?;
    }
    match variant {
        Variant::AllGuarantees | Variant::NoBuffers | Variant::NoOrder | Variant::NoGuarantees => {
            guarantees::run(&mut rank, variant, n)?;
        }
        Variant::PushZero
        | Variant::PushPull
        | Variant::PushAll
        | Variant::PushZeroGoBackN
        | Variant::PushPullGoBackN
        | Variant::PushAllGoBackN => {
            if !matches!(variant, Variant::PushZeroGoBackN | Variant::PushPullGoBackN | Variant::PushAllGoBackN) {
                rank.endpoint.tuned().set_pushed_buffer(PUSHED_BUFFER);
            }
            rank.take_arrivals();
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
