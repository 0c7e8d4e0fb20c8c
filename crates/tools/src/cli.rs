//! The command line: the program's own name (`mpiexec`) or its first argument selects the part of the program to run.
use crate::{BUILD, VERSION, bench, generate, info, run, sight, tune, uninstall};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::path::Path;

/// Message passing for the cores of one machine and of many: starts, measures and explains MPI programs.
#[derive(Parser)]
#[command(name = "clump", version = VERSION, long_version = BUILD, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    /// Starts programs whose TCP connections to each other go through shared memory.
    Sock(run::RunArgs),
    Bench(bench::BenchArgs),
    Tune(tune::TuneArgs),
    Info(info::InfoArgs),
    Ps(sight::PsArgs),
    Stat(sight::StatArgs),
    Top(sight::TopArgs),
    Trace(sight::TraceArgs),
    Agent(run::AgentArgs),
    Uninstall(uninstall::UninstallArgs),
    #[command(hide = true)]
    Generate(generate::GenerateArgs),
}

/// Runs the program with these arguments (the first is its own name) and returns its exit code.
pub fn main(args: Vec<OsString>) -> i32 {
    let name = args.first().map(Path::new).and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    // `run` parses its arguments itself, because clap does not know single-dash options and `:`.
    match name.as_str() {
        "mpiexec" => return run::main("mpiexec", &args[1..]),
        "mpirun" => return run::main("mpirun", &args[1..]),
        "oshrun" => return run::main("oshrun", &args[1..]),
        _ => {}
    }
    match args.get(1).and_then(|arg| arg.to_str()) {
        Some("run") => return run::main("clump run", &args[2..]),
        Some("sock") => return run::main(run::SOCK, &args[2..]),
        // For installations without links, whose `mpiexec` is a script.
        Some("mpiexec") => return run::main("mpiexec", &args[2..]),
        Some("mpirun") => return run::main("mpirun", &args[2..]),
        Some("oshrun") => return run::main("oshrun", &args[2..]),
        _ => {}
    }
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) => {
            // If stdout or stderr is closed, the text cannot be shown.
            let _ = e.print();
            return e.exit_code();
        }
    };
    match cli.command {
        Command::Run(_) | Command::Sock(_) => unreachable!("run::main above reads these arguments"),
        Command::Bench(args) => bench::main(args),
        Command::Tune(args) => tune::main(args),
        Command::Info(args) => info::main(args),
        Command::Ps(args) => sight::ps(args),
        Command::Stat(args) => sight::stat(args),
        Command::Top(args) => sight::top(args),
        Command::Trace(args) => sight::trace(args),
        Command::Agent(args) => run::agent(args),
        Command::Uninstall(args) => uninstall::main(args),
        Command::Generate(args) => generate::main(args, Cli::command()),
    }
}
