//! What a program may need of its endpoint, as types. Each kind of need is a trait that only the types here have.
use super::frames::{Frames, Rests};
use super::inner::Inner;
use crate::waiting::Policy;
use crate::{Endpoint as General, Error, Patience, Pause, Waiting};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One thread has the endpoint for itself: no lock.
pub struct Exclusive;
/// Several threads have handles to it ([`Clone`]): one lock, held for each step and let go of while a thread rests.
pub struct Shared;

/// Waits look again and again: no clock is read, nothing is published, nobody sleeps. For ranks (and threads) that each
/// have a processor; where they outnumber processors, a wait lasts until the system takes the processor away.
pub struct Polling;
/// Waits spin, yield and sleep by the library's one policy ([`crate::Patience`]).
pub struct Blocking;

/// Messages have tags, are received by whom and which tag they are asked for, and those of a pair that fit one receive
/// come in the order in which they were sent. Senders are bounded by credit, long messages are pulled straight to where
/// they go, and other machines are reached.
pub struct Ordered;
/// A message goes to whoever takes the next one: no order is promised, nothing is matched, and there is no account of
/// who may send how much but the room that the fabric has. On one machine. All ranks of a job open with the same order.
pub struct Unordered;

/// Progress happens in the program's calls.
pub struct ByCaller;
/// A thread of the endpoint's own makes progress while the program computes. It needs an endpoint that is [`Shared`],
/// and [`Ordered`]: without matching and pulls there is nothing to be done in the program's absence.
pub struct ByThread;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;
impl Sealed for Exclusive {}
impl Sealed for Shared {}
impl Sealed for Polling {}
impl Sealed for Blocking {}
impl Sealed for Ordered {}
impl Sealed for Unordered {}
impl Sealed for ByCaller {}
impl Sealed for ByThread {}

/// Who uses the endpoint.
pub trait Access: Sealed + 'static {
    type Place<C: Inner>;
    /// Other threads may come.
    const THREADS: bool;
    fn place<C: Inner>(inner: C) -> Self::Place<C>;
    fn with<C: Inner, T>(place: &mut Self::Place<C>, f: impl FnOnce(&mut C) -> T) -> T;
    /// Between two looks: lets others in, where there are some.
    fn give_way();
    /// The endpoint itself; `None`: others still have it.
    fn take<C: Inner>(place: Self::Place<C>) -> Option<C>;
}

impl Access for Exclusive {
    type Place<C: Inner> = C;
    const THREADS: bool = false;
    fn place<C: Inner>(inner: C) -> C {
        inner
    }
    #[inline(always)]
    fn with<C: Inner, T>(place: &mut C, f: impl FnOnce(&mut C) -> T) -> T {
        f(place)
    }
    #[inline(always)]
    fn give_way() {}
    fn take<C: Inner>(place: C) -> Option<C> {
        Some(place)
    }
}

/// Spins between two looks of a thread, so that another one that spins for the lock finds it free.
const GIVE_WAY: u32 = 16;

impl Access for Shared {
    type Place<C: Inner> = Arc<Mutex<C>>;
    const THREADS: bool = true;
    fn place<C: Inner>(inner: C) -> Arc<Mutex<C>> {
        Arc::new(Mutex::new(inner))
    }
    fn with<C: Inner, T>(place: &mut Arc<Mutex<C>>, f: impl FnOnce(&mut C) -> T) -> T {
        let mut inner: MutexGuard<'_, C> = place.lock().unwrap_or_else(PoisonError::into_inner);
        let value = f(&mut inner);
        // What has moved may be what another thread sleeps for.
        if inner.stirred() {
            inner.wake();
        }
        value
    }
    fn give_way() {
        (0..GIVE_WAY).for_each(|_| std::hint::spin_loop());
    }
    fn take<C: Inner>(place: Arc<Mutex<C>>) -> Option<C> {
        Some(Arc::into_inner(place)?.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How whoever waits rests.
pub trait Waits: Sealed + 'static {
    /// What one wait remembers.
    type Wait: Default;
    type Rest;
    /// The policy that an endpoint without one of its own needs for it.
    type Policy: Rests;
    fn pause<C: Inner>(inner: &mut C, wait: &mut Self::Wait, threads: bool, shown: Waiting) -> Self::Rest;
    fn rest(rest: Self::Rest);
    /// Something has moved.
    fn moved(wait: &mut Self::Wait);
    fn end<C: Inner>(inner: &mut C, wait: &Self::Wait);
}

impl Waits for Polling {
    type Wait = ();
    type Rest = ();
    type Policy = ();
    #[inline(always)]
    fn pause<C: Inner>(_: &mut C, (): &mut (), _: bool, _: Waiting) {}
    #[inline(always)]
    fn rest((): ()) {
        std::hint::spin_loop();
    }
    #[inline(always)]
    fn moved((): &mut ()) {}
    #[inline(always)]
    fn end<C: Inner>(_: &mut C, (): &()) {}
}

/// What a wait that may sleep remembers.
#[derive(Default)]
pub struct Blocked {
    patience: Patience,
    /// It is counted among the threads that wait.
    counted: bool,
}

impl Waits for Blocking {
    type Wait = Blocked;
    type Rest = Pause;
    type Policy = Policy;
    fn pause<C: Inner>(inner: &mut C, wait: &mut Blocked, threads: bool, shown: Waiting) -> Pause {
        if threads && !wait.counted {
            wait.counted = true;
            inner.threads_waiting(true);
        }
        inner.pause(&mut wait.patience, shown)
    }
    fn rest(rest: Pause) {
        rest.rest();
    }
    #[inline(always)]
    fn moved(wait: &mut Blocked) {
        wait.patience.moved();
    }
    #[inline(always)]
    fn end<C: Inner>(inner: &mut C, wait: &Blocked) {
        if wait.counted {
            inner.threads_waiting(false);
        }
        inner.stop_waiting(&wait.patience);
    }
}

/// Whether messages are matched and kept in order.
pub trait Order: Sealed + 'static {
    type Inner<W: Waits>: Inner;
}

impl Order for Ordered {
    type Inner<W: Waits> = General;
}

impl Order for Unordered {
    type Inner<W: Waits> = Frames<W::Policy>;
}

/// Who makes progress; of `A` and `C`, where that can be had.
pub trait Progress<A: Access, C: Inner>: Sealed {
    type Helper: Clone + Send + 'static;
    /// Error: a sentence; the system makes no thread.
    fn start<W: Waits>(place: &A::Place<C>) -> Result<Self::Helper, Error>;
    /// A handle to the endpoint goes; the last one ends the thread.
    fn end(helper: Self::Helper, place: &mut A::Place<C>);
}

impl<A: Access, C: Inner> Progress<A, C> for ByCaller {
    type Helper = ();
    fn start<W: Waits>(_: &A::Place<C>) -> Result<(), Error> {
        Ok(())
    }
    fn end((): (), _: &mut A::Place<C>) {}
}
