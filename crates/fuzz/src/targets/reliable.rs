//! Packets of peers to a reliable fabric: frames are handed over whole, fetched bytes stay within their memory, and
//! the kept memory stays bounded, whatever the packets contain.
use super::outcome;
use super::scripted_fabric::ScriptedFabric;
use crate::reader::{Reader, Writer};
use clump::driver::LentBuffer;
use clump::driver::net::{LARGEST, Reliable};
use clump_core::reliability::{Ack, AskHead, Packet, PieceHead, ProbeHead, PullId};
use clump_fabric::clock::Clock;
use clump_fabric::sim::{lent, lent_copy};
use clump_fabric::{Body, Fabric, Frame, Full, PREFIX, RangeRequest, RemoteMemory as _, Rx as _, Tx as _, View};
use std::cell::Cell;
use std::rc::Rc;

/// The socket's claimed receive buffer, in bytes.
const BUFFER: u64 = 200 << 10;
/// The longest fetched message, in bytes.
const FETCHED: usize = 1 << 16;
/// How many messages are fetched at once.
const FETCHES: usize = 8;
/// The fill of memory that must not be written to.
const BLANK: u8 = 0x5a;

#[derive(Clone, Default)]
struct Time(Rc<Cell<u64>>);

impl Clock for Time {
    fn now(&self) -> u64 {
        self.0.get()
    }
}

struct Fetch {
    memory: LentBuffer,
    /// The start of the fetched range in the memory.
    start: usize,
    len: usize,
}

impl Fetch {
    fn check(&self) {
        let all = self.memory.region().to_vec();
        let outside = all[..self.start].iter().chain(&all[self.start + self.len..]);
        assert!(outside.copied().all(|b| b == BLANK), "bytes were written outside of what was fetched");
    }
}

pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let (scripted, time) = (ScriptedFabric::default(), Time::default());
    let (mut tx, mut rx) = Reliable::new(scripted.clone(), time.clone(), BUFFER).split();
    let mut fetches: Vec<Fetch> = Vec::new();
    let (mut frames, mut bytes, mut fetched, mut refused, mut out) = (0, 0, 0, 0, 0);
    let mut kinds = 0u64;
    while !input.is_empty() {
        match input.u8() {
            // A frame of the network below.
            op @ 0..=159 => {
                let (head, words) = (input.u64() & ((1 << 56) - 1), input.words());
                let body = lent_copy(input.block());
                let words = &words[..words.len().min(PREFIX)];
                scripted.arrive(u32::from(op & 3), Frame::new(head, words, body.region()));
            }
            op @ 160..=179 => {
                let mut words = input.words();
                words.truncate(PREFIX);
                let body = lent((usize::from(input.u16()) * 3).min(LARGEST));
                let head = input.u64() & ((1 << 56) - 1);
                let sent = tx.send(u32::from(op & 3), head, &words, body.region());
                refused += u64::from(sent == Err(Full));
            }
            op @ 180..=199 if fetches.len() < FETCHES => {
                let (start, len) = (usize::from(input.u8()), usize::from(input.u16()) % FETCHED);
                let memory = lent_copy(&vec![BLANK; start + len + 64]);
                let into = memory.region().slice(start, len);
                if tx.fetch(u32::from(op & 3), input.u64(), input.u64(), into).is_some() {
                    fetches.push(Fetch { memory, start, len });
                }
            }
            200..=209 => {
                let bytes = lent(usize::from(input.u16()));
                // The caller of `serve` has checked that the range lies in a message.
                let (asked, offset) = ((input.u64(), input.u64() as u32), input.u64() >> 8);
                tx.serve(1, asked, offset, bytes.region());
            }
            op @ 210..=214 => scripted.full(op & 1 == 1),
            _ => time.0.set(time.0.get() + (1 << input.u8().min(40))),
        }
        struct Got<'a, T>(&'a mut T, [&'a mut u64; 4]);
        impl<R> clump_fabric::Receiver<R> for Got<'_, R::Tx>
        where
            R: for<'a> clump_fabric::Rx<Body<'a> = View<'a>>,
        {
            fn tx(&mut self) -> &mut R::Tx {
                self.0
            }
            fn frame(&mut self, _: u32, head: u64, body: &View<'_>) {
                let [frames, bytes, _, kinds] = &mut self.1;
                assert!(body.len(0) <= LARGEST + 8 * PREFIX && head >> 56 == 0, "no frame is like that");
                let all = lent(body.len(0));
                assert_eq!(body.copy_to(0, 0, all.region()), body.len(0));
                **frames += 1;
                **bytes += body.len(0) as u64;
                **kinds |= 1 << (head >> 48 & 63);
            }
            fn fetched(&mut self, _: u64) {
                *self.1[2] += 1;
            }
            fn requested(&mut self, _: u32, request: RangeRequest) {
                assert!(request.range.start <= request.range.end, "no range is like that");
                *self.1[0] += 1;
                *self.1[3] |= 1 << 15;
            }
        }
        rx.poll(64, Got(&mut tx, [&mut frames, &mut bytes, &mut fetched, &mut kinds]));
        for (_, frame) in scripted.sent() {
            out += 1;
            assert!(
                frame.payload().len() <= super::scripted_fabric::LARGEST + 8 * PREFIX,
                "longer than the network carries"
            );
        }
    }
    tx.settle();
    fetches.iter().for_each(Fetch::check);
    let left = u64::from(tx.left(0)) + u64::from(tx.left(1)) * 2;
    outcome(&[frames, bytes, fetched, refused, out, kinds, tx.malformed(), tx.resent(), left])
}

/// Returns a record in the form in which chunks hold it.
fn record(head: u64, body: &[u8]) -> Vec<u8> {
    [&head.to_le_bytes()[..], &(body.len() as u32).to_le_bytes(), body].concat()
}

fn packet(w: Writer, from: u8, number: u64, packet: &Packet, chunk: &[u8]) -> Writer {
    let seen: Vec<u8> = packet.ack.seen.iter().take(packet.extra()).flat_map(|w| w.to_le_bytes()).collect();
    w.u8(from).u64(number).words(&packet.words()).block(&[&seen, chunk].concat())
}

pub fn corpus() -> Vec<Vec<u8>> {
    let ack = Ack { next: 0, seen: [0; Ack::WORDS], echo: 0, delay: 3000, window: 100 };
    let plain = |chunk| Packet { ack, chunk: Some(chunk), closed: false };
    let frame = |n: u8| record(u64::from(n) << 48 | 7, &[n; 100]);
    let new = Writer::default;
    let long = |marks: u64| record(5 << 48 | 1 | marks << 56, &[9; 1200]);
    // Packets in order and out of order, a frame of three parts, a sent frame that is acknowledged, and a peer that
    // leaves.
    let ordered = (0..3).fold(new(), |w, n| packet(w, 1, n, &plain(n), &[frame(1), frame(2)].concat()));
    let early = [2, 1, 1, 0].iter().zip(0..).fold(new(), |w, (n, p)| packet(w, 1, p, &plain(*n), &frame(3)));
    let parts = [1, 3, 2].iter().zip(0..).fold(new(), |w, (m, n)| packet(w, 2, n, &plain(n), &long(*m)));
    let send = |w: Writer| w.u8(161).words(&[1, 2]).u16(2000).u64(2 << 48 | 5);
    let told = Ack { next: 1, seen: [0b110, 0, 0, 0], echo: 3, ..ack };
    let answered = packet(send(send(new())).u8(255).u8(20), 1, 0, &Packet { ack: told, ..plain(0) }, &frame(4));
    let gone = packet(send(new()), 1, 0, &Packet { ack: Ack { next: 0, ..ack }, chunk: None, closed: true }, &[]);
    // The pieces that answer the first ask of the first pull, so that the pull is fetched whole.
    let fetch = new().u8(181).u8(9).u16(3000).u64(77).u64(0);
    let piece = |w: Writer, offset: u64, len: usize| {
        let head = PieceHead { pull: PullId::from_word(0), number: 1, late: 0, offset };
        w.u8(1).u64(head.head()).words(&head.words()).block(&vec![3; len])
    };
    let end = new().u8(181).u8(9).u16(3000).u64(77).u64(u64::MAX - 3000).u8(255).u8(30);
    let pieces = piece(piece(piece(fetch.clone(), 0, 1400), 1400, 1400), 2800, 200);
    let other = {
        let head = PieceHead { pull: PullId::from_word(1 << 32), number: 1, late: 0, offset: 0 };
        fetch.u8(1).u64(head.head()).words(&head.words()).block(&[3; 1400]).u8(255).u8(40).u8(255).u8(40)
    };
    let ask = AskHead {
        send: 1 << 32 | 1,
        pull: PullId::from_word(3),
        number: 4,
        offset: 100,
        len: 5000,
        queued: true,
        again: true,
    };
    let asked = new().u8(1).u64(ask.head()).words(&ask.words()).block(&[]).u8(200).u16(5000).u64(3).u64(4).u64(100);
    // Questions of the peer, which are answered, and answers that no question asked for.
    let probes = [(false, 0), (false, ProbeHead::SHORT), (true, 3), (true, ProbeHead::SHORT)].iter().zip(1..).fold(
        new(),
        |w, (&(answers, length), round)| {
            let head = ProbeHead { round, length, answers }.head();
            w.u8(1).u64(head).words(&[]).block(&[0; 40])
        },
    );
    let full = send(send(new().u8(211))).u8(210).u8(255).u8(35).u8(255).u8(35);
    [ordered, early, parts, answered, gone, pieces, end, other, asked, probes, full].map(|w| w.0).into()
}
