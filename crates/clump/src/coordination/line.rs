//! A process's line to the coordinator, and the thread that reads it.
use super::words::{FromCoordinator, ToCoordinator};
use crate::error::{Error, ErrorKind};
use crate::hosts::LOST;
use crate::ports::{PortCaller, PortLine, PortName};
use clump_core::Rank;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::Shutdown;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a process tries to reach the coordinator. A longer time delays the error of a coordinator that is gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a look of the thread lasts at most: bytes that the socket did not take at once leave at the next look.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
/// The exit code of a process that the coordinator has taken for dead.
const TAKEN_FOR_DEAD: i32 = 1;

/// A line to the coordinator, in one joint job.
pub struct CoordinatorLine {
    shared: Arc<Shared>,
    /// A duplicate of the line's socket, which ends the thread's wait when it is shut down.
    socket: OwnedFd,
}

struct Shared {
    line: Mutex<PortLine>,
    heard: Mutex<VecDeque<FromCoordinator>>,
    /// True if `heard` has words.
    has_news: AtomicBool,
    /// True once this process has left the joint job.
    has_left: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CoordinatorLine {
    /// Connects to the coordinator, and joins the order of joint job `job` as one of `size` ranks. Blocks until the
    /// line is made, for [`PATIENCE`] at most; it is mostly one to this machine. The joint job must not begin before
    /// all its processes have joined.
    pub fn join(port: &PortName, job: u64, rank: Rank, size: u32) -> Result<CoordinatorLine, Error> {
        let failed = |e: io::Error| {
            let why = format!("cannot reach the launcher that orders deaths (clump run --survive): {e}");
            Error::new(ErrorKind::Launch, why)
        };
        let mut caller = PortCaller::new(port);
        let until = Instant::now() + PATIENCE;
        let mut line = loop {
            match caller.go_on().map_err(failed)? {
                Some(line) => break line,
                None if Instant::now() >= until => return Err(failed(io::ErrorKind::TimedOut.into())),
                None => caller.rest(until.saturating_duration_since(Instant::now())),
            }
        };
        line.expect_signs_of_life_within(LOST).map_err(failed)?;
        line.send(ToCoordinator::Join { job, rank, size }.to_text().as_bytes()).map_err(failed)?;
        while !line.has_sent().map_err(failed)? {
            if Instant::now() >= until {
                return Err(failed(io::ErrorKind::TimedOut.into()));
            }
            line.rest(Duration::from_millis(1));
        }
        let socket = line.as_fd().try_clone_to_owned().map_err(failed)?;
        let shared = Shared {
            line: Mutex::new(line),
            heard: Mutex::default(),
            has_news: AtomicBool::new(false),
            has_left: AtomicBool::new(false),
        };
        Ok(CoordinatorLine { shared: Arc::new(shared), socket })
    }

    /// Starts the thread that reads the line. It calls `ring` when there is news. If the line ends, the coordinator has
    /// taken this process for dead, or has died: the thread ends this process.
    pub(crate) fn watch(&self, ring: impl Fn() + Send + 'static) -> io::Result<()> {
        let (shared, socket) = (self.shared.clone(), self.socket.try_clone()?);
        let run = move || {
            while let Some(news) = shared.look(&socket) {
                if news {
                    ring();
                }
            }
            if !shared.has_left.load(Ordering::Acquire) {
                let pid = std::process::id();
                // There may be no standard error any more.
                let _ = writeln!(
                    io::stderr(),
                    "clump: process {pid}: the launcher that orders deaths (clump run --survive) has ended, or has \
                     taken this process for dead; the process ends"
                );
                clump_fabric::sys::exit_now(TAKEN_FOR_DEAD);
            }
        };
        let thread = std::thread::Builder::new().name("clump-deaths".into());
        clump_fabric::sys::without_signals(|| thread.spawn(run)).map(drop)
    }

    fn tell(&self, said: &ToCoordinator) {
        self.shared.tell(said);
    }

    /// Tells the coordinator that a rank has certainly died.
    pub(crate) fn report_death(&self, rank: Rank) {
        self.tell(&ToCoordinator::Died(rank));
    }

    /// Asks for the end of all jobs, with this exit code.
    pub(crate) fn abort(&self, code: i32) {
        self.tell(&ToCoordinator::Abort(code));
    }

    pub(crate) fn revoke(&self, name: clump_fabric::local::Revoked) {
        self.tell(&ToCoordinator::Revoked(name));
    }

    pub(crate) fn contribute(&self, letter: crate::agreements::AgreementLetter) {
        self.tell(&ToCoordinator::Agrees(letter));
    }

    /// Returns what the coordinator has said since the last call, in its order. Costs one load if that is nothing.
    pub(crate) fn news(&self) -> Vec<FromCoordinator> {
        if !self.shared.has_news.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut heard = locked(&self.shared.heard);
        self.shared.has_news.store(false, Ordering::Relaxed);
        heard.drain(..).collect()
    }
}

impl Shared {
    fn tell(&self, said: &ToCoordinator) {
        // If the line has ended, the thread ends this process.
        let _ = locked(&self.line).send(said.to_text().as_bytes());
    }

    /// Waits for words. Returns whether there were any; `None` once the line has ended.
    fn look(&self, socket: &OwnedFd) -> Option<bool> {
        let wanted = locked(&self.line).wanted();
        // A signal only ends the wait early.
        let _ = poll(&mut [PollFd::new(socket, wanted | PollFlags::IN)], Some(&LOOK));
        let mut news = false;
        loop {
            let words = locked(&self.line).receive();
            match words {
                Ok(Some(words)) => {
                    let said = std::str::from_utf8(&words).ok().and_then(FromCoordinator::parse)?;
                    let revoked = match &said {
                        FromCoordinator::Revoked(name) => Some(*name),
                        _ => None,
                    };
                    locked(&self.heard).push_back(said);
                    self.has_news.store(true, Ordering::Release);
                    news = true;
                    if let Some(name) = revoked {
                        // The process will hear of this before it can hear of anybody's departure.
                        self.tell(&ToCoordinator::Knows(name));
                    }
                }
                Ok(None) => return Some(news),
                Err(_) => return None,
            }
        }
    }
}

impl Drop for CoordinatorLine {
    /// Leaves the order of the joint job, and ends the thread.
    fn drop(&mut self) {
        self.shared.has_left.store(true, Ordering::Release);
        self.tell(&ToCoordinator::Leave);
        // The words that wait are sent before the socket's end.
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Both);
    }
}
