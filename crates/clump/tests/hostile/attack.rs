//! Makes the hostile datagrams that are sent to a rank.
use crate::forge::{CLEAR, Forge, PART, VERSION, clear, frame, mark};
use clump::driver::hosts::Cipher;
use fastrand::Rng;

/// The rank under attack.
pub const VICTIM: u32 = 0;
/// The honest rank, whose datagrams are forged.
pub const HONEST: u32 = 1;
/// A rank of the job that sends hostile datagrams.
pub const TRAITOR: u32 = 2;

/// Attacks from outside: the attacker has no key.
pub const OUTSIDE: [&str; 10] =
    ["random", "truncated", "oversized", "altered", "replayed", "sender", "counter", "version", "cipher", "parts"];
/// Attacks sealed with the traitor's true key.
pub const INSIDE: [&str; 9] = ["text", "words", "packet", "ack", "chunk", "records", "frames", "windows", "asked"];
/// The attack that is sealed with the traitor's true key for another cipher than the job's. The datagrams may name
/// either cipher.
pub const DOWNGRADE: &str = "downgrade";

/// Numbers at the edges of ranges.
const EDGES: [u64; 12] = [0, 1, 2, 7, 255, 256, 1 << 16, (1 << 32) - 1, 1 << 32, (1 << 48) - 1, 1 << 63, u64::MAX];

pub fn bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    rng.fill(&mut bytes);
    bytes
}

pub fn number(rng: &mut Rng) -> u64 {
    match rng.u8(..4) {
        0 => EDGES[rng.usize(..EDGES.len())],
        1 => rng.u64(..) >> rng.u32(..64),
        2 => rng.u64(..20),
        // A number in the form of an identifier: an index with a generation.
        _ => rng.u64(..6) << 32 | rng.u64(..6),
    }
}

/// Appends a record: a whole frame of the protocol.
fn record(bytes: &mut Vec<u8>, head: u64, frame: &[u8]) {
    bytes.extend_from_slice(&head.to_le_bytes());
    bytes.extend_from_slice(&(frame.len() as u32).to_le_bytes());
    bytes.extend_from_slice(frame);
}

/// Returns the records of a message for a handler in pieces, each with its MORE frame: correct, or with some wrong
/// fields.
fn pieces(rng: &mut Rng, body: &[u8]) -> Vec<u8> {
    let (id, mut ready) = (number(rng), rng.u64(..200));
    let mut bytes = Vec::new();
    let mut put = |kind: u64, words: [u64; 4], len: u64| {
        let words = words.iter().flat_map(|w| w.to_le_bytes());
        let frame: Vec<u8> = words.chain(body.iter().copied().cycle().take(len as usize)).collect();
        // The handler's number is arbitrary.
        record(&mut bytes, kind << 48 | 7, if body.is_empty() { &frame[..32] } else { &frame });
    };
    put(18, [id, ready + rng.u64(..2000), ready, 0], ready);
    for _ in 0..rng.u8(..5) {
        let len = rng.u64(..300);
        let spoiled = |rng: &mut Rng, n: u64| if rng.u8(..8) == 0 { n.wrapping_add(rng.u64(..3)) ^ 1 } else { n };
        let (start, end, there) = (spoiled(rng, ready), spoiled(rng, ready + len), spoiled(rng, len));
        put(19, [id, start, end, number(rng)], there);
        ready += len;
    }
    bytes
}

/// Returns a datagram made from a real datagram that the attacker overheard.
pub fn outside(rng: &mut Rng, kind: &str, real: &[u8]) -> Vec<u8> {
    let mut d = real.to_vec();
    match kind {
        "truncated" => d.truncate(rng.usize(..real.len())),
        "oversized" => {
            let more = rng.usize(1..65_507 - real.len());
            d.extend(bytes(rng, more));
            if rng.bool() {
                rng.fill(&mut d[CLEAR..]);
            }
        }
        "altered" => {
            for _ in 0..rng.usize(1..8) {
                let at = rng.usize(CLEAR..real.len());
                d[at] ^= rng.u8(1..);
            }
            if rng.bool() {
                // Use a counter that a later datagram will have.
                let next = u64::from_le_bytes(std::array::from_fn(|i| real[8 + i])) + rng.u64(1..1000);
                d[8..16].copy_from_slice(&next.to_le_bytes());
            }
        }
        "replayed" => {}
        "sender" => d[4..8].copy_from_slice(&[0, 2, 3, 1000, u32::MAX][rng.usize(..5)].to_le_bytes()),
        "counter" => d[8..16].copy_from_slice(&number(rng).to_le_bytes()),
        "version" => d[0] = VERSION ^ rng.u8(1..),
        "cipher" => d[2] ^= rng.u8(1..16) << 4,
        "parts" => {
            let (part, last) = (rng.u8(..17), rng.u8(..17));
            let len = if rng.bool() { PART } else { rng.usize(..2000) };
            d = [&clear(real[2] & 0xf0, HONEST, rng.u64(..1 << 20), part, last)[..], &bytes(rng, len)].concat();
            d[3] = rng.u8(..40) / 39;
        }
        _ => {
            let len = rng.usize(..2000);
            d = bytes(rng, len);
            if rng.bool() && len >= CLEAR {
                d[..CLEAR].copy_from_slice(&clear(real[2] & 0xf0, rng.u32(..4), rng.u64(..1000), 0, 0));
            }
        }
    }
    d
}

/// The traitor's knowledge of its own connection.
#[derive(Default)]
pub struct Traitor {
    pub counter: u64,
    /// The number of the traitor's next chunk, and of its next packet, as far as the traitor obeys the protocol.
    pub chunk: u64,
    pub packet: u64,
    /// The contents of the victim's last packet: the number of the traitor's chunks that the victim has, and the
    /// victim's own last chunk.
    pub taken: u64,
    pub theirs: u64,
    /// True if the traitor acknowledges what the victim sends, so that answers leave and credit returns.
    pub acknowledges: bool,
    /// Connections to the victim's memory that the traitor knows, with their keys.
    pub connections: Vec<Target>,
    /// Number of operations on windows that the traitor has sent, and number of those that name a connection's
    /// window.
    pub operations: u64,
    pub to_connections: u64,
}

impl Traitor {
    /// Returns sealed malformed datagrams.
    pub fn inside(&mut self, rng: &mut Rng, forge: &Forge, kind: &str) -> Vec<Vec<u8>> {
        let text = self.text(rng, kind);
        let counter = self.counter;
        self.counter += match rng.u32(..20_000) {
            0 => 1 << 32,
            1..20 => rng.u64(..3000),
            _ => 1,
        };
        forge.seal(TRAITOR, VICTIM, counter, &text)
    }

    /// Returns well-formed contents, sealed by another cipher.
    pub fn downgrade(&mut self, rng: &mut Rng, forge: &Forge) -> Vec<Vec<u8>> {
        let others: Vec<Cipher> = Cipher::ALL.into_iter().filter(|other| mark(*other) != forge.mark()).collect();
        let other = others[rng.usize(..others.len())];
        let says = if rng.bool() { forge.mark() } else { mark(other) };
        let kind = INSIDE[rng.usize(..INSIDE.len())];
        let text = self.text(rng, kind);
        self.counter += 1;
        forge.seal_by(other, says, TRAITOR, VICTIM, self.counter - 1, &text)
    }

    fn text(&mut self, rng: &mut Rng, kind: &str) -> Vec<u8> {
        let most = rng.usize(8..4000);
        let len = rng.usize(..most);
        let body = bytes(rng, len);
        match kind {
            "text" => body,
            "words" => [&number(rng).to_le_bytes()[..], &body[..len.min(60)]].concat(),
            "packet" => frame(number(rng) >> 8, &[number(rng), number(rng), number(rng)], &body),
            "ack" => {
                let extra = rng.u64(..6);
                let next = self.theirs.min(300 + rng.u64(..300)) | extra << 48;
                frame(0, &[next, rng.u64(..40) | rng.u64(..) << 48, rng.u64(..1 << 15) << 48], &body)
            }
            "chunk" => {
                let number = if rng.bool() { number(rng) } else { self.taken + rng.u64(..300) };
                self.packet(number % (1 << 48), &body)
            }
            "records" => {
                let mut bytes = body;
                let mut at = 0;
                while at + 12 <= bytes.len() {
                    let head = rng.u64(..1 << 58) & number(rng) | rng.u64(..28) << 48;
                    let len = if rng.u8(..8) == 0 { number(rng) as u32 } else { rng.u32(..200) };
                    bytes[at..at + 8].copy_from_slice(&head.to_le_bytes());
                    bytes[at + 8..at + 12].copy_from_slice(&len.to_le_bytes());
                    at = at.saturating_add(12 + len as usize);
                }
                self.next(&bytes)
            }
            "frames" => {
                let mut bytes = if rng.u8(..4) == 0 { pieces(rng, &body) } else { Vec::new() };
                for _ in 0..rng.u8(1..5) {
                    // A head and words that might be valid.
                    let head = rng.u64(1..28) << 48 | rng.u64(..3) << 32 | rng.u64(..4);
                    let mut frame: Vec<u8> = (0..rng.u8(..5)).flat_map(|_| number(rng).to_le_bytes()).collect();
                    frame.extend(body.iter().take(rng.usize(..200)));
                    record(&mut bytes, head, &frame);
                }
                self.next(&bytes)
            }
            "windows" => {
                let mut bytes = Vec::new();
                for _ in 0..rng.u8(1..5) {
                    self.operations += 1;
                    let target = self.connections.get(rng.usize(..2 * self.connections.len().max(1)));
                    self.to_connections += u64::from(target.is_some());
                    bytes.extend_from_slice(&operation(rng, &body[..len.min(600)], target));
                }
                self.next(&bytes)
            }
            _ => {
                // Requests for other ranks' memory, and pieces that were not requested.
                let head = if rng.bool() { 15 << 48 } else { 16 << 48 | u64::from(rng.u16(..)) << 32 | rng.u64(..200) };
                let words: Vec<u64> = (0..rng.u8(..5)).map(|_| number(rng)).collect();
                frame(head, &words, &body)
            }
        }
    }

    fn packet(&mut self, chunk: u64, body: &[u8]) -> Vec<u8> {
        self.packet += 1;
        let taken = if self.acknowledges { self.theirs } else { 0 };
        frame(self.packet, &[taken, 200 << 48, chunk | 1 << 63], body)
    }

    /// Returns a datagram whose chunk is next in order: the victim accepts it, and its contents reach the protocol.
    fn next(&mut self, body: &[u8]) -> Vec<u8> {
        if self.chunk > self.taken + 200 || self.chunk < self.taken {
            self.chunk = self.taken;
        }
        self.chunk += 1;
        self.packet(self.chunk - 1, body)
    }

    /// Learns from a packet that the victim has sent.
    pub fn hear(&mut self, text: &[u8]) {
        let word = |i: usize| Some(u64::from_le_bytes(text.get(8 * i..8 * i + 8)?.try_into().ok()?));
        let (Some(head), Some(ack), Some(chunk)) = (word(0), word(1), word(3)) else { return };
        if head >> 56 == 3 && head >> 48 & 0xff == 0 {
            self.taken = ack % (1 << 48);
            if chunk >> 63 == 1 {
                self.theirs = self.theirs.max(chunk % (1 << 48));
            }
        }
    }

    /// Returns the datagrams by which the traitor leaves.
    pub fn announce_departure(&mut self, forge: &Forge) -> Vec<Vec<u8>> {
        self.counter += 1;
        forge.seal(TRAITOR, VICTIM, self.counter, &frame(0, &[1 << 56, 0, 0], &[]))
    }
}

/// The number and the key of the victim's window whose key the traitor knows.
pub const KNOWN: (u32, u64) = (8, 0x5eed);
/// The number of the victim's window whose key the traitor does not know.
pub const SECRET: u32 = 9;
/// The number and the key of the window that the victim offers and withdraws.
pub const FREED: (u32, u64) = (10, 77);
/// Bytes of each window.
pub const WINDOW: u64 = 4096;

/// A connection to the victim's memory.
pub struct Target {
    pub window: u32,
    pub key: u64,
    pub whose: Whose,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Whose {
    /// The traitor's connection: correct deposits are placed.
    Traitors,
    /// The honest rank's connection, whose key the traitor has learnt.
    Another,
    /// A connection that belonged to the traitor, and is closed.
    Closed,
}

/// The bytes that the traitor deposits at the start of its connection's buffer. No other bytes may ever appear there.
pub const RIGHT: [u8; 8] = [0x77; 8];

/// Returns a record with a deposit, get or combination that must be refused: outside the window, past its end, of
/// another window, or with another key. Over a connection, the record may also come from a wrong sender or after the
/// close.
fn operation(rng: &mut Rng, body: &[u8], target: Option<&Target>) -> Vec<u8> {
    if let Some(Target { window, key, whose: Whose::Traitors }) = target
        && rng.u8(..16) == 0
    {
        // This deposit alone is correct: its arrival shows that the wrong deposits could arrive too.
        return on_window(21 << 48, *window, &[*key, 0], &RIGHT);
    }
    let kind = [21, 22, 23, 24, 34, 36, 37, 38][rng.usize(..8)];
    let longest = match kind {
        22 | 23 | 34 => rng.u64(1..100_000),
        38 => rng.u64(1..2000),
        _ => 0,
    };
    let gets = kind == 23 || kind == 38;
    let bytes = if gets { &[][..] } else { body };
    let len = longest.max(bytes.len() as u64).max(1);
    let bytes = if bytes.is_empty() && !gets { &[1][..] } else { bytes };
    // Let one byte, several bytes, or all bytes lie outside the window.
    let outside = match rng.u8(..5) {
        0 => (WINDOW + 1).saturating_sub(len),
        1 => WINDOW,
        2 => u64::MAX - rng.u64(..2 * len),
        3 => rng.u64(WINDOW..),
        _ => WINDOW.saturating_sub(rng.u64(..len)),
    };
    let outside = if outside <= WINDOW && len <= WINDOW - outside { WINDOW } else { outside };
    let (window, key, offset) = match (target, rng.u8(..4)) {
        (Some(t), 0) => (t.window, t.key ^ 1 << rng.u8(..64), rng.u64(..WINDOW)),
        (Some(t), _) if t.whose == Whose::Traitors => (t.window, t.key, outside),
        (Some(t), _) => (t.window, t.key, rng.u64(..WINDOW)),
        (None, 0) => (SECRET, number(rng), rng.u64(..WINDOW)),
        (None, 1) => (FREED.0, FREED.1, rng.u64(..WINDOW)),
        (None, 2) => (rng.u32(11..), KNOWN.1, rng.u64(..WINDOW)),
        (None, _) => (KNOWN.0, KNOWN.1, outside),
    };
    let words = match kind {
        21 => vec![key, offset],
        22 => vec![key, offset, number(rng), len.max(bytes.len() as u64 + 1)],
        23 => vec![key, offset, len, number(rng)],
        // The last part, or an earlier one.
        34 => vec![key, offset, if rng.bool() { len - bytes.len() as u64 } else { rng.u64(..len) }, len],
        36 => vec![key, offset, rows(rng, len)],
        37 => vec![key, offset, rows(rng, len), rng.u64(..1 << 33)],
        38 => vec![key, offset, 1 | rng.u64(1..1 << 32) << 32, number(rng)],
        _ => vec![key, offset, number(rng), rng.u64(..1 << 33)],
    };
    // A request for rows says in its context how many.
    let context = if kind == 38 { len } else { 0 };
    on_window(kind << 48 | context << 32, window, &words, bytes)
}

/// Returns the word of rows that have `len` bytes in all, and so reach at least as far; now and then an invalid word.
fn rows(rng: &mut Rng, len: u64) -> u64 {
    let row = if rng.bool() { 1 } else { len };
    let most = 1 << rng.u32(16..32);
    if rng.u8(..8) == 0 { number(rng) } else { row | rng.u64(row..most) << 32 }
}

/// Returns the record of an operation with these words and bytes.
fn on_window(head: u64, window: u32, words: &[u64], bytes: &[u8]) -> Vec<u8> {
    let frame: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).chain(bytes.iter().copied()).collect();
    let mut whole = Vec::new();
    record(&mut whole, head | u64::from(window), &frame);
    whole
}

/// Returns malformed contents sealed with the honest rank's true key: they contradict themselves or what that rank
/// has sent. (An attacker that has a rank's key *is* that rank: the victim believes well-formed contents.)
pub fn own(rng: &mut Rng) -> Vec<u8> {
    let most = rng.usize(8..1300);
    let len = rng.usize(..most);
    let body = bytes(rng, len);
    let far = 1 << 40 | rng.u64(..1 << 40);
    match rng.u8(..8) {
        0 => body[..len.min(7)].to_vec(),
        1 => frame(far, &[number(rng), number(rng)], &body[..0]),
        2 => frame(far, &[far, 0, 1 << 63], &body),
        3 => frame(far, &[0, far, 1 << 63], &body),
        4 => frame(far, &[rng.u64(5..256) << 48, 0, 1 << 63], &body),
        // A chunk beyond the window.
        5 => frame(far, &[0, 0, 1 << 63 | far], &body),
        6 => frame(16 << 48 | rng.u64(1 << 31..1 << 32), &[number(rng), number(rng)], &body),
        _ => frame(rng.u64(17..256) << 48 | far, &[number(rng), number(rng), number(rng)], &body),
    }
}
