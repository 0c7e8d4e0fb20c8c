//! How the two ends of a connection find each other: by the addresses and ports of the kernel's connection, which each
//! end compares in the job's table before any byte of its own. No byte is sent for it, so that a peer that is none of
//! the job notices nothing.
use crate::descriptors::{self, End, Known};
use crate::lock::SharedLock;
use crate::{next, process, table};
use clump_sockfile::{BOTH, CONNECTIONS, FREE, HALF, KERNEL, LEFT, RING, Reason, SocketConnection, SocketSide, Table};
use libc::{c_int, sockaddr_storage, socklen_t};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::mem::zeroed;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::Ordering::{Relaxed, Release, SeqCst};

/// An address and port: the address in 128 bits, then the port.
type Name = [u64; 3];

/// The option that tells which network namespace a socket is in (Linux 5.14).
const SO_NETNS_COOKIE: c_int = 71;
/// The option that tells the kernel's number of a socket (Linux 4.12).
const SO_COOKIE: c_int = 57;

/// Looks for the other end of this descriptor's connection, and notes this end in the table. Called before the first
/// byte that this process sends or receives, or with the number of its `holders` before a fork (0: this process alone).
/// Returns `None` if the connection is not made yet, or stays in the kernel.
#[cold]
pub fn register(fd: i32, holders: u32) -> Option<End> {
    let table = table::table()?;
    let (mine, theirs) = names(fd)?;
    if !is_near(mine, theirs) {
        return refuse(fd, Reason::Elsewhere);
    }
    if option(fd, libc::SOL_SOCKET, libc::SO_PROTOCOL) != Some(libc::IPPROTO_TCP) || !descriptors::can_keep(fd) {
        return refuse(fd, Reason::Call);
    }
    let (key, side) = key(fd, mine, theirs)?;
    let hash = hash(&key);
    let held = SharedLock::lock(&table.lock);
    match descriptors::known(fd) {
        Known::Candidate => {}
        // Another thread was first.
        Known::Carried(end) => return Some(end),
        _ => return None,
    }
    let mut index = find(table, hash, &key);
    if let Some(stale) = index.filter(|&at| !can_join(&table.connections[at], side)) {
        free(table, stale);
        index = None;
    }
    let Some(index) = index.or_else(|| free_place(table)) else {
        drop(held);
        return refuse(fd, Reason::Full);
    };
    let connection = &table.connections[index];
    if connection.state.load(Relaxed) == FREE {
        connection.clear();
        connection.key.iter().zip(key).for_each(|(word, value)| word.store(value, Relaxed));
        table.hashes[index].store(hash, Relaxed);
    }
    take_side(connection, side, fd, holders);
    let state = if connection.state.load(Relaxed) == HALF { BOTH } else { HALF };
    connection.state.store(state, SeqCst);
    let end = End { index, side };
    descriptors::set(fd, if holders == 0 { Known::Carried(end) } else { Known::Inherited(end) });
    drop(held);
    Some(end)
}

/// Returns true if this side of the connection can still be taken: the other side waits for it.
fn can_join(connection: &SocketConnection, side: usize) -> bool {
    let other = &connection.sides[1 - side];
    let other_pid = other.pid.load(Relaxed);
    connection.state.load(Relaxed) == HALF
        && connection.sides[side].process.load(Relaxed) == 0
        && other_pid != 0
        && (other.holders.load(Relaxed) != 0 || process::is_alive(other_pid))
}

/// Records this process at its side; the caller holds the table's lock. The count of holders comes last: at 0, the peer
/// may use the ring.
pub fn take_side(connection: &SocketConnection, side: usize, fd: i32, holders: u32) {
    let side = &connection.sides[side];
    side.process.store(table::own(), Relaxed);
    side.pid.store(process::pid(), Relaxed);
    side.cookie.store(cookie(fd).unwrap_or(0), Relaxed);
    side.holders.store(holders, SeqCst);
}

/// Returns the kernel's number of a socket.
pub fn cookie(fd: i32) -> Option<u64> {
    number(fd, SO_COOKIE)
}

fn refuse<T>(fd: i32, reason: Reason) -> Option<T> {
    descriptors::take(fd);
    count(reason);
    None
}

/// Counts a connection that is not carried, or not any more.
pub fn count(reason: Reason) {
    if let Some(table) = table::table() {
        table.reasons[reason as usize].fetch_add(1, Relaxed);
    }
}

/// Takes over the connection of a socket that another process has handed to this one, or that the program before this
/// one (exec) has left. Does nothing if the connection is not in the table.
pub fn adopt(fd: i32) {
    let Some(table) = table::table() else { return };
    if !matches!(descriptors::known(fd), Known::Nothing) || !descriptors::can_keep(fd) || !is_tcp(fd) {
        return;
    }
    let Some(cookie) = cookie(fd) else { return };
    let held = SharedLock::lock(&table.lock);
    let used = (0..CONNECTIONS).filter(|&index| table.hashes[index].load(Relaxed) != 0);
    let mut ends = used.flat_map(|index| [0, 1].map(|side| End { index, side }));
    let is_this = |end: &End| table.connections[end.index].sides[end.side].cookie.load(Relaxed) == cookie;
    if let Some(end) = ends.find(is_this) {
        descriptors::note_highest(fd);
        descriptors::set(fd, Known::Carried(end));
    }
    drop(held);
}

/// Takes over the connections that this program has inherited: those of the program that it has replaced in its
/// process, or of the process that has forked this one. They are back in the kernel, but their rings may still hold
/// bytes.
pub fn adopt_after_exec() {
    let Some(table) = table::table() else { return };
    let is_shared = |side: &SocketSide| side.shared.load(Relaxed) != 0;
    let is_any = |at: usize| table.hashes[at].load(Relaxed) != 0 && table.connections[at].sides.iter().any(is_shared);
    if !(0..CONNECTIONS).any(is_any) {
        return;
    }
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let fds: Vec<i32> = open.filter_map(|file| file.file_name().to_str()?.parse().ok()).collect();
    fds.into_iter().for_each(adopt);
}

/// This side has closed its socket, and forgotten its descriptors. Frees the connection's place if the other side has
/// left, too, or never came. A side that other processes hold, too, never leaves.
pub fn leave(end: End) {
    let Some(table) = table::table() else { return };
    let held = SharedLock::lock(&table.lock);
    let [mine, other] = [end.side, 1 - end.side].map(|side| &table.connections[end.index].sides[side]);
    if mine.shared.load(Relaxed) == 0 && descriptors::users(end).load(SeqCst) == 0 {
        mine.closed.store(LEFT, SeqCst);
        let other_pid = other.pid.load(Relaxed);
        let is_held = || other.shared.load(Relaxed) != 0 || other.holders.load(Relaxed) != 0;
        let is_dead = || !is_held() && !process::is_alive(other_pid);
        if other_pid == 0 || other.closed.load(SeqCst) == LEFT || is_dead() {
            free(table, end.index);
        }
    }
    drop(held);
}

/// Withdraws a connection whose peer has not come. Returns true if it stays in the kernel from now on.
pub fn withdraw(end: End, reason: Reason) -> bool {
    let Some(table) = table::table() else { return true };
    let held = SharedLock::lock(&table.lock);
    let connection = &table.connections[end.index];
    let side = &connection.sides[end.side];
    let is_held = side.shared.load(Relaxed) != 0 || side.holders.load(Relaxed) != 0;
    let alone = connection.state.load(Relaxed) == HALF && !is_held;
    if alone {
        free(table, end.index);
    }
    drop(held);
    if alone {
        count(reason);
    }
    alone
}

/// Frees a place; the caller holds the table's lock. Gives the memory of the rings back to the system.
fn free(table: &'static Table, index: usize) {
    let connection = &table.connections[index];
    for (number, way) in connection.ways.iter().enumerate() {
        let written = way.written.load(Relaxed);
        table.ring_bytes.fetch_add(written, Relaxed);
        let by_kernel = way.kernel_bytes.load(Relaxed) + way.back_bytes.load(Relaxed);
        table.kernel_bytes.fetch_add(by_kernel, Relaxed);
        if written > 0 {
            // SAFETY: the ring is `RING` bytes of the shared mapping, on whole pages; no side uses it any more.
            unsafe { libc::madvise(table::ring(table, index, number).cast(), RING, libc::MADV_REMOVE) };
        }
    }
    table.hashes[index].store(0, Relaxed);
    connection.clear();
}

/// Returns a free place, at need one whose both processes have died. The caller holds the table's lock.
fn free_place(table: &'static Table) -> Option<usize> {
    let free_at = table.hashes.iter().position(|hash| hash.load(Relaxed) == 0);
    free_at.or_else(|| {
        let dead = |at: &usize| {
            let gone = |side: usize| {
                let side = &table.connections[*at].sides[side];
                side.holders.load(Relaxed) == 0 && !process::is_alive(side.pid.load(Relaxed).max(1))
            };
            gone(0) && gone(1)
        };
        let at = (0..CONNECTIONS).find(dead)?;
        free(table, at);
        Some(at)
    })
}

fn find(table: &Table, hash: u64, key: &[u64; 7]) -> Option<usize> {
    let same = |at: usize| table.connections[at].key.iter().zip(key).all(|(word, value)| word.load(Relaxed) == *value);
    (0..CONNECTIONS).find(|&at| table.hashes[at].load(Relaxed) == hash && same(at))
}

fn hash(key: &[u64; 7]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key) | 1
}

/// Returns the key of a connection, which both ends compute alike, and the side that this end is.
fn key(fd: i32, mine: Name, theirs: Name) -> Option<([u64; 7], usize)> {
    if mine == theirs {
        return None;
    }
    let namespace = namespace(fd)?;
    let side = usize::from(mine > theirs);
    let (a, b) = if side == 0 { (mine, theirs) } else { (theirs, mine) };
    Some(([namespace, a[0], a[1], a[2], b[0], b[1], b[2]], side))
}

/// Returns a number of the socket's network namespace: within one, no two connections have equal names.
fn namespace(fd: i32) -> Option<u64> {
    let by_file = || std::fs::metadata("/proc/thread-self/ns/net").ok().map(|file| MetadataExt::ino(&file));
    number(fd, SO_NETNS_COOKIE).or_else(by_file)
}

/// Returns the value of an option of sockets that is a number of 64 bits.
fn number(fd: i32, option: c_int) -> Option<u64> {
    let (mut value, mut len) = (0u64, size_of::<u64>() as socklen_t);
    let to = (&raw mut value).cast();
    // SAFETY: the kernel writes at most `len` bytes to `value`.
    let got = unsafe { next::getsockopt(fd, libc::SOL_SOCKET, option, to, &mut len) };
    (got == 0).then_some(value)
}

/// Returns the socket's own name and its peer's.
fn names(fd: i32) -> Option<(Name, Name)> {
    // SAFETY: all zeros are a valid address.
    let (mut mine, mut theirs): (sockaddr_storage, sockaddr_storage) = unsafe { (zeroed(), zeroed()) };
    let mut len = size_of::<sockaddr_storage>() as socklen_t;
    // SAFETY: the kernel writes at most `len` bytes.
    if unsafe { libc::getpeername(fd, (&raw mut theirs).cast(), &mut len) } != 0 {
        return None;
    }
    len = size_of::<sockaddr_storage>() as socklen_t;
    // SAFETY: the kernel writes at most `len` bytes.
    if unsafe { libc::getsockname(fd, (&raw mut mine).cast(), &mut len) } != 0 {
        return None;
    }
    Some((name(&mine)?, name(&theirs)?))
}

fn name(address: &sockaddr_storage) -> Option<Name> {
    match c_int::from(address.ss_family) {
        libc::AF_INET => {
            // SAFETY: the kernel has written an address of this family.
            let v4 = unsafe { &*std::ptr::from_ref(address).cast::<libc::sockaddr_in>() };
            let mapped = std::net::Ipv4Addr::from_bits(u32::from_be(v4.sin_addr.s_addr)).to_ipv6_mapped();
            Some(words(mapped.octets(), v4.sin_port))
        }
        libc::AF_INET6 => {
            // SAFETY: the kernel has written an address of this family.
            let v6 = unsafe { &*std::ptr::from_ref(address).cast::<libc::sockaddr_in6>() };
            Some(words(v6.sin6_addr.s6_addr, v6.sin6_port))
        }
        _ => None,
    }
}

fn words(address: [u8; 16], port: u16) -> Name {
    let all = u128::from_be_bytes(address);
    [(all >> 64) as u64, all as u64, u64::from(u16::from_be(port))]
}

/// Returns true if both ends are on this machine by their names alone: one address, or two of the loopback interface.
fn is_near(mine: Name, theirs: Name) -> bool {
    let loopback = |name: Name| name[0] == 0 && name[1] >> 24 == 0x00ff_ff7f;
    mine[..2] == theirs[..2] || loopback(mine) && loopback(theirs)
}

/// Returns the value of an option that is a number.
pub fn option(fd: i32, level: c_int, option: c_int) -> Option<c_int> {
    let (mut value, mut len): (c_int, _) = (0, size_of::<c_int>() as socklen_t);
    // SAFETY: the kernel writes at most `len` bytes to `value`.
    let got = unsafe { next::getsockopt(fd, level, option, (&raw mut value).cast(), &mut len) };
    (got == 0).then_some(value)
}

/// Sets an option that is a number; without effect if the kernel refuses it.
pub fn set_option(fd: i32, level: c_int, option: c_int, value: c_int) {
    let len = size_of::<c_int>() as socklen_t;
    // SAFETY: the kernel reads `len` bytes of `value`.
    unsafe { next::setsockopt(fd, level, option, (&raw const value).cast(), len) };
}

/// Returns true for a stream socket of TCP.
pub fn is_tcp(fd: i32) -> bool {
    option(fd, libc::SOL_SOCKET, libc::SO_PROTOCOL) == Some(libc::IPPROTO_TCP)
        && option(fd, libc::SOL_SOCKET, libc::SO_TYPE) == Some(libc::SOCK_STREAM)
}

/// Marks this end's socket as one that other processes hold, too.
pub fn mark_shared(end: End) {
    if let Some(table) = table::table() {
        table.connections[end.index].sides[end.side].shared.store(1, Release);
    }
}

/// Returns true if no byte of either way has gone into a ring.
pub fn is_untouched(connection: &SocketConnection) -> bool {
    connection.ways.iter().all(|way| way.mode.load(Relaxed) == KERNEL)
}
