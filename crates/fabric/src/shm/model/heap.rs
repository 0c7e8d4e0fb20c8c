//! The owner of a shared heap publishes its ranges while a peer reads them.
use super::*;
use clump_heapfile::{Found, Shown};

type Word<const HOW: u8> = Weak<AtomicU64, HOW>;

struct Table<const HOW: u8> {
    sequence: Word<HOW>,
    count: Word<HOW>,
    ranges: [[Word<HOW>; 2]; 2],
}

impl<const HOW: u8> Table<HOW> {
    fn shown(&self) -> Shown<'_, Word<HOW>> {
        Shown { sequence: &self.sequence, count: &self.count, ranges: &self.ranges }
    }
}

fn ranges<const HOW: u8>() {
    check(3, || {
        let table = Arc::new(Table::<HOW> {
            sequence: Word::<HOW>::new(0),
            count: Word::<HOW>::new(0),
            ranges: std::array::from_fn(|_| std::array::from_fn(|_| Word::<HOW>::new(0))),
        });
        let mine = table.clone();
        let owner = loom::thread::spawn(move || {
            mine.shown().publish([(10, 20), (30, 40)].into_iter());
            // The first range is gone, and the second one has grown at its front.
            mine.shown().publish([(25, 40)].into_iter());
        });
        let right = match table.shown().find(35) {
            None | Some(Found::Behind) => true,
            Some(Found::In { sequence: 2, start, end }) => (start, end) == (30, 40),
            Some(Found::In { sequence, start, end }) => (sequence, start, end) == (4, 25, 40),
            Some(Found::Before(_)) => false,
        };
        assert!(right, "all of one table or nothing");
        owner.join().unwrap();
        assert_eq!(table.shown().find(35), Some(Found::In { sequence: 4, start: 25, end: 40 }));
    });
}

#[test]
fn loom_a_table_of_ranges_is_read_whole() {
    ranges::<SOUND>();
}
#[test]
#[should_panic(expected = "all of one table or nothing")]
fn loom_ranges_fail_without_fences() {
    ranges::<FENCES>();
}
#[test]
#[should_panic(expected = "all of one table or nothing")]
fn loom_ranges_fail_where_loads_acquire_nothing() {
    ranges::<LOADS>();
}
#[test]
#[should_panic(expected = "all of one table or nothing")]
fn loom_ranges_fail_where_stores_release_nothing() {
    ranges::<STORES>();
}
