//! What the ranks have called and how long they have waited, at the job's end (--summary).
use super::super::account::{self, RankAccount};
use super::super::notes::{self, Note};
use super::Supervisor;
use std::collections::BTreeMap;

impl Supervisor<'_> {
    /// Reads the accounts of the ranks that this process has started itself, by their numbers.
    fn own_accounts(&self) -> BTreeMap<usize, RankAccount> {
        let numbers = (0..self.ranks.len()).map(|index| self.job.rank(index));
        numbers.map(|rank| (rank, RankAccount::of(&self.segment, rank as u32))).collect()
    }

    /// On an agent: tells the launcher the accounts of this host's ranks.
    pub(super) fn tell_accounts(&mut self) {
        if self.job.summary && self.job.part.is_some() {
            for (rank, account) in self.own_accounts() {
                self.sinks.say(&notes::write(&Note::Account(rank, account)));
            }
        }
    }

    /// Prints the summary, once, if the user has asked this process for it. Returns true if this call has printed it.
    pub(super) fn summarize(&mut self) -> bool {
        if !self.job.summary || self.job.is_led() || std::mem::replace(&mut self.summarized, true) {
            return false;
        }
        let (accounts, total, hosts) = match &self.job.remote {
            Some(remote) => (std::mem::take(&mut self.accounts), remote.task.total, remote.task.names.join(",")),
            None => (self.own_accounts(), self.job.total(), self.host.clone()),
        };
        let ran = self.started.elapsed();
        let ranks = if total == 1 { "1 rank".into() } else { format!("{total} ranks") };
        let mut text = format!("summary of {ranks} on {hosts}, after {}\n", account::time(ran));
        if accounts.len() < total {
            text += &format!(
                "only {} of them have told what they did: the agents of the others were lost\n",
                accounts.len()
            );
        }
        text += &account::summary(&accounts, ran);
        self.say(text.trim_end());
        true
    }
}
