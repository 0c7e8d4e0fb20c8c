//! Finds out which rank of which job this process is.
mod ancestors;
mod handover;
#[cfg(feature = "udp")]
pub(crate) mod network;
mod pmi1;

use crate::{Error, ErrorKind, Rank, Segment};
use ancestors::Holder;
use clump_fabric::shm::Phase;
use std::hash::{BuildHasher, Hasher};
use std::os::fd::OwnedFd;
use std::sync::Arc;

/// The variable that `clump run` sets for each rank: `1 fd=<memfd> rank=<r> size=<n> app=<n>`, followed by `
/// hosts=<memfd> socket=<fd>` on several machines. The leading 1 is the version. If the variable is not set,
/// PMI-1's variables count; without them the process is a job of one rank.
pub const ENV: &str = "CLUMP_JOB";

/// A rank's place in a job.
pub(crate) struct Job {
    pub segment: Arc<Segment>,
    pub rank: Rank,
    pub launcher: Launcher,
    #[cfg(feature = "udp")]
    pub network: Option<network::Network>,
}

impl Job {
    /// Returns a rank's place in a job on one machine.
    fn near(segment: Segment, rank: Rank, launcher: Launcher) -> Job {
        Job {
            segment: Arc::new(segment),
            rank,
            launcher,
            #[cfg(feature = "udp")]
            network: None,
        }
    }

    /// Returns true if the job has several machines.
    fn has_network(&self) -> bool {
        #[cfg(feature = "udp")]
        return self.network.is_some();
        #[cfg(not(feature = "udp"))]
        false
    }
}

/// The launcher, to which this process reports how it ends.
pub(crate) enum Launcher {
    /// No launcher, or `clump run`, which watches the process itself and has numbered its programs.
    None {
        app: Option<u32>,
    },
    Pmi1(pmi1::Client),
}

impl Launcher {
    /// Returns the number of this process's program on the launcher's command line, if the launcher tells it.
    pub fn app(&self) -> Option<u32> {
        match self {
            Launcher::None { app } => *app,
            Launcher::Pmi1(client) => client.app(),
        }
    }
    /// Tells the launcher that this process leaves the job normally.
    pub fn finish(self) {
        if let Launcher::Pmi1(client) = self {
            client.finalize();
        }
    }
    /// Asks the launcher to end the whole job.
    pub fn abort(&self, code: i32) {
        if let Launcher::Pmi1(client) = self {
            client.abort(code);
        }
    }
}

/// Finds out which rank this process is, and maps the job's memory.
pub(crate) fn join() -> Result<Job, Error> {
    match std::env::var(ENV) {
        Ok(text) => from_launcher(&text),
        Err(std::env::VarError::NotPresent) if std::env::var_os("PMI_SIZE").is_some() => from_pmi1(),
        Err(std::env::VarError::NotPresent) => {
            refuse_others(|name| std::env::var(name).ok())?;
            alone()
        }
        Err(e) => Err(Error::new(
            ErrorKind::Launch,
            format!("{ENV}: {e}; it is set by `clump run` and not meant to be changed"),
        )),
    }
}

/// Returns true if MPI is to compare its collective calls with the other ranks' (docs/SETTINGS.md).
pub fn checks() -> Result<bool, Error> {
    const CHECK: &str = "CLUMP_CHECK";
    match std::env::var_os(CHECK) {
        None => Ok(false),
        Some(value) if value == "0" => Ok(false),
        Some(value) if value == "1" => Ok(true),
        Some(value) => Err(Error::new(ErrorKind::Launch, format!("{CHECK} is {}; it must be 0 or 1", value.display()))),
    }
}

/// A rank's place in a job on one machine, for endpoints that are not [`crate::driver::Endpoint`].
pub struct NearJob {
    /// The job's memory.
    pub segment: Arc<Segment>,
    /// This process's rank.
    pub rank: Rank,
    launcher: Launcher,
}

impl NearJob {
    /// Joins this process's job. Fails if there is no job to join, and with the error kind `Launch` and the text
    /// `refusal` if the job has several machines.
    pub fn join(refusal: &str) -> Result<NearJob, Error> {
        let job = join()?;
        if job.has_network() {
            return Err(Error::new(ErrorKind::Launch, format!("rank {}: {refusal}", job.rank)));
        }
        Ok(NearJob { segment: job.segment, rank: job.rank, launcher: job.launcher })
    }

    /// Tells the launcher that this process leaves the job normally.
    pub fn finish(self) {
        self.launcher.finish();
    }
}

/// Returns a job of this process alone.
fn alone() -> Result<Job, Error> {
    Ok(Job::near(Segment::create(1)?, 0, Launcher::None { app: None }))
}

/// Explains why a rank may lack a descriptor that it should have inherited.
const CLOSED: &str = "has something between the launcher and this program closed it (Python's subprocess does, \
                      unless told close_fds=False)?";

/// Joins a job of Hydra or Slurm.
fn from_pmi1() -> Result<Job, Error> {
    let number = |name: &str| {
        let text = std::env::var(name).map_err(|e| {
            Error::new(
                ErrorKind::Launch,
                format!("{name}: {e}; PMI_SIZE is set, so a launcher should have set it too; start with `clump run`"),
            )
        })?;
        text.parse::<u32>()
            .map_err(|_| Error::new(ErrorKind::Launch, format!("{name}={text:?}, set by the launcher, is no number")))
    };
    let (rank, size, fd) = (number("PMI_RANK")?, number("PMI_SIZE")?, number("PMI_FD")?);
    if rank >= size {
        return Err(Error::new(
            ErrorKind::Launch,
            format!("the launcher calls this process rank {rank} of {size} (PMI_RANK, PMI_SIZE)"),
        ));
    }
    let fd = match socket(fd as i32) {
        Ok(fd) => fd,
        // This process has the environment of the rank that started it.
        Err(_) if ancestors::took_pmi(fd as i32) => return alone(),
        Err(e) => {
            return Err(Error::new(
                ErrorKind::Launch,
                format!(
                    "rank {rank} of {size}: cannot reach the launcher through PMI_FD={fd}: {e}; {CLOSED} To run this \
                     program by itself, start it as `env -u PMI_SIZE PROGRAM`"
                ),
            ));
        }
    };
    let mut client = pmi1::Client::connect(fd)?;
    // The job has one machine: rank 0 is its lowest rank.
    let segment = if rank == 0 {
        let segment = Segment::create(size)?;
        let server = handover::Server::new(nonce())?;
        client.put(KEY, &server.ticket.to_text())?;
        client.barrier()?;
        server.serve(&segment, size - 1)?;
        segment
    } else {
        client.barrier()?;
        let text = client.get(KEY)?;
        let ticket = handover::Ticket::from_text(&text).ok_or_else(|| {
            Error::new(
                ErrorKind::Launch,
                format!("rank 0 published `{text}`; do all ranks use the same version of Clump?"),
            )
        })?;
        Segment::attach(handover::fetch(&ticket)?)?
    };
    if segment.ranks() != size {
        return Err(Error::new(
            ErrorKind::Launch,
            format!("the job's shared memory is for {} ranks, the launcher says {size}", segment.ranks()),
        ));
    }
    Ok(Job::near(segment, rank, Launcher::Pmi1(client)))
}

/// Returns the launcher's socket, inherited under this number. Refuses any other kind of descriptor, so that this
/// process does not write to it.
fn socket(fd: i32) -> std::io::Result<OwnedFd> {
    let what = std::fs::read_link(format!("/proc/self/fd/{fd}"));
    if what.is_ok_and(|what| !ancestors::is_socket(&what)) {
        return Err(std::io::Error::other("it is no socket"));
    }
    clump_fabric::sys::inherit(fd)
}

/// The key under which rank 0 publishes its ticket for the job's memory.
const KEY: &str = "clump-memory";

/// Fails if an unsupported launcher has started several processes: each process would otherwise run as a job of one
/// rank.
fn refuse_others(variable: impl Fn(&str) -> Option<String>) -> Result<(), Error> {
    let several = |name: &str| variable(name).and_then(|text| text.parse::<u32>().ok()).filter(|&size| size > 1);
    if let (Some(_), Some(size)) = (variable("PMIX_NAMESPACE"), several("OMPI_COMM_WORLD_SIZE")) {
        return Err(Error::new(
            ErrorKind::Launch,
            format!(
                "this process was started by Open MPI's launcher as one of {size} ranks, and this version of Clump \
                 does not speak its protocol (PMIx); start the program with `clump run -n {size}`"
            ),
        ));
    }
    match several("SLURM_STEP_NUM_TASKS") {
        Some(size) => Err(Error::new(
            ErrorKind::Launch,
            format!(
                "this process was started by srun as one of {size} tasks, which has told it nothing that this version \
                 of Clump understands; on one machine use `srun --mpi=pmi2`, else (in the job's script) `clump run -n \
                 {size}` in place of srun"
            ),
        )),
        None => Ok(()),
    }
}

/// Joins a job of `clump run`.
fn from_launcher(text: &str) -> Result<Job, Error> {
    let Place { fd, rank, size, app, network } = parse(text).ok_or_else(|| {
        Error::new(ErrorKind::Launch, format!(
            "{ENV}={text:?} is not what this version of Clump writes (`1 fd=<n> rank=<r> size=<n> app=<n>`); is the \
             program started by a `clump run` of another version?"
        ))
    })?;
    let (segment, inherited) = match Segment::inherit(fd) {
        Ok(segment) => (segment, true),
        Err(e) => match ancestors::of_job(fd) {
            // This process has the environment of the rank that started it.
            Holder::Rank => return alone(),
            // The network's socket cannot be fetched this way.
            Holder::Other(segment) if network.is_none() => (segment, false),
            _ => {
                return Err(Error::new(
                    ErrorKind::Launch,
                    format!("rank {rank} of {size}: {e} (file descriptor {fd}, named by {ENV}); {CLOSED} {BY_ITSELF}"),
                ));
            }
        },
    };
    if segment.ranks() != size || rank >= size {
        return Err(Error::new(
            ErrorKind::Launch,
            format!("{ENV}={text:?} does not fit the job's shared memory, which has {} ranks", segment.ranks()),
        ));
    }
    let status = segment.status(rank);
    let is_own = inherited && status.pid == std::process::id();
    match status.phase {
        Phase::Outside => {}
        // This process was started before the rank joined, while the rank's descriptors could still be inherited.
        _ if !is_own && ancestors::is_one(status.pid) => return alone(),
        // The rank has left the job, and joins again.
        Phase::Closed if is_own => {}
        // A job of one rank: this program runs as if it had no launcher.
        _ if size == 1 => return alone(),
        // Joining twice would corrupt matching: this program would take data of the first program in the job's memory
        // for a peer's first message.
        phase => {
            let is = if phase == Phase::Closed { "has been" } else { "is" };
            return Err(Error::new(
                ErrorKind::Launch,
                format!(
                    "rank {rank} of {size} {is} another program (pid {}): a job runs one MPI program, once. Start \
                     each one with a `clump run` of its own. {BY_ITSELF}",
                    status.pid
                ),
            ));
        }
    }
    #[cfg_attr(not(feature = "udp"), expect(unused_mut))]
    let mut job = Job::near(segment, rank, Launcher::None { app });
    #[cfg(feature = "udp")]
    if let Some((hosts, socket)) = network {
        job.network = Some(network::inherit(hosts, socket, rank, size)?);
    }
    #[cfg(not(feature = "udp"))]
    if network.is_some() {
        return Err(Error::new(ErrorKind::Launch, "this library was built without the network (feature `udp`)"));
    }
    Ok(job)
}

/// Explains how to run a program that is not a rank.
const BY_ITSELF: &str = "To run this program by itself, start it as `env -u CLUMP_JOB PROGRAM`";

/// The parsed contents of the variable [`ENV`].
#[derive(Debug, PartialEq, Eq)]
struct Place {
    fd: i32,
    rank: u32,
    size: u32,
    /// Number of the program on the command line.
    app: Option<u32>,
    /// Descriptors of the list of hosts and of the socket.
    network: Option<(i32, i32)>,
}

fn parse(text: &str) -> Option<Place> {
    let mut parts = text.split(' ');
    if parts.next()? != "1" {
        return None;
    }
    let fd = parts.next()?.strip_prefix("fd=")?.parse().ok()?;
    let rank = parts.next()?.strip_prefix("rank=")?.parse().ok()?;
    let size = parts.next()?.strip_prefix("size=")?.parse().ok()?;
    let mut next = parts.next();
    let app = match next.and_then(|word| word.strip_prefix("app=")) {
        None => None,
        Some(number) => {
            next = parts.next();
            Some(number.parse().ok()?)
        }
    };
    let network = match next {
        None => None,
        Some(hosts) => {
            let hosts = hosts.strip_prefix("hosts=")?.parse().ok()?;
            Some((hosts, parts.next()?.strip_prefix("socket=")?.parse().ok()?))
        }
    };
    parts.next().is_none().then_some(Place { fd, rank, size, app, network })
}

/// Returns a random number that is almost certainly unique among processes.
pub(crate) fn nonce() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() ^ u64::from(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::{Place, parse, refuse_others};

    #[test]
    fn only_the_exact_form_is_accepted() {
        let place = |app, network| Some(Place { fd: 5, rank: 2, size: 4, app, network });
        assert_eq!(parse("1 fd=5 rank=2 size=4 hosts=6 socket=7"), place(None, Some((6, 7))));
        assert_eq!(parse("1 fd=5 rank=2 size=4"), place(None, None));
        assert_eq!(parse("1 fd=5 rank=2 size=4 app=1"), place(Some(1), None));
        assert_eq!(parse("1 fd=5 rank=2 size=4 app=1 hosts=6 socket=7"), place(Some(1), Some((6, 7))));
        for bad in [
            "",
            "2 fd=5 rank=2 size=4",
            "1 fd=5 rank=2",
            "1 fd=x rank=2 size=4",
            "1 fd=5 rank=-2 size=4",
            "1 fd=5 rank=2 size=4 ",
            "1 fd=5 rank=2 size=4 app=x",
            "1 fd=5 rank=2 size=4 app=1 app=1",
            "1 fd=5 rank=2 size=4 hosts=6",
            "1 fd=5 rank=2 size=4 hosts=6 socket=7 8",
        ] {
            assert_eq!(parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_process_of_several_without_a_usable_launcher_fails() {
        let said = |set: &[(&str, &str)]| {
            let variable = |name: &str| set.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
            refuse_others(variable).map_err(|e| e.to_string()).err().unwrap_or_default()
        };
        assert!(said(&[("PMIX_NAMESPACE", "x"), ("OMPI_COMM_WORLD_SIZE", "3")]).contains("`clump run -n 3`"));
        assert!(said(&[("SLURM_STEP_NUM_TASKS", "2")]).contains("`srun --mpi=pmi2`"));
        // A program started by hand or in a batch script is no rank: the variables describe the whole allocation.
        let alone = [("SLURM_STEP_NUM_TASKS", "1"), ("SLURM_NTASKS", "4"), ("OMPI_COMM_WORLD_SIZE", "4")];
        assert_eq!(said(&alone), "");
        assert_eq!(said(&[("SLURM_STEP_NUM_TASKS", "many")]), "");
    }
}
