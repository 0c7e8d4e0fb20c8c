//! The coordinator's side: a pure state machine, which the launcher gives the words and the ends of lines.
use super::words::{FromCoordinator, ToCoordinator};
use crate::agreements::{AgreementLetter, Launched};
use crate::revocations::Revocations;
use clump_core::Rank;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A line to a process of a joint job: the number of the host whose launcher's process has the line, and the number of
/// the line there.
pub type LineName = (u32, u32);

/// What is to be sent: the line, and the words.
type Answers = Vec<(LineName, String)>;

/// The state of all joint jobs.
#[derive(Default)]
pub struct Coordinator {
    jobs: HashMap<u64, Ordered>,
    lines: HashMap<LineName, (u64, Rank)>,
    aborted: Option<i32>,
}

/// A joint job, whose deaths have an order.
struct Ordered {
    size: u32,
    launched: Launched,
    revoked: Revocations,
    /// The ranks that have joined, with those that have died or left since.
    joined: HashSet<Rank>,
    lines: BTreeMap<Rank, LineName>,
}

impl Ordered {
    fn tell(&self, said: &FromCoordinator, answers: &mut Answers) {
        answers.extend(self.lines.values().map(|line| (*line, said.to_text())));
    }

    fn bury(&mut self, rank: Rank, answers: &mut Answers) {
        let Some(decisions) = self.launched.bury(rank) else { return };
        self.tell(&FromCoordinator::Died(rank), answers);
        for (name, decision) in decisions {
            self.tell(&FromCoordinator::Decided(name, decision), answers);
        }
    }

    fn agree(&mut self, letter: AgreementLetter, answers: &mut Answers) {
        if let Some((name, decision)) = self.launched.take(letter) {
            self.tell(&FromCoordinator::Decided(name, decision), answers);
        }
    }
}

impl Coordinator {
    /// Takes words from a line. Returns what is to be sent; `None` if the words make no sense: then the caller ends the
    /// line.
    pub fn hear(&mut self, line: LineName, words: &str) -> Option<Answers> {
        let mut answers = Vec::new();
        let Some((job, rank)) = self.lines.get(&line).copied() else {
            return self.join(line, ToCoordinator::parse(words, 0)?, answers);
        };
        let ordered = self.jobs.get_mut(&job)?;
        match ToCoordinator::parse(words, ordered.size)? {
            ToCoordinator::Join { .. } => return None,
            ToCoordinator::Died(dead) => ordered.bury(dead, &mut answers),
            ToCoordinator::Revoked(name) => {
                if ordered.revoked.add(name, ordered.size as usize) {
                    ordered.tell(&FromCoordinator::Revoked(name), &mut answers);
                }
            }
            ToCoordinator::Knows(name) => {
                if ordered.revoked.confirm(name, rank as usize) {
                    ordered.tell(&FromCoordinator::Spread(name), &mut answers);
                }
            }
            ToCoordinator::Agrees(letter) if letter.rank == rank => ordered.agree(letter, &mut answers),
            ToCoordinator::Agrees(_) => return None,
            ToCoordinator::Leave => self.remove(line, &mut answers, |_, _, _| {}),
            ToCoordinator::Abort(code) => self.aborted = self.aborted.or(Some(code)),
        }
        Some(answers)
    }

    fn join(&mut self, line: LineName, said: ToCoordinator, mut answers: Answers) -> Option<Answers> {
        let ToCoordinator::Join { job, rank, size } = said else { return None };
        let fresh = || Ordered {
            size,
            launched: Launched::default(),
            revoked: Revocations::default(),
            joined: HashSet::new(),
            lines: BTreeMap::new(),
        };
        let ordered = self.jobs.entry(job).or_insert_with(fresh);
        if ordered.size != size || !ordered.joined.insert(rank) {
            return None;
        }
        ordered.lines.insert(rank, line);
        self.lines.insert(line, (job, rank));
        let dead = ordered.launched.dead().iter().map(|&rank| FromCoordinator::Died(rank));
        let revoked = ordered.revoked.all().map(FromCoordinator::Revoked);
        answers.extend(dead.chain(revoked).map(|said| (line, said.to_text())));
        Some(answers)
    }

    /// Returns the exit code with which a process of a joint job has asked for the end of all jobs, if one has.
    pub fn aborted(&self) -> Option<i32> {
        self.aborted
    }

    /// Takes the end of a line. Without a farewell, the process has died. Returns what is to be sent.
    pub fn lose(&mut self, line: LineName) -> Answers {
        let mut answers = Vec::new();
        self.remove(line, &mut answers, Ordered::bury);
        answers
    }

    /// Takes the ends of all lines of a lost host.
    pub fn lose_host(&mut self, host: u32) -> Answers {
        let lost: Vec<LineName> = self.lines.keys().copied().filter(|(of, _)| *of == host).collect();
        lost.into_iter().flat_map(|line| self.lose(line)).filter(|((of, _), _)| *of != host).collect()
    }

    fn remove(&mut self, line: LineName, answers: &mut Answers, end: impl FnOnce(&mut Ordered, Rank, &mut Answers)) {
        let Some((job, rank)) = self.lines.remove(&line) else { return };
        let Some(ordered) = self.jobs.get_mut(&job) else { return };
        ordered.lines.remove(&rank);
        end(ordered, rank, answers);
        for name in ordered.revoked.end(rank as usize) {
            ordered.tell(&FromCoordinator::Spread(name), answers);
        }
        // As long as a process has not joined, it may yet do so, and must hear of the deaths.
        if ordered.lines.is_empty() && ordered.joined.len() == ordered.size as usize {
            self.jobs.remove(&job);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreements::{AgreeingCall, Contribution};
    use clump_fabric::local::{AgreementName, Revoked};

    const OF: Revoked = Revoked { pair: 0x6001, first: 0, time: 7 };

    fn join(all: &mut Coordinator, line: u32, job: u64, rank: Rank, size: u32) -> Answers {
        let said = ToCoordinator::Join { job, rank, size };
        all.hear((0, line), &said.to_text()).expect("words that make sense")
    }

    fn agrees(all: &mut Coordinator, line: u32, rank: Rank, acknowledged: usize) -> Answers {
        let name = AgreementName { of: OF, number: 1 };
        let value = Contribution::new(AgreeingCall::Agree, 5 + rank, acknowledged);
        let letter = AgreementLetter { name, rank, value, members: vec![0, 1, 2] };
        all.hear((0, line), &ToCoordinator::Agrees(letter).to_text()).expect("words that make sense")
    }

    fn said(answers: &Answers) -> Vec<(u32, FromCoordinator)> {
        answers.iter().map(|((_, line), words)| (*line, FromCoordinator::parse(words).expect("words"))).collect()
    }

    #[test]
    fn a_line_that_ends_is_a_death_which_comes_before_the_decision() {
        let mut all = Coordinator::default();
        assert!((0..3).all(|rank| join(&mut all, 10 + rank, 77, rank, 3).is_empty()));
        assert!(join(&mut all, 20, 78, 0, 2).is_empty(), "another joint job");
        assert!(agrees(&mut all, 10, 0, 0).is_empty() && agrees(&mut all, 11, 1, 0).is_empty());
        let answers = said(&all.lose((0, 12)));
        assert_eq!(answers[..2], [(10, FromCoordinator::Died(2)), (11, FromCoordinator::Died(2))]);
        let [(10, FromCoordinator::Decided(_, one)), (11, FromCoordinator::Decided(_, two))] = answers[2..] else {
            panic!("{answers:?}")
        };
        assert_eq!((one, one.flag(), one.deaths(), one.is_unacknowledged()), (two, 4, 1, true));
        assert_eq!(all.hear((0, 10), "died 2"), Some(Vec::new()), "all know that");
    }

    #[test]
    fn a_process_that_leaves_has_not_died_and_the_last_one_takes_the_job_along() {
        let mut all = Coordinator::default();
        (0..2).for_each(|rank| drop(join(&mut all, rank, 77, rank, 2)));
        assert_eq!((all.hear((0, 1), "abort 3"), all.aborted()), (Some(Vec::new()), Some(3)));
        assert_eq!(all.hear((0, 0), "leave"), Some(Vec::new()));
        assert!(all.lose((0, 0)).is_empty(), "the end of its line");
        assert!(all.lose((0, 1)).is_empty(), "nobody is left to be told");
        assert!(all.jobs.is_empty() && all.lines.is_empty());
    }

    #[test]
    fn a_late_process_hears_what_has_happened() {
        let mut all = Coordinator::default();
        (0..2).for_each(|rank| drop(join(&mut all, rank, 77, rank, 3)));
        let answers = all.hear((0, 0), &ToCoordinator::Revoked(OF).to_text()).expect("words");
        assert_eq!(said(&answers).len(), 2);
        all.lose((0, 0));
        all.lose((0, 1));
        let answers = join(&mut all, 2, 77, 2, 3);
        let revoked = FromCoordinator::Revoked(OF);
        assert_eq!(said(&answers), [(2, FromCoordinator::Died(0)), (2, FromCoordinator::Died(1)), (2, revoked)]);
    }

    #[test]
    fn a_lost_host_is_a_set_of_deaths() {
        let mut all = Coordinator::default();
        for (rank, host) in [(0, 1), (1, 2), (2, 2)] {
            let said = ToCoordinator::Join { job: 5, rank, size: 3 };
            all.hear((host, rank), &said.to_text()).expect("words");
        }
        let lines: Vec<LineName> = all.lose_host(2).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [(1, 0), (1, 0)], "rank 0 hears of both");
    }

    #[test]
    fn all_are_told_once_all_who_are_left_know_that_a_communicator_is_revoked() {
        let mut all = Coordinator::default();
        assert!((0..2).all(|rank| join(&mut all, 10 + rank, 77, rank, 4).is_empty()));
        let hear = |all: &mut Coordinator, line, word: ToCoordinator| {
            said(&all.hear((0, line), &word.to_text()).expect("words that make sense"))
        };
        let revoked = FromCoordinator::Revoked(OF);
        assert_eq!(hear(&mut all, 10, ToCoordinator::Revoked(OF)), [(10, revoked.clone()), (11, revoked.clone())]);
        assert_eq!(hear(&mut all, 11, ToCoordinator::Revoked(OF)), [], "it is known");
        assert_eq!(hear(&mut all, 10, ToCoordinator::Knows(OF)), []);
        assert_eq!(said(&join(&mut all, 12, 77, 2, 4)), [(12, revoked.clone())]);
        assert_eq!(said(&join(&mut all, 13, 77, 3, 4)), [(13, revoked)]);
        assert_eq!(hear(&mut all, 12, ToCoordinator::Knows(OF)), []);
        assert_eq!(hear(&mut all, 13, ToCoordinator::Leave), []);
        let spread = |line| (line, FromCoordinator::Spread(OF));
        assert_eq!(hear(&mut all, 11, ToCoordinator::Knows(OF)), [spread(10), spread(11), spread(12)]);
        assert_eq!(hear(&mut all, 11, ToCoordinator::Knows(OF)), []);
        assert_eq!(hear(&mut all, 11, ToCoordinator::Knows(Revoked { pair: 1, ..OF })), [], "nobody has revoked it");
    }

    #[test]
    fn words_that_make_no_sense_end_the_line() {
        let mut all = Coordinator::default();
        assert_eq!(all.hear((0, 0), "died 0"), None, "it has not joined");
        join(&mut all, 0, 77, 0, 2);
        for bad in ["join 4d 1 2", "died 2", "x", &format!("agrees {}", "1 1 1 1 1 1 0-1")] {
            assert_eq!(all.hear((0, 0), bad), None, "{bad}");
        }
        assert_eq!(all.hear((0, 1), "join 4d 0 2"), None, "rank 0 has joined");
        assert_eq!(all.hear((0, 1), "join 4d 1 3"), None, "another size");
    }
}
