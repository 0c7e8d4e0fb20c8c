//! A group of the peers and this rank: the program broadcasts and names destinations, multicasts with any content
//! arrive, and time passes. Kept bytes stay within the credit, and the engine's records stay bounded.
use super::world::{Frame, PEERS, World};
use crate::reader::{Reader, Writer};
use clump_core::wire::Kind;
use clump_core::{BroadcastId, BroadcastLimits, BroadcastLost, Engine};

/// The group's number.
pub const GROUP: u16 = 1;
const GENERATION: u32 = 0;
/// The ranks of the group's members, by index.
const MEMBERS: [u32; 4] = [0, PEERS, 1, 2];
/// The index of this rank among the members.
const ME: usize = 1;

pub const LIMITS: BroadcastLimits =
    BroadcastLimits { buffer: 8 << 10, push: (500, 1500), window: 4000, ..BroadcastLimits::OURS };

/// The kinds that multicasts claim to be.
const KINDS: [Kind; 7] = [
    Kind::Broadcast,
    Kind::BroadcastAsk,
    Kind::BroadcastLack,
    Kind::BroadcastAck,
    Kind::BroadcastReady,
    Kind::BroadcastPoll,
    Kind::BroadcastParity,
];

#[derive(Default)]
pub struct BroadcastInputs {
    pub open: Vec<BroadcastId>,
    now: u64,
    /// Counts broadcasts that have ended.
    pub ended: u64,
    /// Counts broadcasts that were lost.
    pub lost: u64,
    pub multicasts: u64,
}

impl BroadcastInputs {
    pub fn open(engine: &mut Engine, world: &mut World) {
        assert!(engine.groups().open_group(world, GROUP, GENERATION, &MEMBERS, ME));
    }

    /// Makes one call, delivers one multicast, or lets time pass.
    pub fn step(&mut self, engine: &mut Engine, world: &mut World, input: &mut Reader<'_>) {
        let what = input.u8();
        match what % 8 {
            0 | 1 if self.open.len() < 64 => {
                world.call = u64::from(input.u16()) / 4;
                let len = world.call;
                self.open.push(engine.groups().broadcast(world, GROUP, len));
            }
            2 | 3 if self.open.len() < 64 => {
                let root = [0, 2, 3][usize::from(input.u8()) % 3];
                world.call = u64::from(input.u16()) / 4;
                let room = world.call;
                self.open.push(engine.groups().receive_broadcast(world, GROUP, root, room));
            }
            4..=6 => {
                let from = u32::from(input.u8()) % PEERS;
                let (kind, tag) = (KINDS[usize::from(input.u8()) % KINDS.len()] as u64, input.u8());
                let frame = Frame { words: input.words(), body: usize::from(input.u16()) };
                world.arrived = 8 * frame.words.len() as u64 + frame.body as u64;
                let head = kind << 48 | u64::from(GROUP) << 32 | u64::from(tag % 8);
                engine.groups().on_multicast(world, from, GROUP, head, &frame);
                self.multicasts += 1;
            }
            _ => {
                self.now += 1 << (input.u8() % 32);
                engine.groups().at(world, self.now);
            }
        }
    }

    /// Handles ended broadcasts, and checks the bounds.
    pub fn wake(&mut self, engine: &mut Engine, world: &World) {
        self.open.retain(|&broadcast| match engine.broadcasts().broadcast_outcome(broadcast) {
            None => true,
            Some(end) => {
                self.ended += 1;
                self.lost += u64::from(end == Err(BroadcastLost));
                engine.groups().detach_broadcast(broadcast);
                false
            }
        });
        assert!(
            world.broadcasts_kept() <= u64::from(PEERS) * LIMITS.buffer,
            "{} bytes are kept",
            world.broadcasts_kept()
        );
        let (own, others) = engine.broadcasts().broadcasts_known();
        let entries = u64::from(PEERS) * LIMITS.buffer / 128;
        assert!(others as u64 <= entries + 64, "{others} broadcasts of others are known");
        assert!(own as u64 <= LIMITS.buffer / 128 + 64, "{own} of this rank's");
    }
}

/// Returns a frame of rank 0 about broadcast `number` of a root in the group.
fn of_group(w: Writer, kind: Kind, number: u8, words: &[u64], body: u16) -> Writer {
    w.u8(0).u8(kind as u8).u8(1).u8(number).words(words).u16(body)
}

/// Returns valid inputs.
pub fn corpus() -> [Writer; 9] {
    let new = Writer::default;
    // The inputs are broadcasts of rank 0 (early, late, with a missing part, to be forwarded), then broadcasts of this
    // rank (asked for, acknowledged). A frame's first word, the tie (docs/WIRE.md), names the root and flags.
    let broadcast = |w: Writer, what: u8| w.u8(252).u8(what);
    let parts =
        of_group(of_group(new(), Kind::Broadcast, 0, &[0, 0, 700], 400), Kind::Broadcast, 0, &[0, 400, 700], 300);
    let posted = broadcast(broadcast(parts.clone(), 2).u8(0).u16(2800), 7).u8(30);
    let missing = broadcast(of_group(new(), Kind::Broadcast, 1, &[0, 300, 700], 400), 2).u8(0).u16(2800);
    let missing =
        of_group(of_group(missing, Kind::BroadcastPoll, 2, &[0, 0, 0, 1], 0), Kind::BroadcastLack, 0, &[0, 0, 700], 0);
    let passed = broadcast(of_group(new(), Kind::Broadcast, 0, &[1 << 16, 0, 700], 700), 2).u8(0).u16(2800);
    let own = broadcast(broadcast(new(), 0).u16(4000), 0).u16(400);
    let own = of_group(of_group(own, Kind::BroadcastAsk, 0, &[1, 0, 5000], 0), Kind::BroadcastAck, 1, &[1, 0, 0], 0);
    let polled = (0..6).fold(own.clone(), |w, _| broadcast(w, 7).u8(26)).u8(239).u8(255);
    let long = of_group(broadcast(new(), 0).u16(20_000), Kind::BroadcastReady, 0, &[1], 0);
    let long = of_group(long, Kind::BroadcastAck, 0, &[1, 2000, 0], 0);
    // Blocks with a missing part, whose parities come by multicast, before and after the destination is named.
    let in_block = 3 << 30;
    let heard =
        |w: Writer, kind: u8, words: &[u64], body: u16| broadcast(w, 4).u8(0).u8(kind).u8(0).words(words).u16(body);
    let block = |w: Writer| heard(heard(w, 0, &[in_block, 0, 800, 1], 400), 6, &[0, 0, 800, 2], 400);
    let restored = block(broadcast(new(), 2).u8(0).u16(3200));
    let kept = broadcast(block(new()), 2).u8(0).u16(3200);
    [parts, posted, missing, passed, own, polled, long, restored, kept]
}
