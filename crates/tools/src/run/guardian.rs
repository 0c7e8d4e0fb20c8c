//! The process that the user started: forwards signals to the supervisor, waits for the supervisor's end, and kills
//! what is left of the job if the supervisor is killed.
use super::link::{GuardianLink, SIGNALS};
use super::{FAILED, Failure, descendants, limits, plan::Job, spawn, supervisor};
use crate::sys::{self, SignalFd};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, waitpid};
use std::collections::HashSet;

/// Runs the job and returns its exit code.
pub fn run(name: &str, job: Job) -> Result<i32, Failure> {
    limits::open_files(&job)?;
    limits::processes(&job)?;
    limits::memory(&job)?;
    // Shells without job control start background processes with these two signals ignored. The ranks would inherit
    // this state, and the user's SIGINT would have no effect.
    sys::restore(&[libc::SIGINT, libc::SIGQUIT]);
    let failed = |what: &str, e: std::io::Error| Failure::launcher(format!("cannot {what}: {e}"));
    sys::keep_dead_children();
    // If a program, such as a shell, replaced itself by this one (exec), it may have left children, which are no part
    // of the job.
    let mut spared: HashSet<Pid> = HashSet::new();
    if !descendants::none_left() {
        spared.extend(descendants::children());
    }
    descendants::adopt();
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)
        .map_err(|e| failed("open a pipe to its supervisor", e.into()))?;
    let guardian = getpid();
    let Some(child) = sys::fork().map_err(|e| failed("start its supervisor (too many processes?)", e))? else {
        drop(writer);
        // The guardian tells the supervisor of signals. Slurm also signals each process of a job, which must not end
        // the supervisor.
        sys::outlive(&spawn::ENDING);
        std::process::exit(supervisor::run(name, job, GuardianLink(reader), guardian));
    };
    drop(reader);
    let pidfd = sys::watch(child).map_err(|e| failed("watch its supervisor", e))?;
    let signals = SignalFd::take(&SIGNALS).map_err(|e| failed("receive signals", e))?;
    loop {
        let mut fds = [PollFd::new(signals.fd(), PollFlags::IN), PollFd::new(&pidfd, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(failed("wait for its supervisor", e.into())),
        }
        let ended = !fds[1].revents().is_empty();
        while let Some(signal) = signals.read() {
            let byte = signal.number as u8 | if signal.from_terminal { 0x80 } else { 0 };
            // If the pipe is full or closed, the supervisor is ending or hangs: then the user can use SIGKILL.
            let _ = rustix::io::write(&writer, &[byte]);
            if signal.number == libc::SIGTSTP {
                let _ = kill_process(guardian, Signal::STOP);
            }
        }
        if ended {
            let status = waitpid(Some(child), WaitOptions::empty()).ok().flatten();
            return Ok(finish(name, child, status.map(|(_, status)| status), &spared));
        }
    }
}

fn finish(name: &str, supervisor: Pid, status: Option<WaitStatus>, spared: &HashSet<Pid>) -> i32 {
    if let Some(code) = status.and_then(WaitStatus::exit_status) {
        return code;
    }
    descendants::kill_all(&[], spared);
    match status.and_then(WaitStatus::terminating_signal) {
        Some(signal) => {
            eprintln!(
                "{name}: its supervisor (pid {supervisor}) was killed by signal {signal}; all ranks have been ended"
            );
            128 + signal
        }
        None => FAILED,
    }
}
