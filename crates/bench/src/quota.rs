//! Creates a control group whose processes together get a limited amount of processor time, like a container with a
//! limit. The group vanishes with the value.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The system's default period of a quota, in us.
const PERIOD_US: u64 = 100_000;

/// The root folders of the CPU controller, of cgroup version 1 and of version 2, with the files of a group.
const ROOTS: [(&str, &[&str]); 2] =
    [("/sys/fs/cgroup/cpu", &["cpu.cfs_period_us", "cpu.cfs_quota_us"]), ("/sys/fs/cgroup", &["cpu.max"])];

#[derive(Debug)]
pub struct Quota(PathBuf);

impl Drop for Quota {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Counts how often a group used up its quota.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Periods {
    /// Periods that began while the group was busy.
    pub all: u64,
    /// Periods in which the group was stopped because its quota was used up.
    pub stopped: u64,
}

impl Periods {
    /// Parses the lines of the group's `cpu.stat`.
    fn read(text: &str) -> Option<Periods> {
        let number = |name: &str| {
            let line = text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' '));
            line?.trim().parse().ok()
        };
        Some(Periods { all: number("nr_periods")?, stopped: number("nr_throttled")? })
    }
}

impl Quota {
    /// Creates a group that may use `cores` processors on average.
    pub fn make(cores: f64) -> Result<Quota, String> {
        let mut why = Vec::new();
        for (root, files) in ROOTS {
            match Quota::under(Path::new(root), files, cores) {
                Ok(group) => return Ok(group),
                Err(e) => why.push(format!("{root}: {e}")),
            }
        }
        Err(format!(
            "no control group with a quota of {cores} processors can be made here ({}): that needs root and a \
             writable cgroup file system; in a container, start that with such a quota (docker run --cpus {cores}), \
             on a machine with systemd a shell (systemd-run --scope -p CPUQuota={}% bash), and measure `latency` or \
             `stranger` there",
            why.join("; "),
            cores * 100.0
        ))
    }

    fn under(root: &Path, files: &[&str], cores: f64) -> io::Result<Quota> {
        if files.contains(&"cpu.max") {
            // Enables the controller, if it is not enabled from the start. If this fails, the group lacks its files,
            // and the error below says so.
            let _ = fs::write(root.join("cgroup.subtree_control"), "+cpu");
        }
        let group = Quota(root.join(format!("clump-bench-{}", std::process::id())));
        match fs::create_dir(&group.0) {
            // Jobs run one after the other, so that an existing group is left over from an earlier job and has no
            // processes.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        let quota = (cores * PERIOD_US as f64) as u64;
        for file in files {
            let text = match *file {
                "cpu.max" => format!("{quota} {PERIOD_US}"),
                "cpu.cfs_period_us" => PERIOD_US.to_string(),
                _ => quota.to_string(),
            };
            fs::OpenOptions::new().write(true).open(group.0.join(file)).and_then(|mut f| {
                use io::Write;
                f.write_all(text.as_bytes())
            })?;
        }
        Ok(group)
    }

    /// Returns a command that runs `command` in the group, with all processes that it starts.
    pub fn enter(&self, command: &Command) -> Command {
        let mut inside = Command::new("sh");
        inside.args(["-c", "echo $$ > \"$0\" && exec \"$@\""]).arg(self.0.join("cgroup.procs"));
        inside.arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => inside.env(name, value),
                None => inside.env_remove(name),
            };
        }
        inside
    }

    pub fn periods(&self) -> Option<Periods> {
        Periods::read(&fs::read_to_string(self.0.join("cpu.stat")).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read_of_both_versions() {
        let one = "nr_periods 20\nnr_throttled 19\nthrottled_time 820000000\n";
        let two = "usage_usec 5\nnr_periods 7\nnr_throttled 0\nthrottled_usec 0\n";
        assert_eq!(Periods::read(one), Some(Periods { all: 20, stopped: 19 }));
        assert_eq!(Periods::read(two), Some(Periods { all: 7, stopped: 0 }));
        assert_eq!(Periods::read("usage_usec 5\n"), None, "the root has none");
    }

    #[test]
    fn a_command_keeps_its_arguments_and_variables() {
        let place = std::env::temp_dir().join(format!("clump-quota-{}", std::process::id()));
        fs::create_dir(&place).unwrap();
        let group = Quota(place.clone());
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ \"$1\" $OF", "sh", "a b"]).env("OF", "mine");
        let out = group.enter(&command).output().unwrap();
        let entered = fs::read_to_string(place.join("cgroup.procs")).unwrap();
        assert_eq!(String::from_utf8_lossy(&out.stdout), format!("{} a b mine\n", entered.trim()));
        fs::remove_file(place.join("cgroup.procs")).unwrap();
        drop(group);
        assert!(!place.exists());
    }

    #[test]
    fn a_system_without_groups_gives_advice() {
        let nowhere = Quota::under(Path::new("/no/such/place"), &["cpu.max"], 1.5).unwrap_err();
        assert_eq!(nowhere.kind(), io::ErrorKind::NotFound);
        let files = std::env::temp_dir().join(format!("clump-no-quota-{}", std::process::id()));
        fs::create_dir(&files).unwrap();
        assert!(Quota::under(&files, &["cpu.max"], 1.5).is_err(), "a folder is no group");
        assert_eq!(fs::read_dir(&files).unwrap().count(), 1, "and nothing is left but the file that was tried");
        fs::remove_dir_all(&files).unwrap();
    }
}
