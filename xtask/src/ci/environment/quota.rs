//! Runs more ranks than a quota of processor time allows: results must be correct, and a waiting rank must not use up
//! the time that the others need.
use super::{Place, skipped};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const RANKS: &str = "2";
/// The processor time that the cgroup gets in each [`PERIOD`], in microseconds: one and a half processors.
const QUOTA: &str = "150000";
/// The period of the quota, in microseconds.
const PERIOD: &str = "100000";

/// A cgroup, removed when this value is dropped.
struct Group(PathBuf);
impl Drop for Group {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.0);
    }
}

impl Group {
    fn make() -> Result<Group> {
        let both = format!("{QUOTA} {PERIOD}");
        let one: &[_] = &[("cpu.cfs_period_us", PERIOD), ("cpu.cfs_quota_us", QUOTA)];
        for (root, files) in [("/sys/fs/cgroup/cpu", one), ("/sys/fs/cgroup", &[("cpu.max", both.as_str())])] {
            let group = Group(Path::new(root).join(format!("clump-ci-{}", std::process::id())));
            let made = std::fs::create_dir(&group.0).is_ok();
            if made && files.iter().all(|(file, text)| std::fs::write(group.0.join(file), text).is_ok()) {
                return Ok(group);
            }
        }
        bail!("no cgroup with a quota of processor time can be made here")
    }

    /// Returns a counter of the cgroup's `cpu.stat`.
    fn count(&self, name: &str) -> Result<u64> {
        let text = std::fs::read_to_string(self.0.join("cpu.stat"))?;
        let line = text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' '));
        Ok(line.with_context(|| format!("no line {name}"))?.trim().parse()?)
    }
}

pub fn check(place: &mut Place) -> Result<()> {
    let group = match Group::make() {
        Ok(group) => group,
        Err(why) => {
            skipped("a quota of processor time", &why.to_string());
            return Ok(());
        }
    };
    let enter = format!("echo $$ > {}/cgroup.procs && exec \"$@\"", group.0.display());
    for name in ["exchange", "board"] {
        let program = place.launch(&["sh", "-c", &enter, "sh"], RANKS).arg(place.path(name));
        place.succeed(&format!("{name}: within a quota of processor time"), program)?;
    }
    // At first both ranks are busy, so the quota stops them; then one computes and one waits, which the quota allows.
    let before = (group.count("nr_periods")?, group.count("nr_throttled")?);
    let turns = place.launch(&["sh", "-c", &enter, "sh"], RANKS).arg(place.path("turns"));
    place.succeed("turns: within a quota of processor time", turns)?;
    let (all, stopped) = (group.count("nr_periods")? - before.0, group.count("nr_throttled")? - before.1);
    if all < 10 || 2 * stopped > all {
        bail!("computing by turns within a quota of processor time: stopped in {stopped} of {all} periods");
    }
    Ok(())
}
