//! Runs a program to its end, and returns its output, or why it failed.
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Runs a command to its end. Returns its standard output, and the time from before the start to its exit. Fails as
/// [`output_so_far`] does.
pub fn output(command: Command, limit: Duration) -> Result<(String, Duration), String> {
    let (out, ended) = output_so_far(command, limit);
    ended.map(|took| (out, took))
}

/// Runs a command. Returns what it has written to its standard output, and the time from before the start to its exit.
/// The latter is an error if the command cannot be started, exits with a code other than 0, or outlasts `limit`. In the
/// last case, ends the command by SIGTERM, on which every launcher ends its ranks, and by SIGKILL 3 s later.
pub fn output_so_far(mut command: Command, limit: Duration) -> (String, Result<Duration, String>) {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return (String::new(), Err(format!("{program} cannot be started: {e}"))),
    };
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
    // The orphans of a killed launcher may hold the pipes open: bound the wait for their end.
    let read = |r: mpsc::Receiver<String>| r.recv_timeout(Duration::from_secs(10)).unwrap_or_default();
    let (out, err) = (read(out), read(err));
    let ended = match status {
        _ if hung => Err(format!("no end after {} s, so it was stopped. {}", limit.as_secs(), tail(&err))),
        Ok(s) if s.success() => Ok(took),
        Ok(s) => Err(format!("{s}. {}", tail(&err))),
        Err(e) => Err(e.to_string()),
    };
    (out, ended)
}

/// Reads a stream to its end in another thread.
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

/// Returns the last lines of a failed run's output.
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
    fn a_hanging_run_is_stopped() {
        let start = Instant::now();
        let (out, ended) = output_so_far(sh("echo first; exec sleep 60"), Duration::from_secs(3));
        let e = ended.unwrap_err();
        assert!(e.contains("was stopped") && out == "first\n", "{e}, {out}");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
