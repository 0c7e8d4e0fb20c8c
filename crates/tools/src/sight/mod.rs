//! `clump ps` and `clump stat`: what this user's running jobs do, seen from outside. Both read /proc, the description
//! that each launcher keeps open, and the segment of the ranks, which they map for reading only. They signal no process
//! and write nothing, so that they cannot disturb a job. The kernel lets a user open the files of the user's own
//! processes only, so that other users see nothing.
mod blame;
mod jobs;
mod processes;
mod ps;
mod ranks;
mod stat;

pub use ps::{PsArgs, main as ps};
pub use stat::{StatArgs, main as stat};

use std::time::Duration;

/// Returns a time for people: `0.52 s`, `12.3 s`, `2 min 5 s`, `3 h 7 min`, `2 d 4 h`.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86400 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86400, seconds / 3600 % 24),
    }
}

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
    fn times_are_short() {
        let of = |ms| time(Duration::from_millis(ms));
        let all = [520, 12_340, 125_000, 11_220_000, 187_200_000].map(of);
        assert_eq!(all, ["0.52 s", "12.3 s", "2 min 5 s", "3 h 7 min", "2 d 4 h"]);
        assert_eq!(printable("a\x1b[2Jb"), "a?[2Jb");
    }
}
