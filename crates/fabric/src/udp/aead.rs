//! Keys of the ciphers. libaegis implements AEGIS, and ring the others: one library for each cipher
//! (docs/decisions/0013-ciphers.md).
use super::TAG;
use super::aegis::{Keys, Lanes};
use crate::Cipher;
use crate::mem::Region;
use std::time::{Duration, Instant};

/// The number of secret bytes from which all keys of a cipher are made.
pub const KEY: usize = 32;
/// The size of a nonce of AES-GCM and ChaCha20-Poly1305, in bytes.
const NONCE: usize = 12;

/// How many bytes are copied at a time before they are encrypted. From twice this size on, the C library copies by `rep
/// movsb`, which is slower if the bytes are in no near cache. See docs/decisions/0016-rows.md.
const PIECE: usize = 4 << 10;

/// Returns the time that this processor takes to encrypt 4 KiB: the shortest of six.
pub fn sealing_time(cipher: Cipher) -> Duration {
    let mut text = vec![0; 4 << 10];
    let mut least = Duration::MAX;
    for _ in 0..6 {
        let start = Instant::now();
        if Key::new(cipher, &[1; KEY]).is_some_and(|key| key.seal(0, &[], &mut text).is_some()) {
            least = start.elapsed().min(least);
        }
    }
    least
}

/// A key, ready for use.
#[expect(clippy::large_enum_variant, reason = "one for each peer and direction, looked at for every datagram")]
pub enum Key {
    Aegis(Keys),
    Ring(ring::aead::LessSafeKey),
}

/// Returns the nonce: the counter, big-endian, behind zeros.
fn nonce(counter: u64) -> [u8; NONCE] {
    let mut nonce = [0; NONCE];
    nonce[NONCE - 8..].copy_from_slice(&counter.to_be_bytes());
    nonce
}

impl Key {
    /// Creates a key from the first of the bytes, as many as the cipher's keys have. Returns `None` if the library
    /// refuses them.
    pub fn new(cipher: Cipher, bytes: &[u8; KEY]) -> Option<Key> {
        use ring::aead::{AES_128_GCM, CHACHA20_POLY1305, LessSafeKey, UnboundKey};
        let algorithm = match cipher {
            Cipher::AegisX2 => return Some(Key::Aegis(Keys::new(Lanes::X2, bytes))),
            Cipher::AegisX4 => return Some(Key::Aegis(Keys::new(Lanes::X4, bytes))),
            Cipher::AesGcm => &AES_128_GCM,
            Cipher::ChaCha20Poly1305 => &CHACHA20_POLY1305,
        };
        let bytes = bytes.get(..algorithm.key_len())?;
        Some(Key::Ring(LessSafeKey::new(UnboundKey::new(algorithm, bytes).ok()?)))
    }

    /// Encrypts `text` in place, whose last [`TAG`] bytes are free for the tag. The caller must never use a counter
    /// twice.
    #[inline]
    pub fn seal(&self, counter: u64, clear: &[u8], text: &mut [u8]) -> Option<()> {
        let (text, tag) = text.split_at_mut(text.len().checked_sub(TAG)?);
        match self {
            Key::Aegis(keys) => tag.copy_from_slice(&keys.seal(counter, clear, text)),
            Key::Ring(key) => {
                use ring::aead::{Aad, Nonce};
                let nonce = Nonce::assume_unique_for_key(nonce(counter));
                let made = key.seal_in_place_separate_tag(nonce, Aad::from(clear), text).ok()?;
                tag.copy_from_slice(made.as_ref());
            }
        }
        Some(())
    }

    /// Encrypts as [`Key::seal`] does, but takes the text from `front` on out of `body`. `body` is as long as that part
    /// of the text without the tag, and is no part of `text`.
    pub fn seal_with(&self, counter: u64, clear: &[u8], text: &mut [u8], front: usize, body: Region) -> Option<()> {
        // Both libraries encrypt in place: the copied piece is still in the cache.
        for (i, piece) in text[front..front + body.len()].chunks_mut(PIECE).enumerate() {
            body.slice(i * PIECE, piece.len()).read(piece);
        }
        self.seal(counter, clear, text)
    }

    /// Decrypts `sealed` (text and tag) in place. Returns the text, or `None` if the frame is not genuine.
    #[inline]
    pub fn open<'a>(&self, counter: u64, clear: &[u8], sealed: &'a mut [u8]) -> Option<&'a [u8]> {
        let text = match self {
            Key::Aegis(keys) => {
                let (text, tag) = sealed.split_last_chunk_mut::<TAG>()?;
                keys.open(counter, clear, text, tag)?;
                text
            }
            Key::Ring(key) => {
                use ring::aead::{Aad, Nonce};
                key.open_in_place(Nonce::assume_unique_for_key(nonce(counter)), Aad::from(clear), sealed).ok()?
            }
        };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Leaked;
    use proptest::prelude::*;

    fn bytes(rng: &mut fastrand::Rng, len: usize) -> Vec<u8> {
        std::iter::repeat_with(|| rng.u8(..)).take(len).collect()
    }

    #[test]
    fn a_frame_sealed_out_of_two_places_is_the_one_sealed_in_one() {
        let mut rng = fastrand::Rng::with_seed(7);
        for (cipher, len) in Cipher::ALL.into_iter().flat_map(|c| [0, 1, 15, 16, 17, 300, 1408, 8640].map(|l| (c, l))) {
            let (secret, clear) = (std::array::from_fn(|_| rng.u8(..)), bytes(&mut rng, 16));
            let key = Key::new(cipher, &secret).expect("a key");
            let (text, counter) = (bytes(&mut rng, len), rng.u64(..));
            let mut sealed = [&text[..], &[0; TAG]].concat();
            key.seal(counter, &clear, &mut sealed).expect("sealed");
            let front = len / 3;
            let mut scattered = vec![0; len + TAG];
            scattered[..front].copy_from_slice(&text[..front]);
            let body = Leaked::copy_of(&text[front..]);
            key.seal_with(counter, &clear, &mut scattered, front, body.region()).expect("sealed");
            assert_eq!(scattered, sealed, "{len} bytes");
            assert_eq!(key.open(counter, &clear, &mut sealed), Some(&text[..]));
            scattered[len] ^= 1;
            assert_eq!(key.open(counter, &clear, &mut scattered), None);
        }
    }

    fn hex(text: &str) -> Vec<u8> {
        (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex")).collect()
    }

    /// The vectors: test case 2 of the GCM specification (McGrew and Viega), and RFC 8439, appendix A.5.
    #[test]
    fn ciphers_match_the_vectors_of_their_standards() {
        let chacha_key = hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0");
        let chacha_sealed = hex("\
             64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb2\
             4c6cfc18755d43eea09ee94e382d26b0bdb7b73c321b0100d4f03b7f355894cf\
             332f830e710b97ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c855\
             9797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4\
             b9166c767b804d46a59b5216cde7a4e99040c5a40433225ee282a1b0a06c523e\
             af4534d7f83fa1155b0047718cbc546a0d072b04b3564eea1b422273f548271a\
             0bb2316053fa76991955ebd63159434ecebb4e466dae5a1073a6727627097a10\
             49e617d91d361094fa68f0ff77987130305beaba2eda04df997b714d6c6f2c29\
             a6ad5cb4022b02709b\
             eead9d67890cbb22392336fea1851f38");
        let gcm = Key::new(Cipher::AesGcm, &[0; KEY]).expect("a key");
        let mut text = [0; 16 + TAG];
        gcm.seal(0, &[], &mut text).expect("sealed");
        assert_eq!(text[..], hex("0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"));
        let key = chacha_key.first_chunk().expect("32 bytes");
        let chacha = Key::new(Cipher::ChaCha20Poly1305, key).expect("a key");
        let mut sealed = chacha_sealed.clone();
        let text = chacha.open(0x0102030405060708, &hex("f33388860000000000004e91"), &mut sealed);
        let text = String::from_utf8_lossy(text.expect("genuine")).into_owned();
        assert!(text.starts_with("Internet-Drafts are draft documents valid for a maximum of six"), "{text}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// A frame is refused if any bit of the frame, its clear bytes, its counter or its key differs. No other cipher
        /// opens the frame.
        #[test]
        fn a_frame_with_any_changed_bit_is_refused(
            cipher in 0..Cipher::ALL.len(), long: bool, seed: u64, at: prop::sample::Index, bit in 0..8u8,
        ) {
            let (cipher, mut rng) = (Cipher::ALL[cipher], fastrand::Rng::with_seed(seed));
            let len = if long { rng.usize(400..9000) } else { rng.usize(..80) };
            let (mut secret, mut clear) = (std::array::from_fn(|_| rng.u8(..)), bytes(&mut rng, 16));
            let (text, mut counter) = (bytes(&mut rng, len), rng.u64(..));
            let mut sealed = [&text[..], &[0; TAG]].concat();
            let key = Key::new(cipher, &secret).expect("a key");
            key.seal(counter, &clear, &mut sealed).expect("sealed");
            let aegis = |cipher| matches!(cipher, Cipher::AegisX2 | Cipher::AegisX4);
            for other in Cipher::ALL.into_iter().filter(|other| *other != cipher && !(aegis(*other) && aegis(cipher))) {
                // Another cipher does not open the frame even with an equal key, which `Secret` never gives to two
                // ciphers.
                let other = Key::new(other, &secret).expect("a key");
                prop_assert!(other.open(counter, &clear, &mut sealed.clone()).is_none());
            }
            prop_assert!(key.open(counter, &clear, &mut sealed.clone()) == Some(&text[..]));
            match rng.u8(..6) {
                0 => clear[at.index(16)] ^= 1 << bit,
                1 => counter ^= 1 << at.index(64),
                // The cipher uses these bytes of the key for every length.
                2 if cipher == Cipher::AesGcm => secret[at.index(16)] ^= 1 << bit,
                2 if cipher == Cipher::ChaCha20Poly1305 => secret[at.index(KEY)] ^= 1 << bit,
                3 => sealed.truncate(at.index(sealed.len())),
                4 => sealed.push(rng.u8(..)),
                _ => sealed[at.index(len + TAG)] ^= 1 << bit,
            }
            let key = Key::new(cipher, &secret).expect("a key");
            prop_assert_eq!(key.open(counter, &clear, &mut sealed), None);
        }
    }
}
