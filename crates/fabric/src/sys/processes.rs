//! How many more processes this one may start: the tasks that its control groups and the kernel allow.
use super::cgroup::{groups, number};
use std::fs;
use std::path::{Path, PathBuf};

/// A limit on the number of tasks (processes and their threads).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskLimit {
    /// The file that sets the limit.
    pub file: PathBuf,
    pub most: u64,
    /// How many tasks count towards the limit now.
    pub used: u64,
}

impl TaskLimit {
    /// Returns how many more tasks are allowed.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.used)
    }
}

/// Returns the limit that allows the fewest more tasks; `None` if none can be read. The limit of a user
/// (`RLIMIT_NPROC`) is not among them, because the system does not tell how many tasks count towards it.
pub fn task_limit() -> Option<TaskLimit> {
    let of_groups = ["", "pids"].into_iter().flat_map(groups).filter_map(|dir| {
        let (most, used) = (number(&dir.join("pids.max"))?, number(&dir.join("pids.current"))?);
        Some(TaskLimit { file: dir.join("pids.max"), most, used })
    });
    of_groups.chain(of_kernel(Path::new("/proc"))).min_by_key(TaskLimit::left)
}

/// Returns the limits for all tasks of the system.
fn of_kernel(proc: &Path) -> Vec<TaskLimit> {
    let used = fs::read_to_string(proc.join("loadavg")).ok().and_then(|text| all_tasks(&text));
    let limit = |name: &str| {
        let file = proc.join("sys/kernel").join(name);
        Some(TaskLimit { most: number(&file)?, file, used: used? })
    };
    ["pid_max", "threads-max"].into_iter().filter_map(limit).collect()
}

/// Returns the number of tasks in a line of /proc/loadavg, which has it behind the number of those that run.
fn all_tasks(loadavg: &str) -> Option<u64> {
    loadavg.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_tasks_is_behind_the_number_of_those_that_run() {
        assert_eq!(all_tasks("0.20 0.18 0.12 1/80 11206\n"), Some(80));
        assert_eq!([all_tasks(""), all_tasks("0.20 0.18 0.12 80 11206")], [None; 2]);
    }

    #[test]
    fn this_process_counts_towards_the_limit() {
        let limit = task_limit().expect("the kernel tells its limits");
        assert!(limit.used >= 1 && limit.left() > 0 && limit.file.exists(), "{limit:?}");
    }
}
