//! Models in which a rank stores its status while the launcher reads it, and publishes its identity while a peer reads
//! it.
use super::*;
use crate::local::{Phase, Waiting};
use crate::shm::status::{WORDS, Words};
use crate::shm::zero::{publish, published};

fn status<const HOW: u8>() {
    check(3, || {
        let line = Arc::new(std::array::from_fn::<_, WORDS, _>(|_| Weak::<AtomicU64, HOW>::new(0)));
        let mine = line.clone();
        let call = |call, tag| Waiting { call, peer: i32::from(call), tag, context: call };
        let rank = loom::thread::spawn(move || {
            Words(&*mine).phase(Phase::Running, 7, 0);
            Words(&*mine).waiting(call(1, 1));
            Words(&*mine).waiting(call(2, 2));
            Words(&*mine).phase(Phase::Aborted, 7, -3);
        });
        let seen = Words(&*line).read();
        assert!(seen.phase == Phase::Outside || seen.pid == 7);
        assert!(seen.phase != Phase::Aborted || seen.abort_code == -3, "the code belongs to the abort");
        if let Some(w) = seen.waiting {
            // Each word is consistent; the two words may be of successive calls.
            assert!(w.call == w.context && w.peer == w.tag && (0..=2).contains(&w.peer));
        }
        rank.join().unwrap();
        assert_eq!(Words(&*line).read().waiting, Some(call(2, 2)));
    });
}

fn identity<const HOW: u8>() {
    check(3, || {
        let line = Arc::new(std::array::from_fn::<_, 3, _>(|_| Weak::<AtomicU64, HOW>::new(0)));
        let mine = line.clone();
        let rank = loom::thread::spawn(move || publish(mine.each_ref(), 7, 8, 9));
        let seen = published(line.each_ref());
        assert!(seen.0 == 0 || seen == (7, 8, 9), "an identity is read whole");
        rank.join().unwrap();
    });
}

#[test]
fn loom_status_words_are_consistent() {
    status::<SOUND>();
}
#[test]
#[should_panic(expected = "the code belongs to the abort")]
fn loom_status_fails_where_stores_release_nothing() {
    status::<STORES>();
}
#[test]
fn loom_an_identity_is_read_whole() {
    identity::<SOUND>();
}
#[test]
#[should_panic(expected = "an identity is read whole")]
fn loom_identity_fails_where_stores_release_nothing() {
    identity::<STORES>();
}
#[test]
#[should_panic(expected = "an identity is read whole")]
fn loom_identity_fails_where_loads_acquire_nothing() {
    identity::<LOADS>();
}
