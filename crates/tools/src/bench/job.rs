//! One run of one benchmark program under one library.
use super::quota::Quota;
use super::results::{Key, Point, parse_point};
use super::suite::show_size;
use super::systems::System;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// One program with its arguments, whatever the library.
#[derive(Clone, Debug)]
pub struct Job {
    pub program: &'static str,
    pub ranks: u32,
    /// Bytes (for queues: messages); empty: the program has no sizes.
    pub sizes: Vec<u64>,
    /// Which of the program's operations; `None`: all.
    pub ops: Option<&'static str>,
    /// Seconds of measuring for each point.
    pub budget: f64,
    /// Processors that all of it together may use, if not all there are.
    pub quota: Option<f64>,
}

/// In front of the names of what was measured between hosts: other goals hold there.
pub const BETWEEN: &str = "hosts_";
/// In front of the names of what was measured within a quota.
const QUOTA: &str = "quota_";

impl Job {
    /// For people: "collectives on 4 ranks".
    pub fn title(&self) -> String {
        format!("{} on {} ranks", self.program, self.ranks)
    }

    /// True if figures called `name` come from this job's program.
    pub fn measures(&self, name: &str) -> bool {
        match self.program {
            "exchange" => ["sendrecv", "isend_irecv"].contains(&name),
            "queues" => ["posted", "any_source", "any_tag", "unexpected", "unexpected_any_source"].contains(&name),
            "threads" => ["threads", "threads_comm"].contains(&name),
            "instructions" => ["send", "isend_wait", "recv", "irecv_wait", "allreduce", "barrier"].contains(&name),
            "overlap" => ["overlap", "overlap_without", "overlap_device"].contains(&name),
            "neighbour" => ["neighbour_mpi", "neighbour_tcp"].contains(&name),
            "heap" => super::heap::NAMES.contains(&name),
            "heap.py" => super::heap::PYTHON_NAMES.contains(&name),
            "collectives" => super::collective_goals::NAMES.contains(&name),
            "buffers" => super::program_goals::is_buffers(name),
            "jobs" => super::two_jobs::is_ours(name),
            "stranger" => name.starts_with("stranger_") || name.starts_with(QUOTA),
            "osu" => super::program_goals::is_osu(name),
            own => own == name,
        }
    }

    /// Runs it once under `system`. The error says what failed and quotes the run's own words.
    pub fn run(&self, system: &System, program: &Path) -> Result<Vec<Point>, String> {
        if self.program == "jobs" {
            return super::two_jobs::run(self, system, program);
        }
        let threads = if self.program == "threads" { 2 } else { 1 };
        let mut c = system.command(self.ranks, threads, program);
        if self.program != "startup" {
            c.arg("--budget").arg(self.budget.to_string());
            c.arg("--sizes").arg(self.sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            if let Some(ops) = self.ops {
                c.args(["--ops", ops]);
            }
        }
        if let Some(hosts) = &system.hosts {
            hosts.begin()?;
        }
        let quota = self.quota.map(Quota::make).transpose()?;
        if let Some(group) = &quota {
            c = group.enter(&c);
        }
        let (text, took) =
            output(c, self.limit()).map_err(|why| format!("{}, {}: {why}", system.name(), self.title()))?;
        if self.program == "startup" {
            let key = Key { name: "startup".into(), ranks: self.ranks, size: 0 };
            return Ok(vec![Point { key, value: took.as_secs_f64() * 1e3, unit: "ms".into(), more: BTreeMap::new() }]);
        }
        let mut points = text.lines().filter_map(|l| parse_point(l, self.ranks)).collect::<Result<Vec<_>, _>>()?;
        if let Some(hosts) = &system.hosts {
            if let (Some((port, passed)), Some(first)) = (hosts.passed()?, points.first()) {
                let figures = port.figures(self.program, first, passed);
                points.extend(figures);
            }
            points.iter_mut().for_each(|p| p.key.name = format!("{BETWEEN}{}", p.key.name));
        }
        if let Some(group) = &quota {
            let periods = group.periods().unwrap_or_default();
            for p in &mut points {
                p.key.name = within_quota(&p.key.name);
                p.more.insert("periods".into(), periods.all as f64);
                p.more.insert("stopped".into(), periods.stopped as f64);
            }
        }
        if points.is_empty() {
            let sizes: Vec<_> = self.sizes.iter().map(|s| show_size(*s)).collect();
            return Err(format!("{}, {}, sizes {}: no figures came", system.name(), self.title(), sizes.join(",")));
        }
        Ok(points)
    }

    /// After this long a run is taken to hang: many times what it should last.
    pub fn limit(&self) -> Duration {
        let points = self.sizes.len().max(1) as f64 * 6.0;
        Duration::from_secs_f64(60.0 + 4.0 * points * self.budget)
    }
}

/// What `stranger` measures alone, as it is called within a quota.
fn within_quota(name: &str) -> String {
    let short = name.strip_prefix("stranger_").unwrap_or(name);
    format!("{QUOTA}{}", short.strip_suffix("_alone").unwrap_or(short))
}

/// Runs a command to its end: its standard output, and how long it took from before the start to its exit. An error if
/// it cannot be started, exits with anything but 0, or outlasts `limit` (then it is ended: SIGTERM, by which every
/// launcher ends its ranks, and SIGKILL 3 s later).
pub fn output(mut command: Command, limit: Duration) -> Result<(String, Duration), String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|e| format!("{program} cannot be started: {e}"))?;
    let out = drain(child.stdout.take());
    let err = drain(child.stderr.take());
    let (over, ended) = mpsc::channel::<()>();
    let pid = rustix::process::Pid::from_child(&child);
    let watch = thread::spawn(move || {
        use rustix::process::{Signal, kill_process};
        if ended.recv_timeout(limit) != Err(mpsc::RecvTimeoutError::Timeout) {
            return false;
        }
        let _ = kill_process(pid, Signal::TERM);
        if ended.recv_timeout(Duration::from_secs(3)) == Err(mpsc::RecvTimeoutError::Timeout) {
            let _ = kill_process(pid, Signal::KILL);
        }
        true
    });
    let status = child.wait();
    let took = start.elapsed();
    drop(over);
    let hung = watch.join().unwrap_or(false);
    // a killed launcher's orphans may hold the pipes open: do not wait for them for ever
    let read = |r: mpsc::Receiver<String>| r.recv_timeout(Duration::from_secs(10)).unwrap_or_default();
    let (out, err) = (read(out), read(err));
    if hung {
        return Err(format!("no end after {} s, so it was stopped. {}", limit.as_secs(), tail(&err)));
    }
    match status {
        Ok(s) if s.success() => Ok((out, took)),
        Ok(s) => Err(format!("{s}. {}", tail(&err))),
        Err(e) => Err(e.to_string()),
    }
}

/// Reads a stream to its end beside the caller.
fn drain<R: Read + Send + 'static>(stream: Option<R>) -> mpsc::Receiver<String> {
    let (to, from) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut s) = stream {
            let _ = s.read_to_end(&mut bytes);
        }
        let _ = to.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    from
}

/// The last lines of what a failed run said.
fn tail(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(6)..];
    if last.is_empty() { "It said nothing.".into() } else { format!("It said: {}", last.join("\n    ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut c = Command::new("sh");
        c.args(["-c", script]);
        c
    }

    #[test]
    fn output_and_failures_are_told() {
        let minute = Duration::from_secs(60);
        assert_eq!(output(sh("echo hi"), minute).unwrap().0, "hi\n");
        let e = output(sh("echo broken >&2; exit 3"), minute).unwrap_err();
        assert!(e.contains("exit status: 3") && e.contains("broken"), "{e}");
        assert!(output(Command::new("/no/such/program"), minute).unwrap_err().contains("cannot be started"));
    }

    #[test]
    fn figures_within_a_quota_have_names_of_their_own() {
        assert_eq!(within_quota("stranger_allreduce_alone"), "quota_allreduce");
        assert_eq!(within_quota("stranger_turns_alone"), "quota_turns");
    }

    #[test]
    fn a_hanging_run_is_stopped() {
        let start = Instant::now();
        let e = output(sh("exec sleep 60"), Duration::from_millis(200)).unwrap_err();
        assert!(e.contains("was stopped"), "{e}");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
