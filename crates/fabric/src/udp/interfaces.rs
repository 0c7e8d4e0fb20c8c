//! The addresses and network interfaces of this machine.
use super::socket;
use std::ffi::CStr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address of this machine, on an interface that is up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    pub name: String,
    pub address: IpAddr,
    /// The length of the longest packet on the interface, in bytes.
    pub mtu: usize,
}

/// The interface by which multicast frames leave and arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkInterface {
    pub name: String,
    /// The kernel's index of the interface.
    pub index: u32,
    flags: u32,
    /// True if the interface has an address of IPv4; `v6` is true if it has one of IPv6.
    pub v4: bool,
    pub v6: bool,
}

impl LinkInterface {
    /// Returns the interface of that name. Fails if no interface of that name is up.
    pub fn named(name: &str) -> io::Result<LinkInterface> {
        LinkInterface::find(|other, _| other == name)
    }

    /// Returns the interface by which packets to `address` leave.
    pub fn to(address: IpAddr) -> io::Result<LinkInterface> {
        let own = socket::own_address(address)?;
        LinkInterface::find(|_, its| its == Some(own))
    }

    /// Returns the reason why the interface has no multicast; `None` if it has.
    pub fn no_multicast(&self) -> Option<String> {
        // The loopback delivers multicast without the flag.
        let can = self.flags & (libc::IFF_MULTICAST | libc::IFF_LOOPBACK) as u32 != 0;
        (!can).then(|| format!("interface {} has no multicast", self.name))
    }

    /// Returns an interface for tests: if `v6`, an interface with multicast of IPv6; otherwise the loopback, which has
    /// multicast of IPv4.
    #[cfg(test)]
    pub fn for_tests(v6: bool) -> String {
        let fit =
            |i: &Interface| LinkInterface::named(&i.name).is_ok_and(|link| link.no_multicast().is_none() && link.v6);
        let found = interfaces().unwrap().into_iter().find(|i| v6 && fit(i));
        found.map_or("lo".into(), |i| i.name)
    }

    fn find(mut is: impl FnMut(&str, Option<IpAddr>) -> bool) -> io::Result<LinkInterface> {
        let (mut found, mut all) = (None::<String>, Vec::new());
        each(|entry, address, name| {
            if entry.ifa_flags & libc::IFF_UP as u32 == 0 {
                return;
            }
            if found.is_none() && is(name, address) {
                found = Some(name.to_owned());
            }
            all.push((name.to_owned(), entry.ifa_flags, address));
        })?;
        let no = || io::Error::new(io::ErrorKind::NotFound, "there is no such interface that is up");
        let name = found.ok_or_else(no)?;
        let own = || all.iter().filter(|(other, ..)| *other == name);
        let flags = own().map(|(_, flags, _)| *flags).next().unwrap_or(0);
        let has = |v6| own().any(|(_, _, address)| address.is_some_and(|a| a.is_ipv6() == v6));
        let (v4, v6) = (has(false), has(true));
        let c_name = std::ffi::CString::new(&*name)?;
        // SAFETY: a C string that lives through the call.
        match unsafe { libc::if_nametoindex(c_name.as_ptr()) } {
            0 => Err(io::Error::last_os_error()),
            index => Ok(LinkInterface { name, index, flags, v4, v6 }),
        }
    }
}

/// Returns all addresses by which other hosts may reach this machine. Leaves out loopback and link-local addresses.
pub fn interfaces() -> io::Result<Vec<Interface>> {
    let mut found = Vec::new();
    each(|entry, address, name| {
        let up = entry.ifa_flags & libc::IFF_UP as u32 != 0 && entry.ifa_flags & libc::IFF_LOOPBACK as u32 == 0;
        let (true, Some(address)) = (up, address) else { return };
        let link_only = match address {
            IpAddr::V4(a) => a.is_link_local(),
            IpAddr::V6(a) => a.segments()[0] & 0xffc0 == 0xfe80,
        };
        if !link_only {
            found.push(Interface { mtu: mtu(name).unwrap_or(1500), name: name.to_owned(), address });
        }
    })?;
    Ok(found)
}

/// Calls `show` for every address of every interface, and once for an interface without an address.
fn each(mut show: impl FnMut(&libc::ifaddrs, Option<IpAddr>, &str)) -> io::Result<()> {
    let mut list = std::ptr::null_mut();
    // SAFETY: writes the list's address on success.
    if unsafe { libc::getifaddrs(&mut list) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut at = list;
    while !at.is_null() {
        // SAFETY: `at` is an element of the list, which is freed below and not before.
        let entry = unsafe { &*at };
        at = entry.ifa_next;
        // SAFETY: the system's list says by its family which kind of address it is; names are C strings.
        let (address, name) = unsafe {
            let family = entry.ifa_addr.as_ref().map(|a| i32::from(a.sa_family));
            let address = match family {
                Some(libc::AF_INET) => {
                    let a = &*entry.ifa_addr.cast::<libc::sockaddr_in>();
                    Some(IpAddr::V4(Ipv4Addr::from(u32::from_be(a.sin_addr.s_addr))))
                }
                Some(libc::AF_INET6) => {
                    Some(IpAddr::V6(Ipv6Addr::from((*entry.ifa_addr.cast::<libc::sockaddr_in6>()).sin6_addr.s6_addr)))
                }
                _ => None,
            };
            (address, CStr::from_ptr(entry.ifa_name).to_string_lossy().into_owned())
        };
        show(entry, address, &name);
    }
    // SAFETY: the list that getifaddrs made, once.
    unsafe { libc::freeifaddrs(list) };
    Ok(())
}

/// Returns the length of the longest packet on the interface by which packets to `address` leave, in bytes. What the
/// path beyond carries is not known.
pub fn mtu_to(address: IpAddr) -> Option<usize> {
    mtu(&LinkInterface::to(address).ok()?.name)
}

fn mtu(name: &str) -> Option<usize> {
    // SAFETY: a plain socket; the request is filled in below and written by the system.
    unsafe {
        let fd = libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0);
        if fd < 0 {
            return None;
        }
        let mut request: libc::ifreq = std::mem::zeroed();
        for (to, from) in request.ifr_name.iter_mut().zip(name.bytes().take(libc::IFNAMSIZ - 1)) {
            *to = from as libc::c_char;
        }
        let done = libc::ioctl(fd, libc::SIOCGIFMTU, &mut request);
        libc::close(fd);
        (done == 0).then_some(request.ifr_ifru.ifru_mtu as usize)
    }
}
