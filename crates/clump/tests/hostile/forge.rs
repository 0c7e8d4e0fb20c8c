//! Makes and opens datagrams as docs/WIRE.md describes them, without any of the fabric's code.
use aegis::aegis128l::Aegis128L;
use aegis::aegis128x2::Aegis128X2;
use aegis::aegis128x4::Aegis128X4;
use clump::driver::hosts::Cipher;
use ring::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;

pub const VERSION: u8 = 10;
pub const CLEAR: usize = 16;
const TAG: usize = 16;
/// Bytes of a frame in each datagram: a frame may be cut anywhere.
pub const PART: usize = 1400;

/// An attacker that knows the job's secret.
pub struct Forge {
    secret: hmac::Key,
    /// The cipher that seals the job's datagrams.
    cipher: Cipher,
}

/// Returns a cipher's name in key labels, and its number.
fn known(cipher: Cipher) -> (&'static str, u8) {
    match cipher {
        Cipher::AesGcm => ("aes-128-gcm", 1),
        Cipher::AegisX2 => ("aegis-128x2", 2),
        Cipher::AegisX4 => ("aegis-128x4", 3),
        Cipher::ChaCha20Poly1305 => ("chacha20-poly1305", 4),
    }
}

/// Returns a cipher's number as it stands in byte 2.
pub fn mark(cipher: Cipher) -> u8 {
    known(cipher).1 << 4
}

/// Returns the clear bytes of a datagram. `mark` is the [mark](mark()) of the cipher.
pub fn clear(mark: u8, from: u32, counter: u64, part: u8, last: u8) -> [u8; CLEAR] {
    let mut bytes = [0; CLEAR];
    bytes[..4].copy_from_slice(&[VERSION, part, last | mark, 0]);
    bytes[4..8].copy_from_slice(&from.to_le_bytes());
    bytes[8..].copy_from_slice(&counter.to_le_bytes());
    bytes
}

/// Returns the counter of a datagram that is long enough to have one.
pub fn counter(datagram: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(datagram.get(8..16)?.try_into().ok()?))
}

/// Returns a frame's bytes before they are sealed.
pub fn frame(head: u64, words: &[u64], body: &[u8]) -> Vec<u8> {
    let mut bytes = (head | (words.len() as u64) << 56).to_le_bytes().to_vec();
    words.iter().for_each(|w| bytes.extend_from_slice(&w.to_le_bytes()));
    bytes.extend_from_slice(body);
    bytes
}

impl Forge {
    pub fn new(cipher: Cipher, secret: &[u8; 32]) -> Forge {
        Forge { secret: hmac::Key::new(hmac::HMAC_SHA256, secret), cipher }
    }

    /// Returns the bytes of a cipher's keys, for one direction of a pair of ranks.
    fn key(&self, cipher: Cipher, from: u32, to: u32, counter: u64) -> [u8; 32] {
        let mut label = format!("clump udp {VERSION} {}\0", known(cipher).0).into_bytes();
        [from, to, (counter >> 32) as u32].iter().for_each(|w| label.extend_from_slice(&w.to_le_bytes()));
        hmac::sign(&self.secret, &label).as_ref().try_into().expect("32 bytes")
    }

    /// Returns the mark of the cipher that seals the datagrams.
    pub fn mark(&self) -> u8 {
        mark(self.cipher)
    }

    /// Seals any text, and divides it into datagrams.
    pub fn seal(&self, from: u32, to: u32, counter: u64, text: &[u8]) -> Vec<Vec<u8>> {
        self.seal_by(self.cipher, self.mark(), from, to, counter, text)
    }

    /// Seals any text with cipher `by`, in datagrams that carry the mark of any cipher.
    pub fn seal_by(&self, by: Cipher, mark: u8, from: u32, to: u32, counter: u64, text: &[u8]) -> Vec<Vec<u8>> {
        let last = (text.len() + TAG).div_ceil(PART) as u8 - 1;
        let front = clear(mark, from, counter, 0, 0);
        let sealed = sealed(by, &self.key(by, from, to, counter), counter, &front, text);
        let parts = sealed.chunks(PART).zip(0..);
        parts.map(|(bytes, part)| [&clear(mark, from, counter, part, last), bytes].concat()).collect()
    }

    /// Returns a datagram from `from` to a multicast group.
    pub fn to_group(&self, group: u16, from: u32, counter: u64, text: &[u8]) -> Vec<u8> {
        let mut label = format!("clump udp group {VERSION} {}\0", known(self.cipher).0).into_bytes();
        let epoch = (counter >> 32) as u32;
        [u32::from(group), from, epoch].iter().for_each(|w| label.extend_from_slice(&w.to_le_bytes()));
        let key: [u8; 32] = hmac::sign(&self.secret, &label).as_ref().try_into().expect("32 bytes");
        let mut front = [&clear(self.mark(), from, counter, 0, 0)[..], &group.to_le_bytes(), &[0; 6]].concat();
        front[3] = 1;
        [&front[..], &sealed(self.cipher, &key, counter, &front, text)].concat()
    }

    /// Opens a datagram that is a whole frame.
    pub fn open(&self, from: u32, to: u32, datagram: &[u8]) -> Option<Vec<u8>> {
        let counter = counter(datagram).filter(|_| datagram[2] == self.mark())?;
        let (front, key) = (&datagram[..CLEAR], self.key(self.cipher, from, to, counter));
        let (short, long) = (key.first_chunk()?, key.last_chunk()?);
        let nonce = u128::from(counter).to_be_bytes();
        let open = |algorithm: &'static aead::Algorithm| {
            let key = LessSafeKey::new(UnboundKey::new(algorithm, &key[..algorithm.key_len()]).ok()?);
            let nonce = Nonce::try_assume_unique_for_key(&nonce[4..]).ok()?;
            Some(key.open_in_place(nonce, Aad::from(front), &mut datagram[CLEAR..].to_vec()).ok()?.to_vec())
        };
        let (text, tag) = datagram[CLEAR..].split_last_chunk::<TAG>()?;
        match self.cipher {
            Cipher::AesGcm => open(&aead::AES_128_GCM),
            Cipher::ChaCha20Poly1305 => open(&aead::CHACHA20_POLY1305),
            Cipher::AegisX2 if text.len() >= 768 => Aegis128X2::new(long, &nonce).decrypt(text, tag, front).ok(),
            Cipher::AegisX4 if text.len() >= 256 => Aegis128X4::new(long, &nonce).decrypt(text, tag, front).ok(),
            _ => Aegis128L::new(short, &nonce).decrypt(text, tag, front).ok(),
        }
    }
}

/// Returns the sealed text and its tag. `key` has the bytes from which the cipher's keys are taken.
fn sealed(by: Cipher, key: &[u8; 32], counter: u64, front: &[u8], text: &[u8]) -> Vec<u8> {
    let (short, long) = (key.first_chunk().expect("16 bytes"), key.last_chunk().expect("16 bytes"));
    let nonce = u128::from(counter).to_be_bytes();
    let seal = |algorithm: &'static aead::Algorithm| {
        let key = LessSafeKey::new(UnboundKey::new(algorithm, &key[..algorithm.key_len()]).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce[4..]).expect("12 bytes");
        let mut sealed = text.to_vec();
        key.seal_in_place_append_tag(nonce, Aad::from(front), &mut sealed).expect("sealed");
        sealed
    };
    let joined = |(text, tag): (Vec<u8>, [u8; TAG])| [&text[..], &tag].concat();
    match by {
        Cipher::AesGcm => seal(&aead::AES_128_GCM),
        Cipher::ChaCha20Poly1305 => seal(&aead::CHACHA20_POLY1305),
        Cipher::AegisX2 if text.len() >= 768 => joined(Aegis128X2::new(long, &nonce).encrypt(text, front)),
        Cipher::AegisX4 if text.len() >= 256 => joined(Aegis128X4::new(long, &nonce).encrypt(text, front)),
        _ => joined(Aegis128L::new(short, &nonce).encrypt(text, front)),
    }
}
