//! Reports of undelivered datagrams: the socket's error queue (ip(7), IP_RECVERR).
use super::socket::address;
use socket2::SockAddrStorage;
use std::io;
use std::mem::zeroed;
use std::net::{IpAddr, UdpSocket};
use std::os::fd::AsRawFd;

/// A report of a datagram that was not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The datagram's destination, if known.
    pub to: Option<IpAddr>,
    /// The reason, as an errno value.
    pub errno: i32,
    /// True if a router or the destination returned the datagram by ICMP; false if this host refused to send it.
    pub told: bool,
}

/// The size of the buffer for control messages, in bytes: it holds one error with the reporter's address.
const CONTROL: usize = 256;

#[repr(align(8))]
struct Control([u8; CONTROL]);

/// Asks the kernel to queue reports of undelivered datagrams for this socket.
pub fn keep(socket: &UdpSocket) -> io::Result<()> {
    let v6 = socket.local_addr()?.is_ipv6();
    let on: libc::c_int = 1;
    let set = |level, name| {
        // SAFETY: the value lives through the call, which gets the value's size.
        unsafe {
            let len = size_of::<libc::c_int>() as libc::socklen_t;
            libc::setsockopt(socket.as_raw_fd(), level, name, (&raw const on).cast(), len) == 0
        }
    };
    // A socket for two address families has to ask for each of them.
    match set(libc::SOL_IP, libc::IP_RECVERR) && (!v6 || set(libc::SOL_IPV6, libc::IPV6_RECVERR)) {
        true => Ok(()),
        false => Err(io::Error::last_os_error()),
    }
}

/// Takes the next report from the error queue; `None` if the queue is empty.
pub fn next(socket: &UdpSocket) -> Option<Returned> {
    let mut name = SockAddrStorage::zeroed();
    let mut control = Control([0; CONTROL]);
    // SAFETY: all pointers in the message live through the call and name room of the lengths told; the system writes no
    // more than that, and the control messages are walked as it says. All zeros is a value of these plain C structs.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        message.msg_name = (&raw mut name).cast();
        message.msg_namelen = name.size_of();
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = CONTROL as _;
        if libc::recvmsg(socket.as_raw_fd(), &mut message, libc::MSG_ERRQUEUE | libc::MSG_DONTWAIT) < 0 {
            return None;
        }
        let to = address(name, message.msg_namelen).map(|to| to.ip());
        let mut at = libc::CMSG_FIRSTHDR(&message);
        while !at.is_null() {
            let of = ((*at).cmsg_level, (*at).cmsg_type);
            if of == (libc::SOL_IP, libc::IP_RECVERR) || of == (libc::SOL_IPV6, libc::IPV6_RECVERR) {
                let error = libc::CMSG_DATA(at).cast::<libc::sock_extended_err>().read_unaligned();
                let told = error.ee_origin == libc::SO_EE_ORIGIN_ICMP || error.ee_origin == libc::SO_EE_ORIGIN_ICMP6;
                return Some(Returned { to, errno: error.ee_errno as i32, told });
            }
            at = libc::CMSG_NXTHDR(&message, at);
        }
        Some(Returned { to, errno: libc::EIO, told: false })
    }
}
