//! The cipher that encrypts the datagrams of a job. Host lists name a cipher even in builds without the network.

/// An authenticated cipher (AEAD). All processes of a job use one cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cipher {
    /// AEGIS (RFC 10032): AEGIS-128L for short frames, AEGIS-128X2 for long ones. It needs AES in hardware.
    AegisX2,
    /// AEGIS with AEGIS-128L for short frames and AEGIS-128X4 for long ones. Faster than [`Cipher::AegisX2`] where the
    /// processor has 512-bit AES.
    AegisX4,
    /// AES-128-GCM (NIST SP 800-38D).
    AesGcm,
    /// ChaCha20-Poly1305 (RFC 8439), for processors without AES.
    ChaCha20Poly1305,
}

impl Cipher {
    pub const ALL: [Cipher; 4] = [Cipher::AegisX2, Cipher::AegisX4, Cipher::AesGcm, Cipher::ChaCha20Poly1305];

    /// Returns the cipher's name, as host lists, key labels and messages to the user spell it.
    pub fn name(self) -> &'static str {
        match self {
            Cipher::AegisX2 => "aegis-128x2",
            Cipher::AegisX4 => "aegis-128x4",
            Cipher::AesGcm => "aes-128-gcm",
            Cipher::ChaCha20Poly1305 => "chacha20-poly1305",
        }
    }

    /// Returns the cipher of this name, or `None` if there is none.
    pub fn named(name: &str) -> Option<Cipher> {
        Cipher::ALL.into_iter().find(|cipher| cipher.name() == name)
    }

    /// Returns the cipher's number in datagrams (docs/WIRE.md), from 1 to 15. Datagrams that are not encrypted carry 0.
    pub const fn number(self) -> u8 {
        match self {
            Cipher::AesGcm => 1,
            Cipher::AegisX2 => 2,
            Cipher::AegisX4 => 3,
            Cipher::ChaCha20Poly1305 => 4,
        }
    }

    /// Returns the faster form of AEGIS for a processor that encrypts `bits` bits by AES at a time
    /// ([`crate::sys::aes_bits`]), or `None` if the processor has no AES.
    pub fn aegis(bits: u32) -> Option<Cipher> {
        match bits {
            0 => None,
            512.. => Some(Cipher::AegisX4),
            _ => Some(Cipher::AegisX2),
        }
    }

    /// Returns true if the cipher suits a processor that encrypts `bits` bits by AES at a time. AEGIS without AES in
    /// hardware is slow, and its running time would reveal the key. The libraries for the other ciphers are safe
    /// everywhere.
    pub fn is_for(self, bits: u32) -> bool {
        bits > 0 || !matches!(self, Cipher::AegisX2 | Cipher::AegisX4)
    }
}
