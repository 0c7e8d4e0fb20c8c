//! Watches, in a job of another launcher than `clump run`, the launcher and the ranks of this machine. Some launchers
//! let the other ranks wait until the end of their time when one has died, and no launcher ends its ranks when it is
//! killed itself. Each rank watches the next one, and the last the first, by a thread that sleeps.
use super::space::Space;
use clump_core::Rank;
use clump_fabric::shm::{Phase, Segment, StatusWriter};
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
/// The exit code of a rank that ends the job because another rank or the launcher has died.
const DIED: i32 = 1;

/// What the thread has seen.
enum Seen {
    /// This process stops watching, or nothing is left to watch.
    Nothing,
    /// The watched rank has ended without leaving the job.
    Died(Rank),
    /// The connection to the launcher has ended.
    LauncherGone,
}

/// The watching thread. It ends when this is dropped.
pub(crate) struct Watch {
    /// Ends the thread's wait when it is shut down.
    stop: UnixStream,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch the launcher, and rank `other` of this machine if there is one. Returns `None` if there is
    /// nothing to watch, or if the system gives no thread.
    pub fn new(space: Arc<Mutex<Space>>, segment: Arc<Segment>, rank: Rank, other: Option<Rank>) -> Option<Watch> {
        let launcher = space.lock().unwrap_or_else(PoisonError::into_inner).line();
        if launcher.is_none() && other.is_none() {
            return None;
        }
        let (stop, stopped) = UnixStream::pair().ok()?;
        let watch = move || {
            let seen = watch_until_seen(&segment, other, launcher.as_ref(), &stopped);
            if matches!(seen, Seen::Nothing) {
                return;
            }
            // A launcher that ends the job kills the ranks one after the other: it does so meanwhile.
            std::thread::sleep(GRACE);
            let is_aborted = (0..segment.ranks()).any(|rank| segment.status(rank).phase == Phase::Aborted);
            let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
            let why = match seen {
                // Another rank has said why, and its launcher ends this rank.
                Seen::Died(_) if is_aborted => return,
                Seen::Died(other) => {
                    let pid = segment.status(other).pid;
                    format!(
                        "rank {other} (process {pid} on {host}) ended without MPI_Finalize; rank {rank} ends the job"
                    )
                }
                _ => format!("the launcher's process on {host} has died or has hung up; rank {rank} ends with it"),
            };
            if !is_aborted {
                StatusWriter::new(&segment, rank).phase(Phase::Aborted, DIED);
                // There may be no standard error any more.
                let _ = writeln!(std::io::stderr(), "clump: {why}");
            }
            if matches!(seen, Seen::Died(_)) {
                space.lock().unwrap_or_else(PoisonError::into_inner).abort(DIED);
            }
            clump_fabric::sys::exit_now(DIED);
        };
        Watch::spawn(stop, watch)
    }

    /// Starts to watch the ranks `others` of this machine, in a job that outlives its ranks. Tells all ranks of the
    /// machine when a rank dies, so that calls which wait for it fail. Each rank watches one other at a time, in the
    /// order of `others`: the next living one. Returns `None` as [`Watch::new`] does.
    pub fn of_survivors(segment: Arc<Segment>, others: Vec<Rank>) -> Option<Watch> {
        let (stop, stopped) = UnixStream::pair().ok()?;
        let watch = move || {
            for other in others {
                // A rank that has left normally needs no watch; the rank behind it does.
                match watch_until_seen(&segment, Some(other), None, &stopped) {
                    Seen::Died(rank) => segment.bury(rank, DIED),
                    _ if has_ended(segment.status(other).phase) => {}
                    _ => return,
                }
            }
        };
        Watch::spawn(stop, watch)
    }

    fn spawn(stop: UnixStream, watch: impl FnOnce() + Send + 'static) -> Option<Watch> {
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

/// Waits until rank `other` has died, the connection `launcher` has ended, or this process stops watching.
fn watch_until_seen(
    segment: &Segment,
    mut other: Option<Rank>,
    launcher: Option<&OwnedFd>,
    stopped: &UnixStream,
) -> Seen {
    let mut process: Option<OwnedFd> = None;
    loop {
        if let Some(rank) = other {
            let status = segment.status(rank);
            if status.phase == Phase::Running && segment.has_died(rank) {
                // The rank may have left the job between the two looks.
                if !has_ended(segment.status(rank).phase) {
                    return Seen::Died(rank);
                }
                other = None;
            } else if has_ended(status.phase) {
                other = None;
            } else if process.is_none() && status.phase == Phase::Running {
                let pid = i32::try_from(status.pid).ok().and_then(Pid::from_raw);
                process = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
            }
        }
        process = process.filter(|_| other.is_some());
        if other.is_none() && launcher.is_none() {
            return Seen::Nothing;
        }
        // What the launcher sends is for other threads: only the connection's end counts.
        let mut fds = vec![PollFd::new(stopped, PollFlags::IN)];
        fds.extend(launcher.map(|launcher| PollFd::new(launcher, PollFlags::RDHUP)));
        fds.extend(process.as_ref().map(|process| PollFd::from_borrowed_fd(process.as_fd(), PollFlags::IN)));
        let soon = Timespec { tv_sec: 0, tv_nsec: LOOK * 1_000_000 };
        let ended = poll(&mut fds, Some(&soon).filter(|_| other.is_some() && process.is_none()));
        if ended == Err(Errno::INTR) {
            continue;
        }
        if ended.is_err() || fds[0].revents().intersects(PollFlags::IN | PollFlags::HUP) {
            return Seen::Nothing;
        }
        if launcher.is_some() && !fds[1].revents().is_empty() {
            return Seen::LauncherGone;
        }
        if process.is_some() && fds.last().is_some_and(|fd| !fd.revents().is_empty()) {
            // The process has ended: from now on look by time, until the system says so too.
            process = None;
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
