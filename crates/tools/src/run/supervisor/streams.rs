//! Which of the ranks' streams have something to read. The kernel keeps that list, so that a wake-up costs as much as
//! has arrived, however many ranks the job has.
use super::super::output::Which;
use super::super::watch::Rank;
use rustix::event::{Timespec, epoll};
use rustix::io::Errno;
use std::io;
use std::os::fd::OwnedFd;

/// The most streams that one wake-up reads. More delay signals and the ends of ranks; fewer cost more system calls.
const MOST: usize = 256;

/// The ranks' streams that have not ended, for standard output and for standard error. A stream leaves its list when
/// the supervisor closes it.
pub(super) struct Readiness([OwnedFd; 2]);

impl Readiness {
    pub fn new(ranks: &[Rank]) -> io::Result<Readiness> {
        let new = || epoll::create(epoll::CreateFlags::CLOEXEC);
        let readiness = Readiness([new()?, new()?]);
        for (rank, of) in ranks.iter().enumerate() {
            for (i, stream) in of.streams.iter().enumerate() {
                let Some(fd) = stream.fd() else { continue };
                let key = epoll::EventData::new_u64((rank as u64) << 8 | i as u64);
                epoll::add(readiness.fd(stream.which()), fd, key, epoll::EventFlags::IN)?;
            }
        }
        Ok(readiness)
    }

    /// Returns the descriptor that is readable while a stream of this kind is.
    pub fn fd(&self, which: Which) -> &OwnedFd {
        &self.0[which as usize]
    }

    /// Returns rank and index of streams of this kind that can be read. The kernel takes turns, so that no rank starves
    /// while output is slow.
    pub fn ready(&self, which: Which) -> Result<Vec<(usize, usize)>, Errno> {
        let mut found = Vec::with_capacity(MOST);
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        match epoll::wait(self.fd(which), rustix::buffer::spare_capacity(&mut found), Some(&now)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e),
        }
        let key = |event: &epoll::Event| event.data.u64();
        Ok(found.iter().map(key).map(|key| ((key >> 8) as usize, (key & 0xff) as usize)).collect())
    }
}
