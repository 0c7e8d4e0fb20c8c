//! How often a rank has joined its job. The count lies in the segment, so that a program that the rank's process
//! becomes (`exec`) goes on counting: keys between machines depend on it (`udp`).
//!
//! **Access rule.** A process that joins as the rank adds one, by one atomic step, so no two lives get one number.
use super::layout::LIVES;
use super::segment::Segment;
use std::sync::atomic::Ordering::Relaxed;

impl Segment {
    /// Counts a life of `rank`, and returns how many the rank has had before; `None` if there are no numbers left, or
    /// the segment is damaged.
    pub fn begin_life(&self, rank: u32) -> Option<u16> {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let lives = self.word(self.layout().control(rank) + LIVES);
        let next = |lives: u64| lives.checked_add(1);
        u16::try_from(lives.fetch_update(Relaxed, Relaxed, next).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_life_of_a_rank_has_a_number_of_its_own() {
        let segment = Segment::create(2).expect("a segment");
        assert_eq!([(); 3].map(|()| segment.begin_life(1)), [Some(0), Some(1), Some(2)]);
        assert_eq!(segment.begin_life(0), Some(0));
        let word = segment.word(segment.layout().control(1) + LIVES);
        word.store(u64::from(u16::MAX), Relaxed);
        assert_eq!([(); 3].map(|()| segment.begin_life(1)), [Some(u16::MAX), None, None]);
        word.store(u64::MAX, Relaxed);
        assert_eq!([(); 2].map(|()| segment.begin_life(1)), [None, None], "a full count does not begin again");
    }
}
