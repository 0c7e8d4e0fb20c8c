//! Handles signals that the guardian received.
use super::super::link::Forwarded;
use super::Supervisor;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// How long to wait for the guardian's message about a Ctrl-C that has already killed a rank. A longer wait delays
/// the report of a rank that died otherwise.
const TERMINAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// No hint is printed if the ranks have ended this soon after a first SIGINT.
pub(super) const HINT: Duration = Duration::from_millis(500);

impl Supervisor<'_> {
    /// Waits for the guardian's message about a Ctrl-C. The terminal sends Ctrl-C to rank 0 and to the guardian, and
    /// the supervisor may notice the rank's end before that message has arrived.
    pub(super) fn hear_terminal(&mut self) {
        let heard = poll(&mut [PollFd::new(self.link.fd(), PollFlags::IN)], Some(&TERMINAL)).is_ok_and(|n| n > 0);
        if let Some(signals) = heard.then(|| self.link.read()).flatten() {
            // The exit code after a second Ctrl-C is kept in `code`.
            self.forward(&signals);
        }
    }

    /// Forwards signals to the ranks. Returns the exit code if nothing is left to wait for.
    pub(super) fn forward(&mut self, signals: &[Forwarded]) -> Option<i32> {
        for forwarded in signals {
            match forwarded.number {
                libc::SIGQUIT => {
                    self.report("what the ranks are doing");
                    if self.job.remote.is_none() {
                        continue;
                    }
                }
                signal @ (libc::SIGINT | libc::SIGTERM | libc::SIGHUP) => {
                    if self.swept {
                        return Some(128 + signal);
                    }
                    if signal == libc::SIGINT && self.interrupted == Some(libc::SIGINT) {
                        self.code = Some(128 + signal);
                        self.kill_rest();
                        return self.code;
                    }
                    // An agent prints no hint, because its launcher does.
                    if signal == libc::SIGINT && !self.job.is_led() {
                        self.hint_at = Some(Instant::now() + HINT);
                    }
                    self.interrupted = Some(signal);
                }
                _ => {}
            }
            let Some(signal) = Signal::from_named_raw(forwarded.number) else {
                continue;
            };
            self.signal(signal, forwarded.from_terminal);
        }
        None
    }

    /// Signals every rank, on all hosts. `from_terminal` says that ranks that share the terminal have received the
    /// signal already.
    pub(super) fn signal(&mut self, signal: Signal, from_terminal: bool) {
        if self.job.remote.is_some() {
            return self.control.signal(signal);
        }
        self.signal_guests(signal);
        for rank in &self.ranks {
            if !(from_terminal && rank.on_terminal()) {
                rank.signal(signal);
            }
        }
    }
}
