//! Watches the ranks of this machine in a job of another launcher than `clump run`: some launchers let the other ranks
//! wait until the end of their time when one has died. Each rank watches the next one, and the last the first, by a
//! thread that sleeps.
use super::space::Space;
use crate::{Rank, Segment};
use clump_fabric::shm::{Phase, StatusWriter};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::io::Write;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the thread looks whether the watched rank has joined, in ms.
const LOOK: i64 = 50;
/// How long the launcher may take to end the other ranks itself after a rank's end. Longer reports a dead rank later.
const GRACE: Duration = Duration::from_millis(300);
/// The exit code of a rank that ends the job because another has died.
const DIED: i32 = 1;

/// The watching thread. It ends when this is dropped.
pub(crate) struct Watch {
    /// Ends the thread's wait when it is shut down.
    stop: UnixStream,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch rank `other`. Returns `None` if the system gives no thread.
    pub fn new(space: Arc<Mutex<Space>>, segment: Arc<Segment>, rank: Rank, other: Rank) -> Option<Watch> {
        let (stop, stopped) = UnixStream::pair().ok()?;
        let watch = move || {
            if !has_died(&segment, other, &stopped) {
                return;
            }
            // A launcher that ends the job kills the ranks one after the other: it does so meanwhile.
            std::thread::sleep(GRACE);
            if (0..segment.ranks()).any(|rank| segment.status(rank).phase == Phase::Aborted) {
                return;
            }
            StatusWriter::new(&segment, rank).phase(Phase::Aborted, DIED);
            let pid = segment.status(other).pid;
            let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
            // There may be no standard error any more.
            let _ = writeln!(
                std::io::stderr(),
                "clump: rank {other} (process {pid} on {host}) ended without MPI_Finalize; rank {rank} ends the job"
            );
            space.lock().unwrap_or_else(PoisonError::into_inner).abort(DIED);
            clump_fabric::sys::exit_now(DIED);
        };
        let thread = std::thread::Builder::new().name("clump-watch".into());
        let thread = clump_fabric::sys::without_signals(|| thread.spawn(watch)).ok()?;
        Some(Watch { stop, thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A child that this process has forked holds a copy of the socket: closing it would not end the connection.
        let _ = self.stop.shutdown(Shutdown::Both);
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
        if ended == Err(Errno::INTR) {
            continue;
        }
        if ended.is_err() || fds[0].revents().intersects(PollFlags::IN | PollFlags::HUP) {
            return false;
        }
        if fds.get(1).is_some_and(|fd| !fd.revents().is_empty()) {
            // The process has ended: from now on look by time, until the system says so too.
            process = None;
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
