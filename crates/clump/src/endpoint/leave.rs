//! How a rank leaves the job, or ends the whole job.
use super::{Endpoint, Local, joint_state};
use crate::bootstrap::Launcher;
use crate::error::Error;
use crate::waiting::Patience;
use clump_core::planted;
use clump_fabric::clock::Clock;
use clump_fabric::local::{LocalPeers, Phase, RankPage};
use clump_fabric::mem::Region;
use clump_fabric::shm::{Status, Waiting};
use clump_fabric::{RemoteMemory, Tx};
use std::sync::atomic::{AtomicBool, Ordering};

/// True once this process has asked for the end of the whole job, and runs the program's functions for its exit.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Returns true if this process is ending because of [`Endpoint::abort`].
pub fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

impl<F: Local> Endpoint<F> {
    /// Sends all frames that are still queued for other ranks, then leaves the job. Ranks need not agree to leave.
    /// Drops frames for ranks that have already left, and messages that this rank has not received. If communicators
    /// are revoked, this rank leaves once the ranks of all hosts can hear of that.
    pub fn close(mut self) -> Result<(), Error> {
        self.send_rest();
        self.await_revocations();
        self.announce_departure_to_all();
        self.leave_joints();
        self.page.set_phase(Phase::Closed, 0);
        self.launcher.finish();
        Ok(())
    }

    /// Sends all frames that are still queued for other ranks, then tells the launcher and the other ranks of this
    /// machine that this rank has left the job. Keeps the endpoint, so that the rank may return
    /// ([`resume`](Self::resume)). Does not tell ranks of other machines. Drops messages that this rank has not
    /// received, except messages of `context`, which may be for its return.
    pub fn suspend(&mut self, context: u16) {
        self.engine.tags().keep_context(Some(context));
        self.send_rest();
        self.await_revocations();
        self.leave_joints();
        self.page.set_phase(Phase::Closed, 0);
        let app = self.launcher.app();
        std::mem::replace(&mut self.launcher, Launcher::None { app }).finish();
    }

    /// Returns to the job after [`suspend`](Self::suspend).
    pub fn resume(&mut self) {
        self.page.set_phase(Phase::Running, 0);
    }

    /// Returns true if the job runs on several hosts.
    pub fn spans_hosts(&self) -> bool {
        self.hosts.is_some()
    }

    /// Drops the messages that this rank has not received, and sends all frames that are still queued for ranks that
    /// have not left.
    fn send_rest(&mut self) {
        let mut patience = Patience::default();
        while self.engine.unsent() > 0 && !planted("leaves_with_frames_queued") {
            let gone = self.has_only_departed_receivers(false);
            self.with(Region::EMPTY, |engine, port| engine.leave(port));
            if !self.progress() {
                if gone {
                    break;
                }
                let pause = self.pause(&mut patience, Waiting::NOTHING);
                // The check whether a process still runs takes long: make it only before a sleep, when no answer is
                // likely to be in flight.
                if pause.is_sleep() && self.has_only_departed_receivers(true) {
                    break;
                }
                pause.rest_briefly();
            }
        }
        // Frames that other ranks have not received yet would be lost with this process.
        while !self.tx.drained() {
            if !self.progress() {
                self.pause(&mut patience, Waiting::NOTHING).rest_briefly();
            }
        }
    }

    /// Waits until the ranks of all hosts, and of joint jobs, can hear of the communicators that are revoked.
    fn await_revocations(&mut self) {
        let mut patience = Patience::default();
        while self.has_news_for_others() {
            if !self.hear_faults() && !self.progress() {
                self.pause(&mut patience, Waiting::NOTHING).rest_briefly();
            }
        }
    }

    /// Returns true if all unsent frames are for ranks that have left the job or, with `or_died`, have died.
    fn has_only_departed_receivers(&mut self, or_died: bool) -> bool {
        let (size, now) = (self.size(), self.clock.now());
        let Endpoint { tx, engine, job, joints, .. } = self;
        // A number that no joint job has any more is of one that this process has left.
        let closed = |to| to >= size || job.phase(to).is_over();
        let mut gone = |to| joint_state::lost(joints, to, now).unwrap_or_else(|| closed(to));
        !engine.unsent_to(|to| tx.left(to) || gone(to) || or_died && tx.died(to))
    }

    /// Ends the whole job with this exit code, after printing `why`. Does not return.
    pub fn abort(&self, code: i32, why: &str) -> ! {
        if !why.is_empty() {
            eprintln!("clump: rank {}: {why}", self.rank);
        }
        if code & Status::WITH_STARTER != 0 {
            self.joints.iter().filter_map(|joint| joint.order.as_ref()).for_each(|order| order.line.abort(code & 0xff));
        }
        self.tell_joints(Phase::Aborted, code);
        self.page.set_phase(Phase::Aborted, code);
        self.launcher.abort(code);
        ENDING.store(true, Ordering::Relaxed);
        // The launcher sees the status word and ends the other ranks.
        std::process::exit(code)
    }
}
