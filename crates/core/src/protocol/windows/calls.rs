//! What a program does with windows: it offers its own, and operates on those of other ranks.
use super::state::{CLASS, How, Ledger, Offered, Operation, Request, What, WindowPlace, Windows};
use crate::ids::{OperationId, Rank, SendId, WindowId};
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::Refusal;
use slotmap::Key;
use std::collections::BTreeMap;

/// The calls that concern windows; from [`Engine::windows`](crate::Engine::windows).
pub struct WindowCalls<'a> {
    pub(in crate::protocol) windows: &'a mut Windows,
    pub(in crate::protocol) transfers: &'a mut Transfers,
}

impl WindowCalls<'_> {
    /// Offers a window to whoever knows its key; it has no memory yet. One of that number that was offered before has
    /// to be withdrawn first.
    pub fn offer(&mut self, window: WindowId, key: u64) {
        self.windows.offered.insert(window, Offered { key, only: None, parts: BTreeMap::new() });
    }

    /// The same for one rank alone, which must know the key too: others hear that it is wrong.
    pub fn offer_to(&mut self, window: WindowId, key: u64, rank: Rank) {
        self.windows.offered.insert(window, Offered { key, only: Some(rank), parts: BTreeMap::new() });
    }

    /// Memory of `len` bytes is the window's from now on, from `offset` on; it overlaps no other part of it.
    pub fn attach(&mut self, window: WindowId, offset: u64, len: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            offered.parts.insert(offset, len);
        }
    }

    /// The memory that the window has from `offset` on is its owner's again: nothing that is under way reads or writes
    /// it any more.
    pub fn detach<S: Sink>(&mut self, sink: &mut S, window: WindowId, offset: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            offered.parts.remove(&offset);
            self.windows.take_back(self.transfers, sink, window);
        }
    }

    /// The window is no more. Its memory is its owner's again: nothing that is under way reads or writes it any more.
    pub fn withdraw<S: Sink>(&mut self, sink: &mut S, window: WindowId) {
        self.windows.withdraw(self.transfers, sink, window);
    }

    /// Puts `len` bytes of the caller's memory into a window. `None`: the memory is free again. `Some`: when that send
    /// is complete. Either way the bytes are in the window when nothing is [pending](Self::pending).
    pub fn put<S: Sink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> Option<SendId> {
        let p = self.transfers.peer(sink, place.to);
        self.windows.issue(self.transfers, sink, p, Request { place, len, what: What::Put })
    }

    /// Asks for `len` bytes of a window. The caller keeps the memory that they go to by the operation's name.
    pub fn get<S: Sink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> OperationId {
        let p = self.transfers.peer(sink, place.to);
        let operation = self.operation(p, place.window, len);
        self.windows.issue(self.transfers, sink, p, Request { place, len: 0, what: What::Get { operation, len } });
        operation
    }

    /// Combines `len` bytes of the caller's memory with those in a window, each element at once: at most
    /// [`most_deposited`](crate::Engine::most_deposited). A reply, if one was asked for, goes to memory that the
    /// caller keeps by the operation's name; it is half as long for compare-and-swap. The memory combined with is free
    /// again when the send, if there is one, is complete.
    ///
    /// # Panics
    /// If `len` is more than that.
    pub fn combine<S: Sink>(
        &mut self,
        sink: &mut S,
        place: WindowPlace,
        how: How,
        len: u64,
    ) -> (Option<OperationId>, Option<SendId>) {
        let p = self.transfers.peer(sink, place.to);
        assert!(len <= self.transfers.limits.deposit(), "{len} bytes to combine do not fit a frame");
        let replied = if how.swap { len / 2 } else { len };
        let reply = how.replied.then(|| self.operation(p, place.window, replied));
        let what = What::Combine { operation: reply.unwrap_or(OperationId::null()), how };
        (reply, self.windows.issue(self.transfers, sink, p, Request { place, len, what }))
    }

    fn operation(&mut self, p: usize, window: WindowId, len: u64) -> OperationId {
        self.windows.operations.insert(Operation { p, window, len, arrival: None, end: None, detached: false })
    }

    /// Operations of this rank's on a window of `to` that are not over: none means that all have been applied there,
    /// and that their bytes are where they belong.
    pub fn pending(&mut self, to: Rank, window: WindowId) -> u64 {
        self.ledger(to, window).map_or(0, |l| l.counted + l.replied)
    }

    /// True while memory of this rank's calls on a window of `to` is in use: bytes have not left it, or not all come.
    pub fn uses_memory(&mut self, to: Rank, window: WindowId) -> bool {
        let answers = self.ledger(to, window).is_some_and(|l| l.replied > 0);
        let sends = &mut self.transfers.sends.iter();
        answers || sends.any(|(_, s)| s.to == to && s.class == CLASS && !s.is_over())
    }

    /// Why an operation on a window of `to` came to nothing since this was last asked, if one did.
    pub fn take_refusal(&mut self, to: Rank, window: WindowId) -> Option<Refusal> {
        self.ledger(to, window)?.refusal.take()
    }

    fn ledger(&mut self, to: Rank, window: WindowId) -> Option<&mut Ledger> {
        let p = self.transfers.known(to)?;
        self.windows.link(p).ledgers.get_mut(&window)
    }

    /// What came of an operation; `None` while it is under way, and if it is not known.
    pub fn operation_end(&self, id: OperationId) -> Option<Result<(), Refusal>> {
        self.windows.operations.get(id)?.end
    }

    /// True if the send's memory is the caller's again, whose [`put`](Self::put) or [`combine`](Self::combine) it is.
    pub fn has_left(&self, id: SendId) -> bool {
        self.transfers.sends.get(id).is_none_or(|s| s.is_over())
    }

    /// Nobody will ask for the outcome: an operation is forgotten when it is over.
    pub fn detach_operation(&mut self, id: OperationId) {
        match self.windows.operations.get_mut(id) {
            Some(o) if o.end.is_none() => o.detached = true,
            _ => drop(self.windows.operations.remove(id)),
        }
    }

    /// This rank will do nothing more with a window of `to`, where nothing is pending: what it knows is forgotten.
    pub fn forget_window(&mut self, to: Rank, window: WindowId) {
        if let Some(p) = self.transfers.known(to)
            && self.pending(to, window) == 0
        {
            self.windows.link(p).ledgers.remove(&window);
        }
    }
}
