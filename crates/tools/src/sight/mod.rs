//! `clump ps`, `clump stat`, `clump top` and `clump trace`: what this user's running jobs do, seen from outside. They
//! read /proc, the description that each launcher keeps open, and the segment of the ranks, which they map for reading
//! only. They signal no process and write nothing there, so that they cannot disturb a job. The kernel lets a user open
//! the files of the user's own processes only, so that other users see nothing.
mod blame;
mod jobs;
mod last;
mod processes;
mod ps;
mod ranks;
mod screen;
mod stat;
mod top;
mod trace;

pub use ps::{PsArgs, main as ps};
pub use stat::{StatArgs, main as stat};
pub use top::{TopArgs, main as top};
pub use trace::{TraceArgs, main as trace};

use std::time::Duration;

/// Returns a time in seconds, for JSON.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// Returns text of another process without the characters that control terminals.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Prints text or JSON, and returns the exit code.
fn print(name: &str, text: Result<String, String>) -> i32 {
    match text {
        Ok(text) => i32::from(std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes()).is_err()),
        Err(why) => {
            eprintln!("{name}: {why}");
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_other_processes_controls_no_terminal() {
        assert_eq!(printable("a\x1b[2Jb"), "a?[2Jb");
    }
}
