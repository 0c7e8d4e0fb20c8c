//! The sending side of partitioned communication.
use super::deposit::{Flight, Way};
use crate::datatype::Message;
use crate::ffi::memory::lent_copy;
use clump::driver::{Endpoint, LentBuffer, Mode, Rank};

/// First tag of partitions' messages. Collective calls use lower tags, agreements higher ones.
const PARTITIONS: u32 = 1 << 29;
/// First tag of the receivers' answers.
const ANSWERS: u32 = PARTITIONS | 1 << 28;
/// The bits of a partition's number that are in its tag.
const NUMBERS: u32 = (1 << 28) - 1;

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
    /// requests with 2^28 partitions in between.
    pub fn tag(self, partition: usize) -> i32 {
        (PARTITIONS | self.first.wrapping_add(partition as u32) & NUMBERS) as i32
    }

    /// Returns the tag of the receiver's messages to the sender.
    pub fn answer_tag(self) -> i32 {
        (ANSWERS | self.first & NUMBERS) as i32
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
    way: Way,
    /// For each partition, true if the program has handed it over in this round.
    ready: Vec<bool>,
    /// Number of partitions that are still to be handed over.
    missing: usize,
    /// The partitions that the program has handed over and the receiver cannot take yet.
    held: Vec<usize>,
    /// The messages that are not yet complete.
    pub flying: Vec<clump::driver::Request>,
    /// The message behind the last deposit, if it has not left yet.
    last: Option<Flight>,
}

impl PartitionSender {
    pub fn new(endpoint: &mut Endpoint, to: Rank, context: u16, tag: i32, opening: Opening) -> PartitionSender {
        let way = Way::new(endpoint, to, context, opening);
        let (ready, held, flying) = (vec![false; opening.partitions], Vec::new(), Vec::new());
        PartitionSender { to, context, tag, opening, way, ready, missing: 0, held, flying, last: None }
    }

    /// Begins a round. Returns false if the receiver cannot take partitions yet.
    pub fn start(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        self.ready.fill(false);
        self.missing = self.ready.len();
        self.way.start(endpoint, self.to, self.context, self.opening);
        self.flush(endpoint, message)
    }

    /// Hands a partition over. Returns false if the program has handed it over before.
    pub fn hand_over(&mut self, endpoint: &mut Endpoint, message: &Message, partition: usize) -> bool {
        if std::mem::replace(&mut self.ready[partition], true) {
            return false;
        }
        self.missing -= 1;
        self.held.push(partition);
        self.flush(endpoint, message);
        if self.missing == 0 {
            // Wake up the threads that sleep, because one of them may be waiting for the last partition.
            endpoint.stir();
        }
        true
    }

    /// Sends or stores the partitions that the program has handed over. Returns false if the receiver cannot take
    /// partitions yet.
    pub fn flush(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        let PartitionSender { to, context, opening, way, held, flying, .. } = self;
        let (to, context, each) = (*to, *context, opening.each);
        if !way.is_open(endpoint, to, context, *opening) {
            return false;
        }
        let handed = held.len();
        for partition in held.drain(..) {
            let at = partition * each;
            message.pack_part(at, each);
            let data = message.region.slice(at, each);
            match way {
                Way::Deposits(deposits) => deposits.store(endpoint, at as u64, data),
                _ => flying.extend(endpoint.send(to, context, opening.tag(partition), data, Mode::Standard)),
            }
        }
        if let (Way::Deposits(deposits), 0, 1..) = (way, self.missing, handed) {
            self.last = deposits.finish(endpoint, context, self.opening);
            flying.extend(self.last.as_ref().map(|(request, _)| *request));
        }
        true
    }

    /// Returns true once all partitions have been sent.
    pub fn poll(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        self.flush(endpoint, message);
        self.flying.retain(|&request| endpoint.test(request).is_none());
        self.missing == 0 && self.held.is_empty() && self.flying.is_empty()
    }

    /// Returns what [`PartitionSender::poll`] would return, without forgetting messages.
    pub fn is_over(&self, endpoint: &Endpoint) -> bool {
        let gone = self.flying.iter().all(|&request| endpoint.peek(request).is_some());
        self.missing == 0 && self.held.is_empty() && gone
    }

    /// Returns an operation of the endpoint for which the round waits.
    pub fn pending(&self) -> Option<clump::driver::Request> {
        self.way.awaited().or_else(|| self.flying.first().copied())
    }

    /// Forgets the round, whose receiver has left. Returns the operations that the caller must withdraw.
    pub fn give_up(&mut self) -> Vec<clump::driver::Request> {
        self.held.clear();
        let awaited = std::mem::replace(&mut self.way, Way::Messages).awaited();
        self.flying.drain(..).chain(awaited).collect()
    }

    /// Returns the receive of a message from the receiver that has not arrived.
    pub fn awaited(&self) -> Option<clump::driver::Request> {
        self.way.awaited()
    }

    /// As [`PartitionSender::awaited`], with the memory of the receive.
    pub fn into_awaited(self) -> Option<Flight> {
        self.way.into_awaited()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_survives_its_message_and_tags_stay_in_their_range() {
        let opening = Opening { partitions: 3, each: 1 << 33, first: u32::MAX, offers: true };
        assert_eq!(Opening::of_buffer(&opening.to_buffer()), opening);
        let last = (1 << 29) + (1 << 28) - 1;
        assert_eq!([0, 1, 2].map(|i| opening.tag(i)), [last, 1 << 29, (1 << 29) + 1]);
        assert_eq!(opening.answer_tag(), (1 << 30) - 1);
        assert_eq!([opening_tag(0), opening_tag(i32::MAX)], [-1, i32::MIN]);
    }
}
