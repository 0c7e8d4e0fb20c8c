//! The clear bytes in front of a datagram to a group.
use super::GROUP_CLEAR;
use crate::udp::VERSION;

/// The value of byte 3 in a datagram to a group. The byte is 0 in all other datagrams.
pub const TO_GROUP: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupClear {
    pub group: u16,
    pub from: u32,
    pub counter: u64,
}

impl GroupClear {
    /// Reads the clear bytes. Returns `None` if the datagram is of another version, is encrypted by another cipher than
    /// number `cipher`, names no rank below `ranks` as sender, or is not Clump's datagram to a group.
    pub fn read(datagram: &[u8], ranks: usize, cipher: u8) -> Option<GroupClear> {
        let bytes: &[u8; GROUP_CLEAR] = datagram.first_chunk()?;
        let &[VERSION, 0, by, TO_GROUP, a, b, c, d, ref rest @ ..] = bytes else { return None };
        let (counter, rest) = rest.split_first_chunk()?;
        let &[low, high, 0, 0, 0, 0, 0, 0] = rest else { return None };
        let from = u32::from_le_bytes([a, b, c, d]);
        let clear = GroupClear { group: u16::from_le_bytes([low, high]), from, counter: u64::from_le_bytes(*counter) };
        (by == cipher << 4 && (from as usize) < ranks).then_some(clear)
    }

    pub fn bytes(&self, cipher: u8) -> [u8; GROUP_CLEAR] {
        let mut bytes = [0; GROUP_CLEAR];
        bytes[..4].copy_from_slice(&[VERSION, 0, cipher << 4, TO_GROUP]);
        bytes[4..8].copy_from_slice(&self.from.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.counter.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.group.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_clear_bytes_of_this_job_are_read() {
        let clear = GroupClear { group: 0x1234, from: 2, counter: 77 };
        let good = clear.bytes(3);
        assert_eq!(GroupClear::read(&good, 3, 3), Some(clear));
        assert_eq!((GroupClear::read(&good, 2, 3), GroupClear::read(&good, 3, 2)), (None, None));
        for len in 0..good.len() {
            assert_eq!(GroupClear::read(&good[..len], 3, 3), None, "cut to {len}");
        }
        for at in [0, 1, 2, 3, 7, 18, 23] {
            let mut spoiled = good;
            spoiled[at] ^= 0x10;
            assert_eq!(GroupClear::read(&spoiled, 3, 3), None, "byte {at}");
        }
    }
}
