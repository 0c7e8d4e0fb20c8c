//! The sends that wait for one receiver, in order. Removing a send from the middle and finding the first send of a tag
//! take no walk, because a receiver may seek its messages in any order.
use super::chain::{Chain, Linked};
use super::tagged::Tagged;
use crate::ids::SendId;
use crate::planted::planted;
use slotmap::{Key, SecondaryMap};
use std::collections::{HashMap, VecDeque};

/// How many held sends a seek may walk over before the queue indexes them. An index costs memory and time for each
/// send, a walk costs time for each seek.
const FAR: usize = 32;

#[derive(Debug, Default)]
pub struct Held {
    order: Chain<SendId, 0>,
    len: usize,
    /// The sends by context and tag, each list in order; made after a seek has walked far. A send that is gone stays
    /// listed until it comes to the front, or until most listed sends are gone.
    by_tag: Option<HashMap<(u16, i32), VecDeque<SendId>>>,
    /// Counts sends that are gone and may still be listed.
    gone: usize,
}

impl Held {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the first send that waits.
    pub fn front(&self) -> Option<SendId> {
        (self.len > 0).then_some(self.order.head)
    }

    /// Adds a send behind all held sends.
    pub fn push(&mut self, sends: &mut SecondaryMap<SendId, Tagged>, id: SendId) {
        self.order.push_back(sends, id);
        sends[id].waits = true;
        self.len += 1;
        if let Some(by_tag) = &mut self.by_tag {
            list(by_tag, sends, id);
        }
    }

    /// Removes a send from the queue.
    pub fn remove(&mut self, sends: &mut SecondaryMap<SendId, Tagged>, id: SendId) {
        self.order.remove(sends, id);
        sends[id].waits = false;
        self.len -= 1;
        if self.by_tag.is_some() {
            self.gone += 1;
            if self.len == 0 || self.gone > self.len + 64 {
                // The next long walk makes the index anew, so sends that no receiver seeks do not accumulate.
                (self.by_tag, self.gone) = (None, 0);
            }
        }
    }

    /// Returns the sends from `id` on, in order.
    pub fn from<'a>(
        &self,
        sends: &'a SecondaryMap<SendId, Tagged>,
        id: SendId,
    ) -> impl Iterator<Item = SendId> + use<'a> {
        std::iter::successors(Some(id), |&at| Some(sends[at].next()).filter(|n| !n.is_null()))
    }

    /// Returns the first send of a context and tag (`None`: any tag) that has not been offered.
    pub fn seek(&mut self, sends: &SecondaryMap<SendId, Tagged>, context: u16, tag: Option<i32>) -> Option<SendId> {
        let held = |id: SendId| sends.get(id).is_some_and(|s| s.waits && !s.offered);
        if let (Some(by_tag), Some(tag)) = (&mut self.by_tag, tag) {
            let there = |id: SendId| sends.get(id).is_some_and(|s| s.waits);
            let list = by_tag.get_mut(&(context, tag))?;
            while list.front().is_some_and(|&f| !there(f)) {
                list.pop_front();
            }
            return list.iter().copied().find(|&id| held(id));
        }
        let first = self.front()?;
        let right_context = |s: &Tagged| s.context == context || planted("seek_any_context");
        let right = |s: &Tagged| right_context(s) && tag.is_none_or(|t| t == s.tag);
        let mut walked = 0;
        let found = self.from(sends, first).inspect(|_| walked += 1).find(|&id| held(id) && right(&sends[id]));
        if walked > FAR && tag.is_some() {
            let mut by_tag = HashMap::new();
            self.from(sends, first).for_each(|id| list(&mut by_tag, sends, id));
            self.by_tag = Some(by_tag);
        }
        found
    }
}

fn list(by_tag: &mut HashMap<(u16, i32), VecDeque<SendId>>, sends: &SecondaryMap<SendId, Tagged>, id: SendId) {
    by_tag.entry((sends[id].context, sends[id].tag)).or_default().push_back(id);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Mode;
    use proptest::prelude::*;
    use slotmap::SlotMap;

    type Sends = (SlotMap<SendId, ()>, SecondaryMap<SendId, Tagged>);

    fn insert((ids, sends): &mut Sends, context: u16, tag: i32) -> SendId {
        let id = ids.insert(());
        sends.insert(id, Tagged::new(context, tag, Mode::Standard, 0));
        id
    }

    proptest! {
        /// Compares what a seek finds with a walk along the whole queue, while sends come, are offered, declined,
        /// pushed and cancelled.
        #[test]
        fn a_seek_finds_what_a_walk_finds(
            steps in prop::collection::vec((0u8..8, 0u16..2, 0i32..40, any::<prop::sample::Index>()), 1..600),
        ) {
            let (mut held, mut all) = (Held::default(), Sends::default());
            let mut reference: Vec<SendId> = Vec::new();
            for (what, context, tag, which) in steps {
                match what {
                    0..4 => {
                        let id = insert(&mut all, context, tag);
                        held.push(&mut all.1, id);
                        reference.push(id);
                    }
                    4 if !reference.is_empty() => {
                        // The send is pushed, pulled or cancelled, and forgotten at once or later.
                        let id = reference.remove(which.index(reference.len()));
                        held.remove(&mut all.1, id);
                        if tag % 2 == 0 {
                            all.0.remove(id);
                            all.1.remove(id);
                        }
                    }
                    5 if !reference.is_empty() => {
                        let s = &mut all.1[reference[which.index(reference.len())]];
                        s.offered = !s.offered;
                    }
                    _ => {
                        let tag = (tag < 35).then_some(tag);
                        let wanted = |s: &Tagged| !s.offered && s.context == context && tag.is_none_or(|t| t == s.tag);
                        let walked = reference.iter().copied().find(|&id| wanted(&all.1[id]));
                        prop_assert_eq!(held.seek(&all.1, context, tag), walked);
                    }
                }
                prop_assert_eq!((held.len(), held.front()), (reference.len(), reference.first().copied()));
            }
        }
    }

    #[test]
    fn sends_that_no_receiver_seeks_do_not_accumulate() {
        let (mut held, mut all) = (Held::default(), Sends::default());
        for tag in 0..100 {
            let id = insert(&mut all, 0, tag);
            held.push(&mut all.1, id);
        }
        assert!(held.seek(&all.1, 0, Some(99)).is_some());
        for tag in 100..10_000 {
            let id = insert(&mut all, 0, tag);
            held.push(&mut all.1, id);
            let front = held.front().expect("a hundred wait");
            held.remove(&mut all.1, front);
            all.0.remove(front);
            all.1.remove(front);
        }
        let listed = held.by_tag.as_ref().map_or(0, |lists| lists.values().map(|l| l.len()).sum());
        assert!(listed <= 2 * 100 + 64 + 1, "{listed} are listed, and {} wait", held.len());
    }
}
