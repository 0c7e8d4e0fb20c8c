//! What each rank is doing, in words that the launcher reads without the rank's help.
//!
//! **Access rule.** Only the rank itself writes its line, and once the rank's process has died, the rank that watches
//! it ([`Segment::bury`]); every process may read it. The rank stores the phase last (release), and readers load
//! it first (acquire), so the exit code belongs to the phase. Each other word is consistent by itself. The blocking
//! call takes three words: call and context; peer and tag; bytes. A reader may see one of these words one call older,
//! which does not matter in a report. The sixth word of the line belongs to `placement`, the last two to `broadcasts`.
use super::atomic::Word;
use super::bell::Bell;
use super::segment::Segment;
use crate::local::{Fault, Phase, Status, Waiting};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The byte offset of the status line in the control block.
pub(super) const LINE_AT: usize = 64;

/// Writes the rank's own status words.
pub struct StatusWriter {
    line: *const [AtomicU64; WORDS],
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for StatusWriter {}
// SAFETY: as for `Send` above.
unsafe impl Sync for StatusWriter {}

impl StatusWriter {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> StatusWriter {
        let line = segment.at(segment.layout().control(rank) + LINE_AT, 64).cast();
        StatusWriter { line, _segment: segment.clone() }
    }
    #[inline(always)]
    fn words(&self) -> Words<'_, AtomicU64> {
        // SAFETY: five of the eight words of a live, aligned line.
        Words(unsafe { &*self.line })
    }
    /// Stores how far this process has come, with its process id and (for `Aborted`) the exit code.
    pub fn phase(&self, phase: Phase, abort_code: i32) {
        self.words().phase(phase, std::process::id(), abort_code);
    }
    /// Stores which blocking call this process is in, by two plain stores.
    #[inline(always)]
    pub fn waiting(&self, w: Waiting) {
        self.words().waiting(w);
    }
    /// Stores which blocking call this process is in, and the number of bytes that the call is about.
    pub fn waiting_for(&self, w: Waiting, bytes: u64) {
        self.words().0[4].store(bytes, Ordering::Relaxed);
        self.waiting(w);
    }
}

impl Segment {
    /// Marks a rank as dead, and wakes up all ranks of the machine: from now on, their calls that need it fail. Only
    /// for a rank whose process has ended without leaving the job: such a process does not write its line any more.
    pub fn bury(self: &Arc<Segment>, rank: u32, code: i32) {
        let line = StatusWriter::new(self, rank);
        // A rank that finds the phase also finds the fault. Without memory for the log, calls fail all the same.
        let _ = self.log_fault(Fault::Died(rank));
        line.words().phase(Phase::Died, self.status(rank).pid, code);
        (0..self.ranks()).for_each(|other| Bell::of(self, other).wake());
    }

    /// Returns the status that `rank` has stored. It is untrusted: a misbehaving rank may store any value.
    pub fn status(&self, rank: u32) -> Status {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let line = self.at(self.layout().control(rank) + LINE_AT, 64).cast::<[AtomicU64; WORDS]>();
        // SAFETY: words of the mapping that this segment is, aligned; only atomics are used.
        Words(unsafe { &*line }).read()
    }
}

/// The number of words in use: process id and phase, exit code, call and context, peer and tag, bytes.
pub(super) const WORDS: usize = 5;

/// The words in use, and the steps of the access rule on them.
pub(super) struct Words<'a, W>(pub(super) &'a [W; WORDS]);

impl<W: Word<Value = u64>> Words<'_, W> {
    pub(super) fn phase(&self, phase: Phase, pid: u32, abort_code: i32) {
        self.0[1].store(u64::from(abort_code as u32), Ordering::Relaxed);
        self.0[0].store(phase as u64 | u64::from(pid) << 32, Ordering::Release);
    }

    #[inline(always)]
    pub(super) fn waiting(&self, w: Waiting) {
        self.0[3].store(u64::from(w.peer as u32) << 32 | u64::from(w.tag as u32), Ordering::Relaxed);
        self.0[2].store(u64::from(w.call) << 16 | u64::from(w.context), Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Status {
        let word = |i: usize| self.0[i].load(Ordering::Acquire);
        let (life, abort, call, who) = (word(0), word(1), word(2), word(3));
        let phase = match life as u32 {
            1 => Phase::Running,
            2 => Phase::Closed,
            3 => Phase::Aborted,
            4 => Phase::Died,
            _ => Phase::Outside,
        };
        let waiting = (call >> 16 != 0).then_some(Waiting {
            call: (call >> 16) as u16,
            context: call as u16,
            peer: (who >> 32) as i32,
            tag: who as i32,
        });
        Status { phase, pid: (life >> 32) as u32, waiting, bytes: word(4), abort_code: abort as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_written_status_is_read_back() {
        let s = Arc::new(Segment::create(2).unwrap());
        assert_eq!(s.status(1).phase, Phase::Outside);
        let w = StatusWriter::new(&s, 1);
        w.phase(Phase::Aborted, -3);
        let what = Waiting { call: 9, peer: -1, tag: 77, context: 5 };
        w.waiting_for(what, 1 << 40);
        let got = s.status(1);
        assert_eq!(got.bytes, 1 << 40);
        assert_eq!((got.phase, got.abort_code, got.waiting), (Phase::Aborted, -3, Some(what)));
        assert_eq!(got.pid, std::process::id());
        assert_eq!(s.status(0).waiting, None);
    }
}
