//! Times the stages of a pull one by one. One rank fetches and the other serves, on two hosts and without a message
//! protocol. Each message is one row, so that no two stages overlap.
use clump::driver::hosts::Cipher;
use clump::driver::{BareNetwork, Error, ErrorKind, Region};
use std::time::{Duration, Instant};

/// How long a rank waits in silence before it reports that the other rank is gone. A longer time keeps the user waiting
/// for that message.
const SILENCE: Duration = Duration::from_secs(10);
/// How long the serving rank stays after the last answer, which may get lost; a repeated request arrives within a few
/// ms. A longer time delays the end of the measurement.
const LINGER: Duration = Duration::from_millis(50);
/// The number by which the two ranks name the message that one of them fetches.
const MESSAGE: u64 = 1 << 32 | 1;

/// The times of one fetch, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The time from before the request until the last byte is in place.
    pub whole: u64,
    /// The receiver's part of this time: receiving, opening, copying.
    pub receive: u64,
}

/// The times of one answer, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    pub len: usize,
    /// The time to copy and seal.
    pub copy: u64,
    /// The time of the system call that sends the row.
    pub send: u64,
}

/// One of the two ranks that time the stages.
pub struct StageTimer {
    net: BareNetwork,
}

fn ns(since: Instant, until: Instant) -> u64 {
    until.saturating_duration_since(since).as_nanos() as u64
}

impl StageTimer {
    /// Joins a job of two ranks on two hosts.
    pub fn open() -> Result<StageTimer, Error> {
        let none = "the stages of a pull are timed by two ranks on two hosts, which `clump tune` starts";
        Ok(StageTimer { net: BareNetwork::open()?.ok_or_else(|| Error::new(ErrorKind::Other, none))? })
    }

    pub fn rank(&self) -> u32 {
        self.net.rank()
    }

    /// Returns the cipher that seals the traffic between the two hosts; `None` if the traffic is not sealed.
    pub fn cipher(&self) -> Option<Cipher> {
        self.net.cipher()
    }

    /// Fetches `into.len()` bytes from the other rank. A fetch of one byte ends the measurement.
    pub fn fetch(&mut self, into: Region) -> Result<Fetched, Error> {
        let start = Instant::now();
        self.net.fetch(1 - self.net.rank(), MESSAGE, into);
        loop {
            let before = Instant::now();
            let came = self.net.poll();
            let now = Instant::now();
            if came.fetched {
                return Ok(Fetched { whole: ns(start, now), receive: ns(before, now) });
            }
            if now - start > SILENCE {
                return Err(Error::new(ErrorKind::Other, "the other rank does not answer; was it ended?"));
            }
        }
    }

    /// Serves parts of `bytes` until the other rank's last fetch is complete. Returns the times of all answers.
    pub fn serve(&mut self, bytes: Region) -> Result<Vec<Served>, Error> {
        let (mut served, mut heard, mut last) = (Vec::new(), Instant::now(), false);
        loop {
            let came = self.net.poll();
            if heard.elapsed() > if last { LINGER } else { SILENCE } {
                return match last {
                    true => Ok(served),
                    false => Err(Error::new(ErrorKind::Other, "the other rank asks for nothing; was it ended?")),
                };
            }
            for wanted in came.wanted {
                let start = usize::try_from(wanted.offset).unwrap_or(usize::MAX);
                let Some(part) = bytes.part(start, wanted.len).filter(|_| wanted.message == MESSAGE) else { continue };
                heard = Instant::now();
                last |= wanted.len == 1;
                self.net.serve(&wanted, part);
                let copied = Instant::now();
                self.net.flush();
                let sent = Instant::now();
                served.push(Served { len: part.len(), copy: ns(heard, copied), send: ns(copied, sent) });
            }
        }
    }
}
