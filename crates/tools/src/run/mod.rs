//! `clump run`: starts the ranks of a job, forwards their output, and ends them together.
//!
//! Two processes do this. The *guardian* is the process that the user started: it forwards signals and waits. The
//! *supervisor*, its child, starts the ranks and watches them. Each cleans up after the other: if the guardian is
//! killed, the supervisor ends the ranks; if the supervisor is killed, the guardian does.
pub mod account;
mod binding;
pub mod cli;
mod descendants;
pub mod description;
pub mod dialect;
mod disagreement;
pub mod elf;
mod environment;
mod foreign;
mod guardian;
pub mod hosts;
mod limits;
mod link;
mod loader;
pub mod loader_cache;
mod metrics;
mod notes;
mod output;
mod parent_link;
mod pipe;
mod plan;
mod preload;
mod program;
mod python;
pub mod record;
mod redirect;
pub mod report;
mod script;
mod sockets;
mod spawn;
pub mod standin;
mod supervisor;
pub mod trace;
mod watch;

use clap::FromArgMatches;
pub use cli::RunArgs;
pub use hosts::AgentArgs;
use std::ffi::OsString;

/// How the user calls the launcher for programs that use sockets.
pub const SOCK: &str = "clump sock";
/// Exit code after --timeout, equal to that of timeout(1).
pub const TIMED_OUT: i32 = 124;
/// Exit code when a program cannot be executed, equal to that of shells.
pub const NOT_EXECUTABLE: i32 = 126;
/// Exit code when a program is not found, equal to that of shells.
pub const NOT_FOUND: i32 = 127;
/// Exit code for an invalid command line.
pub const USAGE: i32 = 2;
/// Exit code when the launcher itself fails.
pub const FAILED: i32 = 1;

/// Why a job could not be started: one sentence, and the exit code.
#[derive(Debug)]
pub struct Failure {
    pub message: String,
    pub code: i32,
}

impl Failure {
    pub fn usage(message: String) -> Failure {
        Failure { message, code: USAGE }
    }
    pub fn launcher(message: String) -> Failure {
        Failure { message, code: FAILED }
    }
}

/// Runs `clump run` (called `name` by the user) with these arguments and returns the exit code.
pub fn main(name: &'static str, args: &[OsString]) -> i32 {
    let result = parse(name, args).and_then(|programs| match programs {
        Parsed::Programs(mut programs) => {
            if name == SOCK {
                for program in &mut programs {
                    // Such programs need neither MPI nor the memory that its messages use.
                    (program.sockets, program.other_mpi, program.no_shared_heap) = (true, true, true);
                }
            }
            if programs.iter().any(|p| p.spawned) {
                supervisor::take_spawned_name();
                binding::leave_parents_core();
            }
            if let Some(complaint) = preload::complaint() {
                eprintln!("{name}: {complaint}");
            }
            hosts::reach_agents(&mut programs)?;
            let Some(hosts::Asked { slots, from }) = hosts::asked(&programs)? else {
                restrict(&programs)?;
                return guardian::run(name, plan::Job::new(programs)?);
            };
            if programs.iter().any(|program| program.verbose) {
                eprintln!("{name}: {} from {from}", hosts::list::counted(&slots));
            }
            let per_host = programs.iter().find_map(|p| p.per_host).map(|n| n as usize);
            let how = hosts::How::new(&programs)?;
            let job = plan::Job::with_room(programs, Some(hosts::list::room(&slots, per_host)))?;
            let shares = hosts::list::share(&slots, job.size(), per_host);
            if how.rsh.is_none() && shares.iter().all(|s| hosts::list::is_this_machine(&s.name)) {
                if let Some(cores) = &job.cpu_set {
                    binding::restrict(cores)?;
                }
                return guardian::run(name, job);
            }
            guardian::run(name, hosts::agents(job, &shares, &how)?)
        }
        Parsed::Shown(code) => Ok(code),
    });
    result.unwrap_or_else(|failure| {
        eprintln!("{name}: {}", failure.message);
        failure.code
    })
}

/// Restricts this process to the cores that the user has named, before ranks are counted by cores.
fn restrict(programs: &[RunArgs]) -> Result<(), Failure> {
    programs.iter().find_map(|p| p.cpu_set.as_ref()).map_or(Ok(()), |cores| binding::restrict(&cores.0))
}

/// Runs `clump agent`: the part of a job that is on this host.
pub fn agent(args: AgentArgs) -> i32 {
    hosts::agent::main(args)
}

enum Parsed {
    Programs(Vec<RunArgs>),
    /// The text of --help, of --version or of clap's own error has been printed; the program exits with this code.
    Shown(i32),
}

fn parse(name: &'static str, args: &[OsString]) -> Result<Parsed, Failure> {
    let mut programs = Vec::new();
    for mut words in dialect::translate(args)? {
        words.insert(0, name.into());
        let parsed =
            RunArgs::named(name).try_get_matches_from(words).and_then(|matches| RunArgs::from_arg_matches(&matches));
        match parsed {
            Ok(program) => programs.push(program),
            Err(e) => {
                // If stdout or stderr is closed, the text cannot be shown.
                let _ = e.print();
                return Ok(Parsed::Shown(e.exit_code()));
            }
        }
    }
    Ok(Parsed::Programs(programs))
}
