//! `clump stat`: what each rank of a running job does.
use super::jobs::{RunningJob, running};
use super::last::LastJob;
use super::processes::Processes;
use super::ranks::{self, SeenRank};
use super::{blame, seconds};
use crate::run::account::{self, RankAccount, time};
use clap::Args;
use clump_fabric::shm::CallKind;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Shows what each rank of a running job does: the rank that others wait for, then all ranks, most waited first.
///
/// Times of waiting are of waits that were long enough to yield or sleep: those that end within a spin (some 50 us) are
/// not in them.
#[derive(Args)]
pub struct StatArgs {
    /// The job's number as `clump ps` shows it, or the pid of one of its processes. Not needed while one job runs.
    #[arg(value_name = "JOB|PID")]
    job: Option<i32>,
    /// Shows the last job that is over, by the record that its launcher has kept, also if all of the job was killed.
    /// Jobs that run for a second or longer have one, unless CLUMP_RECORD is 0.
    #[arg(long, conflicts_with = "job")]
    last: bool,
    /// Shows all ranks. Default: the 20 that have waited most.
    #[arg(long)]
    all: bool,
    /// Shows the calls and the bytes of each rank by kind of call, in place of what it does now.
    #[arg(long)]
    calls: bool,
    /// Prints JSON instead of text, with all ranks.
    #[arg(long)]
    json: bool,
}

/// How many ranks are shown by default: a screen of 24 lines.
const SHOWN: usize = 20;

pub fn main(args: StatArgs) -> i32 {
    super::print("clump stat", show(&args))
}

fn show(args: &StatArgs) -> Result<String, String> {
    if args.last {
        let last = LastJob::find()?;
        let mut fields = last.record.described.json(last.record.number);
        fields.insert("seconds".into(), json!(seconds(last.ran())));
        fields.insert("code".into(), json!(last.record.code));
        return Ok(shown(args, &last.describe(), fields, last.seen));
    }
    let look = look(args.job)?;
    Ok(shown(args, &look.title, look.fields, look.seen))
}

/// What one look at a running job has found.
pub struct JobLook {
    pub number: i32,
    pub title: String,
    /// What JSON says of the job.
    pub fields: Map<String, Value>,
    pub seen: Vec<SeenRank>,
}

impl JobLook {
    /// Returns the line that names the ranks that keep others waiting.
    pub fn first_line(&self) -> String {
        blame::describe(&blame::find(&self.seen), &self.seen)
    }
}

/// Looks at the ranks of the job that the user means.
pub fn look(asked: Option<i32>) -> Result<JobLook, String> {
    let processes = Processes::read()?;
    let jobs = running(&processes);
    let job = select(asked, &jobs, &processes)?;
    let described = &job.described;
    let view =
        job.segment.as_ref().map_err(|why| format!("what the ranks of job {} do cannot be read: {why}", job.number))?;
    let seen = ranks::look(job, view, &jobs, &processes);
    if seen.is_empty() {
        return Err(format!(
            "the ranks of job {} are on {}: run `clump ps` and `clump stat` or `clump top` there",
            job.number,
            described.host_names()
        ));
    }
    let title = format!(
        "job {}: {}, {} ranks on {}, for {}",
        job.number,
        described.program_line(60),
        described.rank_count(),
        described.host_names(),
        time(job.age)
    );
    Ok(JobLook { number: job.number, title, fields: job.json(), seen })
}

/// Shows what ranks do, or did, as text, or as JSON with these fields.
fn shown(args: &StatArgs, title: &str, mut fields: Map<String, Value>, mut seen: Vec<SeenRank>) -> String {
    let blame = blame::find(&seen);
    let first = blame::describe(&blame, &seen);
    seen.sort_by_key(|rank| (std::cmp::Reverse(rank.account.waited()), rank.number));
    if args.json {
        let waited_for = blame.waited_for.iter().map(|(rank, by)| json!({"rank": rank, "by": by}));
        fields.insert("waited_for".into(), waited_for.collect());
        fields.insert("circle".into(), json!(blame.circle));
        fields.insert("rank_states".into(), seen.iter().map(as_json).collect());
        return format!("{:#}\n", Value::Object(fields));
    }
    let most = if args.all { usize::MAX } else { SHOWN };
    let ranks = if args.calls { calls(&seen, most) } else { table(&seen, most) };
    let accounts: Vec<&RankAccount> = seen.iter().map(|rank| &rank.account).collect();
    format!("{first}\n{title}\n{ranks}{}{}", account::waited_in(&accounts), account::moved(&accounts))
}

/// Returns the job that the user means.
pub fn select<'a>(asked: Option<i32>, jobs: &'a [RunningJob], processes: &Processes) -> Result<&'a RunningJob, String> {
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
            time(rank.account.waited()),
            or(rank.since.map(time)),
            rank.doing
        );
    }
    text + &others(seen, most)
}

/// Says how many ranks are not shown.
fn others(seen: &[SeenRank], most: usize) -> String {
    match seen.len().saturating_sub(most) {
        0 => String::new(),
        left => format!("and {left} ranks that have waited less (--all shows them)\n"),
    }
}

/// Shows the calls and the bytes of each rank, by kind, of which any rank has made a call.
fn calls(seen: &[SeenRank], most: usize) -> String {
    let accounts: Vec<&RankAccount> = seen.iter().map(|rank| &rank.account).collect();
    let kinds = account::kinds(&accounts);
    let mut text = format!("{:>5}", "rank");
    for kind in &kinds {
        text += &format!("  {:>21}", account::kind_name(*kind));
    }
    text += "\n";
    for rank in seen.iter().take(most) {
        text += &format!("{:>5}", rank.number);
        for kind in &kinds {
            let of = rank.account.counts.get(*kind);
            text += &format!("  {:>10} {:>10}", of.calls, account::bytes(of.bytes));
        }
        text += "\n";
    }
    text + &others(seen, most)
}

fn as_json(rank: &SeenRank) -> Value {
    let ended = rank.account.waits.ended.iter();
    let counts = CallKind::ALL.map(|kind| (kind.name().to_owned(), rank.account.counts.get(kind)));
    let counts = counts.map(|(name, of)| (name, json!({"calls": of.calls, "bytes": of.bytes})));
    json!({
        "rank": rank.number,
        "pid": rank.pid,
        "state": rank.state.name(),
        "doing": rank.doing,
        "call": rank.waiting.map(|of| account::call_name(Some(of.call))),
        "peer": rank.waiting.and_then(|of| u32::try_from(of.peer).ok()),
        "communicator": rank.communicator,
        "since_seconds": rank.since.map(seconds),
        "cpu_seconds": rank.cpu.map(seconds),
        "waited_seconds": seconds(rank.account.waited()),
        "waits": ended.map(|of| json!({
            "call": account::call_name(of.call), "waits": of.waits, "seconds": seconds(of.time),
        })).collect::<Vec<_>>(),
        "calls": serde_json::Map::from_iter(counts),
    })
}
