//! `cargo xtask bench`: measures Clump, the machine's floors, and the peers a user would pick instead.
//!
//! One file each: [`suite`] says what there is to measure, [`systems`] and [`peers`] how each MPI library is started,
//! [`programs`] compiles the C programs of `bench/c`, [`job`] runs one of them, [`compare`] runs all in turn,
//! [`internode`] and [`broadcast`] the papers' figures between hosts, [`layers`] what each layer costs, [`streams`]
//! those of messages that run handlers, [`deposit`] those of Direct Deposit, [`clip`] those of CLIP, [`engines`] and
//! [`heap`] what the shared heap is worth and costs, [`two_jobs`] two jobs at once, [`quota`] jobs that get less time
//! than they could use, [`floors`] what the machine can do at best, [`goals`]
//! which goals hold, [`runs`] the run file kept with each result.
mod args;
mod broadcast;
mod clip;
mod collective_goals;
mod compare;
mod deposit;
mod engines;
mod floors;
mod goal;
mod goals;
mod heap;
mod heap_goals;
mod host_goals;
mod hosts;
mod internode;
mod job;
mod kind;
mod layers;
mod onesided_goals;
mod peers;
mod port;
mod program_goals;
mod programs;
mod pushpull;
mod quota;
mod report;
mod ring;
mod ring_over;
mod runs;
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
