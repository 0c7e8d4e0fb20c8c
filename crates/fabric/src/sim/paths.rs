//! How long a datagram may be on the way from each process to each other one. That changes at any moment, in the
//! network or at the sender's own link.
use fastrand::Rng;

/// The lengths of datagrams in bytes, by their numbers. Every path carries the last one.
pub(super) const LENGTHS: [usize; 6] = [usize::MAX, 1400, 700, 350, 200, 120];

/// The way from one process to another.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The length of the datagrams that the sender sends.
    used: u8,
    /// The longest length that the network carries. It loses longer datagrams without a word.
    carries: u8,
    /// The longest length that the sender's own link takes. The sender hears of longer datagrams.
    link: u8,
}

pub(super) struct Paths {
    ranks: usize,
    /// The ways; that from `a` to `b` has index `a * ranks + b`.
    ways: Vec<Way>,
    /// The random numbers of changes.
    rng: Rng,
}

impl Paths {
    pub fn new(seed: u64, ranks: usize) -> Paths {
        Paths { ranks, ways: vec![Way::default(); ranks * ranks], rng: Rng::with_seed(!seed) }
    }

    fn way(&mut self, from: u32, to: u32) -> &mut Way {
        &mut self.ways[from as usize * self.ranks + to as usize]
    }

    /// Changes one way with this chance, per mille.
    pub fn tick(&mut self, chance: u32) {
        if !super::faults::hit(&mut self.rng, chance) {
            return;
        }
        let at = self.rng.usize(..self.ways.len());
        let length = self.rng.u8(..LENGTHS.len() as u8);
        let way = &mut self.ways[at];
        match self.rng.u32(..4) {
            0 => way.link = length,
            1 => (way.carries, way.link) = (0, 0),
            _ => way.carries = length,
        }
    }

    pub fn used(&mut self, from: u32, to: u32) -> u8 {
        self.way(from, to).used
    }

    pub fn set_used(&mut self, from: u32, to: u32, length: u8) {
        self.way(from, to).used = length;
    }

    /// Returns true if the network carries a frame of `len` bytes. The sender cuts the frame into datagrams of the
    /// length in use, or shorter ones if its link takes no longer ones.
    pub fn carries(&mut self, from: u32, to: u32, len: usize) -> bool {
        let way = self.way(from, to);
        if len > LENGTHS[usize::from(way.link)] {
            way.used = way.used.max(way.link);
        }
        len.min(LENGTHS[usize::from(way.used)]) <= LENGTHS[usize::from(way.carries)]
    }

    /// Returns true if a probe of this length arrives.
    pub fn carries_probe(&mut self, from: u32, to: u32, length: u8) -> bool {
        let way = self.way(from, to);
        length >= way.carries && length >= way.link
    }
}
