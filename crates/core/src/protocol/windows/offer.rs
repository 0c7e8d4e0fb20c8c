//! What a rank offers: windows by their number, each with a key and the memory that it has.
use super::Windows;
use super::answer::Answer;
use crate::ids::{DepositId, Rank, SendId, WindowId};
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Destination, Sink};
use crate::wire::Refusal;
use std::collections::BTreeMap;

/// A window of this rank's.
#[derive(Debug)]
pub(super) struct Offered {
    key: u64,
    /// The one rank that may come; `None`: whoever knows the key.
    only: Option<Rank>,
    /// By the offset of each. No two overlap.
    parts: BTreeMap<u64, OfferedPart>,
}

/// A part of a window.
#[derive(Clone, Copy, Debug)]
struct OfferedPart {
    len: u64,
    /// Its memory continues that of the part which ends at its offset.
    continues: bool,
}

impl Offered {
    fn new(key: u64, only: Option<Rank>) -> Offered {
        Offered { key, only, parts: BTreeMap::new() }
    }

    /// Returns true if the bytes lie in one part, or in several of which each continues the one before.
    fn has(&self, offset: u64, len: u64) -> bool {
        let Some((&start, part)) = self.parts.range(..=offset).next_back() else { return false };
        let slack = if planted("deposit_over_the_end") { 1 } else { 0 };
        let Some(mut here) = (part.len + slack).checked_sub(offset - start) else { return false };
        while here < len {
            let next = offset.checked_add(here).and_then(|at| self.parts.get(&at));
            match next {
                Some(next) if next.continues && next.len > 0 => here += next.len,
                _ => return false,
            }
        }
        true
    }
}

impl Windows {
    /// May `len` bytes at `offset` of the window be read and written by rank `from`, who says `key`?
    pub(super) fn check(&self, from: Rank, window: WindowId, key: u64, offset: u64, len: u64) -> Result<(), Refusal> {
        let offered = self.offered.get(&window).ok_or(Refusal::NoWindow)?;
        if offered.key != key && !planted("key_not_checked") {
            return Err(Refusal::WrongKey);
        }
        if offered.only.is_some_and(|rank| rank != from) && !planted("sender_not_checked") {
            return Err(Refusal::WrongKey);
        }
        if offered.has(offset, len) { Ok(()) } else { Err(Refusal::Outside) }
    }
}

impl Engine {
    /// Offers a window to whoever knows its key; it has no memory yet. One of that number that was offered before has
    /// to be withdrawn first.
    pub fn offer(&mut self, window: WindowId, key: u64) {
        self.windows.offered.insert(window, Offered::new(key, None));
    }

    /// The same for one rank alone, which must know the key too: others hear that it is wrong.
    pub fn offer_to(&mut self, window: WindowId, key: u64, rank: Rank) {
        self.windows.offered.insert(window, Offered::new(key, Some(rank)));
    }

    /// Memory of `len` bytes is the window's from now on, from `offset` on; it overlaps no other part of it.
    pub fn attach(&mut self, window: WindowId, offset: u64, len: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            offered.parts.insert(offset, OfferedPart { len, continues: false });
        }
    }

    /// Declares that the memory of the part at `offset` continues the memory of the part that ends there: operations
    /// may span both, until one of them is detached.
    pub fn join(&mut self, window: WindowId, offset: u64) {
        if let Some(part) = self.windows.offered.get_mut(&window).and_then(|w| w.parts.get_mut(&offset)) {
            part.continues = true;
        }
    }

    /// The memory that the window has from `offset` on is its owner's again: nothing that is under way reads or writes
    /// it any more.
    pub fn detach<S: Sink>(&mut self, sink: &mut S, window: WindowId, offset: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            let part = offered.parts.remove(&offset);
            let next = part.and_then(|part| offered.parts.get_mut(&(offset + part.len)));
            if let Some(next) = next {
                next.continues = false;
            }
            self.take_back(sink, window);
        }
    }

    /// The window is no more. Its memory is its owner's again: nothing that is under way reads or writes it any more.
    pub fn withdraw<S: Sink>(&mut self, sink: &mut S, window: WindowId) {
        if self.windows.offered.remove(&window).is_some() {
            self.take_back(sink, window);
        }
    }

    /// Stops what is under way into a window and out of it: deposits of which a part is here land nowhere from now on,
    /// and their origins hear that they were refused; what others pull goes on from a copy.
    fn take_back<S: Sink>(&mut self, sink: &mut S, window: WindowId) {
        let into_it = self.windows.incoming.iter().filter(|(_, i)| i.window == window);
        let incoming: Vec<DepositId> = into_it.map(|(id, _)| id).collect();
        for id in incoming {
            self.stop_deposit(sink, id, Refusal::Withdrawn);
        }
        let out_of_it = self.windows.lent.iter_mut().filter(|(_, l)| l.window == Some(window));
        let lent: Vec<SendId> = out_of_it
            .map(|(id, l)| {
                l.window = None;
                *id
            })
            .collect();
        for id in lent {
            if let Some(to) = self.transfers.sends.get(id).map(|s| s.to)
                && let Some(p) = self.transfers.known(to)
            {
                self.transfers.keep_send(sink, p, id);
            }
        }
        for link in &mut self.windows.links {
            for answer in link.answers.iter_mut() {
                if let Answer::Read { operation, window: of, .. } = *answer
                    && of == window
                {
                    *answer = Answer::Refused { operation, refusal: Refusal::Withdrawn };
                }
            }
        }
    }

    /// A deposit of which not all is here comes to nothing.
    pub(super) fn stop_deposit<S: Sink>(&mut self, sink: &mut S, id: DepositId, refusal: Refusal) {
        let Some(incoming) = self.windows.incoming.remove(id) else { return };
        if !planted("withdrawn_too_late") {
            sink.close_destination(Destination::Deposit(id));
        }
        self.transfers.abandon(sink, incoming.arrival);
        self.transfers.owe(sink, incoming.p, super::CLASS, incoming.cost);
        self.applied(sink, incoming.p, incoming.window, Err(refusal));
    }
}
