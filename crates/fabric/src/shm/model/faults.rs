//! Models in which processes add faults to the log, and members decide an agreement, at the same time.
use super::*;
use crate::shm::agreement::{read, settle, write};
use crate::shm::faults::append;

/// Two writers add two faults each, one of them the same.
fn log<const HOW: u8>() {
    check(3, || {
        let log = Arc::new(std::array::from_fn::<_, 4, _>(|_| Weak::<AtomicU64, HOW>::new(0)));
        let other = log.clone();
        let writer = loom::thread::spawn(move || [5, 6].map(|fault| append(&*other, fault)));
        let mine = [6, 7].map(|fault| append(&*log, fault));
        let theirs = writer.join().unwrap();
        let all = std::array::from_fn::<_, 4, _>(|at| log[at].load(Ordering::Relaxed));
        assert_eq!(all[3], 0, "a fault stands in the log once");
        let mut sorted = [all[0], all[1], all[2]];
        sorted.sort_unstable();
        assert_eq!(sorted, [5, 6, 7], "no fault is lost");
        for (fault, place) in [5, 6].into_iter().zip(theirs).chain([6, 7].into_iter().zip(mine)) {
            assert_eq!(place.map(|(at, _)| all[at]), Some(fault));
        }
    });
}

/// Two members decide; each has its proposal and the decision in one line, and reads the decision.
fn decision<const HOW: u8>() {
    check(3, || {
        let words = || std::array::from_fn::<_, 2, _>(|_| Weak::<AtomicU64, HOW>::new(0));
        let shared = Arc::new(([words(), words()], Weak::<AtomicU64, HOW>::new(0)));
        let decide = |shared: &([[Weak<AtomicU64, HOW>; 2]; 2], Weak<AtomicU64, HOW>), me: u64| {
            let (proposals, word) = shared;
            let mine = &proposals[me as usize];
            write(&mine[0], &mine[1], 1, 70 + me);
            let by = settle(word, me << 48 | 1) >> 48;
            let proposal = &proposals[by as usize];
            let (stamp, value) = read(&proposal[0], &proposal[1]);
            assert!(stamp == 1 && value == 70 + by, "the decision names a whole proposal");
            value
        };
        let other = shared.clone();
        let member = loom::thread::spawn(move || decide(&other, 1));
        let mine = decide(&shared, 0);
        assert_eq!(member.join().unwrap(), mine, "all get one decision");
    });
}

#[test]
fn loom_no_fault_is_lost() {
    log::<SOUND>();
}
#[test]
#[should_panic(expected = "no fault is lost")]
fn loom_a_fault_is_lost_where_exchanges_are_torn() {
    log::<TORN>();
}
#[test]
fn loom_members_get_one_decision() {
    decision::<SOUND>();
}
#[test]
#[should_panic(expected = "all get one decision")]
fn loom_members_disagree_where_exchanges_are_torn() {
    decision::<TORN>();
}
#[test]
#[should_panic(expected = "the decision names a whole proposal")]
fn loom_a_decision_fails_where_exchanges_release_nothing() {
    decision::<EXCHANGES>();
}
