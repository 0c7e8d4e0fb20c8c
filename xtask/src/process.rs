//! Running other programs: quiet while all is well, their whole output when not.
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Names the run that a process belongs to, in its environment.
const MARK: &str = "XTASK_RUN";
static MARKED: OnceLock<(String, PathBuf)> = OnceLock::new();

/// From now on every program started carries a mark in its environment, and keeps its temporary files in `temporary`.
/// The mark as it stands in the environment (`NAME=value`).
pub fn mark(temporary: &Path) -> String {
    let (value, _) = MARKED.get_or_init(|| (std::process::id().to_string(), temporary.to_owned()));
    format!("{MARK}={value}")
}

/// Gives a command the mark, if there is one.
pub fn marked(command: &mut Command) {
    if let Some((mark, temporary)) = MARKED.get() {
        command.env(MARK, mark).env("TMPDIR", temporary);
    }
}

/// A command, and what to tell the reader if it fails.
pub struct Program {
    command: Command,
    remedy: Option<String>,
}

impl Program {
    pub fn new(name: impl AsRef<OsStr>) -> Program {
        let mut command = Command::new(name);
        command.current_dir(crate::paths::root()).stdin(Stdio::null());
        marked(&mut command);
        Program { command, remedy: None }
    }
    /// The cargo that runs us.
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
    /// Said after the output of a failure: what to do about it.
    pub fn remedy(mut self, sentence: impl Into<String>) -> Program {
        self.remedy = Some(sentence.into());
        self
    }
    /// Stops the command (TERM, then KILL) if it takes longer; uses coreutils' `timeout`.
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
        Program { command, remedy: self.remedy }
    }

    fn shown(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    /// Runs it to its end. Output and errors come back in the order written, whatever the exit code.
    pub fn outcome(mut self) -> Result<Outcome> {
        let shown = self.shown();
        let (mut reader, writer) = std::io::pipe().context("no pipe")?;
        self.command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = self.command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
        // The command holds our ends of the pipe; without this the reader would never see its end.
        drop(self.command);
        let mut output = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut output)?;
        let status = child.wait()?;
        let output = String::from_utf8_lossy(&output).into_owned();
        Ok(Outcome { shown, output, status, remedy: self.remedy })
    }

    /// Runs it to its end; its output. A failure carries the output and the remedy.
    pub fn run(self) -> Result<String> {
        self.outcome()?.success()
    }

    /// True if it can be started and succeeds.
    pub fn works(self) -> bool {
        self.outcome().is_ok_and(|o| o.status.success())
    }
}

pub struct Outcome {
    pub shown: String,
    pub output: String,
    pub status: std::process::ExitStatus,
    remedy: Option<String>,
}

impl Outcome {
    pub fn success(self) -> Result<String> {
        if self.status.success() {
            return Ok(self.output);
        }
        let remedy = self.remedy.map(|r| format!("\n{r}")).unwrap_or_default();
        let status = match self.status.code() {
            Some(124) if self.shown.starts_with("timeout ") => "did not end in time".to_owned(),
            _ => format!("failed ({})", self.status),
        };
        bail!("`{}` {status}:\n{}{remedy}", self.shown, self.output.trim_end());
    }
}
