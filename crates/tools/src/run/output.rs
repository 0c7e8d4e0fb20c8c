//! Forwards the output of ranks: whole lines, in order, in bounded memory.
use super::notes::{self, Note};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat};
use rustix::io::Errno;
use std::os::fd::{BorrowedFd, OwnedFd};

/// The longest line that is forwarded whole, in bytes.
const LONGEST_LINE: usize = 64 << 10;
/// The longest message in bytes that is examined for errors of the loader or of a checker.
const SHORT: usize = 4 << 10;
/// Number of waiting bytes from which on the supervisor stops reading from ranks. A larger number uses more memory.
const FULL: usize = 256 << 10;
/// Bytes that a pipe or terminal takes without blocking when it is ready for writing (PIPE_BUF).
const ATOMIC: usize = 4096;

/// The destination of lines: the supervisor's stdout or stderr.
pub struct Sink {
    fd: BorrowedFd<'static>,
    /// True for a file, which takes any amount at once.
    regular: bool,
    queue: Vec<u8>,
    /// Number of bytes of `queue` that are already written.
    head: usize,
    /// The error after which nothing more can be written.
    broken: Option<Errno>,
}

impl Sink {
    fn new(fd: BorrowedFd<'static>) -> Sink {
        let regular = fstat(fd).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
        Sink { fd, regular, queue: Vec::new(), head: 0, broken: None }
    }
    pub fn has_room(&self) -> bool {
        self.queue.len() - self.head < FULL
    }
    pub fn is_empty(&self) -> bool {
        self.queue.len() == self.head
    }
    pub fn fd(&self) -> BorrowedFd<'static> {
        self.fd
    }
    pub fn broken(&self) -> Option<Errno> {
        self.broken
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.broken.is_none() {
            self.queue.extend_from_slice(bytes);
        }
    }

    /// Writes as much as possible without blocking.
    pub fn flush(&mut self) {
        while !self.is_empty() {
            let rest = &self.queue[self.head..];
            let piece = if self.regular {
                rest
            } else {
                let mut ready = [PollFd::new(&self.fd, PollFlags::OUT)];
                if !matches!(poll(&mut ready, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1..)) {
                    break;
                }
                &rest[..rest.len().min(ATOMIC)]
            };
            match rustix::io::write(self.fd, piece) {
                Ok(n) => self.head += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(e) => {
                    self.broken = Some(e);
                    self.queue = Vec::new();
                    self.head = 0;
                }
            }
        }
        if self.is_empty() {
            self.queue.clear();
            self.head = 0;
        } else if self.head > FULL {
            self.queue.drain(..self.head);
            self.head = 0;
        }
    }
}

/// The supervisor's stdout and stderr. If both lead to one file, they share a sink, so that no line of one stream
/// interrupts a line of the other.
pub struct Sinks {
    pub out: Sink,
    err: Option<Sink>,
}

impl Sinks {
    pub fn new() -> Sinks {
        let (out, err) = (rustix::stdio::stdout(), rustix::stdio::stderr());
        let same = match (fstat(out), fstat(err)) {
            (Ok(a), Ok(b)) => (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino),
            _ => false,
        };
        Sinks { out: Sink::new(out), err: (!same).then(|| Sink::new(err)) }
    }
    pub fn of(&mut self, which: Which) -> &mut Sink {
        match which {
            Which::Out => &mut self.out,
            Which::Err => self.err.as_mut().unwrap_or(&mut self.out),
        }
    }
    /// Prints a message of the launcher on stderr.
    pub fn say(&mut self, text: &str) {
        let sink = self.of(Which::Err);
        sink.push(text.as_bytes());
        sink.push(b"\n");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Out,
    Err,
}

/// The result of reading a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Pumped {
    Some,
    /// Nothing is available at present.
    Nothing,
    /// The stream has ended, in this call or before.
    Ended,
}

/// One rank's stdout or stderr.
pub struct Stream {
    fd: Option<OwnedFd>,
    which: Which,
    /// `[rank] ` with --label; otherwise empty.
    label: Vec<u8>,
    /// The beginning of a line that has not ended.
    partial: Vec<u8>,
    /// True if a piece of the current line has been forwarded.
    mid_line: bool,
    /// Why this rank's program did not start, as its stderr shows.
    pub not_started: Option<NotStarted>,
    /// The notes that an agent has sent; `None` if the stream is not an agent's stderr.
    notes: Option<Vec<Note>>,
}

/// Why a program did not start, as the loader, a checker or mpi4py prints on stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStarted {
    /// The loader does not find Clump's library.
    NoLibrary,
    /// AddressSanitizer refuses libclump_heap.so, which is loaded before it.
    Checker,
    /// mpi4py is a wheel from PyPI, which looks for MPICH and Open MPI.
    Mpi4pyWheel,
}

impl NotStarted {
    fn of(said: &[u8]) -> Option<NotStarted> {
        let says = |part: &str| said.windows(part.len()).any(|w| w == part.as_bytes());
        if says("error while loading shared libraries: libmpi_abi.so") || says("libmpi_abi.so.1: cannot open shared") {
            Some(NotStarted::NoLibrary)
        } else if says("runtime does not come first in initial library list") {
            Some(NotStarted::Checker)
        } else if says("cannot load MPI library\n") {
            Some(NotStarted::Mpi4pyWheel)
        } else {
            None
        }
    }
}

impl Stream {
    pub fn new(fd: OwnedFd, which: Which, label: String) -> Stream {
        let label = label.into_bytes();
        Stream { fd: Some(fd), which, label, partial: Vec::new(), mid_line: false, not_started: None, notes: None }
    }
    /// Takes notes out of what this stream says, because an agent writes it.
    pub fn expect_notes(&mut self) {
        self.notes = (self.which == Which::Err).then(Vec::new);
    }
    /// Returns the notes that have arrived since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.notes.as_mut().map(std::mem::take).unwrap_or_default()
    }
    /// Returns the descriptor to poll, while the stream has not ended.
    pub fn fd(&self) -> Option<&OwnedFd> {
        self.fd.as_ref()
    }
    pub fn which(&self) -> Which {
        self.which
    }
    /// Returns true if bytes are held back until their line is complete.
    pub fn has_partial(&self) -> bool {
        !self.partial.is_empty()
    }

    /// Reads once. `buffer` is scratch memory.
    pub fn pump(&mut self, sinks: &mut Sinks, buffer: &mut [u8]) -> Pumped {
        let Some(fd) = &self.fd else {
            return Pumped::Ended;
        };
        match rustix::io::read(fd, &mut *buffer) {
            Ok(0) => {
                self.close(sinks);
                Pumped::Ended
            }
            Ok(n) => {
                // The loader and the checker each print one line, and the program prints nothing more.
                if self.which == Which::Err && n < SHORT {
                    self.not_started = self.not_started.or_else(|| NotStarted::of(&buffer[..n]));
                }
                self.feed(&buffer[..n], sinks.of(self.which));
                Pumped::Some
            }
            Err(Errno::AGAIN | Errno::INTR) => Pumped::Nothing,
            Err(_) => {
                self.close(sinks);
                Pumped::Ended
            }
        }
    }

    /// Reads once if the sink has room. Returns true if there was something to read.
    pub fn has_more(&mut self, sinks: &mut Sinks, buffer: &mut [u8]) -> bool {
        sinks.of(self.which).has_room() && self.pump(sinks, buffer) == Pumped::Some
    }

    /// Forwards an unfinished line, and stops reading.
    pub fn close(&mut self, sinks: &mut Sinks) {
        let unfinished = self.has_partial() || self.mid_line;
        self.flush_partial(sinks);
        if unfinished && !self.label.is_empty() {
            sinks.of(self.which).push(b"\n");
        }
        self.fd = None;
    }

    /// Forwards an unfinished line (a prompt, or the last line).
    pub fn flush_partial(&mut self, sinks: &mut Sinks) {
        if self.has_partial() {
            self.pass_on(sinks.of(self.which), false);
        }
    }

    fn feed(&mut self, data: &[u8], sink: &mut Sink) {
        if self.label.is_empty() {
            // Without labels, forward all whole lines together.
            let whole = data.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
            if whole > 0 {
                match self.notes.as_mut().and_then(|notes| notes::take_from(&self.partial, &data[..whole], notes)) {
                    Some(rest) => sink.push(&rest),
                    None => {
                        sink.push(&self.partial);
                        sink.push(&data[..whole]);
                    }
                }
                self.partial.clear();
                self.mid_line = false;
            }
            self.partial.extend_from_slice(&data[whole..]);
        } else {
            for line in data.split_inclusive(|&b| b == b'\n') {
                self.partial.extend_from_slice(line);
                if line.ends_with(b"\n") {
                    self.pass_on(sink, true);
                }
            }
        }
        if self.partial.len() >= LONGEST_LINE {
            self.pass_on(sink, false);
        }
    }

    fn pass_on(&mut self, sink: &mut Sink, line_ends: bool) {
        if !self.mid_line {
            sink.push(&self.label);
        }
        sink.push(&self.partial);
        self.partial.clear();
        self.mid_line = !line_ends;
    }
}
