//! The sending side of partitioned communication.
use crate::datatype::Message;
use crate::ffi::memory::lent_copy;
use clump::driver::{Endpoint, LentBuffer, Mode, Rank};

/// First tag of partitions' messages. Collective calls use lower tags, agreements higher ones.
const PARTITIONS: u32 = 1 << 29;

/// Returns the tag of the opening message of a request with the program's `tag`. No other message has a negative tag.
pub fn opening_tag(tag: i32) -> i32 {
    -1 - tag
}

/// What a sender tells the receiver about its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub partitions: usize,
    /// Bytes of a partition.
    pub each: usize,
    /// The number of the first partition's message; see [`Opening::tag`].
    pub first: u32,
}

impl Opening {
    pub const BYTES: usize = 24;

    pub fn to_buffer(self) -> LentBuffer {
        let words = [self.partitions as u64, self.each as u64, u64::from(self.first)];
        lent_copy(&words.map(u64::to_ne_bytes).concat())
    }

    pub fn of_buffer(buffer: &LentBuffer) -> Opening {
        let word = |i| buffer.region().get::<u64>(i);
        Opening { partitions: word(0) as usize, each: word(1) as usize, first: word(2) as u32 }
    }

    /// Returns the tag of a partition's message. Two requests of a sender share tags only if the sender has made
    /// requests with 2^29 partitions in between.
    pub fn tag(self, partition: usize) -> i32 {
        (PARTITIONS | self.first.wrapping_add(partition as u32) & (PARTITIONS - 1)) as i32
    }
}

/// The sending side of a request.
#[derive(Debug)]
pub struct PartitionSender {
    pub to: Rank,
    pub context: u16,
    /// The program's tag.
    pub tag: i32,
    pub opening: Opening,
    /// For each partition, true if the program has handed it over in this round.
    ready: Vec<bool>,
    /// Number of partitions that are still to be handed over.
    missing: usize,
    /// The messages that are not yet complete.
    pub flying: Vec<clump::driver::Request>,
}

impl PartitionSender {
    pub fn new(to: Rank, context: u16, tag: i32, opening: Opening) -> PartitionSender {
        let ready = vec![false; opening.partitions];
        PartitionSender { to, context, tag, opening, ready, missing: 0, flying: Vec::new() }
    }

    /// Begins a round.
    pub fn start(&mut self) {
        self.ready.fill(false);
        self.missing = self.ready.len();
    }

    /// Sends a partition. Returns false if the program has handed it over before.
    pub fn hand_over(&mut self, endpoint: &mut Endpoint, message: &Message, partition: usize) -> bool {
        if std::mem::replace(&mut self.ready[partition], true) {
            return false;
        }
        self.missing -= 1;
        let (at, len) = (partition * self.opening.each, self.opening.each);
        message.pack_part(at, len);
        let data = message.region.slice(at, len);
        self.flying.extend(endpoint.send(self.to, self.context, self.opening.tag(partition), data, Mode::Standard));
        if self.missing == 0 {
            // Wake up the threads that sleep, because one of them may be waiting for the last partition.
            endpoint.stir();
        }
        true
    }

    /// Returns true once all partitions have been sent.
    pub fn poll(&mut self, endpoint: &mut Endpoint) -> bool {
        self.flying.retain(|&request| endpoint.test(request).is_none());
        self.missing == 0 && self.flying.is_empty()
    }

    /// Returns what [`PartitionSender::poll`] would return, without forgetting messages.
    pub fn is_over(&self, endpoint: &Endpoint) -> bool {
        self.missing == 0 && self.flying.iter().all(|&request| endpoint.peek(request).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_survives_its_message_and_tags_stay_in_their_range() {
        let opening = Opening { partitions: 3, each: 1 << 33, first: u32::MAX };
        assert_eq!(Opening::of_buffer(&opening.to_buffer()), opening);
        assert_eq!([0, 1, 2].map(|i| opening.tag(i)), [(1 << 30) - 1, 1 << 29, (1 << 29) + 1]);
        assert_eq!([opening_tag(0), opening_tag(i32::MAX)], [-1, i32::MIN]);
    }
}
