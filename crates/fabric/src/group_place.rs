//! Where a job's frames to groups go: addresses, port and link, the same for all of its processes.
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Groups of a job share so many addresses. A system lets a socket join 20 of IPv4 by default (`igmp_max_memberships`),
/// and switches that snoop have room for some hundreds; with half as many, hosts are sent twice as much of groups that
/// are not theirs.
const ADDRESSES: u16 = 16;
/// Ports above those that systems give to sockets that ask for none.
const FIRST_PORT: u16 = 61_000;

/// Addresses and port are drawn for each job, so that jobs on one link rarely hear each other; what is heard all the
/// same does not open. Nothing leaves the link: IPv6's scope says so, and IPv4's packets live for one hop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlace {
    /// The first of the job's addresses; its low four bits are 0.
    pub address: IpAddr,
    pub port: u16,
    /// The name of this host's interface.
    pub interface: String,
}

impl GroupPlace {
    /// Of IPv4 or of IPv6, for a job that has drawn these bytes, on the port `port` if that is given.
    pub fn drawn(drawn: &[u8; 32], v6: bool, port: Option<u16>, interface: String) -> GroupPlace {
        let word = |at: usize| u16::from_be_bytes([drawn[at], drawn[at + 1]]);
        let address = if v6 {
            // Transient, for one link (RFC 4291, 2.7).
            let [a, b, c, d, e, f] = [0, 2, 4, 6, 8, 10].map(word);
            Ipv6Addr::new(0xff12, a, b, c, d, e, f, word(12) & !(ADDRESSES - 1)).into()
        } else {
            // Of local scope (RFC 2365).
            Ipv4Addr::new(239, 255, drawn[0], drawn[1] & !(ADDRESSES as u8 - 1)).into()
        };
        let port = port.unwrap_or(FIRST_PORT + word(14) % (u16::MAX - FIRST_PORT));
        GroupPlace { address, port, interface }
    }

    /// True if it could be drawn.
    pub fn is_sound(&self) -> bool {
        let low = match self.address {
            IpAddr::V4(a) => u16::from(a.octets()[3]),
            IpAddr::V6(a) => a.segments()[7],
        };
        let name = self.interface.bytes();
        self.address.is_multicast()
            && low.is_multiple_of(ADDRESSES)
            && self.port > 0
            && !self.interface.is_empty()
            && name.into_iter().all(|b| b.is_ascii_graphic())
    }

    /// Which of the job's addresses a group has.
    #[cfg(feature = "udp")]
    pub(crate) fn which(group: u16) -> usize {
        usize::from(group % ADDRESSES)
    }

    /// The address of a group.
    pub fn address_of(&self, group: u16) -> IpAddr {
        let which = group % ADDRESSES;
        match self.address {
            IpAddr::V4(a) => {
                let [x, y, z, last] = a.octets();
                Ipv4Addr::new(x, y, z, last | which as u8).into()
            }
            IpAddr::V6(a) => {
                let mut segments = a.segments();
                segments[7] |= which;
                Ipv6Addr::from(segments).into()
            }
        }
    }
}

/// How many addresses there are to count.
#[cfg(any(test, feature = "udp"))]
pub(crate) const COUNT: usize = ADDRESSES as usize;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_addresses_of_the_link_alone() {
        let drawn: [u8; 32] = std::array::from_fn(|i| 0xfb ^ i as u8);
        for v6 in [false, true] {
            let place = GroupPlace::drawn(&drawn, v6, None, "eth0".into());
            assert!(place.is_sound() && place.port >= FIRST_PORT, "{place:?}");
            let all: std::collections::HashSet<_> = (0..1000).map(|group| place.address_of(group)).collect();
            assert_eq!(all.len(), COUNT);
            for address in all {
                assert!(address.is_multicast());
                match address {
                    IpAddr::V4(a) => assert_eq!(a.octets()[..2], [239, 255]),
                    IpAddr::V6(a) => assert_eq!(a.segments()[0], 0xff12),
                }
            }
            let other = GroupPlace { address: "10.0.0.0".parse().unwrap(), ..place.clone() };
            assert!(!other.is_sound() && !GroupPlace { interface: "a b".into(), ..place }.is_sound());
        }
    }
}
