//! A rank of `clump tune --collectives`: one of several, one on each host. The ranks exchange messages in the patterns
//! of collectives, and rank 0 prints the times.
use super::{BUSY, SEALED_BY, TuneArgs};
use crate::machine;
use crate::measure::load;
use crate::measure::pair::now;
use clump::driver::{Endpoint, Leaked, Mode, Region, Request, Select, Waiting};
use std::hint::black_box;
use std::time::{Duration, Instant};

const CONTEXT: u16 = 1;
const TAG: i32 = 1;

/// How often all patterns and lengths are measured in turn, so that a disturbance affects all of them alike.
const ROUNDS: u32 = 8;
/// No round begins after this time: on loaded hosts the measurement then ends in time, with fewer samples.
const MOST: Duration = Duration::from_secs(20);
/// A longer message is repeated fewer times: as often as this many bytes take.
const BYTES: usize = 256 << 10;
/// Bytes of the operands that are combined.
pub const COMBINED: usize = 64 << 10;

/// A pattern of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All other ranks send to rank 0, which sends to all of them once it has received all.
    Funnel,
    /// Every rank sends to every other rank.
    Exchange,
    /// Every rank exchanges messages with one other rank. If the number of ranks is odd, the last rank rests.
    Pairs,
}

impl Pattern {
    pub const ALL: [Pattern; 3] = [Pattern::Funnel, Pattern::Exchange, Pattern::Pairs];

    pub fn name(self) -> &'static str {
        match self {
            Pattern::Funnel => "funnel",
            Pattern::Exchange => "exchange",
            Pattern::Pairs => "pairs",
        }
    }

    /// Returns how many messages among `ranks` ranks pass one after the other through rank 0.
    pub fn messages(self, ranks: u32) -> u32 {
        match self {
            Pattern::Funnel => 2 * (ranks - 1),
            Pattern::Exchange => ranks - 1,
            Pattern::Pairs => 1,
        }
    }
}

struct Crew {
    endpoint: Endpoint,
    source: Leaked,
    /// A block for each other rank.
    destination: Leaked,
    longest: usize,
}

/// Runs this rank: measures each pattern with messages of each of `--sizes`, and prints the median time of one
/// operation. The error is a sentence.
pub fn run(args: &TuneArgs) -> Result<(), String> {
    // All ranks wait here before any of them polls, so that ranks on one machine do not count each other.
    if let Some(others) = load::others().filter(|n| load::is_busy(*n)) {
        println!("{BUSY}{}: {others:.1} threads of other programs want a processor", machine::host());
    }
    let sizes: Vec<usize> = args.sizes.iter().map(|&size| size as usize).collect();
    // SAFETY: every region outlives its use.
    let endpoint = unsafe { clump::Endpoint::open().map_err(|e| e.to_string())?.into_driver() };
    let (longest, others) = (sizes.iter().copied().max().unwrap_or(1), endpoint.size() as usize - 1);
    if others == 0 {
        return Err("costs are measured between several hosts, on which `clump tune` starts ranks".into());
    }
    let mut crew = Crew { endpoint, source: Leaked::new(longest), destination: Leaked::new(others * longest), longest };
    crew.source.region().write(&vec![7; longest]);
    if let (0, Some(cipher)) = (crew.endpoint.rank(), crew.endpoint.cipher()) {
        println!("{SEALED_BY}{}", cipher.name());
    }
    crew.measure(&sizes, args.iterations.unwrap_or(1000))?;
    crew.endpoint.close().map_err(|e| e.to_string())
}

impl Crew {
    fn measure(&mut self, sizes: &[usize], n: u32) -> Result<(), String> {
        let mut samples = vec![Vec::new(); Pattern::ALL.len() * sizes.len()];
        let start = Instant::now();
        for round in 0..=ROUNDS {
            // The first round opens windows and does not count.
            if !self.agree(round < 2 || start.elapsed() < MOST)? {
                break;
            }
            let each = Pattern::ALL.into_iter().flat_map(|pattern| sizes.iter().map(move |&len| (pattern, len)));
            for (of, (pattern, len)) in samples.iter_mut().zip(each) {
                let times = (n / ROUNDS).min((BYTES / len.max(1)) as u32 + 4).max(1);
                self.operate(pattern, len)?;
                for _ in 0..times {
                    let start = now();
                    self.operate(pattern, len)?;
                    of.push((now() - start) as f64 / 1e3);
                }
            }
            if round == 0 {
                samples.iter_mut().for_each(Vec::clear);
            }
        }
        if self.endpoint.rank() == 0 {
            let each = Pattern::ALL.into_iter().flat_map(|pattern| sizes.iter().map(move |&len| (pattern, len)));
            for (of, (pattern, len)) in samples.iter().zip(each) {
                if let Some(mean) = crate::measure::stats::middle_80(of) {
                    println!("point {} {len} {mean:.6} us", pattern.name());
                }
            }
            println!("point combine {COMBINED} {:.6} us", combine().max(1e-3));
        }
        // The other ranks wait here while rank 0 combines alone.
        self.agree(true).map(|_| ())
    }

    /// Runs this rank's part of one operation.
    fn operate(&mut self, pattern: Pattern, len: usize) -> Result<(), String> {
        let (me, n) = (self.endpoint.rank(), self.endpoint.size());
        let others = (1..n).map(|i| (me + i) % n);
        match pattern {
            Pattern::Funnel if me == 0 => {
                self.exchange(&[], &others.clone().collect::<Vec<_>>(), len)?;
                self.exchange(&others.collect::<Vec<_>>(), &[], len)
            }
            Pattern::Funnel => self.exchange(&[0], &[0], len),
            Pattern::Exchange => {
                self.exchange(&others.clone().collect::<Vec<_>>(), &others.rev().collect::<Vec<_>>(), len)
            }
            Pattern::Pairs => {
                let partner: Vec<u32> = Some(me ^ 1).filter(|&partner| partner < n).into_iter().collect();
                self.exchange(&partner, &partner, len)
            }
        }
    }

    /// Sends a message of `len` bytes to each rank of `to`, and receives one from each rank of `from`.
    fn exchange(&mut self, to: &[u32], from: &[u32], len: usize) -> Result<(), String> {
        let mut receives: Vec<(Request, u32)> = Vec::with_capacity(from.len());
        for (i, &rank) in from.iter().enumerate() {
            let into = self.destination.region().slice(i * self.longest, len);
            let select = Select { context: CONTEXT, source: Some(rank), tag: Some(TAG) };
            receives.push((self.endpoint.recv(select, into), rank));
        }
        let data: Region = self.source.region().slice(0, len);
        let send = |&rank: &u32| Some((self.endpoint.send(rank, CONTEXT, TAG, data, Mode::Standard)?, rank));
        let sends: Vec<(Request, u32)> = to.iter().filter_map(send).collect();
        for (request, rank) in receives {
            let got = self.endpoint.wait(request, waiting(rank)).len;
            if got != len as u64 {
                return Err(format!("a message of {len} bytes came as {got} bytes"));
            }
        }
        for (request, rank) in sends {
            self.endpoint.wait(request, waiting(rank));
        }
        Ok(())
    }

    /// Tells all ranks the decision of rank 0, and returns it.
    fn agree(&mut self, on: bool) -> Result<bool, String> {
        let (me, n) = (self.endpoint.rank(), self.endpoint.size());
        if me == 0 {
            self.source.region().write(&[u8::from(on)]);
            self.exchange(&(1..n).collect::<Vec<_>>(), &[], 1)?;
            return Ok(on);
        }
        self.exchange(&[], &[0], 1)?;
        Ok(self.destination.region().slice(0, 1).to_vec() == [1])
    }
}

fn waiting(peer: u32) -> Waiting {
    Waiting { call: 0, peer: peer as i32, tag: TAG, context: CONTEXT }
}

/// Returns the microseconds in which this process adds one operand of [`COMBINED`] bytes of doubles to another; the
/// least of several tries.
fn combine() -> f64 {
    let operand = vec![1.5f64; COMBINED / 8];
    let mut sum = vec![0.25f64; COMBINED / 8];
    let mut tries = Vec::new();
    for _ in 0..64 {
        let start = now();
        for (to, from) in sum.iter_mut().zip(black_box(&operand)) {
            *to += from;
        }
        black_box(&mut sum);
        tries.push((now() - start) as f64 / 1e3);
    }
    tries.into_iter().fold(f64::INFINITY, f64::min)
}
