//! Checks a simulated program's operations on windows: their answers, the bytes at their targets, and that whatever
//! must be refused is refused.
use super::turn::Turn;
use super::windows::{Account, Asked, Leaving, What, Windows};
use crate::contents::BLANK;
use clump_core::{Rank, Refusal, WindowId};

impl Windows {
    /// Handles the rank's operations that have ended. Returns true if any has.
    pub(super) fn end_operations(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let at = turn.rank as usize;
        let mut any = false;
        for asked in std::mem::take(&mut self.origins[at].asked) {
            let end = match asked.detached {
                false => turn.endpoint.far_windows().done(asked.op),
                // Nothing tells how a detached operation has ended.
                true => (!turn.endpoint.far_windows().is_pending(asked.to, asked.window)).then_some(Ok(())),
            };
            match end {
                None => self.origins[at].asked.push(asked),
                Some(end) => {
                    any = true;
                    self.ended(turn, asked, end)?;
                }
            }
        }
        for leaving in std::mem::take(&mut self.origins[at].leaving) {
            let Leaving { op, to, window, .. } = leaving;
            let is_free = match op {
                Some(op) => turn.endpoint.far_windows().done(op).is_some(),
                None => !turn.endpoint.far_windows().uses_memory(to, window),
            };
            match is_free {
                true => self.spent.add(leaving.memory),
                false => self.origins[at].leaving.push(leaving),
            }
            any |= is_free;
        }
        let keys: Vec<_> = self.origins[at].accounts.keys().copied().collect();
        for (to, window) in keys {
            if !turn.endpoint.far_windows().is_pending(to, window) {
                any |= self.applied(turn, to, window)?;
            }
        }
        Ok(any)
    }

    /// Checks the end of an operation that a reply answers.
    fn ended(&mut self, turn: &mut Turn<'_>, asked: Asked, end: Result<(), Refusal>) -> Result<(), String> {
        let (rank, (got, guarded)) = (turn.rank, asked.got());
        let Asked { to, window, generation, what, memory, detached, .. } = asked;
        self.spent.add(memory);
        turn.run.coverage.operations += 1;
        turn.run.note(|| format!("rank {rank}: an operation on {window:?} of {to} ends: {end:?}"));
        if !guarded {
            return Err(format!("rank {rank}: an answer of {window:?} of {to} overwrites what is behind its memory"));
        }
        let offer = self.offers.get_mut(&(to, window)).filter(|o| o.generation == generation);
        let is_blank = got.iter().all(|byte| *byte == BLANK);
        let word = |bytes: &[u8]| bytes.try_into().map_or(u64::MAX, u64::from_le_bytes);
        match (end, what) {
            (_, What::Wrong) if is_blank && (detached || end.is_err()) => {
                turn.run.coverage.refused += 1;
            }
            (_, What::Wrong) => return Err(format!("rank {rank}: {window:?} of {to} served what is wrong")),
            (Err(why), _) if offer.is_some() => {
                return Err(format!("rank {rank}: a good operation on {window:?} of {to} was refused: {why:?}"));
            }
            (Err(_), _) => turn.run.coverage.refused += 1,
            (Ok(()), What::Get(wanted)) => {
                if got != wanted && (!detached || offer.is_some()) {
                    let byte = got.iter().zip(&wanted).position(|(is, shall)| is != shall);
                    let len = got.len();
                    let (is, shall) = byte.map_or((0, 0), |at| (got[at], wanted[at]));
                    return Err(format!(
                        "rank {rank} got {is} as byte {byte:?} of {len} out of {window:?} of {to}, not {shall}; \
                         detached {detached}"
                    ));
                }
            }
            (Ok(()), What::FetchAndAdd(added)) => {
                if let Some(offer) = offer {
                    offer.fetched.push((word(&got), added));
                }
            }
            (Ok(()), What::Swap(compared)) => {
                let old = word(&got);
                if let Some(account) = self.origins[rank as usize].accounts.get_mut(&(to, window)) {
                    account.seen = if old == compared { old + 1 } else { old };
                }
                if let Some(offer) = offer {
                    offer.swapped.push((old, compared));
                }
            }
        }
        Ok(())
    }

    /// Checks a window of `to` where the rank has nothing pending: all bytes are in place, and wrong operations were
    /// refused. Returns true if an operation has ended.
    fn applied(&mut self, turn: &mut Turn<'_>, to: Rank, window: WindowId) -> Result<bool, String> {
        let rank = turn.rank;
        let refusal = turn.endpoint.far_windows().refusal(to, window);
        let origin = &mut self.origins[rank as usize];
        let Some(account) = origin.accounts.get_mut(&(to, window)) else { return Ok(false) };
        let offer = self.offers.get(&(to, window)).filter(|o| o.generation == account.generation);
        if refusal.is_some() != account.wrong && (offer.is_some() || account.wrong) {
            let wrong = account.wrong;
            return Err(format!("rank {rank} at {window:?} of {to}: wrong {wrong}, refused {refusal:?}"));
        }
        let any = std::mem::take(&mut account.wrong);
        if account.busy.is_empty() || origin.asked.iter().any(|a| (a.to, a.window) == (to, window)) {
            return Ok(any);
        }
        account.busy.clear();
        if let Some(offer) = offer {
            let start = (u64::from(rank) * offer.stripe) as usize;
            let stripe = offer.memory.region().slice(start, account.shadow.len()).to_vec();
            if let Some(byte) = stripe.iter().zip(&account.shadow).position(|(is, shall)| is != shall) {
                return Err(format!("rank {rank} has nothing pending at {window:?} of {to}, and byte {byte} is wrong"));
            }
        }
        Ok(true)
    }

    /// Checks all windows and operations. Nothing may be under way.
    pub(super) fn check_settled(&mut self) -> Result<(), String> {
        for (rank, origin) in self.origins.iter().enumerate() {
            let left = origin.asked.len() + origin.leaving.len();
            let is_open = |a: &Account| a.wrong || !a.busy.is_empty();
            let open = origin.accounts.iter().find(|(_, account)| is_open(account)).map(|(at, _)| *at);
            if left > 0 || open.is_some() {
                return Err(format!("rank {rank}: {left} operations never end, or those on the window {open:?}"));
            }
        }
        for ((rank, window), offer) in &self.offers {
            offer.check().map_err(|why| format!("{window:?} of rank {rank}: {why}"))?;
        }
        self.spent.free()
    }
}
