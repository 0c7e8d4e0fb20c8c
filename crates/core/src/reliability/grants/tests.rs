//! Tests of grants over a network that loses, duplicates and delays packets.
use super::*;
use proptest::prelude::*;

const ASK: u64 = 48 << 10;

struct Random(u64);
impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }
}

#[test]
fn what_is_given_up_is_not_asked_for_and_makes_room_for_others() {
    let mut grants = Grants::new(1 << 20, ASK, 1000);
    let given_up = grants.start(1, 7, 0..100_000);
    let ask = grants.next(1).expect("there is room");
    grants.give_up(given_up);
    assert_eq!((grants.under_way(), grants.is_idle(), grants.deadline()), (0, true, None));
    let range = ask.offset..ask.offset + 1000;
    assert_eq!(grants.arrived(2, 0, 7, given_up, ask.number, range), Piece::Drop);
    let other = grants.start(3, 7, 0..1000);
    let ask = grants.next(3).expect("another pull goes on");
    assert_eq!((ask.pull, ask.len, grants.next(3)), (other, 1000, None));
    assert_eq!(grants.arrived(4, 0, 7, other, ask.number, 0..1000), Piece::Last);
}

/// Only a wait in the network makes rows short, and only until an ask finds no queue.
#[test]
fn an_ask_says_whether_the_last_one_found_a_queue() {
    let mut grants = Grants::new(1 << 20, ASK, 1000);
    let pull = grants.start(1, 7, 0..1 << 20);
    let mut now = 1;
    let mut ask_after = |trip: u64, late: u64| {
        let ask = grants.next(now).expect("there is room");
        now += trip;
        for start in (ask.offset..ask.offset + u64::from(ask.len)).step_by(1000) {
            let end = (start + 1000).min(ask.offset + u64::from(ask.len));
            grants.arrived(now, late, 7, pull, ask.number, start..end);
        }
        ask.queued
    };
    let found = [(20_000, 0), (70_000, 0), (90_000, 0), (200_000, 150_000), (85_000, 0), (1, 0)];
    assert_eq!(found.map(|(trip, late)| ask_after(trip, late)), [false, false, false, true, false, true]);
}

proptest! {
    /// Every byte arrives once, the bytes in flight stay within the budget, and the pulls end, whatever the network
    /// does.
    #[test]
    fn every_byte_comes_once(
        seed: u64, loss in 0u64..300, duplicate in 0u64..300, jitter in 0u64..3_000_000,
        receive_budget in 4u64 << 10..1 << 20,
        lengths in prop::collection::vec(1u64..600_000, 1..6), piece in 900u64..9000, rows in 1u64..6,
    ) {
        let mut random = Random(seed);
        let mut grants = Grants::new(receive_budget, rows * ASK, piece);
        let mut now = 1;
        let mut pulls: HashMap<PullId, (Rank, Vec<bool>, u64)> = HashMap::new();
        for (i, len) in lengths.iter().enumerate() {
            let (from, start) = ((i % 3) as Rank, random.below(100));
            let id = grants.start(now, from, start..start + len);
            pulls.insert(id, (from, vec![false; *len as usize], start));
        }
        // Pieces in flight.
        let mut there: Vec<(u64, Rank, PullId, u32, Range<u64>)> = Vec::new();
        let mut steps = 0;
        while !grants.is_idle() {
            steps += 1;
            prop_assert!(steps < 200_000, "stuck");
            while let Some(ask) = grants.next(now) {
                prop_assert!(ask.len > 0);
                if random.below(1000) < loss {
                    continue;
                }
                let mut at = ask.offset;
                let end = ask.offset + u64::from(ask.len);
                while at < end {
                    let next = end.min(at + piece);
                    if random.below(1000) >= loss {
                        for _ in 0..1 + u64::from(random.below(1000) < duplicate) {
                            there.push((now + 1000 + random.below(jitter + 1), ask.to, ask.pull, ask.number, at..next));
                        }
                    }
                    at = next;
                }
            }
            prop_assert!(grants.under_way() <= receive_budget, "{} of {receive_budget}", grants.under_way());
            let next = there.iter().map(|p| p.0).chain(grants.deadline()).min().expect("a timer runs");
            now = next.max(now + 1);
            let (due, later): (Vec<_>, Vec<_>) = there.into_iter().partition(|p| p.0 <= now);
            there = later;
            for (_, from, pull, number, range) in due {
                let fate = grants.arrived(now, 0, from, pull, number, range.clone());
                if fate == Piece::Drop {
                    continue;
                }
                let (of, bytes, start) = pulls.get_mut(&pull).expect("a pull of ours");
                prop_assert_eq!(*of, from);
                for b in &mut bytes[(range.start - *start) as usize..(range.end - *start) as usize] {
                    prop_assert!(!*b, "a byte came twice");
                    *b = true;
                }
                prop_assert_eq!(fate == Piece::Last, bytes.iter().all(|b| *b));
            }
            grants.on_time(now);
        }
        prop_assert!(pulls.values().all(|p| p.1.iter().all(|b| *b)));
        prop_assert_eq!(grants.under_way(), 0);
    }

    #[test]
    fn no_piece_causes_a_panic(words in prop::collection::vec(any::<(u64, u32, u64, u64)>(), 0..50)) {
        let mut grants = Grants::new(100_000, ASK, 8000);
        let id = grants.start(5, 1, 0..200_000);
        while grants.next(6).is_some() {}
        for (pull, number, a, b) in words {
            let (a, b) = (a.min(b), a.max(b));
            for (from, pull) in [(1, id), (2, id), (1, PullId::from_word(pull))] {
                grants.arrived(7, 0, from, pull, number % 8, a % 300_000..b % 300_000);
                grants.arrived(7, 0, from, pull, number % 8, a..b);
            }
        }
        prop_assert!(grants.under_way() <= 100_000);
    }
}

#[test]
fn the_shortest_pull_goes_first_and_the_oldest_gets_its_turn() {
    let mut grants = Grants::new(2 * ASK, ASK, 8000);
    let long = grants.start(1, 1, 0..100 * ASK);
    let short = grants.start(2, 2, 0..20 * ASK);
    let (mut of_long, mut of_short) = (0, 0);
    for now in 0..16 {
        let Some(ask) = grants.next(10 + now) else { panic!("nothing to ask for") };
        let count = if ask.pull == long { &mut of_long } else { &mut of_short };
        *count += 1;
        assert!(ask.pull == long || ask.pull == short);
        grants.arrived(20 + now, 0, ask.to, ask.pull, ask.number, ask.offset..ask.offset + u64::from(ask.len));
    }
    assert!(of_long >= 1 && of_short >= 12, "{of_long} {of_short}");
}

#[test]
fn one_sender_has_no_more_asks_under_way_than_it_is_told() {
    let mut grants = Grants::new(1 << 20, ASK, 4 << 10);
    grants.set_cut(4 << 10, 8 << 10);
    grants.start(1, 0, 0..256 << 10);
    grants.start(1, 1, 0..256 << 10);
    let mut asks = Vec::new();
    while let Some(ask) = grants.next(1) {
        asks.push((ask.to, ask.len));
    }
    asks.sort();
    assert_eq!(asks, [(0, 4 << 10), (0, 4 << 10), (1, 4 << 10), (1, 4 << 10)]);
}
