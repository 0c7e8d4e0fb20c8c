//! What stands in front of a chunk: an acknowledgement, and the chunk's number. Three words, and up to four more in
//! front of the chunk's bytes that say which chunks have arrived out of order.
use super::WINDOW;

/// Chunk and packet numbers fit 48 bits: at a million a second, for nine years.
const NUMBERS: u64 = 1 << 48;
/// The longest delay that is told, in units of [`TICK`].
const MOST_DELAY: u64 = (1 << 15) - 1;
/// Nanoseconds of one unit of delay.
const TICK: u64 = 1024;

/// What has arrived from the one it is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    /// All chunks below this have arrived.
    pub next: u64,
    /// Bit i: chunk `next + i` has arrived. Bit 0 is clear.
    pub seen: [u64; Ack::WORDS],
    /// The highest packet number that has arrived, plus one; 0: none.
    pub echo: u64,
    /// Nanoseconds since it arrived, however late it was looked at; [`Ack::LONG`]: so many, or more.
    pub delay: u64,
    /// Chunks from `next` on that may be under way.
    pub window: u16,
}

impl Ack {
    /// Words of `seen`.
    pub const WORDS: usize = (WINDOW / 64) as usize;
    /// The longest delay that is told.
    pub const LONG: u64 = MOST_DELAY * TICK;
}

/// The head of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub ack: Ack,
    /// The number of the chunk behind it; `None`: nothing but an acknowledgement.
    pub chunk: Option<u64>,
    /// The sender has left the job and takes nothing any more.
    pub closed: bool,
}

impl Packet {
    pub const WORDS: usize = 3;

    /// How many words of `seen` have to travel.
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

    /// How many words of `seen` follow, as the first word says; `None`: more than there can be.
    pub fn extra_of(words: &[u64; Packet::WORDS]) -> Option<usize> {
        let extra = (words[0] >> 48 & 0xff) as usize;
        (extra <= Ack::WORDS).then_some(extra)
    }

    /// `extra` are the words of `seen` that came.
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
