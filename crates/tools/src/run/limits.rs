//! Open files: three for each rank (stdout, stderr, pidfd) while the job runs.
use super::Failure;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files the launcher has open besides those of the ranks, with room for what it inherits and for one more spawn.
const OWN: u64 = 32;
/// stdout, stderr, the rank's pidfd, and the pidfd of the real program behind a wrapper.
const EACH: u64 = 4;

/// Makes sure that a job of this size can be started, by raising the soft limit where that is needed and allowed.
pub fn open_files(ranks: usize) -> Result<(), Failure> {
    let need = OWN + EACH * ranks as u64;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|soft| soft >= need) {
        return Ok(());
    }
    let raised = Rlimit { current: Some(need), maximum: limit.maximum };
    if limit.maximum.is_none_or(|hard| hard >= need) && setrlimit(Resource::Nofile, raised).is_ok() {
        return Ok(());
    }
    let most = limit.maximum.map_or(0, |hard| hard.saturating_sub(OWN) / EACH);
    Err(Failure::launcher(format!(
        "{ranks} ranks need {need} open files, and this process may have {} (hard limit {}); raise it with `ulimit -n \
         {need}`, or start at most {most} ranks",
        limit.current.unwrap_or(0),
        limit.maximum.unwrap_or(0),
    )))
}
