//! Where the multicast frames of a job go: addresses, port and network interface. All processes of a job use the same.
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// How many multicast addresses the groups of a job share. More addresses exceed limits: by default a socket may join
/// 20 IPv4 groups (`igmp_max_memberships`), and switches that snoop IGMP have room for some hundreds. With fewer
/// addresses, a host receives more frames of groups that it has not joined.
const ADDRESSES: u16 = 16;
/// The lowest port that a job uses. It lies above the ports that systems give to sockets that ask for no port.
const FIRST_PORT: u16 = 61_000;

/// The multicast addresses and port of a job. Each job draws them at random, so that two jobs on one link rarely
/// receive each other's datagrams; a datagram of another job fails authentication. No datagram leaves the link: the
/// address has link scope (IPv6) or packets live for one hop (IPv4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlace {
    /// The first of the job's addresses; its low four bits are 0.
    pub address: IpAddr,
    pub port: u16,
    /// The name of this host's interface.
    pub interface: String,
}

impl GroupPlace {
    /// Derives the addresses from random bytes, for IPv6 if `v6`, otherwise for IPv4. The port comes from `port`, or
    /// from the random bytes too.
    pub fn drawn(drawn: &[u8; 32], v6: bool, port: Option<u16>, interface: String) -> GroupPlace {
        let word = |at: usize| u16::from_be_bytes([drawn[at], drawn[at + 1]]);
        let address = if v6 {
            // A transient address of link-local scope (RFC 4291, 2.7).
            let [a, b, c, d, e, f] = [0, 2, 4, 6, 8, 10].map(word);
            Ipv6Addr::new(0xff12, a, b, c, d, e, f, word(12) & !(ADDRESSES - 1)).into()
        } else {
            // An address of local scope (RFC 2365).
            Ipv4Addr::new(239, 255, drawn[0], drawn[1] & !(ADDRESSES as u8 - 1)).into()
        };
        let port = port.unwrap_or(FIRST_PORT + word(14) % (u16::MAX - FIRST_PORT));
        GroupPlace { address, port, interface }
    }

    /// Returns true if [`GroupPlace::drawn`] could have produced these values.
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

    /// Returns the index of a group's address among the addresses of the job.
    #[cfg(feature = "udp")]
    pub(crate) fn which(group: u16) -> usize {
        usize::from(group % ADDRESSES)
    }

    /// Returns the address of a group.
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

/// Number of distinct addresses of a job.
#[cfg(any(test, feature = "udp"))]
pub(crate) const COUNT: usize = ADDRESSES as usize;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_addresses_have_link_scope() {
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
