//! The link between a launcher and the rank of another job that has started it (MPI_Comm_spawn). The rank sends one
//! byte when it lets this job go; the end of the link before that means that the rank has died.
use super::Failure;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::net::sockopt::socket_peercred;
use rustix::process::{Signal, kill_process};
use rustix::stdio::{dup2_stdin, stdin};
use std::os::fd::OwnedFd;

/// The link to the rank that has started this launcher.
pub struct ParentLink(OwnedFd);

/// What the link says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromParent {
    Nothing,
    /// The job does not end with the rank's job any more.
    LetGo,
    Died,
}

impl ParentLink {
    /// Takes the link from standard input, which is empty from then on.
    pub fn take() -> Result<ParentLink, Failure> {
        let taken = fcntl_dupfd_cloexec(stdin(), 3).and_then(|link| {
            let nothing = open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
            dup2_stdin(&nothing)?;
            rustix::io::ioctl_fionbio(&link, true)?;
            Ok(ParentLink(link))
        });
        taken.map_err(|e| Failure::launcher(format!("--spawned: cannot take the link to the parent: {e}")))
    }

    pub fn fd(&self) -> &OwnedFd {
        &self.0
    }

    /// Ends the rank, unless it handles SIGTERM; its launcher ends the job with it.
    pub fn end_rank(&self) {
        // The system knows which process has made the socket. That process lives as long as the link.
        if let Ok(rank) = socket_peercred(&self.0) {
            let _ = kill_process(rank.pid, Signal::TERM);
        }
    }

    /// Reads what the rank has said.
    pub fn read(&self) -> FromParent {
        match rustix::io::read(&self.0, &mut [0; 1]) {
            Ok(0) => FromParent::Died,
            Ok(_) => FromParent::LetGo,
            Err(Errno::AGAIN | Errno::INTR) => FromParent::Nothing,
            Err(_) => FromParent::Died,
        }
    }
}
