//! Signals that the guardian got.
use super::super::guardian::Forwarded;
use super::Supervisor;
use rustix::process::Signal;

impl Supervisor<'_> {
    /// Passes signals on to the ranks. Returns the exit code if nothing is left to wait for.
    pub(super) fn forward(&mut self, signals: &[Forwarded]) -> Option<i32> {
        for forwarded in signals {
            match forwarded.number {
                libc::SIGQUIT => {
                    self.report("what the ranks are doing");
                    continue;
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
                    self.interrupted = Some(signal);
                }
                _ => {}
            }
            let Some(signal) = Signal::from_named_raw(forwarded.number) else {
                continue;
            };
            for rank in &self.ranks {
                if !(forwarded.from_terminal && rank.on_terminal()) {
                    rank.signal(signal);
                }
            }
        }
        None
    }
}
