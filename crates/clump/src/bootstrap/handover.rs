//! Hands the job's shared memory from the lowest rank to the other ranks, for jobs that another launcher than `clump
//! run` has started. The lowest rank sends the descriptor by SCM_RIGHTS over an abstract socket, which leaves nothing
//! in the file system, and only to processes of this user and job.
use crate::{Error, ErrorKind, Segment};
use rustix::net::sockopt::socket_peercred;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::Duration;

/// The longest time that a connected process may keep its peer waiting. A longer time blocks startup longer if the
/// peer hangs, because each process waits for nothing else meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a process needs to fetch the job's memory. The ticket travels through the launcher's key space, which only
/// this job can read.
pub(crate) struct Ticket {
    /// Identifies this boot of this machine.
    boot: String,
    /// Names the abstract socket, and proves that a process belongs to the job.
    secret: u64,
}

impl Ticket {
    /// Returns the ticket as a value without blanks.
    pub fn to_text(&self) -> String {
        format!("1,{:016x},{}", self.secret, self.boot)
    }
    pub fn from_text(text: &str) -> Option<Ticket> {
        let mut parts = text.splitn(3, ',');
        if parts.next()? != "1" {
            return None;
        }
        let secret = u64::from_str_radix(parts.next()?, 16).ok()?;
        Some(Ticket { secret, boot: parts.next()?.to_owned() })
    }
    fn address(&self) -> io::Result<SocketAddr> {
        // Every user can read the name in /proc/net/unix, so the name must not reveal the secret.
        SocketAddr::from_abstract_name(format!("clump-{:x}", self.secret.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16))
    }
}

fn boot() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().replace([' ', ','], "")
}

/// The process that hands out the job's memory.
pub(crate) struct Server {
    listener: UnixListener,
    pub ticket: Ticket,
}

impl Server {
    pub fn new(secret: u64) -> Result<Server, Error> {
        let ticket = Ticket { boot: boot(), secret };
        let listener = ticket.address().and_then(|address| UnixListener::bind_addr(&address)).map_err(|e| {
            Error::new(
                ErrorKind::Launch,
                format!("rank 0 cannot open a local socket to hand out the shared memory: {e}"),
            )
        })?;
        Ok(Server { listener, ticket })
    }

    /// Hands `segment` to `count` processes of this job.
    pub fn serve(self, segment: &Segment, count: u32) -> Result<(), Error> {
        let mut served = 0;
        while served < count {
            let (stream, _) = self
                .listener
                .accept()
                .map_err(|e| Error::new(ErrorKind::Launch, format!("rank 0 cannot hand out the shared memory: {e}")))?;
            // Other processes are turned away, and do not count.
            if self.is_ours(&stream).unwrap_or(false) && give(&stream, segment).is_ok() {
                served += 1;
            }
        }
        Ok(())
    }

    fn is_ours(&self, mut stream: &UnixStream) -> io::Result<bool> {
        if !same_user(stream)? {
            return Ok(false);
        }
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut word = [0; 8];
        stream.read_exact(&mut word)?;
        Ok(u64::from_le_bytes(word) == self.ticket.secret)
    }
}

/// Fetches the job's memory from rank 0.
pub(crate) fn fetch(ticket: &Ticket) -> Result<OwnedFd, Error> {
    if ticket.boot != boot() {
        return Err(Error::new(
            ErrorKind::Launch,
            "rank 0 of this job runs on another machine, and under a launcher other than `clump run` this version of \
             Clump runs on one; ask the launcher for one node, or use `clump run --hosts`",
        ));
    }
    let from_rank_0 = |e: io::Error| {
        Error::new(
            ErrorKind::Launch,
            format!(
                "cannot fetch the job's shared memory from rank 0: {e}; are all ranks in one container \
                 (network namespace)?"
            ),
        )
    };
    let mut stream = ticket.address().and_then(|address| UnixStream::connect_addr(&address)).map_err(from_rank_0)?;
    if !same_user(&stream).map_err(from_rank_0)? {
        return Err(Error::new(
            ErrorKind::Launch,
            "the socket of rank 0 belongs to another user; all ranks must run as the same one",
        ));
    }
    stream.set_read_timeout(Some(PATIENCE)).map_err(from_rank_0)?;
    stream.write_all(&ticket.secret.to_le_bytes()).map_err(from_rank_0)?;
    take(&stream).map_err(from_rank_0)
}

fn same_user(stream: &UnixStream) -> io::Result<bool> {
    Ok(socket_peercred(stream)?.uid == rustix::process::geteuid())
}

fn give(stream: &UnixStream, segment: &Segment) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let fds = [segment.fd()];
    if !control.push(SendAncillaryMessage::ScmRights(&fds)) {
        return Err(io::Error::other("no room for a descriptor"));
    }
    sendmsg(stream.as_fd(), &[IoSlice::new(b"1")], &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

fn take(stream: &UnixStream) -> io::Result<OwnedFd> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    recvmsg(stream.as_fd(), &mut [IoSliceMut::new(&mut byte)], &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut fds = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut fds) => fds.next(),
        _ => None,
    });
    fds.next().ok_or_else(|| io::Error::other("it hung up without handing it out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_reaches_the_jobs_processes_and_no_other() {
        let segment = Segment::create(3).expect("a segment");
        let server = Server::new(super::super::nonce()).expect("a server");
        let text = server.ticket.to_text();
        std::thread::scope(|scope| {
            scope.spawn(|| server.serve(&segment, 2).expect("serve"));
            let ticket = Ticket::from_text(&text).expect("a ticket");
            // This process knows the socket's name, but not the secret.
            let mut stranger = UnixStream::connect_addr(&ticket.address().expect("an address")).expect("connect");
            stranger.write_all(&[0; 8]).expect("write");
            assert!(take(&stranger).is_err());
            for _ in 0..2 {
                let copy = Segment::attach(fetch(&ticket).expect("fetch")).expect("attach");
                assert_eq!(copy.ranks(), 3);
            }
        });
    }

    #[test]
    fn a_ticket_of_another_machine_is_refused() {
        let ticket = Ticket::from_text("1,00000000000000ff,elsewhere").expect("a ticket");
        assert!(fetch(&ticket).expect_err("refused").sentence().contains("another machine"));
        assert!(Ticket::from_text("2,00ff,x").is_none() && Ticket::from_text("1,zz,x").is_none());
    }
}
