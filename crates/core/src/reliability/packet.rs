//! The header before a chunk: an acknowledgement, and the chunk's number. It has three words, and up to four more
//! that tell which chunks have arrived out of order.
use super::WINDOW;

/// The modulus of chunk and packet numbers, 48 bits: at a million packets a second they last nine years.
const NUMBERS: u64 = 1 << 48;
/// The longest delay on the wire, in units of [`TICK`].
const MOST_DELAY: u64 = (1 << 15) - 1;
/// The unit of delay, in nanoseconds.
const TICK: u64 = 1024;

/// An acknowledgement: reports to a peer which of its chunks have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The number below which all chunks have arrived.
    pub next: u64,
    /// Bit i is set if chunk `next + i` has arrived. Bit 0 is clear.
    pub seen: [u64; Ack::WORDS],
    /// The highest packet number that has arrived, plus one; 0: none.
    pub echo: u64,
    /// Nanoseconds from that packet's arrival to this acknowledgement, including the wait until the packet was handled.
    /// [`Ack::LONG`] stands for all longer times too.
    pub delay: u64,
    /// How many chunks from `next` on may be in flight.
    pub window: u16,
}

impl Ack {
    /// The number of words of `seen`.
    pub const WORDS: usize = (WINDOW / 64) as usize;
    /// The longest delay that an acknowledgement reports, in nanoseconds.
    pub const LONG: u64 = MOST_DELAY * TICK;
}

/// The header of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub ack: Ack,
    /// The number of the chunk that follows; `None`: the packet is only an acknowledgement.
    pub chunk: Option<u64>,
    /// True if the sender has left the job and takes no more packets.
    pub closed: bool,
}

impl Packet {
    pub const WORDS: usize = 3;

    /// Returns how many words of `seen` have to travel.
    pub fn extra(&self) -> usize {
        self.ack.seen.iter().rposition(|w| *w != 0).map_or(0, |last| last + 1)
    }

    pub fn words(&self) -> [u64; Packet::WORDS] {
        let a = &self.ack;
        let delay = (a.delay / TICK).min(MOST_DELAY);
        [
            (a.next % NUMBERS) | ((self.extra() as u64) << 48) | (u64::from(self.closed) << 56),
            (a.echo % NUMBERS) | (u64::from(a.window) << 48),
            (self.chunk.unwrap_or(0) % NUMBERS) | (delay << 48) | (u64::from(self.chunk.is_some()) << 63),
        ]
    }

    /// Returns how many words of `seen` follow the header; `None` if that number is too large.
    pub fn extra_of(words: &[u64; Packet::WORDS]) -> Option<usize> {
        let extra = (words[0] >> 48 & 0xff) as usize;
        (extra <= Ack::WORDS).then_some(extra)
    }

    /// Decodes a header. `extra` holds the words of `seen` that arrived.
    pub fn parse(words: &[u64; Packet::WORDS], extra: &[u64]) -> Packet {
        let [a, b, c] = *words;
        let mut seen = [0; Ack::WORDS];
        for (to, from) in seen.iter_mut().zip(extra) {
            *to = *from;
        }
        Packet {
            ack: Ack {
                next: a % NUMBERS,
                seen,
                echo: b % NUMBERS,
                delay: (c >> 48 & MOST_DELAY) * TICK,
                window: (b >> 48) as u16,
            },
            chunk: (c >> 63 == 1).then_some(c % NUMBERS),
            closed: a >> 56 & 1 == 1,
        }
    }
}
