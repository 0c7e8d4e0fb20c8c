//! Hands the job's shared memory from a machine's lowest rank to the machine's other ranks, for jobs that another
//! launcher than `clump run` has started. The lowest rank sends the descriptors by SCM_RIGHTS over an abstract socket,
//! which leaves nothing in the file system, and only to processes of this user and job.
use crate::error::{Error, ErrorKind};
use clump_core::Rank;
use rustix::io::retry_on_intr;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::{Duration, Instant};

/// The longest time that a connected process of this user may take for its first word. A longer time delays the others
/// if that process hangs, because each process waits for nothing else meanwhile.
const STRANGER: Duration = Duration::from_secs(5);
/// How long a process waits before it asks a rank again that is not ready.
const RETRY: Duration = Duration::from_millis(2);

/// The most descriptors that are handed out: the job's memory, and the list of hosts.
const MOST: usize = 2;

/// Names the abstract socket, and proves that a process belongs to the job. It travels through the launcher's key
/// space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(pub u64);

impl Ticket {
    fn address(self) -> io::Result<SocketAddr> {
        // Every user can read the name in /proc/net/unix, so the name must not reveal the secret.
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.0);
        SocketAddr::from_abstract_name(format!("clump-{:x}", hasher.finish()))
    }
}

/// How long a process waits for others of its machine.
pub(super) struct HandoverWait {
    /// The time at which it gives up.
    pub end: Instant,
    /// The processes with whose end it gives up.
    pub pids: Vec<u32>,
}

impl HandoverWait {
    fn goes_on(&self) -> bool {
        Instant::now() < self.end && !self.has_lost()
    }

    /// Returns true if one of the processes has ended.
    fn has_lost(&self) -> bool {
        // Without /proc, no process is known to have ended.
        !self.pids.is_empty() && is_running(std::process::id()) && !self.pids.iter().all(|&pid| is_running(pid))
    }
}

/// Returns true if a process of this user runs: it exists, and is not a zombie.
fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X'])))
}

/// The process that hands out the job's memory.
pub(super) struct Server {
    listener: UnixListener,
    ticket: Ticket,
}

impl Server {
    pub fn new(ticket: Ticket) -> Result<Server, Error> {
        let listener = ticket.address().and_then(|address| UnixListener::bind_addr(&address)).map_err(|e| {
            Error::new(ErrorKind::Launch, format!("cannot open a local socket to hand out the shared memory: {e}"))
        })?;
        Ok(Server { listener, ticket })
    }

    /// Hands `fds` to `count` processes of this job, for which it waits that long.
    pub fn serve(self, fds: &[BorrowedFd], count: usize, wait: &HandoverWait) -> Result<(), Error> {
        let failed = |e: io::Error| Error::new(ErrorKind::Launch, format!("cannot hand out the shared memory: {e}"));
        self.listener.set_nonblocking(true).map_err(failed)?;
        let mut served = 0;
        while served < count {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && wait.goes_on() => {
                    std::thread::sleep(RETRY);
                    continue;
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if wait.has_lost() {
                        return Err(failed(io::Error::other("a process of this machine has died")));
                    }
                    let missing = count - served;
                    return Err(failed(io::Error::other(format!("{missing} ranks of this machine have not come"))));
                }
                Err(e) => return Err(failed(e)),
            };
            stream.set_nonblocking(false).map_err(failed)?;
            // Other processes are turned away, and do not count.
            if self.is_ours(&stream, wait.end).unwrap_or(false) && give(&stream, fds).is_ok() {
                served += 1;
            }
        }
        Ok(())
    }

    fn is_ours(&self, mut stream: &UnixStream, end: Instant) -> io::Result<bool> {
        if !same_user(stream)? {
            return Ok(false);
        }
        let most = end.saturating_duration_since(Instant::now()).clamp(RETRY, STRANGER);
        stream.set_read_timeout(Some(most))?;
        stream.set_write_timeout(Some(most))?;
        let mut word = [0; 8];
        stream.read_exact(&mut word)?;
        Ok(u64::from_le_bytes(word) == self.ticket.0)
    }
}

/// Fetches the descriptors that rank `from` of this machine hands out. Waits until that rank is ready, that long.
pub(super) fn fetch(ticket: Ticket, from: Rank, wait: &HandoverWait) -> Result<Vec<OwnedFd>, Error> {
    let failed = |e: io::Error| {
        Error::new(
            ErrorKind::Launch,
            format!(
                "cannot fetch the job's shared memory from rank {from}: {e}; are all ranks of this machine in one \
                 container (network namespace)?"
            ),
        )
    };
    let mut stream = loop {
        match ticket.address().and_then(|address| UnixStream::connect_addr(&address)) {
            Err(e) if e.kind() == io::ErrorKind::ConnectionRefused && wait.goes_on() => {
                std::thread::sleep(RETRY);
            }
            other => break other.map_err(failed)?,
        }
    };
    if !same_user(&stream).map_err(failed)? {
        return Err(Error::new(
            ErrorKind::Launch,
            format!("the socket of rank {from} belongs to another user; all ranks must run as the same one"),
        ));
    }
    let most = wait.end.saturating_duration_since(Instant::now()).max(RETRY);
    stream.set_read_timeout(Some(most)).map_err(failed)?;
    stream.write_all(&ticket.0.to_le_bytes()).map_err(failed)?;
    take(&stream).map_err(failed)
}

fn same_user(stream: &UnixStream) -> io::Result<bool> {
    Ok(socket_peercred(stream)?.uid == rustix::process::geteuid())
}

fn give(stream: &UnixStream, fds: &[BorrowedFd]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(fds)) {
        return Err(io::Error::other("no room for the descriptors"));
    }
    retry_on_intr(|| sendmsg(stream.as_fd(), &[IoSlice::new(b"1")], &mut control, SendFlags::NOSIGNAL))?;
    Ok(())
}

fn take(stream: &UnixStream) -> io::Result<Vec<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    retry_on_intr(|| {
        recvmsg(stream.as_fd(), &mut [IoSliceMut::new(&mut byte)], &mut control, RecvFlags::CMSG_CLOEXEC)
    })?;
    let rights = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(fds) => Some(fds),
        _ => None,
    });
    let fds: Vec<OwnedFd> = rights.flatten().collect();
    match fds.is_empty() {
        true => Err(io::Error::other("it hung up without handing it out")),
        false => Ok(fds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::shm::Segment;

    #[test]
    fn the_memory_reaches_the_jobs_processes_and_no_other() {
        let segment = Segment::create(3).expect("a segment");
        let ticket = Ticket(super::super::nonce());
        let wait = &HandoverWait { end: Instant::now() + Duration::from_secs(60), pids: Vec::new() };
        std::thread::scope(|scope| {
            // One process asks before the server is ready.
            let early = scope.spawn(move || fetch(ticket, 0, wait).expect("fetch"));
            let server = Server::new(ticket).expect("a server");
            let fds = [segment.fd(), segment.fd()];
            scope.spawn(move || server.serve(&fds, 2, wait).expect("serve"));
            // This process knows the socket's name, but not the secret.
            let mut stranger = UnixStream::connect_addr(&ticket.address().expect("an address")).expect("connect");
            stranger.write_all(&[0; 8]).expect("write");
            assert!(take(&stranger).is_err());
            for fds in [fetch(ticket, 0, wait).expect("fetch"), early.join().expect("the early process")] {
                let [first, second] = fds.try_into().expect("two descriptors");
                assert_eq!(Segment::attach(first).expect("attach").ranks(), 3);
                assert_eq!(Segment::attach(second).expect("attach").ranks(), 3);
            }
        });
    }

    #[test]
    fn a_process_that_dies_ends_the_wait_for_it() {
        let segment = Segment::create(2).expect("a segment");
        let ticket = Ticket(super::super::nonce());
        let mut child = std::process::Command::new("true").spawn().expect("a process");
        let wait = HandoverWait { end: Instant::now() + Duration::from_secs(60), pids: vec![child.id()] };
        let server = Server::new(ticket).expect("a server");
        let refusal = server.serve(&[segment.fd()], 1, &wait).expect_err("no process comes");
        assert!(refusal.sentence().contains("a process of this machine has died"), "{}", refusal.sentence());
        assert!(fetch(ticket, 0, &wait).is_err());
        assert!(wait.end > Instant::now() + Duration::from_secs(30));
        child.wait().expect("its end");
    }
}
