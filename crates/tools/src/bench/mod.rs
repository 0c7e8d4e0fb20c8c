//! `clump bench`: measures latency, bandwidth and collectives of this installation, alternating with other MPI
//! libraries.
//!
//! [`library`] finds an MPI library and starts its jobs; the programs are those of `bench/c`, compiled by each
//! library's own compiler.
mod library;

use crate::measure::child::output;
use crate::measure::programs::{Source, build};
use crate::measure::results::{Results, parse_point};
use crate::measure::sizes::{parse_size, show_size};
use crate::measure::{load, picture, table};
use library::Library;
pub use library::installation;
use std::path::PathBuf;
use std::time::Duration;

/// The benchmarks.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// One-way latency between two ranks over size.
    Latency,
    /// One-way bandwidth between two ranks over size, many messages in flight.
    Bandwidth,
    /// Barrier, bcast, reduce, allreduce, allgather, alltoall, gather, scatter, reduce_scatter over size.
    Collectives,
}

/// Measures latency, bandwidth or collectives on this installation, by turns with other MPI libraries.
#[derive(clap::Args, Debug, Clone)]
pub struct BenchArgs {
    /// What to measure.
    #[arg(value_enum)]
    pub what: What,
    /// Message sizes in bytes, with k and m: 0,8,64k,1m.
    #[arg(long, value_delimiter = ',', value_parser = parse_size)]
    pub sizes: Vec<u64>,
    /// Ranks of `collectives`; 4 if not said.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=4096))]
    pub ranks: Option<u32>,
    /// Another MPI library to measure by turns with Clump: the directory that holds its bin/mpiexec and bin/mpicc. May
    /// be given several times.
    #[arg(long, value_name = "PREFIX")]
    pub against: Vec<PathBuf>,
    /// Measures between these hosts, which are named as for `clump run`.
    #[arg(long, value_name = "HOST,HOST…", conflicts_with = "against")]
    pub hosts: Option<String>,
    /// As for `clump run`.
    #[arg(long, value_name = "CMD", requires = "hosts")]
    pub rsh: Option<String>,
    /// How often everything is measured; figures are medians of the repeats.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Seconds of measuring for each size and repeat.
    #[arg(long, default_value_t = 0.1)]
    pub budget: f64,
    /// Where Clump is installed (bin/mpicc, lib/libmpi_abi.so.1); else it is looked for beside this program.
    #[arg(long)]
    pub prefix: Option<PathBuf>,
    /// Draws a picture.
    #[arg(long)]
    pub svg: Option<PathBuf>,
    /// Prints comma-separated values in place of the table.
    #[arg(long)]
    pub csv: bool,
}

const HEADERS: [(&str, &str); 1] = [("common.h", include_str!("../../../../bench/c/common.h"))];

impl What {
    fn source(self) -> Source<'static> {
        let (name, text) = match self {
            What::Latency => ("latency", include_str!("../../../../bench/c/latency.c")),
            What::Bandwidth => ("bandwidth", include_str!("../../../../bench/c/bandwidth.c")),
            What::Collectives => ("collectives", include_str!("../../../../bench/c/collectives.c")),
        };
        Source { name, text, headers: &HEADERS }
    }

    /// The sizes that are measured if the user names none, in bytes.
    fn sizes(self) -> Vec<u64> {
        match self {
            What::Latency => [8, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20].into(),
            What::Bandwidth => [8, 1 << 10, 64 << 10, 1 << 20, 16 << 20].into(),
            What::Collectives => [8, 1 << 10, 8 << 10, 64 << 10].into(),
        }
    }
}

/// Runs the benchmark and prints its table; returns the exit code: 0, or 1 if something could not be measured.
pub fn main(args: BenchArgs) -> i32 {
    match measure(&args) {
        Ok(failures) => {
            failures.iter().for_each(|why| eprintln!("clump bench: {why}"));
            i32::from(!failures.is_empty())
        }
        Err(why) => {
            eprintln!("clump bench: {why}");
            1
        }
    }
}

/// Measures all libraries by turns. Returns a sentence for each library that failed.
fn measure(args: &BenchArgs) -> Result<Vec<String>, String> {
    if !(0.001..=60.0).contains(&args.budget) {
        return Err(format!("--budget {}: a number of seconds from 0.001 to 60", args.budget));
    }
    let ranks = match (args.what, args.ranks) {
        (What::Collectives, ranks) => ranks.unwrap_or(4),
        (_, None | Some(2)) => 2,
        (what, Some(n)) => return Err(format!("--ranks {n}: {what:?} is measured between two ranks").to_lowercase()),
    };
    let mut libraries = vec![Library::ours(args.prefix.as_deref(), args.hosts.clone(), args.rsh.clone())?];
    for prefix in &args.against {
        let library = Library::found_in(prefix, &libraries)?;
        libraries.push(library);
    }
    let source = args.what.source();
    let programs: Vec<PathBuf> = libraries
        .iter()
        .map(|library| build(&library.compiler, &source).map_err(|why| format!("{}: {why}", library.name)))
        .collect::<Result<_, _>>()?;
    let sizes = if args.sizes.is_empty() { args.what.sizes() } else { args.sizes.clone() };
    let list = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let others = load::others();
    // Each size is measured for several operations; the limit ends a library that hangs.
    let limit = Duration::from_secs_f64(60.0 + 24.0 * sizes.len() as f64 * args.budget);
    let mut results = Results::default();
    let mut failures: Vec<Option<String>> = vec![None; libraries.len()];
    for _ in 0..args.repeat {
        for ((library, program), failure) in libraries.iter().zip(&programs).zip(&mut failures) {
            if failure.is_some() {
                continue;
            }
            let mut c = library.command(ranks, program);
            c.args(["--budget", &args.budget.to_string(), "--sizes", &list]);
            let points = output(c, limit).and_then(|(text, _)| {
                text.lines().filter_map(|line| parse_point(line, ranks)).collect::<Result<Vec<_>, _>>()
            });
            match points {
                Ok(points) if !points.is_empty() => points.into_iter().for_each(|p| results.add(&library.name, p)),
                Ok(_) => *failure = Some(format!("{}: no figures for {}", library.name, shown(&sizes))),
                Err(why) => *failure = Some(format!("{}: {why}", library.name)),
            }
        }
    }
    let names: Vec<&str> = libraries.iter().map(|library| &*library.name).collect();
    print!("{}", table::print(&results, &names, args.csv));
    if let Some(note) = load::note(others).filter(|_| !args.csv) {
        println!("\n{note}");
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !results.is_empty()) {
        picture::draw(&results, &names, file)?;
    }
    Ok(failures.into_iter().flatten().collect())
}

fn shown(sizes: &[u64]) -> String {
    sizes.iter().map(|size| show_size(*size)).collect::<Vec<_>>().join(", ")
}
