//! What passes between the guardian and the supervisor: signals.
use std::os::fd::OwnedFd;

/// What is forwarded. SIGQUIT asks for a report; SIGTSTP stops the launcher too, after the ranks.
pub const SIGNALS: [i32; 8] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGTSTP,
    libc::SIGCONT,
];

/// The supervisor's view of the guardian: signals arrive as bytes, and the end of the stream is the guardian's end.
pub struct Link(pub(super) OwnedFd);

/// A forwarded signal.
pub struct Forwarded {
    pub number: i32,
    /// It came from a key at the terminal, so processes in the foreground group have had it already.
    pub from_terminal: bool,
}

impl Link {
    pub fn fd(&self) -> &OwnedFd {
        &self.0
    }
    /// The next signals; `None` once the guardian is gone.
    pub fn read(&self) -> Option<Vec<Forwarded>> {
        let mut bytes = [0; 64];
        match rustix::io::read(&self.0, &mut bytes) {
            Ok(0) => None,
            // A message is one byte, so that none is ever read in part.
            Ok(n) => Some(
                bytes[..n]
                    .iter()
                    .map(|b| Forwarded { number: i32::from(b & 0x7f), from_terminal: b & 0x80 != 0 })
                    .collect(),
            ),
            Err(_) => Some(Vec::new()),
        }
    }
}
