//! The link between the guardian and the supervisor, which carries signals.
use std::os::fd::OwnedFd;

/// The signals that are forwarded. SIGQUIT asks for a report; SIGTSTP stops the ranks first, then the launcher.
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

/// The supervisor's end: each byte is a signal, and the end of the stream means that the guardian has ended.
pub struct GuardianLink(pub(super) OwnedFd);

/// A forwarded signal.
pub struct Forwarded {
    pub number: i32,
    /// True if a key at the terminal sent the signal: processes in the foreground group have received it already.
    pub from_terminal: bool,
}

impl GuardianLink {
    pub fn fd(&self) -> &OwnedFd {
        &self.0
    }
    /// Returns the next signals; `None` once the guardian has ended.
    pub fn read(&self) -> Option<Vec<Forwarded>> {
        let mut bytes = [0; 64];
        match rustix::io::read(&self.0, &mut bytes) {
            Ok(0) => None,
            // Each message is one byte, so a read never ends within a message.
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
