//! The end of a rank's part in the job: in peace, or of the whole job.
use super::{Endpoint, Local};
use crate::waiting::Patience;
use crate::{Error, Region, Waiting};
use clump_fabric::shm::Phase;
use clump_fabric::{RemoteMemory, Tx};

impl<F: Local> Endpoint<F> {
    /// Sends out what is still queued to others, then leaves the job. Ranks need not agree; what is meant for a rank
    /// that has left already is dropped, and so are messages that were not received here.
    pub fn close(mut self) -> Result<(), Error> {
        let mut patience = Patience::default();
        while self.engine.unsent() > 0 {
            let gone = self.owes_nobody(false);
            self.with(Region::EMPTY, |engine, port| engine.leave(port));
            if !self.progress() {
                if gone {
                    break;
                }
                let pause = self.pause(&mut patience, Waiting::NOTHING);
                // Asking whether a process still runs takes a while: not where an answer may be on the way.
                if pause.is_sleep() && self.owes_nobody(true) {
                    break;
                }
                pause.rest_briefly();
            }
        }
        // What others have not got yet would be lost with this process.
        while !self.tx.drained() {
            if !self.progress() {
                self.pause(&mut patience, Waiting::NOTHING).rest_briefly();
            }
        }
        self.say_farewell();
        self.status.phase(Phase::Closed, 0);
        self.launcher.finish();
        Ok(())
    }

    /// True if all that has yet to leave is for ranks that have left the job or, asked for that, have died.
    fn owes_nobody(&mut self, or_died: bool) -> bool {
        let Endpoint { tx, engine, segment, .. } = self;
        !engine.unsent_to(|to| tx.left(to) || segment.status(to).phase == Phase::Closed || or_died && tx.died(to))
    }

    /// Ends the whole job with this exit code; prints `why` once. Does not return.
    pub fn abort(&self, code: i32, why: &str) -> ! {
        if !why.is_empty() {
            eprintln!("clump: rank {}: {why}", self.rank);
        }
        self.status.phase(Phase::Aborted, code);
        self.launcher.abort(code);
        // The launcher sees the status word and ends the other ranks.
        std::process::exit(code)
    }
}
