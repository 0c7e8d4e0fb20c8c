//! Operations on windows whose memory this process cannot map, and this rank's own windows for peers that cannot
//! map them. [`crate::windows`] has the interface for programs.
use super::window_memory::{Combiner, Teller};
use super::{Endpoint, FarOp, Local};
use crate::standard_fabric::Standard;
use clump_core::{Combine, How, Rank, Refusal, Rows, WindowId, WindowPlace, planted};
use clump_fabric::RemoteMemory;
use clump_fabric::mem::Region;

/// The view of an [`Endpoint`] for windows whose memory one of the two processes cannot map.
pub struct FarWindowsView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for windows whose memory one of the two processes cannot map.
    #[inline(always)]
    pub fn far_windows(&mut self) -> FarWindowsView<'_, F> {
        FarWindowsView { endpoint: self }
    }

    /// Returns the most bytes of operands that one [`combine`](FarWindowsView::combine) takes.
    pub fn most_combined(&self) -> usize {
        self.engine.most_deposited() as usize
    }
}

// Windows that this rank offers.
impl<F: Local> FarWindowsView<'_, F> {
    /// Offers a window, without memory at first, to ranks that present `key`. An earlier window of that number must
    /// have been withdrawn.
    pub fn offer(&mut self, window: WindowId, key: u64, combiner: Combiner) {
        self.endpoint.memory.windows.offer(window, combiner);
        self.endpoint.engine.windows().offer(window, key);
    }

    /// Attaches memory to the window at `offset`. The memory must not overlap another part of the window.
    pub fn attach(&mut self, window: WindowId, offset: u64, memory: Region) {
        if self.endpoint.memory.windows.attach(window, offset, memory) {
            self.endpoint.engine.windows().attach(window, offset, memory.len() as u64);
            for at in [Some(offset), offset.checked_add(memory.len() as u64)].into_iter().flatten() {
                if self.endpoint.memory.windows.continues(window, at) {
                    self.endpoint.engine.windows().join(window, at);
                }
            }
        }
    }

    /// Detaches the memory at `offset` from the window: no operation reads or writes it from now on.
    pub fn detach_memory(&mut self, window: WindowId, offset: u64) {
        self.endpoint.with(Region::EMPTY, |engine, port| engine.windows().detach(port, window, offset));
        self.endpoint.memory.windows.detach(window, offset);
    }

    /// Withdraws the window: no operation reads or writes its memory from now on.
    pub fn withdraw(&mut self, window: WindowId) {
        self.endpoint.with(Region::EMPTY, |engine, port| engine.windows().withdraw(port, window));
        self.endpoint.memory.windows.withdraw(window);
    }
}

impl<F: Local> Endpoint<F> {
    /// Offers memory to one rank, which presents `key` and puts into it; `teller` is called for each deposit. The
    /// window gets the first free number from `from` on. Returns `None` if none is free.
    pub(crate) fn offer_memory(
        &mut self,
        from: u32,
        (rank, key): (Rank, u64),
        memory: Region,
        teller: Teller,
    ) -> Option<WindowId> {
        let window = self.memory.windows.free_number(from)?;
        // No operation ever combines elements of this window.
        self.memory.windows.offer(window, Box::new(|_, _, _, _| false));
        self.memory.windows.tell(window, teller);
        self.engine.windows().offer_to(window, key, rank);
        self.far_windows().attach(window, 0, memory);
        Some(window)
    }
}

// Windows of other ranks.
impl<F: Local> FarWindowsView<'_, F> {
    /// Puts `from` to a place in another rank's window.
    pub fn put(&mut self, place: WindowPlace, from: Region) -> FarOp {
        let len = from.len() as u64;
        match self.endpoint.with(from, |engine, port| engine.windows().put(port, place, len)) {
            Some(send) if planted("put_free_early") => {
                self.endpoint.engine.detach_send(send);
                FarOp::Left
            }
            Some(send) => FarOp::Leaving(send),
            None => FarOp::Left,
        }
    }

    /// Gets the bytes at a place in another rank's window into `into`.
    pub fn get(&mut self, place: WindowPlace, into: Region) -> FarOp {
        let len = into.len() as u64;
        let id = self.endpoint.with(Region::EMPTY, |engine, port| engine.windows().get(port, place, len));
        self.endpoint.memory.windows.operations.insert(id, into);
        FarOp::Asked(id)
    }

    /// Puts `from` into rows of another rank's window: whole rows, at most [`most_combined`](Endpoint::most_combined)
    /// bytes.
    pub fn put_rows(&mut self, place: WindowPlace, rows: Rows, from: Region) -> FarOp {
        let len = from.len() as u64;
        let send = self.endpoint.with(from, |engine, port| engine.windows().put_rows(port, place, rows, len));
        send.map_or(FarOp::Left, FarOp::Leaving)
    }

    /// Gets rows of another rank's window into `into`: whole rows, at most [`most_combined`](Endpoint::most_combined)
    /// bytes.
    pub fn get_rows(&mut self, place: WindowPlace, rows: Rows, into: Region) -> FarOp {
        let count = (into.len() as u64 / rows.row()) as u16;
        let id = self.endpoint.with(Region::EMPTY, |engine, port| engine.windows().get_rows(port, place, rows, count));
        self.endpoint.memory.windows.operations.insert(id, into);
        FarOp::Asked(id)
    }

    /// Combines `operand` with rows of another rank's window: whole rows, at most
    /// [`most_combined`](Endpoint::most_combined) bytes.
    pub fn combine_rows(&mut self, place: WindowPlace, rows: Rows, combine: Combine, operand: Region) -> FarOp {
        let len = operand.len() as u64;
        let send =
            self.endpoint.with(operand, |engine, port| engine.windows().combine_rows(port, place, rows, combine, len));
        send.map_or(FarOp::Left, FarOp::Leaving)
    }

    /// Combines `operand` with the bytes at a place, each element atomically. For compare-and-swap,
    /// `operand` has the value to compare with, followed by the value to store. The previous bytes
    /// go to `old`, if it is given.
    pub fn combine(&mut self, place: WindowPlace, how: How, operand: Region, old: Option<Region>) -> FarOp {
        let (len, how) = (operand.len() as u64, How { replied: old.is_some(), ..how });
        let (operation, send) =
            self.endpoint.with(operand, |engine, port| engine.windows().combine(port, place, how, len));
        if let Some(send) = send {
            match operation {
                // The origin waits for the reply, which comes after the send has left.
                Some(_) => self.endpoint.engine.detach_send(send),
                None => return FarOp::Leaving(send),
            }
        }
        match operation.zip(old) {
            Some((id, old)) => {
                self.endpoint.memory.windows.operations.insert(id, old);
                FarOp::Asked(id)
            }
            None => FarOp::Left,
        }
    }

    /// Returns the outcome of an operation and forgets the operation; `None` while it is under way.
    /// `Asked` ends with its answer, the other kinds end when their memory is free. Makes no
    /// progress.
    pub fn done(&mut self, op: FarOp) -> Option<Result<(), Refusal>> {
        match op {
            FarOp::Left => Some(Ok(())),
            FarOp::Leaving(send) => self.endpoint.engine.windows().has_left(send).then(|| {
                self.endpoint.engine.forget_send(send);
                Ok(())
            }),
            FarOp::Asked(id) => {
                let end = match self.endpoint.engine.windows().operation_end(id) {
                    None if planted("answered_before_it_is_here") => Ok(()),
                    end => end?,
                };
                self.endpoint.engine.windows().detach_operation(id);
                Some(end)
            }
        }
    }

    /// Declares that the caller will not ask for the outcome of an operation. The operation's memory must stay valid
    /// until nothing is pending.
    pub fn detach(&mut self, op: FarOp) {
        match op {
            FarOp::Left => {}
            FarOp::Leaving(send) if self.endpoint.engine.windows().has_left(send) => {
                self.endpoint.engine.forget_send(send)
            }
            FarOp::Leaving(send) => self.endpoint.engine.detach_send(send),
            FarOp::Asked(id) => self.endpoint.engine.windows().detach_operation(id),
        }
    }

    /// Returns true while some operation on that window of `to` has not been applied there. Makes no progress.
    pub fn is_pending(&mut self, to: Rank, window: WindowId) -> bool {
        self.endpoint.engine.windows().pending(to, window) > 0
    }

    /// Returns true while operations on that window of `to` use memory of this rank. Makes no progress.
    pub fn uses_memory(&mut self, to: Rank, window: WindowId) -> bool {
        self.endpoint.engine.windows().uses_memory(to, window)
    }

    /// Returns why an operation on that window of `to` was refused since the previous call, if one was.
    pub fn refusal(&mut self, to: Rank, window: WindowId) -> Option<Refusal> {
        self.endpoint.engine.windows().take_refusal(to, window)
    }

    /// Forgets that window of `to`. The caller must have no operation pending on the window, and must not use it again.
    pub fn forget(&mut self, to: Rank, window: WindowId) {
        self.endpoint.engine.windows().forget_window(to, window);
    }
}

impl<F: Local> Endpoint<F> {
    /// Returns true if a rank has died or left, and then ends everything that waits for that rank: reads of its
    /// messages by handlers, and operations on its windows. First takes what the rank sent before it left. The check
    /// costs a system call or two: do not make it in every poll.
    pub fn lose_if_gone(&mut self, rank: Rank) -> bool {
        /// Polls that find something before the rank is lost: other ranks may send without end.
        const MOST: u32 = 1 << 12;
        let gone = self.is_gone(rank);
        if gone {
            let _found = (0..MOST).take_while(|_| self.progress()).count();
            self.lose(rank);
        }
        gone
    }

    /// Returns true if that rank has died or left the job.
    pub(crate) fn is_gone(&mut self, rank: Rank) -> bool {
        self.has_departed(rank) || self.tx.died(rank)
    }
}
