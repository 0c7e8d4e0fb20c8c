//! The clear bytes in front of each datagram: which frame it is a part of, of which version, and sealed by what.
use super::groups::TO_GROUP;
use super::{CLEAR, PARTS, VERSION};

/// Datagrams that were dropped, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Too short, from no rank of this job, or nothing of ours at all.
    pub malformed: u64,
    /// Of another version of Clump, as far as one can tell.
    pub foreign: u64,
    /// Of this version, and sealed by another cipher than the job's, or not sealed where the job's are, as they say
    /// themselves.
    pub other_cipher: u64,
    /// They do not open with that rank's key.
    pub forged: u64,
    /// They have come before, or are too old to tell.
    pub replayed: u64,
}

impl Counters {
    /// Counts a datagram that [`Clear::read`] has refused. Nobody has sealed it for us: what it says is good for a hint
    /// to the user, and no more.
    #[cold]
    pub(super) fn refuse(&mut self, datagram: &[u8], ranks: usize) {
        let count = match datagram.get(..CLEAR) {
            // The first byte tells another version; byte 3 and the sender stand there in all of them.
            Some(&[version, part, last, 0 | TO_GROUP, a, b, c, d, ..])
                if (u32::from_le_bytes([a, b, c, d]) as usize) < ranks =>
            {
                let last = usize::from(last & LAST);
                match version {
                    VERSION if usize::from(part) <= last && last < PARTS => &mut self.other_cipher,
                    0 | VERSION => &mut self.malformed,
                    _ => &mut self.foreign,
                }
            }
            _ => &mut self.malformed,
        };
        *count += 1;
    }
}

/// The bits of byte 2 that hold the last datagram's number; those above hold the cipher's.
const LAST: u8 = 0x0f;

/// The clear bytes of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clear {
    /// Which of its frame's datagrams it is, from 0 on, and the last one's number.
    pub part: u8,
    pub last: u8,
    pub from: u32,
    pub counter: u64,
}

impl Clear {
    /// `None` if the datagram is of another version, sealed by another cipher than number `cipher`, of no rank below
    /// `ranks`, or not one of ours at all.
    pub fn read(datagram: &[u8], ranks: usize, cipher: u8) -> Option<Clear> {
        let &[VERSION, part, last, 0, a, b, c, d, ref counter @ ..] = datagram.get(..CLEAR)? else { return None };
        let last = last ^ cipher << 4;
        let from = u32::from_le_bytes([a, b, c, d]);
        let counter = u64::from_le_bytes(counter.try_into().ok()?);
        // With another cipher's number the last datagram's is above all that are possible.
        (part <= last && usize::from(last) < PARTS && (from as usize) < ranks).then_some(Clear {
            part,
            last,
            from,
            counter,
        })
    }

    /// The bytes, for a datagram that is sealed by cipher number `cipher`.
    pub fn bytes(&self, cipher: u8) -> [u8; CLEAR] {
        let mut bytes = [0; CLEAR];
        bytes[..4].copy_from_slice(&[VERSION, self.part, self.last | cipher << 4, 0]);
        bytes[4..8].copy_from_slice(&self.from.to_le_bytes());
        bytes[8..].copy_from_slice(&self.counter.to_le_bytes());
        bytes
    }
}

const _: () = assert!(PARTS <= LAST as usize + 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_counted_by_its_reason() {
        let clear = Clear { part: 1, last: 5, from: 2, counter: 77 };
        for own in 0..16 {
            let good = clear.bytes(own);
            assert_eq!(Clear::read(&good, 3, own), Some(clear));
            let refused = |bytes: &[u8], ranks| {
                assert_eq!(Clear::read(bytes, ranks, own), None);
                let mut counters = Counters::default();
                counters.refuse(bytes, ranks);
                counters
            };
            for other in (0..16).filter(|other| *other != own) {
                let counters = refused(&clear.bytes(other), 3);
                assert_eq!(counters, Counters { other_cipher: 1, ..Counters::default() }, "{other} of {own}");
            }
            let malformed = Counters { malformed: 1, ..Counters::default() };
            assert_eq!(refused(&good, 2), malformed);
            assert_eq!(refused(&good[..CLEAR - 1], 3), malformed);
            assert_eq!(refused(&Clear { part: 6, ..clear }.bytes(own), 3), malformed);
            assert_eq!(refused(&Clear { last: 8, ..clear }.bytes(own), 3), malformed);
            let mut old = good;
            old[0] = VERSION - 1;
            assert_eq!(refused(&old, 3), Counters { foreign: 1, ..Counters::default() });
        }
    }
}
