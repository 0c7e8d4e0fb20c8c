//! `clump stat --last`: what the last job did, from the record that its launcher has written.
use super::printable;
use super::ranks::{SeenRank, State};
use crate::run::account::{RankAccount, time};
use crate::run::record::{self, JobRecord, RankRecord};
use crate::run::report;
use std::time::{Duration, SystemTime};

/// A job that is over.
pub struct LastJob {
    pub record: JobRecord,
    pub seen: Vec<SeenRank>,
    /// When the record was written.
    pub written: SystemTime,
}

impl LastJob {
    /// Finds this user's last job on this machine that is over.
    pub fn find() -> Result<LastJob, String> {
        let (record, written) = record::last()?;
        let described = &record.described;
        let places = described.first..described.first.saturating_add(described.here);
        if !described.is_sound() || record.ranks.iter().any(|rank| !places.contains(&rank.rank)) {
            return Err("the record of the last job contradicts itself".into());
        }
        let seen = record.ranks.iter().map(seen).collect();
        Ok(LastJob { record, seen, written })
    }

    /// Returns how long the job had run.
    pub fn ran(&self) -> Duration {
        Duration::from_millis(self.record.ran)
    }

    /// Says in a line which job it was, and how it has ended.
    pub fn describe(&self) -> String {
        let JobRecord { number, described, code, .. } = &self.record;
        let (ran, ago) = (time(self.ran()), SystemTime::now().duration_since(self.written).unwrap_or_default());
        let end = match code {
            Some(code) => format!("ended with code {code} after {ran}"),
            None => format!("was killed together with its launcher after {ran} or a little later"),
        };
        format!(
            "job {number}: {}, {} ranks on {}, {end}; {} ago",
            described.program_line(60),
            described.rank_count(),
            described.host_names(),
            time(ago)
        )
    }
}

fn seen(rank: &RankRecord) -> SeenRank {
    let waiting = rank.waiting().filter(report::is_wait);
    let state = match (rank.ended, waiting) {
        (true, _) => State::Ended,
        (_, Some(_)) => State::Waits,
        _ => State::Runs,
    };
    // The words have the present wait among those that have ended.
    let account = RankAccount::of_words(&rank.account).unwrap_or_default();
    SeenRank {
        number: rank.rank,
        pid: i32::try_from(rank.pid).ok().filter(|pid| *pid > 0),
        state,
        doing: printable(&rank.doing),
        waiting: waiting.filter(|_| state == State::Waits),
        communicator: rank.communicator.as_deref().map(printable),
        cpu: None,
        since: rank.since.map(Duration::from_micros),
        account,
        collectives: rank.collectives(),
    }
}
