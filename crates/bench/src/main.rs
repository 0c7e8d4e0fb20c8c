//! `cargo xtask bench`: measures Clump, the machine's floors, and the MPI libraries that a user could choose instead
//! of Clump.
//!
//! [`suite`] lists the benchmarks, [`systems`] and [`peers`] know how each MPI library is started, [`programs`]
//! compiles the C programs of `bench/c`, [`job`] runs one of them, and [`compare`] runs all in turn. [`internode`]
//! and [`broadcast`] measure the papers' figures between hosts, [`layers`] the cost of each layer, [`streams`]
//! messages that run handlers, [`deposit`] Direct Deposit, and [`clip`] CLIP. [`engines`] and [`heap`] measure the
//! shared heap's gain and cost, [`two_jobs`] two jobs at the same time, [`quota`] jobs with a limit of processor
//! time, and [`floors`] the best that the machine can do. [`goals`] judges the goals of `goals.csv`; [`runs`] writes
//! the run file of each result.
mod args;
mod broadcast;
mod clip;
mod compare;
mod deposit;
mod engines;
mod figures;
mod floors;
mod goal;
mod goals;
mod heap;
mod hosts;
mod internode;
mod job;
mod kind;
mod layers;
mod papers;
mod peers;
mod port;
mod programs;
mod pushpull;
mod quota;
mod report;
mod ring;
mod ring_over;
mod runs;
mod sor;
mod streams;
mod suite;
mod systems;
mod two_jobs;
mod what;

use args::BenchArgs;
use clap::Parser;

fn main() {
    let code = match report::run(&BenchArgs::parse()) {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(why) => {
            eprintln!("cargo xtask bench: {why}");
            1
        }
    };
    std::process::exit(code);
}
