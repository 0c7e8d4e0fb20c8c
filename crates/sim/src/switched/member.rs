//! One host: the real engine in a group of all hosts, and its memory.
use super::Setup;
use clump_core::protocol::{Full, Source};
use clump_core::{
    Arrival, BroadcastId, BroadcastSink, Combination, DepositId, Destination, Engine, EntryId, Limits, Missing,
    ParityBlock, Path, Pulling, Rank, RecvId, SendId, Sink, Stashed, StreamId, WindowId,
};
use std::collections::HashMap;
use std::ops::Range;

const GROUP: u16 = 2;
/// The largest number of bytes of words and body in one multicast.
const LONGEST: u64 = 1400;
/// Bytes of headers and trailers of every frame.
const AROUND: u64 = 14 + 4 + 20 + 8 + 16 + 8 + 16 + 20;

/// A frame in flight.
pub struct Sent {
    /// The receiver; `None`: all other hosts.
    pub to: Option<usize>,
    head: u64,
    words: Vec<u64>,
    body: Vec<u8>,
}

impl Sent {
    /// Returns the frame's bytes on the wire.
    pub fn size(&self) -> u64 {
        AROUND + 8 * self.words.len() as u64 + self.body.len() as u64
    }
}

impl Arrival for Sent {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.words.get(..K)?.try_into().ok()
    }
    fn len(&self, k: usize) -> usize {
        (8 * self.words.len() + self.body.len()).saturating_sub(8 * k)
    }
}

pub struct Member {
    pub engine: Engine,
    pub sent: Vec<Sent>,
    memory: Memory,
    now: u64,
    longest: u64,
}

#[derive(Default)]
struct Memory {
    casts: HashMap<BroadcastId, Vec<u8>>,
    got: HashMap<BroadcastId, Vec<u8>>,
    call: Vec<u8>,
}

struct Port<'a> {
    memory: &'a mut Memory,
    sent: &'a mut Vec<Sent>,
    arrived: Option<&'a Sent>,
    longest: u64,
}

impl Member {
    pub fn new(me: usize, setup: &Setup) -> Member {
        let limits = Limits { casts: setup.limits, ..Limits::of_job(setup.hosts as u32, 32 << 10) };
        let (engine, longest) = (Engine::new(limits), if setup.multicast { LONGEST - 32 } else { 0 });
        let mut member = Member { engine, sent: Vec::new(), memory: Memory::default(), now: 1, longest };
        let all: Vec<Rank> = (0..setup.hosts as u32).collect();
        assert!(member.with(None, |engine, port| engine.groups().open_group(port, GROUP, 1, &all, me)));
        member
    }

    fn with<T>(&mut self, arrived: Option<&Sent>, f: impl FnOnce(&mut Engine, &mut Port<'_>) -> T) -> T {
        let Member { engine, sent, memory, longest, .. } = self;
        f(engine, &mut Port { memory, sent, arrived, longest: *longest })
    }

    pub fn set_time(&mut self, now: u64) {
        self.now = now;
        self.engine.groups().at_time(now);
    }

    pub fn broadcast(&mut self, bytes: &[u8]) -> BroadcastId {
        self.memory.call = bytes.to_vec();
        self.with(None, |engine, port| engine.groups().broadcast(port, GROUP, bytes.len() as u64))
    }

    /// Names the destination of the next broadcast of host 0.
    pub fn post(&mut self, len: usize) -> BroadcastId {
        self.memory.call = vec![0xaa; len];
        self.with(None, |engine, port| engine.groups().receive_broadcast(port, GROUP, 0, len as u64))
    }

    pub fn arrive(&mut self, from: usize, sent: &Sent) {
        self.with(Some(sent), |engine, port| match sent.to {
            None => engine.groups().on_multicast(port, from as Rank, GROUP, sent.head, sent),
            Some(_) => engine.on_frame(port, from as Rank, sent.head, sent),
        });
    }

    pub fn look(&mut self) {
        let now = self.now;
        self.with(None, |engine, port| {
            engine.groups().at(port, now);
            engine.flush(port);
        });
    }

    pub fn is_over(&self, cast: BroadcastId) -> bool {
        self.engine.broadcasts().broadcast_outcome(cast).is_some()
    }

    /// Returns the bytes that a broadcast's destination holds at the end, and forgets the broadcast.
    pub fn take(&mut self, cast: BroadcastId) -> Option<Vec<u8>> {
        self.engine.groups().detach_broadcast(cast);
        self.memory.got.remove(&cast)
    }
}

impl Port<'_> {
    fn send(&mut self, to: Option<usize>, head: u64, words: &[u64], body: Source) {
        let body = match body {
            Source::Cast { cast, offset, len } => self.memory.casts[&cast][offset as usize..][..len as usize].to_vec(),
            _ => Vec::new(),
        };
        self.sent.push(Sent { to, head, words: words.to_vec(), body });
    }
}

/// Adds parts of `bytes` without carry (XOR) to `sum`.
fn xor(bytes: &[u8], parts: impl Iterator<Item = Range<u64>>, mut sum: Vec<u8>) -> Vec<u8> {
    for part in parts {
        sum.iter_mut().zip(&bytes[part.start as usize..part.end as usize]).for_each(|(s, b)| *s ^= b);
    }
    sum
}

impl BroadcastSink for Port<'_> {
    fn longest_multicast(&self, _: Rank) -> u64 {
        self.longest
    }
    fn multicast(&mut self, _: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        self.send(None, head, words, body);
        Ok(())
    }
    fn multicast_parity(&mut self, _: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        let body = xor(&self.memory.casts[&of.cast], of.parts(), vec![0; of.part as usize]);
        self.sent.push(Sent { to: None, head, words: words.to_vec(), body });
        Ok(())
    }
    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, _: usize) {
        let memory = self.memory.casts.get_mut(&of.cast).expect("memory");
        let parity = self.arrived.expect("a frame").body.clone();
        let part = xor(memory, of.parts().filter(|p| *p != lost), parity);
        memory[lost.start as usize..lost.end as usize].copy_from_slice(&part[..(lost.end - lost.start) as usize]);
    }
    fn flush_multicasts(&mut self) {}
    fn keep_broadcast(&mut self, cast: BroadcastId) {
        self.memory.casts.insert(cast, self.memory.call.clone());
    }
    fn copy_broadcast(&mut self, _: BroadcastId) {}
    fn bind_broadcast(&mut self, cast: BroadcastId, kept: u64) {
        let mut to = self.memory.call.clone();
        if let Some(before) = self.memory.casts.remove(&cast) {
            to[..kept as usize].copy_from_slice(&before[..kept as usize]);
        }
        self.memory.casts.insert(cast, to);
    }
    fn stash_broadcast(&mut self, cast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        self.memory.casts.entry(cast).or_insert_with(|| vec![0; room as usize]);
        self.deliver_broadcast(cast, offset, skip, len);
    }
    fn deliver_broadcast(&mut self, cast: BroadcastId, offset: u64, _: usize, len: u64) {
        let body = &self.arrived.expect("a frame").body[..len as usize];
        let to = self.memory.casts.get_mut(&cast).expect("memory");
        to[offset as usize..][..len as usize].copy_from_slice(body);
    }
    fn broadcast_over(&mut self, cast: BroadcastId) {
        if let Some(bytes) = self.memory.casts.remove(&cast) {
            self.memory.got.insert(cast, bytes);
        }
    }
}

/// The actions that groups use; the engine calls no other action here.
impl Sink for Port<'_> {
    fn path(&self, _: Rank) -> Path {
        Path { native_pull: false, piece: LONGEST }
    }
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        self.send(Some(to as usize), head, words, body);
        Ok(())
    }
    fn keep(&mut self, _: SendId) {}
    fn sent(&mut self, _: SendId) {}
    fn copy_away(&mut self, _: SendId, _: bool) {}
    fn address(&self, _: SendId) -> u64 {
        0
    }
    fn bind(&mut self, _: Destination) {}
    fn deliver(&mut self, _: Destination, _: u64, _: usize, _: u64) {}
    fn stash(&mut self, _: Stashed, _: u64, _: u64, _: usize, _: u64) {}
    fn unstash(&mut self, _: EntryId, _: RecvId, _: u64) {}
    fn land(&mut self, _: StreamId, _: u64, _: usize, _: u64, _: u64) {}
    fn append(&mut self, _: StreamId, _: usize, _: u64, _: u64) {}
    fn read_stashed(&mut self, _: StreamId, _: u64) {}
    fn discard(&mut self, _: Stashed) {}
    fn pull(&mut self, _: Missing) -> Pulling {
        Pulling::No
    }
    fn deposit(&mut self, _: WindowId, _: u64, _: usize, _: u64) {}
    fn place_deposit(&mut self, _: DepositId, _: WindowId, _: u64, _: u64) {}
    fn register(&mut self, _: SendId, _: WindowId, _: u64, _: u64) {}
    fn combine(&mut self, _: Combination, _: usize, _: Option<SendId>) -> bool {
        false
    }
    fn close_destination(&mut self, _: Destination) {}
}
