//! What must hold of all that the members agree on. The judge sees every decision when a member gets it, also if the
//! member dies before it does anything else.
use super::launcher::Fates;
use clump::driver::{Decision, Revoked};
use clump_coll::Ranks;
use clump_core::Rank;
use std::collections::{BTreeMap, HashMap, HashSet};

/// An agreement: the communicator, and the number of the agreement among its own.
pub type Key = (Revoked, u64);

/// The values of one agreement.
#[derive(Default)]
struct Agreement {
    /// The flag of each member that has contributed, and how many deaths it has acknowledged.
    values: BTreeMap<Rank, (u32, usize)>,
    decision: Option<Decision>,
}

#[derive(Default)]
pub struct Judge {
    agreements: HashMap<Key, Agreement>,
    /// What has come of each call that shrinks: the members, and the name of the new communicator.
    shrunk: HashMap<Key, (Vec<Rank>, Revoked)>,
    revoked: HashSet<Revoked>,
}

impl Judge {
    /// Notes that a member has contributed.
    pub fn contribute(&mut self, key: Key, rank: Rank, flag: u32, acknowledged: usize) {
        self.agreements.entry(key).or_default().values.insert(rank, (flag, acknowledged));
    }

    /// Checks a decision that a member has got.
    pub fn decided(&mut self, key: Key, members: &Ranks, decision: Decision, fates: &Fates) -> Result<(), String> {
        let agreement = self.agreements.entry(key).or_default();
        let wrong = |why: String| Err(format!("agreement {key:?} is decided as {decision:?}: {why}"));
        if let Some(first) = agreement.decision {
            return if first == decision { Ok(()) } else { wrong(format!("another member has got {first:?}")) };
        }
        agreement.decision = Some(decision);
        let Some(dead) = fates.order().get(..decision.deaths()) else {
            return wrong(format!("only {:?} have died", fates.order()));
        };
        let mut living = Vec::new();
        for member in members.iter().filter(|member| !dead.contains(member)) {
            match agreement.values.get(&member) {
                Some(value) => living.push(*value),
                None => return wrong(format!("rank {member} has not contributed, and has not died")),
            }
        }
        let and = |values: &mut dyn Iterator<Item = &(u32, usize)>| values.fold(u32::MAX, |all, (flag, _)| all & flag);
        let (most, least) = (and(&mut living.iter()), and(&mut agreement.values.values()));
        if decision.flag() & !most != 0 || least & !decision.flag() != 0 {
            return wrong(format!("the flag is to be between {least:x} and {most:x}"));
        }
        let acknowledged = living.iter().map(|(_, acknowledged)| *acknowledged).min().unwrap_or(0);
        let unknown = dead.iter().skip(acknowledged).any(|dead| members.rank_of(*dead).is_some());
        if unknown != decision.is_unacknowledged() {
            return wrong(format!("all living have acknowledged {acknowledged} of the deaths {dead:?}"));
        }
        if decision.is_of_different_calls() {
            return wrong("all members are in the same call".to_owned());
        }
        Ok(())
    }

    /// Checks what has come of a call that shrinks at one member.
    pub fn shrunk(&mut self, key: Key, members: &Ranks, name: Revoked) -> Result<(), String> {
        let mine = (members.iter().collect::<Vec<_>>(), name);
        let first = self.shrunk.entry(key).or_insert_with(|| mine.clone());
        if *first == mine { Ok(()) } else { Err(format!("shrink {key:?} gives {mine:?}, and {first:?} at others")) }
    }

    /// Notes that a member revokes a communicator.
    pub fn revoke(&mut self, name: Revoked) {
        self.revoked.insert(name);
    }

    /// Returns true if a member has revoked a communicator.
    pub fn is_revoked(&self, name: Revoked) -> bool {
        self.revoked.contains(&name)
    }
}
