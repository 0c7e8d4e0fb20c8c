//! The control groups of this process.
use std::path::{Path, PathBuf};

/// Returns the directories of this process's group and of all groups above it, the root first. `controller` is "" for
/// version 2. In a container the path may be the host's: readers skip directories that do not exist, and the root
/// counts.
pub(super) fn groups(controller: &str) -> Vec<PathBuf> {
    let own = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    // Distributions mount `cpu` as `cpu,cpuacct` too, with `cpu` as a symbolic link to it.
    directories(&own, Path::new("/sys/fs/cgroup"), controller)
}

fn directories(own: &str, mount: &Path, controller: &str) -> Vec<PathBuf> {
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        controllers.split(',').any(|c| c == controller).then_some(path)
    });
    let Some(path) = path else { return Vec::new() };
    let mut dirs = vec![mount.join(controller)];
    for part in path.split('/').filter(|part| !part.is_empty() && *part != "..") {
        dirs.push(dirs[dirs.len() - 1].join(part));
    }
    dirs
}

/// Returns the number in a group's file, or `None` if there is no such file or it says `max`.
pub(super) fn number(path: &Path) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_listed_from_the_root_down() {
        let own = "12:cpu,cpuacct:/a\n3:memory:/\n0::/x/y:z\n";
        let dirs = |controller| directories(own, Path::new("/c"), controller);
        assert_eq!(dirs(""), ["/c", "/c/x", "/c/x/y:z"].map(PathBuf::from));
        assert_eq!(dirs("cpu"), ["/c/cpu", "/c/cpu/a"].map(PathBuf::from));
        assert_eq!(dirs("memory"), ["/c/memory"].map(PathBuf::from));
        assert!(dirs("pids").is_empty() && directories("", Path::new("/c"), "").is_empty());
    }
}
