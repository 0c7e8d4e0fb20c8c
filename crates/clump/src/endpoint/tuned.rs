//! How messages travel and how many of them are kept, changed at run time: by the program, and for other machines by
//! what `clump tune` has found, or tries.
use super::{Endpoint, Local};
use crate::Region;
#[cfg(feature = "udp")]
use crate::{hosts::Tuning, net::Cut};
use clump_core::limits::LEAST_CREDIT;

impl<F: Local> Endpoint<F> {
    /// The pushed buffer's size in bytes: how much this rank keeps of messages that nobody has asked for yet.
    pub fn pushed_buffer(&self) -> u64 {
        self.pushed_buffer
    }

    /// Sets that size (the paper, 1.3.2), which the other ranks share; never below what each of them needs.
    pub fn set_pushed_buffer(&mut self, bytes: u64) {
        let others = u64::from(self.size() - 1);
        let bytes = bytes.max(LEAST_CREDIT * others);
        self.pushed_buffer = bytes;
        self.with(Region::EMPTY, |engine, port| engine.set_pushed_buffer(port, bytes, others));
    }

    /// BYTES_TO_PUSH(1) and (2), for the paper's figures only: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        self.engine.set_push(push1, push2);
    }

    /// BYTES_TO_PUSH(1) and (2) for ranks on other machines, and up to which length messages to them are pushed whole:
    /// longer ones are pulled, and acknowledged. For figures, and whoever tries what is best.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64) {
        self.engine.set_far_push(whole, push1, push2, 0);
    }

    /// Whether the request for the rest of a message leaves before what was pushed of it is copied: it does, but for
    /// the paper's figure.
    pub fn set_masking(&mut self, on: bool) {
        self.engine.set_masking(on);
    }
}

#[cfg(feature = "udp")]
impl Endpoint {
    /// How long messages from and to other machines are cut from now on. Bytes of an ask, as the socket's buffer
    /// allows; `None`: there are no other machines.
    pub fn set_cut(&mut self, cut: Cut) -> Option<u64> {
        crate::capture::plain(&mut self.tx).set_cut(cut)
    }

    /// Uses what was found; as [`Endpoint::set_cut`].
    pub fn tune(&mut self, tuning: &Tuning) -> Option<u64> {
        self.engine.set_far_push(tuning.whole(), tuning.push1, tuning.push2, tuning.eager);
        self.set_cut(tuning.cut())
    }
}
