//! What a partitioned send tells its receiver, and the tags of the messages between the two sides.
use crate::objects::context::tags::{PARTITION_TAGS, PARTITIONS};
use clump::driver::LentBuffer;
use clump_coll::memory::lent_copy;

/// First tag of the receivers' answers.
const ANSWERS: u32 = PARTITIONS + PARTITION_TAGS;
/// The bits of a partition's number that are in its tag.
const NUMBERS: u32 = PARTITION_TAGS - 1;

/// What a sender tells the receiver about its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub partitions: usize,
    /// Bytes of a partition.
    pub each: usize,
    /// The number of the first partition's message; see [`Opening::tag`].
    pub first: u32,
    /// True if the sender can store partitions in the receiver's memory, and waits for the receiver's answer.
    pub offers: bool,
}

impl Opening {
    pub const BYTES: usize = 32;

    pub fn to_buffer(self) -> LentBuffer {
        let words = [self.partitions as u64, self.each as u64, u64::from(self.first), u64::from(self.offers)];
        lent_copy(&words.map(u64::to_ne_bytes).concat())
    }

    pub fn of_buffer(buffer: &LentBuffer) -> Opening {
        let word = |i| buffer.region().get::<u64>(i);
        Opening { partitions: word(0) as usize, each: word(1) as usize, first: word(2) as u32, offers: word(3) == 1 }
    }

    /// Returns the tag of a partition's message. Two requests of a sender share tags only if the sender has made
    /// requests with 2^26 partitions in between.
    pub fn tag(self, partition: usize) -> i32 {
        (PARTITIONS | self.first.wrapping_add(partition as u32) & NUMBERS) as i32
    }

    /// Returns the tag of the receiver's messages to the sender.
    pub fn answer_tag(self) -> i32 {
        (ANSWERS | self.first & NUMBERS) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::context::tags::COMPARISONS;

    #[test]
    fn an_opening_survives_its_message_and_tags_stay_in_their_range() {
        let opening = Opening { partitions: 3, each: 1 << 33, first: u32::MAX, offers: true };
        assert_eq!(Opening::of_buffer(&opening.to_buffer()), opening);
        let (first, last) = (PARTITIONS as i32, (PARTITIONS + NUMBERS) as i32);
        assert_eq!([0, 1, 2].map(|i| opening.tag(i)), [last, first, first + 1]);
        assert_eq!(opening.answer_tag(), COMPARISONS - 1);
    }
}
