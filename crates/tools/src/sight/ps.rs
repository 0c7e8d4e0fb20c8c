//! `clump ps`: the running jobs of this user.
use super::jobs::{RunningJob, running};
use super::processes::Processes;
use super::ranks::{self, State};
use crate::run::account::time;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Shows this user's running jobs on this machine: number, ranks, what they do, hosts, program.
///
/// The number is the pid of the launcher, or of the agent that has started this machine's ranks of a job of another
/// host. A rank that waits is in a call that waits for a message or for other ranks; all others run, or have ended.
#[derive(Args)]
pub struct PsArgs {
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

pub fn main(args: PsArgs) -> i32 {
    super::print("clump ps", list(args.json))
}

/// How many ranks run, wait and have ended.
fn counts(job: &RunningJob, jobs: &[RunningJob], processes: &Processes) -> Option<[usize; 3]> {
    let view = job.segment.as_ref().ok()?;
    let seen = ranks::look(job, view, jobs, processes);
    Some([State::Runs, State::Waits, State::Ended].map(|state| seen.iter().filter(|r| r.state == state).count()))
}

fn list(as_json: bool) -> Result<String, String> {
    let processes = Processes::read()?;
    let jobs = running(&processes);
    if as_json {
        let all = jobs.iter().map(|job| {
            let mut fields = job.json();
            if let Some([runs, waits, ended]) = counts(job, &jobs, &processes) {
                fields.insert("states".into(), json!({"runs": runs, "waits": waits, "ended": ended}));
            }
            Value::Object(fields)
        });
        return Ok(format!("{:#}\n", json!({"jobs": all.collect::<Vec<_>>()})));
    }
    if jobs.is_empty() {
        return Ok("no job of yours runs on this machine\n".into());
    }
    let mut text = format!(
        "{:>8}  {:>9}  {:>4} {:>4} {:>5}  {:>11}  {}\n",
        "job", "ranks", "run", "wait", "ended", "for", "program"
    );
    for job in &jobs {
        let shown = match counts(job, &jobs, &processes) {
            // The ranks are with the agents of their hosts.
            _ if job.described.here == 0 => ["-", "-", "-"].map(str::to_owned),
            Some(counts) => counts.map(|count| count.to_string()),
            None => ["?", "?", "?"].map(str::to_owned),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>8}  {:>9}  {:>4} {:>4} {:>5}  {:>11}  {} on {}",
            job.number,
            job.described.rank_count(),
            shown[0],
            shown[1],
            shown[2],
            time(job.age),
            job.described.program_line(60),
            job.described.host_names(),
        );
    }
    for job in &jobs {
        if let Err(why) = &job.segment {
            let _ = writeln!(text, "job {}: what its ranks do cannot be read: {why}", job.number);
        }
    }
    Ok(text)
}
