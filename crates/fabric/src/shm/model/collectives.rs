//! A model in which a rank replaces a record of a collective call while the launcher reads it.
use super::*;
use crate::local::CollectiveRecord;
use crate::shm::collectives::{WORDS, read, write};

fn record<const HOW: u8>() {
    check(3, || {
        let words = Arc::new(std::array::from_fn::<_, WORDS, _>(|_| Weak::<AtomicU64, HOW>::new(0)));
        let mine = words.clone();
        let call = |n: u16| CollectiveRecord {
            communicator: (n, n),
            number: u32::from(n),
            call: n,
            op: n,
            root: i32::from(n),
            bytes: u64::from(n),
        };
        let rank = loom::thread::spawn(move || (1..3).for_each(|n| write(&*mine, u64::from(n), call(n).to_words())));
        if let Some((stamp, seen)) = read(&*words) {
            assert_eq!(seen, call(stamp as u16).to_words(), "a record is read whole");
        }
        rank.join().unwrap();
        assert_eq!(read(&*words), Some((2, call(2).to_words().to_vec())));
    });
}

#[test]
fn loom_a_collective_record_is_read_whole() {
    record::<SOUND>();
}
#[test]
#[should_panic(expected = "a record is read whole")]
fn loom_a_collective_record_fails_where_stores_release_nothing() {
    record::<STORES>();
}
#[test]
#[should_panic(expected = "a record is read whole")]
fn loom_a_collective_record_fails_where_loads_acquire_nothing() {
    record::<LOADS>();
}
