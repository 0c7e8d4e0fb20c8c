//! Runs other programs. Prints nothing if a program succeeds, and its whole output if it fails.
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

/// The environment variable that names the run that started a process.
const MARK: &str = "XTASK_RUN";
static MARKED: OnceLock<(String, PathBuf)> = OnceLock::new();

/// Makes every program started from now on carry a mark in its environment and keep its temporary files in `temporary`.
/// Returns the mark as it stands in the environment (`NAME=value`).
pub fn mark(temporary: &Path) -> String {
    let (value, _) = MARKED.get_or_init(|| (std::process::id().to_string(), temporary.to_owned()));
    format!("{MARK}={value}")
}

/// Adds the mark to a command's environment, if [`mark`] has set one.
pub fn marked(command: &mut Command) {
    if let Some((mark, temporary)) = MARKED.get() {
        command.env(MARK, mark).env("TMPDIR", temporary);
    }
}

/// A command, and the advice to print if it fails.
pub struct Program {
    command: Command,
    remedy: Option<String>,
    /// The longest silence, in seconds; `None`: no limit.
    silence: Option<u64>,
}

impl Program {
    pub fn new(name: impl AsRef<OsStr>) -> Program {
        let mut command = Command::new(name);
        command.current_dir(crate::paths::root()).stdin(Stdio::null());
        // With 0, `clump run` writes no record of a test's job into the user's home directory.
        command.env("CLUMP_RECORD", "0");
        marked(&mut command);
        Program { command, remedy: None, silence: None }
    }
    /// Returns a command for the cargo that runs xtask.
    pub fn cargo() -> Program {
        Program::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Program {
        self.command.arg(arg);
        self
    }
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Program {
        self.command.args(args);
        self
    }
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Program {
        self.command.env(name, value);
        self
    }
    pub fn dir(mut self, dir: impl AsRef<std::path::Path>) -> Program {
        self.command.current_dir(dir);
        self
    }
    /// Sets the advice that is printed after the output of a failure.
    pub fn remedy(mut self, sentence: impl Into<String>) -> Program {
        self.remedy = Some(sentence.into());
        self
    }
    /// Stops the command (TERM, then KILL) after `seconds`; uses coreutils' `timeout`.
    pub fn within(self, seconds: u64) -> Program {
        let mut command = Command::new("timeout");
        command.arg("--kill-after=10").arg(seconds.to_string());
        command.arg(self.command.get_program()).args(self.command.get_args()).stdin(Stdio::null());
        if let Some(dir) = self.command.get_current_dir() {
            command.current_dir(dir);
        }
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Program { command, remedy: self.remedy, silence: self.silence }
    }

    /// Stops the command and all that it has started (TERM, then KILL) when it has printed nothing for `seconds`. A
    /// program that prints a line for each test has a limit for each test in this way, however many there are.
    pub fn never_silent_for(mut self, seconds: u64) -> Program {
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        self.silence = Some(seconds);
        self
    }

    /// Returns the command's words, separated by blanks.
    pub fn shown(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    /// Runs the command to its end. Returns its output and errors in the order written, whatever the exit code.
    pub fn outcome(mut self) -> Result<Outcome> {
        let shown = self.shown();
        let (mut reader, writer) = std::io::pipe().context("no pipe")?;
        self.command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = self.command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
        // The command keeps the pipe open for writing, so the reader sees the pipe's end only after this drop.
        drop(self.command);
        let mut output = Vec::new();
        let silent = match self.silence {
            None => {
                std::io::Read::read_to_end(&mut reader, &mut output)?;
                None
            }
            Some(seconds) => {
                let in_time = read_within(reader, seconds, child.id(), &mut output);
                (!in_time).then_some(seconds)
            }
        };
        let status = child.wait()?;
        let output = String::from_utf8_lossy(&output).into_owned();
        Ok(Outcome { shown, output, status, remedy: self.remedy, silent })
    }

    /// Runs the command to its end and returns its output. Fails with the output and the remedy if the command fails.
    pub fn run(self) -> Result<String> {
        self.outcome()?.success()
    }

    /// Returns true if the command starts and succeeds.
    pub fn works(self) -> bool {
        self.outcome().is_ok_and(|o| o.status.success())
    }
}

pub struct Outcome {
    pub shown: String,
    pub output: String,
    pub status: std::process::ExitStatus,
    remedy: Option<String>,
    /// The limit in seconds, if the command was stopped because it was silent for so long.
    silent: Option<u64>,
}

/// What the report of a failure says if a limit of time stopped the command.
pub const OUT_OF_TIME: &str = "ran out of time";

impl Outcome {
    pub fn success(self) -> Result<String> {
        if self.status.success() {
            return Ok(self.output);
        }
        let remedy = self.remedy.map(|r| format!("\n{r}")).unwrap_or_default();
        let status = match (self.silent, self.status.code()) {
            (Some(seconds), _) => format!("{OUT_OF_TIME}: it printed nothing for {seconds} s after what stands below"),
            (None, Some(124)) if self.shown.starts_with("timeout ") => OUT_OF_TIME.to_owned(),
            _ => format!("failed ({})", self.status),
        };
        bail!("`{}` {status}:\n{}{remedy}", self.shown, self.output.trim_end());
    }
}

/// Reads `from` to its end into `output`. If nothing comes for `seconds`, stops the process group `group`: TERM, and
/// KILL 10 s later. Returns true if nothing had to be stopped.
fn read_within(mut from: std::io::PipeReader, seconds: u64, group: u32, output: &mut Vec<u8>) -> bool {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 8 << 10];
        while let Ok(len @ 1..) = std::io::Read::read(&mut from, &mut buffer) {
            if sender.send(buffer[..len].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut signals = ["-KILL", "-TERM"].iter();
    let mut limit = seconds;
    loop {
        match receiver.recv_timeout(Duration::from_secs(limit)) {
            Ok(bytes) => output.extend(bytes),
            Err(mpsc::RecvTimeoutError::Disconnected) => return signals.len() == 2,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let Some(signal) = signals.next_back() else { return false };
                // A group that has ended meanwhile is no error.
                let _ = Command::new("kill").args([*signal, "--", &format!("-{group}")]).stderr(Stdio::null()).status();
                limit = 10;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        Program::new("sh").args(["-c", script])
    }

    #[test]
    fn a_silent_program_is_stopped_with_its_children() {
        let error = shell("echo begun; sleep 3600 & sleep 3600").never_silent_for(1).run().expect_err("stopped");
        let said = error.to_string();
        assert!(said.contains(OUT_OF_TIME) && said.contains("begun"), "{said}");
    }

    #[test]
    fn a_program_that_keeps_printing_may_run_longer() {
        let said = shell("for i in 1 2 3 4 5; do echo $i; sleep 0.5; done").never_silent_for(2).run();
        assert_eq!(said.expect("it ends by itself").lines().count(), 5);
    }
}
