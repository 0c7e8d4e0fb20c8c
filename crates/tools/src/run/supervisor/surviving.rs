//! Lets the job go on when a rank dies (`--survive`).
use super::super::watch::{self, Verdict};
use super::{FAILED, Supervisor};

impl Supervisor<'_> {
    /// Tells the other ranks of ranks that have failed, if the job survives that. A rank that has asked for the job's
    /// end ends it, and so does the failure of the last rank.
    pub(super) fn lose_ranks(&mut self) {
        if !self.job.survive || self.job.remote.is_some() || self.interrupted.is_some() {
            return;
        }
        let verdicts = (0..self.ranks.len()).map(|rank| self.ranks[rank].verdict(&self.status(rank)));
        let verdicts: Vec<_> = verdicts.collect();
        if verdicts.iter().any(|verdict| matches!(verdict, Some(Verdict::Aborted(_)))) {
            return;
        }
        for (rank, verdict) in verdicts.into_iter().enumerate() {
            let Some(verdict) = verdict else { continue };
            let number = self.job.rank(rank);
            let what = watch::describe(number, self.ranks[rank].shown_pid(), &self.host, verdict);
            self.ranks[rank].is_lost = true;
            if self.ranks.iter().all(|rank| rank.is_lost) {
                self.say(&format!("{what}; no rank is left"));
                // The code of the last failure stands for the job.
                self.code.get_or_insert(if verdict.code() == 0 { FAILED } else { verdict.code() });
                return;
            }
            self.segment.bury(number as u32, verdict.code());
            self.say(&format!("{what}; the job goes on without it (--survive)"));
        }
    }
}
