//! `clump stat`: what each rank of a running job does.
use super::jobs::{RunningJob, running};
use super::processes::Processes;
use super::ranks::{self, SeenRank};
use super::{blame, seconds, time};
use crate::run::report;
use clap::Args;
use clump_fabric::shm::Waiting;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// Shows what each rank of a running job does: the rank that others wait for, then all ranks, most waited first.
///
/// Times of waiting are of waits that were long enough to yield or sleep: those that end within a spin (some 50 us) are
/// not in them.
#[derive(Args)]
pub struct StatArgs {
    /// The job's number as `clump ps` shows it, or the pid of one of its processes. Not needed while one job runs.
    #[arg(value_name = "JOB|PID")]
    job: Option<i32>,
    /// Shows all ranks. Default: the 20 that have waited most.
    #[arg(long)]
    all: bool,
    /// Prints JSON instead of text, with all ranks.
    #[arg(long)]
    json: bool,
}

/// How many ranks are shown by default: a screen of 24 lines.
const SHOWN: usize = 20;
/// How many calls the line about calls names.
const CALLS: usize = 4;

pub fn main(args: StatArgs) -> i32 {
    super::print("clump stat", show(&args))
}

fn show(args: &StatArgs) -> Result<String, String> {
    let processes = Processes::read()?;
    let jobs = running(&processes);
    let job = select(args.job, &jobs, &processes)?;
    let view =
        job.segment.as_ref().map_err(|why| format!("what the ranks of job {} do cannot be read: {why}", job.number))?;
    let mut seen = ranks::look(job, view, &jobs, &processes);
    if seen.is_empty() {
        return Err(format!(
            "the ranks of job {} are on {}: run `clump ps` and `clump stat` there",
            job.number,
            job.hosts()
        ));
    }
    let blame = blame::find(&seen);
    let first = blame::describe(&blame, &seen);
    seen.sort_by_key(|rank| (std::cmp::Reverse(rank.waited()), rank.number));
    if args.json {
        let mut fields = job.json();
        let waited_for = blame.waited_for.iter().map(|(rank, by)| json!({"rank": rank, "by": by}));
        fields.insert("waited_for".into(), waited_for.collect());
        fields.insert("circle".into(), json!(blame.circle));
        fields.insert("rank_states".into(), seen.iter().map(as_json).collect());
        return Ok(format!("{:#}\n", Value::Object(fields)));
    }
    let mut text = format!(
        "{first}\njob {}: {}, {} ranks on {}, for {}\n",
        job.number,
        job.programs(60),
        job.count(),
        job.hosts(),
        time(job.age)
    );
    text += &table(&seen, if args.all { usize::MAX } else { SHOWN });
    text += &by_call(&seen);
    Ok(text)
}

/// Returns the job that the user means.
fn select<'a>(asked: Option<i32>, jobs: &'a [RunningJob], processes: &Processes) -> Result<&'a RunningJob, String> {
    let numbers = || jobs.iter().map(|job| job.number.to_string()).collect::<Vec<_>>().join(", ");
    let Some(asked) = asked else {
        return match jobs {
            [job] => Ok(job),
            [] => Err("no job of yours runs on this machine".into()),
            _ => Err(format!("several jobs run: say which of {} (`clump ps` describes them)", numbers())),
        };
    };
    // The nearest job counts: a rank of one job may have started another.
    let of = |pid: i32| jobs.iter().find(|job| job.number == pid || job.supervisor == pid);
    processes.line(asked).find_map(of).ok_or_else(|| match jobs.is_empty() {
        true => format!("{asked} is no job of yours; none runs on this machine"),
        false => format!("{asked} is no job of yours and no process of one; running are {}", numbers()),
    })
}

fn table(seen: &[SeenRank], most: usize) -> String {
    let mut text = format!("{:>5} {:>8} {:>11} {:>11} {:>11}  {}\n", "rank", "pid", "cpu", "waited", "since", "now");
    let or = |text: Option<String>| text.unwrap_or_else(|| "-".into());
    for rank in seen.iter().take(most) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5} {:>8} {:>11} {:>11} {:>11}  {}",
            rank.number,
            or(rank.pid.map(|pid| pid.to_string())),
            or(rank.cpu.map(time)),
            time(rank.waited()),
            or(rank.waits.present.map(time)),
            rank.doing
        );
    }
    if seen.len() > most {
        let _ = writeln!(text, "and {} ranks that have waited less (--all shows them)", seen.len() - most);
    }
    text
}

/// Returns the name of a call with words of its own, or what stands for the others.
fn name(call: Option<u16>) -> String {
    match call {
        Some(call) if call >= Waiting::HANDLERS => "messages to handlers".into(),
        Some(call) => report::call_name(call),
        None => "other calls".into(),
    }
}

/// Says in which calls the ranks have waited most, with the waits that have not ended.
fn by_call(seen: &[SeenRank]) -> String {
    let mut calls: BTreeMap<String, (Duration, u64)> = BTreeMap::new();
    for rank in seen {
        let present = rank.waits.present.zip(rank.waiting).map(|(time, of)| (Some(of.call), time, 1));
        for (call, time, waits) in rank.waits.ended.iter().map(|of| (of.call, of.time, of.waits)).chain(present) {
            let of = calls.entry(name(call)).or_default();
            *of = (of.0.saturating_add(time), of.1.saturating_add(waits));
        }
    }
    let mut calls: Vec<_> = calls.into_iter().collect();
    calls.sort_by_key(|(name, (time, _))| (std::cmp::Reverse(*time), name.clone()));
    let times = |waits: u64| if waits == 1 { "1 wait".into() } else { format!("{waits} waits") };
    let said: Vec<String> = calls
        .iter()
        .take(CALLS)
        .map(|(name, (waited, waits))| format!("{name} {} in {}", time(*waited), times(*waits)))
        .collect();
    match said.is_empty() {
        true => String::new(),
        false => format!("waited in: {}\n", said.join(", ")),
    }
}

fn as_json(rank: &SeenRank) -> Value {
    let ended = rank.waits.ended.iter();
    json!({
        "rank": rank.number,
        "pid": rank.pid,
        "state": rank.state.name(),
        "doing": rank.doing,
        "call": rank.waiting.map(|of| name(Some(of.call))),
        "peer": rank.waiting.and_then(|of| u32::try_from(of.peer).ok()),
        "communicator": rank.communicator,
        "since_seconds": rank.waits.present.map(seconds),
        "cpu_seconds": rank.cpu.map(seconds),
        "waited_seconds": seconds(rank.waited()),
        "waits": ended.map(|of| json!({
            "call": name(of.call), "waits": of.waits, "seconds": seconds(of.time),
        })).collect::<Vec<_>>(),
    })
}
