//! A simulated program's connections: it offers buffers, closes them and takes notes, and it makes right and wrong
//! deposits into buffers of other ranks.
use super::Node;
use super::port::Call as Brought;
use crate::message::contents;
use crate::plan::Plan;
use crate::shared::Shared;
use clump_core::{WindowId, WindowPlace};

/// The most buffers that a rank offers at a time.
const MOST_OPEN: usize = 4;
/// The longest buffer, in bytes.
const LONGEST: u64 = 8000;
/// The chance that a call about connections closes a connection, in per mille.
const CLOSED: u32 = 30;

impl Node {
    pub fn connection_call(&mut self, shared: &mut Shared, plan: &Plan) {
        match shared.rng.u32(..8) {
            0 => self.offer_connection(shared, plan),
            1 | 2 => {
                let most = shared.rng.usize(1..8);
                shared.take_notes(self.rank, most);
            }
            _ => self.deposit_something(shared, plan),
        }
        if shared.chance(CLOSED) {
            let own = self.open_connections(shared);
            if !own.is_empty() {
                let window = own[shared.rng.usize(..own.len())];
                self.close_connection(shared, window);
            }
        }
    }

    fn open_connections(&self, shared: &Shared) -> Vec<WindowId> {
        let all = shared.connections.all.iter();
        all.filter(|((to, _), c)| *to == self.rank && c.is_open).map(|((_, window), _)| *window).collect()
    }

    fn offer_connection(&mut self, shared: &mut Shared, plan: &Plan) {
        let from = shared.rng.u32(..plan.ranks);
        if from == self.rank || self.open_connections(shared).len() >= MOST_OPEN {
            return;
        }
        let len = shared.rng.u64(1..=LONGEST);
        let (window, key) = shared.connect(self.rank, from, len);
        self.engine.windows().offer_to(window, key, from);
        self.engine.windows().attach(window, 0, len);
    }

    fn close_connection(&mut self, shared: &mut Shared, window: WindowId) {
        self.with(shared, Brought::None, None, |engine, port| engine.windows().withdraw(port, window));
        shared.close_connection(self.rank, window);
    }

    /// Ends the connections of this rank. All deposits must have been reported.
    pub fn end_connections(&mut self, shared: &mut Shared) {
        for window in self.open_connections(shared) {
            self.close_connection(shared, window);
        }
    }

    fn deposit_something(&mut self, shared: &mut Shared, plan: &Plan) {
        // Mostly chooses a connection whose sender is this rank.
        let all = shared.connections.all.iter().filter(|((to, _), _)| *to != self.rank);
        let own = !shared.network.now().is_multiple_of(8);
        let some: Vec<_> = all.filter(|(_, c)| c.from == self.rank && c.is_open || !own).map(|(at, _)| *at).collect();
        if some.is_empty() {
            return;
        }
        let (to, window) = some[shared.rng.usize(..some.len())];
        let c = &shared.connections.all[&(to, window)];
        let (key, room, is_near) = (c.key, c.len, c.near.is_some() && c.from == self.rank);
        let is_right = c.is_open && c.from == self.rank && shared.rng.u32(..8) > 0;
        let len = plan.len(&mut shared.rng).min(if shared.rng.bool() { 64 } else { LONGEST });
        shared.pieces += 1;
        let piece = shared.stream(1 << 24 | shared.pieces as usize);
        if is_right {
            let Some(offset) = shared.connections.all[&(to, window)].place(&mut shared.rng, len) else { return };
            let bytes = contents(piece, len);
            if is_near {
                return shared.store(to, window, offset, bytes);
            }
            let is_long = len > self.engine.most_deposited();
            let c = shared.connections.all.get_mut(&(to, window)).expect("it is there");
            c.begin(offset, bytes.clone(), is_long);
            self.connected.0.entry((to, window)).or_default().right = true;
            return self.put_bytes(shared, WindowPlace { to, window, key, offset }, &bytes);
        }
        // The deposit reaches past the buffer's end by one byte or by many, or past the largest offset.
        let len = len.max(1);
        let outside = [(room + 1).saturating_sub(len), room, u64::MAX - len / 2][shared.rng.usize(..3)];
        let outside = outside.max((room + 1).saturating_sub(len));
        if is_near {
            // A closed connection refuses every offset.
            let is_open = shared.connections.all[&(to, window)].is_open;
            let (offset, len) = if is_open { (outside, len) } else { (0, len.min(room)) };
            return shared.store(to, window, offset, vec![1; len as usize]);
        }
        let wrong_key = shared.rng.bool();
        let c = &shared.connections.all[&(to, window)];
        let place = match c.is_open && c.from == self.rank {
            true if wrong_key => WindowPlace { to, window, key: key ^ 1 << (len % 64), offset: 0 },
            true => WindowPlace { to, window, key, offset: outside },
            // The deposit goes to a connection of another sender, whose key this rank knows, or to a closed connection.
            // Only that is wrong: the offset is valid.
            false => WindowPlace { to, window, key, offset: 0 },
        };
        self.connected.0.entry((to, window)).or_default().wrong = true;
        self.put_bytes(shared, place, &vec![1; len as usize]);
    }

    /// Checks the deposits on each connection on which nothing is pending any more.
    pub fn end_deposits(&mut self, shared: &mut Shared) {
        let rank = self.rank;
        for ((to, window), begun) in std::mem::take(&mut self.connected.0) {
            if self.engine.windows().pending(to, window) > 0 {
                self.connected.0.insert((to, window), begun);
                continue;
            }
            let refusal = self.engine.windows().take_refusal(to, window);
            let c = shared.connections.all.get_mut(&(to, window)).expect("none is forgotten");
            let is_known = c.is_open && c.from == rank;
            if begun.wrong && refusal.is_none() || !begun.wrong && refusal.is_some() && is_known {
                shared.fail(|| format!("rank {rank} at {window:?} of {to}: wrong {}, {refusal:?}", begun.wrong));
                continue;
            }
            shared.coverage.refused += u64::from(refusal.is_some());
            if is_known
                && begun.right
                && let Err(why) = c.applied()
            {
                shared.fail(|| format!("rank {rank} has nothing pending at {window:?} of {to}, and {why}"));
            }
        }
    }
}
