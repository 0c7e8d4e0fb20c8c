//! Joins a job of another launcher than `clump run`: Hydra, Slurm, Open MPI's. A launcher's variables are hints, which
//! this process tries: Slurm leaves those of PMI and PMIx side by side.
use super::card::{Card, all_cores, hosts};
use super::handover::{self, HandoverWait, Server, Ticket};
use super::space::{KeySpace, Space};
use super::{CLOSED, Job, Launcher, alone, ancestors, nonce, pmi1, pmix};
use crate::environment;
use crate::error::{Error, ErrorKind};
use crate::hosts::{kernel, net};
use clump_core::Rank;
use clump_fabric::shm::Segment;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::AsFd;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The key of a rank's card.
const CARD: &str = "card";

/// The key of the number of a rank's process.
const PID: &str = "pid";

/// What kind of job meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A job whose launcher ends all ranks if one dies.
    Launched,
    /// A joint job. If all its ranks are known to be at one [`place`], they open no sockets of the network.
    Joint { is_one_place: bool },
}

/// The launcher that has started this process.
pub(super) enum Found {
    /// None that has started several processes; the text says how that is known.
    Alone(String),
    /// One that answers; the text names it and says how it was found.
    Answers { space: Space, rank: Rank, size: u32, how: String },
}

/// Looks for the launcher that has started this process. Tries what the environment names, PMIx before PMI.
pub(super) fn find() -> Result<Found, Error> {
    let mut why = None;
    if environment::variable(pmix::SPACE).is_some() {
        if ancestors::took_pmix([pmix::SPACE, pmix::RANK]) {
            return Ok(Found::Alone(format!("{} names the rank that has started this process", pmix::RANK)));
        }
        match pmix::Client::connect() {
            Ok(client) => {
                let (rank, size) = (client.rank(), client.size());
                let how = format!("a launcher with PMIx ({} is set, and {} answers)", pmix::SPACE, client.library());
                return Ok(Found::Answers { space: Space::Pmix(client), rank, size, how });
            }
            Err(e) => why = Some(e),
        }
    }
    if environment::variable("PMI_SIZE").is_some() {
        return from_pmi1(why);
    }
    refuse_others(environment::text, why)?;
    Ok(Found::Alone(format!("none of {}, {} and PMI_SIZE is set", super::ENV, pmix::SPACE)))
}

/// Joins the job of the launcher that answers, or a job of this process alone if none has started several processes.
pub(super) fn join() -> Result<Job, Error> {
    match find()? {
        Found::Alone(why) => alone(why),
        Found::Answers { space: Space::Pmix(client), size: 1, how, .. } => one(Space::Pmix(client), how),
        Found::Answers { space, rank, size, how } => meet(space, rank, size, how),
    }
}

/// Returns a job of one rank whose launcher answers.
fn one(space: Space, how: String) -> Result<Job, Error> {
    let segment = Arc::new(Segment::create(1)?);
    let launcher = Launcher::watched(space, &segment, 0, &[0]);
    Ok(Job::near(segment, 0, launcher, how))
}

/// Finds Hydra or Slurm. `why` says why PMIx does not answer, if it was tried.
fn from_pmi1(why: Option<Error>) -> Result<Found, Error> {
    let number = |name: &str| {
        let text = environment::text(name).ok_or_else(|| {
            Error::new(
                ErrorKind::Launch,
                format!("{name} is not set, but PMI_SIZE is: the launcher should set both; start with `clump run`"),
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
    // A program that a rank has started has the rank's environment, and may have a socket of its own under the number.
    if ancestors::took_pmi(fd as i32) {
        return Ok(Found::Alone("PMI_FD names the socket of the rank that has started this process".into()));
    }
    let stream = match socket(fd as i32) {
        Ok(stream) => stream,
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
    let space = Space::Pmi1(pmi1::Client::connect(stream)?);
    let before = why.map_or_else(String::new, |why| format!("; PMIx was tried before: {}", why.sentence()));
    let how = format!("a launcher with PMI-1 (PMI_SIZE is set, and PMI_FD={fd} answers{before})");
    Ok(Found::Answers { space, rank, size, how })
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

/// Meets the other ranks: those of this machine get one shared memory, which their lowest rank creates; other machines
/// are reached by the network.
///
/// If that fails, this rank asks the launcher to end the job: the other ranks may wait for it.
fn meet(mut space: Space, rank: Rank, size: u32, how: String) -> Result<Job, Error> {
    match together(&mut space, rank, size, Instant::now() + PATIENCE, Kind::Launched) {
        Ok(Together { segment, here, network }) => {
            let launcher = Launcher::watched(space, &segment, rank, &here);
            let mut job = Job::near(segment, rank, launcher, how);
            job.network = network;
            Ok(job)
        }
        Err(e) => {
            space.abort(1);
            Err(e)
        }
    }
}

/// What this rank shares with the others.
pub(super) struct Together {
    pub segment: Arc<Segment>,
    /// The ranks of this machine.
    pub here: Vec<Rank>,
    pub network: Option<super::network::Network>,
}

/// How long the ranks of a machine wait for each other. A longer time delays the report of a rank that hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Exchanges cards with the other ranks through `space`, and shares memory and network with them. Ranks of one machine
/// wait for each other until that time at most. Fails if one of them ends meanwhile and no launcher ends
/// the others with it.
pub(super) fn together(
    space: &mut dyn KeySpace,
    rank: Rank,
    size: u32,
    end: Instant,
    kind: Kind,
) -> Result<Together, Error> {
    let ticket = Ticket(nonce());
    let visitor = match kind == (Kind::Joint { is_one_place: true }) {
        true => Err(Error::new(ErrorKind::Launch, "the processes are on several machines, and were said not to be")),
        false => super::meeting::Visitor::new(),
    };
    let (visitor, far) = match visitor {
        Ok((visitor, far)) => (Ok(visitor), Some(far)),
        // A job on one machine needs no socket.
        Err(e) => (Err(e), None),
    };
    let own = Card {
        kernel: boot(),
        net: net(),
        pids: pids(),
        user: rustix::process::geteuid().as_raw(),
        cores: cores(),
        ticket,
        far,
    };
    space.put(rank, CARD, &own.to_text())?;
    if kind != Kind::Launched {
        space.put(rank, PID, &std::process::id().to_string())?;
    }
    space.fence()?;
    let card = |of| Card::from_text(&space.get(of, CARD)?, of);
    let cards = (0..size).map(card).collect::<Result<Vec<Card>, Error>>()?;
    let hosts = hosts(&cards);
    one_user_on_each(&hosts, &cards)?;
    let here = hosts.iter().find(|ranks| ranks.contains(&rank)).cloned().unwrap_or_default();
    let leader = *here.first().unwrap_or(&rank);
    let mut pids: Vec<u32> = Vec::new();
    for &other in here.iter().filter(|&&other| other != rank && kind != Kind::Launched) {
        pids.extend(space.get(other, PID)?.parse::<u32>());
    }
    let wait = HandoverWait { end, pids };
    let is_alone = hosts.len() == 1;
    let segment;
    let mut network = None;
    if rank == leader {
        segment = Arc::new(Segment::create(size)?);
        // The launcher may have bound each rank to cores of its own; together they have all of these.
        segment.set_processors(all_cores(here.iter().map(|&other| &cards[other as usize])));
        let server = Server::new(ticket)?;
        let mut fds = vec![segment.fd()];
        let plan;
        if !is_alone {
            let (joined, file) = visitor?.lead(space, rank, &cards, &hosts, end)?;
            (network, plan) = (Some(joined), file);
            fds.push(plan.as_fd());
        }
        server.serve(&fds, here.len() - 1, &wait)?;
    } else {
        if !is_alone {
            visitor.as_ref().map_err(Clone::clone)?.follow(space, &cards)?;
        }
        let mut fds = handover::fetch(cards[leader as usize].ticket, leader, &wait)?.into_iter();
        let lacks = || Error::new(ErrorKind::Launch, format!("rank {leader} has handed out too little"));
        segment = Arc::new(Segment::attach(fds.next().ok_or_else(lacks)?)?);
        if !is_alone {
            network = Some(visitor?.join(fds.next().ok_or_else(lacks)?, rank, size)?);
        }
    }
    if segment.ranks() != size {
        let (has, here) = (segment.ranks(), here.len());
        return Err(Error::new(
            ErrorKind::Launch,
            format!("the shared memory of {here} ranks is for a job of {has}, and the launcher says {size}"),
        ));
    }
    Ok(Together { segment, here, network })
}

/// Fails if ranks that would share memory belong to different users. All ranks see this alike, so all fail at once.
fn one_user_on_each(hosts: &[Vec<Rank>], cards: &[Card]) -> Result<(), Error> {
    let user = |rank: Rank| cards[rank as usize].user;
    for ranks in hosts {
        if let Some(&other) = ranks.iter().find(|&&rank| user(rank) != user(ranks[0])) {
            return Err(Error::new(
                ErrorKind::Launch,
                format!(
                    "processes {} and {other} are on one machine and belong to different users ({} and {}), who share \
                     no memory; run both as one user",
                    ranks[0],
                    user(ranks[0]),
                    user(other)
                ),
            ));
        }
    }
    Ok(())
}

/// Returns a number for the machine, the network stack and the namespace of process ids that this process runs in:
/// processes in which all three are equal share memory.
pub fn place() -> u64 {
    let mut hasher = DefaultHasher::new();
    (boot(), net(), pids()).hash(&mut hasher);
    hasher.finish()
}

/// Returns the name of this boot of this machine. Without that name, no two processes are known to share a machine.
fn boot() -> String {
    Some(kernel()).filter(|name| name != "unknown").unwrap_or_else(|| format!("{:x}", nonce()))
}

/// Returns the number of this process's namespace of process ids: ranks of different ones cannot look at each other's
/// processes.
fn pids() -> u64 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self/ns/pid").map_or(0, |m| m.ino())
}

/// Returns the cores that this process may use, as the system writes them (`0-3,8`).
fn cores() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    list.map(str::trim).unwrap_or_default().to_owned()
}

/// Fails if a launcher has started several processes and none of its protocols answers: each process would otherwise
/// run as a job of one rank. `why` says why PMIx does not.
fn refuse_others(variable: impl Fn(&str) -> Option<String>, why: Option<Error>) -> Result<(), Error> {
    let number = |name: &str| variable(name).and_then(|text| text.parse::<u32>().ok());
    let sizes = ["OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"].map(number);
    let size = sizes.into_iter().flatten().find(|&size| size > 1);
    let is_alone = size.is_none() && sizes.into_iter().flatten().next().is_some();
    if variable("PMI_PORT").is_some() {
        return Err(Error::new(
            ErrorKind::Launch,
            "a launcher offers PMI by a port (PMI_PORT), which Clump does not speak; start the launcher without \
             `-pmi-port`, or the program with `clump run`",
        ));
    }
    match (why, size) {
        _ if is_alone => Ok(()),
        (Some(why), size) => {
            let size = size.map_or("perhaps many".to_owned(), |size| size.to_string());
            Err(Error::new(
                ErrorKind::Launch,
                format!(
                    "a launcher has started this process as one of {size} ranks and does not answer: {}; start the \
                     program with `clump run`, or by itself as `env -u {} PROGRAM`",
                    why.sentence(),
                    pmix::SPACE
                ),
            ))
        }
        (None, Some(size)) => Err(Error::new(
            ErrorKind::Launch,
            format!(
                "a launcher has started this process as one of {size} tasks, and has told it nothing that Clump \
                 understands; under Slurm use `srun --mpi=pmi2` or `srun --mpi=pmix`, elsewhere `clump run -n {size}`"
            ),
        )),
        (None, None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_of_several_without_a_usable_launcher_fails() {
        let said = |set: &[(&str, &str)], why: Option<&str>| {
            let variable = |name: &str| set.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
            let why = why.map(|why| Error::new(ErrorKind::Launch, why));
            refuse_others(variable, why).map_err(|e| e.to_string()).err().unwrap_or_default()
        };
        let pmix = said(&[("OMPI_COMM_WORLD_SIZE", "3")], Some("PMIx_Init has not returned"));
        assert!(pmix.contains("one of 3 ranks") && pmix.contains("PMIx_Init has not returned"), "{pmix}");
        assert!(said(&[], Some("no library")).contains("`env -u PMIX_NAMESPACE PROGRAM`"));
        assert!(said(&[("SLURM_STEP_NUM_TASKS", "2")], None).contains("`srun --mpi=pmi2`"));
        // A program started by hand or in a batch script is no rank: the variables describe the whole allocation.
        let alone = [("SLURM_STEP_NUM_TASKS", "1"), ("SLURM_NTASKS", "4"), ("OMPI_COMM_WORLD_SIZE", "1")];
        assert_eq!(said(&alone, None), "");
        assert_eq!(said(&[("SLURM_STEP_NUM_TASKS", "many")], None), "");
        assert_eq!(said(&[("SLURM_STEP_NUM_TASKS", "1")], Some("no library")), "");
        assert!(said(&[("PMI_PORT", "node:1"), ("PMI_ID", "0")], None).contains("-pmi-port"));
    }
}
