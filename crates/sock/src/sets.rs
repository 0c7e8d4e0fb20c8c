//! Sets of epoll. The kernel's set stays complete; the library adds what the rings say, and takes away what bells only
//! seem to say. An entry whose ring decides about writing is kept in the kernel's set without EPOLLOUT.
use crate::connection::{Carried, RoomWaiter};
use crate::descriptors::{self, Known};
use crate::kernel::poll_one;
use crate::waiting::{self, Deadline, KernelSleep};
use crate::{next, table};
use clump_sockfile::Reason;
use libc::{EPOLL_CTL_ADD, EPOLL_CTL_DEL, EPOLL_CTL_MOD, c_int, epoll_event, sigset_t};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

const IN: u32 = libc::EPOLLIN as u32;
const OUT: u32 = libc::EPOLLOUT as u32;
const ALWAYS: u32 = libc::EPOLLERR as u32 | libc::EPOLLHUP as u32;
const EDGE: u32 = libc::EPOLLET as u32;
const ONE_SHOT: u32 = libc::EPOLLONESHOT as u32;
/// Flags of an entry that the library does not copy: its connection stays in the kernel.
const EXCLUSIVE: u32 = libc::EPOLLEXCLUSIVE as u32;
/// Calls that may in a row return what the rings say without asking the kernel.
const UNASKED: u32 = 8;
/// Milliseconds that a thread sleeps while bells for other threads are left.
const NAP: c_int = 1;
/// The most sets within sets that are looked at.
pub const NESTED: u32 = 4;

struct Entry {
    fd: c_int,
    /// What the program waits for.
    events: u32,
    data: u64,
    /// The events in the kernel's set.
    kernel: u32,
    /// False: a one-shot entry has been reported, and waits for EPOLL_CTL_MOD.
    armed: bool,
    /// The ring's position when it was last reported, for edges.
    seen: u64,
    /// The count of full rings when room was last reported, for edges.
    seen_full: u64,
    /// Where this call has reported the entry: the call's number and the event's index.
    at: (u64, usize),
}

#[derive(Default)]
struct Entries {
    /// The sockets that may be carried, and sets within this set.
    list: Vec<Entry>,
    /// The data of all other entries.
    others: HashMap<c_int, u64>,
    /// How many entries have these data.
    data: HashMap<u64, u32>,
    call: u64,
    unasked: u32,
    /// True if the kernel must be asked, too, for what this call reports.
    partial: bool,
}

static SETS: Mutex<Vec<&'static Mutex<Entries>>> = Mutex::new(Vec::new());

thread_local! {
    static HELD: RefCell<Vec<MutexGuard<'static, Entries>>> = const { RefCell::new(Vec::new()) };
}

fn lock(set: &'static Mutex<Entries>) -> MutexGuard<'static, Entries> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set(index: usize) -> Option<&'static Mutex<Entries>> {
    SETS.lock().unwrap_or_else(PoisonError::into_inner).get(index).copied()
}

fn all() -> Vec<&'static Mutex<Entries>> {
    SETS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Records a new set.
pub fn made(fd: c_int) {
    if fd < 0 || table::table().is_none() {
        return;
    }
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    let used: Vec<usize> = (0..descriptors::highest())
        .filter_map(|fd| match descriptors::known(fd) {
            Known::Set(index) => Some(index),
            _ => None,
        })
        .collect();
    let index = (0..sets.len()).find(|index| !used.contains(index)).unwrap_or_else(|| {
        sets.push(Box::leak(Box::default()));
        sets.len() - 1
    });
    *lock(sets[index]) = Entries::default();
    descriptors::note_highest(fd);
    descriptors::set(fd, Known::Set(index));
}

/// A fork is about to copy the sets: no thread may be changing one.
pub fn hold_all() {
    HELD.with_borrow_mut(|held| held.extend(all().into_iter().map(lock)));
}

/// The fork has been made.
pub fn release_all() {
    HELD.with_borrow_mut(Vec::clear);
}

/// A descriptor has been closed: the kernel has removed it from all sets.
pub fn forget(fd: c_int) {
    if !descriptors::take_in_set(fd) {
        return;
    }
    for set in all() {
        lock(set).remove(fd);
    }
}

/// A descriptor in sets is about to be closed while a duplicate stays open: the kernel's sets go on to report its
/// connection, which therefore goes back into the kernel.
pub fn closed_duplicate(fd: c_int) {
    if all().into_iter().any(|set| lock(set).list.iter().any(|entry| entry.fd == fd)) {
        crate::connection::leave_in_kernel(fd, Reason::Call);
    }
}

impl Entries {
    fn remove(&mut self, fd: c_int) {
        let listed = self.list.iter().position(|entry| entry.fd == fd).map(|at| self.list.swap_remove(at).data);
        for data in listed.into_iter().chain(self.others.remove(&fd)) {
            if let Some(count) = self.data.get_mut(&data) {
                *count -= 1;
                if *count == 0 {
                    self.data.remove(&data);
                }
            }
        }
    }

    /// Puts an entry in. Connections whose data another entry has, too, go back: the kernel's events do not tell them
    /// apart.
    fn insert(&mut self, fd: c_int, events: u32, data: u64, kernel: u32) {
        self.remove(fd);
        descriptors::note_in_set(fd);
        *self.data.entry(data).or_default() += 1;
        let ambiguous = self.data[&data] > 1;
        match descriptors::known(fd) {
            Known::Nothing => drop(self.others.insert(fd, data)),
            _ => self.list.push(Entry {
                fd,
                events,
                data,
                kernel,
                armed: true,
                seen: u64::MAX,
                seen_full: u64::MAX,
                at: (0, 0),
            }),
        }
        if ambiguous {
            for entry in self.list.iter().filter(|entry| entry.data == data) {
                crate::connection::leave_in_kernel(entry.fd, Reason::Call);
            }
        }
    }

    /// Reports what the rings say, behind the first `from` events. Returns the count of all events.
    fn scan(&mut self, set: c_int, out: &mut [epoll_event], from: usize, waits: bool) -> usize {
        let (call, mut count, mut partial) = (self.call, from, false);
        for entry in self.list.iter_mut().filter(|entry| entry.armed) {
            if count == out.len() {
                break;
            }
            let ready = match descriptors::known(entry.fd) {
                Known::Carried(_) => entry.look(set, waits),
                Known::Set(inner) if entry.events & IN != 0 && is_ready(inner, waits, NESTED) => IN,
                _ => 0,
            };
            if ready == 0 {
                continue;
            }
            partial |= entry.events & !ready & (IN | OUT) != 0;
            if entry.at.0 == call {
                out[entry.at.1].events |= ready;
                continue;
            }
            out[count] = epoll_event { events: ready, u64: entry.data };
            entry.at = (call, count);
            count += 1;
            if entry.events & ONE_SHOT != 0 {
                entry.armed = false;
                entry.change_kernel(set, 0);
            }
        }
        self.partial = partial;
        count
    }

    /// Adds the kernel's `got` events, which lie behind the `from` of the rings, to these, without what bells seem to
    /// say. Returns the count of all.
    fn merge(&mut self, set: c_int, out: &mut [epoll_event], from: usize, got: usize) -> usize {
        let (call, mut count) = (self.call, from);
        for at in from..from + got {
            let (mut events, data) = (out[at].events, out[at].u64);
            if let Some(entry) = self.list.iter_mut().find(|entry| entry.data == data) {
                events = entry.filter(events);
                if events == 0 {
                    if entry.events & ONE_SHOT != 0 {
                        entry.kernel = 0;
                        entry.change_kernel(set, entry.wanted());
                    }
                    continue;
                }
                if entry.events & ONE_SHOT != 0 {
                    entry.armed = false;
                    entry.kernel = 0;
                }
                if entry.at.0 == call {
                    out[entry.at.1].events |= events;
                    continue;
                }
                entry.at = (call, count);
            }
            out[count] = epoll_event { events, u64: data };
            count += 1;
        }
        count
    }
}

impl Entry {
    /// Returns the events that the kernel's set must have: no EPOLLOUT while the ring decides, and EPOLLIN for bells.
    fn wanted(&self) -> u32 {
        let by_ring = self.events & OUT != 0 && Carried::registered(self.fd).is_some_and(|c| c.sends_by_ring());
        match (by_ring, self.events & IN != 0) {
            (false, _) => self.events,
            (true, true) => self.events & !OUT,
            (true, false) => self.events & !OUT | IN | EDGE,
        }
    }

    fn change_kernel(&mut self, set: c_int, events: u32) {
        if events == self.kernel {
            return;
        }
        let mut event = epoll_event { events, u64: self.data };
        // SAFETY: one event.
        if unsafe { next::epoll_ctl(set, EPOLL_CTL_MOD, self.fd, &mut event) } == 0 {
            self.kernel = events;
        }
    }

    /// Returns what the rings say now, as far as the program waits for it.
    fn look(&mut self, set: c_int, waits: bool) -> u32 {
        self.change_kernel(set, self.wanted());
        let Some((ready, (written, full))) = self.ready(waits) else { return 0 };
        if ready & IN != 0 {
            self.seen = written;
        }
        if ready & OUT != 0 {
            self.seen_full = full;
        }
        // With an edge, the kernel reports all that is true.
        let Some(carried) = Carried::registered(self.fd).filter(|_| ready != 0) else { return ready };
        let mut all = ready | carried.ready(false) as u32 & self.events;
        if self.events & EDGE != 0 && self.events & OUT != 0 && !carried.sends_by_ring() {
            let writable = poll_one(self.fd, libc::POLLOUT, 0).is_ok_and(|events| events & libc::POLLOUT != 0);
            all |= if writable { OUT } else { 0 };
        }
        all
    }

    /// Returns what the rings say, without the edges that have been reported, and the places of the edges.
    fn ready(&self, waits: bool) -> Option<(u32, (u64, u64))> {
        let carried = Carried::registered(self.fd)?;
        let (written, full) = self.edges(&carried);
        let mut ready = carried.ready(waits && self.events & OUT != 0) as u32 & self.events;
        if self.events & EDGE != 0 {
            if written == self.seen {
                ready &= !IN;
            }
            if full == self.seen_full {
                ready &= !OUT;
            }
        }
        Some((ready, (written, full)))
    }

    fn edges(&self, carried: &Carried) -> (u64, u64) {
        (carried.incoming().written.load(Relaxed), u64::from(carried.times_full().load(Relaxed)))
    }

    /// Returns what is true of the kernel's events.
    fn filter(&mut self, events: u32) -> u32 {
        let Some(carried) = Carried::registered(self.fd) else { return events };
        let mut events = events;
        if events & IN != 0 && !carried.is_readable() {
            events &= !(IN | libc::EPOLLRDNORM as u32);
        }
        if carried.sends_by_ring() {
            events &= !(OUT | libc::EPOLLWRNORM as u32);
        }
        if events & IN != 0 {
            self.seen = self.edges(&carried).0;
        }
        events &= self.events | ALWAYS;
        if events == 0 { 0 } else { events | carried.ready(false) as u32 & self.events }
    }
}

/// Returns true if the rings of a set within a set say something.
fn is_ready(index: usize, waits: bool, depth: u32) -> bool {
    let Some(entries) = set(index).filter(|_| depth > 0) else { return false };
    // A set that another thread waits on is locked only for moments.
    lock(entries).list.iter().filter(|entry| entry.armed).any(|entry| match descriptors::known(entry.fd) {
        Known::Carried(_) => entry.ready(waits).is_some_and(|(ready, _)| ready != 0),
        Known::Set(inner) => is_ready(inner, waits, depth - 1),
        _ => false,
    })
}

/// Returns true if the rings of a set's entries say something.
pub fn says(index: usize, waits: bool) -> bool {
    is_ready(index, waits, NESTED)
}

/// epoll_ctl.
///
/// # Safety
/// `event` is null or valid.
pub unsafe fn control(set_fd: c_int, op: c_int, fd: c_int, event: *mut epoll_event) -> c_int {
    let index = match descriptors::known(set_fd) {
        Known::Set(index) => index,
        _ => {
            crate::connection::leave_in_kernel(fd, Reason::Call);
            // SAFETY: the caller's arguments.
            return unsafe { next::epoll_ctl(set_fd, op, fd, event) };
        }
    };
    let Some(entries) = set(index) else { return -1 };
    let mut entries = lock(entries);
    // SAFETY: the caller passes a valid event, or null.
    let asked = unsafe { event.as_ref() }.copied().filter(|_| matches!(op, EPOLL_CTL_ADD | EPOLL_CTL_MOD));
    let Some(asked) = asked else {
        // SAFETY: the caller's arguments.
        let result = unsafe { next::epoll_ctl(set_fd, op, fd, event) };
        if result == 0 && op == EPOLL_CTL_DEL {
            entries.remove(fd);
        }
        return result;
    };
    if asked.events & EXCLUSIVE != 0 {
        crate::connection::leave_in_kernel(fd, Reason::Call);
    }
    let mut entry =
        Entry { fd, events: asked.events, data: asked.u64, kernel: 0, armed: true, seen: 0, seen_full: 0, at: (0, 0) };
    entry.kernel = entry.wanted();
    let mut changed = epoll_event { events: entry.kernel, u64: asked.u64 };
    // SAFETY: one event.
    let result = unsafe { next::epoll_ctl(set_fd, op, fd, &mut changed) };
    if result == 0 {
        entries.insert(fd, entry.events, entry.data, entry.kernel);
    }
    result
}

/// epoll_wait and its like. Returns `None` if the kernel serves this call.
///
/// # Safety
/// `out` has room for `most` events; `mask` is null or valid.
pub unsafe fn wait(
    set_fd: c_int,
    out: *mut epoll_event,
    most: c_int,
    deadline: Deadline,
    mask: *const sigset_t,
) -> Option<c_int> {
    let Known::Set(index) = descriptors::known(set_fd) else { return None };
    let entries = set(index).filter(|_| most > 0 && !out.is_null())?;
    // SAFETY: the caller has room for `most` events, which are plain numbers.
    let out = unsafe { std::slice::from_raw_parts_mut(out, most as usize) };
    let ask = |out: &mut [epoll_event], timeout: c_int| {
        // SAFETY: there is room for as many events.
        unsafe { next::epoll_pwait(set_fd, out.as_mut_ptr(), out.len() as c_int, timeout, mask) }
    };
    let mut looked = false;
    loop {
        let mut held = lock(entries);
        held.call += 1;
        let count = held.scan(set_fd, out, 0, false);
        let over = deadline.is_over();
        held.unasked = if count == 0 { 0 } else { held.unasked + 1 };
        if count == out.len() || (count > 0 && !held.partial && !held.unasked.is_multiple_of(UNASKED)) {
            return Some(count as c_int);
        }
        if count > 0 || over {
            let got = ask(&mut out[count..], 0);
            if got < 0 && count == 0 {
                return Some(got);
            }
            return Some(held.merge(set_fd, out, count, got.max(0) as usize) as c_int);
        }
        let has_carried = held.list.iter().any(|entry| matches!(descriptors::known(entry.fd), Known::Carried(_)));
        drop(held);
        if has_carried && !looked && waiting::look(|| is_ready(index, false, NESTED)) {
            looked = true;
            continue;
        }
        looked = false;
        let sleeper = KernelSleep::new();
        let mut held = lock(entries);
        held.call += 1;
        let mut waiters = Vec::new();
        let are_taken = held.take_bells(&mut waiters, NESTED);
        let count = held.scan(set_fd, out, 0, true);
        if count > 0 {
            let got = if held.partial { ask(&mut out[count..], 0) } else { 0 };
            return Some(held.merge(set_fd, out, count, got.max(0) as usize) as c_int);
        }
        drop(held);
        let nap = if are_taken { -1 } else { NAP };
        let got = ask(out, if nap >= 0 && deadline.left_millis() != 0 { nap } else { deadline.left_millis() });
        drop((waiters, sleeper));
        if got <= 0 {
            if got == 0 && !deadline.is_over() {
                continue;
            }
            return Some(got);
        }
        let mut held = lock(entries);
        held.call += 1;
        let count = held.merge(set_fd, out, 0, got as usize);
        let count = held.scan(set_fd, out, count, false);
        if count > 0 {
            return Some(count as c_int);
        }
    }
}

impl Entries {
    /// Prepares the armed entries for a sleep: receives the bells of those that wait for room or for edges, because the
    /// kernel reports an edge once, and a peer whose bell is still there rings no other. Announces the waits for room
    /// in `waiters`. Returns false if bells are left.
    fn take_bells(&self, waiters: &mut Vec<RoomWaiter>, depth: u32) -> bool {
        let mut are_taken = true;
        for entry in self.list.iter().filter(|entry| entry.armed) {
            if let Known::Set(inner) = descriptors::known(entry.fd) {
                are_taken &= take_bells(inner, waiters, depth - 1);
            }
            let Some(carried) = Carried::registered(entry.fd) else { continue };
            let waits_for_room = entry.events & OUT != 0 && carried.sends_by_ring();
            if waits_for_room || entry.events & EDGE != 0 {
                are_taken &= carried.take_bells();
            }
            if waits_for_room {
                waiters.push(carried.wait_for_room());
            }
        }
        are_taken
    }
}

/// Prepares a set for a sleep on it, or on a set that contains it, as [`Entries::take_bells`] does.
pub fn take_bells(index: usize, waiters: &mut Vec<RoomWaiter>, depth: u32) -> bool {
    set(index).filter(|_| depth > 0).is_none_or(|entries| lock(entries).take_bells(waiters, depth))
}
