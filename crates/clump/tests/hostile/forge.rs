//! Datagrams as docs/WIRE.md describes them, made and opened without any of the fabric's code.
use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::hmac;
use std::collections::HashMap;

pub const VERSION: u8 = 8;
pub const CLEAR: usize = 16;
const TAG: usize = 16;
/// Bytes of a frame in each datagram of a link of 1,500 bytes.
pub const PART: usize = 1500 - 48 - CLEAR;

/// Whoever knows the job's secret.
pub struct Forge {
    secret: hmac::Key,
    keys: HashMap<(u32, u32, u32), LessSafeKey>,
}

/// The clear bytes of a datagram.
pub fn clear(from: u32, counter: u64, part: u8, last: u8) -> [u8; CLEAR] {
    let mut bytes = [0; CLEAR];
    bytes[..4].copy_from_slice(&[VERSION, part, last, 0]);
    bytes[4..8].copy_from_slice(&from.to_le_bytes());
    bytes[8..].copy_from_slice(&counter.to_le_bytes());
    bytes
}

/// The counter of a datagram that is long enough to have one.
pub fn counter(datagram: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(datagram.get(8..16)?.try_into().ok()?))
}

/// A frame's bytes before they are sealed.
pub fn frame(head: u64, words: &[u64], body: &[u8]) -> Vec<u8> {
    let mut bytes = (head | (words.len() as u64) << 56).to_le_bytes().to_vec();
    words.iter().for_each(|w| bytes.extend_from_slice(&w.to_le_bytes()));
    bytes.extend_from_slice(body);
    bytes
}

impl Forge {
    pub fn new(secret: &[u8; 32]) -> Forge {
        Forge { secret: hmac::Key::new(hmac::HMAC_SHA256, secret), keys: HashMap::new() }
    }

    fn key(&mut self, from: u32, to: u32, counter: u64) -> &LessSafeKey {
        let epoch = (counter >> 32) as u32;
        self.keys.entry((from, to, epoch)).or_insert_with(|| {
            let mut name = format!("clump udp {VERSION} ").into_bytes();
            [from, to, epoch].iter().for_each(|w| name.extend_from_slice(&w.to_le_bytes()));
            let tag = hmac::sign(&self.secret, &name);
            LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &tag.as_ref()[..16]).expect("16 bytes"))
        })
    }

    fn nonce(counter: u64) -> Nonce {
        let mut nonce = [0; 12];
        nonce[4..].copy_from_slice(&counter.to_be_bytes());
        Nonce::assume_unique_for_key(nonce)
    }

    /// Seals any text, and cuts it into datagrams.
    pub fn seal(&mut self, from: u32, to: u32, counter: u64, text: &[u8]) -> Vec<Vec<u8>> {
        let last = (text.len() + TAG).div_ceil(PART) as u8 - 1;
        let front = clear(from, counter, 0, last);
        let mut sealed = text.to_vec();
        let key = self.key(from, to, counter);
        key.seal_in_place_append_tag(Forge::nonce(counter), Aad::from(front), &mut sealed).expect("sealed");
        let parts = sealed.chunks(PART).zip(0..);
        parts.map(|(bytes, part)| [&clear(from, counter, part, last), bytes].concat()).collect()
    }

    /// Opens a datagram that is a whole frame.
    pub fn open(&mut self, from: u32, to: u32, datagram: &[u8]) -> Option<Vec<u8>> {
        let counter = counter(datagram).filter(|_| datagram[2] == 0)?;
        let mut sealed = datagram[CLEAR..].to_vec();
        let front = Aad::from(&datagram[..CLEAR]);
        Some(self.key(from, to, counter).open_in_place(Forge::nonce(counter), front, &mut sealed).ok()?.to_vec())
    }
}
