//! The bytes of messages, posts and deposits, by the number of each.

/// The byte that fills memory which nothing may have been written to.
pub const BLANK: u8 = 0xb5;

/// The number of a message in its run.
pub type MessageId = usize;

/// Returns the bytes of a message. No two messages are alike, and no part of a message is like another part.
pub fn contents(id: MessageId, len: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len as usize + 8);
    let mut word = 0;
    while (bytes.len() as u64) < len {
        bytes.extend_from_slice(&mix(id as u64, word).to_le_bytes());
        word += 1;
    }
    bytes.truncate(len as usize);
    bytes
}

/// Returns the offset of the first byte in `got` that differs from the message.
pub fn difference(id: MessageId, got: &[u8]) -> Option<usize> {
    got.chunks(8).enumerate().find_map(|(word, part)| {
        let wanted = mix(id as u64, word as u64).to_le_bytes();
        let at = part.iter().zip(wanted).position(|(g, w)| *g != w)?;
        Some(word * 8 + at)
    })
}

fn mix(id: u64, word: u64) -> u64 {
    let mut x = (id << 32 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 31
}
