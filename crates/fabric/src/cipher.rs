//! What seals the datagrams of a job. (Lists of hosts name it, also where the network itself is left out.)

/// A way to encrypt and to authenticate (AEAD), the same for a whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cipher {
    /// AEGIS (RFC 10032): AEGIS-128L for short frames, AEGIS-128X2 for long ones. It needs AES in hardware.
    AegisX2,
    /// The same with AEGIS-128X4 for long frames, which is the quicker one with AES for 512 bits.
    AegisX4,
    /// AES-128-GCM (NIST SP 800-38D).
    AesGcm,
    /// ChaCha20-Poly1305 (RFC 8439), for processors without AES.
    ChaCha20Poly1305,
}

impl Cipher {
    pub const ALL: [Cipher; 4] = [Cipher::AegisX2, Cipher::AegisX4, Cipher::AesGcm, Cipher::ChaCha20Poly1305];

    /// Its name in lists of hosts, in labels of keys, and for people.
    pub fn name(self) -> &'static str {
        match self {
            Cipher::AegisX2 => "aegis-128x2",
            Cipher::AegisX4 => "aegis-128x4",
            Cipher::AesGcm => "aes-128-gcm",
            Cipher::ChaCha20Poly1305 => "chacha20-poly1305",
        }
    }

    /// The other way; `None`: there is no such cipher.
    pub fn named(name: &str) -> Option<Cipher> {
        Cipher::ALL.into_iter().find(|cipher| cipher.name() == name)
    }

    /// Its number in datagrams (docs/WIRE.md), from 1 to 15; 0 there means that nothing is sealed.
    pub const fn number(self) -> u8 {
        match self {
            Cipher::AesGcm => 1,
            Cipher::AegisX2 => 2,
            Cipher::AegisX4 => 3,
            Cipher::ChaCha20Poly1305 => 4,
        }
    }

    /// AEGIS in its quicker form for processors that encrypt `bits` by AES at a time ([`crate::sys::aes_bits`]);
    /// `None`: they have no AES.
    pub fn aegis(bits: u32) -> Option<Cipher> {
        match bits {
            0 => None,
            512.. => Some(Cipher::AegisX4),
            _ => Some(Cipher::AegisX2),
        }
    }

    /// True if processors that encrypt so many bits by AES at a time are fit for it. AEGIS without AES in hardware is
    /// slow, and how long it takes then tells of the key; the libraries for the others are safe everywhere.
    pub fn is_for(self, bits: u32) -> bool {
        bits > 0 || !matches!(self, Cipher::AegisX2 | Cipher::AegisX4)
    }
}
