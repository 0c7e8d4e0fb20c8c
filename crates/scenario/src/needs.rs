//! The needs that a program can state for its endpoint, as types. Each kind of need is a sealed trait.
use super::frames::{Frames, Rests};
use super::inner::Inner;
use clump::driver::Policy;
use clump::driver::{Endpoint as General, Error, Patience, Pause, Waiting};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One thread uses the endpoint: no lock.
pub struct Exclusive;
/// Several threads have handles to the endpoint ([`Clone`]). One lock guards the endpoint: a thread holds it for each
/// step and releases it while the thread rests.
pub struct Shared;

/// Waits poll without pause: they read no clock, publish no status and never sleep. Suits ranks (and threads) that
/// each have a processor; on an oversubscribed machine a poll continues until the system preempts it.
pub struct Polling;
/// Waits spin, yield and sleep by the library's waiting policy ([`clump::driver::Patience`]).
pub struct Blocking;

/// Messages are received by rank and tag. Messages of a pair of ranks that match one receive arrive in the order in
/// which they were sent. Credit bounds the senders, long messages are pulled straight to their destination, and ranks
/// on other machines can be reached.
pub struct Ordered;
/// Each message goes to the next call that takes one, without order and without matching. Only the fabric's room
/// bounds the senders. The job must have one machine. All ranks of a job must choose the same kind of messages.
pub struct Unordered;

/// Progress happens in the program's calls.
pub struct ByCaller;
/// The endpoint's own thread makes progress while the program computes. The endpoint must be [`Shared`] and
/// [`Ordered`]: without matching and pulls, the thread would have nothing to do.
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

/// How many threads use the endpoint.
pub trait Access: Sealed + 'static {
    /// The value that holds the endpoint: the endpoint itself, or a shared lock around it.
    type Place<C: Inner>;
    /// True if other threads may enter.
    const THREADS: bool;
    /// Returns the value that holds this endpoint.
    fn place<C: Inner>(inner: C) -> Self::Place<C>;
    /// Waits until no other thread uses the endpoint, and calls `f` with the endpoint.
    fn with<C: Inner, T>(place: &mut Self::Place<C>, f: impl FnOnce(&mut C) -> T) -> T;
    /// Lets other threads enter between two polls, if the program may have other threads.
    fn give_way();
    /// Takes the endpoint out; returns `None` if other handles still exist.
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

/// Spins between two polls of a thread, so that another thread that spins for the lock finds it free. More spins
/// delay the polls.
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
        // Another thread may be asleep and wait for the change.
        if inner.made_progress() {
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

/// How a waiting thread rests.
pub trait Waits: Sealed + 'static {
    /// The state of one wait.
    type Wait: Default;
    /// The way to rest that [`pause`](Self::pause) has chosen for one rest.
    type Rest;
    /// The policy that an endpoint without its own policy needs for this kind of waiting.
    type Policy: Rests;
    /// Decides how to rest after a poll that found nothing.
    fn pause<C: Inner>(inner: &mut C, wait: &mut Self::Wait, threads: bool, shown: Waiting) -> Self::Rest;
    /// Rests in the way that [`pause`](Self::pause) has chosen.
    fn rest(rest: Self::Rest);
    /// Records that something has moved.
    fn moved(wait: &mut Self::Wait);
    /// Ends the wait.
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

/// The state of a wait that may sleep.
#[derive(Default)]
pub struct Blocked {
    patience: Patience,
    /// True if the thread is counted among the waiting threads.
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

/// Decides whether messages are matched and ordered.
pub trait Order: Sealed + 'static {
    /// The endpoint that the adapter uses.
    type Inner<W: Waits>: Inner;
}

impl Order for Ordered {
    type Inner<W: Waits> = General;
}

impl Order for Unordered {
    type Inner<W: Waits> = Frames<W::Policy>;
}

/// Makes progress on an endpoint with access `A` over `C`, if that combination is possible.
pub trait Progress<A: Access, C: Inner>: Sealed {
    /// A handle of the helper thread.
    type Helper: Clone + Send + 'static;
    /// Starts the helper thread. Fails if the system creates no thread.
    fn start<W: Waits>(place: &A::Place<C>) -> Result<Self::Helper, Error>;
    /// Drops a handle to the endpoint. Dropping the last handle ends the thread.
    fn end(helper: Self::Helper, place: &mut A::Place<C>);
}

impl<A: Access, C: Inner> Progress<A, C> for ByCaller {
    type Helper = ();
    fn start<W: Waits>(_: &A::Place<C>) -> Result<(), Error> {
        Ok(())
    }
    fn end((): (), _: &mut A::Place<C>) {}
}
