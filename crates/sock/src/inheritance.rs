//! Sockets that a fork has given to several processes before their first byte, as a server does that accepts
//! connections in one process and serves each in a child. Their bytes go through the kernel, and are counted, until all
//! processes but one have closed the socket; that one then takes the connection's side, and goes over to the ring.
//!
//! A process that is killed, or closes the socket by a call that the library does not see, leaves the count as it is:
//! the connection stays in the kernel.
use crate::descriptors::{self, End, Known};
use crate::lock::SharedLock;
use crate::{next, registry, table};
use clump_sockfile::SocketSide;
use libc::c_int;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

/// Holders of a socket that a first fork has copied.
const TWO: u32 = 2;

/// A fork is about to give another process all sockets of this one that have moved no byte. Those that have no peer are
/// forgotten. With `is_vfork`, the child uses none of them.
pub fn before_fork(is_vfork: bool) {
    let holders = if is_vfork { 0 } else { TWO };
    for fd in 0..descriptors::highest() {
        match descriptors::known(fd) {
            Known::Candidate if registry::register(fd, holders).is_none() => drop(descriptors::take(fd)),
            // Another descriptor of the same end counts for both.
            Known::Inherited(end) if is_first(fd, end) => change(end, |holders| holders + 1),
            _ => {}
        }
    }
}

fn is_first(fd: c_int, end: End) -> bool {
    (0..fd).all(|other| descriptors::known(other).end() != Some(end))
}

fn change(end: End, new: impl Fn(u32) -> u32) {
    let Some(table) = table::table() else { return };
    let held = SharedLock::lock(&table.lock);
    let holders = &table.connections[end.index].sides[end.side].holders;
    match holders.load(Relaxed) {
        0 => {}
        count => holders.store(new(count), SeqCst),
    }
    drop(held);
}

/// Takes an inherited end for this process if no other holds it any more. Returns true if another process has taken it.
#[cold]
pub fn claim(fd: c_int, end: End) -> bool {
    let Some(table) = table::table() else { return false };
    let held = SharedLock::lock(&table.lock);
    let side = &table.connections[end.index].sides[end.side];
    let holders = side.holders.load(Relaxed);
    if holders == 1 && is_same(fd, side) {
        registry::take_side(&table.connections[end.index], end.side, fd, 0);
        descriptors::take_over(end);
    }
    let is_taken = holders == 0 && descriptors::known(fd) == Known::Inherited(end);
    drop(held);
    is_taken
}

/// Returns true if the side is the descriptor's: its place has not been given to another connection.
fn is_same(fd: c_int, side: &SocketSide) -> bool {
    registry::cookie(fd) == Some(side.cookie.load(Relaxed))
}

fn forget(fd: c_int) {
    if let Some(end) = descriptors::take(fd).end() {
        descriptors::release(end);
    }
}

/// This process is about to close the descriptor, or to end. Returns true if other processes hold the socket, too: then
/// nothing ends with this one.
pub fn leave(fd: c_int) -> bool {
    let Known::Inherited(end) = descriptors::known(fd) else { return false };
    claim(fd, end);
    if descriptors::known(fd) != Known::Inherited(end) {
        return false;
    }
    if !descriptors::is_duplicated(end) {
        change(end, |holders| holders - 1);
    }
    forget(fd);
    true
}

/// This program is about to be replaced by another one, which does not get the inherited sockets with close-on-exec.
/// Returns these.
pub fn before_exec() -> Vec<(c_int, End)> {
    let mut left = Vec::new();
    if table::table().is_none() {
        return left;
    }
    for fd in 0..descriptors::highest() {
        let Known::Inherited(end) = descriptors::known(fd) else { continue };
        // SAFETY: this command takes no argument.
        let is_closed = unsafe { next::fcntl(fd, libc::F_GETFD, 0) } & libc::FD_CLOEXEC != 0;
        let Some(side) = table::table().map(|table| &table.connections[end.index].sides[end.side]) else { break };
        if is_closed && !descriptors::is_duplicated(end) && side.holders.load(SeqCst) != 0 {
            change(end, |holders| holders - 1);
            left.push((fd, end));
        }
    }
    left
}

/// What a process that has failed to replace its program still holds.
#[derive(PartialEq, Eq)]
pub enum Holding {
    /// The socket, beside others: its bytes go through the kernel as before.
    Inherited,
    /// A socket whose side another process has taken meanwhile.
    Taken,
    /// A socket whose connection is over, or was left in the kernel.
    Forgotten,
}

/// Counts this process as a holder again: its program has not been replaced. A side that another process has taken
/// keeps its place in the table from now on.
pub fn hold_again(fd: c_int, end: End) -> Holding {
    let Some(table) = table::table() else { return Holding::Forgotten };
    let side = &table.connections[end.index].sides[end.side];
    let held = SharedLock::lock(&table.lock);
    let (holders, is_same) = (side.holders.load(Relaxed), is_same(fd, side));
    let kept = if is_same && holders != 0 {
        side.holders.store(holders + 1, SeqCst);
        Holding::Inherited
    } else if is_same && side.closed.load(SeqCst) == 0 {
        registry::mark_shared(end);
        Holding::Taken
    } else {
        forget(fd);
        Holding::Forgotten
    };
    drop(held);
    kept
}

/// This process is the child of a `vfork`, which only closes and duplicates descriptors before another program replaces
/// it: its parent goes on with all connections.
pub fn hold_for_parent() {
    descriptors::inherit_all();
}
