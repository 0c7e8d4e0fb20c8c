//! What the system allows: open files, of which the launcher has some for each rank while the job runs, processes and
//! memory. A job that cannot fit is refused before its first rank starts.
use super::Failure;
use super::plan::Job;
use crate::sys;
use clump_fabric::sys::{TaskLimit, memory_allowance, task_limit};
use rustix::process::{Resource, Rlimit, setrlimit};

/// Number of files that the launcher has open besides those of the ranks, with room for inherited files and for one
/// more spawn.
const OWN: u64 = 48;
/// The most ranks that share a pipe for standard error. More ranks fit the limit of open files then, and a line that
/// a rank prints in pieces is mixed with the lines of more ranks.
const MOST_SHARE: u64 = 16;

/// The least memory of a process, in bytes: its page tables, its stacks in the kernel and outside, and the pages that
/// its loader writes. A rank of a small C program takes twice as much. More refuses jobs of small programs that fit.
const LEAST_MEMORY: u64 = 320 << 10;

/// The open files that a job of this size needs of the launcher.
#[derive(Clone, Copy)]
struct Need {
    ranks: u64,
    /// True if these are agents, to which the launcher has a third pipe.
    agents: bool,
}

impl Need {
    fn of(job: &Job) -> Need {
        Need { ranks: job.size() as u64, agents: job.remote.is_some() }
    }

    /// Returns the number of files if `sharers` ranks share a pipe for standard error.
    fn files(self, sharers: u64) -> u64 {
        OWN + self.ranks * (1 + u64::from(self.agents)) + self.ranks.div_ceil(sharers)
    }

    /// Returns how many ranks share a pipe for standard error under this limit; `None` if no number of them helps.
    fn sharers(self, limit: Option<u64>) -> Option<u64> {
        let most = if self.agents { 1 } else { MOST_SHARE };
        (1..=most).find(|&sharers| limit.is_none_or(|limit| self.files(sharers) <= limit))
    }

    /// Returns the most ranks of a job under this limit.
    fn most(self, limit: u64) -> u64 {
        let fits = |ranks: &u64| Need { ranks: *ranks, ..self }.sharers(Some(limit)).is_some();
        // No rank takes less than one file.
        let (mut least, mut beyond) = (0, limit + 1);
        while beyond - least > 1 {
            let ranks = least + (beyond - least) / 2;
            *(if fits(&ranks) { &mut least } else { &mut beyond }) = ranks;
        }
        least
    }
}

/// Makes sure that the job can be started; raises the soft limit if that is necessary and allowed.
pub fn open_files(job: &Job) -> Result<(), Failure> {
    let need = Need::of(job);
    // A filter of system calls may refuse the question. Then a lack of files shows when a rank is started.
    let Some(limit) = sys::open_files() else { return Ok(()) };
    // One more file for each rank: the pidfd of the real program behind a wrapper. The job runs without these, too.
    let wanted = need.files(1) + need.ranks;
    if limit.current.is_none_or(|soft| soft >= wanted) {
        return Ok(());
    }
    let raised = Rlimit { current: Some(limit.maximum.map_or(wanted, |hard| hard.min(wanted))), ..limit };
    // If the soft limit could not be raised although the hard limit allows it (perhaps because of a seccomp filter),
    // the soft limit counts.
    let raised = setrlimit(Resource::Nofile, raised).is_ok().then_some(raised.current).flatten();
    let may = raised.or(limit.current);
    match need.sharers(may) {
        Some(_) => Ok(()),
        None => Err(too_few(need, may.unwrap_or(0))),
    }
}

/// Returns how many ranks share a pipe for standard error, because the limit of open files allows no more pipes.
pub fn sharers(job: &Job) -> usize {
    let limit = sys::open_files().and_then(|limit| limit.current);
    Need::of(job).sharers(limit).unwrap_or(1) as usize
}

/// Makes sure that the system allows a process for each rank.
pub fn processes(job: &Job) -> Result<(), Failure> {
    task_limit().map_or(Ok(()), |limit| allowed(job.size() as u64, &limit))
}

fn allowed(ranks: u64, limit: &TaskLimit) -> Result<(), Failure> {
    if ranks <= limit.left() {
        return Ok(());
    }
    let (file, most, used, left) = (limit.file.display(), limit.most, limit.used, limit.left());
    Err(Failure::launcher(format!(
        "{ranks} ranks need as many processes, and {left} more are allowed here: {file} is {most}, and {used} \
         processes and threads run; have that number raised, or start at most {left} ranks"
    )))
}

/// Makes sure that the least memory that the ranks can take is free.
pub fn memory(job: &Job) -> Result<(), Failure> {
    memory_allowance().map_or(Ok(()), |left| fits(job.size() as u64, left))
}

fn fits(ranks: u64, left: u64) -> Result<(), Failure> {
    if ranks * LEAST_MEMORY <= left {
        return Ok(());
    }
    Err(Failure::launcher(format!(
        "{ranks} ranks need at least {} MiB of memory, and {} MiB are left in this container or machine; raise the \
         memory limit, or start at most {} ranks",
        (ranks * LEAST_MEMORY) >> 20,
        left >> 20,
        left / LEAST_MEMORY
    )))
}

fn too_few(need: Need, may: u64) -> Failure {
    let files = need.files(if need.agents { 1 } else { MOST_SHARE });
    let (what, needs) = if need.ranks == 1 { ("1 rank", "needs") } else { (&*format!("{} ranks", need.ranks), "need") };
    let instead = match need.most(may) {
        0 => "with so few no rank can be started".to_owned(),
        1 => "or start at most 1 rank".to_owned(),
        most => format!("or start at most {most} ranks"),
    };
    Failure::launcher(format!(
        "{what} {needs} {files} open files, and this process may have {may} (`ulimit -Hn`); have that limit raised \
         to {files} or more (as root `ulimit -n {files}`, or in /etc/security/limits.conf, or `--ulimit nofile` of a \
         container); {instead}"
    ))
}

#[cfg(test)]
mod tests {
    use super::{LEAST_MEMORY, MOST_SHARE, Need, OWN, allowed, fits};
    use clump_fabric::sys::TaskLimit;

    #[test]
    fn ranks_share_pipes_only_where_the_limit_demands_it() {
        let need = |ranks| Need { ranks, agents: false };
        assert_eq!(need(4096).sharers(Some(20_000)), Some(1));
        assert_eq!(need(10_000).sharers(Some(20_000)), Some(2));
        assert_eq!(need(10_000).sharers(Some(OWN + 11_000)), Some(10));
        assert_eq!(need(10_000).sharers(Some(OWN + 10_000)), None);
        assert_eq!(need(10_000).sharers(None), Some(1));
        assert_eq!(Need { ranks: 10, agents: true }.sharers(Some(OWN + 29)), None, "an agent's streams are its own");
    }

    #[test]
    fn a_refusal_says_what_is_short_and_how_many_ranks_fit() {
        let limit = TaskLimit { file: "/sys/fs/cgroup/pids.max".into(), most: 100, used: 40 };
        assert!(allowed(60, &limit).is_ok());
        let refusal = allowed(61, &limit).unwrap_err().message;
        let parts = ["61 ranks need as many processes", "/sys/fs/cgroup/pids.max is 100", "at most 60 ranks"];
        assert!(parts.iter().all(|part| refusal.contains(part)), "{refusal}");
        assert!(fits(16, 16 * LEAST_MEMORY).is_ok());
        let refusal = fits(1024, 16 * LEAST_MEMORY).unwrap_err().message;
        let parts = ["1024 ranks need at least 320 MiB", "5 MiB are left", "at most 16 ranks"];
        assert!(parts.iter().all(|part| refusal.contains(part)), "{refusal}");
    }

    #[test]
    fn the_most_ranks_fit_and_one_more_does_not() {
        for (agents, limit) in
            [(false, 0), (false, OWN), (false, OWN + 2), (false, 1024), (true, 1024), (false, 20_000)]
        {
            let need = |ranks| Need { ranks, agents };
            let most = need(1).most(limit);
            assert!(most == 0 || need(most).sharers(Some(limit)).is_some(), "{limit}");
            assert_eq!(need(most + 1).sharers(Some(limit)), None, "{limit}");
        }
        assert_eq!(Need { ranks: 1, agents: false }.files(MOST_SHARE), OWN + 2);
    }
}
