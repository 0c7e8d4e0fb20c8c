//! One rank's memory, and its end of the network.
use super::frame::TestFrame;
use super::memory::{GroupBytes, HandlerBytes, TagBytes, WindowBytes};
use crate::ids::{Rank, SendId, WindowId};
use crate::protocol::{Destination, Full, Missing, Path, Pulling, Source, TransferSink};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// How a [`World`] answers native pulls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PullAnswer {
    /// The world refuses: frames bring the bytes.
    #[default]
    No,
    /// The bytes are there when the call returns.
    Done,
    /// The test makes the pulls later, one by one ([`Job::pull`](super::Job::pull)).
    Later,
}

/// The memory of a send.
#[derive(Clone, Debug)]
pub enum SendMemory {
    Bytes(Vec<u8>),
    /// A part of a window, read when the bytes leave.
    Window {
        window: WindowId,
        offset: u64,
        len: u64,
    },
}

/// One rank's memory, and the frames that the rank has sent.
#[derive(Debug, Default)]
pub struct World {
    /// What the rank can do with the memory of any peer.
    pub path: Path,
    /// How many ranks the job of the peers has, if the peers are of another job.
    pub ranks_of_other_job: Option<u32>,
    pub pulls: PullAnswer,
    /// True if no frame finds room.
    pub full: bool,
    /// True if the next frame finds no room. The frame after it finds room, because the receiver has read by then.
    pub full_once: bool,
    /// How many more frames find room, if their number is bounded.
    pub full_after: Option<usize>,
    /// The frames that have left and not arrived.
    pub out: VecDeque<TestFrame>,
    /// The frame that is arriving.
    pub arrived: Option<Rc<TestFrame>>,
    /// The memory of the running call: the bytes to send, or the bytes before a receive or read.
    pub call: Vec<u8>,
    /// The memory of sends, with its address.
    pub sends: HashMap<SendId, (u64, SendMemory)>,
    /// The address of the next send's memory, less [`FIRST_ADDRESS`].
    addresses: u64,
    /// The memory of the arriving frame's sender, for native pulls that are made at once.
    pub theirs: HashMap<SendId, (u64, Vec<u8>)>,
    /// Pulls that the test makes later.
    pub promised: Vec<Missing>,
    pub tags: TagBytes,
    pub handlers: HandlerBytes,
    pub windows: WindowBytes,
    pub groups: GroupBytes,
}

/// The address of the first send's memory. Address 0 means that memory has no address.
const FIRST_ADDRESS: u64 = 4096;

impl World {
    pub fn new(path: Path, pulls: PullAnswer) -> World {
        World { path, pulls, ..World::default() }
    }

    /// Returns `len` body bytes of the arriving frame from byte `from` on.
    ///
    /// # Panics
    /// If the body does not follow `skip` words, or does not have the bytes.
    pub(super) fn body(&self, skip: usize, from: u64, len: u64) -> Vec<u8> {
        let frame = self.arrived.as_ref().expect("a frame is arriving");
        assert_eq!(skip, frame.words.len(), "the frame's words");
        frame.body[from as usize..][..len as usize].to_vec()
    }

    /// Returns the bytes of a frame's body.
    pub(super) fn source(&mut self, body: Source) -> Vec<u8> {
        match body {
            Source::None => Vec::new(),
            Source::Call { len } => self.call[..len as usize].to_vec(),
            Source::Send { id, offset, len } => self.send_bytes(id)[offset as usize..][..len as usize].to_vec(),
            Source::Broadcast { broadcast, offset, len } => {
                self.groups.broadcasts[&broadcast].0[offset as usize..][..len as usize].to_vec()
            }
            Source::Window { window, offset, len } => self.windows.part(window, offset, len).to_vec(),
        }
    }

    /// Returns the bytes of a send's memory.
    fn send_bytes(&mut self, id: SendId) -> Vec<u8> {
        match &self.sends[&id].1 {
            SendMemory::Bytes(bytes) => bytes.clone(),
            &SendMemory::Window { window, offset, len } => self.windows.part(window, offset, len).to_vec(),
        }
    }

    /// Returns the memory of every send, with its address.
    pub fn lend(&mut self) -> HashMap<SendId, (u64, Vec<u8>)> {
        let ids: Vec<(SendId, u64)> = self.sends.iter().map(|(id, (address, _))| (*id, *address)).collect();
        ids.into_iter().map(|(id, address)| (id, (address, self.send_bytes(id)))).collect()
    }

    /// Counts the sends that read parts of windows.
    pub fn lent_parts(&self) -> usize {
        self.sends.values().filter(|(_, memory)| matches!(memory, SendMemory::Window { .. })).count()
    }

    /// Makes memory the memory of a send.
    pub(super) fn keep_memory(&mut self, send: SendId, memory: SendMemory) {
        let len = match &memory {
            SendMemory::Bytes(bytes) => bytes.len() as u64,
            SendMemory::Window { len, .. } => *len,
        };
        let address = FIRST_ADDRESS + self.addresses;
        self.addresses += len + 1;
        assert!(self.sends.insert(send, (address, memory)).is_none(), "a send has one memory at a time");
    }

    /// Sends a frame, if there is room.
    pub(super) fn send_frame(&mut self, to: Option<Rank>, head: u64, words: &[u64], body: Vec<u8>) -> Result<(), Full> {
        if self.full || self.full_after == Some(0) || std::mem::take(&mut self.full_once) {
            return Err(Full);
        }
        self.full_after = self.full_after.map(|left| left - 1);
        self.out.push_back(TestFrame { to, head, words: words.to_vec(), body });
        Ok(())
    }

    /// Returns `len` bytes at `offset` of a destination's memory.
    pub fn memory(&mut self, into: Destination, offset: u64, len: u64) -> &mut [u8] {
        let memory = match into {
            Destination::Recv(id) => self.tags.receives.get_mut(&id),
            Destination::Stream(id) => self.handlers.reads.get_mut(&id),
            Destination::Operation(id) => self.windows.operations.get_mut(&id),
            Destination::Deposit(id) => {
                let (window, start, room) = self.windows.deposits[&id];
                assert!(offset + len <= room, "{len} bytes at {offset} of a deposit of {room}");
                return self.windows.part(window, start + offset, len);
            }
        };
        &mut memory.expect("memory of the destination")[offset as usize..][..len as usize]
    }

    /// Copies the missing bytes out of the memory of their sender.
    pub fn copy(&mut self, what: &Missing, theirs: &HashMap<SendId, (u64, Vec<u8>)>) {
        let (start, bytes) = &theirs[&what.send];
        // The sender named an address in the memory's piece, or no address: then the memory is the whole message.
        let from =
            if what.address == 0 { what.range.start } else { what.address - start + what.range.start - what.start };
        let bytes = &bytes[from as usize..][..what.len() as usize];
        self.memory(what.into, what.offset(), what.len()).copy_from_slice(bytes);
    }
}

impl TransferSink for World {
    fn path(&self, _: Rank) -> Path {
        self.path
    }
    fn ranks_of_other_job(&self, _: Rank) -> Option<u32> {
        self.ranks_of_other_job
    }
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = self.source(body);
        self.send_frame(Some(to), head, words, body)
    }
    fn keep(&mut self, send: SendId) -> bool {
        self.keep_memory(send, SendMemory::Bytes(self.call.clone()));
        true
    }
    fn sent(&mut self, send: SendId) {
        self.sends.remove(&send).expect("memory is given back once");
    }
    fn copy_away(&mut self, send: SendId, named: bool) {
        let bytes = self.send_bytes(send);
        let (_, memory) = self.sends.get_mut(&send).expect("a send's memory");
        assert!(!named || matches!(memory, SendMemory::Bytes(_)), "no peer knows a window's address");
        *memory = SendMemory::Bytes(bytes);
    }
    fn address(&self, send: SendId, offset: u64) -> u64 {
        let address = self.sends[&send].0;
        if address == 0 { 0 } else { address + offset }
    }
    fn bind(&mut self, into: Destination) {
        match into {
            Destination::Recv(id) => drop(self.tags.receives.insert(id, self.call.clone())),
            Destination::Stream(id) => drop(self.handlers.reads.insert(id, self.call.clone())),
            // A test inserts an operation's memory, and `place_deposit` that of a deposit.
            Destination::Deposit(_) | Destination::Operation(_) => {}
        }
    }
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, 0, len);
        self.memory(into, offset, len).copy_from_slice(&bytes);
    }
    fn pull(&mut self, what: Missing) -> Pulling {
        match self.pulls {
            PullAnswer::No => return Pulling::No,
            PullAnswer::Done => {
                let theirs = std::mem::take(&mut self.theirs);
                self.copy(&what, &theirs);
                self.theirs = theirs;
            }
            PullAnswer::Later => {
                self.promised.push(what);
                return Pulling::Later;
            }
        }
        Pulling::Done
    }
    fn close_destination(&mut self, into: Destination) {
        self.promised.retain(|p| p.into != into);
        if let Destination::Deposit(id) = into {
            self.windows.deposits.remove(&id).expect("a deposit ends once");
        }
    }
}
