//! AEGIS (RFC 10032). AEGIS-128L encrypts short frames, and AEGIS-128X2 or AEGIS-128X4 encrypts long ones, with another
//! key. The receiver knows the length of a frame before it opens the frame, so the frame need not say which cipher was
//! used.
use super::TAG;
use aegis::aegis128l::Aegis128L;
use aegis::aegis128x2::Aegis128X2;
use aegis::aegis128x4::Aegis128X4;

/// The length in bytes from which on a text is long, for AEGIS-128X2; `LONG_X4` is the length for AEGIS-128X4. These
/// two ciphers take longer to set up and then encrypt more bytes in a step. docs/decisions/0013-ciphers.md has the
/// lengths at which they overtake AEGIS-128L.
const LONG_X2: usize = 768;
const LONG_X4: usize = 256;
/// The size of a key, and of a nonce, in bytes.
const KEY: usize = 16;

/// The cipher of long frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    X2,
    X4,
}

pub struct Keys {
    short: [u8; KEY],
    long: [u8; KEY],
    lanes: Lanes,
}

impl Keys {
    /// Creates the two keys from the halves of the derived bytes.
    pub fn new(lanes: Lanes, bytes: &[u8; 2 * KEY]) -> Keys {
        let half = |start: usize| std::array::from_fn(|i| bytes[start + i]);
        Keys { short: half(0), long: half(KEY), lanes }
    }

    /// Returns the long frames' cipher if it encrypts a text of `len` bytes; `None`: AEGIS-128L encrypts the text.
    #[inline]
    fn lanes(&self, len: usize) -> Option<Lanes> {
        match self.lanes {
            Lanes::X2 if len < LONG_X2 => None,
            Lanes::X4 if len < LONG_X4 => None,
            lanes => Some(lanes),
        }
    }

    /// Encrypts the text in place. Returns its tag.
    #[inline]
    pub fn seal(&self, counter: u64, clear: &[u8], text: &mut [u8]) -> [u8; TAG] {
        let nonce = nonce(counter);
        match self.lanes(text.len()) {
            None => Aegis128L::<TAG>::new(&self.short, &nonce).encrypt_in_place(text, clear),
            Some(Lanes::X2) => Aegis128X2::<TAG>::new(&self.long, &nonce).encrypt_in_place(text, clear),
            Some(Lanes::X4) => Aegis128X4::<TAG>::new(&self.long, &nonce).encrypt_in_place(text, clear),
        }
    }

    /// Decrypts the text in place. Returns `None`, and erases the text, if the frame is not genuine.
    #[inline]
    pub fn open(&self, counter: u64, clear: &[u8], text: &mut [u8], tag: &[u8; TAG]) -> Option<()> {
        let nonce = nonce(counter);
        match self.lanes(text.len()) {
            None => Aegis128L::<TAG>::new(&self.short, &nonce).decrypt_in_place(text, tag, clear),
            Some(Lanes::X2) => Aegis128X2::<TAG>::new(&self.long, &nonce).decrypt_in_place(text, tag, clear),
            Some(Lanes::X4) => Aegis128X4::<TAG>::new(&self.long, &nonce).decrypt_in_place(text, tag, clear),
        }
        .ok()
    }
}

/// Returns the nonce: the counter, big-endian, behind zeros.
fn nonce(counter: u64) -> [u8; KEY] {
    u128::from(counter).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hex")).collect()
    }

    fn array(hex: &str) -> [u8; 16] {
        bytes(hex).try_into().expect("16 bytes")
    }

    /// A function that encrypts by one of the ciphers. It takes key, nonce, associated data and message, and returns
    /// ciphertext and tag.
    type SealFunction = fn([u8; 16], [u8; 16], &[u8], &[u8]) -> (Vec<u8>, [u8; 16]);

    macro_rules! way {
        ($name:ident, $cipher:ident) => {
            fn $name(key: [u8; 16], nonce: [u8; 16], clear: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
                let mut text = text.to_vec();
                let tag = $cipher::<16>::new(&key, &nonce).encrypt_in_place(&mut text, clear);
                (text, tag)
            }
        };
    }
    way!(one, Aegis128L);
    way!(two, Aegis128X2);
    way!(four, Aegis128X4);

    /// The vectors of RFC 10032, appendix A: key, nonce, associated data, message, ciphertext, tag of 128 bits.
    const VECTORS: [(SealFunction, [&str; 6]); 9] = [
        (
            one,
            [
                "10010000000000000000000000000000",
                "10000200000000000000000000000000",
                "",
                "00000000000000000000000000000000",
                "c1c0e58bd913006feba00f4b3cc3594e",
                "abe0ece80c24868a226a35d16bdae37a",
            ],
        ),
        (
            one,
            [
                "10010000000000000000000000000000",
                "10000200000000000000000000000000",
                "",
                "",
                "",
                "c2b879a67def9d74e6c14f708bbcc9b4",
            ],
        ),
        (
            one,
            [
                "10010000000000000000000000000000",
                "10000200000000000000000000000000",
                "0001020304050607",
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84",
                "cc6f3372f6aa1bb82388d695c3962d9a",
            ],
        ),
        (
            one,
            [
                "10010000000000000000000000000000",
                "10000200000000000000000000000000",
                "0001020304050607",
                "000102030405060708090a0b0c0d",
                "79d94593d8c2119d7e8fd9b8fc77",
                "5c04b3dba849b2701effbe32c7f0fab7",
            ],
        ),
        (
            one,
            [
                "10010000000000000000000000000000",
                "10000200000000000000000000000000",
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829",
                "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f3031323334353637",
                "b31052ad1cca4e291abcf2df3502e6bdb1bfd6db36798be3607b1f94d34478aa7ede7f7a990fec10",
                "7542a745733014f9474417b337399507",
            ],
        ),
        (
            two,
            [
                "000102030405060708090a0b0c0d0e0f",
                "101112131415161718191a1b1c1d1e1f",
                "",
                "",
                "",
                "63117dc57756e402819a82e13eca8379",
            ],
        ),
        (
            two,
            [
                "000102030405060708090a0b0c0d0e0f",
                "101112131415161718191a1b1c1d1e1f",
                "0102030401020304",
                "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607\
                 0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607\
                 0405060704050607040506070405060704050607040506070405060704050607",
                "5795544301997f93621b278809d6331b3bfa6f18e90db12c4aa35965b5e98c5fc6fb4e54bcb6111842c20637\
                 252eff747cb3a8f85b37de80919a589fe0f24872bc926360696739e05520647e390989e1eb5fd42f99678a02\
                 76a498f8c454761c9d6aacb647ad56be62b29c22cd4b5761b38f43d5a5ee062f",
                "1aebc200804f405cab637f2adebb6d77",
            ],
        ),
        (
            four,
            [
                "000102030405060708090a0b0c0d0e0f",
                "101112131415161718191a1b1c1d1e1f",
                "",
                "",
                "",
                "5bef762d0947c00455b97bb3af30dfa3",
            ],
        ),
        (
            four,
            [
                "000102030405060708090a0b0c0d0e0f",
                "101112131415161718191a1b1c1d1e1f",
                "0102030401020304",
                "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607\
                 0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607\
                 0405060704050607040506070405060704050607040506070405060704050607",
                "e836118562f4479c9d35c17356a833114c21f9aa39e4dda5e5c87f4152a00fce9a7c38f832eafe8b1c12f8a7\
                 cf12a81a1ad8a9c24ba9dedfbdaa586ffea67ddc801ea97d9ab4a872f42d0e352e2713dacd609f9442c17517\
                 c5a29daf3e2a3fac4ff6b1380c4e46df7b086af6ce6bc1ed594b8dd64aed2a7e",
                "0e56ab94e2e85db80f9d54010caabfb4",
            ],
        ),
    ];

    #[test]
    fn ciphers_match_the_vectors_of_rfc_10032() {
        for (way, [key, nonce, clear, text, sealed, tag]) in VECTORS {
            let (key, nonce, clear) = (array(key), array(nonce), bytes(clear));
            assert_eq!(way(key, nonce, &clear, &bytes(text)), (bytes(sealed), array(tag)));
        }
        // The standard says that these frames must be refused: key and nonce exchanged, and each of the other inputs
        // with a changed bit.
        let (key, nonce, clear) = (VECTORS[3].1[0], VECTORS[3].1[1], "0001020304050607");
        let (sealed, tag) = ("79d94593d8c2119d7e8fd9b8fc77", "5c04b3dba849b2701effbe32c7f0fab7");
        let opens = |key: &str, nonce: &str, clear: &str, sealed: &str, tag: &str| {
            let cipher = Aegis128L::<16>::new(&array(key), &array(nonce));
            cipher.decrypt_in_place(&mut bytes(sealed), &array(tag), &bytes(clear)).is_ok()
        };
        assert!(opens(key, nonce, clear, sealed, tag));
        assert!(!opens(nonce, key, clear, sealed, tag));
        assert!(!opens(key, nonce, clear, "79d94593d8c2119d7e8fd9b8fc78", tag));
        assert!(!opens(key, nonce, "0001020304050608", sealed, tag));
        assert!(!opens(key, nonce, clear, sealed, "6c04b3dba849b2701effbe32c7f0fab8"));
    }

    #[test]
    fn short_and_long_frames_use_their_ciphers() {
        for (lanes, way, first) in
            [(Lanes::X2, two as SealFunction, LONG_X2), (Lanes::X4, four as SealFunction, LONG_X4)]
        {
            let keys = Keys::new(lanes, &std::array::from_fn(|i| i as u8 * 3));
            for len in [0, first - 1, first, 9000] {
                let text = vec![5; len];
                let (way, key) = if len < first { (one as SealFunction, keys.short) } else { (way, keys.long) };
                let mut sealed = text.clone();
                let tag = keys.seal(0x0102, b"clear", &mut sealed);
                let mut nonce = [0; 16];
                nonce[14..].copy_from_slice(&[1, 2]);
                assert_eq!((sealed, tag), way(key, nonce, b"clear", &text), "{len} bytes, {lanes:?}");
            }
        }
    }
}
