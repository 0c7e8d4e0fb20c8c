//! Operations on windows of ranks whose memory is out of reach, and this rank's own windows for such ranks. What
//! windows are made of for programs is in [`crate::windows`].
use super::window_memory::{Combiner, Teller};
use super::{Endpoint, FarOp, Local};
use crate::{Rank, Region};
use clump_core::{How, Refusal, WindowId, WindowPlace};
use clump_fabric::shm::Phase;
use clump_fabric::{RemoteMemory, Tx};

// This rank's windows.
impl<F: Local> Endpoint<F> {
    /// Offers a window to ranks that say `key`; it has no memory yet. A window of that number must have been withdrawn.
    pub fn offer_window(&mut self, window: WindowId, key: u64, combiner: Combiner) {
        self.memory.windows.offer(window, combiner);
        self.engine.windows().offer(window, key);
    }

    /// Offers memory to one rank, which says `key`, to put into it, and `teller` is told of each deposit there. The
    /// number is the first that is free from `from` on. `None`: there is none.
    pub(crate) fn offer_memory(
        &mut self,
        from: u32,
        (rank, key): (Rank, u64),
        memory: Region,
        teller: Teller,
    ) -> Option<WindowId> {
        let window = self.memory.windows.free_number(from)?;
        // No two elements of it are ever combined.
        self.memory.windows.offer(window, Box::new(|_, _, _, _| false));
        self.memory.windows.tell(window, teller);
        self.engine.windows().offer_to(window, key, rank);
        self.attach_to_window(window, 0, memory);
        Some(window)
    }

    /// This memory is the window's from now on, from `offset` on. It overlaps no other part of it.
    pub fn attach_to_window(&mut self, window: WindowId, offset: u64, memory: Region) {
        if self.memory.windows.attach(window, offset, memory) {
            self.engine.windows().attach(window, offset, memory.len() as u64);
        }
    }

    /// The memory at `offset` of the window is its owner's again: nobody reads or writes it from now on.
    pub fn detach_from_window(&mut self, window: WindowId, offset: u64) {
        self.with(Region::EMPTY, |engine, port| engine.windows().detach(port, window, offset));
        self.memory.windows.detach(window, offset);
    }

    /// The window is no more, and its memory its owner's again: nobody reads or writes it from now on.
    pub fn withdraw_window(&mut self, window: WindowId) {
        self.with(Region::EMPTY, |engine, port| engine.windows().withdraw(port, window));
        self.memory.windows.withdraw(window);
    }
}

// Windows of others.
impl<F: Local> Endpoint<F> {
    /// Puts `from` to a place.
    pub fn far_put(&mut self, place: WindowPlace, from: Region) -> FarOp {
        let len = from.len() as u64;
        match self.with(from, |engine, port| engine.windows().put(port, place, len)) {
            Some(send) => FarOp::Leaving(send),
            None => FarOp::Left,
        }
    }

    /// Gets what is at a place, into `into`.
    pub fn far_get(&mut self, place: WindowPlace, into: Region) -> FarOp {
        let len = into.len() as u64;
        let id = self.with(Region::EMPTY, |engine, port| engine.windows().get(port, place, len));
        self.memory.windows.operations.insert(id, into);
        FarOp::Asked(id)
    }

    /// The most bytes of operands that one `far_combine` takes.
    pub fn most_combined(&self) -> usize {
        self.engine.most_deposited() as usize
    }

    /// Combines `operand` (for compare-and-swap: what is compared with, and behind it what takes its place) with what
    /// is at a place, each element in one go. What was there goes to `old`, if that is given.
    ///
    /// # Panics
    /// If the operand is longer than [`Endpoint::most_combined`].
    pub fn far_combine(&mut self, place: WindowPlace, how: How, operand: Region, old: Option<Region>) -> FarOp {
        let (len, how) = (operand.len() as u64, How { replied: old.is_some(), ..how });
        let (operation, send) = self.with(operand, |engine, port| engine.windows().combine(port, place, how, len));
        if let Some(send) = send {
            match operation {
                // It is not asked after: its reply comes later than it has left.
                Some(_) => self.engine.detach_send(send),
                None => return FarOp::Leaving(send),
            }
        }
        match operation.zip(old) {
            Some((id, old)) => {
                self.memory.windows.operations.insert(id, old);
                FarOp::Asked(id)
            }
            None => FarOp::Left,
        }
    }

    /// What came of an operation, which is forgotten then: for `Asked` its answer, else that its memory is free. `None`
    /// while it is under way. No progress.
    pub fn far_done(&mut self, op: FarOp) -> Option<Result<(), Refusal>> {
        match op {
            FarOp::Left => Some(Ok(())),
            FarOp::Leaving(send) => self.engine.windows().has_left(send).then(|| {
                self.engine.forget_send(send);
                Ok(())
            }),
            FarOp::Asked(id) => {
                let end = self.engine.windows().operation_end(id)?;
                self.engine.windows().detach_operation(id);
                Some(end)
            }
        }
    }

    /// Nobody will ask for the outcome. Its memory must stay until nothing is pending.
    pub fn far_detach(&mut self, op: FarOp) {
        match op {
            FarOp::Left => {}
            FarOp::Leaving(send) if self.engine.windows().has_left(send) => self.engine.forget_send(send),
            FarOp::Leaving(send) => self.engine.detach_send(send),
            FarOp::Asked(id) => self.engine.windows().detach_operation(id),
        }
    }

    /// True while operations on that window of `to` have not all been applied there. No progress.
    pub fn far_pending(&mut self, to: Rank, window: WindowId) -> bool {
        self.engine.windows().pending(to, window) > 0
    }

    /// True while memory of operations on that window of `to` is in use here. No progress.
    pub fn far_uses_memory(&mut self, to: Rank, window: WindowId) -> bool {
        self.engine.windows().uses_memory(to, window)
    }

    /// Why an operation on that window of `to` was refused since this was last asked, if one was.
    pub fn far_refusal(&mut self, to: Rank, window: WindowId) -> Option<Refusal> {
        self.engine.windows().take_refusal(to, window)
    }

    /// This rank has nothing more to do with that window of `to`, where nothing is pending.
    pub fn forget_window(&mut self, to: Rank, window: WindowId) {
        self.engine.windows().forget_window(to, window);
    }

    /// If a rank that somebody waits for has died or left, nobody waits for it any more: what handlers read from it,
    /// and operations on its windows, end. True if it has. Asking costs a system call or two: not for every look.
    pub fn lose_if_gone(&mut self, rank: Rank) -> bool {
        let gone = self.is_gone(rank);
        if gone {
            self.lose(rank);
        }
        gone
    }

    /// True if that rank has died or left the job.
    pub(crate) fn is_gone(&mut self, rank: Rank) -> bool {
        self.tx.left(rank) || self.segment.status(rank).phase == Phase::Closed || self.tx.died(rank)
    }
}
