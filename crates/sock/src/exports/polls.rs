//! Functions that wait for several descriptors.
//!
//! # Safety
//! Each function has the contract of the function of libc that it replaces.
use crate::connection::Carried;
use crate::descriptors::{self, Known};
use crate::waiting::{self, Deadline, KernelSleep};
use crate::{next, sets};
use libc::{POLLIN, POLLOUT, c_int, c_short, c_ulong, epoll_event, fd_set, pollfd, sigset_t, timespec, timeval};
use std::time::Duration;

/// The longest list of descriptors that is copied on the stack.
const SHORT: usize = 64;
/// How long a thread sleeps while bells for other threads are left.
const NAP: Duration = Duration::from_millis(1);
const READABLE: c_short = POLLIN | libc::POLLRDNORM;
const WRITABLE: c_short = POLLOUT | libc::POLLWRNORM;

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn poll(fds: *mut pollfd, count: c_ulong, timeout: c_int) -> c_int {
    if is_concerned(fds, count) {
        return poll_until(fds, count, Deadline::after_millis(timeout), std::ptr::null());
    }
    let _sleeper = (timeout != 0).then(KernelSleep::new);
    // SAFETY: the caller's arguments.
    unsafe { next::poll(fds, count, timeout) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __poll_chk(fds: *mut pollfd, count: c_ulong, timeout: c_int, _: usize) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { poll(fds, count, timeout) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ppoll(
    fds: *mut pollfd,
    count: c_ulong,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    if is_concerned(fds, count) {
        // SAFETY: the caller's timeout is null or valid.
        return poll_until(fds, count, unsafe { deadline(timeout) }, mask);
    }
    let _sleeper = KernelSleep::new();
    // SAFETY: the caller's arguments.
    unsafe { next::ppoll(fds, count, timeout, mask) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __ppoll_chk(
    fds: *mut pollfd,
    count: c_ulong,
    timeout: *const timespec,
    mask: *const sigset_t,
    _: usize,
) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { ppoll(fds, count, timeout, mask) }
}

/// # Safety
/// The timeout is null or valid.
unsafe fn deadline(timeout: *const timespec) -> Deadline {
    // SAFETY: the caller's promise.
    unsafe { timeout.as_ref() }.map_or(Deadline::never(), |time| {
        Deadline::after(Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.clamp(0, 999_999_999) as u32))
    })
}

/// Returns true if one of the descriptors is a carried connection.
fn is_concerned(fds: *const pollfd, count: c_ulong) -> bool {
    if fds.is_null() || crate::table::table().is_none() || count as i64 > i64::from(c_int::MAX) {
        return false;
    }
    // SAFETY: the caller of poll has `count` entries.
    let fds = unsafe { std::slice::from_raw_parts(fds, count as usize) };
    fds.iter().any(|poll| matches!(descriptors::known(poll.fd), Known::Carried(_) | Known::Set(_)))
}

fn poll_until(fds: *mut pollfd, count: c_ulong, deadline: Deadline, mask: *const sigset_t) -> c_int {
    // SAFETY: the caller of poll has `count` entries.
    let fds = unsafe { std::slice::from_raw_parts_mut(fds, count as usize) };
    let (mut short, mut long) = ([pollfd { fd: -1, events: 0, revents: 0 }; SHORT], Vec::new());
    let asked: &mut [pollfd] = match fds.len() {
        len if len <= SHORT => &mut short[..len],
        len => {
            long.resize(len, short[0]);
            &mut long
        }
    };
    loop {
        let ready = fds.iter().any(|poll| ring_says(poll, false) != 0);
        if !ready && !deadline.is_over() && waiting::look(|| fds.iter().any(|poll| ring_says(poll, false) != 0)) {
            continue;
        }
        let sleeper = (!ready && !deadline.is_over()).then(KernelSleep::new);
        let mut sleeps = sleeper.is_some();
        let (mut waiters, mut naps) = (Vec::new(), false);
        for (poll, ask) in fds.iter().zip(asked.iter_mut()) {
            let mut events = poll.events;
            let writer = Carried::registered(poll.fd).filter(Carried::sends_by_ring);
            if let Some(writer) = writer.filter(|_| poll.events & WRITABLE != 0) {
                // The kernel is not asked about room, which the ring decides, but about bells.
                events = poll.events & !WRITABLE | POLLIN;
                if sleeps {
                    waiters.push(writer.wait_for_room());
                    if !writer.take_bells() {
                        (events, naps) = (poll.events & !WRITABLE, true);
                    }
                }
            }
            if let Known::Set(set) = descriptors::known(poll.fd)
                && sleeps
            {
                naps |= !sets::take_bells(set, &mut waiters, sets::NESTED);
            }
            *ask = pollfd { fd: poll.fd, events, revents: 0 };
        }
        sleeps &= !fds.iter().any(|poll| ring_says(poll, true) != 0);
        let time = match sleeps {
            true if naps => Some(deadline.left().map_or(NAP, |left| left.min(NAP))),
            true => deadline.left(),
            false => Some(Duration::ZERO),
        };
        let time = time.map(|t| timespec { tv_sec: t.as_secs() as i64, tv_nsec: i64::from(t.subsec_nanos()) });
        let time = time.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: `asked` has `count` entries; `mask` is the caller's.
        let got = unsafe { next::ppoll(asked.as_mut_ptr(), count, time, mask) };
        drop((waiters, sleeper));
        if got < 0 {
            return got;
        }
        let mut all = 0;
        for (poll, ask) in fds.iter_mut().zip(asked.iter()) {
            poll.revents = answer(poll, ask.revents);
            all += c_int::from(poll.revents != 0);
        }
        if all > 0 || deadline.is_over() {
            return all;
        }
    }
}

/// Returns what the rings say of this descriptor.
fn ring_says(poll: &pollfd, waits: bool) -> c_short {
    match descriptors::known(poll.fd) {
        Known::Carried(_) => Carried::registered(poll.fd).map_or(0, |carried| {
            let ready = carried.ready(waits && poll.events & WRITABLE != 0) as c_short;
            let readable = if ready & POLLIN != 0 { READABLE } else { 0 };
            let writable = if ready & POLLOUT != 0 { WRITABLE } else { 0 };
            (readable | writable) & poll.events
        }),
        Known::Set(set) if poll.events & READABLE != 0 && sets::says(set, waits) => READABLE & poll.events,
        _ => 0,
    }
}

/// Returns the answer for the program, from the rings and from what the kernel says.
fn answer(poll: &pollfd, kernel: c_short) -> c_short {
    let mut kernel = kernel;
    if let Some(carried) = Carried::registered(poll.fd) {
        if kernel & READABLE != 0 && !carried.is_readable() {
            kernel &= !READABLE;
        }
        if carried.sends_by_ring() {
            kernel &= !WRITABLE;
        }
        kernel &= poll.events | libc::POLLERR | libc::POLLHUP | libc::POLLNVAL;
    }
    kernel | ring_says(poll, false)
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn select(
    count: c_int,
    read: *mut fd_set,
    write: *mut fd_set,
    except: *mut fd_set,
    timeout: *mut timeval,
) -> c_int {
    // SAFETY: the caller's timeout is null or valid.
    let time = unsafe { timeout.as_ref() };
    let deadline = time.map_or(Deadline::never(), |time| {
        Deadline::after(
            Duration::from_secs(time.tv_sec.max(0) as u64) + Duration::from_micros(time.tv_usec.max(0) as u64),
        )
    });
    let is_valid = time.is_none_or(|time| time.tv_sec >= 0 && time.tv_usec >= 0);
    // SAFETY: the caller's sets are null or valid.
    let Some(mut fds) = (unsafe { listed(count, read, write, except) }).filter(|_| is_valid) else {
        let _sleeper = KernelSleep::new();
        // SAFETY: the caller's arguments.
        return unsafe { next::select(count, read, write, except, timeout) };
    };
    let got = poll_until(fds.as_mut_ptr(), fds.len() as c_ulong, deadline, std::ptr::null());
    // SAFETY: the caller's timeout is null or valid.
    if let (Some(time), Some(left)) = (unsafe { timeout.as_mut() }, deadline.left()) {
        *time = timeval { tv_sec: left.as_secs() as i64, tv_usec: i64::from(left.subsec_micros()) };
    }
    // SAFETY: the caller's sets are null or valid.
    if got < 0 { got } else { unsafe { told(&fds, count, read, write, except) } }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pselect(
    count: c_int,
    read: *mut fd_set,
    write: *mut fd_set,
    except: *mut fd_set,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller's sets are null or valid.
    let Some(mut fds) = (unsafe { listed(count, read, write, except) }) else {
        let _sleeper = KernelSleep::new();
        // SAFETY: the caller's arguments.
        return unsafe { next::pselect(count, read, write, except, timeout, mask) };
    };
    // SAFETY: the caller's timeout is null or valid.
    let deadline = unsafe { deadline(timeout) };
    let got = poll_until(fds.as_mut_ptr(), fds.len() as c_ulong, deadline, mask);
    // SAFETY: the caller's sets are null or valid.
    if got < 0 { got } else { unsafe { told(&fds, count, read, write, except) } }
}

/// Returns the descriptors of select's sets, if one of them is a carried connection.
///
/// # Safety
/// The sets are null, or have `count` bits.
unsafe fn listed(count: c_int, read: *mut fd_set, write: *mut fd_set, except: *mut fd_set) -> Option<Vec<pollfd>> {
    crate::table::table()?;
    let mut fds = Vec::new();
    for fd in 0..count {
        let mut events = 0;
        for (set, event) in [(read, READABLE), (write, WRITABLE), (except, libc::POLLPRI)] {
            // SAFETY: the caller's promise.
            if unsafe { bit(set, fd) }.is_some_and(|(word, mask)| unsafe { *word } & mask != 0) {
                events |= event;
            }
        }
        if events != 0 {
            fds.push(pollfd { fd, events, revents: 0 });
        }
    }
    is_concerned(fds.as_ptr(), fds.len() as c_ulong).then_some(fds)
}

/// Writes the answers into select's sets. Returns their count, or fails with EBADF.
///
/// # Safety
/// The sets are null, or have `count` bits.
unsafe fn told(fds: &[pollfd], count: c_int, read: *mut fd_set, write: *mut fd_set, except: *mut fd_set) -> c_int {
    if fds.iter().any(|poll| poll.revents & libc::POLLNVAL != 0) {
        return crate::transfer::fail(libc::EBADF) as c_int;
    }
    let ends = libc::POLLHUP | libc::POLLERR;
    let mut all = 0;
    let answers = [(read, READABLE | ends, READABLE), (write, WRITABLE | libc::POLLERR, WRITABLE)];
    for (set, says, asked) in answers.into_iter().chain([(except, libc::POLLPRI, libc::POLLPRI)]) {
        for fd in 0..count {
            // SAFETY: the caller's promise.
            if let Some((word, mask)) = unsafe { bit(set, fd) } {
                // SAFETY: the word lies in the caller's set.
                unsafe { *word &= !mask };
            }
        }
        for poll in fds.iter().filter(|poll| poll.events & asked != 0 && poll.revents & says != 0) {
            // SAFETY: the caller's promise.
            if let Some((word, mask)) = unsafe { bit(set, poll.fd) } {
                // SAFETY: the word lies in the caller's set.
                unsafe { *word |= mask };
                all += 1;
            }
        }
    }
    all
}

/// Returns the word and the bit of a descriptor in a set, which may be longer than libc's type.
///
/// # Safety
/// The set is null, or has a bit for the descriptor.
unsafe fn bit(set: *mut fd_set, fd: c_int) -> Option<(*mut u64, u64)> {
    // SAFETY: the caller's promise.
    (!set.is_null()).then(|| (unsafe { set.cast::<u64>().add(fd as usize / 64) }, 1 << (fd % 64)))
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_create(size: c_int) -> c_int {
    // SAFETY: the caller's argument.
    let fd = unsafe { next::epoll_create(size) };
    sets::made(fd);
    fd
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_create1(flags: c_int) -> c_int {
    // SAFETY: the caller's argument.
    let fd = unsafe { next::epoll_create1(flags) };
    sets::made(fd);
    fd
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_ctl(set: c_int, op: c_int, fd: c_int, event: *mut epoll_event) -> c_int {
    if crate::table::table().is_none() {
        // SAFETY: the caller's arguments.
        return unsafe { next::epoll_ctl(set, op, fd, event) };
    }
    // SAFETY: the caller's arguments.
    unsafe { sets::control(set, op, fd, event) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_wait(set: c_int, events: *mut epoll_event, most: c_int, timeout: c_int) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { epoll_pwait(set, events, most, timeout, std::ptr::null()) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_pwait(
    set: c_int,
    events: *mut epoll_event,
    most: c_int,
    timeout: c_int,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller's arguments.
    let got = unsafe { sets::wait(set, events, most, Deadline::after_millis(timeout), mask) };
    // SAFETY: the caller's arguments.
    got.unwrap_or_else(|| unsafe { next::epoll_pwait(set, events, most, timeout, mask) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn epoll_pwait2(
    set: c_int,
    events: *mut epoll_event,
    most: c_int,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    // SAFETY: the caller's timeout is null or valid.
    let deadline = unsafe { deadline(timeout) };
    // SAFETY: the caller's arguments.
    let got = unsafe { sets::wait(set, events, most, deadline, mask) };
    // SAFETY: the caller's arguments.
    got.unwrap_or_else(|| unsafe { next::epoll_pwait(set, events, most, deadline.left_millis(), mask) })
}
