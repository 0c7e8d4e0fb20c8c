//! Runs ranks in a memory cgroup that is too small: they must fail with a sentence, not by SIGBUS or the OOM killer.
use super::{Place, skipped};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The cgroup's limit: it holds the ranks' processes (about 14 MiB, which differs between systems), but not the rings
/// of an all-to-all (30 MiB more).
const LIMIT: u64 = 28 << 20;
const RANKS: &str = "32";

/// A cgroup, removed when this value is dropped.
struct Group(PathBuf);
impl Drop for Group {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.0);
    }
}

impl Group {
    fn make() -> Result<Group> {
        for (root, limit) in [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")] {
            let group = Group(Path::new(root).join(format!("clump-ci-{}", std::process::id())));
            let made = std::fs::create_dir(&group.0).is_ok();
            if made && std::fs::write(group.0.join(limit), LIMIT.to_string()).is_ok() {
                return Ok(group);
            }
        }
        bail!("no memory cgroup can be made here")
    }

    /// Returns how many processes of the cgroup the OOM killer has ended.
    fn killed(&self) -> Result<u64> {
        let texts = ["memory.oom_control", "memory.events"].map(|f| std::fs::read_to_string(self.0.join(f)));
        let text = texts.into_iter().find_map(Result::ok).context("no count of OOM kills")?;
        let line = text.lines().find_map(|l| l.strip_prefix("oom_kill ")).context("no line oom_kill")?;
        Ok(line.trim().parse()?)
    }
}

pub fn check(place: &mut Place) -> Result<()> {
    let group = match Group::make() {
        Ok(group) => group,
        Err(why) => {
            skipped("a memory cgroup that is too small", &why.to_string());
            return Ok(());
        }
    };
    let enter = format!("echo $$ > {}/cgroup.procs && exec \"$@\"", group.0.display());
    let program = place.launch(&["sh", "-c", &enter, "sh"], RANKS).arg(place.path("all_pairs"));
    let words = ["not enough memory for messages", "raise the memory limit or start fewer ranks"];
    place.explain("a memory cgroup that is too small", program, &words)?;
    match group.killed()? {
        0 => Ok(()),
        n => bail!("a memory cgroup that is too small: the OOM killer ended {n} processes"),
    }
}
