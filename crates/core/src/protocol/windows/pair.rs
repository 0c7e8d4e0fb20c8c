//! A test pair: two engines with windows, a wire between them, and memory whose bytes the tests check.
use super::super::broadcast_sink::{BroadcastSink, ParityBlock};
use super::super::sink::{Combination, Destination, Full, Missing, Path, Pulling, Sink, Source, Stashed};
use super::super::{Engine, How, WindowPlace};
use crate::ids::{BroadcastId, DepositId, EntryId, OperationId, Rank, RecvId, SendId, StreamId, WindowId};
use crate::limits::Limits;
use crate::wire::{Arrival, Combine, Head, Kind};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

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

/// The only combine operation of these tests: the sum of 64-bit words.
pub(super) const SUM: Combine = Combine { operation: 3, element: 64 };

/// One side's memory, and the frames that it has sent.
#[derive(Default)]
pub(super) struct World {
    /// True if the test makes pulls later, one by one.
    pub later: bool,
    pub promised: Vec<Missing>,
    pub full: bool,
    /// True if the next frame finds no room. The frame after it finds room, because the receiver has read by then.
    pub full_once: bool,
    /// How many more frames find room.
    pub full_after: Option<usize>,
    pub out: VecDeque<Frame>,
    pub call: Vec<u8>,
    pub sends: HashMap<SendId, Vec<u8>>,
    /// Bytes that peers pull out of windows, read when they leave.
    pub lent: HashMap<SendId, (WindowId, u64, u64)>,
    pub windows: HashMap<WindowId, Vec<u8>>,
    pub deposits: HashMap<DepositId, (WindowId, u64, u64)>,
    /// Deposits that the engine has reported as complete, in order.
    pub told: Vec<(WindowId, u64, u64)>,
    pub operations: HashMap<OperationId, Vec<u8>>,
    pub arrived: Option<Frame>,
}

fn part(memory: &[u8], offset: u64, len: u64) -> Vec<u8> {
    memory[offset as usize..][..len as usize].to_vec()
}

impl World {
    fn body(&self, skip: usize) -> Vec<u8> {
        let frame = self.arrived.as_ref().expect("a frame");
        assert_eq!(skip, frame.words.len());
        frame.body.clone()
    }

    fn memory(&mut self, into: Destination, offset: u64, len: u64) -> &mut [u8] {
        let to = match into {
            Destination::Deposit(id) => {
                let (window, start, room) = self.deposits[&id];
                assert!(offset + len <= room);
                let memory = self.windows.get_mut(&window).expect("a window that is there");
                return &mut memory[(start + offset) as usize..][..len as usize];
            }
            Destination::Operation(id) => self.operations.get_mut(&id).expect("memory of an operation"),
            other => panic!("{other:?} has no memory here"),
        };
        &mut to[offset as usize..][..len as usize]
    }

    fn send(&self, id: SendId, offset: u64, len: u64) -> Vec<u8> {
        match self.lent.get(&id) {
            Some((window, start, room)) => {
                assert!(offset + len <= *room);
                part(&self.windows[window], start + offset, len)
            }
            None => part(&self.sends[&id], offset, len),
        }
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
        Path { native_pull: false, piece: 1 << 20 }
    }
    fn frame(&mut self, _: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        if self.full || self.full_after == Some(0) || std::mem::take(&mut self.full_once) {
            return Err(Full);
        }
        self.full_after = self.full_after.map(|left| left - 1);
        let body = match body {
            Source::None => Vec::new(),
            Source::Call { len } => part(&self.call, 0, len),
            Source::Send { id, offset, len } => self.send(id, offset, len),
            Source::Cast { .. } => panic!("nothing is broadcast"),
            Source::Window { window, offset, len } => part(&self.windows[&window], offset, len),
        };
        self.out.push_back(Frame { head, words: words.to_vec(), body });
        Ok(())
    }
    fn keep(&mut self, send: SendId) {
        assert!(self.sends.insert(send, self.call.clone()).is_none());
    }
    fn sent(&mut self, send: SendId) {
        let lent = self.lent.remove(&send).is_some();
        assert!(self.sends.remove(&send).is_some() != lent, "memory is given back once");
    }
    fn copy_away(&mut self, send: SendId, named: bool) {
        assert!(!named, "no address was told");
        let (window, start, len) = self.lent.remove(&send).expect("a part of a window");
        self.sends.insert(send, part(&self.windows[&window], start, len));
    }
    fn address(&self, _: SendId) -> u64 {
        // No test reads memory by its address.
        0
    }
    fn bind(&mut self, _: Destination) {
        panic!("operations bring their memory themselves");
    }
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let body = self.body(skip);
        self.memory(into, offset, len).copy_from_slice(&body[..len as usize]);
    }
    fn stash(&mut self, _: Stashed, _: u64, _: u64, _: usize, _: u64) {
        panic!("nothing is kept");
    }
    fn unstash(&mut self, _: EntryId, _: RecvId, _: u64) {
        panic!("nothing is kept");
    }
    fn land(&mut self, _: StreamId, _: u64, _: usize, _: u64, _: u64) {
        panic!("nothing is streamed");
    }
    fn append(&mut self, _: StreamId, _: usize, _: u64, _: u64) {
        panic!("nothing is streamed");
    }
    fn read_stashed(&mut self, _: StreamId, _: u64) {
        panic!("nothing is kept");
    }
    fn discard(&mut self, _: Stashed) {
        panic!("nothing is kept");
    }
    fn pull(&mut self, what: Missing) -> Pulling {
        if !self.later {
            return Pulling::No;
        }
        self.promised.push(what);
        Pulling::Later
    }
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, len: u64) {
        let body = self.body(skip);
        let memory = self.windows.get_mut(&window).expect("a window that is there");
        memory[offset as usize..][..len as usize].copy_from_slice(&body);
    }
    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        self.told.push((window, offset, len));
    }
    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        assert!(self.deposits.insert(deposit, (window, offset, len)).is_none());
    }
    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        self.lent.insert(send, (window, offset, len));
    }
    fn combine(&mut self, what: Combination, skip: usize, old: Option<SendId>) -> bool {
        let body = self.body(skip);
        let memory = self.windows.get_mut(&what.window).expect("a window that is there");
        let place = &mut memory[what.offset as usize..][..what.len as usize];
        let before = place.to_vec();
        if what.swap {
            if body[..before.len()] == before {
                place.copy_from_slice(&body[before.len()..]);
            }
        } else if what.how == SUM && what.len.is_multiple_of(8) {
            for (to, from) in place.chunks_mut(8).zip(body.chunks(8)) {
                let word = |b: &[u8]| u64::from_le_bytes(b.try_into().expect("8 bytes"));
                let sum = word(to).wrapping_add(word(from));
                to.copy_from_slice(&sum.to_le_bytes());
            }
        } else {
            return false;
        }
        if let Some(send) = old {
            self.sends.insert(send, before);
        }
        true
    }
    fn close_destination(&mut self, into: Destination) {
        self.promised.retain(|p| p.into != into);
        match into {
            Destination::Deposit(id) => drop(self.deposits.remove(&id).expect("a deposit ends once")),
            Destination::Operation(_) => {}
            other => panic!("{other:?} has no memory here"),
        }
    }
}

/// Two sides: rank 0 issues operations, and rank 1 offers [`WINDOW`].
pub(super) struct Pair {
    pub engines: [Engine; 2],
    pub worlds: [World; 2],
}

/// The credit of operations, in bytes: at most 384 bytes are pushed in one frame.
pub(super) const CREDIT: u64 = 2048;
pub(super) const WINDOW: WindowId = WindowId(5);
pub(super) const KEY: u64 = 77;
pub(super) const SIZE: usize = 4096;

pub(super) fn at(offset: u64) -> WindowPlace {
    WindowPlace { to: 1, window: WINDOW, key: KEY, offset }
}

impl Pair {
    pub fn new() -> Pair {
        let limits = Limits { windows: CREDIT, grant: 300, frame: 1024, ..Limits::of_job(2, 1024) };
        let mut pair = Pair { engines: [Engine::new(limits), Engine::new(limits)], worlds: Default::default() };
        pair.engines[1].windows().offer(WINDOW, KEY);
        pair.engines[1].windows().attach(WINDOW, 0, SIZE as u64);
        pair.worlds[1].windows.insert(WINDOW, vec![0; SIZE]);
        pair
    }

    pub fn step(&mut self, from: usize) -> bool {
        let Some(frame) = self.worlds[from].out.pop_front() else { return false };
        self.arrive(from, frame);
        true
    }

    /// Delivers a frame to the other side, as if rank `from` had sent the frame.
    pub fn arrive(&mut self, from: usize, frame: Frame) {
        let to = 1 - from;
        self.worlds[to].arrived = Some(frame.clone());
        self.engines[to].on_frame(&mut self.worlds[to], from as Rank, frame.head, &frame);
        self.worlds[to].arrived = None;
    }

    /// Delivers all frames, makes promised pulls, and flushes.
    pub fn settle(&mut self) {
        loop {
            let mut moved = self.step(0) | self.step(1);
            for side in 0..2 {
                moved |= self.pull(side);
                let (engine, world) = (&mut self.engines[side], &mut self.worlds[side]);
                moved |= engine.wants_flush() && engine.flush(world);
            }
            if !moved {
                return;
            }
        }
    }

    /// Makes one of the pulls that were promised to a side. Returns false if no pull is left.
    pub fn pull(&mut self, side: usize) -> bool {
        let Some(what) = self.worlds[side].promised.pop() else { return false };
        let bytes = self.worlds[1 - side].send(what.send, what.range.start, what.len());
        self.worlds[side].memory(what.into, what.offset(), what.len()).copy_from_slice(&bytes);
        self.engines[side].pulled(&mut self.worlds[side], what.into, true);
        true
    }

    pub fn put(&mut self, place: WindowPlace, bytes: &[u8]) -> Option<SendId> {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].windows().put(&mut self.worlds[0], place, bytes.len() as u64)
    }

    pub fn get(&mut self, place: WindowPlace, len: u64) -> OperationId {
        let id = self.engines[0].windows().get(&mut self.worlds[0], place, len);
        self.worlds[0].operations.insert(id, vec![0; len as usize]);
        id
    }

    pub fn combine(&mut self, place: WindowPlace, how: How, bytes: &[u8]) -> Option<OperationId> {
        self.worlds[0].call = bytes.to_vec();
        let (operation, send) = self.engines[0].windows().combine(&mut self.worlds[0], place, how, bytes.len() as u64);
        if let Some(id) = operation {
            self.worlds[0].operations.insert(id, vec![0; bytes.len() / if how.swap { 2 } else { 1 }]);
        }
        if let Some(send) = send {
            self.engines[0].detach_send(send);
        }
        operation
    }

    pub fn pending(&mut self) -> u64 {
        self.engines[0].windows().pending(1, WINDOW)
    }

    pub fn window(&self) -> &[u8] {
        &self.worlds[1].windows[&WINDOW]
    }

    /// Checks that no operation is left, no credit is lost, and no frame was malformed.
    pub fn end(&mut self) {
        self.settle();
        assert_eq!(self.pending(), 0);
        for (engine, world) in self.engines.iter().zip(&self.worlds) {
            assert_eq!((engine.on_windows(), engine.leftovers()), (0, Default::default()));
            assert_eq!(engine.counters().malformed, 0);
            assert!(world.sends.is_empty() && world.lent.is_empty() && world.deposits.is_empty());
            for a in engine.window_accounts() {
                assert_eq!((a.buffered, a.allowance + a.owed, a.incoming, a.held), (0, CREDIT, 0, 0));
            }
        }
    }
}
