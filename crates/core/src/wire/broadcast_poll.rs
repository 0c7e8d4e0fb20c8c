//! BROADCASTPOLL: the root reports which bytes it has sent: all broadcasts before the one that the tag numbers, and the
//! first bytes of that one. Members acknowledge, and ask for the bytes that they miss. A poll goes to one member, or by
//! multicast; answers to a multicast poll also prove that multicast works. Words: tie (see [`super::cast`]), the number
//! of those bytes, the length of that broadcast, a serial number: 0 if the frame is not a multicast.
use super::broadcast::{ROW, row_of};
use super::{Arrival, BroadcastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastPoll {
    /// The broadcast that the root is sending, or the next one.
    pub name: BroadcastName,
    pub sent: u64,
    pub len: u64,
    /// How many broadcasts in a row went by multicast, as in a BROADCAST; 0 if that broadcast goes down the tree. In a
    /// poll of one member the row is [`super::MOST_ROW`]: the member asks for all missing bytes, however they were
    /// sent.
    pub row: u16,
    pub serial: u64,
}

impl BroadcastPoll {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::BroadcastPoll)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(self.row << ROW), self.sent, self.len, self.serial]
    }
    /// Decodes the frame. Returns `None` if the root claims to have sent more bytes than the broadcast has.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastPoll> {
        let [tie, sent, len, serial] = frame.words()?;
        let (name, flags) = BroadcastName::parse(head, tie);
        (sent <= len).then_some(BroadcastPoll { name, sent, len, row: row_of(flags), serial })
    }
}
