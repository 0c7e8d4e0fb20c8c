//! Tests that compare nests with lists of single bytes.
use super::{Leaked, Nest, Region, Scattered};
use proptest::prelude::*;
use std::sync::Arc;

/// How a test constructs a nest.
#[derive(Clone, Debug)]
enum Plan {
    Row { start: i64, stride: i64, count: u64, len: u64 },
    Blocks(Vec<(i64, u64)>),
    Repeat { stride: i64, count: u64, of: Box<Plan> },
    List(Vec<(i64, Plan)>),
}

impl Plan {
    fn nest(&self) -> Nest {
        match self {
            &Plan::Row { start, stride, count, len } => Nest::row(start, stride, count, len),
            Plan::Blocks(blocks) => Nest::blocks(blocks),
            Plan::Repeat { stride, count, of } => Nest::repeat(Arc::new(of.nest()), *count, *stride),
            Plan::List(parts) => Nest::list(parts.iter().map(|(at, p)| (*at, p.nest())).collect()),
        }
    }

    /// Appends the offset of each byte, in order.
    fn bytes(&self, base: i64, out: &mut Vec<i64>) {
        match self {
            &Plan::Row { start, stride, count, len } => {
                (0..count as i64).for_each(|i| out.extend((0..len as i64).map(|k| base + start + i * stride + k)));
            }
            Plan::Blocks(blocks) => {
                blocks.iter().for_each(|&(at, len)| out.extend((0..len as i64).map(|k| base + at + k)));
            }
            Plan::Repeat { stride, count, of } => {
                (0..*count as i64).for_each(|i| of.bytes(base + i * stride, out));
            }
            Plan::List(parts) => parts.iter().for_each(|(at, p)| p.bytes(base + at, out)),
        }
    }
}

fn plans() -> impl Strategy<Value = Plan> {
    let stride = prop_oneof![Just(16i64), Just(8), -70..70i64, -3000..3000i64];
    let len = prop_oneof![Just(8u64), Just(4), Just(24), 0..40u64];
    let leaf = prop_oneof![
        (-100..100i64, stride.clone(), prop_oneof![0..6u64, 0..700u64], len)
            .prop_map(|(start, stride, count, len)| Plan::Row { start, stride, count, len }),
        prop::collection::vec((-300..300i64, 0..30u64), 0..8).prop_map(Plan::Blocks),
    ];
    leaf.prop_recursive(2, 6, 3, move |inner| {
        prop_oneof![
            (stride.clone(), 0..5u64, inner.clone()).prop_map(|(stride, count, of)| Plan::Repeat {
                stride,
                count,
                of: Box::new(of)
            }),
            prop::collection::vec((-500..500i64, inner), 0..4).prop_map(Plan::List),
        ]
    })
}

proptest! {
    /// Copies any window out and in again: every byte comes from and goes to its own place, and no other byte changes.
    #[test]
    fn any_window_of_a_nest_is_copied_out_and_in(plan in plans(), cuts in prop::collection::vec(0.0..1.0f64, 2)) {
        let mut bytes = Vec::new();
        plan.bytes(0, &mut bytes);
        let nest = Arc::new(plan.nest());
        prop_assert_eq!(nest.size(), bytes.len() as u64);
        let low = bytes.iter().copied().min().unwrap_or(0);
        let high = bytes.iter().copied().max().map_or(0, |b| b + 1);
        let from = Leaked::copy_of(&(low..high).map(|i| (i * 7 + i / 256) as u8).collect::<Vec<_>>());
        let holes = Scattered::new(nest, from.region(), low);
        let mut ends: Vec<_> = cuts.iter().map(|c| (c * bytes.len() as f64) as usize).collect();
        ends.sort_unstable();
        let window = &bytes[ends[0]..ends[1]];
        let packed = Leaked::new(window.len());
        holes.copy_out(ends[0] as u64, packed.region());
        let want: Vec<u8> = window.iter().map(|&b| from.region().get::<u8>((b - low) as usize)).collect();
        prop_assert_eq!(packed.region().to_vec(), want);

        let new: Vec<u8> = (0..window.len()).map(|i| (i * 13 + 5) as u8).collect();
        let mut after = from.region().to_vec();
        // If two blocks share a byte, the byte may get the value of either block.
        let mut seen = std::collections::HashSet::new();
        let twice: std::collections::HashSet<_> = window.iter().copied().filter(|b| !seen.insert(*b)).collect();
        window.iter().zip(&new).for_each(|(&b, &v)| after[(b - low) as usize] = v);
        holes.copy_in(ends[0] as u64, Leaked::copy_of(&new).region());
        for (i, (got, want)) in from.region().to_vec().into_iter().zip(after).enumerate() {
            prop_assert!(got == want || twice.contains(&(i as i64 + low)), "byte {}", i as i64 + low);
        }
    }
}

proptest! {
    /// Copies from one layout to another: each byte comes to its place, and no other byte changes.
    #[test]
    fn any_nest_is_copied_to_any_other(plans in (plans(), plans())) {
        let bytes_of = |plan: &Plan| {
            let mut bytes = Vec::new();
            plan.bytes(0, &mut bytes);
            bytes
        };
        let (from, to) = (bytes_of(&plans.0), bytes_of(&plans.1));
        let len = from.len().min(to.len());
        let nest = |bytes: &[i64]| Arc::new(Nest::blocks(&bytes.iter().map(|&at| (at, 1)).collect::<Vec<_>>()));
        // A plan that is not cut keeps its form, which may be blocks at a stride.
        let whole = |plan: &Plan, bytes: &[i64]| {
            if len == bytes.len() { Arc::new(plan.nest()) } else { nest(&bytes[..len]) }
        };
        let (low, high) = ends(&from);
        let (to_low, to_high) = ends(&to);
        let room = |len: i64| Leaked::copy_of(&(0..len).map(|i| (i * 7 + i / 256) as u8).collect::<Vec<_>>());
        let (source, target) = (room(high - low), room(to_high - to_low));
        let (before, mut want) = (source.region().to_vec(), target.region().to_vec());
        let mut seen = std::collections::HashSet::new();
        let twice: std::collections::HashSet<_> = to[..len].iter().copied().filter(|b| !seen.insert(*b)).collect();
        to.iter().zip(&from).take(len).for_each(|(t, f)| want[(t - to_low) as usize] = before[(f - low) as usize]);
        let side = |nest, memory: &Leaked, low| Scattered::new(nest, memory.region(), low);
        side(whole(&plans.0, &from), &source, low).copy_to(&side(whole(&plans.1, &to), &target, to_low));
        for (i, (got, want)) in target.region().to_vec().into_iter().zip(want).enumerate() {
            prop_assert!(got == want || twice.contains(&(i as i64 + to_low)), "byte {}", i as i64 + to_low);
        }
    }
}

fn ends(bytes: &[i64]) -> (i64, i64) {
    (bytes.iter().copied().min().unwrap_or(0), bytes.iter().copied().max().map_or(0, |b| b + 1))
}

#[test]
fn interleaved_columns_of_one_memory_are_copied() {
    let memory = Leaked::copy_of(&(0..4096u32).map(|i| (i * 11 + i / 200) as u8).collect::<Vec<_>>());
    let before = memory.region().to_vec();
    let column = |at: usize| {
        let nest = Arc::new(Nest::row(0, 32, 120, 8));
        Scattered::new(nest, memory.region().slice(at, 119 * 32 + 8), 0)
    };
    column(0).copy_to(&column(8));
    for (i, byte) in memory.region().to_vec().into_iter().enumerate() {
        let copied = i % 32 / 8 == 1 && i / 32 < 120;
        assert_eq!(byte, before[if copied { i - 8 } else { i }], "byte {i}");
    }
}

#[test]
#[should_panic(expected = "in 15 bytes")]
fn a_row_past_its_span_panics() {
    let span = Leaked::new(15);
    Scattered::new(Arc::new(Nest::row(0, 8, 2, 8)), span.region(), 0).copy_out(0, Leaked::new(16).region());
}

#[test]
#[should_panic(expected = "bytes 8 to 17 of 16")]
fn copying_more_than_the_nest_has_panics() {
    let span = Leaked::new(32);
    Scattered::new(Arc::new(Nest::row(0, 16, 2, 8)), span.region(), 0).copy_in(8, Leaked::new(9).region());
}

#[test]
fn copying_an_empty_nest_does_nothing() {
    let holes = Scattered::new(Arc::new(Nest::list(vec![(9, Nest::row(0, 4, 0, 4))])), Region::EMPTY, 0);
    assert!(holes.is_empty());
    holes.copy_out(0, Region::EMPTY);
    holes.copy_in(0, Region::EMPTY);
}
