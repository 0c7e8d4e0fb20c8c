//! What the supervisor does at its time although nothing happens.
use super::super::TIMED_OUT;
use super::super::watch::Rank;
use super::{GRACE, Supervisor};
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// The interval of checks for the real program behind a wrapper that has not opened its endpoint.
const LOOK: Duration = Duration::from_millis(500);
/// The time after which an unfinished line of a rank at the terminal counts as a prompt.
const PROMPT: Duration = Duration::from_millis(50);

impl Supervisor<'_> {
    /// Returns when the supervisor must look again although nothing has happened.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let timeout = self.job.timeout.filter(|_| !self.timed_out && !self.swept).map(|after| self.started + after);
        let look = self.ranks.iter().any(Rank::needs_look).then(|| Instant::now() + LOOK);
        let prompt = self.prompt_since.map(|since| since + PROMPT);
        let ranks = self.ranks.iter().filter_map(Rank::deadline);
        let beat = self.next_beat();
        [
            timeout,
            look,
            prompt,
            beat,
            self.hint_at,
            self.grace_hint_at,
            self.looks.next(),
            self.kill_at.filter(|_| !self.swept),
        ]
        .into_iter()
        .flatten()
        .chain(ranks)
        .min()
    }

    /// Does what is due.
    pub(super) fn pass_deadlines(&mut self) {
        let now = Instant::now();
        for rank in 0..self.ranks.len() {
            if self.ranks[rank].needs_look() {
                let status = self.status(rank);
                self.ranks[rank].find_real(&status);
            }
        }
        if self.prompt_since.is_some_and(|since| now >= since + PROMPT) {
            self.prompt_since = None;
            for stream in &mut self.ranks[0].streams {
                stream.flush_partial(&mut self.sinks);
            }
        }
        self.hear_recorder();
        self.hear_tracer();
        self.hint(now);
        self.look(now);
        if self.swept {
            return;
        }
        self.beat(now);
        if let Some(limit) = self.job.timeout.filter(|&limit| !self.timed_out && now >= self.started + limit) {
            self.timed_out = true;
            if self.kill_at.is_none() || self.in_grace {
                let text = format!(
                    "the job is ended after {} s (--timeout, or MPIEXEC_TIMEOUT). The ranks were",
                    limit.as_secs_f64()
                );
                self.report(&text);
                self.code = None;
                self.end(TIMED_OUT, Some(Signal::TERM), GRACE);
            }
        }
        if self.kill_at.is_some_and(|at| now >= at) {
            self.kill_rest();
        }
    }
}
