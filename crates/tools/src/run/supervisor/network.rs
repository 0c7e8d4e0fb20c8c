//! Jobs on several hosts: watches whether every host is alive, and interprets the end of an agent.
use super::super::watch::Verdict;
use super::{FAILED, GRACE, Supervisor};
use clump::driver::hosts::{LOST, Silence};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;
use std::time::Instant;

/// Exit code of an agent whose rank has ended the whole job with code 0 (MPI_Abort): an exit code of 0 would not make
/// the launcher end the other hosts' ranks. If a rank itself fails with this code, its agent ends with [`FAILED`]
/// instead.
pub(super) const ABORTED_WITH_0: i32 = 254;

/// Exit code of ssh if ssh itself failed.
pub(super) const SSH_FAILED: i32 = 255;

impl Supervisor<'_> {
    pub(super) fn next_beat(&self) -> Option<Instant> {
        self.beat.as_ref().filter(|_| !self.is_ending() && !self.swept)?.next()
    }

    /// Sends a heartbeat to the other hosts, and ends the job if a host is lost.
    pub(super) fn beat(&mut self, now: Instant) {
        if self.is_ending() {
            return;
        }
        let (Some(beat), Some(part)) = (&mut self.beat, &self.job.part) else { return };
        if beat.next().is_none_or(|next| now < next) {
            return;
        }
        let Some(silence) = beat.tick(now) else { return };
        let (Silence::Waits(other) | Silence::Lost(other)) = silence;
        let (own, other) = (&part.names[part.host], &part.names[other as usize]);
        let (said, patience) = (LOST.as_secs_f64(), beat.patience().as_secs_f64());
        if matches!(silence, Silence::Waits(_)) {
            let text = format!(
                "host {other} has not answered host {own} for {said} s: it is down, or the network between them is; \
                 the job waits for it up to {patience} s (--host-timeout)"
            );
            self.say(&text);
            return;
        }
        if self.job.survive
            && let Silence::Lost(number) = silence
        {
            beat.forget(number);
            self.report_silence(number);
            return;
        }
        let text = format!(
            "host {other} does not answer host {own} any more ({patience} s without a sign of life): it is down, or \
             the network between them is; the job is ended (--host-timeout gives silent hosts more time)"
        );
        self.say(&text);
        self.end(FAILED, Some(Signal::TERM), GRACE);
    }

    /// Tells the launcher that this agent ends, and the other hosts that the job has ended normally on this host, so
    /// that they stop watching it.
    pub(super) fn say_bye(&mut self) {
        self.report_end();
        if let Some(beat) = &mut self.beat {
            beat.bye();
        }
    }

    /// Waits until the ranks of all other hosts have ended too. Called before an exit with a code other than 0, on
    /// which the launcher would end those ranks.
    pub(super) fn await_other_hosts(&mut self) {
        let Some(beat) = &mut self.beat else { return };
        let out = rustix::stdio::stdout();
        while let Some(next) = beat.next().filter(|_| !beat.is_over()) {
            let left = next.saturating_duration_since(Instant::now());
            let until = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            // After a signal, or if the launcher is gone, stop waiting.
            let mut fds = [PollFd::new(self.link.fd(), PollFlags::IN), PollFd::new(&out, PollFlags::empty())];
            let stopped = poll(&mut fds, Some(&until)).is_ok_and(|n| n > 0);
            if stopped || matches!(beat.tick(Instant::now()), Some(Silence::Lost(_))) {
                break;
            }
        }
    }

    /// Returns true if the launcher is ending the ranks, rather than waiting for them to end by themselves.
    fn is_ending(&self) -> bool {
        self.kill_at.is_some() && !self.in_grace
    }

    /// Returns the message about an agent that ended with this verdict; `None` if the agent has printed it itself.
    pub(super) fn of_agent(&self, agent: usize, verdict: Verdict) -> Option<String> {
        let name = self.job.remote.as_ref()?.task.name(self.control.places(agent).start);
        match verdict {
            Verdict::Killed(signal) => Some(format!(
                "lost the agent on host {name}: the command that started it was killed by signal {signal}; the job is \
                 ended"
            )),
            Verdict::Failed(SSH_FAILED) => {
                Some(format!("lost the connection to the agent on host {name} (exit code 255); the job is ended"))
            }
            _ => None,
        }
    }
}
