//! Sealing: AES-128-GCM, a key for each (source, destination, epoch), the counter as nonce. A key seals no more than
//! 2^32 datagrams; the counter's upper half is the epoch.
use super::aead::{KEY, Key, NONCE};
use super::{CLEAR, TAG, VERSION};
use crate::mem::Region;
use aws_lc_rs::hmac;

/// The job's secret.
pub struct Secret(hmac::Key);

impl Secret {
    pub const BYTES: usize = 32;

    pub fn new(bytes: &[u8; Secret::BYTES]) -> Secret {
        Secret(hmac::Key::new(hmac::HMAC_SHA256, bytes))
    }

    /// Draws a fresh one from the system.
    pub fn random() -> std::io::Result<[u8; Secret::BYTES]> {
        let mut bytes = [0; Secret::BYTES];
        aws_lc_rs::rand::fill(&mut bytes).map_err(|_| std::io::Error::other("the system gives no random bytes"))?;
        Ok(bytes)
    }

    fn key(&self, source: u32, destination: u32, epoch: u32) -> Option<Key> {
        let mut name = *b"clump udp ? \0\0\0\0\0\0\0\0\0\0\0\0";
        name[10] = b'0' + VERSION;
        for (i, word) in [source, destination, epoch].into_iter().enumerate() {
            name[12 + 4 * i..16 + 4 * i].copy_from_slice(&word.to_le_bytes());
        }
        let tag = hmac::sign(&self.0, &name);
        Key::new(tag.as_ref().first_chunk::<KEY>()?)
    }
}

/// The key of one direction, in its present epoch.
pub(super) struct Seal {
    source: u32,
    destination: u32,
    epoch: u32,
    key: Option<Key>,
}

fn nonce(counter: u64) -> [u8; NONCE] {
    let mut nonce = [0; NONCE];
    nonce[4..].copy_from_slice(&counter.to_be_bytes());
    nonce
}

impl Seal {
    /// `None` as secret: nothing is sealed.
    pub fn new(secret: Option<&Secret>, source: u32, destination: u32) -> Seal {
        Seal { source, destination, epoch: 0, key: secret.and_then(|s| s.key(source, destination, 0)) }
    }

    fn turn(&mut self, secret: &Secret, counter: u64) {
        let epoch = (counter >> 32) as u32;
        if epoch != self.epoch {
            self.epoch = epoch;
            self.key = secret.key(self.source, self.destination, epoch);
        }
    }

    /// Seals `datagram`, whose last [`TAG`] bytes are free. The counter must be a new one.
    pub fn seal(&mut self, secret: Option<&Secret>, counter: u64, datagram: &mut [u8]) -> Option<()> {
        let Some(secret) = secret else { return Some(()) };
        self.turn(secret, counter);
        let (clear, rest) = datagram.split_at_mut(CLEAR);
        self.key.as_ref()?.seal(nonce(counter), clear, rest)
    }

    /// The same for a datagram of which `body` is the rest: sealed on its way to the end, and not copied before.
    pub fn seal_with(
        &mut self,
        secret: &Secret,
        counter: u64,
        datagram: &mut [u8],
        front: usize,
        body: Region,
    ) -> Option<()> {
        self.turn(secret, counter);
        let (clear, rest) = datagram.split_at_mut(CLEAR);
        self.key.as_ref()?.seal_with(nonce(counter), clear, rest, front - CLEAR, body)
    }

    /// Opens what stands behind the clear bytes in place; the frame in it, if it is genuine.
    pub fn open<'a>(
        &mut self,
        secret: Option<&Secret>,
        counter: u64,
        clear: &[u8],
        rest: &'a mut [u8],
    ) -> Option<&'a [u8]> {
        let Some(secret) = secret else { return rest.len().checked_sub(TAG).map(|len| &rest[..len]) };
        // A counter far ahead is of a key that nobody has yet; looked at only if it opens.
        let epoch = (counter >> 32) as u32;
        if epoch != self.epoch {
            let key = secret.key(self.source, self.destination, epoch)?;
            let text = key.open(nonce(counter), clear, rest)?;
            if epoch > self.epoch {
                self.turn(secret, counter);
            }
            return Some(text);
        }
        self.key.as_ref()?.open(nonce(counter), clear, rest)
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
    fn what_is_sealed_opens_and_nothing_else_does() {
        let secret = Secret::new(&[5; 32]);
        for counter in [0, 1, (1 << 32) - 1, 1 << 32, 7 << 32 | 5] {
            let (mut seal, mut open) = (Seal::new(Some(&secret), 1, 2), Seal::new(Some(&secret), 1, 2));
            let mut sealed = datagram(b"a frame");
            seal.seal(Some(&secret), counter, &mut sealed).unwrap();
            // A datagram that is sealed from two pieces is the same.
            let mut pieces = [&[7; CLEAR][..], b"a fr", &[0; 3 + TAG]].concat();
            let body = crate::mem::Buffer::copy_of(b"ame");
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
            assert_eq!(opened(&mut Seal::new(Some(&secret), 2, 1), &secret, counter, &mut sealed.clone()), None);
            let other = Secret::new(&[6; 32]);
            assert_eq!(opened(&mut Seal::new(Some(&other), 1, 2), &other, counter, &mut sealed.clone()), None);
            assert_eq!(opened(&mut open, &secret, counter, &mut sealed), Some(&b"a frame"[..]));
        }
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(Secret::random().unwrap(), Secret::random().unwrap());
    }
}
