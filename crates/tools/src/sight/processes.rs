//! The processes of this machine, as /proc shows them to this user.
use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pub parent: i32,
    /// The processor time of all its threads.
    pub cpu: Duration,
    /// When the process was started, since the start of the machine.
    pub started: Duration,
    /// True if the process has ended, and its parent has not taken notice yet.
    pub is_zombie: bool,
}

/// All processes that /proc shows, by pid.
pub struct Processes(BTreeMap<i32, Process>);

impl Processes {
    /// Reads /proc. A process that ends meanwhile is left out.
    pub fn read() -> Result<Processes, String> {
        let proc = std::fs::read_dir("/proc")
            .map_err(|e| format!("cannot read /proc, which shows the running processes: {e}; mount it"))?;
        let hz = rustix::param::clock_ticks_per_second().max(1);
        let numbers = proc.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let read = |pid: i32| Some((pid, parse(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?, hz)?));
        Ok(Processes(numbers.filter_map(read).collect()))
    }

    pub fn get(&self, pid: i32) -> Option<&Process> {
        self.0.get(&pid)
    }

    /// Returns the processes of this user, by ascending pid.
    pub fn own(&self) -> impl Iterator<Item = i32> + '_ {
        let own = rustix::process::geteuid().as_raw();
        self.0
            .keys()
            .copied()
            .filter(move |pid| std::fs::metadata(format!("/proc/{pid}")).is_ok_and(|about| about.uid() == own))
    }

    /// Returns `pid` and its ancestors, `pid` first.
    pub fn line(&self, pid: i32) -> impl Iterator<Item = i32> + '_ {
        // Real chains are short; the bound guards against one that changed while it was read.
        std::iter::successors(Some(pid), |pid| Some(self.get(*pid)?.parent)).take_while(|pid| *pid > 0).take(64)
    }

    /// Returns the descendants of `pid` by ascending pid, without those behind a process of `without`.
    pub fn below(&self, pid: i32, without: &[i32]) -> Vec<i32> {
        let is_below = |other: &i32| {
            let line = self.line(*other).take_while(|one| *one == pid || !without.contains(one));
            *other != pid && line.into_iter().any(|one| one == pid)
        };
        self.0.keys().copied().filter(is_below).collect()
    }
}

/// Reads the line of /proc/PID/stat; `hz` is its unit of time.
fn parse(stat: &str, hz: u64) -> Option<Process> {
    // The name in parentheses may contain parentheses: read behind the last one.
    let (_, rest) = stat.rsplit_once(')')?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| words.get(at)?.parse::<u64>().ok();
    let time = |ticks: u64| Duration::from_secs_f64(ticks as f64 / hz as f64);
    Some(Process {
        parent: words.get(1)?.parse().ok()?,
        cpu: time(number(11)?.checked_add(number(12)?)?),
        started: time(number(19)?),
        is_zombie: matches!(*words.first()?, "Z" | "X"),
    })
}

/// Returns the time since the start of the machine.
pub fn uptime() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Returns the pid of a process as the process itself knows it, in its own namespace.
pub fn own_number(pid: i32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("NSpid:"));
    line.map_or_else(|| u32::try_from(pid).ok(), |line| line.split_whitespace().last()?.parse().ok())
}

/// Returns the rank that a launcher has given to a process, by the process's environment.
pub fn rank_of(pid: i32) -> Option<usize> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let name = format!("{}=", clump::driver::bootstrap::ENV);
    let place = environment.split(|byte| *byte == 0).find_map(|one| one.strip_prefix(name.as_bytes()))?;
    std::str::from_utf8(place).ok()?.split(' ').find_map(|word| word.strip_prefix("rank="))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_found_below_its_parent() {
        let (own, parent) = (std::process::id() as i32, std::os::unix::process::parent_id() as i32);
        let processes = Processes::read().expect("/proc");
        assert!(processes.own().any(|pid| pid == own));
        assert!(processes.below(parent, &[]).contains(&own) && !processes.below(own, &[]).contains(&own));
        assert!(!processes.below(parent, &[own]).contains(&own));
        assert_eq!(own_number(own), Some(own as u32));
        assert!(uptime() >= processes.get(own).expect("this process").started);
    }

    #[test]
    fn a_name_with_parentheses_is_skipped() {
        let stat = "7 (a) Z 9 (b) S 3 7 7 0 -1 4 0 0 0 0 150 50 0 0 20 0 1 0 1000 0 0";
        let read = parse(stat, 100).expect("a process");
        assert_eq!((read.parent, read.cpu, read.started), (3, Duration::from_secs(2), Duration::from_secs(10)));
        assert!(!read.is_zombie);
        for bad in ["", "7 (a", "7 (a) S", "7 (a) S x 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"] {
            assert_eq!(parse(bad, 100), None);
        }
    }
}
