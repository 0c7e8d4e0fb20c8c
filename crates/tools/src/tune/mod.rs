//! `clump tune`: measures the best parameters for messages between two hosts. BYTES_TO_PUSH(1) and (2) come from the
//! tests of the Push-Pull paper (3.2), and the rows into which a pull is divided from CLIP's model (thesis, 4.2.2.2).
//! The other parameters are the bytes of a request, the number of requests in flight, and the length up to which
//! messages are faster if they are pushed whole.
//!
//! This program repeatedly starts itself as two ranks (`rank`). `fit` fits the model to their times, and [`tuned`]
//! stores the results.
mod broadcast;
mod collective;
mod explain;
mod fit;
mod rank;
mod stages;

use crate::measure::child::output;
use crate::measure::results::{Point, parse_point};
use crate::measure::sizes::parse_size;
use crate::run::cli::AskedCipher;
use crate::tuned;
use clap::ValueEnum;
use clump::driver::hosts::{Cipher, Tuning};
use fit::{Line, Stages};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Measures the best parameters for messages between two hosts, and stores them for `clump run --hosts`.
///
/// The command starts one rank on each host, as `clump run` does. Nothing else should run on the hosts meanwhile. The
/// results go to $XDG_CACHE_HOME/clump/tune (else ~/.cache/clump/tune), one line for each pair of hosts and cipher, by
/// the names given here. A job on more than two hosts uses the results of those pairs that were measured.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct TuneArgs {
    /// The two hosts, by the names used with `clump run --hosts`. `--explain COLLECTIVE BYTES` (bcast, allreduce,
    /// allgather, alltoall, gather, scatter) measures nothing; it explains how a collective of that length goes between
    /// hosts.
    #[arg(value_names = ["HOST_A", "HOST_B"], num_args = 2, required_unless_present = "as_rank")]
    pub hosts: Vec<String>,
    /// As for `clump run`.
    #[arg(long, value_name = "CMD")]
    pub rsh: Option<String>,
    /// Measures messages without encryption, for jobs with `clump run --insecure`.
    #[arg(long, conflicts_with = "cipher")]
    pub insecure: bool,
    /// Measures messages sealed by this cipher. Only jobs that use this cipher use the results. Default: the cipher
    /// that `clump run` chooses for these hosts.
    #[arg(long)]
    pub cipher: Option<AskedCipher>,
    /// As for `clump run`.
    #[arg(long, value_name = "FIRST-LAST")]
    pub ports: Option<String>,
    /// Prints everything that was measured: the stages of a pull and the line fitted to each, and the predicted length
    /// of pieces beside the one that measured best.
    #[arg(long)]
    pub explain: bool,
    /// Draws what --explain prints.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Measures a tenth of the usual number of messages.
    #[arg(long)]
    pub quick: bool,
    /// Does not store the results.
    #[arg(long)]
    pub dry_run: bool,
    /// Measures, and stores the results, even if other programs run on a host.
    #[arg(long)]
    pub even_if_busy: bool,
    /// Runs as one of the two ranks.
    #[arg(long, value_enum, hide = true)]
    pub as_rank: Option<rank::TuneStep>,
    #[arg(long, hide = true, value_delimiter = ',')]
    pub sizes: Vec<u64>,
    #[arg(long, hide = true)]
    pub iterations: Option<u32>,
    #[arg(long = "try", hide = true, value_delimiter = ';')]
    pub ways: Vec<String>,
    /// The program `clump` that starts the ranks and runs as them; `None`: the running program.
    #[arg(skip)]
    pub clump: Option<PathBuf>,
}

/// The words before the cipher's name in a rank's output, if there is a cipher.
const SEALED_BY: &str = "sealed by ";
/// The words before a sentence about a busy host in a rank's output.
const BUSY: &str = "busy host: ";
/// How much slower than the best a value may be, as a factor of the time: tuning takes the least such value.
const AS_GOOD: f64 = 1.02;
/// Bytes of the message for the paper's two tests.
const LEN: u64 = 64 << 10;
/// Bytes of the message that is divided into rows.
const CUT_LEN: u64 = 56 << 10;
/// Bytes of the message with which the size and number of requests are varied.
const LONG: u64 = 1 << 20;
/// The lengths of pieces for which stages are timed, in KiB.
const PIECES: [u64; 9] = [2, 4, 8, 12, 16, 24, 32, 40, 52];
/// Numbers of rows into which the message is divided.
const CUTS: [u64; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
/// The lengths of messages that are both pulled and pushed whole, in KiB.
const EAGER: [u64; 6] = [24, 32, 48, 64, 96, 128];
/// The shortest row that is tried, in bytes.
const LEAST_ROW: f64 = 4096.0;
/// How many times as many trips are measured for rows as for other parameters. The curve over the row length is flat
/// at its minimum, and fewer trips would hide the minimum in noise; more take longer.
const FLAT: u32 = 4;
/// The number of ranks, one on each of the two hosts.
const RANKS: u32 = 2;
/// How long one start of the two ranks may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The measured times of one trip, for each value of a parameter.
#[derive(Clone, Debug)]
pub struct Trips {
    /// The parameter's value, and the time in us.
    pub of: Vec<(u64, f64)>,
    pub best: u64,
}

/// Everything that was measured.
pub struct Found {
    /// A sentence for each host on which other programs ran.
    pub busy: Vec<String>,
    /// The cipher that sealed the messages; `None` if they were not sealed.
    pub cipher: Option<Cipher>,
    /// For each stage (copy, send, wire, receive): pairs of bytes and us.
    pub timed: [Vec<(f64, f64)>; 4],
    pub stages: Stages,
    pub push2: Trips,
    pub push1: Trips,
    pub pull: Trips,
    pub depth: Trips,
    /// The times by the length of rows, in bytes.
    pub rows: Trips,
    pub predicted: f64,
    /// The minimum of the curve through `rows`.
    pub measured: Option<f64>,
    /// For each number of bytes pulled: the times in us with rows of the predicted length, and with the longest rows.
    pub cut: Vec<(u64, f64, f64)>,
    /// For each message length in bytes: the times in us if the message is pushed whole, and if it is pulled.
    pub eager: Vec<(u64, f64, f64)>,
    pub tuning: Tuning,
}

/// Runs the command, and returns the exit code.
pub fn main(args: TuneArgs) -> i32 {
    let done = match args.as_rank {
        Some(part) => rank::run(&args, part),
        None => tune(&args),
    };
    if let Err(why) = done {
        eprintln!("clump tune: {why}");
        return 1;
    }
    0
}

fn tune(args: &TuneArgs) -> Result<(), String> {
    if args.explain && args.hosts.len() == 2 && collective::NAMES.contains(&&*args.hosts[0]) {
        let bytes = parse_size(&args.hosts[1])?;
        print!("{}", collective::explain(&args.hosts[0], bytes).unwrap_or_default());
        return Ok(());
    }
    if args.hosts[0] == args.hosts[1] {
        return Err("a host is tuned with another one; name two".into());
    }
    let found = measure(args)?;
    found.busy.iter().for_each(|host| println!("note: {host}: these figures do not count"));
    if args.explain {
        print!("{}", explain::text(&found));
    }
    if let Some(file) = &args.svg {
        explain::draw(&found, file)?;
    }
    print!("{}", explain::summary(found.cipher, &found.tuning));
    if args.dry_run {
        return Ok(());
    }
    let hosts = [&*args.hosts[0], &*args.hosts[1]];
    let file = tuned::keep(tuned::Entry::new(hosts, found.cipher, found.tuning))?;
    println!("kept in {}", file.display());
    Ok(())
}

fn measure(args: &TuneArgs) -> Result<Found, String> {
    let n = args.iterations.unwrap_or(if args.quick { 100 } else { 1000 });
    let (busy, cipher, timed, stages) = time_stages(args, n)?;
    refuse_busy(args, &busy)?;
    let base = Tuning { push1: 0, push2: 0, pull: 240 << 10, depth: 1024, grain: 0, eager: 0 };
    let k = |kib: &[u64]| kib.iter().map(|k| k << 10).collect::<Vec<_>>();

    // The paper's two tests vary the bytes that are pushed while the request is in flight, and the bytes that are
    // pushed with the head.
    let push2 = trips(args, LEN, n, &k(&[0, 2, 4, 8, 12, 16, 20, 24, 32, 40]), |v| Tuning { push2: v, ..base })?;
    let base = Tuning { push2: push2.best, ..base };
    let push1 = trips(args, LEN, n, &k(&[0, 1, 2, 4, 6, 8, 12, 16]), |v| Tuning { push1: v, ..base })?;

    // CLIP's model predicts into how many rows the sender should divide the answer to a request.
    let none = Tuning { push1: 0, push2: 0, ..base };
    let cut = |row: u64| Tuning { grain: row * row / CUT_LEN, ..none };
    let lengths: Vec<u64> = CUTS.iter().rev().map(|n| CUT_LEN.div_ceil(*n)).collect();
    let rows = trips(args, CUT_LEN, FLAT * n, &lengths, cut)?;
    let points: Vec<_> = rows.of.iter().map(|&(p, t)| (p as f64, t)).collect();
    let predicted = stages.best(CUT_LEN as f64, LEAST_ROW, CUT_LEN as f64);
    let grain = whole_grain(&stages, predicted);
    // The prediction is used only if it proves faster.
    let mut cut = Vec::new();
    for len in [CUT_LEN, 4 * CUT_LEN] {
        let both = trips(args, len, n, &[0, grain], |grain| Tuning { grain, ..none })?;
        let time = |at: usize| both.of.get(at).map_or(0.0, |t| t.1);
        cut.push((len, time(1), time(0)));
    }
    let gain: f64 = cut.iter().map(|(_, cut, whole)| cut / whole).product();
    let grain = if gain < 1.0 { grain } else { 0 };

    let base = Tuning { push1: push1.best, grain, ..base };
    let pull = trips(args, LONG, n / 4, &k(&[16, 32, 64, 128, 256, 512]), |v| Tuning { pull: v, ..base })?;
    let base = Tuning { pull: pull.best, ..base };
    let depth = trips(args, LONG, n / 4, &[1, 2, 3, 4, 6, 8, 16], |v| Tuning { depth: v as u32, ..base })?;
    let base = Tuning { depth: depth.best as u32, ..base };

    let mut eager = Vec::new();
    for len in k(&EAGER) {
        let both = trips(args, len, n, &[len, 0], |eager| Tuning { eager, ..base })?;
        let time = |at: usize| both.of.get(at).map_or(0.0, |t| t.1);
        eager.push((len, time(0), time(1)));
    }
    let tuning = Tuning { eager: unasked(&eager), ..base };
    let measured = fit::lowest(&points);
    Ok(Found { busy, cipher, timed, stages, push2, push1, pull, depth, rows, predicted, measured, cut, eager, tuning })
}

/// Returns the length up to which messages are pushed whole. For this length, the product of all times up to it,
/// relative to pulling, is smallest. Returns 0 if no length makes that product less than 1.
fn unasked(eager: &[(u64, f64, f64)]) -> u64 {
    let (mut best, mut at, mut sum) = (0.0, 0, 0.0);
    for (len, unasked, pulled) in eager {
        sum += (unasked / pulled).ln();
        if sum < best {
            (best, at) = (sum, *len);
        }
    }
    at
}

/// Returns the grain that two hosts' stages give, in bytes; see [`Tuning::grain`]. The program `clump` runs as the
/// ranks.
pub fn grain(clump: &Path, hosts: &[String], rsh: &Path, n: u32) -> Result<u64, String> {
    let (clump, rsh) = (Some(clump.to_owned()), Some(rsh.display().to_string()));
    let args = TuneArgs { hosts: hosts.into(), rsh, clump, ..TuneArgs::default() };
    let (_, _, _, stages) = time_stages(&args, n)?;
    Ok(whole_grain(&stages, stages.best(CUT_LEN as f64, LEAST_ROW, CUT_LEN as f64)))
}

fn whole_grain(stages: &Stages, piece: f64) -> u64 {
    (stages.grain(piece) as u64).clamp(1, 1 << 32)
}

/// A sentence for each busy host, the cipher, the times of each stage, and the lines through them.
type Timed = (Vec<String>, Option<Cipher>, [Vec<(f64, f64)>; 4], Stages);

fn time_stages(args: &TuneArgs, n: u32) -> Result<Timed, String> {
    let sizes: Vec<String> = PIECES.iter().map(|k| (k << 10).to_string()).collect();
    let more = ["--sizes".into(), sizes.join(",")];
    let (points, text) = job(args, rank::TuneStep::Stages, n, &more)?;
    let (busy, cipher) = told(args, &text)?;
    let of = |name: &str| -> Vec<(f64, f64)> {
        points.iter().filter(|p| p.key.name == name).map(|p| (p.key.size as f64, p.value)).collect()
    };
    let (copy, send, receive) = (of("copy"), of("send"), of("receive"));
    let wire: Vec<_> = of("whole")
        .into_iter()
        .filter_map(|(size, whole)| {
            let at = |stage: &[(f64, f64)]| stage.iter().find(|s| s.0 == size).map(|s| s.1);
            Some((size, (whole - at(&copy)? - at(&send)? - at(&receive)?).max(0.0)))
        })
        .collect();
    let line = |what: &str, of: &[(f64, f64)]| -> Result<Line, String> {
        fit::regression(of).ok_or_else(|| format!("the stage \"{what}\" could not be timed"))
    };
    let stages = Stages {
        copy: line("copy and seal", &copy)?,
        send: line("send", &send)?,
        wire: line("wire", &wire)?,
        receive: line("receive", &receive)?,
    };
    Ok((busy, cipher, [copy, send, wire, receive], stages))
}

/// Measures single trips of `len` bytes with each value in turn. The best value is the least one whose time is close
/// to the best time ([`AS_GOOD`]).
fn trips(args: &TuneArgs, len: u64, n: u32, values: &[u64], way: impl Fn(u64) -> Tuning) -> Result<Trips, String> {
    let ways: Vec<String> = values.iter().map(|v| way(*v).to_text()).collect();
    let more = ["--sizes".into(), len.to_string(), "--try".into(), ways.join(";")];
    let (points, _) = job(args, rank::TuneStep::Trips, n, &more)?;
    let time = |at: usize| points.iter().find(|p| p.key.size == at as u64).map(|p| p.value);
    let of: Vec<(u64, f64)> = values.iter().enumerate().filter_map(|(at, v)| Some((*v, time(at)?))).collect();
    let best = of.iter().map(|t| t.1).reduce(f64::min).filter(|_| of.len() == values.len());
    let best = best.ok_or("the ranks did not tell all figures")?;
    let best = of.iter().find(|t| t.1 <= best * AS_GOOD).map_or(0, |t| t.0);
    Ok(Trips { of, best })
}

/// Returns an error if a host is busy, unless the user wants the figures all the same.
fn refuse_busy(args: &TuneArgs, busy: &[String]) -> Result<(), String> {
    match busy.first().filter(|_| !args.dry_run && !args.even_if_busy) {
        None => Ok(()),
        Some(host) => Err(format!(
            "{host}: what is measured now would slow down every later job, so nothing is stored; wait until the host \
             is idle, or say --even-if-busy (--dry-run measures without storing)"
        )),
    }
}

/// Returns what the ranks' output says: a sentence for each busy host, and the cipher.
fn told(args: &TuneArgs, text: &str) -> Result<(Vec<String>, Option<Cipher>), String> {
    let cipher = text.lines().find_map(|line| Cipher::named(line.strip_prefix(SEALED_BY)?));
    if cipher.is_none() && !args.insecure {
        return Err("the ranks did not tell what seals their messages".into());
    }
    let busy = text.lines().filter_map(|line| Some(line.strip_prefix(BUSY)?.to_owned())).collect();
    Ok((busy, cipher))
}

/// Runs a rank on each of the two hosts. Returns their figures, and all that they printed.
fn job(args: &TuneArgs, part: rank::TuneStep, n: u32, more: &[String]) -> Result<(Vec<Point>, String), String> {
    let exe = match &args.clump {
        Some(clump) => clump.clone(),
        None => std::env::current_exe().map_err(|e| format!("this program's own place is unknown: {e}"))?,
    };
    let mut c = Command::new(&exe);
    // Give the job a shorter limit than this program's own, so that the launcher reports what the ranks are doing.
    c.args(["run", "--timeout", &(LIMIT.as_secs() - 10).to_string()]);
    c.args(["-n", &RANKS.to_string(), "--hosts", &args.hosts.join(",")]);
    if let Some(rsh) = &args.rsh {
        c.args(["--rsh", rsh]);
    }
    if let Some(ports) = &args.ports {
        c.args(["--ports", ports]);
    }
    if args.insecure {
        c.arg("--insecure");
    }
    if let Some(name) = args.cipher.as_ref().and_then(AskedCipher::to_possible_value) {
        c.args(["--cipher", name.get_name()]);
    }
    c.arg(&exe).args(["tune", "--as-rank", part.name(), "--iterations", &n.to_string()]).args(more);
    let (text, _) = output(c, LIMIT)?;
    let points: Result<_, _> = text.lines().filter_map(|line| parse_point(line, RANKS)).collect();
    Ok((points?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_where_the_sum_is_least() {
        let of = |ratios: &[f64]| {
            let all: Vec<_> = ratios.iter().zip(1..).map(|(r, len)| (len, 10.0 * r, 10.0)).collect();
            unasked(&all)
        };
        assert_eq!(of(&[0.9, 0.8, 1.1, 1.2]), 2);
        // One bad length, perhaps by chance, does not end the range, and one good length does not outweigh many bad
        // lengths.
        assert_eq!(of(&[0.9, 1.05, 0.8, 1.1]), 3);
        assert_eq!(of(&[1.3, 1.3, 0.9]), 0);
        assert_eq!(of(&[]), 0);
    }
}
