//! How the ranks of a job get one secret through a space that others may read: each publishes a public key (X25519),
//! and one rank seals the secret for each other rank. A process that only reads the space learns nothing. A process
//! that can write to it can pose as a rank; the launcher must keep such processes out.
use super::Secret;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use std::io;

/// Bytes of a public key.
pub const PUBLIC: usize = 32;
/// Bytes of a sealed secret: the sealer's public key, the secret and the tag.
pub const SEALED: usize = PUBLIC + Secret::BYTES + 16;

/// This process's half of an agreement.
pub struct KeyAgreement {
    own: EphemeralPrivateKey,
    public: [u8; PUBLIC],
}

fn failed(what: &str) -> io::Error {
    io::Error::other(format!("the agreement on the job's key failed: {what}"))
}

impl KeyAgreement {
    /// Draws a key pair.
    pub fn new() -> io::Result<KeyAgreement> {
        let own =
            EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).map_err(|_| failed("no random bytes"))?;
        let public = own.compute_public_key().map_err(|_| failed("no public key"))?;
        let public = public.as_ref().try_into().map_err(|_| failed("a public key of another length"))?;
        Ok(KeyAgreement { own, public })
    }

    /// Returns the public key.
    pub fn public(&self) -> [u8; PUBLIC] {
        self.public
    }

    /// Opens what [`seal`] has sealed for this key.
    pub fn open(self, sealed: &[u8; SEALED]) -> io::Result<[u8; Secret::BYTES]> {
        let (theirs, rest) = sealed.split_at(PUBLIC);
        let mut bytes = rest.to_vec();
        let key = shared(self.own, theirs)?;
        let plain = key
            .open_in_place(Nonce::assume_unique_for_key([0; 12]), Aad::empty(), &mut bytes)
            .map_err(|_| failed("the secret was sealed for another key"))?;
        (&*plain).try_into().map_err(|_| failed("a secret of another length"))
    }
}

/// Seals a secret for the owner of a public key. Each call uses a key pair of its own, so that no key seals twice.
pub fn seal(secret: &[u8; Secret::BYTES], public: &[u8; PUBLIC]) -> io::Result<[u8; SEALED]> {
    let KeyAgreement { own, public: ours } = KeyAgreement::new()?;
    let mut bytes = secret.to_vec();
    shared(own, public)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key([0; 12]), Aad::empty(), &mut bytes)
        .map_err(|_| failed("it cannot be sealed"))?;
    let mut sealed = [0; SEALED];
    sealed[..PUBLIC].copy_from_slice(&ours);
    sealed[PUBLIC..].copy_from_slice(&bytes);
    Ok(sealed)
}

/// Returns the key that both sides derive.
fn shared(own: EphemeralPrivateKey, theirs: &[u8]) -> io::Result<LessSafeKey> {
    let theirs = UnparsedPublicKey::new(&X25519, theirs);
    agreed(agree_ephemeral(own, &theirs, |bytes| {
        let key = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, b"clump job secret 1"), bytes);
        let key = UnboundKey::new(&AES_256_GCM, key.as_ref()).map_err(|_| failed("no key"))?;
        Ok(LessSafeKey::new(key))
    }))
}

/// Returns the key of an agreement, if the other side's public key was one.
fn agreed<T>(key: Result<io::Result<T>, ring::error::Unspecified>) -> io::Result<T> {
    key.map_err(|_| failed("no public key of X25519"))?
}

/// Returns the secret that a text stands for. An attacker who sees one handshake can try texts, so the text must be as
/// hard to guess as a key.
pub fn secret_of_text(text: &[u8]) -> [u8; Secret::BYTES] {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, b"clump secret text 1"), text);
    let mut secret = [0; Secret::BYTES];
    secret.copy_from_slice(tag.as_ref());
    secret
}

/// Returns the key that both ends of a line derive from their key pairs and their common secret.
pub(super) fn key_of_line(
    own: KeyAgreement,
    theirs: &[u8; PUBLIC],
    secret: &[u8; Secret::BYTES],
    opened: bool,
) -> io::Result<LessSafeKey> {
    let publics = if opened { [own.public, *theirs] } else { [*theirs, own.public] };
    let theirs = UnparsedPublicKey::new(&X25519, theirs);
    agreed(agree_ephemeral(own.own, &theirs, |bytes| {
        let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, secret));
        [&b"clump line 1"[..], bytes, &publics[0], &publics[1]].iter().for_each(|part| context.update(part));
        let key = UnboundKey::new(&AES_256_GCM, context.sign().as_ref()).map_err(|_| failed("no key"))?;
        Ok(LessSafeKey::new(key))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stands_for_one_secret() {
        assert_eq!(secret_of_text(b"a text"), secret_of_text(b"a text"));
        assert_ne!(secret_of_text(b"a text"), secret_of_text(b"a texu"));
    }

    #[test]
    fn the_owner_of_the_key_alone_opens_the_secret() {
        let secret = [7; Secret::BYTES];
        let (own, other) = (KeyAgreement::new().expect("keys"), KeyAgreement::new().expect("keys"));
        let sealed = seal(&secret, &own.public()).expect("sealed");
        assert!(!sealed.windows(4).any(|w| w == [7; 4]), "the secret does not show");
        assert_eq!(own.open(&sealed).expect("opened"), secret);
        assert!(other.open(&sealed).is_err());
        let own = KeyAgreement::new().expect("keys");
        let mut spoiled = seal(&secret, &own.public()).expect("sealed");
        spoiled[SEALED - 1] ^= 1;
        assert!(own.open(&spoiled).is_err());
    }
}
