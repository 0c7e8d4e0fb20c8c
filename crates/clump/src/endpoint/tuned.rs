//! How messages travel to other machines and from there, changed at run time: by what `clump tune` has found, or tries.
use super::{Endpoint, Local};
#[cfg(feature = "udp")]
use crate::{hosts::Tuning, net::Cut};

impl<F: Local> Endpoint<F> {
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
