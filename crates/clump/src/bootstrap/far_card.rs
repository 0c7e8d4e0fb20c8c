//! The part of a rank's card by which ranks of other machines reach it.
use clump_fabric::udp::PUBLIC;
use std::net::IpAddr;
use std::str::Split;

/// What ranks of other machines need to reach a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FarCard {
    pub version: String,
    /// The host's name, for messages.
    pub name: String,
    pub cores: u32,
    pub mtu: usize,
    pub aes: u32,
    pub addresses: Vec<IpAddr>,
    pub port: u16,
    /// The port for contacts, if the rank is its host's lowest.
    pub agent: u16,
    pub public: [u8; PUBLIC],
}

impl FarCard {
    pub fn to_text(&self) -> String {
        let addresses: Vec<String> = self.addresses.iter().map(IpAddr::to_string).collect();
        let FarCard { version, name, cores, mtu, aes, port, agent, .. } = self;
        let (addresses, public) = (addresses.join(","), hex(&self.public));
        format!("{version}/{name}/{cores}/{mtu}/{aes}/{addresses}/{port}/{agent}/{public}")
    }

    /// Parses the words of a card; the inner `None` is a rank without a socket.
    pub fn from_words(words: &mut Split<'_, char>) -> Option<Option<FarCard>> {
        let version = words.next()?.to_owned();
        if version == "-" {
            return Some(None);
        }
        let mut word = || words.next();
        Some(Some(FarCard {
            version,
            name: word()?.to_owned(),
            cores: word()?.parse().ok()?,
            mtu: word()?.parse().ok()?,
            aes: word()?.parse().ok()?,
            addresses: word()?.split(',').map(|a| a.parse().ok()).collect::<Option<_>>()?,
            port: word()?.parse().ok()?,
            agent: word()?.parse().ok()?,
            public: bytes(word()?)?,
        }))
    }
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Parses hexadecimal digits; `None` if they are not `N` bytes.
pub(super) fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let byte = |i: usize| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok();
    let all: Option<Vec<u8>> = (0..N).map(byte).collect();
    all.filter(|_| hex.len() == 2 * N)?.try_into().ok()
}
