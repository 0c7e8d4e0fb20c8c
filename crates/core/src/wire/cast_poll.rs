//! CASTPOLL: the root says how far it has sent: all of the broadcasts before the one that the tag numbers, and so many
//! bytes of that one. Who misses some asks for them, and everybody acknowledges. It goes by multicast, where its
//! answers also prove that multicast works, or to one member. Words: tie (see [`super::cast`]), those bytes, the length
//! of that broadcast, a serial number: 0 where it is not a multicast.
use super::cast::{ROW, row_of};
use super::{Arrival, CastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastPoll {
    /// Of the broadcast that is being sent, or of the next one.
    pub name: CastName,
    pub sent: u64,
    pub len: u64,
    /// As in a CAST: 0 if that broadcast goes down the tree. In a poll of one member [`super::MOST_ROW`]: what is not
    /// here is to be asked for, however it was sent.
    pub row: u16,
    pub serial: u64,
}

impl CastPoll {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::CastPoll)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(self.row << ROW), self.sent, self.len, self.serial]
    }
    /// `None` if more was sent than there is.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastPoll> {
        let [tie, sent, len, serial] = frame.words()?;
        let (name, flags) = CastName::parse(head, tie);
        (sent <= len).then_some(CastPoll { name, sent, len, row: row_of(flags), serial })
    }
}
