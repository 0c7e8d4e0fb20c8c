//! The clear bytes at the front of each datagram: its frame, its version, and its cipher.
use super::groups::TO_GROUP;
use super::{CLEAR, MOST_PARTS, VERSION};

/// Counts of dropped datagrams, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DroppedDatagrams {
    /// Datagrams that are too short, that name no rank of this job as sender, or that are not from Clump at all.
    pub malformed: u64,
    /// Datagrams from another version of Clump, as far as the first bytes tell.
    pub foreign: u64,
    /// Datagrams of this version that claim to be encrypted by another cipher than the job's. Also datagrams that claim
    /// not to be encrypted, although the job encrypts.
    pub other_cipher: u64,
    /// Datagrams that the sender's key does not open.
    pub forged: u64,
    /// Datagrams that arrived a second time, or whose counters are too old to tell.
    pub replayed: u64,
}

impl DroppedDatagrams {
    /// Counts a datagram that [`Clear::read`] has refused. The datagram is not authenticated, so its contents serve
    /// only as a hint to the user.
    #[cold]
    pub(super) fn refuse(&mut self, datagram: &[u8], ranks: usize) {
        let count = match datagram.get(..CLEAR) {
            // The first byte shows another version. Byte 3 and the sender have the same place in all versions.
            Some(&[version, part, last, 0 | TO_GROUP, a, b, c, d, ..])
                if (u32::from_le_bytes([a, b, c, d]) as usize) < ranks =>
            {
                let last = usize::from(last & LAST);
                match version {
                    VERSION if usize::from(part) <= last && last < MOST_PARTS => &mut self.other_cipher,
                    0 | VERSION => &mut self.malformed,
                    _ => &mut self.foreign,
                }
            }
            _ => &mut self.malformed,
        };
        *count += 1;
    }
}

/// The bits of byte 2 that hold the last datagram's number. The bits above hold the cipher's number.
pub(super) const LAST: u8 = 0x0f;

/// The clear bytes of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clear {
    /// The datagram's index in its frame, from 0 on, and the index of the frame's last datagram.
    pub part: u8,
    pub last: u8,
    pub from: u32,
    pub counter: u64,
}

impl Clear {
    /// Reads the clear bytes. Returns `None` if the datagram is of another version, is encrypted by another cipher than
    /// number `cipher`, names no rank below `ranks` as sender, or is not from Clump at all.
    pub fn read(datagram: &[u8], ranks: usize, cipher: u8) -> Option<Clear> {
        let &[VERSION, part, last, 0, a, b, c, d, ref counter @ ..] = datagram.get(..CLEAR)? else { return None };
        let last = last ^ cipher << 4;
        let from = u32::from_le_bytes([a, b, c, d]);
        let counter = u64::from_le_bytes(counter.try_into().ok()?);
        // With another cipher's number, `last` exceeds every possible index.
        (part <= last && usize::from(last) < MOST_PARTS && (from as usize) < ranks).then_some(Clear {
            part,
            last,
            from,
            counter,
        })
    }

    /// Returns the clear bytes that the seal of all datagrams of this frame covers: those of a frame of one datagram.
    /// A sender may cut a sealed frame anew.
    pub fn of_frame(&self, cipher: u8) -> [u8; CLEAR] {
        Clear { part: 0, last: 0, ..*self }.bytes(cipher)
    }

    /// Returns the clear bytes of a datagram that is encrypted by cipher number `cipher`.
    pub fn bytes(&self, cipher: u8) -> [u8; CLEAR] {
        let mut bytes = [0; CLEAR];
        bytes[..4].copy_from_slice(&[VERSION, self.part, self.last | cipher << 4, 0]);
        bytes[4..8].copy_from_slice(&self.from.to_le_bytes());
        bytes[8..].copy_from_slice(&self.counter.to_le_bytes());
        bytes
    }
}

const _: () = assert!(MOST_PARTS <= LAST as usize + 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_datagrams_are_counted_by_reason() {
        let clear = Clear { part: 1, last: 5, from: 2, counter: 77 };
        for own in 0..16 {
            let good = clear.bytes(own);
            assert_eq!(Clear::read(&good, 3, own), Some(clear));
            let refused = |bytes: &[u8], ranks| {
                assert_eq!(Clear::read(bytes, ranks, own), None);
                let mut counters = DroppedDatagrams::default();
                counters.refuse(bytes, ranks);
                counters
            };
            for other in (0..16).filter(|other| *other != own) {
                let counters = refused(&clear.bytes(other), 3);
                assert_eq!(
                    counters,
                    DroppedDatagrams { other_cipher: 1, ..DroppedDatagrams::default() },
                    "{other} of {own}"
                );
            }
            let malformed = DroppedDatagrams { malformed: 1, ..DroppedDatagrams::default() };
            assert_eq!(refused(&good, 2), malformed);
            assert_eq!(refused(&good[..CLEAR - 1], 3), malformed);
            assert_eq!(refused(&Clear { part: 6, ..clear }.bytes(own), 3), malformed);
            let mut old = good;
            old[0] = VERSION - 1;
            assert_eq!(refused(&old, 3), DroppedDatagrams { foreign: 1, ..DroppedDatagrams::default() });
        }
    }
}
