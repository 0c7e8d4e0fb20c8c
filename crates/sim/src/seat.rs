//! Where the endpoint of a simulated rank is: with the rank, or lent to the rank's collectives while they are polled.
use clump::driver::{Endpoint, Local};
use clump_coll::Entrance;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The place of a lent endpoint.
pub type LentEndpoint<F> = RefCell<Option<Box<Endpoint<F>>>>;

/// A fabric whose endpoints are lent.
pub trait Lend: Local {
    /// Calls `f` with this thread's place of the lent endpoint.
    fn lent<R>(f: impl FnOnce(&LentEndpoint<Self>) -> R) -> R;
}

/// Where a rank's endpoint is, except while it is lent.
pub struct Seat<F: Local>(Option<Box<Endpoint<F>>>);

impl<F: Lend> Seat<F> {
    pub fn new(endpoint: Endpoint<F>) -> Seat<F> {
        Seat(Some(Box::new(endpoint)))
    }

    /// Lends the endpoint to `poll`, which reaches it by [`Lent`].
    pub fn lend<R>(&mut self, poll: impl FnOnce() -> R) -> R {
        F::lent(|lent| *lent.borrow_mut() = self.0.take());
        let result = poll();
        self.0 = F::lent(|lent| lent.borrow_mut().take());
        result
    }
}

impl<F: Local> Deref for Seat<F> {
    type Target = Endpoint<F>;

    fn deref(&self) -> &Endpoint<F> {
        self.0.as_ref().expect("the endpoint is not lent")
    }
}

impl<F: Local> DerefMut for Seat<F> {
    fn deref_mut(&mut self) -> &mut Endpoint<F> {
        self.0.as_mut().expect("the endpoint is not lent")
    }
}

/// The way of a collective to the endpoint of the rank that polls it.
pub struct Lent<F>(PhantomData<F>);

impl<F> Lent<F> {
    pub const fn new() -> Lent<F> {
        Lent(PhantomData)
    }
}

impl<F> Clone for Lent<F> {
    fn clone(&self) -> Lent<F> {
        *self
    }
}

impl<F> Copy for Lent<F> {}

impl<F: Lend> Entrance for Lent<F> {
    type Fabric = F;

    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint<F>) -> R) -> R {
        F::lent(|lent| step(lent.borrow_mut().as_mut().expect("a collective is polled")))
    }
}
