//! Nobody joins the job: is the program one of another MPI library?
use super::super::foreign::{self, Foreign};
use super::super::plan::Job;
use super::Supervisor;
use clump_fabric::shm::Phase;
use std::time::{Duration, Instant};

/// From one look at what ranks have loaded to the next: half of the time since the start, but no less and no more than
/// this.
const LEAST: Duration = Duration::from_millis(5);
const MOST: Duration = Duration::from_millis(500);
/// Of ranks that print for the first time, so many are looked at then.
const FIRSTS: usize = 16;
/// Of a job that goes on, the user hears after this time.
const SAY_AFTER: Duration = Duration::from_secs(5);

/// What is known so far.
#[derive(Default)]
pub(super) struct Looks {
    /// There is nothing more to look for, or to say.
    over: bool,
    next: Option<Instant>,
    /// Ranks that were looked at when they printed.
    printed: usize,
    found: Option<Foreign>,
}

impl Looks {
    pub fn new(job: &Job, now: Instant) -> Looks {
        // The first host speaks for all.
        let over = job.remote.is_some() || job.part.as_ref().is_some_and(|part| part.host > 0);
        Looks { over, next: (!over).then(|| now + LEAST), ..Looks::default() }
    }
    /// When [`Supervisor::look`] has something to do.
    pub fn next(&self) -> Option<Instant> {
        self.next.filter(|_| !self.over)
    }
}

impl Supervisor<'_> {
    fn has_joined(&self, rank: usize) -> bool {
        self.status(rank).phase != Phase::Outside
    }

    /// Looks at what the first rank of each program has loaded, if that is due.
    pub(super) fn look(&mut self, now: Instant) {
        if self.looks.next().is_none_or(|next| now < next) {
            return;
        }
        if self.swept {
            // What there is to say is said at the end.
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

    /// A rank has printed something, maybe its last words.
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

    /// At the end of a job that nobody has joined. True if there was something to say.
    pub(super) fn explain_foreign(&mut self) -> bool {
        // The only rank of a job is what it takes itself for.
        let harmless = self.job.total() == 1 && self.code.unwrap_or(0) == 0;
        let nobody = !(0..self.ranks.len()).any(|rank| self.has_joined(rank));
        if std::mem::replace(&mut self.looks.over, true) || harmless || !nobody || self.interrupted.is_some() {
            return false;
        }
        if self.looks.found.is_none() {
            self.looks.found = self.job.apps.iter().find_map(foreign::needed);
        }
        self.say_foreign()
    }

    fn say_foreign(&mut self) -> bool {
        self.looks.over = true;
        let Some(found) = self.looks.found.take() else { return false };
        self.say(&found.explain(&self.job.apps));
        true
    }
}
