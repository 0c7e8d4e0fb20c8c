//! `clump trace`: the last calls of the ranks of a running job, as a file for Perfetto.
use super::jobs::running;
use super::processes::Processes;
use super::stat::select;
use crate::run::trace::{Encoder, TraceClock};
use clap::Args;
use clump_fabric::shm::{TracedCall, Tracing};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Writes the last MPI calls of each rank of a running job to a file for Perfetto (ui.perfetto.dev).
///
/// The job must keep its calls: it was started with CLUMP_TRACE=1, or by `clump run --trace`. Each rank of this machine
/// keeps some 16,000 calls.
#[derive(Args)]
pub struct TraceArgs {
    /// The job's number as `clump ps` shows it, or the pid of one of its processes. Not needed while one job runs.
    #[arg(value_name = "JOB|PID")]
    job: Option<i32>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn main(args: TraceArgs) -> i32 {
    super::print("clump trace", write(&args))
}

fn write(args: &TraceArgs) -> Result<String, String> {
    let processes = Processes::read()?;
    let jobs = running(&processes);
    let job = select(args.job, &jobs, &processes)?;
    let number = job.number;
    let view = job.segment.as_ref().map_err(|why| format!("the calls of job {number} cannot be read: {why}"))?;
    let (first, here) = (job.described.first, job.described.here);
    if here == 0 {
        let hosts = job.described.host_names();
        return Err(format!("the ranks of job {number} are on {hosts}: run `clump trace` there"));
    }
    if view.tracing() == Tracing::Off {
        return Err(format!(
            "job {number} does not keep its calls: start it with CLUMP_TRACE=1, or with `clump run --trace FILE`"
        ));
    }
    // A job's numbers fit, because its description was checked.
    let calls: Vec<(usize, Vec<TracedCall>)> =
        (first..first + here).map(|rank| (rank, view.traced(rank as u32))).collect();
    let start = calls.iter().flat_map(|(_, calls)| calls).map(|call| call.begin).min().unwrap_or(0);
    let count: usize = calls.iter().map(|(_, calls)| calls.len()).sum();
    save(args, &calls, &TraceClock::starting_at(start))
        .map_err(|e| format!("cannot write to {}: {e}", args.output.display()))?;
    Ok(format!("{count} calls and messages of {here} ranks\n"))
}

fn save(args: &TraceArgs, calls: &[(usize, Vec<TracedCall>)], clock: &TraceClock) -> io::Result<()> {
    let mut file = File::create(&args.output)?;
    let mut encoder = Encoder::default();
    for (rank, calls) in calls {
        for call in calls {
            encoder.add(*rank, call, &clock.times(call));
            if encoder.is_due() {
                file.write_all(&encoder.take()?)?;
            }
        }
    }
    file.write_all(&encoder.take()?)
}
