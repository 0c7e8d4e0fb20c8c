//! AES-128-GCM by the library that is quicker on this processor. They make the same bytes, so hosts need not agree.
//!
//! Neither is the quicker one everywhere (docs/decisions/0010-udp.md): aws-lc is on processors with AVX-512, ring on
//! those that have wide AES for AVX2 alone. Tried once for each process, in some 20 us.
use super::TAG;
use crate::mem::Region;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Bytes of a key, and of a nonce.
pub const KEY: usize = 16;
pub const NONCE: usize = 12;

/// Bytes that are sealed to find out, and how often by each library: the least counts.
const TRIAL: usize = 4 << 10;
const TRIALS: usize = 6;

/// What can seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    AwsLc,
    Ring,
}

impl Library {
    const ALL: [Library; 2] = [Library::AwsLc, Library::Ring];

    /// Its name as a crate.
    pub fn name(self) -> &'static str {
        match self {
            Library::AwsLc => "aws-lc-rs",
            Library::Ring => "ring",
        }
    }

    /// The quicker one here, and what it takes to seal 4 KiB.
    pub fn quicker() -> (Library, Duration) {
        static QUICKER: OnceLock<(Library, Duration)> = OnceLock::new();
        *QUICKER.get_or_init(|| {
            let mut text = vec![0; TRIAL];
            let mut least = Library::ALL.map(|library| (library, Duration::MAX));
            for _ in 0..TRIALS {
                for (library, least) in &mut least {
                    let Some(key) = Key::with(*library, &[1; KEY]) else { continue };
                    let start = Instant::now();
                    if key.seal([0; NONCE], &[], &mut text).is_some() {
                        *least = start.elapsed().min(*least);
                    }
                }
            }
            let [aws_lc, ring] = least;
            if ring.1 < aws_lc.1 { ring } else { aws_lc }
        })
    }
}

/// A key, ready for use.
#[expect(clippy::large_enum_variant, reason = "one for each peer and direction, looked at for every datagram")]
pub enum Key {
    AwsLc(aws_lc_rs::aead::LessSafeKey),
    Ring(ring::aead::LessSafeKey),
}

impl Key {
    pub fn new(bytes: &[u8; KEY]) -> Option<Key> {
        Key::with(Library::quicker().0, bytes)
    }

    fn with(library: Library, bytes: &[u8; KEY]) -> Option<Key> {
        Some(match library {
            Library::AwsLc => {
                use aws_lc_rs::aead::{AES_128_GCM, LessSafeKey, UnboundKey};
                Key::AwsLc(LessSafeKey::new(UnboundKey::new(&AES_128_GCM, bytes).ok()?))
            }
            Library::Ring => {
                use ring::aead::{AES_128_GCM, LessSafeKey, UnboundKey};
                Key::Ring(LessSafeKey::new(UnboundKey::new(&AES_128_GCM, bytes).ok()?))
            }
        })
    }

    /// Seals `text` in place; its last [`TAG`] bytes are free for the tag.
    pub fn seal(&self, nonce: [u8; NONCE], clear: &[u8], text: &mut [u8]) -> Option<()> {
        let (text, tag) = text.split_at_mut(text.len().checked_sub(TAG)?);
        match self {
            Key::AwsLc(key) => {
                use aws_lc_rs::aead::{Aad, Nonce};
                let nonce = Nonce::assume_unique_for_key(nonce);
                let made = key.seal_in_place_separate_tag(nonce, Aad::from(clear), text).ok()?;
                tag.copy_from_slice(made.as_ref());
            }
            Key::Ring(key) => {
                use ring::aead::{Aad, Nonce};
                let nonce = Nonce::assume_unique_for_key(nonce);
                let made = key.seal_in_place_separate_tag(nonce, Aad::from(clear), text).ok()?;
                tag.copy_from_slice(made.as_ref());
            }
        }
        Some(())
    }

    /// The same where the text from `front` on is still in `body`: as long as the rest without the tag, and no part of
    /// it.
    pub fn seal_with(
        &self,
        nonce: [u8; NONCE],
        clear: &[u8],
        text: &mut [u8],
        front: usize,
        body: Region,
    ) -> Option<()> {
        match self {
            Key::AwsLc(key) => {
                use aws_lc_rs::aead::{Aad, Nonce};
                let (front, sealed) = text.split_at_mut(front);
                // SAFETY: a lent region stays valid and unwritten for the time of this call, and is no part of `text`.
                let body = unsafe { std::slice::from_raw_parts(body.as_ptr(), body.len()) };
                let nonce = Nonce::assume_unique_for_key(nonce);
                key.seal_in_place_scatter(nonce, Aad::from(clear), front, body, sealed).ok()
            }
            Key::Ring(_) => {
                // This library seals in place alone; what was just copied is still in the cache.
                body.read(&mut text[front..front + body.len()]);
                self.seal(nonce, clear, text)
            }
        }
    }

    /// Opens `sealed` (text and tag) in place; the text, if it is genuine.
    pub fn open<'a>(&self, nonce: [u8; NONCE], clear: &[u8], sealed: &'a mut [u8]) -> Option<&'a [u8]> {
        let text = match self {
            Key::AwsLc(key) => {
                use aws_lc_rs::aead::{Aad, Nonce};
                key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(clear), sealed).ok()?
            }
            Key::Ring(key) => {
                use ring::aead::{Aad, Nonce};
                key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(clear), sealed).ok()?
            }
        };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Buffer;

    #[test]
    fn what_one_library_seals_the_other_opens() {
        let mut rng = fastrand::Rng::with_seed(7);
        let bytes = |rng: &mut fastrand::Rng, len| std::iter::repeat_with(|| rng.u8(..)).take(len).collect::<Vec<u8>>();
        for len in [0, 1, 15, 16, 17, 300, 1408, 8640] {
            for (one, other) in [(Library::AwsLc, Library::Ring), (Library::Ring, Library::AwsLc)] {
                let (secret, clear) = (std::array::from_fn(|_| rng.u8(..)), bytes(&mut rng, 16));
                let [one, other] = [one, other].map(|library| Key::with(library, &secret).expect("a key"));
                let (text, nonce) = (bytes(&mut rng, len), std::array::from_fn(|_| rng.u8(..)));
                let mut sealed = [&text[..], &[0; TAG]].concat();
                one.seal(nonce, &clear, &mut sealed).expect("sealed");
                let front = len / 3;
                let mut scattered = vec![0; len + TAG];
                scattered[..front].copy_from_slice(&text[..front]);
                let body = Buffer::copy_of(&text[front..]);
                other.seal_with(nonce, &clear, &mut scattered, front, body.region()).expect("sealed");
                assert_eq!(scattered, sealed, "{len} bytes");
                assert_eq!(other.open(nonce, &clear, &mut sealed), Some(&text[..]));
                scattered[len] ^= 1;
                assert_eq!(other.open(nonce, &clear, &mut scattered), None);
            }
        }
    }
}
