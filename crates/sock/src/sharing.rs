//! Descriptors that come to be held by two processes, or by another program: their connections go back into the kernel
//! first.
use crate::connection::Carried;
use crate::descriptors::{self, Known};
use crate::{connection, next, registry, sets, table};
use clump_sockfile::Reason;
use libc::c_int;
use std::cell::RefCell;

thread_local! {
    /// Connections whose peer did not answer before a fork: the child cannot use them.
    static LOST: RefCell<Vec<c_int>> = const { RefCell::new(Vec::new()) };
}

/// Asks libc to call this module around each fork.
pub fn watch_forks() {
    extern "C" fn prepare() {
        if table::table().is_some() {
            let lost = return_all(Reason::Shared, |_| true);
            LOST.set(lost);
            descriptors::forget_candidates();
            sets::hold_all();
        }
    }
    extern "C" fn parent() {
        sets::release_all();
    }
    extern "C" fn child() {
        sets::release_all();
        table::take_place();
        LOST.take().into_iter().for_each(cut_off);
    }
    // SAFETY: the functions take no arguments and are never unloaded.
    unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) };
}

/// Takes every connection that `which` chooses by its descriptor back into the kernel, and marks it as shared. Returns
/// the descriptors whose peers did not answer in time.
pub fn return_all(reason: Reason, which: impl Fn(c_int) -> bool) -> Vec<c_int> {
    let mut lost = Vec::new();
    descriptors::for_each_carried(|fd, _| {
        if which(fd)
            && let Some(carried) = Carried::registered(fd)
        {
            if !carried.go_back(reason) {
                lost.push(fd);
            }
            registry::mark_shared(carried.end());
        }
    });
    lost
}

/// Puts an unconnected socket in the place of one that this new child cannot use; the parent's stays as it is.
fn cut_off(fd: c_int) {
    // SAFETY: plain system calls on descriptors of this process.
    unsafe {
        let unconnected = next::socket(libc::AF_INET, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0);
        next::dup2(unconnected, fd);
        next::close(unconnected);
    }
    if let Known::Carried(end) = descriptors::take(fd) {
        descriptors::release(end);
    }
}

/// Another process is about to hold this descriptor, too.
pub fn share(fd: c_int) {
    if let Some(carried) = Carried::registered(fd) {
        carried.go_back(Reason::Shared);
        registry::mark_shared(carried.end());
    }
    connection::leave_in_kernel(fd, Reason::Shared);
}

/// Another program is about to be started, which inherits descriptors: those without close-on-exec, or with `all` any.
pub fn before_program(all: bool) {
    if table::table().is_none() {
        return;
    }
    // SAFETY: this command takes no argument.
    let inherited = |fd| all || unsafe { next::fcntl(fd, libc::F_GETFD, 0) } & libc::FD_CLOEXEC == 0;
    return_all(Reason::Shared, inherited);
    for fd in 0..descriptors::highest() {
        if descriptors::known(fd) == Known::Candidate && inherited(fd) {
            descriptors::take(fd);
        }
    }
}

/// Returns the descriptors that a message to a Unix socket carries.
///
/// # Safety
/// The message is valid, as `sendmsg` and `recvmsg` have it.
pub unsafe fn carried_descriptors(message: &libc::msghdr) -> Vec<c_int> {
    let mut found = Vec::new();
    if message.msg_controllen == 0 {
        return found;
    }
    // SAFETY: the message's control data are valid.
    let mut head = unsafe { libc::CMSG_FIRSTHDR(message) };
    while !head.is_null() {
        // SAFETY: CMSG_FIRSTHDR and CMSG_NXTHDR return headers within the control data.
        let control = unsafe { &*head };
        if control.cmsg_level == libc::SOL_SOCKET && control.cmsg_type == libc::SCM_RIGHTS {
            // SAFETY: pure arithmetic.
            let first = unsafe { libc::CMSG_LEN(0) } as usize;
            let count = (control.cmsg_len as usize).saturating_sub(first) / size_of::<c_int>();
            // SAFETY: the data lie behind the header.
            let data = unsafe { libc::CMSG_DATA(head) }.cast::<c_int>();
            for at in 0..count {
                // SAFETY: `count` numbers lie there; they may not be aligned.
                found.push(unsafe { data.add(at).read_unaligned() });
            }
        }
        // SAFETY: the header is one of the message's.
        head = unsafe { libc::CMSG_NXTHDR(message, head) };
    }
    found
}

/// Leaves every connection of this process in the kernel: it has made a ring of io_uring.
pub fn leave_to_kernel() {
    if table::table().is_some() {
        return_all(Reason::Call, |_| true);
        descriptors::forget_candidates();
    }
}
