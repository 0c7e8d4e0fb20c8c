//! Compares the receive queue with a reference: a list that is walked from its start.
use super::*;
use proptest::prelude::*;

/// A posted receive in the reference list, oldest first.
struct Posted {
    id: RecvId,
    sequence: u64,
    select: Select,
}

fn select(context: u16, source: Rank, tag: i32, kind: u8) -> Select {
    Select { context, source: (kind & 1 == 0).then_some(source), tag: (kind & 2 == 0).then_some(tag) }
}

proptest! {
    /// Posts receives of all four kinds, matches messages, cancels receives, and asks for the next receive to seek.
    #[test]
    fn the_index_finds_what_a_walk_finds(
        post_much: bool,
        steps in prop::collection::vec(
            (0u8..10, 0u16..2, 0u32..4, 0i32..6, 0u8..4, any::<prop::sample::Index>()), 1..1200),
    ) {
        let mut q = ReceiveQueue::default();
        let mut reference: Vec<Posted> = Vec::new();
        // Either many more receives are posted than leave, or about as many.
        let posts = if post_much { 8 } else { 5 };
        for (what, context, source, tag, kind, which) in steps {
            let first = reference.iter().position(|r| r.select.takes(context, source, tag));
            prop_assert_eq!(q.matching(context, source, tag), first.map(|at| reference[at].id));
            if what < posts {
                let select = select(context, source, tag, kind);
                let id = q.insert(select, 8);
                q.post(id);
                prop_assert_eq!(q.at(id).select(), select);
                reference.push(Posted { id, sequence: q.at(id).sequence, select });
            } else if what == 9 && !reference.is_empty() {
                // The receive is cancelled. Receives from any source leave more often than the test asks for them.
                let gone = reference.remove(which.index(reference.len()));
                q.unpost(gone.id);
                q.at(gone.id).state = State::Cancelled;
                if tag % 2 == 0 {
                    q.remove(gone.id);
                }
            } else if kind == 0 {
                let after = reference.get(which.index(reference.len() + 1)).map_or(0, |r| r.sequence);
                let mut for_it = reference.iter().filter(|r| r.select.source.is_none_or(|s| s == source));
                let walked = for_it.find(|r| r.sequence > after).map(|r| r.id);
                prop_assert_eq!(q.next_for(source, after), walked);
                if tag == 0 {
                    q.forget_order();
                }
            } else if let Some(at) = first.filter(|&at| tag % 2 == 1 && q.foremost(reference[at].id).is_some()) {
                let id = reference.remove(at).id;
                prop_assert_eq!(q.at(id).named(), (context, tag));
                q.remove_foremost(id);
                prop_assert!(q.get(id).is_none());
            } else {
                // The foremost receive is the first for its message.
                if let Some(some) = reference.get(which.index(reference.len() + 1))
                    && q.foremost(some.id).is_some()
                {
                    let s = some.select;
                    prop_assert!(s.source.is_some() && s.tag.is_some());
                    prop_assert_eq!(q.matching(s.context, s.source.unwrap_or(0), s.tag.unwrap_or(0)), Some(some.id));
                }
                let taken = q.take(context, source, tag);
                prop_assert_eq!(taken, first.map(|at| reference.remove(at).id));
                if let Some(id) = taken {
                    q.at(id).matched(State::Done, source, tag, 8);
                    if tag % 2 == 0 {
                        q.remove(id);
                    }
                }
            }
            prop_assert_eq!(q.posted(), reference.len());
        }
    }
}

#[test]
fn finished_receives_do_not_accumulate_while_one_sender_is_silent() {
    let mut q = ReceiveQueue::default();
    let silent = q.insert(select(0, 7, 0, 0), 8);
    q.post(silent);
    assert_eq!(q.next_for(7, 0), Some(silent));
    for _ in 0..10_000 {
        let id = q.insert(select(0, 1, 0, 0), 8);
        q.post(id);
        assert_eq!(q.take(0, 1, 0), Some(id));
        q.at(id).matched(State::Done, 1, 0, 8);
        q.remove(id);
    }
    let listed = q.by_age.as_ref().expect("kept").len();
    assert!(listed <= 32, "{listed} receives are listed, and one is posted");
}
