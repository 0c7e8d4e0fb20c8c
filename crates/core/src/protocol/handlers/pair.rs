//! A test pair: two engines with a wire between them, and memory whose bytes the tests check.
use super::super::broadcast_sink::{BroadcastSink, ParityBlock};
use super::super::sink::{Combination, Destination, Full, Missing, Path, Pulling, Sink, Source, Stashed};
use super::super::{Engine, Reading};
use crate::ids::{BroadcastId, DepositId, EntryId, Rank, RecvId, SendId, StreamId, WindowId};
use crate::limits::Limits;
use crate::wire::{Arrival, Head, Kind, MessageRole};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// Returns `len` bytes of the test message, from byte `from` on.
pub(super) fn bytes(from: usize, len: usize) -> Vec<u8> {
    (from..from + len).map(|i| (i * 7 + i / 256) as u8).collect()
}

#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub head: u64,
    pub words: Vec<u64>,
    pub body: Vec<u8>,
}

impl Frame {
    pub fn kind(&self) -> Kind {
        Head::parse(self.head).expect("a frame that we sent").kind
    }
}

impl Arrival for Frame {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.words.get(..K)?.try_into().ok()
    }
    fn len(&self, k: usize) -> usize {
        (8 * self.words.len() + self.body.len()).saturating_sub(8 * k)
    }
}

/// How the sink answers native pulls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Native {
    No,
    Done,
    Later,
}

/// One side's memory, and the frames that it has sent.
pub(super) struct World {
    pub native: Native,
    pub full: bool,
    pub out: VecDeque<Frame>,
    pub call: Vec<u8>,
    pub sends: HashMap<SendId, Vec<u8>>,
    pub unread: HashMap<StreamId, Vec<u8>>,
    /// The size of the reading call's memory.
    pub room: usize,
    pub streams: HashMap<StreamId, Vec<u8>>,
    /// The memory of the other side's sends, by address, for native pulls.
    pub theirs: HashMap<u64, Vec<u8>>,
    pub later: Vec<Missing>,
    pub arrived: Option<Frame>,
}

impl World {
    pub fn new(native: Native) -> World {
        World {
            native,
            full: false,
            out: VecDeque::new(),
            call: Vec::new(),
            sends: HashMap::new(),
            unread: HashMap::new(),
            room: 0,
            streams: HashMap::new(),
            theirs: HashMap::new(),
            later: Vec::new(),
            arrived: None,
        }
    }

    fn copy(&mut self, what: &Missing) {
        let Destination::Stream(id) = what.into else { panic!("no receive was posted") };
        let (from, to) = ((what.range.start - what.start) as usize, what.offset() as usize);
        // The address lies at the start of a piece, or inside it.
        let inside = |at: u64, memory: &Vec<u8>| (at..at + memory.len() as u64).contains(&what.address);
        let piece = self.theirs.get_key_value(&what.address);
        let piece = piece.or_else(|| self.theirs.iter().find(|(at, memory)| inside(**at, memory)));
        let (at, memory) = piece.expect("memory of a send");
        let bytes = &memory[(what.address - at) as usize + from..][..what.len() as usize];
        self.streams.get_mut(&id).expect("memory that is read into")[to..][..bytes.len()].copy_from_slice(bytes);
    }
}

impl BroadcastSink for World {
    fn longest_multicast(&self, _: Rank) -> u64 {
        0
    }
    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Source) -> Result<(), Full> {
        panic!("nothing is broadcast");
    }
    fn multicast_parity(&mut self, _: u16, _: u64, _: &[u64], _: ParityBlock) -> Result<(), Full> {
        panic!("nothing is broadcast");
    }
    fn restore_broadcast(&mut self, _: ParityBlock, _: Range<u64>, _: usize) {
        panic!("nothing is broadcast");
    }
    fn flush_multicasts(&mut self) {
        panic!("nothing is broadcast");
    }
    fn keep_broadcast(&mut self, _: BroadcastId) {
        panic!("nothing is broadcast");
    }
    fn copy_broadcast(&mut self, _: BroadcastId) {
        panic!("nothing is broadcast");
    }
    fn bind_broadcast(&mut self, _: BroadcastId, _: u64) {
        panic!("nothing is broadcast");
    }
    fn stash_broadcast(&mut self, _: BroadcastId, _: u64, _: u64, _: usize, _: u64) {
        panic!("nothing is broadcast");
    }
    fn deliver_broadcast(&mut self, _: BroadcastId, _: u64, _: usize, _: u64) {
        panic!("nothing is broadcast");
    }
    fn broadcast_over(&mut self, _: BroadcastId) {
        panic!("nothing is broadcast");
    }
}

impl Sink for World {
    fn path(&self, _: Rank) -> Path {
        Path { native_pull: true, piece: 1 << 20 }
    }

    fn frame(&mut self, _: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::None => Vec::new(),
            Source::Call { len } => self.call[..len as usize].to_vec(),
            Source::Send { id, offset, len } => self.sends[&id][offset as usize..][..len as usize].to_vec(),
            Source::Cast { .. } => panic!("nothing is broadcast"),
            Source::Window { .. } => panic!("no window is offered"),
        };
        if self.full {
            return Err(Full);
        }
        self.out.push_back(Frame { head, words: words.to_vec(), body });
        Ok(())
    }
    fn keep(&mut self, send: SendId) {
        assert!(self.sends.insert(send, self.call.clone()).is_none(), "one piece at a time");
    }
    fn sent(&mut self, send: SendId) {
        self.sends.remove(&send).expect("a piece is given back once");
    }
    fn copy_away(&mut self, _: SendId, _: bool) {
        panic!("nothing was cancelled");
    }
    fn address(&self, send: SendId) -> u64 {
        // Each piece gets its own address: in these tests the length tells pieces apart.
        4096 + self.sends[&send].len() as u64
    }
    fn bind(&mut self, into: Destination) {
        let Destination::Stream(id) = into else { panic!("no receive was posted") };
        self.streams.insert(id, vec![0; self.room]);
    }
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let Destination::Stream(id) = into else { panic!("no receive was posted") };
        let frame = self.arrived.as_ref().expect("a frame");
        assert_eq!(skip, frame.words.len());
        let to = self.streams.get_mut(&id).expect("memory that is read into");
        to[offset as usize..][..len as usize].copy_from_slice(&frame.body[..len as usize]);
    }
    fn stash(&mut self, what: Stashed, room: u64, _: u64, _: usize, len: u64) {
        let Stashed::Stream(id) = what else { panic!("no message has a tag") };
        assert_eq!(room, len);
        self.unread.insert(id, self.arrived.as_ref().expect("a frame").body.clone());
    }
    fn unstash(&mut self, _: EntryId, _: RecvId, _: u64) {
        panic!("no message has a tag");
    }
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        let frame = self.arrived.as_ref().expect("a frame");
        assert_eq!(skip, frame.words.len());
        let to = self.streams.get_mut(&stream).expect("memory that is read into");
        to[offset as usize..][..len as usize].copy_from_slice(&frame.body[from as usize..][..len as usize]);
    }
    fn append(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        let frame = self.arrived.as_ref().expect("a frame");
        assert_eq!(skip, frame.words.len());
        self.unread.entry(stream).or_default().extend(&frame.body[from as usize..][..len as usize]);
    }
    fn read_stashed(&mut self, stream: StreamId, len: u64) {
        let bytes: Vec<u8> = self.unread.get_mut(&stream).expect("kept bytes").drain(..len as usize).collect();
        if bytes.len() == self.room {
            self.streams.insert(stream, bytes);
            return;
        }
        self.streams.get_mut(&stream).expect("bound")[..bytes.len()].copy_from_slice(&bytes);
    }
    fn discard(&mut self, what: Stashed) {
        let Stashed::Stream(id) = what else { panic!("no message has a tag") };
        self.unread.remove(&id).expect("kept bytes are forgotten once");
    }
    fn pull(&mut self, what: Missing) -> Pulling {
        match self.native {
            Native::No => return Pulling::No,
            Native::Done => self.copy(&what),
            Native::Later => {
                self.later.push(what);
                return Pulling::Later;
            }
        }
        Pulling::Done
    }
    fn deposit(&mut self, _: WindowId, _: u64, _: usize, _: u64) {
        panic!("no window is offered");
    }
    fn place_deposit(&mut self, _: DepositId, _: WindowId, _: u64, _: u64) {
        panic!("no window is offered");
    }
    fn register(&mut self, _: SendId, _: WindowId, _: u64, _: u64) {
        panic!("no window is offered");
    }
    fn combine(&mut self, _: Combination, _: usize, _: Option<SendId>) -> bool {
        panic!("no window is offered");
    }
    fn close_destination(&mut self, _: Destination) {
        panic!("no window is offered");
    }
}

pub(super) struct Pair {
    pub engines: [Engine; 2],
    pub worlds: [World; 2],
}

pub(super) const HANDLERS: u64 = 2048;

impl Pair {
    pub fn new(native: Native) -> Pair {
        let limits = Limits { handlers: HANDLERS, replies: HANDLERS, grant: 300, ..Limits::of_job(2, 256) };
        Pair { engines: [Engine::new(limits), Engine::new(limits)], worlds: [World::new(native), World::new(native)] }
    }

    /// Delivers one frame from side `from` to the other side. Returns false if there is no frame.
    pub fn step(&mut self, from: usize) -> bool {
        let Some(frame) = self.worlds[from].out.pop_front() else { return false };
        let to = 1 - from;
        let sends = self.worlds[from].sends.values().map(|m| (4096 + m.len() as u64, m.clone())).collect();
        self.worlds[to].theirs = sends;
        self.worlds[to].arrived = Some(frame.clone());
        self.engines[to].on_frame(&mut self.worlds[to], from as Rank, frame.head, &frame);
        self.worlds[to].arrived = None;
        true
    }

    /// Delivers all frames, makes native copies, and flushes.
    pub fn settle(&mut self) {
        loop {
            let mut moved = self.step(0) | self.step(1);
            for side in 0..2 {
                moved |= self.copy_later(side);
                let (engine, world) = (&mut self.engines[side], &mut self.worlds[side]);
                moved |= engine.wants_flush() && engine.flush(world);
            }
            if !moved {
                return;
            }
        }
    }

    pub fn copy_later(&mut self, side: usize) -> bool {
        let Some(what) = self.worlds[side].later.pop() else { return false };
        self.worlds[side].copy(&what);
        self.engines[side].pulled(&mut self.worlds[side], what.into, true);
        true
    }

    pub fn begin(&mut self, len: u64) -> SendId {
        self.engines[0].handlers().begin(1, 7, MessageRole::Request, len)
    }

    pub fn piece(&mut self, id: SendId, bytes: &[u8]) {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].handlers().piece(&mut self.worlds[0], id, bytes.len() as u64);
    }

    pub fn call(&mut self, bytes: &[u8]) -> Option<SendId> {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].handlers().call(&mut self.worlds[0], 1, 7, MessageRole::Request, bytes.len() as u64)
    }

    pub fn read(&mut self, id: StreamId, len: usize) -> Reading {
        self.worlds[1].room = len;
        self.engines[1].handlers().read(&mut self.worlds[1], id, len as u64)
    }

    pub fn finish(&mut self, id: StreamId) {
        self.engines[1].handlers().finish(&mut self.worlds[1], id);
    }

    pub fn next(&mut self) -> StreamId {
        self.engines[1].handlers().next_stream().expect("a message has begun").id
    }

    /// Checks that no operation is left, no credit is lost, and no frame was malformed.
    pub fn end(&mut self) {
        self.settle();
        for side in 0..2 {
            let engine = &mut self.engines[side];
            engine.handlers().take_woken();
            assert_eq!(engine.leftovers(), Default::default(), "of side {side}");
            assert_eq!(engine.counters().malformed, 0);
            assert!(self.worlds[side].unread.is_empty() && self.worlds[side].sends.is_empty());
            for a in engine.handler_accounts(MessageRole::Request) {
                assert_eq!((a.buffered, a.allowance + a.owed, a.incoming, a.held), (0, HANDLERS, 0, 0));
            }
        }
    }
}
