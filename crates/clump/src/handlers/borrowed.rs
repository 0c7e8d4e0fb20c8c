//! Lends the endpoint to the program while streams may be under way.
use crate::Local;
use crate::driver::Endpoint;
use std::sync::Arc;

/// The endpoint while the program uses it. Its end checks that it is still the same endpoint, whether the program's
/// function returned or panicked.
pub struct Borrowed<'a, F: Local> {
    endpoint: &'a mut Endpoint<F>,
    identity: Identity,
}

/// A rank of a job: the job's memory in this process, and the rank's number.
type Identity = (usize, u32);

fn identity<F: Local>(endpoint: &Endpoint<F>) -> Identity {
    (Arc::as_ptr(&endpoint.segment) as usize, endpoint.rank())
}

impl<'a, F: Local> Borrowed<'a, F> {
    pub fn new(endpoint: &'a mut Endpoint<F>) -> Borrowed<'a, F> {
        Borrowed { identity: identity(endpoint), endpoint }
    }

    pub fn endpoint(&mut self) -> &mut Endpoint<F> {
        self.endpoint
    }
}

impl<F: Local> Drop for Borrowed<'_, F> {
    fn drop(&mut self) {
        if identity(self.endpoint) != self.identity {
            // The memory of pending reads would be freed while the other endpoint writes to it.
            eprintln!("clump: the endpoint of a rank's handlers was exchanged for another one");
            std::process::abort();
        }
    }
}
