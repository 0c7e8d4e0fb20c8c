//! Keeps messages that arrived before a call took them, and long messages that are still arriving.
use clump::driver::Arrived;
use clump::driver::{Error, ErrorKind, Outcome, Rank, Region};
use clump_core::wire::{First, Head, Kind, Second};
use clump_fabric::shm::Body;
use std::collections::{HashMap, VecDeque};

/// The destination of a long message.
enum Into {
    /// The memory of a call that takes the message, and the call's number.
    Program { memory: Region, call: u64 },
    /// No call has taken the message yet. The buffer grows as bytes arrive: the length in the head is only the
    /// sender's claim.
    Kept(Vec<u8>),
}

/// A long message that is still arriving.
struct Long {
    tag: i32,
    len: u64,
    come: u64,
    to: Into,
}

/// A whole message that no call has taken.
struct Kept {
    from: Rank,
    tag: i32,
    bytes: Vec<u8>,
}

#[derive(Default)]
pub struct Later {
    whole: VecDeque<Kept>,
    long: HashMap<Rank, Long>,
    /// Calls whose message is complete.
    finished: Vec<(u64, Outcome)>,
    calls: u64,
    bytes: usize,
    pending_error: Option<Error>,
}

impl Later {
    /// Returns the bytes kept of messages that no call has taken.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the error of a sender that violated the protocol, if no call has returned that error yet.
    pub fn pending_error(&mut self) -> Option<Error> {
        self.pending_error.take()
    }

    /// Copies the first kept message to `into`.
    pub fn take(&mut self, into: Region) -> Option<Outcome> {
        let Kept { from, tag, bytes } = self.whole.pop_front()?;
        self.bytes -= bytes.len();
        into.write(&bytes[..bytes.len().min(into.len())]);
        Some(outcome(from, tag, bytes.len() as u64, into))
    }

    /// Returns the outcome of a call that takes a long message, if the message is complete.
    pub fn finished(&mut self, call: u64) -> Option<Outcome> {
        let at = self.finished.iter().position(|(c, _)| *c == call)?;
        Some(self.finished.swap_remove(at).1)
    }

    /// Handles a frame that does not go straight to a call's memory. `into` is the memory of a call that waits for
    /// any message. Returns the number of that call if the frame begins the call's message.
    pub fn frame(&mut self, from: Rank, head: u64, body: &Body<'_>, into: Option<Region>) -> Option<u64> {
        let taken = match Head::parse(head) {
            Some(Head { kind: Kind::Push, tag, .. }) => {
                let bytes = bytes(0, body);
                self.keep(Kept { from, tag, bytes });
                Some(None)
            }
            Some(head @ Head { kind: Kind::First, .. }) => self.begin(from, head, body, into),
            Some(Head { kind: Kind::Second, .. }) => self.go_on(from, body).map(|()| None),
            _ => None,
        };
        if taken.is_none() {
            self.pending_error = Some(Error::new(
                ErrorKind::Protocol,
                format!(
                    "rank {from} has sent what an unordered endpoint does not know (frame head {head:#x}); let all \
                     ranks of a job open theirs with the same order"
                ),
            ));
        }
        taken.flatten()
    }

    fn keep(&mut self, kept: Kept) {
        self.bytes += kept.bytes.len();
        self.whole.push_back(kept);
    }

    /// Begins a long message. Returns `None` if the frame does not begin a message that is pushed whole, or if its
    /// sender has not finished an earlier long message.
    fn begin(&mut self, from: Rank, head: Head, body: &Body<'_>, into: Option<Region>) -> Option<Option<u64>> {
        let first = First::parse(head, &Arrived(body)).filter(|f| f.released && !self.long.contains_key(&from))?;
        let call = into.map(|memory| {
            self.calls += 1;
            (memory, self.calls)
        });
        let to = match call {
            Some((memory, call)) => Into::Program { memory, call },
            None => Into::Kept(Vec::new()),
        };
        let mut long = Long { tag: first.tag, len: first.len, come: 0, to };
        long.add(First::WORDS, body);
        self.put(from, long);
        Some(call.map(|(_, call)| call))
    }

    /// Adds a part to a long message. Returns `None` if the frame is no part of a message, or has more bytes than its
    /// message.
    fn go_on(&mut self, from: Rank, body: &Body<'_>) -> Option<()> {
        let second = Second::parse(&Arrived(body))?;
        let mut long = self.long.remove(&from)?;
        let here = body.len(Second::WORDS) as u64;
        if here == 0 || second.offset != long.come || here > long.len - long.come {
            return None;
        }
        long.add(Second::WORDS, body);
        self.put(from, long);
        Some(())
    }

    fn put(&mut self, from: Rank, long: Long) {
        if long.come < long.len {
            self.long.insert(from, long);
            return;
        }
        match long.to {
            Into::Program { memory, call } => self.finished.push((call, outcome(from, long.tag, long.len, memory))),
            Into::Kept(bytes) => self.keep(Kept { from, tag: long.tag, bytes }),
        }
    }
}

impl Long {
    fn add(&mut self, words: usize, body: &Body<'_>) {
        match &mut self.to {
            Into::Program { memory, .. } => {
                let at = (self.come as usize).min(memory.len());
                body.copy_to(words, 0, memory.from(at));
            }
            Into::Kept(kept) => kept.extend(bytes(words, body)),
        }
        self.come += body.len(words) as u64;
    }
}

fn bytes(words: usize, body: &Body<'_>) -> Vec<u8> {
    let mut copy = Vec::new();
    body.read(words, body.len(words), |bytes| copy = bytes.to_vec());
    copy
}

/// Returns the outcome of a message of `len` bytes, of which the bytes that fit were copied to `into`.
pub fn outcome(from: Rank, tag: i32, len: u64, into: Region) -> Outcome {
    let room = into.len() as u64;
    let truncated = (len > room).then_some(len);
    Outcome { truncated, ..Outcome::of_message(from, tag, len.min(room)) }
}
