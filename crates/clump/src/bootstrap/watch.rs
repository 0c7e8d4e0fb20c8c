//! Watches the ranks of this machine in a job of another launcher than `clump run`: some launchers let the other ranks
//! wait until the end of their time when one has died. Each rank watches the next one, and the last the first, by a
//! thread that sleeps.
use super::space::Space;
use crate::{Rank, Segment};
use clump_fabric::shm::Phase;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// How often the thread looks whether the watched rank has joined, in ms, and how long a rank that has ended may take to
/// be gone.
const LOOK: i64 = 50;
/// The exit code of a job whose rank died: that of `clump run`.
const DIED: i32 = 1;

/// The watching thread. It ends when this is dropped.
pub(crate) struct Watch {
    /// Readable at the thread's end once this end is closed.
    stop: Option<UnixStream>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch rank `other`. Returns `None` if the system gives no thread.
    pub fn new(space: Arc<Mutex<Space>>, segment: Arc<Segment>, rank: Rank, other: Rank) -> Option<Watch> {
        let (stop, stopped) = UnixStream::pair().ok()?;
        let watch = move || {
            if has_died(&segment, other, &stopped) {
                let pid = segment.status(other).pid;
                eprintln!(
                    "clump: rank {other} (process {pid} on {}) ended without MPI_Finalize; rank {rank} ends the job",
                    rustix::system::uname().nodename().to_string_lossy()
                );
                space.lock().unwrap_or_else(PoisonError::into_inner).abort(DIED);
                // The launcher may take its time, or have none of its processes left to ask.
                std::process::exit(DIED);
            }
        };
        let thread = std::thread::Builder::new().name("clump-watch".into()).spawn(watch).ok()?;
        Some(Watch { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported.
            let _ = thread.join();
        }
    }
}

/// Returns true if a rank has left the job, or has asked for the job's end.
fn has_ended(phase: Phase) -> bool {
    matches!(phase, Phase::Closed | Phase::Aborted)
}

/// Waits until rank `other` has died. Returns false if the rank has left the job, or this process stops watching.
fn has_died(segment: &Segment, other: Rank, stopped: &UnixStream) -> bool {
    let mut process: Option<OwnedFd> = None;
    loop {
        let status = segment.status(other);
        if has_ended(status.phase) {
            return false;
        }
        if status.phase == Phase::Running && segment.has_died(other) {
            // The rank may have left the job between the two looks.
            return !has_ended(segment.status(other).phase);
        }
        if process.is_none() && status.phase == Phase::Running {
            let pid = i32::try_from(status.pid).ok().and_then(Pid::from_raw);
            process = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        }
        let until = Timespec { tv_sec: 0, tv_nsec: LOOK * 1_000_000 };
        let mut fds = vec![PollFd::new(stopped, PollFlags::IN)];
        let ended = match &process {
            Some(process) => {
                fds.push(PollFd::from_borrowed_fd(process.as_fd(), PollFlags::IN));
                poll(&mut fds, None)
            }
            None => poll(&mut fds, Some(&until)),
        };
        if ended.is_err() || fds[0].revents().intersects(PollFlags::IN | PollFlags::HUP) {
            return false;
        }
        if fds.get(1).is_some_and(|fd| !fd.revents().is_empty()) {
            // The process has ended: from now on look by time, until the system says so too.
            process = None;
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}
