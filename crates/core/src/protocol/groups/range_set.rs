//! Sets of bytes of a broadcast: the bytes that have arrived, were asked for, or have yet to leave.
use std::ops::Range;

/// The most ranges of a set. A set that would have more joins the ranges closest to each other, which saves memory and
/// costs repeated bytes. Only a peer that asks for very short ranges gets there.
const MOST: usize = 1024;

/// Ranges that neither overlap nor touch, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeSet(Vec<Range<u64>>);

impl RangeSet {
    /// Adds these bytes.
    pub fn insert(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let first = self.0.partition_point(|r| r.end < range.start);
        let last = self.0.partition_point(|r| r.start <= range.end);
        if first == last {
            self.0.insert(first, range);
        } else {
            let joined = range.start.min(self.0[first].start)..range.end.max(self.0[last - 1].end);
            self.0.splice(first..last, [joined]);
        }
        if self.0.len() > MOST {
            let closest = (1..self.0.len()).min_by_key(|&i| self.0[i].start - self.0[i - 1].end).unwrap_or(1);
            self.0[closest - 1].end = self.0[closest].end;
            self.0.remove(closest);
        }
    }

    /// Returns the bytes that are in either set.
    pub fn union(&self, other: &RangeSet) -> RangeSet {
        let mut all = self.clone();
        other.0.iter().for_each(|r| all.insert(r.clone()));
        all
    }

    /// Removes these bytes.
    pub fn remove(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let mut rest = Vec::with_capacity(self.0.len() + 1);
        for r in self.0.drain(..) {
            let (before, behind) = (r.start..r.end.min(range.start), r.start.max(range.end)..r.end);
            rest.extend([before, behind].into_iter().filter(|r| !r.is_empty()));
        }
        self.0 = rest;
    }

    /// Returns how many bytes the set holds without a gap, from byte 0 on.
    pub fn contiguous(&self) -> u64 {
        self.0.first().filter(|r| r.start == 0).map_or(0, |r| r.end)
    }

    pub fn covers(&self, range: Range<u64>) -> bool {
        range.is_empty() || self.0.iter().any(|r| r.start <= range.start && range.end <= r.end)
    }

    /// Returns the ranges below `end` that are not in the set.
    pub fn gaps(&self, end: u64) -> Vec<Range<u64>> {
        let (mut at, mut gaps) = (0, Vec::new());
        for r in &self.0 {
            if r.start >= end {
                break;
            }
            gaps.extend(Some(at..r.start).filter(|gap| !gap.is_empty()));
            at = r.end;
        }
        gaps.extend(Some(at..end).filter(|gap| !gap.is_empty()));
        gaps
    }

    pub fn first(&self) -> Option<Range<u64>> {
        self.0.first().cloned()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn range_sets_are_sets_of_bytes(ops in prop::collection::vec((any::<bool>(), 0u64..64, 0u64..20), 0..30)) {
            let (mut set, mut bytes) = (RangeSet::default(), [false; 100]);
            for (add, start, len) in ops {
                let range = start..start + len;
                bytes[start as usize..(start + len) as usize].fill(add);
                if add { set.insert(range) } else { set.remove(range) }
                prop_assert!(set.0.windows(2).all(|w| w[0].end < w[1].start) && set.0.iter().all(|r| !r.is_empty()));
                let is = |i: &u64| set.0.iter().any(|r| r.contains(i));
                prop_assert!((0..100u64).all(|i| is(&i) == bytes[i as usize]));
                let missing: Vec<u64> = set.gaps(90).into_iter().flatten().collect();
                prop_assert_eq!(missing, (0..90u64).filter(|&i| !bytes[i as usize]).collect::<Vec<_>>());
                prop_assert_eq!(set.contiguous(), bytes.iter().take_while(|b| **b).count() as u64);
                prop_assert_eq!(set.covers(10..20), bytes[10..20].iter().all(|b| *b));
            }
        }
    }

    #[test]
    fn short_ranges_are_joined() {
        let mut set = RangeSet::default();
        (0..5000).for_each(|i| set.insert(3 * i..3 * i + 1));
        assert!(set.0.len() <= MOST && set.covers(0..1) && set.covers(14_997..14_998));
    }
}
