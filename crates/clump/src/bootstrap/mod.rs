//! How a process learns which rank of which job it is.
use crate::{Error, Rank, Segment};
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

/// Set by `clump run` for each rank: `1 fd=<memfd> rank=<r> size=<n>`. The leading 1 is the version. Unset: the process is
/// a job of one rank.
pub const ENV: &str = "CLUMP_JOB";

/// A place in a job.
pub(crate) struct Job {
    pub segment: Arc<Segment>,
    pub rank: Rank,
}

/// Finds out who this process is, and maps the job's memory.
pub(crate) fn join() -> Result<Job, Error> {
    match std::env::var(ENV) {
        Ok(text) => from_launcher(&text),
        Err(std::env::VarError::NotPresent) => Ok(Job { segment: Arc::new(Segment::create(1)?), rank: 0 }),
        Err(e) => Err(Error(format!("{ENV}: {e}; it is set by `clump run` and not meant to be changed"))),
    }
}

/// What `clump run` says.
fn from_launcher(text: &str) -> Result<Job, Error> {
    let (fd, rank, size) = parse(text).ok_or_else(|| {
        Error(format!("{ENV}={text:?} is not what this version of Clump writes (`1 fd=<n> rank=<r> size=<n>`); is the program started by a `clump run` of another version?"))
    })?;
    let segment = Segment::inherit(fd).map_err(|e| {
        Error(format!("rank {rank} of {size}: {e} (file descriptor {fd}, named by {ENV}); did something between `clump run` and this program close it?"))
    })?;
    if segment.ranks() != size || rank >= size {
        return Err(Error(format!(
            "{ENV}={text:?} does not fit the job's shared memory, which has {} ranks",
            segment.ranks()
        )));
    }
    Ok(Job { segment: Arc::new(segment), rank })
}

fn parse(text: &str) -> Option<(i32, u32, u32)> {
    let mut parts = text.split(' ');
    if parts.next()? != "1" {
        return None;
    }
    let fd = parts.next()?.strip_prefix("fd=")?.parse().ok()?;
    let rank = parts.next()?.strip_prefix("rank=")?.parse().ok()?;
    let size = parts.next()?.strip_prefix("size=")?.parse().ok()?;
    parts.next().is_none().then_some((fd, rank, size))
}

/// A number that no other process has by accident.
pub(crate) fn nonce() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() ^ u64::from(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn only_the_exact_form_is_taken() {
        assert_eq!(parse("1 fd=5 rank=2 size=4"), Some((5, 2, 4)));
        for bad in [
            "",
            "2 fd=5 rank=2 size=4",
            "1 fd=5 rank=2",
            "1 fd=x rank=2 size=4",
            "1 fd=5 rank=-2 size=4",
            "1 fd=5 rank=2 size=4 ",
        ] {
            assert_eq!(parse(bad), None, "{bad:?}");
        }
    }
}
