//! The process-wide state and the way in. Below MPI_THREAD_MULTIPLE there is no lock at all: the program promises that one
//! thread at a time is inside. At MULTIPLE one lock guards all, held for one call's own work and let go of whenever it rests;
//! it is biased to the thread that called MPI_Init_thread, for which it is nearly free until another thread comes. What is
//! over already needs no lock at all. Why no finer locks: docs/decisions/0007-threads.md.
//!
//! Rule: nobody holds a [`Guard`] while user code runs (error handlers, attribute functions, user operations), because
//! that code may call MPI again. Debug builds check it.
use crate::abi;
use crate::coll;
use crate::state::State;
use clump::{Ask, BiasedLock, Held, Outcome, Patience, Region, Request, Select, Waiting};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

struct Gate {
    state: UnsafeCell<State>,
    lock: BiasedLock,
    multiple: AtomicBool,
    /// The network's thread may come in while nobody is inside.
    helped: AtomicBool,
    inside: AtomicBool,
}
// SAFETY: the state is reached through a Guard only; see `enter` for who may hold one.
unsafe impl Sync for Gate {}

static GATE: Gate = Gate {
    state: UnsafeCell::new(State::new()),
    lock: BiasedLock::new(),
    multiple: AtomicBool::new(false),
    helped: AtomicBool::new(false),
    inside: AtomicBool::new(false),
};

/// Where the network's thread asks to be armed when the program leaves a call.
pub static ASK: Ask = Ask::new();

/// Enters for the network's thread, if it helps and nobody is inside or about to be. It stays for one look.
pub fn enter_to_help() -> Option<Guard> {
    let held = GATE.lock.try_lock()?;
    if !GATE.helped.load(Relaxed) {
        GATE.lock.unlock(held);
        return None;
    }
    if cfg!(debug_assertions) {
        assert!(!GATE.inside.swap(true, Relaxed), "the helping thread was let in while another one was inside");
    }
    Some(Guard { lock: Some(held) })
}

/// The right to use the state.
pub struct Guard {
    lock: Option<Held>,
}

/// Enters. Waits for other threads at MPI_THREAD_MULTIPLE.
#[inline(always)]
pub fn enter() -> Guard {
    let lock = if GATE.multiple.load(Relaxed) { Some(GATE.lock.lock()) } else { None };
    if cfg!(debug_assertions) {
        assert!(!GATE.inside.swap(true, Relaxed), "MPI was entered by two threads below MPI_THREAD_MULTIPLE, or again");
    }
    Guard { lock }
}

/// From now on threads may come in at any time (or no longer). Only while one thread is inside.
pub fn set_multiple(on: bool) {
    if on {
        GATE.lock.bias();
    }
    GATE.multiple.store(on, Relaxed);
}

impl Guard {
    /// From now on the network's thread may come in, or no longer: then there has to be a lock below MPI_THREAD_MULTIPLE too.
    /// That one is biased to nobody: the other thread will come.
    pub fn set_helped(&mut self, on: bool) {
        if on && self.lock.is_none() {
            GATE.multiple.store(true, Relaxed);
            self.lock = Some(GATE.lock.lock());
        }
        // With the lock held: who has it sees this.
        GATE.helped.store(on, Relaxed);
        if !on && self.level != abi::MPI_THREAD_MULTIPLE {
            GATE.multiple.store(false, Relaxed);
        }
    }

    /// The program leaves a call.
    #[cold]
    fn leave(&mut self) {
        if let Some(endpoint) = &mut self.endpoint {
            endpoint.leave_call();
        }
    }

    /// True if other threads may come in.
    #[inline(always)]
    pub fn multiple(&self) -> bool {
        self.lock.is_some()
    }

    /// Before the lock is let go: what has moved may be what another thread sleeps for.
    #[cold]
    fn wake_others(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.stirred()
        {
            endpoint.wake();
        }
    }

    /// Between two steps of a wait that need not rest, because all keeps moving: another thread that wants in gets in, and
    /// one that sleeps for what has moved is woken. Otherwise a long message would keep all others out until it is there.
    #[inline(always)]
    fn take_turns(&mut self) {
        // While the lock is biased there is no other thread.
        if self.lock == Some(Held::Word) {
            self.wake_others();
            if GATE.lock.is_wanted() {
                self.outside(|| GATE.lock.give_way());
            }
        }
    }

    /// Runs `f` with the lock let go. `f` may call MPI, except that without a lock it must not.
    pub fn outside<T>(&mut self, f: impl FnOnce() -> T) -> T {
        if self.lock.is_some() {
            self.wake_others();
        }
        if cfg!(debug_assertions) {
            GATE.inside.store(false, Relaxed);
        }
        let held = self.lock.take();
        if let Some(held) = held {
            GATE.lock.unlock(held);
        }
        let value = f();
        if held.is_some() {
            self.lock = Some(GATE.lock.lock());
        }
        if cfg!(debug_assertions) {
            GATE.inside.store(true, Relaxed);
        }
        value
    }
}

impl Guard {
    /// Moves everything forward that can move without waiting: messages, and collectives under way. True if any moved.
    #[inline(always)]
    pub fn advance(&mut self) -> bool {
        let moved = match self.lock {
            None => State::advance(self),
            Some(held) => self.background_copy(held) | State::advance(self),
        };
        if self.coll.busy() { coll::schedule::advance(self) | moved } else { moved }
    }
}

impl Guard {
    /// Carries on with a long copy, with the lock let go: others get in meanwhile. They have come once the lock is no longer
    /// biased to the first thread; until then whoever pulls copies at once.
    #[inline]
    fn background_copy(&mut self, held: Held) -> bool {
        if held == Held::Biased {
            return false;
        }
        self.endpoint().set_threaded();
        let Some(mut copy) = self.endpoint().take_background_copy() else { return false };
        let step = self.outside(|| {
            let step = copy.step();
            // Threads may outnumber processors: those that wait for less get theirs between two parts.
            std::thread::yield_now();
            step
        });
        self.endpoint().return_background_copy(copy, step);
        true
    }
}

impl Drop for Guard {
    #[inline(always)]
    fn drop(&mut self) {
        let mut helped = false;
        if self.lock.is_some() {
            self.wake_others();
            helped = GATE.helped.load(Relaxed);
            if helped {
                self.leave();
            }
        }
        if cfg!(debug_assertions) {
            GATE.inside.store(false, Relaxed);
        }
        if let Some(held) = self.lock {
            GATE.lock.unlock(held);
        }
        // The thread may have asked after this one looked, and have found the lock held.
        if helped && ASK.is_open_behind() {
            drop(enter_to_help());
        }
    }
}

impl Deref for Guard {
    type Target = State;
    #[inline(always)]
    fn deref(&self) -> &State {
        // SAFETY: a Guard exists once: by the lock, or below MULTIPLE by the program's promise and the rule above.
        unsafe { &*GATE.state.get() }
    }
}
impl DerefMut for Guard {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut State {
        // SAFETY: as in `deref`, and the borrow of self makes it the only reference.
        unsafe { &mut *GATE.state.get() }
    }
}

/// Leaves after a look that found nothing. Programs look again and again: where ranks outnumber cores, another rank gets
/// the core meanwhile, because what is looked for may be its to send.
#[inline]
pub fn leave_empty_handed(s: Guard) {
    let crowded = s.endpoint.as_ref().is_some_and(|e| e.is_crowded());
    drop(s);
    if crowded {
        std::thread::yield_now();
    }
}

/// Waits for an operation of the endpoint, and takes its outcome.
#[inline]
pub fn finish(s: &mut Guard, request: Request, waiting: Waiting) -> Outcome {
    if !s.multiple() && s.operations.is_empty() && !s.coll.busy() {
        return s.endpoint().wait(request, waiting);
    }
    block(s, waiting, |s| s.endpoint().test(request))
}

/// Receives one message if it comes as fast as an answer does. `None`: nothing has happened, go the way of [`receive`].
#[inline(always)]
pub fn receive_soon(s: &mut Guard, select: Select, into: Region) -> Option<Outcome> {
    let alone = !s.multiple() && s.operations.is_empty() && !s.coll.busy();
    if alone { s.endpoint().recv_soon(select, into) } else { None }
}

/// Receives one message, and waits for it.
pub fn receive(s: &mut Guard, select: Select, into: Region, waiting: Waiting) -> Outcome {
    if !s.multiple() && s.operations.is_empty() && !s.coll.busy() {
        return s.endpoint().recv_wait(select, into, waiting);
    }
    let request = s.endpoint().recv(select, into);
    finish(s, request, waiting)
}

/// Makes progress until `done` says what came of it. The lock is let go of while this thread rests.
pub fn block<T>(s: &mut Guard, waiting: Waiting, mut done: impl FnMut(&mut State) -> Option<T>) -> T {
    let mut patience = Patience::default();
    loop {
        if let Some(value) = done(s) {
            if s.multiple() && !patience.is_fresh() {
                s.endpoint().threads_waiting(false);
            }
            s.endpoint().stop_waiting(&patience);
            return value;
        }
        if s.advance() {
            patience.moved();
            s.take_turns();
        } else {
            if s.multiple() && patience.is_fresh() {
                s.endpoint().threads_waiting(true);
            }
            let pause = s.endpoint().pause(&mut patience, waiting);
            // Another thread may have moved what a schedule waits for since that was looked at.
            if pause.is_sleep() && s.coll.busy() && coll::schedule::advance_and_sleep(s) {
                continue;
            }
            s.outside(|| pause.rest());
        }
    }
}
