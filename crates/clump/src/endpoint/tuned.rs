//! Changes at run time how messages are sent and how much is buffered. The program sets these limits, or, for other
//! machines, `clump tune` and its results.
use super::{Endpoint, Local};
use crate::hosts::Cipher;
use crate::standard_fabric::Standard;
use crate::{
    hosts::Tuning,
    net::{Cut, Guarantees},
};
use clump_core::limits::{LEAST_CREDIT, Limits};
use clump_fabric::Tx as _;
use clump_fabric::Unwrapped;
use clump_fabric::mem::Region;

/// The view of an [`Endpoint`] for limits that change at run time.
pub struct TunedView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for limits that change at run time.
    #[inline(always)]
    pub fn tuned(&mut self) -> TunedView<'_, F> {
        TunedView { endpoint: self }
    }
}

impl<F: Local> TunedView<'_, F> {
    /// Returns the cipher that seals the traffic between the job's hosts; `None` if there is none.
    pub fn cipher(&self) -> Option<Cipher> {
        self.endpoint.hosts.as_ref().and_then(|h| h.cipher())
    }

    /// Returns the size in bytes of the pushed buffer, which holds bytes of messages for which this rank has posted
    /// no receive.
    pub fn pushed_buffer(&self) -> u64 {
        self.endpoint.pushed_buffer
    }

    /// Returns the size in bytes of the pushed buffer of a rank that has not set it.
    pub fn default_pushed_buffer(&self) -> u64 {
        let frame = self.endpoint.tx.capabilities(self.endpoint.rank).largest_frame as u64;
        Limits::of_job(self.endpoint.size(), frame).credit * u64::from(self.endpoint.size() - 1)
    }

    /// Sets the pushed buffer's size (the paper, 1.3.2), which the other ranks share. The size is at least what
    /// each of them needs.
    pub fn set_pushed_buffer(&mut self, bytes: u64) {
        let others = u64::from(self.endpoint.size() - 1);
        let bytes = bytes.max(LEAST_CREDIT * others);
        self.endpoint.pushed_buffer = bytes;
        self.endpoint.with(Region::EMPTY, |engine, port| engine.tags().set_pushed_buffer(port, bytes, others));
    }

    /// Sets BYTES_TO_PUSH(1) and (2), for the paper's figures only: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        self.endpoint.engine.set_push(push1, push2);
    }

    /// Sets BYTES_TO_PUSH(1) and (2) for ranks on other machines, and the longest message to them that is pushed
    /// whole; longer messages are pulled and acknowledged. For figures and tuning.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64) {
        self.endpoint.engine.set_far_push(whole, push1, push2, 0);
    }

    /// Sets whether the receiver requests the rest of a message before it copies the pushed bytes. The default is
    /// true; the paper's figure needs both settings.
    pub fn set_masking(&mut self, on: bool) {
        self.endpoint.engine.set_masking(on);
    }
}

impl TunedView<'_, Standard> {
    /// Sets how long messages from and to other machines are divided. Returns the bytes of a request, as the
    /// socket's buffer allows; `None` if there are no other machines.
    pub fn set_cut(&mut self, cut: Cut) -> Option<u64> {
        self.endpoint.tx.unwrapped().set_cut(cut)
    }

    /// Makes the network work as the Push-Pull paper's did, for its figures: this rank takes chunks in order only
    /// (go-back-n, a window of 16), and drops every chunk for which its pushed buffer of `buffer` bytes has no room.
    /// This rank pushes in frames of a packet each, so that a frame never waits for its rest.
    /// The sender repeats dropped chunks after a time-out. Credit does not bound this buffer, so a message that is
    /// received out of turn may wait forever behind one that fills the buffer: receive messages in the order in which
    /// they are sent. Returns false if there are no other machines.
    pub fn set_go_back_n(&mut self, buffer: u64) -> bool {
        let count = self.endpoint.memory.pushed_count.get_or_insert_default();
        let all = count.all.clone();
        self.endpoint.engine.push_packets();
        self.endpoint.tx.unwrapped().set_go_back_n(all, buffer)
    }

    /// Sets what the network to other machines does beside moving bytes, for Fast Messages' figure 2. Both ranks set
    /// the same, and exchange only messages that fit one datagram. Returns false if there are no other machines.
    pub fn set_guarantees(&mut self, guarantees: Guarantees) -> bool {
        self.endpoint.tx.unwrapped().set_guarantees(guarantees)
    }

    /// Returns how many chunks this rank has retransmitted to other machines, and how many from them found its pushed
    /// buffer full and were dropped.
    pub fn repeated(&mut self) -> (u64, u64) {
        self.endpoint.tx.unwrapped().repeated()
    }

    /// Applies a tuning; returns like [`set_cut`](Self::set_cut).
    pub fn tune(&mut self, tuning: &Tuning) -> Option<u64> {
        self.endpoint.engine.set_far_push(tuning.whole(), tuning.push1, tuning.push2, tuning.eager);
        self.set_cut(tuning.cut())
    }
}
