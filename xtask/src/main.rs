//! Every command a developer needs: `cargo xtask --help`.
mod bench;
mod check;
mod ci;
mod cmake;
mod demo;
mod fuzz;
mod r#gen;
mod hostile;
mod hosts;
mod hydra;
mod install;
mod moves;
mod need;
mod package;
mod paths;
mod process;
mod programs;
mod python;
mod sim;
mod steps;
mod tidy;
mod without;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// What a developer of Clump needs.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a real mpi4py program and a real C MPI program on four ranks, installing all they need
    Demo,
    /// Run the quick checks between two edits: format, clippy, tidy, core's tests, 1,000 simulator seeds
    Check,
    /// Run every check and test, installing all they need
    Ci {
        /// Only the steps whose name contains this word
        #[arg(long, value_name = "WORD")]
        only: Option<String>,
        /// Run mpi4py's tests on every number of ranks on which they are known to pass, not only on some
        #[arg(long)]
        all_ranks: bool,
        /// Run the remaining steps after one has failed
        #[arg(long)]
        keep_going: bool,
        /// Run the programs without one way to copy large messages; tests of that way itself then fail
        #[arg(long, value_name = "WAY")]
        without: Option<without::Way>,
    },
    /// Measure the papers' figures, Clump by turns with other MPI libraries, and goals (arguments: `bench --help`)
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    /// Build Clump and lay it out under a directory, ready for use
    Install {
        /// Where bin/, lib/, include/ and share/ go
        #[arg(long, value_name = "DIR")]
        prefix: PathBuf,
        /// Install debug information, too, in files of its own (for gdb, perf and backtraces)
        #[arg(long)]
        debug_info: bool,
    },
    /// Generate mpi.h, the exported symbols and the other generated files from their tables
    Gen,
    /// Simulate whole clusters from seeds, or check that planted bugs are found
    Sim(sim::Options),
    /// Run every decoder of received data on spoiled inputs
    Fuzz(fuzz::Options),
    /// Send hostile datagrams, half of them with a valid seal, to a rank that works with an honest one
    Hostile(hostile::Options),
    /// Create test hosts, or remove them
    #[command(subcommand)]
    Hosts(hosts::Command),
    /// Build programs of other people with Clump's mpicc, and run their own checks on 2 and 4 ranks
    Programs(programs::Options),
    /// Build the wheel clump-mpi, for `pip install`, in target/dist
    Wheel,
    /// Build what a release consists of, for glibc 2.28 or later: tarball, wheel, Debian package, checksums
    Dist {
        /// Build all a second time from nothing, and fail unless both are equal to the byte
        #[arg(long)]
        again: bool,
    },
    /// Check what ARCHITECTURE.md states: layers, unsafe code, sizes, settings, documents
    Tidy {
        /// Only count lines: hand-written code, tests and comments of each crate, and generated ones
        #[arg(long)]
        lines: bool,
    },
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Demo => demo::run(),
        Command::Check => check::run(),
        Command::Bench { arguments } => bench::run(&arguments),
        Command::Ci { only, all_ranks, keep_going, without } => {
            match ci::run(only.as_deref(), all_ranks, keep_going, without) {
                Ok(false) => return ExitCode::FAILURE,
                done => done.map(drop),
            }
        }
        Command::Install { prefix, debug_info } => install::run(&prefix, debug_info),
        Command::Gen => r#gen::run(paths::root()).map_err(anyhow::Error::msg),
        Command::Sim(options) => sim::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Hostile(options) => hostile::run(&options),
        Command::Hosts(command) => hosts::run(&command),
        Command::Programs(options) => programs::run(&options),
        Command::Wheel => package::wheel().map(|wheel| println!("{}", paths::shown(&wheel))),
        Command::Dist { again } => package::dist(again),
        Command::Tidy { lines } => tidy::run(lines),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
