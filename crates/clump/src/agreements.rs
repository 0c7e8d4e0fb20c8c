//! What members contribute to an agreement and what is decided, on one machine by the members themselves
//! (`endpoint/faults.rs`), on several by the launcher, to which each contribution goes as a letter.
use clump_core::{Rank, planted};
use clump_fabric::local::{AgreementName, Revoked};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The bits of a word: the flag; above it the number of deaths, those that the member has acknowledged or those that
/// the decision takes into account; and the two highest. In a contribution, one of these says that the member shrinks.
/// In a decision, one says that not all living members are in the same call, and one that not all of them have
/// acknowledged all deaths of members.
const DEATHS: u32 = 32;
const COUNT: u64 = (1 << 30) - 1;
const SHRINKS: u64 = 1 << 62;
const DIFFERENT: u64 = 1 << 62;
const UNACKNOWLEDGED: u64 = 1 << 63;

/// The call in which a member agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreeingCall {
    /// MPI_Comm_agree, MPI_Comm_iagree.
    Agree,
    /// MPI_Comm_shrink, MPI_Comm_ishrink.
    Shrink,
}

/// What a member contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution(pub u64);

impl Contribution {
    /// Makes the contribution of a member that has acknowledged so many deaths.
    pub fn new(call: AgreeingCall, flag: u32, acknowledged: usize) -> Contribution {
        let shrinks = if call == AgreeingCall::Shrink { SHRINKS } else { 0 };
        Contribution(u64::from(flag) | (acknowledged as u64 & COUNT) << DEATHS | shrinks)
    }

    fn acknowledged(self) -> usize {
        (self.0 >> DEATHS & COUNT) as usize
    }
}

/// What the members have agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision(pub u64);

impl Decision {
    /// Makes the decision of the members' values, of which the dead may have left some, and of the ranks that have
    /// died, in their order.
    pub fn of(values: &[(Rank, Contribution)], dead: &[Rank], is_member: impl Fn(Rank) -> bool) -> Decision {
        let flag = values.iter().fold(u32::MAX, |flag, (_, value)| flag & value.0 as u32);
        let living: Vec<Contribution> =
            values.iter().filter(|(rank, _)| !dead.contains(rank)).map(|(_, value)| *value).collect();
        let acknowledged = living.iter().map(|value| value.acknowledged());
        let acknowledged = match planted("one_acknowledges_for_all") {
            true => acknowledged.max(),
            false => acknowledged.min(),
        };
        let acknowledged = acknowledged.unwrap_or(0);
        let unknown = dead.iter().skip(acknowledged).any(|&rank| is_member(rank));
        let different = living.windows(2).any(|pair| (pair[0].0 ^ pair[1].0) & SHRINKS != 0);
        let mut word = u64::from(flag) | (dead.len() as u64 & COUNT) << DEATHS;
        word |= if unknown { UNACKNOWLEDGED } else { 0 };
        Decision(word | if different { DIFFERENT } else { 0 })
    }

    /// Returns the bitwise AND of the members' flags.
    pub fn flag(self) -> u32 {
        self.0 as u32
    }

    /// Returns how many of the job's dead ranks the decision takes into account.
    pub fn deaths(self) -> usize {
        (self.0 >> DEATHS & COUNT) as usize
    }

    /// Returns true if some of the living members are in another call than the others: they have agreed on nothing.
    pub fn is_of_different_calls(self) -> bool {
        self.0 & DIFFERENT != 0
    }

    /// Returns true if one of these is a member, and not all living members have acknowledged that.
    pub fn is_unacknowledged(self) -> bool {
        self.0 & UNACKNOWLEDGED != 0
    }
}

/// A member's contribution, on its way to the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreementLetter {
    /// The agreement.
    pub name: AgreementName,
    /// The member.
    pub rank: Rank,
    /// What it contributes.
    pub value: Contribution,
    /// All members.
    pub members: Vec<Rank>,
}

impl AgreementLetter {
    /// Returns the letter as text: numbers, then the members as ranges.
    pub fn to_text(&self) -> String {
        let AgreementName { of: Revoked { pair, first, time }, number } = self.name;
        let mut text = format!("{pair} {first} {time} {number} {} {}", self.rank, self.value.0);
        for range in self.members.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}-{}", range[0], range[range.len() - 1]);
        }
        text
    }

    /// Parses a letter, for a job of `ranks` ranks. Returns `None` for one that makes no sense.
    pub fn parse(text: &str, ranks: u32) -> Option<AgreementLetter> {
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let of = Revoked {
            pair: number()?.try_into().ok()?,
            first: number()?.try_into().ok()?,
            time: number()?.try_into().ok()?,
        };
        let name = AgreementName { of, number: number()?.try_into().ok()? };
        let rank = number()?.try_into().ok()?;
        let value = Contribution(number()?);
        let mut members = Vec::new();
        for range in words {
            let (first, last) = range.split_once('-')?;
            let (first, last): (Rank, Rank) = (first.parse().ok()?, last.parse().ok()?);
            if first > last || last >= ranks || members.len() + (last - first) as usize >= ranks as usize {
                return None;
            }
            members.extend(first..=last);
        }
        let fits = of.pair < 1 << 15 && u32::from(of.first) < ranks && members.contains(&rank);
        fits.then_some(AgreementLetter { name, rank, value, members })
    }
}

/// The agreements of a job on several machines, as its launcher decides them.
#[derive(Default)]
pub struct Launched {
    dead: Vec<Rank>,
    open: BTreeMap<(u16, u16), Open>,
}

/// An agreement that is not decided.
struct Open {
    name: AgreementName,
    members: Vec<Rank>,
    values: Vec<(Rank, Contribution)>,
}

impl Launched {
    /// Returns the dead ranks, in their order.
    pub fn dead(&self) -> &[Rank] {
        &self.dead
    }

    /// Adds a death. Returns the decisions that it leads to, or `None` if the rank is known to be dead.
    pub fn bury(&mut self, rank: Rank) -> Option<Vec<(AgreementName, Decision)>> {
        if self.dead.contains(&rank) {
            return None;
        }
        self.dead.push(rank);
        if planted("death_decides_nothing") {
            return Some(Vec::new());
        }
        let all: Vec<(u16, u16)> = self.open.keys().copied().collect();
        Some(all.into_iter().filter_map(|key| self.decide(key)).collect())
    }

    /// Takes a contribution. Returns the decision if it is the last.
    pub fn take(&mut self, letter: AgreementLetter) -> Option<(AgreementName, Decision)> {
        let AgreementLetter { name, rank, value, members } = letter;
        if self.dead.contains(&rank) {
            return None;
        }
        let key = (name.of.pair, name.of.first);
        let fresh = || Open { name, members, values: Vec::new() };
        let open = match self.open.entry(key) {
            std::collections::btree_map::Entry::Vacant(place) => place.insert(fresh()),
            // What is left of a communicator with this context is of one that has been given up.
            std::collections::btree_map::Entry::Occupied(place) if place.get().name != name => {
                let place = place.into_mut();
                *place = fresh();
                place
            }
            std::collections::btree_map::Entry::Occupied(place) => place.into_mut(),
        };
        if open.values.iter().all(|(other, _)| *other != rank) {
            open.values.push((rank, value));
        }
        self.decide(key)
    }

    fn decide(&mut self, key: (u16, u16)) -> Option<(AgreementName, Decision)> {
        let open = self.open.get(&key)?;
        let has = |rank: &Rank| self.dead.contains(rank) || open.values.iter().any(|(other, _)| other == rank);
        if !open.members.iter().all(has) {
            return None;
        }
        let open = self.open.remove(&key)?;
        let decision = Decision::of(&open.values, &self.dead, |rank| open.members.contains(&rank));
        Some((open.name, decision))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(number: u32, rank: Rank, flag: u32, acknowledged: usize) -> AgreementLetter {
        let of = Revoked { pair: 9, first: 1, time: 70 };
        let value = Contribution::new(AgreeingCall::Agree, flag, acknowledged);
        AgreementLetter { name: AgreementName { of, number }, rank, value, members: vec![1, 2, 3, 5] }
    }

    #[test]
    fn letters_are_read_back_and_nonsense_is_refused() {
        let one = letter(3, 5, 6, 1);
        assert_eq!(AgreementLetter::parse(&one.to_text(), 6), Some(one.clone()));
        assert!(one.to_text().ends_with(" 1-3 5-5"));
        assert_eq!(AgreementLetter::parse(&one.to_text(), 5), None, "there is no rank 5");
        let (whole, bad) =
            ("9 1 70 3 5 6 1-3 5-5", ["", "9 1", "9 1 70 3 5 6", "9 1 70 3 5 6 1-3", "x 1 70 3 5 6 5-5"]);
        assert!(AgreementLetter::parse(whole, 6).is_some());
        assert!(bad.iter().all(|text| AgreementLetter::parse(text, 6).is_none()));
        assert_eq!(AgreementLetter::parse("9 1 70 3 5 6 0-5 0-5", 6), None, "more members than ranks");
        assert_eq!(AgreementLetter::parse("99999 1 70 3 5 6 5-5", 6), None, "no such context");
    }

    #[test]
    fn a_decision_says_that_the_living_are_in_different_calls() {
        let shrinks = Contribution::new(AgreeingCall::Shrink, 1, 2);
        let values = [(1, letter(1, 1, 1, 2).value), (2, shrinks), (3, shrinks)];
        let different = Decision::of(&values, &[4, 5], |_| false);
        assert_eq!((different.flag(), different.deaths(), different.is_unacknowledged()), (1, 2, false));
        assert!(different.is_of_different_calls());
        assert!(!Decision::of(&values, &[1], |_| false).is_of_different_calls(), "who agrees has died");
        assert!(!Decision::of(&values[..1], &[], |_| false).is_of_different_calls());
    }

    #[test]
    fn the_launcher_decides_when_all_living_members_have_contributed() {
        let mut all = Launched::default();
        assert_eq!(all.bury(4), Some(vec![]), "no member");
        assert_eq!((all.take(letter(1, 1, 7, 1)), all.take(letter(1, 2, 6, 1))), (None, None));
        assert_eq!((all.take(letter(1, 2, 0, 1)), all.take(letter(1, 3, 5, 0))), (None, None), "2 has contributed");
        let decided = all.bury(5).expect("a new death");
        let [(name, decision)] = decided[..] else { panic!("{decided:?}") };
        assert_eq!((name, decision.flag(), decision.deaths()), (letter(1, 1, 0, 0).name, 4, 2));
        assert!(decision.is_unacknowledged() && all.bury(5).is_none());
        assert_eq!(
            (all.take(letter(2, 5, 0, 2)), all.take(letter(2, 1, 1, 2)), all.take(letter(2, 3, 1, 2))),
            (None, None, None)
        );
        let (_, decision) = all.take(letter(2, 2, 3, 2)).expect("the last living member");
        assert_eq!((decision.flag(), decision.deaths(), decision.is_unacknowledged()), (1, 2, false));
    }
}
