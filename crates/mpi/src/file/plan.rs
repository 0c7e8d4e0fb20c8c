//! How the processes of a collective call access the file: each by itself, or some of them for all.
use crate::objects::file::hints::{Exchange, Hints, READERS, WRITERS};
use crate::objects::file::view::Extent;

/// Alignment in bytes of the parts of the file that different processes access: the page of the system's cache.
pub const PAGE: u64 = 4096;
/// Least average size in bytes of the pieces that processes write by themselves. Smaller pieces cost more system calls
/// than the exchange costs; for larger pieces the exchange only copies them once more.
const LARGE_WRITE: u64 = 8 << 10;
/// Least average size in bytes of the pieces that processes read by themselves. Readers do not wait for each other in
/// the kernel.
const LARGE_READ: u64 = 2 << 10;
/// Least share of the bytes between the first and the last that a call accesses, for an exchange: one part in so many.
const DENSE: u64 = 16;
/// Most rounds of an exchange whose data would fit fewer windows than half as many. More: a sparse access has more
/// empty rounds. Fewer: its rounds take more memory.
const SPARSE_ROUNDS: u64 = 64;

/// What a process wants to access in a collective call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedPart {
    /// The first byte in the file, and the byte after the last one.
    pub first: u64,
    pub end: u64,
    /// Number of bytes, and of contiguous pieces.
    pub bytes: u64,
    pub pieces: u64,
}

/// [`WantedPart::end`] of a process whose pieces do not ascend in the file. An exchange needs ascending pieces.
pub const SCATTERED: u64 = u64::MAX;

/// Number of words of [`WantedPart`] in a message.
pub const WORDS: usize = 4;

impl WantedPart {
    pub fn to_words(self) -> [u64; WORDS] {
        [self.first, self.end, self.bytes, self.pieces]
    }

    pub fn of_words([first, end, bytes, pieces]: [u64; WORDS]) -> WantedPart {
        WantedPart { first, end, bytes, pieces }
    }

    /// Returns what a process tells the others that cannot take part, because of an error of class `code`.
    pub fn refused(code: i32) -> WantedPart {
        WantedPart { first: 0, end: 0, bytes: 0, pieces: code as u64 }
    }

    /// Returns the error of a process that cannot take part.
    pub fn refusal(self) -> Option<i32> {
        (self.bytes == 0 && self.pieces != 0).then_some(self.pieces as i32)
    }
}

/// How the processes access the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessPlan {
    /// Each process accesses its pieces.
    Direct,
    /// Each aggregator accesses a part of the file, and exchanges its pieces with all processes.
    Exchange(Domains),
}

/// The parts of the file that aggregators access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    /// The aggregators' ranks, in the order of their parts.
    pub aggregators: Vec<usize>,
    /// The first byte of the first part.
    start: u64,
    end: u64,
    /// Length of a part; the last part may be shorter.
    each: u64,
    /// Length of the window of a part that one round accesses.
    window: u64,
}

impl Domains {
    pub fn rounds(&self) -> u64 {
        self.each.div_ceil(self.window)
    }

    /// Returns the bytes of the file that aggregator `k` accesses in a round; none if its part has fewer rounds.
    pub fn window(&self, k: usize, round: u64) -> Extent {
        let first = self.start.saturating_add(self.each.saturating_mul(k as u64));
        let stop = first.saturating_add(self.each).min(self.end);
        let offset = first.saturating_add(round * self.window).min(stop.max(first));
        Extent { offset, len: stop.min(offset.saturating_add(self.window)).saturating_sub(offset) }
    }
}

/// Returns the ranks that write (or read) the file for all, host by host.
pub fn aggregators(hosts: &[u32], hints: &Hints, write: bool) -> Vec<usize> {
    let mut names: Vec<u32> = hosts.to_vec();
    names.sort_unstable();
    names.dedup();
    let each = match hints.aggregators {
        0 if write => WRITERS,
        0 => READERS,
        n => (n as usize).div_ceil(names.len().max(1)),
    };
    let most = if hints.aggregators == 0 { hosts.len() } else { hints.aggregators as usize };
    let here = |host: u32| (0..hosts.len()).filter(move |&r| hosts[r] == host).take(each);
    names.into_iter().flat_map(here).take(most.max(1)).collect()
}

/// Chooses the plan of a collective call; all processes get the same.
pub fn plan(hosts: &[u32], hints: &Hints, write: bool, atomic: bool, wanted: &[WantedPart]) -> AccessPlan {
    let some = || wanted.iter().filter(|w| w.bytes > 0);
    let (Some(first), Some(end)) = (some().map(|w| w.first).min(), some().map(|w| w.end).max()) else {
        return AccessPlan::Direct;
    };
    let bytes = some().fold(0u64, |n, w| n.saturating_add(w.bytes));
    let pieces = some().fold(0u64, |n, w| n.saturating_add(w.pieces)).max(1);
    let exchange = match if write { hints.write } else { hints.read } {
        _ if atomic || wanted.len() == 1 || end == SCATTERED => false,
        // A reader's window has memory for its gaps, too: no exchange if it were far larger than the data.
        Exchange::Always => write || (end - first) / (SPARSE_ROUNDS * DENSE) <= bytes.max(hints.buffer),
        Exchange::Never => false,
        Exchange::Automatic => {
            let one_host = hosts.windows(2).all(|h| h[0] == h[1]);
            let dense = bytes >= (end - first) / DENSE;
            let large =
                bytes / pieces >= if write { LARGE_WRITE } else { LARGE_READ } || pieces <= some().count() as u64;
            dense && !(large && (one_host || !write || apart(hosts, wanted)))
        }
    };
    if !exchange {
        return AccessPlan::Direct;
    }
    let aggregators = aggregators(hosts, hints, write);
    let unit = hints.stripe.max(PAGE);
    let start = first / unit * unit;
    let each = (end - start).div_ceil(aggregators.len() as u64).next_multiple_of(unit);
    let full = bytes / (hints.buffer * aggregators.len() as u64);
    let sparse = each.div_ceil(SPARSE_ROUNDS.max(2 * full)).next_multiple_of(PAGE);
    let window = hints.buffer.max(sparse).min(each);
    AccessPlan::Exchange(Domains { aggregators, start, end, each, window })
}

/// Returns true if no two hosts access one page: the processes' parts of the file lie one behind another, and hosts
/// change only between pages.
fn apart(hosts: &[u32], wanted: &[WantedPart]) -> bool {
    let mut parts: Vec<(u64, u64, u32)> =
        wanted.iter().zip(hosts).filter(|(w, _)| w.bytes > 0).map(|(w, &host)| (w.first, w.end, host)).collect();
    parts.sort_unstable();
    parts.windows(2).all(|p| p[0].2 == p[1].2 && p[0].1 <= p[1].0 || (p[0].1 - 1) / PAGE < p[1].0 / PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(first: u64, end: u64, pieces: u64) -> WantedPart {
        WantedPart { first, end, bytes: (end - first).div_ceil(if pieces > 1 { 2 } else { 1 }), pieces }
    }

    #[test]
    fn the_parts_cover_all_bytes_once_and_begin_at_pages() {
        let hints = Hints { buffer: 8192, write: Exchange::Always, ..Hints::default() };
        for (first, end) in [(0, 100_000), (5000, 5001), (4097, 1 << 20), (1 << 40, (1 << 40) + 77_777)] {
            let wanted = [part(first, end, 9), part(first, end, 9), part(first, first, 0)];
            let AccessPlan::Exchange(domains) = plan(&[0, 1, 0], &hints, true, false, &wanted) else { panic!() };
            assert_eq!(domains.aggregators, [0, 2, 1]);
            let mut at = first / PAGE * PAGE;
            for k in 0..3 {
                for round in 0..domains.rounds() {
                    let window = domains.window(k, round);
                    if window.len > 0 {
                        assert_eq!((window.offset, window.offset % PAGE), (at, 0));
                        at = window.end();
                    }
                }
            }
            assert_eq!(at, end);
        }
    }

    #[test]
    fn large_pieces_are_accessed_directly_unless_two_hosts_would_share_a_page() {
        let hints = Hints::default();
        let direct =
            |hosts: &[u32], wanted: &[WantedPart]| plan(hosts, &hints, true, false, wanted) == AccessPlan::Direct;
        let even = [part(0, 1 << 20, 1), part(1 << 20, 1 << 21, 1)];
        let odd = [part(0, 1_000_000, 1), part(1_000_000, 2_000_000, 1)];
        assert!(direct(&[0, 0], &odd) && direct(&[0, 1], &even) && !direct(&[0, 1], &odd));
        let small = [part(0, 1 << 20, 1 << 10), part(512, 1 << 20, 1 << 10)];
        assert!(!direct(&[0, 0], &small));
        assert_eq!(plan(&[0, 0], &hints, true, true, &small), AccessPlan::Direct);
        let far = [part(0, 4096, 8), part(1 << 40, (1 << 40) + 4096, 8)];
        assert!(direct(&[0, 0], &far));
    }

    #[test]
    fn aggregators_are_spread_over_the_hosts() {
        let some = |n| Hints { aggregators: n, ..Hints::default() };
        assert_eq!(aggregators(&[0, 0, 1, 1], &some(2), true), [0, 2]);
        assert_eq!(aggregators(&[0, 0, 1, 1], &some(3), true), [0, 1, 2]);
        assert_eq!(aggregators(&[0, 1, 0, 1, 1], &some(0), true), [0, 2, 1, 3]);
        assert_eq!(aggregators(&[0, 1, 0, 1, 1], &some(0), false), [0, 2, 1, 3, 4]);
    }
}
