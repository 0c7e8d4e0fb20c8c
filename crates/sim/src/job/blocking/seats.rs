//! Where the endpoints of ranks are whose collectives block.
use super::super::turn::{FabricOfPlaces, Place};
use clump_coll::Entrance;
use std::cell::RefCell;

thread_local! {
    /// The endpoints by rank; `None` while a call uses one.
    static SEATS: RefCell<Vec<Option<Box<Place>>>> = const { RefCell::new(Vec::new()) };
}

/// Takes the seats of all ranks of a job. The seats of the last job are given up.
pub fn take(endpoints: Vec<Place>) {
    SEATS.with(|seats| *seats.borrow_mut() = endpoints.into_iter().map(|e| Some(Box::new(e))).collect());
}

/// The way to a rank's endpoint.
#[derive(Clone, Copy)]
pub struct Gate(pub usize);

impl Gate {
    /// Takes the rank's endpoint out for good.
    pub fn leave(self) -> Option<Place> {
        SEATS.with(|seats| seats.borrow_mut()[self.0].take()).map(|endpoint| *endpoint)
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
}
