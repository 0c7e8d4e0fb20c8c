//! What a launcher says of its job to other processes of its user (`clump ps`, `clump stat`): a sealed memory file that
//! the supervisor keeps open. It has no name in any file system, so that it vanishes with the supervisor.
use super::plan::Job;
use rustix::fs::{MemfdFlags, Mode, SealFlags, fchmod, fcntl_add_seals, fcntl_get_seals, memfd_create};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

/// The name of the file, and its link in /proc/PID/fd.
const NAME: &str = "clump-job";
pub const LINK: &str = "/memfd:clump-job (deleted)";
/// The longest description that is read, in bytes. Command lines are the longest part.
const LONGEST: u64 = 16 << 20;
/// No process can change a file with these seals.
const SEALS: SealFlags = SealFlags::SHRINK.union(SealFlags::GROW).union(SealFlags::WRITE).union(SealFlags::SEAL);

/// A host of the job, and its ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRanks {
    pub name: String,
    /// The number of the host's first rank.
    pub first: usize,
    /// The number of the host's ranks; `None` if the writer does not know it.
    pub ranks: Option<usize>,
}

/// A job, or one host's part of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDescription {
    /// The version of Clump.
    pub version: String,
    /// The command line of each program, as the user wrote it.
    pub programs: Vec<Vec<String>>,
    /// The number of ranks of the whole job.
    pub total: usize,
    /// The number of the first rank that this launcher has started itself, and how many it has started.
    pub first: usize,
    pub here: usize,
    /// True if the launcher of the job runs on another host, or is another process of this one.
    pub is_part: bool,
    /// The descriptor of the ranks' segment in the process that has this file open.
    pub segment: i32,
    pub hosts: Vec<HostRanks>,
}

impl JobDescription {
    /// Describes a job; `None` for an agent that only starts other agents.
    pub(super) fn of(job: &Job, segment: i32) -> Option<JobDescription> {
        let words = |name: &std::ffi::OsString, args: &[std::ffi::OsString]| {
            std::iter::once(name).chain(args).map(|word| word.to_string_lossy().into_owned()).collect()
        };
        let version = crate::BUILD.to_owned();
        if let Some(remote) = &job.remote {
            remote.whole.as_ref()?;
            let task = &remote.task;
            let host = |place: &super::hosts::task::Place| HostRanks {
                name: task.names.get(place.host).cloned().unwrap_or_default(),
                first: place.first,
                ranks: Some(place.ranks.len()),
            };
            let program = |p: &super::hosts::task::Program| {
                std::iter::once(p.name.clone()).chain(p.args.iter().cloned()).collect()
            };
            return Some(JobDescription {
                version,
                programs: task.programs.iter().map(program).collect(),
                total: task.total,
                first: 0,
                here: 0,
                is_part: false,
                segment,
                hosts: task.places.iter().map(host).collect(),
            });
        }
        let own = HostRanks { name: crate::machine::host(), first: job.rank(0), ranks: Some(job.size()) };
        Some(JobDescription {
            version,
            programs: job.apps.iter().map(|app| words(&app.name, &app.args)).collect(),
            total: job.total(),
            first: job.rank(0),
            here: job.size(),
            is_part: job.part.is_some(),
            segment,
            hosts: vec![own],
        })
    }

    /// Reads a description. The file must be sealed, so that it cannot change meanwhile.
    pub fn read(file: OwnedFd) -> io::Result<JobDescription> {
        if !fcntl_get_seals(&file)?.contains(SEALS) {
            return Err(io::Error::other("the description of the job is not sealed"));
        }
        let mut text = Vec::new();
        File::from(file).take(LONGEST).read_to_end(&mut text)?;
        let described: JobDescription = serde_json::from_slice(&text)?;
        match described.is_sound() {
            true => Ok(described),
            false => Err(io::Error::other("the description of the job contradicts itself")),
        }
    }

    /// Returns true if the numbers of ranks do not contradict each other.
    pub fn is_sound(&self) -> bool {
        let end = self.first.checked_add(self.here);
        end.is_some_and(|end| end <= self.total) && self.total <= super::plan::MAX_RANKS as usize
    }
}

/// Writes the description of a job into a file for other processes of this user, which can find it as long as the
/// descriptor is open. `segment` is the ranks' segment, which this process keeps open. Returns `None` for an agent that
/// only starts other agents.
pub fn publish(job: &Job, segment: BorrowedFd<'_>) -> io::Result<Option<OwnedFd>> {
    JobDescription::of(job, segment.as_raw_fd()).map(|described| write(&described)).transpose()
}

fn write(described: &JobDescription) -> io::Result<OwnedFd> {
    let fd = memfd_create(NAME, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    fchmod(&fd, Mode::RUSR)?;
    let mut file = File::from(fd);
    file.write_all(&serde_json::to_vec(described)?)?;
    let fd = OwnedFd::from(file);
    fcntl_add_seals(&fd, SEALS)?;
    Ok(fd)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described() -> JobDescription {
        let host = |name: &str, first| HostRanks { name: name.into(), first, ranks: Some(2) };
        JobDescription {
            version: "1".into(),
            programs: vec![vec!["./a".into(), "b c".into()]],
            total: 4,
            first: 2,
            here: 2,
            is_part: true,
            segment: 5,
            hosts: vec![host("x", 0), host("y", 2)],
        }
    }

    fn reopened(fd: &OwnedFd) -> OwnedFd {
        File::open(format!("/proc/self/fd/{}", fd.as_raw_fd())).expect("a file").into()
    }

    #[test]
    fn a_description_is_read_back_and_only_its_owner_may_read_it() {
        let fd = write(&described()).expect("memory");
        assert_eq!(JobDescription::read(reopened(&fd)).expect("a description"), described());
        let mode = rustix::fs::fstat(&fd).expect("a file").st_mode & 0o777;
        assert_eq!(mode, 0o400);
        assert_eq!(std::fs::read_link(format!("/proc/self/fd/{}", fd.as_raw_fd())).expect("a link").as_os_str(), LINK);
    }

    #[test]
    fn bad_descriptions_are_refused() {
        let plain = memfd_create(NAME, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).expect("memory");
        assert!(JobDescription::read(reopened(&plain)).is_err(), "not sealed");
        for (first, here, total) in [(2, 3, 4), (usize::MAX, 2, 4), (0, 1, 1 << 40)] {
            let fd = write(&JobDescription { first, here, total, ..described() }).expect("memory");
            assert!(JobDescription::read(reopened(&fd)).is_err(), "{first} {here} {total}");
        }
    }
}
