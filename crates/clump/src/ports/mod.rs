//! Ports, by which processes of jobs that know nothing of each other meet (MPI 5.0, 11.8): a port is a text with the
//! addresses of a listening process and a secret. Whoever has the text can connect; no launcher takes part.
//!
//! A [`PortLine`] is the connection of two processes. It carries words in both directions, sealed by keys that the
//! processes derive from the port's secret and from fresh key pairs. It never blocks: the caller makes progress for its
//! job between two looks.
mod caller;
mod line;
mod listener;
mod published;

pub use caller::PortCaller;
pub use clump_fabric::udp::secret_of_text;
pub use line::{NumberSwap, PortLine};
pub use listener::{PortListener, Refusals};
pub use published::{LONGEST_NAME, PublishedName, find, look_up, publish};

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The first word of a port's text, with its version.
const TITLE: &str = "clump-port-1";
/// The word by which a process that connects chooses one of its lines to a port.
const CHOSEN: &[u8] = b"chosen";
/// The most addresses of a port: its text has at most 1,023 characters.
const ADDRESSES: usize = 16;

/// The contents of a port's text.
#[derive(Clone, PartialEq, Eq)]
pub struct PortName {
    addresses: Vec<IpAddr>,
    port: u16,
    secret: [u8; 32],
}

impl PortName {
    /// Parses the text of a port.
    pub fn from_text(text: &str) -> Option<PortName> {
        let mut words = text.trim().split('/');
        if words.next()? != TITLE {
            return None;
        }
        let port = words.next()?.parse().ok()?;
        let hex = words.next()?;
        let byte = |i: usize| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok();
        let secret = (0..32).map(byte).collect::<Option<Vec<u8>>>()?;
        let secret = secret.try_into().ok().filter(|_| hex.len() == 64)?;
        let addresses = words.next()?.split(',').map(|a| a.parse().ok()).collect::<Option<_>>()?;
        words.next().is_none().then_some(PortName { addresses, port, secret })
    }

    /// Returns the text of the port. It contains the port's secret.
    pub fn to_text(&self) -> String {
        let secret: String = self.secret.iter().map(|b| format!("{b:02x}")).collect();
        let addresses: Vec<String> = self.addresses.iter().map(IpAddr::to_string).collect();
        format!("{TITLE}/{}/{secret}/{}", self.port, addresses.join(","))
    }

    /// Returns the port of a process that listens at these addresses ([`PortListener::listen`]).
    pub fn at(addresses: Vec<IpAddr>, port: u16, secret: [u8; 32]) -> PortName {
        PortName { addresses, port, secret }
    }

    fn new(port: u16, secret: [u8; 32], mut addresses: Vec<IpAddr>) -> PortName {
        addresses.truncate(ADDRESSES - 1);
        // A process of this machine reaches the listener even if the machine's other addresses do not work.
        let here = Ipv4Addr::LOCALHOST.into();
        if !addresses.contains(&here) {
            addresses.push(here);
        }
        PortName { addresses, port, secret }
    }

    fn places(&self) -> impl Iterator<Item = SocketAddr> {
        self.addresses.iter().map(|&address| SocketAddr::new(address, self.port))
    }
}

impl std::fmt::Debug for PortName {
    /// Formats everything but the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PortName").field("addresses", &self.addresses).field("port", &self.port).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_survives_being_written() {
        let addresses = (0..20).map(|i| IpAddr::from([0xfd00, 1, 2, 3, 4, 5, 6, i])).collect();
        let port = PortName::new(65535, [0xa5; 32], addresses);
        assert!(port.to_text().len() < 1024, "{}", port.to_text().len());
        assert_eq!(PortName::from_text(&port.to_text()), Some(port.clone()));
        assert!(!format!("{port:?}").contains("165"), "nor does a panic's message tell the secret");
    }

    #[test]
    fn what_is_no_port_is_refused() {
        let text = PortName::new(9, [7; 32], Vec::new()).to_text();
        for (from, to) in [(TITLE, "clump-port-0"), ("/9/", "/x/"), ("0707", "07"), ("127.", "x."), ("/9/", "/9/9/")] {
            assert_eq!(PortName::from_text(&text.replacen(from, to, 1)), None, "{to}");
        }
        assert_eq!(PortName::from_text(""), None);
    }
}
