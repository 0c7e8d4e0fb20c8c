//! Descriptors that come to be held by two processes, or by another program: their connections go back into the kernel
//! first.
use crate::connection::Carried;
use crate::descriptors::{self, End, Known};
use crate::inheritance::{self, Holding};
use crate::{connection, next, registry, sets, table};
use clump_sockfile::Reason;
use libc::c_int;
use std::cell::{Cell, RefCell};

thread_local! {
    /// Connections whose peer did not answer before a fork: the child cannot use them.
    static LOST: RefCell<Vec<c_int>> = const { RefCell::new(Vec::new()) };
    /// True in a thread that calls `vfork`, and in its child.
    static IS_VFORK: Cell<bool> = const { Cell::new(false) };
}

/// Asks libc to call this module around each fork.
pub fn watch_forks() {
    extern "C" fn prepare() {
        if table::table().is_some() {
            let is_carried = |fd| matches!(descriptors::known(fd), Known::Carried(_));
            let lost = return_all(Reason::Shared, |fd| is_carried(fd) && !IS_VFORK.get());
            LOST.set(lost);
            inheritance::before_fork(IS_VFORK.get());
            sets::hold_all();
        }
    }
    extern "C" fn parent() {
        sets::release_all();
    }
    extern "C" fn child() {
        sets::release_all();
        table::take_place();
        if IS_VFORK.get() {
            inheritance::hold_for_parent();
        }
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

/// Descriptors that a program which replaces this one does not get, and which stay this process's if it does not come.
pub struct Replacing(Vec<(c_int, End)>);

/// Another program is about to replace this one.
pub fn before_exec() -> Replacing {
    before_program(false);
    Replacing(inheritance::before_exec())
}

impl Replacing {
    /// No other program has come. A socket whose side another process has taken meanwhile goes back into the kernel.
    pub fn undo(self) {
        for (fd, end) in self.0 {
            if inheritance::hold_again(fd, end) == Holding::Taken {
                connection::share(fd);
            }
        }
    }
}

/// Duplicates this process for a program that is about to replace the new child: the parent goes on with its
/// connections, and the child returns those into the kernel that it gives to the program.
///
/// # Safety
/// As libc's `fork`.
pub unsafe fn vfork() -> c_int {
    IS_VFORK.set(true);
    // SAFETY: the caller's promise.
    let child = unsafe { next::fork() };
    if child != 0 {
        IS_VFORK.set(false);
    }
    child
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
