//! System calls on the socket, each of which may send or receive many datagrams.
use socket2::{SockAddr, SockAddrStorage, Socket, socklen_t};
use std::io;
use std::mem::zeroed;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::fd::AsRawFd;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The size of the receive buffer to request, in bytes; the kernel grants as much as its limits allow.
const BUFFER: libc::c_int = 4 << 20;
/// The size of the buffer for control messages, in bytes: it holds one number.
const CONTROL: usize = 32;
/// The request for the arrival time of the last received datagram, by the system's clock (socket(7); the number is that
/// of asm-generic/sockios.h for 64-bit time).
const SIOCGSTAMPNS: libc::Ioctl = 0x8907;
/// A port that serves to ask the kernel for the route to a host. No datagram is sent to it.
const DISCARD: u16 = 9;

pub fn set(socket: &UdpSocket, level: i32, name: i32, value: libc::c_int) -> bool {
    // SAFETY: the value lives through the call, and its size is told.
    unsafe {
        let len = size_of::<libc::c_int>() as libc::socklen_t;
        libc::setsockopt(socket.as_raw_fd(), level, name, (&raw const value).cast(), len) == 0
    }
}

/// Makes the socket non-blocking, with as much buffer as the kernel grants. If the kernel can, it merges arriving
/// datagrams into rows and records their arrival times.
pub fn prepare(socket: &UdpSocket) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    // The kernel grants as much as its limits allow; `buffer` returns the granted size.
    set(socket, libc::SOL_SOCKET, libc::SO_RCVBUF, BUFFER);
    set(socket, libc::SOL_SOCKET, libc::SO_SNDBUF, BUFFER);
    keep_whole(socket);
    // Without this option (Linux before 5.0), datagrams arrive one by one.
    set(socket, libc::SOL_UDP, libc::UDP_GRO, 1);
    // A process that polls late must not take its own delay for the network's delay, so the kernel has to record
    // arrival times. The kernel starts recording at the first request.
    queued(socket);
    Ok(())
}

/// Makes multicast of IPv4 leave by the interface with this index.
pub fn send_from(socket: &Socket, interface: u32) -> io::Result<()> {
    let unset = libc::in_addr { s_addr: 0 };
    let by = libc::ip_mreqn { imr_multiaddr: unset, imr_address: unset, imr_ifindex: interface as i32 };
    // SAFETY: the value lives through the call, and its size is told.
    let done = unsafe {
        let len = size_of::<libc::ip_mreqn>() as libc::socklen_t;
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_IP, libc::IP_MULTICAST_IF, (&raw const by).cast(), len)
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns the size of the receive buffer, in bytes as the kernel counts them.
pub fn buffer(socket: &UdpSocket) -> io::Result<u64> {
    let mut value: libc::c_int = 0;
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: value and length live through the call.
    let done = unsafe {
        let value = (&raw mut value).cast();
        libc::getsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_RCVBUF, value, &mut len)
    };
    if done == 0 { Ok(value.max(0) as u64) } else { Err(io::Error::last_os_error()) }
}

/// Returns an address in the form of the socket's family, or `None` if this socket cannot reach it.
pub fn name(socket: &UdpSocket, address: SocketAddr) -> Option<SockAddr> {
    let v6 = socket.local_addr().is_ok_and(|a| a.is_ipv6());
    let ip = match address.ip() {
        IpAddr::V4(ip) if v6 => ip.to_ipv6_mapped().into(),
        ip if v6 => ip,
        ip => ip.to_canonical(),
    };
    (ip.is_ipv6() == v6).then(|| SocketAddr::new(ip, address.port()).into())
}

/// Returns an address in canonical form: IPv4 addresses unmapped, and without a scope.
fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// Reads the address that the kernel wrote.
///
/// # Safety
/// `len` must be the length that the kernel returned.
pub unsafe fn address(name: SockAddrStorage, len: socklen_t) -> Option<SocketAddr> {
    // SAFETY: by this function's contract.
    unsafe { SockAddr::new(name, len) }.as_socket().map(canonical)
}

/// Returns the unspecified address of the same family.
fn any(of: SocketAddr, port: u16) -> SocketAddr {
    let ip: IpAddr = if of.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    SocketAddr::new(ip, port)
}

#[repr(align(8))]
struct Control([u8; CONTROL]);

/// Creates a socket that sends to one address only, so that the kernel need not look up the route for each datagram.
/// Returns `None` if the kernel refuses.
pub fn connected(to: SocketAddr) -> Option<UdpSocket> {
    let to = canonical(to);
    let socket = UdpSocket::bind(any(to, 0)).ok()?;
    socket.connect(to).ok()?;
    socket.set_nonblocking(true).ok()?;
    set(&socket, libc::SOL_SOCKET, libc::SO_SNDBUF, BUFFER);
    keep_whole(&socket);
    Some(socket)
}

/// Makes the kernel send each datagram as one packet, whatever ICMP has said of the path: the kernel refuses only what
/// is too long for the interface, and no router fragments.
fn keep_whole(socket: &UdpSocket) {
    // A socket for both address families has both options, one for IPv4 alone refuses the second.
    set(socket, libc::SOL_IP, libc::IP_MTU_DISCOVER, libc::IP_PMTUDISC_PROBE);
    set(socket, libc::SOL_IPV6, libc::IPV6_MTU_DISCOVER, libc::IPV6_PMTUDISC_PROBE);
}

/// Returns this host's address as the host `from` sees it.
pub fn own_address(from: IpAddr) -> io::Result<IpAddr> {
    let to = SocketAddr::new(from.to_canonical(), DISCARD);
    let socket = UdpSocket::bind(any(to, 0))?;
    socket.connect(to)?;
    Ok(socket.local_addr()?.ip())
}

/// Makes the kernel drop all datagrams whose sender number is `own` (clear.rs: bytes 4 to 7).
pub fn drop_own(socket: &UdpSocket, own: u32) {
    const HEADER: u32 = 8;
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: code as u16, jt, jf, k };
    let own = u32::from_be_bytes(own.to_le_bytes());
    // The kernel passes on datagrams that are too short to name a sender; the process itself refuses them.
    let mut steps = [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_LEN, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 3, HEADER + 8),
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, HEADER + 4),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, own),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, 0),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, u32::MAX),
    ];
    let program = libc::sock_fprog { len: steps.len() as u16, filter: steps.as_mut_ptr() };
    // SAFETY: program and steps live through the call, and their sizes are told. If the kernel refuses, the process
    // drops the datagrams itself.
    unsafe {
        let len = size_of::<libc::sock_fprog>() as libc::socklen_t;
        let value = (&raw const program).cast();
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ATTACH_FILTER, value, len);
    }
}

/// Sends `bytes` without blocking. If `segment` is given, cuts them into datagrams of `segment` bytes each (the last
/// may be shorter). A connected socket needs no name. Bypasses libc's own calls, which are cancellation points in
/// processes with threads and cost two locked instructions each.
pub fn send(socket: &UdpSocket, to: Option<&SockAddr>, bytes: &[u8], segment: Option<u16>) -> io::Result<()> {
    let sent = match (to, segment) {
        // Without a name the kernel has less to read.
        (None, None) => {
            let (fd, flags) = (socket.as_raw_fd(), libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL);
            let unset = std::ptr::null::<libc::sockaddr>();
            // SAFETY: the bytes live through the call, and nothing is written to them.
            unsafe { libc::syscall(libc::SYS_sendto, fd, bytes.as_ptr(), bytes.len(), flags, unset, 0) }
        }
        _ => send_message(socket, to, bytes, segment),
    };
    if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn send_message(socket: &UdpSocket, to: Option<&SockAddr>, bytes: &[u8], segment: Option<u16>) -> libc::c_long {
    let mut control = Control([0; CONTROL]);
    let mut piece = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: every pointer in the message lives through the call, and nothing is written to the bytes; the control
    // message fits its room.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        if let Some(to) = to {
            message.msg_name = to.as_ptr().cast_mut().cast();
            message.msg_namelen = to.len();
        }
        message.msg_iov = &mut piece;
        message.msg_iovlen = 1;
        if let Some(segment) = segment {
            message.msg_control = control.0.as_mut_ptr().cast();
            message.msg_controllen = libc::CMSG_SPACE(size_of::<u16>() as u32) as _;
            let head = libc::CMSG_FIRSTHDR(&message);
            (*head).cmsg_level = libc::SOL_UDP;
            (*head).cmsg_type = libc::UDP_SEGMENT;
            (*head).cmsg_len = libc::CMSG_LEN(size_of::<u16>() as u32) as _;
            libc::CMSG_DATA(head).cast::<u16>().write_unaligned(segment);
        }
        let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
        libc::syscall(libc::SYS_sendmsg, socket.as_raw_fd(), &raw const message, flags)
    }
}

/// The result of one receive: bytes, the length of each datagram in them, and the source (if requested).
#[derive(Clone, Copy, Debug)]
pub struct DatagramArrival {
    pub len: usize,
    pub segment: usize,
    pub from: Option<SocketAddr>,
    /// How long the datagrams were queued in the socket, in ns, if that time was read ([`super::inbound`]).
    pub queued: u64,
}

/// Receives one row into `buffer` without blocking; returns `None` if no datagram has arrived. Asking for the source
/// (`whose`) costs some time.
pub fn receive(socket: &UdpSocket, buffer: &mut [u8], whose: bool) -> Option<DatagramArrival> {
    // SAFETY: all pointers in the message live through the call and name room of the lengths told; the system writes no
    // more than that. All zeros is a value of these plain C structs.
    unsafe {
        let mut name = whose.then(SockAddrStorage::zeroed);
        let mut control = Control([0; CONTROL]);
        let mut piece = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
        let mut message: libc::msghdr = zeroed();
        if let Some(name) = &mut name {
            message.msg_namelen = name.size_of();
            message.msg_name = (&raw mut *name).cast();
        }
        message.msg_iov = &mut piece;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = CONTROL as _;
        let n = libc::syscall(libc::SYS_recvmsg, socket.as_raw_fd(), &raw mut message, libc::MSG_DONTWAIT);
        // Either the socket is empty, or a peer's port is closed. In each case no datagram has arrived.
        let len = usize::try_from(n).ok()?;
        let len = if message.msg_flags & libc::MSG_TRUNC != 0 { 0 } else { len };
        Some(DatagramArrival {
            len,
            segment: segment(&message).filter(|s| *s > 0).unwrap_or(len.max(1)),
            from: name.and_then(|name| address(name, message.msg_namelen)),
            queued: 0,
        })
    }
}

/// Returns the length of each datagram in a row, from the control messages.
///
/// # Safety
/// The kernel must have filled in `head`, and its control buffer must still exist.
unsafe fn segment(head: &libc::msghdr) -> Option<usize> {
    // SAFETY: by this function's contract; the walk ends where the kernel says.
    unsafe {
        let mut at = libc::CMSG_FIRSTHDR(head);
        while !at.is_null() {
            if ((*at).cmsg_level, (*at).cmsg_type) == (libc::SOL_UDP, libc::UDP_GRO) {
                return usize::try_from(libc::CMSG_DATA(at).cast::<libc::c_int>().read_unaligned()).ok();
            }
            at = libc::CMSG_NXTHDR(head, at);
        }
    }
    None
}

/// Returns how long the last received datagram was queued in the socket, in ns; 0 if the kernel does not report it.
pub fn queued(socket: &UdpSocket) -> u64 {
    let mut came = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time lives through the call, which writes nothing else.
    if unsafe { libc::ioctl(socket.as_raw_fd(), SIOCGSTAMPNS, &raw mut came) } < 0 {
        return 0;
    }
    let came = UNIX_EPOCH.checked_add(Duration::new(came.tv_sec as u64, came.tv_nsec as u32));
    came.and_then(|came| SystemTime::now().duration_since(came).ok()).map_or(0, |d| d.as_nanos() as u64)
}

/// Waits up to `ms` milliseconds (0: not at all) for a datagram or for another descriptor. Returns true if one of them
/// is ready.
pub fn wait(socket: &UdpSocket, others: [Option<i32>; 2], ms: i32) -> bool {
    let on = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // `poll` ignores negative descriptors.
    let [one, two] = others.map(|other| on(other.unwrap_or(-1)));
    let mut fds = [on(socket.as_raw_fd()), one, two];
    // SAFETY: three descriptors, and the call is told so.
    unsafe { libc::poll(fds.as_mut_ptr(), 3, ms) > 0 }
}
