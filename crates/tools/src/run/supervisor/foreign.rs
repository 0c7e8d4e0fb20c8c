//! If no rank joins the job, checks whether the program was built for another MPI library.
use super::super::FAILED;
use super::super::foreign::{self, Foreign};
use super::super::plan::{App, Job};
use super::super::standin;
use super::Supervisor;
use clump_fabric::shm::Phase;
use std::time::{Duration, Instant};

/// The least interval between two checks of the libraries that ranks have loaded. The interval is half of the time
/// since the start, at least this and at most [`MOST`].
const LEAST: Duration = Duration::from_millis(5);
/// The longest interval between two checks of the libraries that ranks have loaded.
const MOST: Duration = Duration::from_millis(500);
/// The most ranks that are checked when they print for the first time.
const FIRSTS: usize = 16;
/// The time after which the launcher tells the user although the job continues.
const SAY_AFTER: Duration = Duration::from_secs(5);

/// The state of the checks, and the result so far.
#[derive(Default)]
pub(super) struct Looks {
    /// True if there is nothing more to check or to report.
    over: bool,
    next: Option<Instant>,
    /// Number of ranks that were checked when they printed.
    printed: usize,
    found: Option<Foreign>,
    /// True once the user has been told that each process is by itself.
    alone: bool,
}

impl Looks {
    pub fn new(job: &Job, now: Instant) -> Looks {
        // The first host reports for all hosts.
        let over = job.sockets || job.remote.is_some() || job.part.as_ref().is_some_and(|part| part.host > 0);
        Looks { over, next: (!over).then(|| now + LEAST), ..Looks::default() }
    }
    /// Returns when [`Supervisor::look`] has something to do.
    pub fn next(&self) -> Option<Instant> {
        self.next.filter(|_| !self.over)
    }
}

impl Supervisor<'_> {
    fn has_joined(&self, rank: usize) -> bool {
        self.status(rank).phase != Phase::Outside
    }

    /// Checks what the first rank of each program has loaded, if a check is due.
    pub(super) fn look(&mut self, now: Instant) {
        if self.looks.next().is_none_or(|next| now < next) {
            return;
        }
        if self.swept {
            // The result is reported at the job's end.
            self.looks.next = None;
            return;
        }
        if (0..self.ranks.len()).any(|rank| self.has_joined(rank)) {
            self.looks.over = true;
            return;
        }
        if self.looks.found.is_some() {
            self.say_foreign();
            return;
        }
        self.looks.next = Some(now + (self.started.elapsed() / 2).clamp(LEAST, MOST));
        for app in 0..self.job.apps.len() {
            let of_app = |&rank: &usize| self.job.ranks[rank] == app && self.ranks[rank].lives();
            if let Some(rank) = (0..self.ranks.len()).find(of_app) {
                self.look_at(rank, now);
            }
        }
    }

    /// Checks a rank that has just printed, because this may be the last output before its end.
    pub(super) fn look_at_printer(&mut self, rank: usize) {
        if self.looks.over || self.looks.found.is_some() || self.looks.printed >= FIRSTS {
            return;
        }
        self.looks.printed += 1;
        self.looks.over = self.has_joined(rank);
        if !self.looks.over {
            self.look_at(rank, Instant::now());
        }
    }

    fn look_at(&mut self, rank: usize, now: Instant) {
        let pid = self.ranks[rank].pid.as_raw_nonzero().get() as u32;
        if let Some(found) = foreign::loaded(pid) {
            self.looks.found = Some(found);
            self.looks.next = Some(now + SAY_AFTER);
        }
    }

    /// Explains that the job's program uses another MPI library, if it does. Call this at the end of a job that no
    /// rank has joined. Returns true if this function has explained something.
    pub(super) fn explain_foreign(&mut self) -> bool {
        // A job of one rank is correct even if the rank takes itself for a job of its own.
        let harmless = self.job.total() == 1 && self.code.unwrap_or(0) == 0;
        let none_joined = !(0..self.ranks.len()).any(|rank| self.has_joined(rank));
        let over = std::mem::replace(&mut self.looks.over, true);
        if harmless || !none_joined || self.interrupted.is_some() {
            return false;
        }
        if !over && self.looks.found.is_none() {
            // A program with a stand-in has ended before MPI_Init.
            let lacks = |app: &&App| standin::needs(&app.file, &app.env, app.wdir.as_deref()).standins.is_empty();
            self.looks.found = self.job.apps.iter().filter(lacks).find_map(foreign::needed);
        }
        let said = !over && self.say_foreign();
        // Each process has done the whole work by itself: scripts must not take that for a job that has succeeded.
        if self.looks.alone && !self.job.other_mpi {
            self.code.get_or_insert(FAILED);
        }
        said
    }

    fn say_foreign(&mut self) -> bool {
        self.looks.over = true;
        let Some(found) = self.looks.found.take() else { return false };
        self.looks.alone = self.job.total() > 1;
        let end = match self.looks.alone && !self.job.other_mpi {
            true => "; such a job does not end with exit code 0 (unless --other-mpi is given)",
            false => "",
        };
        let begin = "no rank has joined the job, so each process is by itself, as rank 0 of 1: ";
        let text = found.explain(begin, &self.job.apps);
        self.say(&format!("{text}{end}"));
        true
    }
}
