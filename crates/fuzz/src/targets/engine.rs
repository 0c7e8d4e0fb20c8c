//! Frames of peers with any content, among a program's own calls. Every access stays inside named, live memory; pushed
//! bytes stay within the granted credit; and the number of waiting frames, messages and operations stays bounded.
pub(super) mod broadcasts;
mod streams;
mod windows;
pub(super) mod world;

use super::outcome;
use crate::reader::{Reader, Writer};
use broadcasts::BroadcastInputs;
use clump_core::ids::send_of_word;
use clump_core::wire::{Arrival, Kind};
use clump_core::{Engine, Limits, Mode, Select, WindowId};
use streams::Streams;
use windows::Windows;
use world::{Frame, PEERS, World};

/// What one entry of the buffer queue costs beside its bytes (docs/WIRE.md).
const ENTRY: u64 = 128;
/// The largest number of frames that may wait to leave for each arrived frame and each call. The engine must bound its
/// answers; a flood of arriving frames has no bound.
const ANSWERS: usize = 4;

fn select(input: &mut Reader<'_>) -> Select {
    let (any, context, tag) = (input.u8(), u16::from(input.u8() % 3), i32::from(input.u8() % 4));
    let source = (any & 1 == 0).then_some(u32::from(any >> 4) % PEERS);
    Select { context, source, tag: (any & 2 == 0).then_some(tag) }
}

/// The operations below this number bring frames; the others are calls of the program.
const FRAMES: u8 = 180;

pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let limits =
        Limits { push2: 4000, grant: 5000, broadcasts: broadcasts::LIMITS, ..Limits::of_job(PEERS + 1, 8 << 10) };
    let mut engine = Engine::new(limits);
    let mut world = World::default();
    let (mut streams, mut windows) = (Streams::default(), Windows::default());
    let mut broadcasts = BroadcastInputs::default();
    BroadcastInputs::open(&mut engine, &mut world);
    Windows::offer(&mut engine, &mut world, WindowId(0));
    Windows::offer(&mut engine, &mut world, WindowId(1));
    let (mut sends, mut receives, mut steps) = (Vec::new(), Vec::new(), 0usize);
    let (mut done, mut cut, mut probes) = (0, 0, 0);
    while !input.is_empty() {
        steps += 1;
        match input.u8() {
            op @ 0..FRAMES => {
                let kind = input.u8() % Kind::NUMBERS as u8;
                let (context, tag) = (u64::from(input.u8() % 3), u64::from(input.u8() % 4));
                let frame = Frame { words: input.words(), body: usize::from(input.u16()) };
                let head = u64::from(kind) << 48 | context << 32 | tag;
                let from = u32::from(op) % PEERS;
                (world.arrived, world.from) = (frame.len(0) as u64, from);
                engine.on_frame(&mut world, from, head, &frame);
            }
            192..=195 => streams.step(&mut engine, &mut world, &mut input),
            196..=199 => windows.step(&mut engine, &mut world, &mut input),
            180..=191 => {
                let (select, room) = (select(&mut input), u64::from(input.u16()) * 2);
                world.call = room;
                receives.push(engine.tags().recv(&mut world, select, room));
            }
            op @ 200..=214 => {
                let (to, len) = (u32::from(input.u8()) % PEERS, u64::from(input.u16()) * 2);
                let mode = if op & 1 == 0 { Mode::Standard } else { Mode::Synchronous };
                world.call = len;
                sends.extend(engine.tags().send(&mut world, to, 0, i32::from(op % 4), len, mode));
            }
            215..=222 => {
                let select = select(&mut input);
                probes += 1;
                if let Some((entry, _)) = engine.tags().probe(&mut world, select) {
                    engine.tags().take(entry);
                    let room = u64::from(input.u16());
                    world.call = room;
                    receives.extend(engine.tags().recv_taken(&mut world, entry, room));
                }
            }
            223..=228 => {
                probes += 1;
                let _ = engine.tags().probe(&mut world, select(&mut input));
            }
            229..=232 => {
                let at = usize::from(input.u8());
                if let Some(&id) = receives.get(at) {
                    engine.tags().cancel_recv(&mut world, id);
                }
                if let Some(&id) = sends.get(at) {
                    // Rank 0 stands for this rank here, so a message to rank 0 is a message of this rank to itself.
                    engine.tags().cancel_send(&mut world, 0, id);
                    assert!(engine.send_outcome(id).is_some(), "a cancelled send is over for the program");
                }
            }
            op @ 233..=240 => world.full = op & 1 == 1,
            op @ 241..=246 => world.pulls_later = op & 1 == 1,
            247..=250 => {
                if let Some(into) = world.later.pop_front() {
                    engine.pulled(&mut world, into, input.u8() % 4 != 0);
                }
            }
            251 => {
                let (from, send) = (u32::from(input.u8()) % PEERS, send_of_word(input.u64()));
                let start = input.u64();
                // The fabric passes on no range that ends before it begins.
                let range = start..start.saturating_add(u64::from(input.u16()));
                engine.asked(&mut world, from, send, range, (0, 1));
            }
            252 => broadcasts.step(&mut engine, &mut world, &mut input),
            _ => drop(engine.flush(&mut world)),
        }
        streams.wake(&mut engine, &mut world);
        windows.wake(&mut engine, &mut world);
        broadcasts.wake(&mut engine, &world);
        receives.retain(|&id| {
            let Some(outcome) = engine.recv_outcome(id) else { return true };
            assert!(outcome.len <= world.receives[&id], "more than there is room for");
            done += 1;
            cut += u64::from(outcome.truncated.is_some());
            engine.tags().forget_recv(id);
            false
        });
        sends.retain(|&id| {
            let over = engine.send_outcome(id).is_some();
            if over {
                engine.forget_send(id);
            }
            !over
        });
        let stashed: u64 = world.entries.values().chain(world.unread.values()).map(|room| room + ENTRY).sum();
        // The answers to probes come on top of the credit, one for each sender.
        let most = u64::from(PEERS)
            * (limits.credit + limits.handlers + limits.replies + probes * (u64::from(u16::MAX) + ENTRY));
        assert!(stashed <= most, "{stashed} bytes are kept for others");
        let entries = u64::from(PEERS) * (limits.handlers + limits.replies) / ENTRY;
        assert!(engine.handled() as u64 <= entries + streams.landing.len() as u64, "more streams than credit");
        // Each peer's credit covers its operations that are not over.
        let served = u64::from(PEERS) * limits.windows / ENTRY;
        let own = windows.asked.len() + windows.sends.len() + steps;
        assert!(engine.on_windows() as u64 <= served + own as u64, "{} operations", engine.on_windows());
        assert!(
            engine.unsent()
                <= ANSWERS * steps
                    + sends.len()
                    + streams.outgoing.len()
                    + windows.sends.len()
                    + engine.broadcasts().groups_waiting(),
            "{} frames wait after {steps} steps",
            engine.unsent()
        );
    }
    let known = engine.broadcasts().broadcasts_known().1 as u64;
    world.full = false;
    while engine.flush(&mut world) {}
    streams.end(&mut engine, &mut world);
    let c = engine.counters();
    done += streams.read + streams.landed + windows.ended;
    let World { sent, kinds, landed, appended, .. } = world;
    let broadcast = engine.broadcasts().broadcast_counters();
    let happened = [
        done,
        cut,
        landed,
        appended,
        sent,
        kinds,
        broadcasts.ended,
        broadcasts.lost,
        broadcasts.multicasts,
        broadcast.repairs,
        known,
    ];
    let counted = [c.malformed, c.unexpected, c.held, c.seeks, c.declined];
    outcome(&[&happened[..], &counted].concat())
}

fn frame(w: Writer, from: u8, kind: Kind, words: &[u64], body: u16) -> Writer {
    w.u8(from).u8(kind as u8).u8(0).u8(1).words(words).u16(body)
}

/// Returns a frame of rank 0 about this rank's window.
fn of_window(w: Writer, kind: Kind, words: &[u64], body: u16) -> Writer {
    w.u8(0).u8(kind as u8).u8(0).u8(0).words(words).u16(body)
}

pub fn corpus() -> Vec<Vec<u8>> {
    let new = Writer::default;
    // The id of a peer's first send and of its first message to a handler.
    /// The id of the first receive.
    const ID: u64 = 1 << 32 | 1;
    const RECV: u64 = 0;
    let recv = |w: Writer, how: u8, room: u16| w.u8(185).u8(how).u8(0).u8(1).u16(room);
    let send = |w: Writer, to: u8, half: u16| w.u8(201).u8(to).u16(half);
    let first =
        |w: Writer, len: u64, pushed: u64| frame(w, 0, Kind::First, &[ID, len, pushed, 4096], pushed.min(600) as u16);
    let pushed = recv(frame(new(), 0, Kind::Push, &[], 100), 0, 50);
    let early = recv(frame(frame(new(), 1, Kind::Push, &[], 0), 1, Kind::Push, &[], 7), 3, 50);
    let pulled = frame(
        frame(recv(first(new(), 2000, 600), 0, 1000), 0, Kind::Data, &[RECV, 600], 700),
        0,
        Kind::Data,
        &[RECV, 1300],
        700,
    );
    let late = first(recv(new(), 0, 1000), 2000, 600).u8(253);
    let natively = first(recv(new().u8(241), 0, 1000), 2000, 600).u8(248).u8(1);
    let seconds = frame(
        frame(recv(first(new(), 5000, 2000), 1, 2500), 0, Kind::Second, &[ID, 600], 1000),
        0,
        Kind::Second,
        &[ID, 1600],
        400,
    );
    let asked = send(new(), 0, 4000).u8(251).u8(0).u64(ID).u64(100).u16(3000);
    let served = frame(asked, 0, Kind::Done, &[ID], 0);
    let streamed = frame(send(new(), 0, 4000), 0, Kind::Pull, &[ID, 7, 16, 5000], 0);
    let many = (0..60).fold(new(), |w, _| send(w, 0, 2500));
    let sought = frame(
        frame(frame(many.clone(), 0, Kind::Seek, &[1], 0), 0, Kind::Accept, &[1 << 32 | 59], 0),
        0,
        Kind::Credit,
        &[100_000],
        0,
    );
    let declined = frame(frame(many, 0, Kind::Seek, &[1 << 63 | 2], 0), 0, Kind::Decline, &[1 << 32 | 59], 0);
    let offer = [ID, 3000, 4096, 1 << 48 | 5];
    let offered = frame(frame(recv(new(), 0, 2000), 0, Kind::Held, &[], 0), 0, Kind::Offer, &offer, 16);
    let probed = frame(frame(new(), 0, Kind::Held, &[], 0).u8(225).u8(0).u8(0).u8(1), 0, Kind::Offer, &offer, 16);
    let probed = probed.u8(216).u8(0).u8(0).u8(1).u16(4000);
    let nothing = frame(frame(recv(new(), 2, 2000), 0, Kind::Held, &[], 0), 0, Kind::Nothing, &[1 << 63 | 1], 0);
    let shared = frame(send(new(), 0, 4000), 0, Kind::Share, &[ID, 5], 0);
    // A handler's message has arrived, is read in two parts, and gets another piece.
    let step = |w: Writer, what: u8, which: u8, len: u16| w.u8(193).u8(what).u8(which).u16(len);
    let begun = |w: Writer| step(frame(w, 0, Kind::Begin, &[ID, 3000, 2000, 4096], 500), 255, 0, 0);
    let read = step(step(begun(new()), 4, 0, 400), 4, 0, 1000);
    let read = frame(frame(read, 0, Kind::Data, &[ID, 500], 900), 0, Kind::Data, &[ID, 1000], 400);
    let grown = frame(step(read.clone(), 4, 0, 1600), 0, Kind::Data, &[ID, 1400], 600);
    let grown = frame(grown, 0, Kind::More, &[ID, 2000, 3000, 8192], 0);
    let grown = frame(grown, 0, Kind::Data, &[ID, 2000], 1000);
    // Two pieces are pushed: one is kept, and half of the other goes to a read that waits.
    let pieces = step(frame(new(), 0, Kind::Begin, &[ID, 3000, 500, 4096], 500), 255, 0, 0);
    let pieces = step(step(frame(pieces, 0, Kind::More, &[ID, 500, 900, 0], 400), 4, 0, 700), 4, 0, 800);
    let pieces = step(frame(pieces, 0, Kind::More, &[ID, 900, 2000, 0], 1100), 4, 0, 500);
    let dropped = step(step(begun(new().u8(241)), 4, 0, 2500), 5, 0, 0).u8(248).u8(1);
    let ended = frame(step(begun(new()), 4, 0, 2500), 0, Kind::Data, &[ID, 500], 1500);
    let ended = step(frame(ended, 0, Kind::More, &[ID, 2000, 2000, 0], 0), 6, 0, 0);
    // The sender of a message dies while an answer or a copy is under way, or the receiver of a message dies.
    let died = step(step(begun(new()), 4, 0, 700), 7, 0, 0);
    let died = step(frame(died, 0, Kind::Data, &[ID, 500], 200), 6, 0, 0);
    let landing = step(step(step(begun(new().u8(241)), 4, 0, 700), 7, 0, 0), 6, 0, 0).u8(248).u8(1);
    let alone = step(step(step(new(), 0, 0, 9000), 2, 0, 4000), 7, 0, 0);
    let called = step(step(frame(new(), 1, Kind::Call, &[], 64), 255, 0, 0), 4, 0, 64);
    let handed = step(step(new(), 0, 0, 9000), 2, 0, 4000);
    let handed = frame(handed, 0, Kind::Pull, &[ID, 7, 16, 3984], 0);
    let handed = frame(step(handed, 2, 0, 4000), 0, Kind::Taken, &[ID, 8000], 0);
    let handed = frame(step(handed, 3, 0, 0), 0, Kind::Done, &[ID], 0);
    // Deposits, gets and combines, short and long: those of a peer, then those of this rank.
    let window = |w: Writer, what: u8, to: u8, offset: u16, len: u16| w.u8(197).u8(what).u8(to).u16(offset).u16(len);
    let deposited = frame(of_window(new(), Kind::Deposit, &[7, 100], 500), 0, Kind::Push, &[], 1).u8(255);
    let placed = of_window(new(), Kind::DepositHead, &[7, 100, ID, 9000], 500);
    let placed = frame(placed, 0, Kind::Data, &[RECV, 500], 4000);
    let withdrawn = window(placed.clone(), 6, 0, 0, 0);
    let read_out = of_window(new(), Kind::Get, &[7, 0, 100, 5], 0);
    let lent = frame(of_window(new(), Kind::Get, &[7, 0, 15_000, 5], 0), 0, Kind::Pull, &[ID, 7, 8000, 5000], 0);
    let combined = of_window(new(), Kind::Combine, &[7, 8, 5, 1 << 32], 8);
    let swapped = of_window(combined, Kind::Combine, &[7, 8, 5, 3 << 32], 16).u8(255);
    let outside = of_window(new(), Kind::Deposit, &[7, 19_999], 2).u8(255);
    let parted = of_window(new(), Kind::DepositPart, &[7, 100, 0, 900], 500);
    let parted = of_window(parted, Kind::DepositPart, &[7, 100, 500, 900], 400).u8(255);
    let striped = of_window(new(), Kind::DepositRows, &[7, 100, 20 | 50 << 32], 200);
    let striped = of_window(striped, Kind::CombineRows, &[7, 104, 8 | 24 << 32, 1], 80).u8(255);
    let gathered = of_window(new(), Kind::GetRows, &[7, 100, 20 | 50 << 32, 5], 0);
    // The second window is offered to another rank only.
    let anothers = frame(new(), 0, Kind::Deposit, &[7, 100], 500).u8(255);
    let own = frame(new(), 1, Kind::Deposit, &[7, 100], 500).u8(255);
    let put = frame(window(window(new(), 0, 0, 8, 3000), 1, 0, 8, 20_000), 0, Kind::Applied, &[1, 0], 0);
    let got = frame(window(new(), 2, 0, 8, 100), 0, Kind::Reply, &[ID], 100);
    let fetched = frame(window(new(), 2, 0, 8, 20_000), 0, Kind::ReplyHead, &[ID, ID], 1000);
    let fetched = frame(fetched, 0, Kind::Data, &[RECV, 1000], 5000);
    let lost = window(fetched.clone(), 7, 0, 0, 0);
    let old = frame(window(new(), 4, 0, 8, 8), 0, Kind::Reply, &[ID], 8);
    let full = send(send(new().u8(233), 0, 9), 1, 5000).u8(234).u8(255);
    [
        pushed, early, pulled, late, natively, seconds, served, streamed, sought, declined, offered, probed, nothing,
        shared, full, read, grown, pieces, dropped, ended, died, landing, alone, called, handed, deposited, placed,
        withdrawn, parted, striped, gathered, anothers, own, read_out, lent, swapped, outside, put, got, fetched, lost,
        old,
    ]
    .into_iter()
    .chain(broadcasts::corpus())
    .map(|w| w.0)
    .collect()
}
