//! An agent's lines to and from its launcher, over its standard output and input.
use super::task::MARK;
use crate::run::{FAILED, Failure};
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::{Mutex, PoisonError};

/// The longest line that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// Sends one line to the launcher.
pub fn say(what: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(what).map_err(|e| Failure::launcher(e.to_string()))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{MARK}{text}")
        .and_then(|()| out.flush())
        .map_err(|e| Failure::launcher(format!("cannot answer the launcher: {e}")))
}

/// Bytes that were read from standard input and not used yet. A static, because standard input belongs to the whole
/// process.
static AHEAD: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Takes the bytes that were read beyond the last [`line`].
pub fn ahead() -> Vec<u8> {
    std::mem::take(&mut *AHEAD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Reads the launcher's next line.
pub fn line(what: &str) -> Result<Vec<u8>, Failure> {
    let failed =
        |why: String| Failure { message: format!("cannot read {what} from the launcher: {why}"), code: FAILED };
    let stdin = rustix::stdio::stdin();
    let mut ahead = AHEAD.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut seen, mut bytes) = (0, [0; 16 << 10]);
    loop {
        if let Some(end) = ahead[seen..].iter().position(|&b| b == b'\n') {
            let mut line: Vec<u8> = ahead.drain(..=seen + end).collect();
            line.pop();
            return Ok(line);
        }
        seen = ahead.len();
        if seen > LONGEST {
            return Err(failed("it does not end".into()));
        }
        match rustix::io::read(stdin.as_fd(), &mut bytes) {
            Ok(0) => return Err(failed("it hung up".into())),
            Ok(n) => ahead.extend_from_slice(&bytes[..n]),
            Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(failed(e.to_string())),
        }
    }
}
