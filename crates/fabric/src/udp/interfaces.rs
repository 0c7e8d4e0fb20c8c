//! This machine's addresses.
use std::ffi::CStr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address of this machine, on an interface that is up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    pub name: String,
    pub address: IpAddr,
    /// Bytes of the longest packet.
    pub mtu: usize,
}

/// All addresses by which others may reach this machine: not those of the loopback, nor such as hold for one link only.
pub fn interfaces() -> io::Result<Vec<Interface>> {
    let mut list = std::ptr::null_mut();
    // SAFETY: writes the list's address on success.
    if unsafe { libc::getifaddrs(&mut list) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut found = Vec::new();
    let mut at = list;
    while !at.is_null() {
        // SAFETY: `at` is an element of the list, which is freed below and not before.
        let entry = unsafe { &*at };
        at = entry.ifa_next;
        let up = entry.ifa_flags & libc::IFF_UP as u32 != 0 && entry.ifa_flags & libc::IFF_LOOPBACK as u32 == 0;
        if !up || entry.ifa_addr.is_null() {
            continue;
        }
        // SAFETY: the system's list says by its family which kind of address it is; names are C strings.
        let (address, name) = unsafe {
            let address = match i32::from((*entry.ifa_addr).sa_family) {
                libc::AF_INET => {
                    let a = &*entry.ifa_addr.cast::<libc::sockaddr_in>();
                    IpAddr::V4(Ipv4Addr::from(u32::from_be(a.sin_addr.s_addr)))
                }
                libc::AF_INET6 => {
                    IpAddr::V6(Ipv6Addr::from((*entry.ifa_addr.cast::<libc::sockaddr_in6>()).sin6_addr.s6_addr))
                }
                _ => continue,
            };
            (address, CStr::from_ptr(entry.ifa_name).to_string_lossy().into_owned())
        };
        let link_only = match address {
            IpAddr::V4(a) => a.is_link_local(),
            IpAddr::V6(a) => a.segments()[0] & 0xffc0 == 0xfe80,
        };
        if !link_only {
            found.push(Interface { mtu: mtu(&name).unwrap_or(1500), name, address });
        }
    }
    // SAFETY: the list that getifaddrs made, once.
    unsafe { libc::freeifaddrs(list) };
    Ok(found)
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
