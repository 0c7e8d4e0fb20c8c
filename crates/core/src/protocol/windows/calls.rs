//! The program's calls for windows: offering its own windows, and operating on the windows of other ranks.
use super::sink::WindowSink;
use super::state::{CLASS, How, Ledger, Offered, OfferedPart, Operation, Request, RequestKind, WindowPlace, Windows};
use crate::ids::{OperationId, Rank, SendId, WindowId};
use crate::protocol::engine::Engine;
use crate::protocol::transfer::Transfers;
use crate::wire::{Combine, Refusal, Rows};
use slotmap::Key;

/// The calls for windows; from [`Engine::windows`](crate::Engine::windows).
pub struct WindowCalls<'a> {
    windows: &'a mut Windows,
    transfers: &'a mut Transfers,
}

impl Engine {
    /// Returns the calls for windows.
    pub fn windows(&mut self) -> WindowCalls<'_> {
        WindowCalls { windows: &mut self.owners.windows, transfers: &mut self.transfers }
    }
}

impl WindowCalls<'_> {
    /// Offers a window to every rank that knows its key. The window has no memory yet. An earlier window with this
    /// number must be withdrawn first.
    pub fn offer(&mut self, window: WindowId, key: u64) {
        self.windows.offered.insert(window, Offered::new(key, None));
    }

    /// Offers a window to one rank, which must present the key. An operation of any other rank is refused, as for a
    /// wrong key.
    pub fn offer_to(&mut self, window: WindowId, key: u64, rank: Rank) {
        self.windows.offered.insert(window, Offered::new(key, Some(rank)));
    }

    /// Attaches `len` bytes of memory to the window, beginning at `offset`. The bytes must not overlap an attached
    /// part.
    pub fn attach(&mut self, window: WindowId, offset: u64, len: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            offered.parts.insert(offset, OfferedPart { len, continues: false });
        }
    }

    /// Declares that the memory of the part at `offset` continues the memory of the part that ends at `offset`.
    /// Operations may span the two parts until one of them is detached.
    pub fn join(&mut self, window: WindowId, offset: u64) {
        if let Some(part) = self.windows.offered.get_mut(&window).and_then(|w| w.parts.get_mut(&offset)) {
            part.continues = true;
        }
    }

    /// Detaches the window's memory at `offset`, and returns it to its owner. No operation under way reads or writes
    /// the memory after this call.
    pub fn detach<S: WindowSink>(&mut self, sink: &mut S, window: WindowId, offset: u64) {
        if let Some(offered) = self.windows.offered.get_mut(&window) {
            let part = offered.parts.remove(&offset);
            let next = part.and_then(|part| offered.parts.get_mut(&(offset + part.len)));
            if let Some(next) = next {
                next.continues = false;
            }
            self.windows.take_back(self.transfers, sink, window);
        }
    }

    /// Withdraws the window and returns its memory to its owner. No operation under way reads or writes the memory
    /// after this call.
    pub fn withdraw<S: WindowSink>(&mut self, sink: &mut S, window: WindowId) {
        self.windows.withdraw(self.transfers, sink, window);
    }

    /// Puts `len` bytes of the caller's memory into a window. Returns `None` if the memory is free again, else the send
    /// whose completion frees the memory. The bytes are in the window when [`pending`](Self::pending) returns 0.
    pub fn put<S: WindowSink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> Option<SendId> {
        let p = self.transfers.peer(sink, place.to);
        self.windows.issue(self.transfers, sink, p, Request { place, len, what: RequestKind::Put })
    }

    /// Asks for `len` bytes of a window. Returns the operation; the caller keeps the destination memory under its id.
    pub fn get<S: WindowSink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> OperationId {
        let p = self.transfers.peer(sink, place.to);
        let operation = self.operation(p, place.window, len);
        self.windows.issue(
            self.transfers,
            sink,
            p,
            Request { place, len: 0, what: RequestKind::Get { operation, len } },
        );
        operation
    }

    /// Puts `len` bytes of the caller's memory into rows of a window, of which the first begins at `place`. Returns as
    /// [`put`](Self::put) does.
    ///
    /// # Panics
    /// If `len` exceeds [`most_deposited`](crate::Engine::most_deposited), or is not whole rows.
    pub fn put_rows<S: WindowSink>(
        &mut self,
        sink: &mut S,
        place: WindowPlace,
        rows: Rows,
        len: u64,
    ) -> Option<SendId> {
        self.check_rows(rows, len);
        let p = self.transfers.peer(sink, place.to);
        self.windows.issue(self.transfers, sink, p, Request { place, len, what: RequestKind::PutRows(rows) })
    }

    /// Asks for `count` rows of a window, of which the first begins at `place`. Returns as [`get`](Self::get) does.
    ///
    /// # Panics
    /// If the rows have more bytes than [`most_deposited`](crate::Engine::most_deposited), or `count` is 0.
    pub fn get_rows<S: WindowSink>(&mut self, sink: &mut S, place: WindowPlace, rows: Rows, count: u16) -> OperationId {
        let len = u64::from(count) * rows.row();
        self.check_rows(rows, len);
        let p = self.transfers.peer(sink, place.to);
        let operation = self.operation(p, place.window, len);
        let what = RequestKind::GetRows { operation, rows, count };
        self.windows.issue(self.transfers, sink, p, Request { place, len: 0, what });
        operation
    }

    /// Combines `len` bytes of the caller's memory with rows of a window, of which the first begins at `place`; each
    /// element changes atomically. Returns as [`put`](Self::put) does.
    ///
    /// # Panics
    /// If `len` exceeds [`most_deposited`](crate::Engine::most_deposited), or is not whole rows.
    pub fn combine_rows<S: WindowSink>(
        &mut self,
        sink: &mut S,
        place: WindowPlace,
        rows: Rows,
        combine: Combine,
        len: u64,
    ) -> Option<SendId> {
        self.check_rows(rows, len);
        let p = self.transfers.peer(sink, place.to);
        let what = RequestKind::CombineRows { rows, combine };
        self.windows.issue(self.transfers, sink, p, Request { place, len, what })
    }

    fn check_rows(&self, rows: Rows, len: u64) {
        let fits = len <= self.transfers.limits.deposit();
        assert!(fits && rows.divide(len), "{len} bytes of {rows:?} are no rows of a frame");
    }

    /// Combines `len` bytes of the caller's memory, at most [`most_deposited`](crate::Engine::most_deposited), with
    /// bytes of a window; each element changes atomically. If the caller asks for the old values, they go to memory
    /// that the caller keeps under the operation's id; for compare-and-swap they are half as long. The memory of the
    /// operands is free again when the returned send, if any, is complete.
    ///
    /// # Panics
    /// If `len` exceeds [`most_deposited`](crate::Engine::most_deposited).
    pub fn combine<S: WindowSink>(
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
        let what = RequestKind::Combine { operation: reply.unwrap_or(OperationId::null()), how };
        (reply, self.windows.issue(self.transfers, sink, p, Request { place, len, what }))
    }

    fn operation(&mut self, p: usize, window: WindowId, len: u64) -> OperationId {
        self.windows.operations.insert(Operation { p, window, len, arrival: None, end: None, detached: false })
    }

    /// Counts this rank's unfinished operations on a window of `to`. If the count is 0, `to` has applied all
    /// operations, and all bytes are in place.
    pub fn pending(&mut self, to: Rank, window: WindowId) -> u64 {
        self.ledger(to, window).map_or(0, |l| l.counted + l.replied)
    }

    /// Returns true while calls on a window of `to` use memory of this rank: bytes have yet to leave it or to arrive in
    /// it.
    pub fn uses_memory(&mut self, to: Rank, window: WindowId) -> bool {
        let answers = self.ledger(to, window).is_some_and(|l| l.replied > 0);
        let sends = &mut self.transfers.sends.iter();
        answers || sends.any(|(_, s)| s.to == to && s.class == CLASS && !s.is_over())
    }

    /// Returns why an operation on a window of `to` failed, if one failed since the last call.
    pub fn take_refusal(&mut self, to: Rank, window: WindowId) -> Option<Refusal> {
        self.ledger(to, window)?.refusal.take()
    }

    fn ledger(&mut self, to: Rank, window: WindowId) -> Option<&mut Ledger> {
        let p = self.transfers.known(to)?;
        self.windows.link(p).ledgers.get_mut(&window)
    }

    /// Returns the result of an operation; `None` while it is under way, or if it is unknown.
    pub fn operation_end(&self, id: OperationId) -> Option<Result<(), Refusal>> {
        self.windows.operations.get(id)?.end
    }

    /// Returns true if the memory of the send that a [`put`](Self::put) or [`combine`](Self::combine) returned belongs
    /// to the caller again.
    pub fn has_left(&self, id: SendId) -> bool {
        self.transfers.sends.get(id).is_none_or(|s| s.is_over())
    }

    /// Detaches an operation: the caller will not ask for its result. The operation is forgotten when it is over.
    pub fn detach_operation(&mut self, id: OperationId) {
        match self.windows.operations.get_mut(id) {
            Some(o) if o.end.is_none() => o.detached = true,
            _ => drop(self.windows.operations.remove(id)),
        }
    }

    /// Forgets what this rank knows of a window of `to`, unless an operation on it is pending. The caller must not use
    /// the window again.
    pub fn forget_window(&mut self, to: Rank, window: WindowId) {
        if let Some(p) = self.transfers.known(to)
            && self.pending(to, window) == 0
        {
            self.windows.link(p).ledgers.remove(&window);
        }
    }
}
