//! Chooses how to pull messages of one size from one peer: natively, or in pieces of some size. The choice rests on
//! real transfers: each method is tried a few times, then the fastest is used, and now and then another method is
//! tried again.
use clump_fabric::shm::SLOT;

/// Tries of each method before one is preferred: the first try pays for fresh pages. More tries send more messages
/// by slow methods.
const TRIES: u32 = 2;
/// The most pulls between two tries of other methods. Tries come sooner at first, after an eighth of the pulls so
/// far, because a first try may have paid for fresh pages or a sleeping sender. A longer interval notices changes
/// later; a shorter one spends more time on slow methods.
const MOST_BETWEEN_TRIES: u32 = 100;
/// The fewest pulls between two tries of other methods. More would prolong a bad start.
const LEAST_BETWEEN_TRIES: u32 = 6;
/// If the best of the other methods costs more than this factor times the preferred method, it is tried only every
/// [`BETWEEN_SLOW_TRIES`] pulls: a try would cost more than it is likely to gain.
const MUCH_SLOWER: f64 = 1.5;
/// Pulls between two tries of much slower methods. More would find later that such a method has become better.
const BETWEEN_SLOW_TRIES: u32 = 1000;
/// Another method replaces a native method only if its cost is below this fraction of the native cost: native methods
/// keep the sender's processor free. Nearer to 1, noise changes the choice; much lower, faster pieces are not used.
const CLEARLY_FASTER: f64 = 0.9;
/// A cost that is not confirmed grows by this factor with each pull, so that changes are noticed: it doubles in 70
/// pulls. A higher factor makes methods of similar cost alternate.
const COST_GROWTH: f64 = 1.01;
/// Piece sizes in bytes, the longest and most promising first. A slot holds no more than the first size.
const PIECES: [u32; 3] = [SLOT as u32, SLOT as u32 / 2, SLOT as u32 / 4];

/// How a pull moves its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Copies by system calls. The sender copies a part if that is faster.
    Native,
    /// Copies by system calls of this process alone.
    NativeAlone,
    /// Copies by loads from mapped memory of the sender. The sender copies a part if that is faster.
    Mapped,
    /// Copies by loads of this process alone.
    MappedAlone,
    /// Lets the sender send the bytes in pieces, of the size with this index.
    Pieces(u8),
}

impl Method {
    const ALL: [Method; 4 + PIECES.len()] = [
        Method::Mapped,
        Method::Native,
        Method::MappedAlone,
        Method::NativeAlone,
        Method::Pieces(0),
        Method::Pieces(1),
        Method::Pieces(2),
    ];

    /// Returns the piece size in bytes; 0 for methods without pieces.
    pub fn piece(self) -> u32 {
        match self {
            Method::Native | Method::NativeAlone | Method::Mapped | Method::MappedAlone => 0,
            Method::Pieces(i) => PIECES[usize::from(i)],
        }
    }

    pub fn is_mapped(self) -> bool {
        matches!(self, Method::Mapped | Method::MappedAlone)
    }

    pub fn is_alone(self) -> bool {
        matches!(self, Method::NativeAlone | Method::MappedAlone)
    }

    fn index(self) -> usize {
        match self {
            Method::Native => 0,
            Method::Pieces(i) => 1 + usize::from(i),
            Method::Mapped => 1 + PIECES.len(),
            Method::NativeAlone => 2 + PIECES.len(),
            Method::MappedAlone => 3 + PIECES.len(),
        }
    }
}

/// The methods that are possible for a pull. A method in which the receiver copies alone counts only if the sender
/// could also take part.
#[derive(Clone, Copy, Default)]
pub struct Possible {
    pub native: bool,
    pub mapped: bool,
    pub native_alone: bool,
    pub mapped_alone: bool,
    /// True if pieces, whose bytes are copied twice, may be used only where no other method is possible.
    pub straight: bool,
}

impl Possible {
    /// Returns true if the method is possible. Returns false for a piece size if half of it still holds the whole
    /// message: such a message is one frame either way.
    pub fn has(self, method: Method, len: u64) -> bool {
        match method {
            Method::Native => self.native,
            Method::Mapped => self.mapped,
            Method::NativeAlone => self.native && self.native_alone,
            Method::MappedAlone => self.mapped && self.mapped_alone,
            Method::Pieces(_) if self.straight && (self.native || self.mapped) => false,
            Method::Pieces(i) => usize::from(i) == PIECES.len() - 1 || u64::from(PIECES[usize::from(i)]) < 2 * len,
        }
    }
}

/// The measured cost of one method, in ticks per KiB.
#[derive(Clone, Copy, Default)]
struct Cost {
    best: f64,
    tries: u32,
}

impl Cost {
    fn add(&mut self, cost: f64) {
        // The lowest cost shows what the method can do. Forget it slowly, because conditions change.
        self.best = if self.tries == 0 || cost < self.best { cost } else { self.best * COST_GROWTH };
        self.tries = self.tries.saturating_add(1);
    }
}

/// The measured cost of each method, for one peer and one power of two of message bytes.
#[derive(Clone, Copy, Default)]
pub struct MethodRecord {
    costs: [Cost; Method::ALL.len()],
    pulls: u32,
    /// The number of the pull at which another method is tried next.
    next: u32,
    /// How often another method was tried.
    tried: u32,
}

impl MethodRecord {
    /// Chooses one of the possible methods for a pull of `len` bytes.
    pub fn choose(&mut self, possible: Possible, len: u64) -> Method {
        self.pulls = self.pulls.wrapping_add(1);
        let sensible = |method: &Method| possible.has(*method, len);
        let methods = || Method::ALL.into_iter().filter(sensible);
        if let Some(untried) = methods().find(|w| self.costs[w.index()].tries < TRIES) {
            return untried;
        }
        let cost = |w: &Method| self.costs[w.index()].best * if w.piece() == 0 { CLEARLY_FASTER } else { 1.0 };
        let best = methods().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(Method::Pieces(0));
        if self.pulls < self.next {
            return best;
        }
        let others = || methods().filter(|&w| w != best);
        let next = others().map(|w| cost(&w)).fold(f64::INFINITY, f64::min);
        let most = if next > MUCH_SLOWER * cost(&best) { BETWEEN_SLOW_TRIES } else { MOST_BETWEEN_TRIES };
        self.next = self.pulls.wrapping_add((self.pulls / 8).clamp(LEAST_BETWEEN_TRIES, most));
        self.tried = self.tried.wrapping_add(1);
        // Try the other methods in turn.
        others().nth(self.tried as usize % others().count().max(1)).unwrap_or(best)
    }

    /// Records that a pull of `len` bytes by that method took this many ticks.
    pub fn learn(&mut self, method: Method, ticks: u64, len: u64) {
        self.costs[method.index()].add(ticks as f64 * 1024.0 / len as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes `n` pulls of `len` bytes at these costs (native, then each piece size). Returns how often each method
    /// was chosen.
    fn pulls(record: &mut MethodRecord, n: u32, native: bool, len: u64, costs: [f64; 4]) -> [u32; 4] {
        let mut taken = [0; 4];
        for _ in 0..n {
            let method = record.choose(Possible { native, ..Possible::default() }, len);
            taken[method.index()] += 1;
            record.learn(method, costs[method.index()] as u64, 1024);
        }
        taken
    }

    #[test]
    fn the_fastest_method_is_found_and_kept() {
        for fastest in 0..4 {
            let mut costs = [9.0, 8.0, 7.0, 6.0];
            costs[fastest] = 5.0;
            let taken = pulls(&mut MethodRecord::default(), 1000, true, 1 << 20, costs);
            assert!(taken[fastest] >= 1000 - 3 * TRIES - 40, "{fastest}: {taken:?}");
            assert!(taken.iter().all(|&n| n >= TRIES), "{taken:?}");
        }
    }

    #[test]
    fn a_bad_start_is_soon_forgotten() {
        let mut record = MethodRecord::default();
        pulls(&mut record, 2, true, 1 << 20, [50.0; 4]);
        let taken = pulls(&mut record, 200, true, 1 << 20, [5.0, 9.0, 9.0, 9.0]);
        assert!(taken[0] > 140, "{taken:?}");
    }

    #[test]
    fn a_change_of_circumstances_is_noticed() {
        let mut record = MethodRecord::default();
        pulls(&mut record, 100, true, 1 << 20, [1.0, 5.0, 5.0, 5.0]);
        let taken = pulls(&mut record, 2000, true, 1 << 20, [10.0, 5.0, 2.0, 5.0]);
        assert!(taken[2] > 1000, "{taken:?}");
    }

    #[test]
    fn a_refused_method_is_never_chosen_even_if_it_was_fastest() {
        let mut record = MethodRecord::default();
        pulls(&mut record, 50, true, 1 << 20, [1.0, 5.0, 4.0, 5.0]);
        let taken = pulls(&mut record, 500, false, 1 << 20, [1.0, 5.0, 4.0, 5.0]);
        assert_eq!(taken[0], 0);
        assert!(taken[2] > 450, "{taken:?}");
    }

    #[test]
    fn straight_pulls_use_a_one_copy_method_if_possible() {
        let mut record = MethodRecord::default();
        for (native, mapped) in [(true, false), (false, true), (true, true), (false, false)] {
            let possible = Possible { native, mapped, straight: true, ..Possible::default() };
            for _ in 0..300 {
                let method = record.choose(possible, 1 << 20);
                record.learn(method, if method.piece() == 0 { 1000 } else { 1 }, 1024);
                assert_eq!(method.piece() == 0, native || mapped, "{method:?}");
            }
        }
    }

    #[test]
    fn piece_sizes_that_hold_the_whole_message_count_as_one() {
        let taken = pulls(&mut MethodRecord::default(), 300, false, 5000, [1.0; 4]);
        assert_eq!(taken, [0, 0, 0, 300], "one frame either way");
        let taken = pulls(&mut MethodRecord::default(), 300, false, 12_000, [1.0, 1.0, 1.0, 2.0]);
        assert!(taken[1] == 0 && taken[2] > 260 && taken[3] >= TRIES, "{taken:?}");
        assert_eq!(Method::Pieces(0).piece(), 32 << 10);
    }

    #[test]
    fn copying_alone_is_a_choice_where_the_sender_could_take_part() {
        let all = Possible { native: true, mapped: true, native_alone: true, mapped_alone: true, straight: false };
        for (fastest, sharing) in
            [(Method::MappedAlone, true), (Method::NativeAlone, true), (Method::Mapped, true), (Method::Native, false)]
        {
            let possible = if sharing { all } else { Possible { native_alone: false, mapped_alone: false, ..all } };
            let (mut record, mut taken) = (MethodRecord::default(), 0);
            for _ in 0..1000 {
                let method = record.choose(possible, 1 << 20);
                assert!(sharing || !method.is_alone());
                record.learn(method, if method == fastest { 5 } else { 9 }, 1024);
                taken += u32::from(method == fastest);
            }
            assert!(taken > 900, "{fastest:?}: {taken}");
        }
    }
}
