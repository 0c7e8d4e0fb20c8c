//! The program's calls that concern transfers alone, and the settings of all messages.
use super::counters::Counters;
use super::engine::Engine;
use super::transfer::{Transfers, UnexpectedLog};
use crate::ids::{Rank, SendId};
use crate::limits::{Limits, PACKET};

impl Engine {
    pub fn counters(&self) -> Counters {
        self.transfers.counters
    }

    /// Starts or stops recording the messages that arrive before their receive.
    pub fn log_unexpected(&mut self, on: bool) {
        match (on, &self.transfers.log) {
            (true, None) => self.transfers.log = Some(UnexpectedLog::default()),
            (false, _) => self.transfers.log = None,
            _ => {}
        }
    }

    /// Takes the messages that were recorded since the last call.
    pub fn take_unexpected(&mut self) -> UnexpectedLog {
        self.transfers.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Sets BYTES_TO_PUSH(1) and (2), for the paper's figures: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        let limits = self.transfers.limits;
        let far = (push1, push1, push2);
        self.transfers.set_limits(Limits { whole: push1, unmapped: 0, push1, push2, far, eager: 0, ..limits });
    }

    /// Sets how many bytes a message to a rank on another machine pushes: `whole` in one PUSH, `push1` with the
    /// head, `push2` behind it. A message of up to `eager` bytes is pushed whole, and the receiver does not
    /// acknowledge it.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64, eager: u64) {
        let limits = self.transfers.limits;
        self.transfers.set_limits(Limits { far: (whole, push1, push2), eager, ..limits });
    }

    /// Cuts what this rank pushes into frames of at most one packet of the paper's network, for its figures.
    pub fn push_packets(&mut self) {
        let limits = self.transfers.limits;
        self.transfers.set_limits(Limits { frame: PACKET.min(limits.frame), ..limits });
    }

    /// Switches masking on or off, for the paper's figure.
    pub fn set_masking(&mut self, on: bool) {
        self.transfers.limits.mask = on;
    }

    /// Returns how many bytes an operation may push at most. One `combine` brings at most that many bytes of
    /// operands.
    pub fn most_deposited(&self) -> u64 {
        self.transfers.limits.deposit()
    }

    /// Forgets a finished send. The engine forgets a send that continues after its cancellation once that send is
    /// complete.
    pub fn forget_send(&mut self, id: SendId) {
        self.transfers.forget_send(id);
    }

    /// Detaches a send: the caller will not ask for its outcome. The send is forgotten when it is complete.
    pub fn detach_send(&mut self, id: SendId) {
        self.transfers.detach_send(id);
    }

    /// Counts the frames and streams that still have to leave, and the sends that receivers have not taken. `close`
    /// waits until the count is 0.
    pub fn unsent(&self) -> usize {
        self.transfers.unsent() + self.owners.unsent(&self.transfers, |_| false)
    }

    /// Returns true if any part of [`unsent`](Self::unsent) is for a rank that has not `left`.
    pub fn unsent_to(&self, mut left: impl FnMut(Rank) -> bool) -> bool {
        let Transfers { sends, peers, .. } = &self.transfers;
        let mut waiting = peers.iter().filter(|p| !p.outbox.is_empty() || !p.streams.is_empty()).map(|p| p.rank);
        let leaving = waiting.any(|to| !left(to)) || sends.values().any(|s| !s.is_over() && !left(s.to));
        leaving || self.owners.unsent(&self.transfers, left) > 0
    }
}
