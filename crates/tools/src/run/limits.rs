//! The limit of open files: the launcher needs several open files for each rank while the job runs.
use super::Failure;
use crate::sys;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Number of files that the launcher has open besides those of the ranks, with room for inherited files and for one
/// more spawn.
const OWN: u64 = 32;
/// Number of open files for each rank: stdout, stderr, the rank's pidfd, and the pidfd of the real program behind a
/// wrapper.
const EACH: u64 = 4;

/// Makes sure that a job of this size can be started; raises the soft limit if that is necessary and allowed.
pub fn open_files(ranks: usize) -> Result<(), Failure> {
    let need = OWN + EACH * ranks as u64;
    // A filter of system calls may refuse the question. Then a lack of files shows when a rank is started.
    let Some(limit) = sys::open_files() else { return Ok(()) };
    if limit.current.is_none_or(|soft| soft >= need) {
        return Ok(());
    }
    let raised = Rlimit { current: Some(need), maximum: limit.maximum };
    if limit.maximum.is_none_or(|hard| hard >= need) && setrlimit(Resource::Nofile, raised).is_ok() {
        return Ok(());
    }
    let hard = limit.maximum.unwrap_or(u64::MAX);
    let (what, needs) = if ranks == 1 { ("1 rank", "needs") } else { (&*format!("{ranks} ranks"), "need") };
    // If the soft limit could not be raised although the hard limit allows it (perhaps because of a seccomp filter),
    // the soft limit counts.
    let may = if hard < need { hard } else { limit.current.unwrap_or(0) };
    let most = may.saturating_sub(OWN) / EACH;
    let instead = match most {
        0 => "with so few no rank can be started".to_owned(),
        1 => "or start at most 1 rank".to_owned(),
        most => format!("or start at most {most} ranks"),
    };
    Err(Failure::launcher(format!(
        "{what} {needs} {need} open files, and this process may have {may} (`ulimit -Hn`); have that limit raised \
         to {need} or more (as root `ulimit -n {need}`, or in /etc/security/limits.conf, or `--ulimit nofile` of a \
         container); {instead}"
    )))
}
