//! The connection of two processes that one of them has opened by a port's text, or that the program has made.
use clump_fabric::udp::{KeyAgreement, LineSeal, PUBLIC};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::{
    set_socket_keepalive, set_tcp_keepcnt, set_tcp_keepidle, set_tcp_keepintvl, set_tcp_user_timeout,
};
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// The bytes in front of a process's public key, with the version of the line.
const MAGIC: &[u8; 8] = b"clumpln1";
/// The length in bytes beyond which words are refused, so that a stranger cannot make this process take memory.
const LONGEST: usize = 64 << 20;
/// The first sealed words of each process: they prove that it knows the secret.
const PROOF: &[u8] = b"here";
/// How long a machine may be silent, if signs of life are expected. Shorter times end lines over a network that fails
/// for a moment; longer ones notice a dead machine later.
const SILENCE: Duration = Duration::from_secs(30);
/// How many bytes one look reads at most.
const PART: usize = 64 << 10;

/// The state of a line's keys.
#[expect(clippy::large_enum_variant, reason = "one for each line, of which a process has few")]
enum Keys {
    /// The process that has opened the line has not sent its public key.
    Listening,
    /// The other process's public key has not come.
    Agreeing(KeyAgreement),
    Agreed(LineSeal),
    /// The line has failed.
    None,
}

/// A sealed connection to another process. It never blocks.
///
/// The process that has opened the line begins, and proves first that it knows the secret. Until then the other process
/// tells nothing but a fresh public key, and that only as an answer to one: a stranger that connects gets no bytes by
/// which guesses of the secret could be tried.
pub struct PortLine {
    stream: OwnedFd,
    secret: [u8; 32],
    opened: bool,
    keys: Keys,
    /// Words that wait for the keys.
    waiting: VecDeque<Vec<u8>>,
    /// Bytes that wait for room in the socket.
    out: VecDeque<u8>,
    /// Bytes that have arrived and are no whole words yet.
    arrived: Vec<u8>,
    /// True once the other process has proved that it knows the secret.
    proved: bool,
    words: VecDeque<Vec<u8>>,
    ended: bool,
}

impl PortLine {
    /// Makes a line of a stream socket, which is connected or about to be. Exactly one of the two processes has
    /// `opened` it. Without a common secret, both pass zeros: then the line protects against listeners only.
    pub fn new(stream: OwnedFd, secret: [u8; 32], opened: bool) -> io::Result<PortLine> {
        let mut line = PortLine {
            stream,
            secret,
            opened,
            keys: Keys::Listening,
            waiting: VecDeque::from([PROOF.to_vec()]),
            out: VecDeque::new(),
            arrived: Vec::new(),
            proved: false,
            words: VecDeque::new(),
            ended: false,
        };
        if opened {
            line.keys = Keys::Agreeing(line.introduce()?);
            line.write()?;
        }
        Ok(line)
    }

    /// Makes a fresh key pair, and sends its public key.
    fn introduce(&mut self) -> io::Result<KeyAgreement> {
        let agreement = KeyAgreement::new()?;
        self.out.extend(MAGIC);
        self.out.extend(agreement.public());
        Ok(agreement)
    }

    /// Sends words. They leave as the socket takes them, at the latest in later calls of [`receive`](Self::receive).
    pub fn send(&mut self, words: &[u8]) -> io::Result<()> {
        self.waiting.push_back(words.to_vec());
        self.seal()?;
        self.write()
    }

    /// Returns the next words of the other process; `None` if they have not arrived. Fails if the other process has
    /// gone, or has not proved that it knows the secret.
    pub fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.look()?;
        match self.words.pop_front() {
            Some(words) => Ok(Some(words)),
            None if self.ended => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the other process has gone")),
            None => Ok(None),
        }
    }

    /// Returns true once the other process has proved that it knows the secret. Fails if it has gone or knows it not.
    pub fn is_proved(&mut self) -> io::Result<bool> {
        let looked = self.look();
        // The other process has answered with its key. If it leaves now, it has refused this process's proof.
        let is_answered = self.opened && !self.proved && matches!(self.keys, Keys::Agreed(_));
        if is_answered && (self.ended || looked.is_err()) {
            return Err(self.refuse());
        }
        looked?;
        match self.ended && !self.proved {
            true => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the other process has gone")),
            false => Ok(self.proved),
        }
    }

    /// Returns true if words of the other process wait for [`receive`](Self::receive).
    pub(super) fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Returns true if the other process has closed the line.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns true if everything sent has left this process.
    pub fn has_sent(&mut self) -> io::Result<bool> {
        self.write()?;
        Ok(self.out.is_empty() && self.waiting.is_empty())
    }

    /// Returns true if bytes wait for room in the socket.
    pub fn has_unsent(&self) -> bool {
        !self.out.is_empty()
    }

    /// Returns what to wait for: something to read and, if bytes wait, room to write.
    pub fn wanted(&self) -> PollFlags {
        if self.has_unsent() { PollFlags::IN | PollFlags::OUT } else { PollFlags::IN }
    }

    /// Makes the system end the line when the other process's machine has been silent for [`SILENCE`], or has not
    /// acknowledged bytes for that long.
    pub fn expect_signs_of_life(&self) -> io::Result<()> {
        self.expect_signs_of_life_within(SILENCE)
    }

    /// Makes the system end the line when the other process's machine has been silent for about `silence`, at least
    /// two seconds, or has not acknowledged bytes for that long.
    pub fn expect_signs_of_life_within(&self, silence: Duration) -> io::Result<()> {
        let second = Duration::from_secs(1);
        set_socket_keepalive(&self.stream, true)?;
        set_tcp_user_timeout(&self.stream, silence.as_millis() as u32)?;
        set_tcp_keepidle(&self.stream, (silence / 2).max(second))?;
        set_tcp_keepintvl(&self.stream, (silence / 10).max(second))?;
        Ok(set_tcp_keepcnt(&self.stream, 5)?)
    }

    /// Sleeps until there is something to read or, if bytes wait, room to write; at most for this time.
    pub fn rest(&self, most: Duration) {
        let most = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: i64::from(most.subsec_nanos()) };
        // A signal only ends the rest early.
        let _ = poll(&mut [PollFd::new(&self.stream, self.wanted())], Some(&most));
    }

    /// Writes what waits, and reads until there are words, or nothing more has arrived.
    fn look(&mut self) -> io::Result<()> {
        self.write()?;
        let mut part: Vec<u8> = Vec::new();
        while !self.ended && self.words.is_empty() {
            let most = self.missing().min(PART);
            part.resize(most, 0);
            match recv(self.stream.as_fd(), &mut part[..], RecvFlags::DONTWAIT) {
                Ok((0, _)) => self.ended = true,
                Ok((n, _)) => {
                    self.arrived.extend_from_slice(&part[..n]);
                    self.take()?;
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(e) if self.arrived.is_empty() => return Err(e.into()),
                Err(_) => self.ended = true,
            }
        }
        Ok(())
    }

    /// Returns how many bytes the next words still lack. A line reads no further: what follows the last words on the
    /// program's own socket is the program's (MPI_Comm_join), and a stranger must not make this process take memory.
    fn missing(&self) -> usize {
        let whole = match self.keys {
            Keys::Listening | Keys::Agreeing(_) => MAGIC.len() + PUBLIC,
            _ => 4 + self.arrived.first_chunk::<4>().map_or(0, |len| u32::from_le_bytes(*len) as usize),
        };
        whole.saturating_sub(self.arrived.len())
    }

    fn write(&mut self) -> io::Result<()> {
        while !self.out.is_empty() && !self.ended {
            match send(self.stream.as_fd(), self.out.as_slices().0, SendFlags::DONTWAIT | SendFlags::NOSIGNAL) {
                Ok(n) => drop(self.out.drain(..n)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                // What the other process has sent before it went is still read.
                Err(Errno::PIPE | Errno::CONNRESET) => self.ended = true,
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    /// Seals the waiting words, once there are keys, and once the process that has opened the line has proved itself.
    fn seal(&mut self) -> io::Result<()> {
        let Keys::Agreed(seal) = &mut self.keys else { return Ok(()) };
        if !self.opened && !self.proved {
            return Ok(());
        }
        for words in self.waiting.drain(..) {
            let sealed = seal.seal(&words)?;
            self.out.extend((sealed.len() as u32).to_le_bytes());
            self.out.extend(sealed);
        }
        Ok(())
    }

    /// Takes the whole words out of the arrived bytes.
    fn take(&mut self) -> io::Result<()> {
        let is_first = matches!(self.keys, Keys::Listening | Keys::Agreeing(_));
        if is_first && self.arrived.len() >= MAGIC.len() + PUBLIC {
            let front: Vec<u8> = self.arrived.drain(..MAGIC.len() + PUBLIC).collect();
            let (magic, theirs) = front.split_at(MAGIC.len());
            let theirs = theirs.try_into().ok().filter(|_| magic == MAGIC);
            let theirs: &[u8; PUBLIC] = theirs.ok_or_else(|| self.refuse())?;
            let own = match std::mem::replace(&mut self.keys, Keys::None) {
                Keys::Agreeing(own) => own,
                _ => self.introduce()?,
            };
            self.keys = Keys::Agreed(LineSeal::agree(own, theirs, &self.secret, self.opened)?);
            self.seal()?;
            self.write()?;
        }
        let Keys::Agreed(seal) = &mut self.keys else { return Ok(()) };
        let mut taken = 0;
        while let Some(len) = self.arrived[taken..].first_chunk::<4>().map(|len| u32::from_le_bytes(*len) as usize) {
            // A process that has not proved that it knows the secret may only send the proof.
            let longest = if self.proved { LONGEST } else { PROOF.len() + LineSeal::OVERHEAD };
            if len > longest {
                return Err(self.refuse());
            }
            let Some(sealed) = self.arrived.get(taken + 4..taken + 4 + len) else { break };
            let Some(words) = seal.open(sealed.to_vec()) else { return Err(self.refuse()) };
            taken += 4 + len;
            match self.proved {
                true => self.words.push_back(words),
                false => self.proved = words == PROOF,
            }
        }
        self.arrived.drain(..taken);
        self.seal()?;
        self.write()
    }

    /// Ends the line, and returns the error.
    fn refuse(&mut self) -> io::Error {
        (self.keys, self.ended) = (Keys::None, true);
        self.arrived.clear();
        let why = "the other process does not know this port's secret, or is of another version of Clump";
        io::Error::new(io::ErrorKind::PermissionDenied, why)
    }
}

impl AsFd for PortLine {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

/// Swaps numbers over a connected stream socket, by which its two ends agree which of them opens a line.
pub struct NumberSwap {
    out: Vec<u8>,
    arrived: Vec<u8>,
}

impl NumberSwap {
    /// Begins a swap, in which this end sends `mine`.
    pub fn new(mine: u64) -> NumberSwap {
        NumberSwap { out: mine.to_le_bytes().to_vec(), arrived: Vec::new() }
    }

    /// Sends and receives what is possible without blocking. Returns the other end's number once it has arrived and
    /// this end's has left.
    pub fn go_on(&mut self, stream: &OwnedFd) -> io::Result<Option<u64>> {
        while !self.out.is_empty() {
            match send(stream, &self.out, SendFlags::DONTWAIT | SendFlags::NOSIGNAL) {
                Ok(n) => drop(self.out.drain(..n)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(e) => return Err(e.into()),
            }
        }
        while self.arrived.len() < 8 {
            let mut part = [0; 8];
            let room = 8 - self.arrived.len();
            match recv(stream, &mut part[..room], RecvFlags::DONTWAIT) {
                Ok((0, _)) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is closed")),
                Ok((n, _)) => self.arrived.extend_from_slice(&part[..n]),
                Err(Errno::AGAIN) => return Ok(None),
                Err(Errno::INTR) => {}
                Err(e) => return Err(e.into()),
            }
        }
        Ok(self.arrived.first_chunk().filter(|_| self.out.is_empty()).map(|number| u64::from_le_bytes(*number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    fn pair(secrets: [u8; 2]) -> [PortLine; 2] {
        let (one, two) = UnixStream::pair().expect("a pair of sockets");
        let line = |stream: UnixStream, secret, opened| PortLine::new(stream.into(), [secret; 32], opened);
        [line(one, secrets[0], true).expect("a line"), line(two, secrets[1], false).expect("a line")]
    }

    /// Looks at the lines in turn until the second has words.
    fn next(one: &mut PortLine, two: &mut PortLine) -> io::Result<Vec<u8>> {
        loop {
            one.look()?;
            if let Some(words) = two.receive()? {
                return Ok(words);
            }
        }
    }

    #[test]
    fn words_of_any_length_pass_in_both_directions() {
        let [mut one, mut two] = pair([1, 1]);
        let long = vec![7; 3 << 20];
        one.send(&long).expect("sent");
        one.send(b"").expect("sent");
        two.send(b"answer").expect("sent");
        assert_eq!(next(&mut one, &mut two).expect("words"), long);
        assert_eq!(next(&mut one, &mut two).expect("words"), b"");
        assert_eq!(next(&mut two, &mut one).expect("words"), b"answer");
        assert!(one.is_proved().expect("a line") && one.has_sent().expect("a line"));
        one.send(b"last").expect("sent");
        drop(one);
        assert_eq!(two.receive().expect("words").as_deref(), Some(&b"last"[..]));
        assert!(two.receive().is_err(), "the other process has gone");
    }

    #[test]
    fn a_stranger_is_refused() {
        let [mut one, mut two] = pair([1, 2]);
        one.send(b"words").expect("sent");
        assert_eq!(next(&mut one, &mut two).expect_err("another secret").kind(), io::ErrorKind::PermissionDenied);
        assert!(two.is_proved().is_err());
        let (stranger, mine) = UnixStream::pair().expect("a pair of sockets");
        let mut line = PortLine::new(mine.into(), [1; 32], false).expect("a line");
        rustix::io::write(&stranger, &[b'x'; 60]).expect("written");
        assert!(line.receive().is_err());
    }
}
