//! The groups that a process has joined, and the socket for them.
use crate::group_place::{COUNT, GroupPlace};
use crate::udp::interfaces::LinkInterface;
use crate::udp::socket;
use socket2::{Domain, InterfaceIndexOrAddress, Socket, Type};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The hop limit of multicast packets, in hops. They must stay on the link.
const HOPS: u32 = 1;
/// The socket option's number from ipv6.h; libc has no name for it.
const IPV6_MULTICAST_ALL: i32 = 29;

/// The state of an endpoint's groups, which its sending and its receiving side share.
pub struct GroupMember {
    place: Option<GroupPlace>,
    rank: u32,
    joined: OnceLock<Joined>,
    /// True if the kernel refused the first join.
    refused: AtomicBool,
}

/// The state that the first join creates.
struct Joined {
    socket: Arc<UdpSocket>,
    /// How many bytes of datagrams the socket's receive buffer holds; 0: unknown.
    receive_window: usize,
    link: LinkInterface,
    /// The joined groups, with one bit for each group.
    groups: Box<[AtomicU64]>,
    /// How many joined groups use each address.
    addresses: Mutex<[u32; COUNT]>,
}

impl GroupMember {
    pub fn new(place: Option<GroupPlace>, rank: u32) -> GroupMember {
        GroupMember { place, rank, joined: OnceLock::new(), refused: AtomicBool::new(false) }
    }

    /// Returns true if joining a group may work: there is a place for groups, and the first join was not refused.
    pub fn is_possible(&self) -> bool {
        self.place.is_some() && !self.refused.load(Ordering::Relaxed)
    }

    pub fn has(&self, group: u16) -> bool {
        let (word, bit) = (usize::from(group / 64), group % 64);
        self.joined.get().is_some_and(|j| j.groups[word].load(Ordering::Relaxed) >> bit & 1 == 1)
    }

    /// Returns the socket; `None` if no group was joined yet.
    #[inline]
    pub fn socket(&self) -> Option<&Arc<UdpSocket>> {
        self.joined.get().map(|joined| &joined.socket)
    }

    /// Returns how many bytes may arrive at once before the kernel drops any; 0: unknown, or no group was joined.
    pub fn receive_window(&self) -> usize {
        self.joined.get().map_or(0, |joined| joined.receive_window)
    }

    /// Returns the address and port of a group.
    pub fn name(&self, group: u16) -> Option<SocketAddr> {
        let place = self.place.as_ref()?;
        Some(SocketAddr::new(place.address_of(group), place.port))
    }

    pub fn join(&self, group: u16) -> io::Result<()> {
        let unsupported = || io::Error::new(io::ErrorKind::Unsupported, "the job's hosts have no common multicast");
        let place = self.place.as_ref().ok_or_else(unsupported)?;
        let joined = match self.joined.get() {
            Some(joined) => joined,
            None => {
                let made = Joined::new(place, self.rank);
                self.refused.store(made.is_err(), Ordering::Relaxed);
                let made = made?;
                self.joined.get_or_init(|| made)
            }
        };
        if self.has(group) {
            return Ok(());
        }
        let count = &mut joined.addresses()[GroupPlace::which(group)];
        if *count == 0 {
            let done = joined.membership(place.address_of(group), true);
            // If some groups are joined already, the kernel may refuse only this further group.
            let none = joined.groups.iter().all(|word| word.load(Ordering::Relaxed) == 0);
            self.refused.store(done.is_err() && none, Ordering::Relaxed);
            done.map_err(|e| named(&place.interface, "does not let a group be joined", &e))?;
        }
        *count += 1;
        joined.groups[usize::from(group / 64)].fetch_or(1 << (group % 64), Ordering::Relaxed);
        Ok(())
    }

    pub fn leave(&self, group: u16) {
        let (Some(place), Some(joined)) = (&self.place, self.joined.get()) else { return };
        if !self.has(group) {
            return;
        }
        joined.groups[usize::from(group / 64)].fetch_and(!(1 << (group % 64)), Ordering::Relaxed);
        let count = &mut joined.addresses()[GroupPlace::which(group)];
        *count -= 1;
        if *count == 0 {
            // This process drops datagrams of the group that still arrive.
            let _ = joined.membership(place.address_of(group), false);
        }
    }
}

fn named(interface: &str, what: &str, e: &io::Error) -> io::Error {
    io::Error::new(e.kind(), format!("interface {interface} {what}: {e}"))
}

impl Joined {
    fn new(place: &GroupPlace, rank: u32) -> io::Result<Joined> {
        let link =
            LinkInterface::named(&place.interface).map_err(|e| named(&place.interface, "is not to be found", &e))?;
        if let Some(why) = link.no_multicast() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        let socket = open(place, &link).map_err(|e| named(&place.interface, "gives no socket for groups", &e))?;
        socket::drop_own(&socket, rank);
        // The kernel counts its own overhead with each queued datagram: 2,304 bytes for 1,400.
        let receive_window = socket::buffer(&socket).map_or(0, |bytes| bytes as usize / 16 * 5);
        Ok(Joined {
            receive_window,
            socket: Arc::new(socket),
            link,
            groups: (0..1 << 10).map(|_| AtomicU64::new(0)).collect(),
            addresses: Mutex::new([0; COUNT]),
        })
    }

    fn addresses(&self) -> std::sync::MutexGuard<'_, [u32; COUNT]> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn membership(&self, address: IpAddr, on: bool) -> io::Result<()> {
        let socket = socket2::SockRef::from(&*self.socket);
        let index = InterfaceIndexOrAddress::Index(self.link.index);
        match (address, on) {
            (IpAddr::V4(a), true) => socket.join_multicast_v4_n(&a, &index),
            (IpAddr::V4(a), false) => socket.leave_multicast_v4_n(&a, &index),
            (IpAddr::V6(a), true) => socket.join_multicast_v6(&a, self.link.index),
            (IpAddr::V6(a), false) => socket.leave_multicast_v6(&a, self.link.index),
        }
    }
}

/// Opens a socket on the groups' port, which other processes of this host share.
fn open(place: &GroupPlace, link: &LinkInterface) -> io::Result<UdpSocket> {
    let v6 = place.address.is_ipv6();
    let any: IpAddr = if v6 { Ipv6Addr::UNSPECIFIED.into() } else { Ipv4Addr::UNSPECIFIED.into() };
    let socket = Socket::new(if v6 { Domain::IPV6 } else { Domain::IPV4 }, Type::DGRAM, None)?;
    socket.set_reuse_address(true)?;
    if v6 {
        socket.set_only_v6(true)?;
        socket.set_multicast_if_v6(link.index)?;
        socket.set_multicast_hops_v6(HOPS)?;
        // Other members may be on this host, so the host must loop frames back. This process drops its own frames
        // itself.
        socket.set_multicast_loop_v6(true)?;
    } else {
        socket::send_from(&socket, link.index)?;
        socket.set_multicast_ttl_v4(HOPS)?;
        socket.set_multicast_loop_v4(true)?;
    }
    socket.bind(&SocketAddr::new(any, place.port).into())?;
    // A connected socket, which is used for nothing else, shows whether there is a route at all. For example, the
    // loopback has none for IPv6.
    let way = socket2::Socket::new(if v6 { Domain::IPV6 } else { Domain::IPV4 }, Type::DGRAM, None)?;
    match v6 {
        true => way.set_multicast_if_v6(link.index)?,
        false => socket::send_from(&way, link.index)?,
    }
    way.connect(&SocketAddr::new(place.address, place.port).into())?;
    let socket = UdpSocket::from(socket);
    // The kernel delivers only datagrams of groups that this socket has joined, not of all groups of this host. Kernels
    // that cannot do this (IPv6 before Linux 4.20) deliver more datagrams, which this process drops.
    let (level, name) = if v6 { (libc::SOL_IPV6, IPV6_MULTICAST_ALL) } else { (libc::SOL_IP, libc::IP_MULTICAST_ALL) };
    socket::set(&socket, level, name, 0);
    socket::prepare(&socket)?;
    Ok(socket)
}
