//! A simulated program's operations on windows: puts and gets in its own stripes, combines of words that all ranks
//! share, and operations that must be refused, while windows are withdrawn and offered again.
use super::Node;
use super::memory::BLANK;
use super::port::Call as Brought;
use super::under_way::{Account, Asked, What};
use crate::message::contents;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::windows::{ADDED, BLOCK, BLOCK_WORDS, FETCHED, Offer, SUM, SWAPPED};
use clump_core::{Combine, How, OperationId, Rank, Refusal, Rows, WindowId, WindowPlace};
use std::ops::Range;

/// The chance that a call about windows withdraws the window, in per mille.
const WITHDRAWN: u32 = 10;
/// The chance that a call about windows offers the window again, in per mille.
const OFFERED: u32 = 200;

impl Node {
    pub fn offer(&mut self, shared: &mut Shared, window: WindowId) {
        shared.offers += 1;
        let (key, stripe) = (shared.rng.u64(..), self.stripe);
        let offer = Offer::new(key, shared.offers, self.ranks, stripe);
        shared.note(|| format!("rank {} offers {window:?}, {} bytes", self.rank, offer.size()));
        self.engine.windows().offer(window, key);
        self.engine.windows().attach(window, 0, offer.size());
        shared.windows.insert((self.rank, window), offer);
    }

    fn withdraw(&mut self, shared: &mut Shared, window: WindowId) {
        shared.coverage.withdrawals += u64::from(self.engine.on_windows() > 0);
        shared.note(|| format!("rank {} withdraws {window:?}", self.rank));
        self.with(shared, Brought::None, None, |engine, port| engine.windows().withdraw(port, window));
        shared.windows.remove(&(self.rank, window));
    }

    /// Checks that all operations have been applied, and withdraws the windows.
    pub fn end_windows(&mut self, shared: &mut Shared) {
        self.end_operations(shared);
        let (rank, left) = (self.rank, self.windows.asked.len() + self.windows.sends.len());
        if left > 0 || self.windows.accounts.values().any(|a| !a.busy.is_empty() || a.wrong) {
            shared.fail(|| format!("rank {rank}: {left} operations on windows never end, or counts of some"));
        }
        let own: Vec<WindowId> = shared.windows.keys().filter(|(r, _)| *r == rank).map(|(_, w)| *w).collect();
        for window in own {
            if let Err(why) = shared.windows[&(rank, window)].check() {
                shared.fail(|| format!("rank {rank}, {window:?}: {why}"));
            }
            self.withdraw(shared, window);
        }
    }
}

impl Node {
    pub fn window_call(&mut self, shared: &mut Shared, plan: &Plan) {
        let window = WindowId(shared.rng.u32(..plan.windows.max(1)));
        let offered = shared.windows.contains_key(&(self.rank, window));
        if shared.chance(if offered { WITHDRAWN } else { OFFERED }) {
            return if offered { self.withdraw(shared, window) } else { self.offer(shared, window) };
        }
        let to = if plan.flood { 0 } else { shared.rng.u32(..plan.ranks) };
        let Some(offer) = shared.windows.get(&(to, window)) else {
            return self.wrong(shared, WindowPlace { to, window, key: 0, offset: 0 });
        };
        let (key, generation, stripe, end) = (offer.key, offer.generation, offer.stripe, offer.size());
        let pending = self.engine.windows().pending(to, window);
        let account = self.windows.accounts.entry((to, window)).or_default();
        if account.generation != generation {
            if pending > 0 {
                return;
            }
            *account = Account { generation, shadow: vec![BLANK; stripe as usize], ..Account::default() };
        }
        let place = |offset| WindowPlace { to, window, key, offset };
        match shared.rng.u32(..13) {
            10 | 11 => self.put_rows(shared, plan, place(u64::from(self.rank) * stripe)),
            12 => self.get_rows(shared, plan, place(u64::from(self.rank) * stripe)),
            0..=2 => self.put(shared, plan, place(u64::from(self.rank) * stripe)),
            3 | 4 => self.get(shared, plan, place(u64::from(self.rank) * stripe)),
            5..=8 => self.combine(shared, place(0)),
            _ => {
                let bad = match shared.rng.u32(..4) {
                    0 => WindowPlace { key: key.wrapping_add(1), ..place(0) },
                    1 => WindowPlace { window: WindowId(99), ..place(0) },
                    // The operation's last byte lies one past the window's end, or the whole operation lies far beyond
                    // the end.
                    2 => place(end - 7),
                    _ => place(shared.rng.u64(end..)),
                };
                self.wrong(shared, bad);
            }
        }
    }

    /// Returns a range of this rank's stripe that no operation uses, and marks it busy.
    fn part(&mut self, shared: &mut Shared, plan: &Plan, place: WindowPlace) -> Option<Range<u64>> {
        let account = self.windows.accounts.get_mut(&(place.to, place.window))?;
        let room = account.shadow.len() as u64;
        let len = plan.len(&mut shared.rng).clamp(1, room);
        let start = shared.rng.u64(..=room - len);
        let part = start..start + len;
        let clash = account.busy.iter().any(|b| b.start < part.end && part.start < b.end);
        (!clash).then(|| {
            account.busy.push(part.clone());
            part
        })
    }

    fn put(&mut self, shared: &mut Shared, plan: &Plan, stripe: WindowPlace) {
        let Some(part) = self.part(shared, plan, stripe) else { return };
        let len = part.end - part.start;
        shared.pieces += 1;
        let bytes = contents(shared.stream(1 << 24 | shared.pieces as usize), len);
        let account = self.windows.accounts.get_mut(&(stripe.to, stripe.window)).expect("a part of it is busy");
        account.shadow[part.start as usize..part.end as usize].copy_from_slice(&bytes);
        let place = WindowPlace { offset: stripe.offset + part.start, ..stripe };
        self.put_bytes(shared, place, &bytes);
    }

    pub(super) fn put_bytes(&mut self, shared: &mut Shared, place: WindowPlace, bytes: &[u8]) {
        shared.note(|| format!("rank {} puts {} bytes to {place:?}", self.rank, bytes.len()));
        let address = shared.lend_piece(self.rank, bytes);
        let len = bytes.len() as u64;
        match self.with(shared, Brought::Piece(address), None, |engine, port| engine.windows().put(port, place, len)) {
            None => drop(shared.network.take_back(self.rank, address)),
            Some(send) => self.windows.sends.push(send),
        }
    }

    /// Returns rows that begin with a part and do not reach past its end, and their bytes in all.
    fn rows_in(&self, shared: &mut Shared, part: &Range<u64>) -> (Rows, u64) {
        let (room, most) = (part.end - part.start, self.engine.most_deposited());
        let len = shared.rng.u64(1..=room.min(most).min(40));
        let stride = len + shared.rng.u64(..40);
        let count = ((room - len) / stride + 1).min(most / len);
        (Rows::new(len, stride).expect("short rows"), count * len)
    }

    fn put_rows(&mut self, shared: &mut Shared, plan: &Plan, stripe: WindowPlace) {
        let Some(part) = self.part(shared, plan, stripe) else { return };
        let (rows, len) = self.rows_in(shared, &part);
        shared.pieces += 1;
        let bytes = contents(shared.stream(1 << 24 | shared.pieces as usize), len);
        let account = self.windows.accounts.get_mut(&(stripe.to, stripe.window)).expect("a part of it is busy");
        for (at, body) in rows.each(part.start, len) {
            let row = &bytes[body.start as usize..body.end as usize];
            account.shadow[at as usize..][..row.len()].copy_from_slice(row);
        }
        self.put_bytes_in_rows(shared, WindowPlace { offset: stripe.offset + part.start, ..stripe }, rows, &bytes);
    }

    fn put_bytes_in_rows(&mut self, shared: &mut Shared, place: WindowPlace, rows: Rows, bytes: &[u8]) {
        shared.note(|| format!("rank {} puts {} bytes to {rows:?} at {place:?}", self.rank, bytes.len()));
        let (address, len) = (shared.lend_piece(self.rank, bytes), bytes.len() as u64);
        let call = Brought::Piece(address);
        match self.with(shared, call, None, |engine, port| engine.windows().put_rows(port, place, rows, len)) {
            None => drop(shared.network.take_back(self.rank, address)),
            Some(send) => self.windows.sends.push(send),
        }
    }

    fn get_rows(&mut self, shared: &mut Shared, plan: &Plan, stripe: WindowPlace) {
        let Some(part) = self.part(shared, plan, stripe) else { return };
        let (rows, len) = self.rows_in(shared, &part);
        let shadow = &self.windows.accounts[&(stripe.to, stripe.window)].shadow;
        let row = |(at, _): (u64, Range<u64>)| shadow[at as usize..][..rows.row() as usize].iter().copied();
        let wanted = rows.each(part.start, len).flat_map(row).collect();
        let place = WindowPlace { offset: stripe.offset + part.start, ..stripe };
        shared.note(|| format!("rank {} gets {len} bytes from {rows:?} at {place:?}", self.rank));
        let count = (len / rows.row()) as u16;
        let id =
            self.with(shared, Brought::None, None, |engine, port| engine.windows().get_rows(port, place, rows, count));
        self.asked(shared, id, place, len, What::Get(wanted));
    }

    fn get(&mut self, shared: &mut Shared, plan: &Plan, stripe: WindowPlace) {
        let Some(part) = self.part(shared, plan, stripe) else { return };
        let account = &self.windows.accounts[&(stripe.to, stripe.window)];
        let wanted = account.shadow[part.start as usize..part.end as usize].to_vec();
        let place = WindowPlace { offset: stripe.offset + part.start, ..stripe };
        self.ask(shared, place, part.end - part.start, What::Get(wanted));
    }

    fn ask(&mut self, shared: &mut Shared, place: WindowPlace, len: u64, what: What) {
        shared.note(|| format!("rank {} gets {len} bytes from {place:?}", self.rank));
        let id = self.with(shared, Brought::None, None, |engine, port| engine.windows().get(port, place, len));
        self.asked(shared, id, place, len, what);
    }

    fn asked(&mut self, shared: &Shared, id: OperationId, place: WindowPlace, len: u64, what: What) {
        let WindowPlace { to, window, .. } = place;
        let generation = shared.windows.get(&(to, window)).map_or(0, |o| o.generation);
        self.memory.operations.insert(id, vec![BLANK; len as usize]);
        self.windows.asked.push(Asked { id, to, window, generation, what });
    }

    fn combine(&mut self, shared: &mut Shared, place: WindowPlace) {
        let (add, seen) = (shared.rng.u64(1..1000), self.windows.accounts[&(place.to, place.window)].seen);
        let most = self.engine.most_deposited() / 8;
        let Some(offer) = shared.windows.get_mut(&(place.to, place.window)) else { return };
        let at = |word| WindowPlace { offset: offer.word(word), ..place };
        let (fetched, added, swapped, block) = (at(FETCHED), at(ADDED), at(SWAPPED), at(BLOCK));
        let how = |swap, replied| How { combine: SUM, swap, replied };
        match add % 5 {
            0 => self.send_operands(shared, fetched, how(false, true), &[add], What::FetchAndAdd(add)),
            1 => {
                offer.sums[ADDED as usize] += add;
                self.send_operands(shared, added, how(false, false), &[add], What::Wrong);
            }
            2 if most >= 2 => self.send_operands(shared, swapped, how(true, true), &[seen, seen + 1], What::Swap(seen)),
            3 if most >= 2 => {
                // Every other word of the block.
                [BLOCK, BLOCK + 2].into_iter().for_each(|word| offer.sums[word as usize] += add);
                let rows = Rows::new(8, 16).expect("two words apart");
                self.combine_rows(shared, block, rows, &[add, add]);
            }
            _ => {
                let words = most.min(BLOCK_WORDS);
                (BLOCK..BLOCK + words).for_each(|word| offer.sums[word as usize] += add);
                self.send_operands(shared, block, how(false, false), &vec![add; words as usize], What::Wrong);
            }
        }
    }

    fn send_operands(&mut self, shared: &mut Shared, place: WindowPlace, how: How, words: &[u64], what: What) {
        shared.note(|| format!("rank {} combines {words:?} with {place:?}: {how:?}", self.rank));
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let (address, len) = (shared.lend_piece(self.rank, &bytes), bytes.len() as u64);
        let call = Brought::Piece(address);
        let (id, send) = self.with(shared, call, None, |engine, port| engine.windows().combine(port, place, how, len));
        match send {
            None => drop(shared.network.take_back(self.rank, address)),
            Some(send) => self.windows.sends.push(send),
        }
        if let Some(id) = id {
            self.asked(shared, id, place, if how.swap { len / 2 } else { len }, what);
        }
    }

    fn combine_rows(&mut self, shared: &mut Shared, place: WindowPlace, rows: Rows, words: &[u64]) {
        shared.note(|| format!("rank {} combines {words:?} with {rows:?} at {place:?}", self.rank));
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let (address, len) = (shared.lend_piece(self.rank, &bytes), bytes.len() as u64);
        let call = Brought::Piece(address);
        match self.with(shared, call, None, |engine, port| engine.windows().combine_rows(port, place, rows, SUM, len)) {
            None => drop(shared.network.take_back(self.rank, address)),
            Some(send) => self.windows.sends.push(send),
        }
    }

    /// Issues operations that must be refused and change nothing.
    fn wrong(&mut self, shared: &mut Shared, place: WindowPlace) {
        self.windows.accounts.entry((place.to, place.window)).or_default().wrong = true;
        match shared.rng.u32(..5) {
            // Two rows, of which the first may lie inside the window.
            4 if self.engine.most_deposited() >= 8 => {
                self.put_bytes_in_rows(shared, place, Rows::new(4, 16).expect("rows"), &[5; 8]);
            }
            0 => self.put_bytes(shared, place, &[1; 8]),
            1 => self.put_bytes(shared, place, &vec![2; self.stripe as usize + 8]),
            2 => self.ask(shared, place, 8, What::Wrong),
            _ => {
                let right = place.offset.is_multiple_of(8) && shared.rng.bool();
                let combine = if right { SUM } else { Combine { operation: 77, element: 0 } };
                let how = How { combine, swap: false, replied: shared.rng.bool() };
                self.send_operands(shared, place, how, &[3], What::Wrong);
            }
        }
    }
}

impl Node {
    /// Handles the operations that have ended since the last call. Returns true if any operation has ended.
    pub fn end_operations(&mut self, shared: &mut Shared) -> bool {
        let before = self.windows.asked.len() + self.windows.sends.len();
        for asked in std::mem::take(&mut self.windows.asked) {
            match self.engine.windows().operation_end(asked.id) {
                None => self.windows.asked.push(asked),
                Some(end) => self.ended(shared, asked, end),
            }
        }
        let engine = &mut self.engine;
        self.windows.sends.retain(|&send| {
            let left = engine.windows().has_left(send);
            if left {
                engine.forget_send(send);
            }
            !left
        });
        let keys: Vec<_> = self.windows.accounts.keys().copied().collect();
        for (to, window) in keys {
            if self.engine.windows().pending(to, window) == 0 {
                self.applied(shared, to, window);
            }
        }
        before != self.windows.asked.len() + self.windows.sends.len()
    }

    fn ended(&mut self, shared: &mut Shared, asked: Asked, end: Result<(), Refusal>) {
        let Asked { id, to, window, generation, what } = asked;
        self.engine.windows().detach_operation(id);
        let got = self.memory.operations.remove(&id).unwrap_or_default();
        shared.coverage.operations += 1;
        let rank = self.rank;
        let offer = shared.windows.get_mut(&(to, window)).filter(|o| o.generation == generation);
        let word = |bytes: &[u8]| bytes.try_into().map_or(u64::MAX, u64::from_le_bytes);
        match (end, what) {
            (Err(_), What::Wrong) => shared.coverage.refused += 1,
            (Ok(()), What::Wrong) => shared.fail(|| format!("rank {rank}: {window:?} of {to} served what is wrong")),
            (Err(why), _) if offer.is_some() => {
                shared.fail(|| format!("rank {rank}: a good operation on {window:?} of {to} was refused: {why:?}"));
            }
            (Err(_), _) => shared.coverage.refused += 1,
            (Ok(()), What::Get(wanted)) => {
                if got != wanted {
                    shared.fail(|| format!("rank {rank} got wrong bytes out of {window:?} of {to}"));
                }
            }
            (Ok(()), What::FetchAndAdd(added)) => {
                if let Some(offer) = offer {
                    offer.fetched.push((word(&got), added));
                }
            }
            (Ok(()), What::Swap(compared)) => {
                let old = word(&got);
                if let Some(account) = self.windows.accounts.get_mut(&(to, window)) {
                    account.seen = if old == compared { old + 1 } else { old };
                }
                if let Some(offer) = offer {
                    offer.swapped.push((old, compared));
                }
            }
        }
    }

    /// Checks a window of `to` where nothing is pending: all bytes are in place, and wrong operations were refused.
    fn applied(&mut self, shared: &mut Shared, to: Rank, window: WindowId) {
        let (rank, asked) = (self.rank, &self.windows.asked);
        let account = self.windows.accounts.get_mut(&(to, window)).expect("it was listed");
        let offer = shared.windows.get(&(to, window)).filter(|o| o.generation == account.generation);
        let refusal = self.engine.windows().take_refusal(to, window);
        if refusal.is_some() != account.wrong && (offer.is_some() || account.wrong) {
            let (wrong, why) = (account.wrong, refusal);
            return shared.fail(|| format!("rank {rank} at {window:?} of {to}: wrong {wrong}, refused {why:?}"));
        }
        account.wrong = false;
        if account.busy.is_empty() || asked.iter().any(|a| (a.to, a.window) == (to, window)) {
            return;
        }
        account.busy.clear();
        if let Some(offer) = offer {
            let stripe = offer.memory.region().slice((u64::from(rank) * offer.stripe) as usize, account.shadow.len());
            if let Some(byte) = stripe.to_vec().iter().zip(&account.shadow).position(|(is, shall)| is != shall) {
                shared.fail(|| {
                    format!("rank {rank} has nothing pending at {window:?} of {to}, and byte {byte} is wrong")
                });
            }
        }
    }
}
