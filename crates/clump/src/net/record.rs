//! The format of frames in chunks. A record is 8 bytes of head (bit 56: the frame continues in the next chunk; bit
//! 57: it continues from the chunk before), 4 bytes of length, and the bytes: words (little-endian), then body.
//! Zeros may follow the last record.
use crate::lent;
use clump_fabric::mem::{LentBuffer, Region};
use clump_fabric::{HEAD_BITS, PREFIX, View};

/// The longest frame in bytes, equal to that of shared memory.
pub const LARGEST: usize = 32 << 10;

/// Bytes in front of each record's own bytes.
pub const OVERHEAD: usize = 12;
/// Bytes of a record of one word. The longest pieces leave this room in a chunk for one short delayable frame, which
/// would otherwise cost a datagram and a system call. More room would lengthen every long message in vain: seldom
/// does more than one frame wait, and no delayable frame has more than one word.
pub const COMPANION: usize = OVERHEAD + 8;
/// The bit of a record's head that says that the frame continues in the next chunk.
const MORE: u64 = 1 << HEAD_BITS;
/// The bit of a record's head that says that the frame continues from the chunk before.
const CONTINUES: u64 = 2 << HEAD_BITS;

/// A frame, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPart {
    pub head: u64,
    pub more: bool,
    pub continues: bool,
    pub len: usize,
}

impl RecordPart {
    /// The record that zeros at a chunk's end decode to: no frame has such a head.
    const NOTHING: RecordPart = RecordPart { head: 0, more: false, continues: false, len: 0 };

    /// Writes the record's head at `to`; its bytes follow it.
    pub fn write(self, to: Region) {
        let marks = if self.more { MORE } else { 0 } | if self.continues { CONTINUES } else { 0 };
        to.set::<u64>(0, (self.head | marks).to_le());
        to.set::<u32>(2, (self.len as u32).to_le());
    }

    /// Reads the record at the start of `from`, and its bytes. Returns `None` if the record is incomplete.
    pub fn read(from: Region) -> Option<(RecordPart, Region)> {
        if from.len() < OVERHEAD {
            return None;
        }
        let (head, len) = (u64::from_le(from.get::<u64>(0)), u32::from_le(from.get::<u32>(2)) as usize);
        if len > from.len() - OVERHEAD || head >> (HEAD_BITS + 2) != 0 {
            return None;
        }
        let (more, continues) = (head & MORE != 0, head & CONTINUES != 0);
        let head = head & ((1 << HEAD_BITS) - 1);
        Some((RecordPart { head, more, continues, len }, from.slice(OVERHEAD, len)))
    }
}

/// Reassembles one peer's long frames.
#[derive(Default)]
pub struct Assembly {
    buffer: Option<LentBuffer>,
    head: u64,
    filled: usize,
    open: bool,
}

impl Assembly {
    /// Reads the records of a chunk, and gives complete frames to `frame`. Returns false, ignoring the rest of the
    /// chunk, if the chunk is malformed.
    pub fn chunk(&mut self, mut from: Region, mut frame: impl FnMut(u64, &View<'_>)) -> bool {
        while !from.is_empty() {
            let read = RecordPart::read(from);
            if read.is_none_or(|(part, _)| part == RecordPart::NOTHING) {
                // A chunk may end in zeros that pad it.
                return (from.len() < OVERHEAD || read.is_some()) && (0..from.len()).all(|i| from.get::<u8>(i) == 0);
            }
            let Some((part, bytes)) = read else { return false };
            from = from.from(OVERHEAD + part.len);
            if !part.more && !part.continues {
                frame(part.head, &lent::view(bytes, 0));
            } else if !self.add(part, bytes) {
                self.open = false;
                return false;
            } else if !part.more {
                self.open = false;
                let whole = self.buffer.as_ref().map_or(Region::EMPTY, LentBuffer::region).slice(0, self.filled);
                frame(self.head, &lent::view(whole, 0));
            }
        }
        true
    }

    fn add(&mut self, part: RecordPart, bytes: Region) -> bool {
        if part.continues {
            if !self.open || part.head != self.head {
                return false;
            }
        } else {
            (self.head, self.filled, self.open) = (part.head, 0, true);
        }
        let buffer = self.buffer.get_or_insert_with(|| lent::zeroed(LARGEST + 8 * PREFIX)).region();
        if bytes.len() > buffer.len() - self.filled {
            return false;
        }
        buffer.from(self.filled).copy_from(bytes);
        self.filled += bytes.len();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::Body;
    use clump_fabric::mem::Leaked;

    #[test]
    fn parts_are_reassembled_and_malformed_chunks_are_ignored() {
        let chunk = Leaked::new(100);
        let part = RecordPart { head: 5, more: true, continues: false, len: 20 };
        part.write(chunk.region());
        let first = chunk.region().slice(0, 32);
        let mut assembly = Assembly::default();
        assert!(assembly.chunk(first, |_, _| panic!("it is not whole")));
        let second = Leaked::new(40);
        RecordPart { more: false, continues: true, len: 28, ..part }.write(second.region());
        let mut got = None;
        assert!(assembly.chunk(second.region(), |head, body| got = Some((head, body.len(1)))));
        assert_eq!(got, Some((5, 40)));
        assert!(!assembly.chunk(second.region(), |_, _| panic!("nothing is open")));
        RecordPart { more: false, ..part }.write(chunk.region());
        assert!(!assembly.chunk(chunk.region().slice(0, 31), |_, _| panic!("cut short")));
        let padded = Leaked::new(70);
        let whole = RecordPart { head: 5, more: false, continues: false, len: 20 };
        for zeros in 0..=38 {
            whole.write(padded.region());
            let mut count = 0;
            assert!(assembly.chunk(padded.region().slice(0, 32 + zeros), |_, _| count += 1));
            assert_eq!(count, 1, "zeros are no frame");
        }
        padded.region().from(69).write(&[1]);
        assert!(!assembly.chunk(padded.region(), |_, _| ()), "what fills up is zeros");
        RecordPart { head: 1 << 60, more: false, ..part }.write(chunk.region());
        assert!(!assembly.chunk(chunk.region(), |_, _| panic!("marks that there are not")));
    }

    #[test]
    fn a_frame_longer_than_the_limit_is_given_up() {
        let chunk = Leaked::new(1000);
        let mut assembly = Assembly::default();
        let mut continues = false;
        let good = (0..100).take_while(|_| {
            RecordPart { head: 1, more: true, continues, len: 988 }.write(chunk.region());
            continues = true;
            assembly.chunk(chunk.region(), |_, _| panic!("it never ends"))
        });
        assert_eq!(good.count(), (super::LARGEST + 32) / 988);
    }
}
