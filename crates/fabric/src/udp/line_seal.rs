//! Seals the words of two processes that know one secret: each draws a key pair (X25519), and both derive keys from
//! what the pairs have in common and from the secret. A process without the secret reads nothing and passes for
//! neither.
use super::Secret;
use super::agreement::{KeyAgreement, PUBLIC, key_of_line};
use crate::sys::OwnProcess;
use ring::aead::{Aad, LessSafeKey, Nonce};

/// The keys of a line, and how many words have gone each way.
pub struct LineSeal {
    key: LessSafeKey,
    /// True for the process that has opened the line.
    opened: bool,
    sealed: u64,
    read: u64,
    owner: OwnProcess,
}

impl LineSeal {
    /// The bytes by which sealed words are longer.
    pub const OVERHEAD: usize = 16;

    /// Derives the keys. `opened` is true for the process that has opened the line, and false for the one that has
    /// accepted it. Fails if `theirs` is no public key.
    pub fn agree(
        own: KeyAgreement,
        theirs: &[u8; PUBLIC],
        secret: &[u8; Secret::BYTES],
        opened: bool,
    ) -> std::io::Result<LineSeal> {
        let key = key_of_line(own, theirs, secret, opened)?;
        Ok(LineSeal { key, opened, sealed: 0, read: 0, owner: OwnProcess::here() })
    }

    /// Returns a nonce that no other words of this line have: the direction and the number of the words.
    fn nonce(by_opener: bool, number: u64) -> Nonce {
        let mut nonce = [0; 12];
        nonce[0] = u8::from(by_opener);
        nonce[4..].copy_from_slice(&number.to_le_bytes());
        Nonce::assume_unique_for_key(nonce)
    }

    /// Seals words. Fails in a child that the process has forked: its copy of the keys would use nonces again.
    pub fn seal(&mut self, words: &[u8]) -> std::io::Result<Vec<u8>> {
        if !self.owner.is_here() {
            return Err(std::io::Error::other("a forked child has no part in its parent's connections"));
        }
        let mut bytes = words.to_vec();
        let nonce = LineSeal::nonce(self.opened, self.sealed);
        self.sealed += 1;
        let sealed = self.key.seal_in_place_append_tag(nonce, Aad::empty(), &mut bytes);
        sealed.map_err(|_| std::io::Error::other("the words are too long to seal"))?;
        Ok(bytes)
    }

    /// Opens the next words of the other process; `None` if they were not sealed by it.
    pub fn open(&mut self, mut sealed: Vec<u8>) -> Option<Vec<u8>> {
        let nonce = LineSeal::nonce(!self.opened, self.read);
        let len = self.key.open_in_place(nonce, Aad::empty(), &mut sealed).ok()?.len();
        self.read += 1;
        sealed.truncate(len);
        Some(sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(secrets: [u8; 2]) -> [LineSeal; 2] {
        let (one, two) = (KeyAgreement::new().expect("keys"), KeyAgreement::new().expect("keys"));
        let publics = [one.public(), two.public()];
        let one = LineSeal::agree(one, &publics[1], &[secrets[0]; 32], true).expect("keys");
        [one, LineSeal::agree(two, &publics[0], &[secrets[1]; 32], false).expect("keys")]
    }

    #[test]
    fn both_sides_read_each_others_words_in_order() {
        let [mut one, mut two] = pair([5, 5]);
        let words: Vec<Vec<u8>> = (0..3u8).map(|i| vec![i; 40]).collect();
        let sealed: Vec<Vec<u8>> = words.iter().map(|w| one.seal(w).expect("sealed")).collect();
        assert!(!sealed[1].windows(4).any(|w| w == [1; 4]), "the words do not show");
        assert_eq!(sealed[0].len(), words[0].len() + LineSeal::OVERHEAD);
        let answer = two.seal(b"yes").expect("sealed");
        assert!(two.open(sealed[1].clone()).is_none(), "words out of order are refused");
        assert_eq!(sealed.into_iter().map(|s| two.open(s).expect("opened")).collect::<Vec<_>>(), words);
        assert_eq!(one.open(answer).as_deref(), Some(&b"yes"[..]));
    }

    #[test]
    fn a_process_without_the_secret_reads_nothing() {
        let [mut one, mut two] = pair([5, 6]);
        let sealed = one.seal(b"words").expect("sealed");
        assert!(two.open(sealed).is_none());
        let [mut one, mut two] = pair([5, 5]);
        let mut spoiled = one.seal(b"words").expect("sealed");
        spoiled[0] ^= 1;
        assert!(two.open(spoiled).is_none());
        assert!(one.open(one_of(&mut pair([5, 5])[0])).is_none(), "another line's words are refused");
    }

    fn one_of(line: &mut LineSeal) -> Vec<u8> {
        line.seal(b"words").expect("sealed")
    }
}
