//! A job that this process has started: its launcher `clump run`, a child of this process. The launcher's standard
//! input is a socket to this process. If this process dies, the socket ends and the launcher ends the job. If this
//! process lets the job go, the job goes on by itself.
use crate::ffi::library;
use clump::driver::bootstrap;
use clump::driver::coordination::{ALL_LOST, CoordinatorPlace};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

/// The variable by which the job's processes learn the port of the processes that have started them.
const PARENT: &str = "CLUMP_PARENT";
/// What lets the job go (`crates/tools/src/run/supervisor/parent.rs`).
const LET_GO: &[u8] = b"g";

/// The launcher of a job that this process has started.
pub struct Guardian {
    launcher: Child,
    link: UnixStream,
    /// The lowest number of the joint job with the started processes, once they have joined.
    pub joint: Option<u32>,
    is_let_go: bool,
}

impl Guardian {
    /// Starts a job: `clump run --spawned` with these arguments. The processes connect to `port`.
    pub fn start(args: &[OsString], port: &str) -> std::io::Result<Guardian> {
        let (link, theirs) = UnixStream::pair()?;
        let mut command = Command::new(launcher());
        // The variable is for this process only, not for those that it starts.
        command.env_remove(clump::driver::environment::INITIAL_HANDLER);
        command.arg("run").arg("--spawned");
        if let Some(coordinator) = CoordinatorPlace::own() {
            outlive_this_process(&mut command, &coordinator);
        }
        command.args(args).env(PARENT, port).stdin(OwnedFd::from(theirs));
        Ok(Guardian { launcher: command.spawn()?, link, joint: None, is_let_go: false })
    }

    /// Returns the launcher's exit code, if it has ended. A launcher of a joined job that has failed stays in the
    /// system's list until this process ends: then this job's own launcher inherits it, and fails too. Otherwise the
    /// failed call has told the program, or the job was to survive deaths, and all its processes have died.
    pub fn ended(&mut self) -> Option<i32> {
        let pid = Pid::from_child(&self.launcher);
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(pid), how) {
            Ok(None) => None,
            Ok(Some(status)) => {
                let code = status.exit_status().unwrap_or(1);
                if code == 0 || code == ALL_LOST || self.joint.is_none() {
                    let _ = self.launcher.try_wait();
                }
                Some(code)
            }
            // The program may have waited for the launcher itself.
            Err(_) => Some(1),
        }
    }

    /// Lets the job go: from now on it does not end with this process.
    pub fn let_go(&mut self) {
        if !std::mem::replace(&mut self.is_let_go, true) {
            // If the launcher has ended, so has the job.
            let _ = self.link.write_all(LET_GO);
        }
    }

    /// Ends the job, of which the processes could not be joined.
    pub fn give_up(&mut self) {
        // The launcher takes the link's end for the end of this process.
        let _ = self.link.shutdown(Shutdown::Both);
        self.is_let_go = true;
    }

    /// Returns true if nothing is left to do for the job.
    pub fn is_over(&mut self) -> bool {
        self.is_let_go && self.ended().is_some()
    }
}

/// Makes the launcher and its job outlive this process: they survive deaths as this process's own job does, print where
/// this job's launcher on this machine prints, and are not in this process's group, which is killed with it.
fn outlive_this_process(command: &mut Command, coordinator: &CoordinatorPlace) {
    command.process_group(0);
    if coordinator.place != bootstrap::place() {
        return;
    }
    let [out, err] = coordinator.outputs.map(|fd| {
        let file = format!("/proc/{}/fd/{fd}", coordinator.pid);
        // Without it, the launcher prints where this process prints, and cannot once this process has ended.
        OpenOptions::new().append(true).open(file).ok()
    });
    if let (Some(out), Some(err)) = (out, err) {
        command.stdout(out).stderr(err);
    }
}

/// Returns the path of `clump`: beside this library, or else where PATH finds it.
fn launcher() -> PathBuf {
    let beside = library::path().and_then(|library| Some(library.parent()?.parent()?.join("bin/clump")));
    beside.filter(|clump| clump.is_file()).unwrap_or_else(|| "clump".into())
}
