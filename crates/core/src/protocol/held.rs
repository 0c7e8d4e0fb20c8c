//! Sends to one receiver that wait, in order. Taking one out of the middle and finding the first of a tag walk through
//! nobody: a receiver may seek its messages in any order.
use super::chain::Chain;
use super::send_queue::{Send, State};
use crate::ids::SendId;
use slotmap::{Key, SlotMap};
use std::collections::{HashMap, VecDeque};

/// Held sends that a seek may walk over before they are indexed.
const FAR: usize = 32;

#[derive(Debug, Default)]
pub struct Held {
    order: Chain<SendId, 0>,
    len: usize,
    /// By context and tag, each in order; made when a seek has had to walk far. Lazy: a send that is gone stays until it
    /// comes to the front.
    by_tag: Option<HashMap<(u16, i32), VecDeque<SendId>>>,
}

impl Held {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The first send that waits.
    pub fn front(&self) -> Option<SendId> {
        (self.len > 0).then_some(self.order.head)
    }

    /// Puts a send behind all others.
    pub fn push(&mut self, sends: &mut SlotMap<SendId, Send>, id: SendId) {
        self.order.push_back(sends, id);
        self.len += 1;
        if let Some(by_tag) = &mut self.by_tag {
            list(by_tag, sends, id);
        }
    }

    /// Takes out a send that is in here.
    pub fn remove(&mut self, sends: &mut SlotMap<SendId, Send>, id: SendId) {
        self.order.remove(sends, id);
        self.len -= 1;
        if self.len == 0 {
            self.by_tag = None;
        }
    }

    /// The sends from `id` on, in order.
    pub fn from<'a>(&self, sends: &'a SlotMap<SendId, Send>, id: SendId) -> impl Iterator<Item = SendId> + use<'a> {
        std::iter::successors(Some(id), |&at| Some(sends[at].next()).filter(|n| !n.is_null()))
    }

    /// The first send of a context and tag (`None`: any) that is not offered already.
    pub fn seek(&mut self, sends: &SlotMap<SendId, Send>, context: u16, tag: Option<i32>) -> Option<SendId> {
        let held = |id: SendId| sends.get(id).is_some_and(|s| s.state == State::Held);
        if let (Some(by_tag), Some(tag)) = (&mut self.by_tag, tag) {
            let there = |id: SendId| sends.get(id).is_some_and(|s| matches!(s.state, State::Held | State::Offered));
            let list = by_tag.get_mut(&(context, tag))?;
            while list.front().is_some_and(|&f| !there(f)) {
                list.pop_front();
            }
            return list.iter().copied().find(|&id| held(id));
        }
        let first = self.front()?;
        let right_context = |s: &Send| s.context == context || cfg!(planted_bug = "seek_any_context");
        let right = |s: &Send| right_context(s) && tag.is_none_or(|t| t == s.tag);
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

fn list(by_tag: &mut HashMap<(u16, i32), VecDeque<SendId>>, sends: &SlotMap<SendId, Send>, id: SendId) {
    by_tag.entry((sends[id].context, sends[id].tag)).or_default().push_back(id);
}
