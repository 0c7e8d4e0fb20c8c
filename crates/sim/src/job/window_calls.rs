//! The operations that a simulated program begins on windows of other ranks, and the memory that they use.
use super::turn::Turn;
use super::window_offer::{ADDED, BLOCK, BLOCK_WORDS, FETCHED, SUM, SWAPPED};
use super::windows::{Account, Asked, GUARD, Leaving, What, Windows};
use crate::contents::BLANK;
use crate::contents::contents;
use clump::driver::{FarOp, LentBuffer};
use clump_core::{Combine, How, Rank, Rows, WindowId, WindowPlace};
use clump_fabric::sim::{lent, lent_copy};
use std::ops::Range;

/// The chance that the program does not ask for the end of an operation, in per mille.
const DETACHED: u32 = 150;
/// The number of a window that no rank offers.
const NO_WINDOW: WindowId = WindowId(99);
/// A combining operation that no window defines.
const UNDEFINED: Combine = Combine { operation: 77, element: 0 };

impl Windows {
    /// Begins a random operation on a window of `to`.
    pub(super) fn operate(&mut self, turn: &mut Turn<'_>, to: Rank, window: WindowId) {
        let Some(offer) = self.offers.get(&(to, window)) else {
            return self.wrong(turn, WindowPlace { to, window, key: 0, offset: 0 });
        };
        let (key, generation, stripe, end) = (offer.key, offer.generation, offer.stripe, offer.size());
        let words = offer.word(FETCHED);
        let pending = turn.endpoint.far_windows().is_pending(to, window);
        let account = self.origins[turn.rank as usize].accounts.entry((to, window)).or_default();
        if account.generation != generation {
            if pending || account.wrong || !account.busy.is_empty() {
                return;
            }
            // What the former offer refused says nothing of this one.
            turn.endpoint.far_windows().refusal(to, window);
            *account = Account { generation, shadow: vec![BLANK; stripe as usize], ..Account::default() };
        }
        let place = |offset| WindowPlace { to, window, key, offset };
        let own = place(u64::from(turn.rank) * stripe);
        match turn.run.rng.u32(..13) {
            10 | 11 => self.put(turn, own, true),
            12 => self.get(turn, own, true),
            0..=2 => self.put(turn, own, false),
            3 | 4 => self.get(turn, own, false),
            5..=8 => self.combine(turn, place(0)),
            _ => match turn.run.rng.u32(..5) {
                0 => self.wrong(turn, WindowPlace { key: key.wrapping_add(1), ..place(0) }),
                1 => self.wrong(turn, WindowPlace { window: NO_WINDOW, ..place(0) }),
                // The operation's last byte lies one past the window's end, or the whole operation lies far beyond
                // the end.
                2 => self.wrong(turn, place(end - 7)),
                3 => {
                    let offset = turn.run.rng.u64(end..);
                    self.wrong(turn, place(offset));
                }
                _ => self.undefined(turn, place(words)),
            },
        }
    }

    /// Returns a range of this rank's stripe that no operation uses, and marks it busy.
    fn part(&mut self, turn: &mut Turn<'_>, stripe: WindowPlace) -> Option<Range<u64>> {
        let account = self.origins[turn.rank as usize].accounts.get_mut(&(stripe.to, stripe.window))?;
        let room = account.shadow.len() as u64;
        let len = turn.plan.len(&mut turn.run.rng).clamp(1, room);
        let start = turn.run.rng.u64(..=room - len);
        let part = start..start + len;
        let clash = account.busy.iter().any(|b| b.start < part.end && part.start < b.end);
        (!clash).then(|| {
            account.busy.push(part.clone());
            part
        })
    }

    /// Returns rows that begin with a part and do not reach past its end, and their bytes in all.
    fn rows_in(turn: &mut Turn<'_>, part: &Range<u64>) -> (Rows, u64) {
        let (room, most) = (part.end - part.start, turn.endpoint.most_combined() as u64);
        let len = turn.run.rng.u64(1..=room.min(most).min(40));
        let stride = len + turn.run.rng.u64(..40);
        let count = ((room - len) / stride + 1).min(most / len);
        (Rows::new(len, stride).expect("short rows"), count * len)
    }

    /// Puts new bytes into a part of this rank's stripe: into all of the part, or into rows of it.
    fn put(&mut self, turn: &mut Turn<'_>, stripe: WindowPlace, in_rows: bool) {
        let Some(part) = self.part(turn, stripe) else { return };
        let whole = part.end - part.start;
        let (rows, len) = if in_rows { Self::rows_in(turn, &part) } else { (row_of(whole), whole) };
        self.pieces += 1;
        let bytes = contents(1 << 24 | self.pieces, len);
        let accounts = &mut self.origins[turn.rank as usize].accounts;
        let shadow = &mut accounts.get_mut(&(stripe.to, stripe.window)).expect("a part of it is busy").shadow;
        for (at, body) in rows.each(part.start, len) {
            let row = &bytes[body.start as usize..body.end as usize];
            shadow[at as usize..][..row.len()].copy_from_slice(row);
        }
        let place = WindowPlace { offset: stripe.offset + part.start, ..stripe };
        self.put_bytes(turn, place, in_rows.then_some(rows), &bytes);
    }

    /// Puts these bytes to a place, or into rows that begin there.
    fn put_bytes(&mut self, turn: &mut Turn<'_>, place: WindowPlace, rows: Option<Rows>, bytes: &[u8]) {
        turn.run.note(|| format!("rank {} puts {} bytes to {place:?}, {rows:?}", turn.rank, bytes.len()));
        let memory = lent_copy(bytes);
        let op = match rows {
            None => turn.endpoint.far_windows().put(place, memory.region()),
            Some(rows) => turn.endpoint.far_windows().put_rows(place, rows, memory.region()),
        };
        self.leaves(turn, place, op, memory);
    }

    /// Keeps the memory that an operation reads until the operation needs it no more.
    fn leaves(&mut self, turn: &mut Turn<'_>, place: WindowPlace, op: FarOp, memory: LentBuffer) {
        if op == FarOp::Left {
            return self.spent.add(memory);
        }
        let detached = turn.run.chance(DETACHED);
        if detached {
            turn.endpoint.far_windows().detach(op);
        }
        let WindowPlace { to, window, .. } = place;
        let leaving = Leaving { op: (!detached).then_some(op), to, window, memory };
        self.origins[turn.rank as usize].leaving.push(leaving);
    }

    /// Gets a part of this rank's stripe: all of the part, or rows of it.
    fn get(&mut self, turn: &mut Turn<'_>, stripe: WindowPlace, in_rows: bool) {
        let Some(part) = self.part(turn, stripe) else { return };
        let whole = part.end - part.start;
        let (rows, len) = if in_rows { Self::rows_in(turn, &part) } else { (row_of(whole), whole) };
        let shadow = &self.origins[turn.rank as usize].accounts[&(stripe.to, stripe.window)].shadow;
        let row = |(at, _): (u64, Range<u64>)| shadow[at as usize..][..rows.row() as usize].iter().copied();
        let wanted = rows.each(part.start, len).flat_map(row).collect();
        let place = WindowPlace { offset: stripe.offset + part.start, ..stripe };
        self.ask(turn, place, in_rows.then_some(rows), len, What::Get(wanted));
    }

    /// Gets bytes from a place, or rows that begin there.
    fn ask(&mut self, turn: &mut Turn<'_>, place: WindowPlace, rows: Option<Rows>, len: u64, what: What) {
        turn.run.note(|| format!("rank {} gets {len} bytes from {place:?}, {rows:?}", turn.rank));
        let memory = answer(len);
        let into = memory.region().slice(0, len as usize);
        let op = match rows {
            None => turn.endpoint.far_windows().get(place, into),
            Some(rows) => turn.endpoint.far_windows().get_rows(place, rows, into),
        };
        let detached = turn.run.chance(DETACHED);
        if detached {
            turn.endpoint.far_windows().detach(op);
        }
        self.asked(turn, op, place, what, memory, detached);
    }

    /// Records an operation that a reply answers.
    fn asked(
        &mut self,
        turn: &Turn<'_>,
        op: FarOp,
        place: WindowPlace,
        what: What,
        memory: LentBuffer,
        detached: bool,
    ) {
        let WindowPlace { to, window, .. } = place;
        let generation = self.offers.get(&(to, window)).map_or(0, |o| o.generation);
        let asked = Asked { op, to, window, generation, what, memory, detached };
        self.origins[turn.rank as usize].asked.push(asked);
    }

    /// Combines random numbers with the words that all ranks share.
    fn combine(&mut self, turn: &mut Turn<'_>, place: WindowPlace) {
        let add = turn.run.rng.u64(1..1000);
        let seen = self.origins[turn.rank as usize].accounts[&(place.to, place.window)].seen;
        let most = turn.endpoint.most_combined() as u64 / 8;
        let Some(offer) = self.offers.get_mut(&(place.to, place.window)) else { return };
        let at = |word| WindowPlace { offset: offer.word(word), ..place };
        let (fetched, added, swapped, block) = (at(FETCHED), at(ADDED), at(SWAPPED), at(BLOCK));
        let how = |swap, replied| How { combine: SUM, swap, replied };
        match add % 5 {
            0 => self.send_operands(turn, fetched, how(false, true), &[add], What::FetchAndAdd(add)),
            1 => {
                offer.sums[ADDED as usize] += add;
                self.send_operands(turn, added, how(false, false), &[add], What::Wrong);
            }
            2 if most >= 2 => self.send_operands(turn, swapped, how(true, true), &[seen, seen + 1], What::Swap(seen)),
            3 if most >= 2 => {
                // Every other word of the block.
                [BLOCK, BLOCK + 2].into_iter().for_each(|word| offer.sums[word as usize] += add);
                let rows = Rows::new(8, 16).expect("two words apart");
                turn.run.note(|| format!("rank {} adds {add} to {rows:?} at {block:?}", turn.rank));
                let memory = operands(&[add, add]);
                let op = turn.endpoint.far_windows().combine_rows(block, rows, SUM, memory.region());
                self.leaves(turn, block, op, memory);
            }
            _ => {
                let words = most.min(BLOCK_WORDS);
                (BLOCK..BLOCK + words).for_each(|word| offer.sums[word as usize] += add);
                self.send_operands(turn, block, how(false, false), &vec![add; words as usize], What::Wrong);
            }
        }
    }

    /// Combines these words with those at a place.
    fn send_operands(&mut self, turn: &mut Turn<'_>, place: WindowPlace, how: How, words: &[u64], what: What) {
        turn.run.note(|| format!("rank {} combines {words:?} with {place:?}: {how:?}", turn.rank));
        let memory = operands(words);
        if !how.replied {
            let op = turn.endpoint.far_windows().combine(place, how, memory.region(), None);
            return self.leaves(turn, place, op, memory);
        }
        let len = memory.region().len() / if how.swap { 2 } else { 1 };
        let old = answer(len as u64);
        let into = old.region().slice(0, len);
        let op = turn.endpoint.far_windows().combine(place, how, memory.region(), Some(into));
        self.asked(turn, op, place, what, old, false);
        // The endpoint has detached the send of the operands.
        let WindowPlace { to, window, .. } = place;
        self.origins[turn.rank as usize].leaving.push(Leaving { op: None, to, window, memory });
    }

    /// Issues an operation that must be refused and change nothing.
    fn wrong(&mut self, turn: &mut Turn<'_>, place: WindowPlace) {
        self.expect_refusal(turn.rank, place);
        match turn.run.rng.u32(..5) {
            // Two rows, of which the first may lie inside the window.
            4 if turn.endpoint.most_combined() >= 8 => self.put_bytes(turn, place, Rows::new(4, 16), &[5; 8]),
            0 => self.put_bytes(turn, place, None, &[1; 8]),
            1 => {
                let len = turn.plan.largest.clamp(64, 12_000) as usize + 8;
                self.put_bytes(turn, place, None, &vec![2; len]);
            }
            2 => self.ask(turn, place, None, 8, What::Wrong),
            _ => {
                let right = place.offset.is_multiple_of(8) && turn.run.rng.bool();
                let combine = if right { SUM } else { UNDEFINED };
                let how = How { combine, swap: false, replied: turn.run.rng.bool() };
                self.send_operands(turn, place, how, &[3], What::Wrong);
            }
        }
    }

    /// Combines words of a window by an operation that the window's owner has not defined.
    fn undefined(&mut self, turn: &mut Turn<'_>, place: WindowPlace) {
        self.expect_refusal(turn.rank, place);
        let how = How { combine: UNDEFINED, swap: false, replied: turn.run.rng.bool() };
        self.send_operands(turn, place, how, &[3], What::Wrong);
    }

    /// Records that an operation on the window must be refused.
    fn expect_refusal(&mut self, rank: Rank, place: WindowPlace) {
        self.origins[rank as usize].accounts.entry((place.to, place.window)).or_default().wrong = true;
    }
}

/// Returns one row of `len` bytes.
fn row_of(len: u64) -> Rows {
    Rows::new(len, len).expect("not empty")
}

/// Returns memory for an answer of `len` bytes, with the guard behind it, all of it blank.
fn answer(len: u64) -> LentBuffer {
    let memory = lent(len as usize + GUARD);
    memory.region().write(&vec![BLANK; len as usize + GUARD]);
    memory
}

/// Returns memory that holds these words.
fn operands(words: &[u64]) -> LentBuffer {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    lent_copy(&bytes)
}
