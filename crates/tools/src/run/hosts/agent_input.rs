//! An agent during the handshake, as the launcher knows it: what it has printed so far, and whether it is to be started
//! again.
use super::task::MARK;
use crate::run::Failure;
use crate::run::pipe::Writer;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
const LONGEST: usize = 16 << 20;
/// The time before the launcher first starts an agent again whose host was not reached. It doubles with each attempt.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest time between two attempts. A longer time notices later that a host is up; a shorter one costs the
/// launcher's machine and the network more logins.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// An agent during the handshake, and its output so far.
pub struct AgentInput {
    pub input: Writer,
    pub said: Vec<u8>,
    pub complaint: Vec<u8>,
    /// When the launcher started the agent, or the agent last answered.
    pub since: Instant,
    /// When the launcher starts the agent again; `None` while the agent runs.
    pub again: Option<Instant>,
    /// The time before the next attempt; `None` if no attempt has failed.
    pause: Option<Duration>,
}

impl AgentInput {
    pub fn new(input: Writer) -> AgentInput {
        let (said, complaint) = (Vec::new(), Vec::new());
        AgentInput { input, said, complaint, since: Instant::now(), again: None, pause: None }
    }

    pub fn tell(&mut self, line: &[u8]) {
        self.input.push(line);
        self.input.push(b"\n");
        // Bytes that do not fit in the pipe during a slow login are written later. If the agent is gone, the launcher
        // notices that it does not answer.
        self.input.flush();
    }

    /// Plans another attempt to start the agent, whose host was not reached. Returns false if `until` has passed.
    pub fn try_again(&mut self, until: Instant) -> bool {
        let now = Instant::now();
        if until <= now {
            return false;
        }
        let pause = self.pause.map_or(FIRST_PAUSE, |pause| (2 * pause).min(LONGEST_PAUSE));
        self.pause = Some(pause);
        self.again = Some((now + pause).min(until));
        true
    }

    /// Returns true if the time has come for another attempt.
    pub fn is_due(&self) -> bool {
        self.again.is_some_and(|again| again <= Instant::now())
    }

    /// Returns true if an attempt has failed, and no later one has been answered.
    pub fn is_unreached(&self) -> bool {
        self.pause.is_some()
    }

    /// Forgets failed attempts, and what they have printed.
    pub fn has_answered(&mut self) {
        self.pause = None;
        self.complaint.clear();
    }

    /// Takes the place of an attempt that has failed.
    pub fn begin_again(&mut self, next: AgentInput) {
        *self = AgentInput { pause: self.pause, ..next };
    }
}

/// Appends the bytes that can be read without blocking to `into`. Returns false at the end of the stream.
pub fn pump(from: Option<&OwnedFd>, into: &mut Vec<u8>) -> bool {
    let Some(Ok(fd)) = from.map(OwnedFd::try_clone) else { return false };
    let mut file = File::from(fd);
    let mut bytes = [0; 4096];
    loop {
        match file.read(&mut bytes) {
            Ok(0) => return false,
            Ok(n) => into.extend_from_slice(&bytes[..n]),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return e.kind() == std::io::ErrorKind::WouldBlock,
        }
        if into.len() > LONGEST {
            return false;
        }
    }
}

/// Returns the agent's next line, if it has arrived. Skips lines that a login shell prints.
pub fn answer<T>(said: &mut Vec<u8>, read: impl Fn(&[u8]) -> Result<T, Failure>) -> Result<Option<T>, Failure> {
    while let Some(end) = said.iter().position(|b| *b == b'\n') {
        let line: Vec<u8> = said.drain(..=end).collect();
        if let Some(json) = String::from_utf8_lossy(&line).trim_end().strip_prefix(MARK) {
            return read(json.as_bytes()).map(Some);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::task::{self, Hello};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever an agent and its login shell print, in pieces of any size, the result is nothing, an answer, or a
        /// sentence that describes an error.
        #[test]
        fn any_answer_is_parsed_or_refused(
            noise in "([ -~]{0,20}\n){0,3}", any in prop::collection::vec(any::<u8>(), 0..60), marked: bool, ends: bool,
        ) {
            let mut said = noise.into_bytes();
            said.extend(if marked { MARK.as_bytes() } else { b"" });
            said.extend(&any);
            said.extend(if ends { &b"\n"[..] } else { b"" });
            let read = |json: &[u8]| task::read::<Hello>(json).map_err(|why| Failure::launcher(format!("node7 {why}")));
            match answer(&mut said, read) {
                Ok(Some(_)) => prop_assert!(false, "no agent sent that"),
                Ok(None) => prop_assert!(!said.contains(&b'\n'), "a line was left"),
                Err(failure) => prop_assert!(failure.message.contains("node7") && marked, "{}", failure.message),
            }
        }
    }
}
