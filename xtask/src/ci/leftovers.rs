//! Checks after all tests that no process of ours runs, and that no file is left in /dev/shm or the temporary
//! directory.
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a process may run after its job has ended.
const GRACE: Duration = Duration::from_secs(3);

/// The files that existed before the tests.
pub struct Before {
    shared: BTreeSet<String>,
}

impl Before {
    pub fn look() -> Before {
        Before { shared: names(Path::new("/dev/shm")) }
    }

    /// Fails if anything is left. `mark` is in the environment of every process that the tests started.
    pub fn compare(&self, mark: &str, temporary: &Path) -> Result<()> {
        let start = Instant::now();
        let mut left = marked(mark);
        while !left.is_empty() && start.elapsed() < GRACE {
            std::thread::sleep(Duration::from_millis(100));
            left = marked(mark);
        }
        let ours = |name: &&String| name.contains("clump");
        left.extend(
            names(Path::new("/dev/shm")).difference(&self.shared).filter(ours).map(|f| format!("/dev/shm/{f}")),
        );
        left.extend(names(temporary).into_iter().map(|f| format!("{}/{f}", temporary.display())));
        if !left.is_empty() {
            bail!("the tests left behind:\n{}", left.join("\n"));
        }
        Ok(())
    }
}

fn names(dir: &Path) -> BTreeSet<String> {
    let list = std::fs::read_dir(dir).into_iter().flatten().flatten();
    list.map(|e| e.file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the processes that have the mark in their environment, as `pid command line`.
fn marked(mark: &str) -> Vec<String> {
    let numbered = |name: &String| name.bytes().all(|b| b.is_ascii_digit());
    let has = |pid: &String| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&b| b == 0).any(|variable| variable == mark.as_bytes())
    };
    let shown = |pid: String| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        format!("process {pid} {}", String::from_utf8_lossy(&words).replace('\0', " "))
    };
    names(Path::new("/proc")).into_iter().filter(numbered).filter(has).map(shown).collect()
}
