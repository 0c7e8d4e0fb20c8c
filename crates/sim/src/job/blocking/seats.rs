//! Where the endpoints of ranks are whose collectives block.
use super::super::turn::{FabricOfPlaces, Place};
use clump_coll::Entrance;
use std::cell::RefCell;

thread_local! {
    /// The endpoints by rank; `None` while a call uses one.
    static SEATS: RefCell<Vec<Option<Box<Place>>>> = const { RefCell::new(Vec::new()) };
    /// The ranks' contexts that may never be given to another communicator.
    static RETIRED: RefCell<Vec<(usize, u16)>> = const { RefCell::new(Vec::new()) };
}

/// Takes the seats of all ranks of a job. The seats of the last job are given up.
pub fn take(endpoints: Vec<Place>) {
    RETIRED.take();
    SEATS.with(|seats| *seats.borrow_mut() = endpoints.into_iter().map(|e| Some(Box::new(e))).collect());
}

/// Looks at the endpoints of all ranks, none of which a call uses.
pub fn look<R>(f: impl FnOnce(&[Option<Box<Place>>]) -> R) -> R {
    SEATS.with(|seats| f(&seats.borrow()))
}

/// The way to a rank's endpoint.
#[derive(Clone, Copy)]
pub struct Gate(pub usize);

impl Gate {
    /// Takes the rank's endpoint out for good.
    pub fn leave(self) -> Option<Place> {
        SEATS.with(|seats| seats.borrow_mut()[self.0].take()).map(|endpoint| *endpoint)
    }

    /// Returns true if a collective context may never be given to another communicator.
    pub fn has_retired(self, collective_context: u16) -> bool {
        RETIRED.with(|retired| retired.borrow().contains(&(self.0, collective_context)))
    }
}

impl Entrance for Gate {
    type Fabric = FabricOfPlaces;

    fn enter<R>(&self, step: impl FnOnce(&mut Place) -> R) -> R {
        let mut endpoint = SEATS.with(|seats| seats.borrow_mut()[self.0].take()).expect("one call at a time enters");
        let result = step(&mut endpoint);
        SEATS.with(|seats| seats.borrow_mut()[self.0] = Some(endpoint));
        result
    }

    fn retire_context(&self, collective_context: u16) {
        RETIRED.with(|retired| retired.borrow_mut().push((self.0, collective_context)));
    }
}
