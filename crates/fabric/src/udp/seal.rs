//! Encryption by the job's cipher. Each (cipher, source, destination or group, epoch) has a key, and the counter is the
//! nonce, so that no nonce is used twice with a key. The counter's upper half is the epoch: one key encrypts at most
//! 2^32 frames. The upper half of the epoch is the *life*: how often the process has joined the job before. So the
//! counters of a process that leaves the job and joins it again do not begin again, and a datagram of one life opens in
//! no other. A child that the process forks has copies of keys and counters, and cannot encrypt with them.
use super::aead::{KEY, Key};
use super::{CLEAR, TAG, VERSION};
use crate::Cipher;
use crate::mem::Region;
use crate::sys::OwnProcess;
use ring::hmac;

/// How many frames one key may encrypt, as a power of two.
const EPOCH: u32 = 32;
/// The number of the counter's lowest bit that tells the life. One life has at most 2^48 frames to one receiver, and a
/// process at most 2^16 lives.
const LIFE: u32 = 48;

/// Returns the first counter of a life.
pub(super) fn first_counter(life: u16) -> u64 {
    u64::from(life) << LIFE
}

/// Returns the life that a counter belongs to.
pub(super) fn life_of(counter: u64) -> u16 {
    (counter >> LIFE) as u16
}

/// The most frames and bytes that one key of a cipher may encrypt, if nonces never repeat.
struct Limit {
    /// The most frames, as a power of two.
    frames: u32,
    /// The most bytes of all frames, as a power of two.
    bytes: u32,
}

impl Limit {
    /// Returns the limit of a cipher. RFC 10032 (AEGIS) and RFC 8439 limit a key by its nonces alone. AES-GCM's blocks
    /// have 128 bits, so an attacker distinguishes its output from noise with a probability of at most blocks² / 2^129,
    /// which is 2^-45 for 2^46 bytes.
    const fn of(cipher: Cipher) -> Limit {
        match cipher {
            Cipher::AegisX2 | Cipher::AegisX4 | Cipher::ChaCha20Poly1305 => Limit { frames: 64, bytes: 64 },
            Cipher::AesGcm => Limit { frames: 32, bytes: 46 },
        }
    }
}

// This checks that no cipher needs new keys more often than once an epoch.
const _: () = {
    // The longest frame of the longest packets has fewer than 2^14 bytes.
    assert!(super::LONGEST < 1 << 14);
    let mut i = 0;
    while i < Cipher::ALL.len() {
        let limit = Limit::of(Cipher::ALL[i]);
        assert!(EPOCH <= limit.frames && EPOCH + 14 <= limit.bytes);
        i += 1;
    }
};

/// The job's secret, and the cipher for which it derives keys.
pub struct Secret {
    key: hmac::Key,
    cipher: Cipher,
    owner: OwnProcess,
}

impl Secret {
    pub const BYTES: usize = 32;

    pub fn new(cipher: Cipher, bytes: &[u8; Secret::BYTES]) -> Secret {
        Secret { key: hmac::Key::new(hmac::HMAC_SHA256, bytes), cipher, owner: OwnProcess::here() }
    }

    /// Gives the secret to this process, a fork of the one that made it. The other process must not seal any more, and
    /// must not fork another child that does: both would use the same nonces.
    pub(super) fn take_over(&mut self) {
        self.owner = OwnProcess::here();
    }

    /// Returns the cipher for which the secret derives keys.
    pub fn cipher(&self) -> Cipher {
        self.cipher
    }

    /// Draws a fresh secret from the kernel's random numbers.
    pub fn random() -> std::io::Result<[u8; Secret::BYTES]> {
        let mut bytes = [0; Secret::BYTES];
        let drawn = ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut bytes);
        drawn.map_err(|_| std::io::Error::other("the system gives no random bytes"))?;
        Ok(bytes)
    }

    fn key(&self, way: CipherState, epoch: u32) -> Option<Key> {
        let mut context = hmac::Context::with_key(&self.key);
        // The label's two numbers: destination or group, and source.
        let (label, words) = match way {
            CipherState::Pair { source, destination } => (&b"clump udp "[..], [source, destination]),
            CipherState::Group { group, source } => (&b"clump udp group "[..], [u32::from(group), source]),
        };
        context.update(label);
        context.update(format!("{VERSION} ").as_bytes());
        context.update(self.cipher.name().as_bytes());
        context.update(&[0]);
        for word in words.into_iter().chain([epoch]) {
            context.update(&word.to_le_bytes());
        }
        Key::new(self.cipher, context.sign().as_ref().first_chunk::<KEY>()?)
    }
}

/// Returns the number of the secret's cipher in datagrams; 0 without a secret, because nothing is encrypted then.
pub(super) fn number(secret: Option<&Secret>) -> u8 {
    secret.map_or(0, |secret| secret.cipher.number())
}

/// A stream of datagrams with a key of its own.
#[derive(Clone, Copy)]
enum CipherState {
    Pair { source: u32, destination: u32 },
    Group { group: u16, source: u32 },
}

/// The key of one stream, in its present epoch.
pub(super) struct Seal {
    way: CipherState,
    epoch: u32,
    key: Option<Key>,
}

impl Seal {
    /// Creates the key for datagrams of this life from `source` to `destination`. Without a secret, nothing is
    /// encrypted.
    pub fn new(secret: Option<&Secret>, life: u16, source: u32, destination: u32) -> Seal {
        Seal::of(secret, life, CipherState::Pair { source, destination })
    }

    /// Creates the key for datagrams of this life from `source` to `group`. Without a secret, nothing is encrypted.
    pub fn for_group(secret: Option<&Secret>, life: u16, group: u16, source: u32) -> Seal {
        Seal::of(secret, life, CipherState::Group { group, source })
    }

    fn of(secret: Option<&Secret>, life: u16, way: CipherState) -> Seal {
        let epoch = (first_counter(life) >> EPOCH) as u32;
        Seal { way, epoch, key: secret.and_then(|s| s.key(way, epoch)) }
    }

    /// Returns the key of a counter's epoch, which becomes the present one; `None` once the life has no counters left,
    /// and in a forked child.
    fn turn(&mut self, secret: &Secret, counter: u64) -> Option<&Key> {
        let epoch = (counter >> EPOCH) as u32;
        if epoch != self.epoch {
            if epoch >> (LIFE - EPOCH) != self.epoch >> (LIFE - EPOCH) {
                return None;
            }
            self.epoch = epoch;
            self.key = secret.key(self.way, epoch);
        }
        self.key.as_ref().filter(|_| secret.owner.is_here())
    }

    /// Encrypts `datagram`, whose last [`TAG`] bytes are free. The caller must never use a counter twice.
    pub fn seal(&mut self, secret: Option<&Secret>, counter: u64, datagram: &mut [u8]) -> Option<()> {
        self.seal_behind(secret, counter, CLEAR, datagram)
    }

    /// Encrypts a datagram as [`Seal::seal`] does, with `clear` clear bytes in front.
    pub fn seal_behind(
        &mut self,
        secret: Option<&Secret>,
        counter: u64,
        clear: usize,
        datagram: &mut [u8],
    ) -> Option<()> {
        let Some(secret) = secret else { return Some(()) };
        let (clear, rest) = datagram.split_at_mut(clear);
        self.turn(secret, counter)?.seal(counter, clear, rest)
    }

    /// Encrypts a datagram as [`Seal::seal`] does. The end of the text is still in `body`: encryption copies it, which
    /// saves a pass.
    pub fn seal_with(
        &mut self,
        secret: &Secret,
        counter: u64,
        datagram: &mut [u8],
        front: usize,
        body: Region,
    ) -> Option<()> {
        let (clear, rest) = datagram.split_at_mut(CLEAR);
        self.turn(secret, counter)?.seal_with(counter, clear, rest, front - CLEAR, body)
    }

    /// Decrypts the bytes behind the clear bytes in place. Returns the frame if it is genuine.
    pub fn open<'a>(
        &mut self,
        secret: Option<&Secret>,
        counter: u64,
        clear: &[u8],
        rest: &'a mut [u8],
    ) -> Option<&'a [u8]> {
        let Some(secret) = secret else { return rest.len().checked_sub(TAG).map(|len| &rest[..len]) };
        // A counter of another epoch needs another key. The epoch advances only if that key opens the datagram.
        let epoch = (counter >> EPOCH) as u32;
        if epoch != self.epoch {
            let key = secret.key(self.way, epoch)?;
            let text = key.open(counter, clear, rest)?;
            if epoch > self.epoch {
                (self.epoch, self.key) = (epoch, Some(key));
            }
            return Some(text);
        }
        self.key.as_ref()?.open(counter, clear, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn datagram(text: &[u8]) -> Vec<u8> {
        [&[7; CLEAR], text, &[0; TAG]].concat()
    }

    fn opened<'a>(seal: &mut Seal, secret: &Secret, counter: u64, datagram: &'a mut [u8]) -> Option<&'a [u8]> {
        let (clear, rest) = datagram.split_at_mut_checked(CLEAR)?;
        seal.open(Some(secret), counter, clear, rest)
    }

    #[test]
    fn only_an_unchanged_datagram_opens() {
        let counters = [0, 1, (1 << 32) - 1, 1 << 32, 7 << 32 | 5, (1 << 48) - 1];
        for (cipher, counter) in Cipher::ALL.into_iter().flat_map(|cipher| counters.map(|counter| (cipher, counter))) {
            let secret = Secret::new(cipher, &[5; 32]);
            let (mut seal, mut open) = (Seal::new(Some(&secret), 0, 1, 2), Seal::new(Some(&secret), 0, 1, 2));
            let mut sealed = datagram(b"a frame");
            seal.seal(Some(&secret), counter, &mut sealed).unwrap();
            // Encrypting from two pieces of memory gives the same datagram.
            let mut pieces = [&[7; CLEAR][..], b"a fr", &[0; 3 + TAG]].concat();
            let body = crate::mem::Leaked::copy_of(b"ame");
            seal.seal_with(&secret, counter, &mut pieces, CLEAR + 4, body.region()).unwrap();
            assert_eq!(pieces, sealed);
            assert!(!sealed.windows(5).any(|w| w == b"frame"), "it can be read");
            for spoiled in 0..sealed.len() {
                let mut copy = sealed.clone();
                copy[spoiled] ^= 1;
                assert_eq!(opened(&mut open, &secret, counter, &mut copy), None, "byte {spoiled} was changed");
            }
            for len in 0..sealed.len() {
                assert_eq!(opened(&mut open, &secret, counter, &mut sealed.clone()[..len]), None, "cut to {len}");
            }
            assert_eq!(opened(&mut open, &secret, counter + 1, &mut sealed.clone()), None);
            assert_eq!(opened(&mut Seal::new(Some(&secret), 0, 2, 1), &secret, counter, &mut sealed.clone()), None);
            // The datagram does not open with another secret, or with the same secret for another cipher.
            let ciphers = Cipher::ALL.into_iter().filter(|other| *other != cipher);
            let others = ciphers.map(|cipher| Secret::new(cipher, &[5; 32])).chain([Secret::new(cipher, &[6; 32])]);
            for other in others {
                assert_eq!(opened(&mut Seal::new(Some(&other), 0, 1, 2), &other, counter, &mut sealed.clone()), None);
            }
            assert_eq!(opened(&mut open, &secret, counter, &mut sealed), Some(&b"a frame"[..]));
        }
    }

    #[test]
    fn keys_are_derived_as_documented_and_differ() {
        let mut keys = Vec::new();
        for cipher in Cipher::ALL {
            let secret = Secret::new(cipher, &[5; 32]);
            let mut sealed = datagram(b"a frame");
            Seal::new(Some(&secret), 0, 1, 2).seal(Some(&secret), 3 << 32, &mut sealed).unwrap();
            let label = [b"clump udp 10 ", cipher.name().as_bytes(), &[0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]].concat();
            let bytes = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &[5; 32]), &label);
            let key = Key::new(cipher, bytes.as_ref().first_chunk().unwrap()).unwrap();
            let (clear, rest) = sealed.split_at_mut(CLEAR);
            assert_eq!(key.open(3 << 32, clear, rest), Some(&b"a frame"[..]), "{cipher:?}");
            keys.push(bytes.as_ref().to_vec());
            let mut sealed = datagram(b"to all");
            Seal::for_group(Some(&secret), 0, 1, 2).seal(Some(&secret), 3 << 32, &mut sealed).unwrap();
            let label =
                [b"clump udp group 10 ", cipher.name().as_bytes(), &[0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]].concat();
            let bytes = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &[5; 32]), &label);
            let key = Key::new(cipher, bytes.as_ref().first_chunk().unwrap()).unwrap();
            let (clear, rest) = sealed.split_at_mut(CLEAR);
            assert_eq!(key.open(3 << 32, clear, rest), Some(&b"to all"[..]), "{cipher:?}");
            keys.push(bytes.as_ref().to_vec());
        }
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 2 * Cipher::ALL.len());
    }

    #[test]
    fn each_life_has_keys_of_its_own_and_no_more_counters_than_its_own() {
        let secret = Secret::new(Cipher::AegisX2, &[5; 32]);
        for life in [0u16, 1, u16::MAX] {
            let mut seal = Seal::new(Some(&secret), life, 1, 2);
            let mut sealed = datagram(b"a frame");
            let counter = first_counter(life);
            assert_eq!(life_of(counter), life);
            seal.seal(Some(&secret), counter, &mut sealed).expect("sealed");
            let mut open = Seal::new(Some(&secret), life, 1, 2);
            assert_eq!(opened(&mut open, &secret, counter, &mut sealed.clone()), Some(&b"a frame"[..]));
            // The datagram does not open under the counter of another life, which is authenticated by its key.
            let other = life.wrapping_add(1);
            let mut open = Seal::new(Some(&secret), other, 1, 2);
            assert_eq!(opened(&mut open, &secret, first_counter(other), &mut sealed), None);
            assert_eq!(seal.seal(Some(&secret), counter | ((1 << LIFE) - 1), &mut datagram(b"the last")), Some(()));
            assert_eq!(seal.seal(Some(&secret), first_counter(other), &mut datagram(b"one more")), None);
        }
    }

    #[test]
    fn random_secrets_differ() {
        assert_ne!(Secret::random().unwrap(), Secret::random().unwrap());
    }
}
