//! Compares the buffer queue with a reference: a list that is walked from its start.
use super::*;
use crate::protocol::transfer::Debt;
use proptest::prelude::*;
use std::collections::VecDeque;

/// A queued message as the reference knows it.
#[derive(Clone, Debug)]
struct Here {
    id: EntryId,
    from: Rank,
    context: u16,
    tag: i32,
    sequence: u64,
    early: bool,
}

/// A message in flight: context, tag, number.
type UnderWay = (u16, i32, u64);

/// Inserts a message where the rules want it: at the end, or before messages of the same sender that overtook it.
fn put(list: &mut Vec<Here>, new: Here) {
    let overtook = |h: &&Here| h.early && h.from == new.from && h.sequence > new.sequence;
    let before = list.iter().filter(overtook).map(|h| h.sequence).min();
    let at = list.iter().position(|h| h.early && h.from == new.from && Some(h.sequence) == before);
    list.insert(at.unwrap_or(list.len()), new);
}

proptest! {
    /// Messages arrive in turn or are sought before their turn, come into turn, and are matched by receives of all four
    /// kinds.
    #[test]
    fn the_index_finds_what_a_walk_finds(
        steps in prop::collection::vec(
            (0u8..12, 0u32..3, 0u16..2, 0i32..6, any::<prop::sample::Index>(), any::<bool>()), 1..500),
    ) {
        let mut q = BufferQueue::default();
        let mut list: Vec<Here> = Vec::new();
        let mut under_way: [VecDeque<UnderWay>; 3] = Default::default();
        let mut sent = [0u64; 3];
        for (what, from, context, tag, which, flag) in steps {
            let f = from as usize;
            match what {
                // The sender sends a message, which waits with the sender.
                0..4 => {
                    under_way[f].push_back((context, tag, sent[f]));
                    sent[f] += 1;
                }
                4..8 => {
                    let sought = what == 7;
                    let found = if sought {
                        under_way[f].iter().position(|m| m.0 == context && m.1 == tag)
                    } else {
                        (!under_way[f].is_empty()).then_some(0)
                    };
                    let Some(at) = found else { continue };
                    let (context, tag, sequence) = under_way[f].remove(at).expect("found");
                    let mut e = Entry::new(from, context, tag, 8, Debt::default());
                    let early = sought && at > 0;
                    e.early = early.then_some(sequence);
                    let id = q.queue(e, q.has_early().then_some(sequence));
                    put(&mut list, Here { id, from, context, tag, sequence, early });
                }
                8 => {
                    // These messages of a context come into turn: no earlier message of that context is in flight.
                    let least = under_way[f].iter().find(|m| m.0 == context).map_or(u64::MAX, |m| m.2);
                    let mut ripe: Vec<(u64, EntryId)> = Vec::new();
                    for h in list.iter_mut() {
                        if h.early && h.from == from && h.context == context && h.sequence < least {
                            h.early = false;
                            ripe.push((h.sequence, h.id));
                        }
                    }
                    ripe.sort_unstable();
                    let ripe: Vec<EntryId> = ripe.into_iter().map(|r| r.1).collect();
                    prop_assert_eq!(q.ripen(from, context, least), ripe);
                }
                9 | 10 if !list.is_empty() => {
                    let gone = list.remove(which.index(list.len()));
                    q.unqueue(gone.id);
                    if flag {
                        q.entries.remove(gone.id);
                    }
                }
                _ => {}
            }
            prop_assert_eq!(q.queued(), list.len());
            prop_assert_eq!(q.has_early(), list.iter().any(|h| h.early));
            for (source, tag) in [(Some(from), None), (None, Some(tag)), (None, None), (Some(from), Some(tag))] {
                let s = Select { context, source, tag };
                // Each selection runs with and without the messages that arrived before their turn.
                for reserve in [false, true] {
                    let walked = list.iter().find(|h| s.takes(h.context, h.from, h.tag) && !(h.early && reserve));
                    let found = q.find(&s, |e| e.early.is_some() && reserve);
                    prop_assert_eq!(found, walked.map(|h| h.id), "{:?}, {:?}", s, list);
                    // One sender's messages of a context are in the order of sending.
                    if let (Some(h), Some(_)) = (walked, source) {
                        let least = list.iter().filter(|o| s.takes(o.context, o.from, o.tag) && !(o.early && reserve));
                        prop_assert_eq!(Some(h.sequence), least.map(|o| o.sequence).min());
                    }
                }
            }
        }
    }
}

/// However many receives from any source match no message, the queue is walked once.
#[test]
fn a_wildcard_that_finds_nothing_walks_far_once() {
    let mut q = BufferQueue::default();
    for tag in 0..100 {
        q.queue(Entry::new(1, 0, tag, 8, Debt::default()), None);
    }
    let finds =
        |q: &BufferQueue, tag: i32| q.find(&Select { context: 0, source: None, tag: Some(tag) }, |_| false).is_some();
    assert!(!finds(&q, 1000));
    assert!(q.by_part.is_none() && q.far.get());
    q.settle();
    assert!(q.by_part.is_some() && !q.far.get());
    assert!(!finds(&q, 1000) && finds(&q, 99));
}
