//! Which way to pull from one peer messages of one size: natively, or in pieces of which size. Measured on the real
//! transfers: each way is tried a few times, then the fastest is used, and now and then another is tried again.
use clump_fabric::shm::SLOT;

/// Tries of each way before one is preferred.
const TRIES: u32 = 2;
/// Every so many pulls another way is tried again; sooner at first, when a try may have been spoilt by fresh pages or by a
/// sender that was not awake yet: after an eighth of the pulls so far, and no fewer than `SOON`. Where the best of the
/// others takes `HOPELESS` times as long, that rarely.
const AGAIN: u32 = 100;
const SOON: u32 = 6;
const HOPELESS: f64 = 1.5;
const RARELY: u32 = 1000;
/// The native ways are kept unless another takes less than this part of their time: they keep the sender's processor free.
const CLEARLY: f64 = 0.9;
/// Piece sizes, in bytes: the longest first, since it is the likeliest to be good. A slot holds no more.
const PIECES: [u32; 3] = [SLOT as u32, SLOT as u32 / 2, SLOT as u32 / 4];

/// How a pull goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the system; the sender copies too where that is worth it.
    Native,
    /// By the system, this process alone.
    NativeAlone,
    /// By loads from memory that is mapped here; the sender copies too where that is worth it.
    Mapped,
    /// By such loads, this process alone.
    MappedAlone,
    /// In pieces of one of the sizes.
    Pieces(u8),
}

impl Way {
    const ALL: [Way; 4 + PIECES.len()] =
        [Way::Mapped, Way::Native, Way::MappedAlone, Way::NativeAlone, Way::Pieces(0), Way::Pieces(1), Way::Pieces(2)];

    /// Bytes of a piece; 0 where there are none.
    pub fn piece(self) -> u32 {
        match self {
            Way::Native | Way::NativeAlone | Way::Mapped | Way::MappedAlone => 0,
            Way::Pieces(i) => PIECES[usize::from(i)],
        }
    }

    pub fn is_mapped(self) -> bool {
        matches!(self, Way::Mapped | Way::MappedAlone)
    }

    pub fn is_alone(self) -> bool {
        matches!(self, Way::NativeAlone | Way::MappedAlone)
    }

    fn index(self) -> usize {
        match self {
            Way::Native => 0,
            Way::Pieces(i) => 1 + usize::from(i),
            Way::Mapped => 1 + PIECES.len(),
            Way::NativeAlone => 2 + PIECES.len(),
            Way::MappedAlone => 3 + PIECES.len(),
        }
    }
}

/// Which ways there are for a pull. Alone they are ways of their own only where the sender could take part.
#[derive(Clone, Copy, Default)]
pub struct Possible {
    pub native: bool,
    pub mapped: bool,
    pub native_alone: bool,
    pub mapped_alone: bool,
}

impl Possible {
    /// A piece size whose half still holds the whole message is left out: one frame either way.
    pub fn has(self, way: Way, len: u64) -> bool {
        match way {
            Way::Native => self.native,
            Way::Mapped => self.mapped,
            Way::NativeAlone => self.native && self.native_alone,
            Way::MappedAlone => self.mapped && self.mapped_alone,
            Way::Pieces(i) => usize::from(i) == PIECES.len() - 1 || u64::from(PIECES[usize::from(i)]) < 2 * len,
        }
    }
}

/// What one way has cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    best: f64,
    tries: u32,
}

impl Cost {
    fn add(&mut self, cost: f64) {
        // The best is what the way can do; it fades, so that a change of circumstances is noticed.
        self.best = if self.tries == 0 || cost < self.best { cost } else { self.best * 1.01 };
        self.tries = self.tries.saturating_add(1);
    }
}

/// What is known of each way, for one peer and one power of two.
#[derive(Clone, Copy, Default)]
pub struct Ways {
    costs: [Cost; Way::ALL.len()],
    pulls: u32,
    /// The pull from which another way is tried, and how often that was done.
    next: u32,
    tried: u32,
}

impl Ways {
    /// Which way a pull of `len` bytes goes, of those possible.
    pub fn choose(&mut self, possible: Possible, len: u64) -> Way {
        self.pulls = self.pulls.wrapping_add(1);
        let sensible = |way: &Way| possible.has(*way, len);
        let ways = || Way::ALL.into_iter().filter(sensible);
        if let Some(untried) = ways().find(|w| self.costs[w.index()].tries < TRIES) {
            return untried;
        }
        let cost = |w: &Way| self.costs[w.index()].best * if w.piece() == 0 { CLEARLY } else { 1.0 };
        let best = ways().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(Way::Pieces(0));
        if self.pulls < self.next {
            return best;
        }
        let others = || ways().filter(|&w| w != best);
        let next = others().map(|w| cost(&w)).fold(f64::INFINITY, f64::min);
        let most = if next > HOPELESS * cost(&best) { RARELY } else { AGAIN };
        self.next = self.pulls.wrapping_add((self.pulls / 8).clamp(SOON, most));
        self.tried = self.tried.wrapping_add(1);
        // The others in turn.
        others().nth(self.tried as usize % others().count().max(1)).unwrap_or(best)
    }

    /// A pull went that way and took this many ticks a KiB.
    pub fn learn(&mut self, way: Way, cost: f64) {
        self.costs[way.index()].add(cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pulls of `len` bytes with these costs (native, then each piece size): how often each way was gone.
    fn pulls(ways: &mut Ways, n: u32, native: bool, len: u64, costs: [f64; 4]) -> [u32; 4] {
        let mut gone = [0; 4];
        for _ in 0..n {
            let way = ways.choose(Possible { native, ..Possible::default() }, len);
            gone[way.index()] += 1;
            ways.learn(way, costs[way.index()]);
        }
        gone
    }

    #[test]
    fn the_fastest_way_is_found_and_kept() {
        for fastest in 0..4 {
            let mut costs = [9.0, 8.0, 7.0, 6.0];
            costs[fastest] = 5.0;
            let gone = pulls(&mut Ways::default(), 1000, true, 1 << 20, costs);
            assert!(gone[fastest] >= 1000 - 3 * TRIES - 40, "{fastest}: {gone:?}");
            assert!(gone.iter().all(|&n| n >= TRIES), "{gone:?}");
        }
    }

    #[test]
    fn a_bad_start_is_soon_forgotten() {
        let mut ways = Ways::default();
        pulls(&mut ways, 2, true, 1 << 20, [50.0; 4]);
        let gone = pulls(&mut ways, 200, true, 1 << 20, [5.0, 9.0, 9.0, 9.0]);
        assert!(gone[0] > 140, "{gone:?}");
    }

    #[test]
    fn a_change_of_circumstances_is_noticed() {
        let mut ways = Ways::default();
        pulls(&mut ways, 100, true, 1 << 20, [1.0, 5.0, 5.0, 5.0]);
        let gone = pulls(&mut ways, 2000, true, 1 << 20, [10.0, 5.0, 2.0, 5.0]);
        assert!(gone[2] > 1000, "{gone:?}");
    }

    #[test]
    fn what_is_refused_is_never_gone_even_if_it_was_fastest() {
        let mut ways = Ways::default();
        pulls(&mut ways, 50, true, 1 << 20, [1.0, 5.0, 4.0, 5.0]);
        let gone = pulls(&mut ways, 500, false, 1 << 20, [1.0, 5.0, 4.0, 5.0]);
        assert_eq!(gone[0], 0);
        assert!(gone[2] > 450, "{gone:?}");
    }

    #[test]
    fn sizes_that_hold_the_message_whole_are_one() {
        let gone = pulls(&mut Ways::default(), 300, false, 5000, [1.0; 4]);
        assert_eq!(gone, [0, 0, 0, 300], "one frame either way");
        let gone = pulls(&mut Ways::default(), 300, false, 12_000, [1.0, 1.0, 1.0, 2.0]);
        assert!(gone[1] == 0 && gone[2] > 260 && gone[3] >= TRIES, "{gone:?}");
        assert_eq!(Way::Pieces(0).piece(), 32 << 10);
    }

    #[test]
    fn copying_alone_is_a_choice_where_the_sender_could_take_part() {
        let all = Possible { native: true, mapped: true, native_alone: true, mapped_alone: true };
        for (fastest, sharing) in
            [(Way::MappedAlone, true), (Way::NativeAlone, true), (Way::Mapped, true), (Way::Native, false)]
        {
            let possible = if sharing { all } else { Possible { native_alone: false, mapped_alone: false, ..all } };
            let (mut ways, mut gone) = (Ways::default(), 0);
            for _ in 0..1000 {
                let way = ways.choose(possible, 1 << 20);
                assert!(sharing || !way.is_alone());
                ways.learn(way, if way == fastest { 5.0 } else { 9.0 });
                gone += u32::from(way == fastest);
            }
            assert!(gone > 900, "{fastest:?}: {gone}");
        }
    }
}
