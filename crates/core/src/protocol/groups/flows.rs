//! Bytes that travel to one member in reliable frames: down the tree, or as repairs.
use super::flow::Flow;
use super::group::{Context, Group};
use super::range_set::RangeSet;
use super::sink::GroupSink;
use crate::ids::{BroadcastId, Rank};
use crate::protocol::transfer::Source;
use crate::wire::{BroadcastPart, InBlock};
use std::ops::Range;

impl Group {
    /// Starts a flow: these bytes of a broadcast go to a member.
    pub fn flow(&mut self, what: (u16, u64, BroadcastId, u64), to: usize, forward: bool, range: Range<u64>) {
        let (root, number, broadcast, len) = what;
        let same = |f: &Flow| (f.root, f.number, f.to, f.forward) == (root, number, to, forward);
        let at = self.flows.iter().position(same).unwrap_or_else(|| {
            let left = RangeSet::default();
            self.flows.push(Flow { root, number, to, forward, broadcast, len, left, bare: false });
            self.flows.len() - 1
        });
        self.flows[at].left.insert(range);
        self.flows[at].bare |= len == 0;
    }

    /// Returns true if bytes of that broadcast still have to leave.
    pub fn flows_of(&self, root: u16, number: u64) -> bool {
        self.flows.iter().any(|f| (f.root, f.number) == (root, number))
    }

    /// Stops the flows that `over` accepts: no member needs their bytes.
    pub fn stop_flows(&mut self, over: impl Fn(&Flow) -> bool) {
        self.flows.retain(|f| !over(f));
    }

    /// Sends the bytes of the flows while there is room, older broadcasts first. Returns true if anything left.
    pub fn pump_flows<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) -> bool {
        if self.flows.is_empty() {
            return false;
        }
        let (mut moved, mut full): (bool, Vec<usize>) = (false, Vec::new());
        let mut flows = std::mem::take(&mut self.flows);
        for flow in &mut flows {
            if full.contains(&flow.to) {
                continue;
            }
            let rank = self.members[flow.to];
            cx.sink.cork(rank, true);
            while let Some(range) = flow.left.first().or(flow.bare.then_some(0..0)) {
                let range = range.start..range.end.min(range.start + cx.piece(rank));
                let len = range.end - range.start;
                let name = self.name(flow.root, flow.number);
                let (forward, offset) = (flow.forward, range.start);
                let (row, serial, in_block) = (0, 0, InBlock::No);
                let part = BroadcastPart { name, forward, offset, len: flow.len, row, serial, in_block };
                let body = Source::Broadcast { broadcast: flow.broadcast, offset, len };
                if !cx.frame(rank, part.head(), &part.words(), if len > 0 { body } else { Source::None }) {
                    full.push(flow.to);
                    break;
                }
                flow.left.remove(range);
                flow.bare = false;
                moved = true;
                let (mine, tree) = (usize::from(flow.root) == self.me, flow.forward);
                let counters = &mut *cx.counters;
                match (mine, tree) {
                    (_, false) => counters.repairs += 1,
                    (true, true) => counters.tree_parts += 1,
                    (false, true) => counters.forwarded += 1,
                }
            }
            cx.sink.cork(rank, false);
        }
        let is_over = |f: &Flow| f.left.is_empty() && !f.bare;
        let over: Vec<(u16, u64)> = flows.iter().filter(|f| is_over(f)).map(|f| (f.root, f.number)).collect();
        flows.retain(|f| !is_over(f));
        self.flows = flows;
        *cx.blocked |= !self.flows.is_empty();
        // A broadcast may have waited only for its forwarded bytes to leave.
        for (root, number) in over {
            self.complete(cx, root, number);
        }
        moved
    }
}

impl<S: GroupSink> Context<'_, S> {
    /// Returns the longest body of one reliable frame to that member.
    fn piece(&mut self, rank: Rank) -> u64 {
        let p = self.transfers.peer(self.sink, rank);
        self.transfers.peers[p].path.piece.max(1)
    }

    /// Sends a frame to a member, in order with all other frames to that member. Returns false if there is no room.
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> bool {
        let p = self.transfers.peer(self.sink, to);
        self.transfers.peers[p].outbox.is_empty() && self.sink.frame(to, head, words, body).is_ok()
    }

    /// Sends a frame without a body, now or as soon as there is room.
    pub fn control(&mut self, to: Rank, head: u64, words: &[u64]) {
        let p = self.transfers.peer(self.sink, to);
        self.transfers.control(self.sink, p, head, words);
    }
}
