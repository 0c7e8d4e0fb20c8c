//! Posted receives in the order of posting, to find the next one to seek. The list exists only while a sender holds
//! messages back. Matched receives stay in the list until `tidy` drops them.
use crate::ids::RecvId;

#[derive(Debug)]
pub struct ByAge {
    list: Vec<(u64, RecvId)>,
    /// All receives before this index are gone.
    start: usize,
}

impl ByAge {
    /// Lists receives with their sequence numbers, given in any order.
    pub fn new(mut list: Vec<(u64, RecvId)>) -> ByAge {
        list.sort_unstable_by_key(|r| r.0);
        ByAge { list, start: 0 }
    }

    /// Adds a receive that is younger than all others.
    pub fn push(&mut self, sequence: u64, id: RecvId) {
        self.list.push((sequence, id));
    }

    /// Skips the receives at the front for which `there` returns false. Once most receives of the list are gone, drops
    /// all of those. `count` is the number of receives that remain.
    pub fn tidy(&mut self, count: usize, there: impl Fn(RecvId) -> bool) {
        if self.list.len() > 2 * count + 16 {
            self.list.retain(|r| there(r.1));
            self.start = 0;
        }
        while self.list.get(self.start).is_some_and(|r| !there(r.1)) {
            self.start += 1;
        }
    }

    /// Counts the listed receives, gone or not.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the receives with a number above `sequence`, oldest first.
    pub fn after(&self, sequence: u64) -> impl Iterator<Item = RecvId> {
        let rest = &self.list[self.start..];
        rest[rest.partition_point(|r| r.0 <= sequence)..].iter().map(|r| r.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slab::Id;

    #[test]
    fn the_oldest_above_a_number_comes_first_and_matched_receives_are_dropped() {
        let id = |n: u64| RecvId(Id { index: n as u32, generation: 1 });
        let mut by_age = ByAge::new((1..=100).rev().map(|n| (n, id(n))).collect());
        by_age.push(101, id(101));
        assert_eq!(by_age.after(0).next(), Some(id(1)));
        by_age.tidy(101, |r| r.index() > 60);
        assert_eq!((by_age.after(0).next(), by_age.after(70).next()), (Some(id(61)), Some(id(71))));
        by_age.tidy(11, |r| r.index() > 90);
        assert_eq!(by_age.list.len(), 11);
        assert_eq!((by_age.after(101).next(), by_age.after(100).next()), (None, Some(id(101))));
    }
}
