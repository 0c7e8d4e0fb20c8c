//! Several hosts: watches whether every host is alive, and what the end of an agent means.
use super::super::watch::Verdict;
use super::{FAILED, GRACE, Supervisor};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;
use std::time::Instant;

/// Exit code of an agent whose rank has ended the whole job with code 0 (MPI_Abort): an agent that ends with 0
/// would end no other host's ranks. If a rank of an agent ends with this code, the rank has failed, and the agent
/// ends with [`FAILED`].
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
        let Some(lost) = beat.tick(now) else { return };
        let (own, other) = (&part.names[part.host], &part.names[lost as usize]);
        let text = format!(
            "host {other} does not answer host {own} any more (3.6 s without a sign of life): it is down, or the \
             network between them is; the job is ended"
        );
        self.say(&text);
        self.end(FAILED, Some(Signal::TERM), GRACE);
    }

    /// Tells the other hosts that the job has ended normally on this host, so that they stop watching it.
    pub(super) fn say_bye(&mut self) {
        if let Some(beat) = &mut self.beat {
            beat.bye();
        }
    }

    /// Waits until the ranks of all other hosts have ended too: after a code other than 0 the launcher would end
    /// them.
    pub(super) fn await_other_hosts(&mut self) {
        let Some(beat) = &mut self.beat else { return };
        let out = rustix::stdio::stdout();
        while let Some(next) = beat.next().filter(|_| !beat.is_over()) {
            let left = next.saturating_duration_since(Instant::now());
            let until = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            // After a signal, or without a launcher, there is nothing to wait for.
            let mut fds = [PollFd::new(self.link.fd(), PollFlags::IN), PollFd::new(&out, PollFlags::empty())];
            let stopped = poll(&mut fds, Some(&until)).is_ok_and(|n| n > 0);
            if stopped || beat.tick(Instant::now()).is_some() {
                break;
            }
        }
    }

    /// Returns true if the ranks are being ended, rather than ending by themselves.
    fn is_ending(&self) -> bool {
        self.kill_at.is_some() && !self.in_grace
    }

    /// Returns the message about an agent that ended so; `None` if the agent has printed it itself.
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
