//! A hash map keyed by rank, whose hash is one multiplication. Ranks are small numbers that this process has checked,
//! so a peer cannot provoke collisions.
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub type ByRank<V> = HashMap<u32, V, BuildHasherDefault<RankHasher>>;

#[derive(Default)]
pub struct RankHasher(u64);

impl Hasher for RankHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    #[inline]
    fn write_u32(&mut self, rank: u32) {
        self.0 = u64::from(rank).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The hash table takes the bucket from the low bits and the tag from the high bits.
        self.0.rotate_left(32)
    }
}

#[cfg(test)]
mod tests {
    use super::ByRank;

    #[test]
    fn every_rank_is_found_again() {
        let map: ByRank<u32> = (0..5000).map(|rank| (rank, rank + 1)).collect();
        assert!((0..5000).all(|rank| map.get(&rank) == Some(&(rank + 1))) && !map.contains_key(&5000));
    }
}
