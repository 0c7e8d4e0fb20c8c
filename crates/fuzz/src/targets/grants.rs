//! Pieces of pulled messages, valid and invalid: no byte is taken twice, the bytes in flight stay within the budget,
//! and all bytes arrive in the end.
use super::outcome;
use crate::reader::{Reader, Writer};
use clump_core::reliability::{Ask, Grants, Piece, PieceHead, PullId};
use std::collections::BTreeMap;
use std::ops::Range;

/// The largest number of bytes that may be under way, for all pulls together.
const BUCKET: u64 = 40_000;
/// The length of the longest ask, in bytes.
const ASK: u64 = 10_000;
/// How many pulls run at once.
const PULLS: usize = 6;
/// The longest pull, in bytes.
const LONGEST: u64 = 30_000;

struct Pull {
    from: u32,
    start: u64,
    here: Vec<bool>,
}

#[derive(Default)]
struct State {
    now: u64,
    pulls: BTreeMap<u64, Pull>,
    asks: Vec<Ask>,
    taken: u64,
    dropped: u64,
    ended: u64,
}

impl State {
    /// Delivers a piece. `ask` holds the pull and the number of the ask that the piece claims to answer.
    fn arrive(&mut self, grants: &mut Grants, late: u64, from: u32, ask: (PullId, u32), range: Range<u64>) {
        let (pull, number) = ask;
        let fate = grants.arrived(self.now, late, from, pull, number, range.clone());
        if fate == Piece::Drop {
            self.dropped += 1;
            return;
        }
        self.taken += 1;
        let p = self.pulls.get_mut(&pull.to_word()).expect("a pull that was begun, and is not over");
        assert_eq!(p.from, from, "from another rank than it was asked of");
        let (a, b) = ((range.start - p.start) as usize, (range.end - p.start) as usize);
        for byte in &mut p.here[a..b] {
            assert!(!std::mem::replace(byte, true), "a byte was taken twice");
        }
        let whole = p.here.iter().all(|b| *b);
        assert_eq!(fate == Piece::Last, whole);
        if whole {
            self.pulls.remove(&pull.to_word());
            self.ended += 1;
        }
    }

    fn ask(&mut self, grants: &mut Grants) {
        while let Some(ask) = grants.next(self.now) {
            self.asks.push(ask);
        }
        assert!(grants.under_way() <= BUCKET, "{} bytes are under way", grants.under_way());
        assert!(self.asks.len() < 100_000, "it asks without end");
    }
}

pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let mut grants = Grants::new(BUCKET, ASK, 8000);
    let mut s = State::default();
    while !input.is_empty() {
        match input.u8() {
            op @ 0..=39 if s.pulls.len() < PULLS => {
                let (start, len) = (input.u64() >> 1, 1 + input.u64() % LONGEST);
                let from = u32::from(op % 3);
                let id = grants.start(s.now, from, start..start + len);
                s.pulls.insert(id.to_word(), Pull { from, start, here: vec![false; len as usize] });
            }
            40..=99 => {
                // The input decides the whole piece, as if it came off the wire.
                let (from, head, words, len) = (u32::from(input.u8() % 3), input.u64(), input.words(), input.u64());
                let [a, b] = std::array::from_fn(|i| words.get(i).copied().unwrap_or(0));
                if let Some((piece, range)) = PieceHead::parse(head, [a, b], len) {
                    s.arrive(&mut grants, piece.late(), from, (piece.pull, piece.number), range);
                }
            }
            op @ 100..=219 if !s.asks.is_empty() => {
                // The piece holds a part of what was asked for, perhaps a second time, or with too many bytes.
                let at = usize::from(input.u16()) % s.asks.len();
                let ask = if op < 200 { s.asks[at] } else { s.asks.swap_remove(at) };
                let (from, len) = (u64::from(input.u16()), u64::from(input.u16()));
                let start = ask.offset + from % (u64::from(ask.len) + 1);
                s.arrive(&mut grants, (1 << (op & 63)) - 1, ask.to, (ask.pull, ask.number), start..start + len);
            }
            220..=239 => {
                s.now += 1 << input.u8().min(32);
                grants.on_time(s.now);
            }
            _ => s.ask(&mut grants),
        }
    }
    let repaired = grants.repaired;
    // From here on the senders behave, and every pull ends.
    let mut rounds = 0;
    while !grants.is_idle() {
        rounds += 1;
        assert!(rounds < 10_000, "a pull never ends: {} bytes under way", grants.under_way());
        s.ask(&mut grants);
        for ask in std::mem::take(&mut s.asks) {
            let all = ask.offset..ask.offset + u64::from(ask.len);
            s.arrive(&mut grants, 0, ask.to, (ask.pull, ask.number), all);
        }
        s.now += 1_000_000_000;
        grants.on_time(s.now);
    }
    assert!(s.pulls.is_empty() && grants.under_way() == 0, "something is left over");
    outcome(&[s.taken, s.dropped, s.ended, repaired, rounds])
}

pub fn corpus() -> Vec<Vec<u8>> {
    let new = Writer::default;
    let start = |w: Writer, from: u8, len: u64| w.u8(from).u64(200).u64(len);
    let part = |w: Writer, at: u16, from: u16, len: u16| w.u8(150).u16(at).u16(from).u16(len);
    let one = part(part(start(new(), 1, 3000).u8(255), 0, 0, 1000), 0, 1000, 2001);
    let lost = start(start(new(), 1, 25_000), 2, 9_000).u8(255);
    let lost = part(part(part(lost, 2, 0, 5000), 1, 0, 10_000), 0, 2000, 300).u8(230).u8(32).u8(255);
    let wire = {
        let head = PieceHead { pull: PullId::from_word(0), number: 1, late: 0, offset: 100 };
        start(new(), 0, 800).u8(255).u8(50).u8(0).u64(head.head()).words(&head.words()).u64(801)
    };
    [one, lost, wire].map(|w| w.0).into()
}
