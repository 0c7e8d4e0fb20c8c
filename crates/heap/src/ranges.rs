//! Disjoint ranges of addresses, sorted, in a table of a fixed size.
pub use clump_heapfile::MOST;
use core::ops::Range;

/// A sorted table of ranges that are disjoint, non-adjacent and non-empty.
pub struct Ranges {
    count: usize,
    all: [(usize, usize); MOST],
}

impl Ranges {
    pub const fn new() -> Ranges {
        Ranges { count: 0, all: [(0, 0); MOST] }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn all(&self) -> &[(usize, usize)] {
        &self.all[..self.count]
    }

    /// Returns the index of the first range that ends after `address`.
    fn first(&self, address: usize) -> usize {
        self.all().partition_point(|r| r.1 <= address)
    }

    /// Returns the first part of `within` that lies in a range; `None` if no part does.
    pub fn next_in(&self, within: &Range<usize>) -> Option<Range<usize>> {
        let &(start, end) = self.all().get(self.first(within.start))?;
        let found = start.max(within.start)..end.min(within.end);
        (found.start < found.end).then_some(found)
    }

    /// Returns the first part of `within` that lies in no range; `None` if all of it is covered.
    pub fn next_gap(&self, within: &Range<usize>) -> Option<Range<usize>> {
        let mut start = within.start;
        for &(from, to) in &self.all()[self.first(start)..] {
            if from > start {
                return (start < within.end).then(|| start..from.min(within.end));
            }
            start = to;
        }
        (start < within.end).then_some(start..within.end)
    }

    /// Returns how many addresses of `within` lie in ranges.
    pub fn covered(&self, within: &Range<usize>) -> usize {
        let parts = self.all()[self.first(within.start)..].iter().take_while(|r| r.0 < within.end);
        parts.map(|r| r.1.min(within.end) - r.0.max(within.start)).sum()
    }

    /// Adds a range that is disjoint from all ranges. Returns false if there is no room.
    pub fn add(&mut self, new: &Range<usize>) -> bool {
        let at = self.first(new.start);
        let joins_before = at > 0 && self.all[at - 1].1 == new.start;
        let joins_after = at < self.count && self.all[at].0 == new.end;
        match (joins_before, joins_after) {
            (true, true) => {
                self.all[at - 1].1 = self.all[at].1;
                self.close(at);
            }
            (true, false) => self.all[at - 1].1 = new.end,
            (false, true) => self.all[at].0 = new.start,
            (false, false) => {
                if self.count == MOST {
                    return false;
                }
                self.open(at);
                self.all[at] = (new.start, new.end);
            }
        }
        true
    }

    /// Removes a part of one range. Returns false, and changes nothing, if two ranges would be left and the table has
    /// no room.
    pub fn remove(&mut self, part: &Range<usize>) -> bool {
        let at = self.first(part.start);
        let (start, end) = self.all[at];
        match (start == part.start, end == part.end) {
            (true, true) => self.close(at),
            (true, false) => self.all[at].0 = part.end,
            (false, true) => self.all[at].1 = part.start,
            (false, false) => {
                if self.count == MOST {
                    return false;
                }
                self.open(at);
                self.all[at].1 = part.start;
                self.all[at + 1].0 = part.end;
            }
        }
        true
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Duplicates entry `at`, or makes room for one more entry behind the last.
    fn open(&mut self, at: usize) {
        self.all.copy_within(at..self.count, at + 1);
        self.count += 1;
    }

    fn close(&mut self, at: usize) {
        self.all.copy_within(at + 1..self.count, at);
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test that compares the ranges with a plain array of marks.
    #[test]
    fn ranges_behave_like_an_array_of_marks() {
        const N: usize = 200;
        let mut marks = [false; N];
        let mut ranges = Box::new(Ranges::new());
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for _ in 0..20_000 {
            let start = random(N);
            let within = start..start + 1 + random(N - start);
            match random(3) {
                0 => {
                    if let Some(gap) = ranges.next_gap(&within) {
                        assert!(ranges.add(&gap));
                        assert!(marks[gap.clone()].iter().all(|m| !m), "{gap:?}");
                        marks[gap].fill(true);
                    } else {
                        assert!(marks[within.clone()].iter().all(|m| *m));
                    }
                }
                1 => {
                    if let Some(part) = ranges.next_in(&within) {
                        assert!(marks[part.clone()].iter().all(|m| *m), "{part:?}");
                        assert!(part.start == within.start || !marks[part.start - 1]);
                        assert!(ranges.remove(&part));
                        marks[part].fill(false);
                    } else {
                        assert!(marks[within.clone()].iter().all(|m| !m));
                    }
                }
                _ => assert_eq!(ranges.covered(&within), marks[within].iter().filter(|m| **m).count()),
            }
            assert!(ranges.all().iter().all(|r| r.0 < r.1));
            assert!(ranges.all().windows(2).all(|w| w[0].1 < w[1].0));
            assert_eq!(ranges.covered(&(0..N)), marks.iter().filter(|m| **m).count());
        }
    }
}
