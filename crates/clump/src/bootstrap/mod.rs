//! Finds out which rank of which job this process is.
mod ancestors;
mod card;
mod far_card;
mod foreign;
mod handover;
mod joint;
mod meeting;
pub(crate) mod network;
mod pmi1;
mod pmix;
mod space;
mod stranger;
mod watch;

pub use foreign::place;
pub use joint::{ExchangeOfWords, JointJob};

use crate::environment;
use crate::error::{Error, ErrorKind};
use ancestors::Holder;
pub(crate) use card::rewrite_card;
use clump_core::Rank;
use clump_fabric::shm::{Phase, Segment};
use space::Space;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use watch::Watch;

/// The variable that `clump run` sets for each rank: `1 fd=<memfd> rank=<r> size=<n> app=<n>`, followed by `
/// hosts=<memfd> socket=<fd>` on several machines. The leading 1 is the version. If the variable is not set,
/// those of other launchers count; without them the process is a job of one rank.
pub const ENV: &str = "CLUMP_JOB";

/// The variable that `clump run` sets for each rank of a job that another job's rank has started: the port of that
/// job's processes.
const PARENT: &str = "CLUMP_PARENT";

/// A rank's place in a job.
pub(crate) struct Job {
    pub segment: Arc<Segment>,
    pub rank: Rank,
    pub launcher: Launcher,
    /// Names what has started this rank, and says how it was found.
    pub how: String,
    /// The port of the processes that have started this rank's job, if any have.
    pub parent: Option<String>,
    pub network: Option<network::Network>,
}

impl Job {
    /// Returns a rank's place in a job on one machine.
    fn near(segment: Arc<Segment>, rank: Rank, launcher: Launcher, how: String) -> Job {
        Job { segment, rank, launcher, how, parent: None, network: None }
    }

    /// Returns true if other ranks of the job run on this machine.
    fn has_neighbours(&self) -> bool {
        if let Some(network) = &self.network {
            let (own, hosts) = (network.hosts.host_of(self.rank), &network.hosts);
            return (0..hosts.ranks()).any(|other| other != self.rank && hosts.host_of(other) == own);
        }
        self.segment.ranks() > 1
    }

    /// Returns true if the job has several machines.
    fn has_network(&self) -> bool {
        self.network.is_some()
    }
}

/// The launcher, to which this process reports how it ends.
pub(crate) enum Launcher {
    /// No launcher, or `clump run`, which watches the process itself and has numbered its programs.
    None { app: Option<u32> },
    /// Another launcher, and the thread that watches it and a rank of this machine.
    Foreign { space: Arc<Mutex<Space>>, watch: Option<Watch> },
}

impl Launcher {
    /// Watches, for a rank of another launcher's job, the launcher, and the next of the ranks that run on this machine.
    /// In a job that outlives its ranks, watches the ranks alone.
    fn watched(space: Space, segment: &Arc<Segment>, rank: Rank, here: &[Rank]) -> Launcher {
        let own = here.iter().position(|other| *other == rank).unwrap_or(0);
        let others: Vec<Rank> = (1..here.len()).map(|i| here[(own + i) % here.len()]).collect();
        if space.outlives_ranks() {
            let watch = Watch::of_survivors(segment.clone(), others);
            return Launcher::Foreign { space: Arc::new(Mutex::new(space)), watch };
        }
        let space = Arc::new(Mutex::new(space));
        let watch = Watch::new(space.clone(), segment.clone(), rank, others.first().copied());
        Launcher::Foreign { space, watch }
    }

    /// Returns the number of this process's program on the launcher's command line, if the launcher tells it.
    pub fn app(&self) -> Option<u32> {
        match self {
            Launcher::None { app } => *app,
            Launcher::Foreign { space, .. } => space.lock().unwrap_or_else(PoisonError::into_inner).app(),
        }
    }
    /// Returns true if no launcher ends the job when a rank has died.
    pub fn outlives_ranks(&self) -> bool {
        match self {
            Launcher::None { .. } => false,
            Launcher::Foreign { space, .. } => space.lock().unwrap_or_else(PoisonError::into_inner).outlives_ranks(),
        }
    }

    /// Tells the launcher that this process leaves the job normally.
    pub fn finish(self) {
        let Launcher::Foreign { space, watch } = self else { return };
        drop(watch);
        // The thread that watched has ended, so the space is this process's alone.
        if let Some(space) = Arc::into_inner(space) {
            space.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
        }
    }
    /// Asks the launcher to end the whole job.
    pub fn abort(&self, code: i32) {
        if let Launcher::Foreign { space, .. } = self {
            space.lock().unwrap_or_else(PoisonError::into_inner).abort(code);
        }
    }
}

/// Finds out which rank this process is, and maps the job's memory.
pub(crate) fn join() -> Result<Job, Error> {
    let is_verbose = switch("CLUMP_VERBOSE")?;
    if environment::is_more_powerful() {
        stranger::refuse_several(environment::unbelieved)?;
    }
    let job = match environment::variable(ENV) {
        Some(text) => from_launcher(&text.to_string_lossy()),
        None => foreign::join(),
    }?;
    if is_verbose && job.rank == 0 {
        eprintln!("clump: rank 0 of {}, started by {}", job.segment.ranks(), job.how);
    }
    Ok(job)
}

/// Says which launcher has started this process, and how that is known, without joining its job.
pub fn launcher() -> String {
    if let Some(text) = environment::text(ENV) {
        let place = parse(&text);
        return place.map_or_else(
            || format!("{ENV}={text:?}, which this version of Clump does not write"),
            |Place { rank, size, .. }| format!("rank {rank} of {size}, started by {OWN}"),
        );
    }
    match foreign::find() {
        Ok(foreign::Found::Alone(why)) => format!("none ({why}): a program here is a job of one rank"),
        Ok(foreign::Found::Answers { space, rank, size, how }) => {
            space.finish();
            format!("rank {rank} of {size}, started by {how}")
        }
        Err(e) => e.sentence().to_owned(),
    }
}

/// Names Clump's own launcher.
const OWN: &str = "`clump run` (CLUMP_JOB is set)";

/// Returns the value of a setting that is 0 or 1; false if it is not set.
fn switch(name: &str) -> Result<bool, Error> {
    match environment::variable(name) {
        None => Ok(false),
        Some(value) if value == "0" => Ok(false),
        Some(value) if value == "1" => Ok(true),
        Some(value) => Err(Error::new(ErrorKind::Launch, format!("{name} is {}; it must be 0 or 1", value.display()))),
    }
}

/// Returns the command by which this job's launcher starts commands on other hosts, if the user has given one.
pub fn remote_shell() -> Option<std::ffi::OsString> {
    environment::variable("CLUMP_RSH")
}

/// Returns true if MPI is to compare its collective calls with the other ranks' (docs/SETTINGS.md).
pub fn checks() -> Result<bool, Error> {
    switch("CLUMP_CHECK")
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

/// Returns a job of this process alone; `why` says how it is known that it is alone.
fn alone(why: String) -> Result<Job, Error> {
    Ok(Job::near(Arc::new(Segment::create(1)?), 0, Launcher::None { app: None }, format!("no launcher ({why})")))
}

/// Returns the job of a process that a rank has started: that of another launcher, if the rank has started one, or one
/// of this process alone. `clump run` hides the variables of launchers around it from its ranks.
fn beside() -> Result<Job, Error> {
    let has = |name: &str| environment::variable(name).is_some();
    match has(pmix::SPACE) || has("PMI_SIZE") {
        true => foreign::join(),
        false => alone(format!("{ENV} names a rank, which has started this process")),
    }
}

/// Explains why a rank may lack a descriptor that it should have inherited.
const CLOSED: &str = "has something between the launcher and this program closed it (Python's subprocess does, \
                      unless told close_fds=False)?";

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
            Holder::Rank => return beside(),
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
        _ if !is_own && ancestors::is_one(status.pid) => return beside(),
        // The rank has left the job, and joins again: see below.
        Phase::Closed if is_own => {}
        // A job of one rank: this program runs as if it had no launcher.
        _ if size == 1 => return beside(),
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
    let life = segment.begin_life(rank).ok_or_else(|| {
        let why = format!("rank {rank} of {size} has joined its job 65,536 times; there are no keys for more");
        Error::new(ErrorKind::Launch, why)
    })?;
    let mut job = Job::near(Arc::new(segment), rank, Launcher::None { app }, OWN.into());
    // A program that the rank starts inherits the variable, but is no rank.
    job.parent = environment::text(PARENT);
    if let Some((hosts, socket)) = network {
        job.network = Some(network::inherit(hosts, socket, (rank, life), size)?);
    }
    if life > 0 && job.has_neighbours() {
        return Err(Error::new(
            ErrorKind::Launch,
            format!(
                "rank {rank} of {size} has left its job and cannot join it again, because it shares memory with other \
                 ranks of its machine; keep the endpoint open until the program ends"
            ),
        ));
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
pub fn nonce() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() ^ u64::from(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::{Place, parse};

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
}
