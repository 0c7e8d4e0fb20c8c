//! Selective repair. A member asks the root or a neighbour for the bytes that it misses, and gets them in reliable
//! frames. So a member asks once for each byte, unless a neighbour answers that it lacks the bytes.
use super::group::{Context, Group, expand};
use super::sink::GroupSink;
use crate::wire::{BroadcastAsk, BroadcastLack};
use std::ops::Range;

impl Group {
    /// Asks for the bytes that have left the root and that have neither arrived nor been asked for.
    pub fn ask_missing<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, root: u16, number: u64) {
        if cx.limits.by_timeout {
            return;
        }
        let neighbour = self.neighbour(cx, usize::from(root));
        let Some(incoming) = self.inflows.get_mut(&root).and_then(|f| f.broadcasts.get_mut(&number)) else { return };
        let end = incoming.wanted(cx.limits.pushed());
        let mut gaps = incoming.missing(cx.limits.pushed());
        if gaps.is_empty() {
            return;
        }
        if !cx.limits.selective {
            // Go back n: ask for everything from the first missing byte on.
            gaps.truncate(1);
            gaps[0].end = end;
        }
        for gap in &gaps {
            incoming.asked.insert(gap.clone());
            incoming.neighbours.extend(neighbour.map(|n| (gap.clone(), n)));
        }
        let whom = self.members[neighbour.unwrap_or(usize::from(root))];
        self.ask(cx, whom, root, number, gaps);
    }

    fn ask<S: GroupSink>(
        &self,
        cx: &mut Context<'_, S>,
        whom: u32,
        root: u16,
        number: u64,
        ranges: impl IntoIterator<Item = Range<u64>>,
    ) {
        let heard = self.inflows.get(&root).map_or(0, |f| f.heard);
        for range in ranges {
            let ask = BroadcastAsk { name: self.name(root, number), range, heard };
            cx.counters.asks += 1;
            cx.control(whom, ask.head(), &ask.words());
        }
    }

    /// Starts or stops the timer for expected bytes.
    pub fn wait_on<S: GroupSink>(&mut self, cx: &Context<'_, S>) {
        let waits = !cx.limits.by_timeout && self.inflows.values().any(|f| f.awaits().is_some());
        self.wait = if waits { (cx.now + self.rtt.timeout(0), 0) } else { (0, 0) };
    }

    /// Asks for expected bytes after a long wait in which nothing arrived, and doubles the wait after each request. A
    /// root that computes does not notice that its last multicast was lost, but answers requests.
    pub fn ask_without_word<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let (deadline, again) = self.wait;
        if deadline == 0 || cx.now < deadline {
            return;
        }
        self.wait = (cx.now + (self.rtt.timeout(0) << again.min(20)), again + 1);
        let asks = self.inflows.iter().filter_map(|(&root, f)| Some((root, f.awaits()?)));
        let asks: Vec<(u16, (u64, Range<u64>))> = asks.collect();
        for (root, (number, range)) in asks {
            self.ask(cx, self.members[usize::from(root)], root, number, [range]);
        }
    }

    /// Returns the member that this one asks before the root, if any.
    fn neighbour<S: GroupSink>(&self, cx: &Context<'_, S>, root: usize) -> Option<usize> {
        let n = self.members.len();
        let mut others = (1..n).map(|i| (self.me + i) % n);
        others.find(|&i| i != root && !self.home.consumers[i].gone).filter(|_| cx.limits.neighbours)
    }

    /// Takes a member's request for bytes that this member may have.
    pub fn on_ask<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, ask: BroadcastAsk) -> Option<()> {
        let root = ask.name.root;
        if usize::from(root) == self.me {
            return self.on_ask_of_root(cx, from, ask);
        }
        let inflow = self.inflows.get(&root);
        let number = expand(ask.name.number, inflow.map_or(0, |f| f.next))?;
        let incoming = inflow.and_then(|f| f.broadcasts.get(&number)).filter(|i| !i.is_over());
        let Range { start, end } = ask.range;
        let found = incoming.and_then(|i| {
            let (len, room) = (i.len?, i.room.unwrap_or(u64::MAX));
            let end = end.min(len);
            let here = end <= room && i.have.covers(start..end) && (start < end || len == 0);
            here.then_some(((root, number, i.broadcast, len), start..end))
        });
        match found {
            Some((what, range)) => {
                self.flow(what, from, false, range);
                self.pump_flows(cx);
                self.complete(cx, root, number);
            }
            None => {
                let lack = BroadcastLack { name: ask.name, range: ask.range };
                cx.control(self.members[from], lack.head(), &lack.words());
            }
        }
        Some(())
    }

    /// Takes a neighbour's answer that it does not have the bytes.
    pub fn on_lack<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, from: usize, lack: BroadcastLack) -> Option<()> {
        let root = lack.name.root;
        let inflow = self.inflows.get_mut(&root)?;
        let number = expand(lack.name.number, inflow.next)?;
        let Some(incoming) = inflow.broadcasts.get_mut(&number) else { return Some(()) };
        let at = incoming.neighbours.iter().position(|(r, n)| (r, *n) == (&lack.range, from))?;
        incoming.neighbours.swap_remove(at);
        let root_rank = *self.members.get(usize::from(root))?;
        self.ask(cx, root_rank, root, number, [lack.range]);
        Some(())
    }

    /// Asks the root for the bytes that this member had asked of a neighbour that has died or left.
    pub fn lose_neighbour<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, who: usize) {
        let mut again = Vec::new();
        for (&root, inflow) in &mut self.inflows {
            for (&number, incoming) in &mut inflow.broadcasts {
                let asked = std::mem::take(&mut incoming.neighbours);
                let (of_it, others): (Vec<_>, Vec<_>) = asked.into_iter().partition(|(_, n)| *n == who);
                incoming.neighbours = others;
                again.extend(of_it.into_iter().map(|(range, _)| (root, number, range)));
            }
        }
        for (root, number, range) in again {
            self.ask(cx, self.members[usize::from(root)], root, number, [range]);
        }
    }
}
