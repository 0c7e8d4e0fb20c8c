//! Lends the endpoint to the program while streams may be under way.
use crate::endpoint::{Endpoint, JobOf, Local};
use clump_core::Rank;
use clump_fabric::local::LocalJob;

/// The endpoint while the program's function uses it. When the function returns or panics, the drop checks that the
/// function has not exchanged the endpoint for another one.
pub struct Borrowed<'a, F: Local> {
    endpoint: &'a mut Endpoint<F>,
    /// The job. Holding it keeps its identity from being reused by another job.
    job: JobOf<F>,
    rank: Rank,
}

impl<'a, F: Local> Borrowed<'a, F> {
    pub fn new(endpoint: &'a mut Endpoint<F>) -> Borrowed<'a, F> {
        Borrowed { job: endpoint.job.clone(), rank: endpoint.rank(), endpoint }
    }

    pub fn endpoint(&mut self) -> &mut Endpoint<F> {
        self.endpoint
    }
}

impl<F: Local> Drop for Borrowed<'_, F> {
    fn drop(&mut self) {
        if !self.endpoint.job.is_same(&self.job) || self.endpoint.rank() != self.rank {
            // The handlers would free the memory of pending reads while the first endpoint's peers write to it.
            eprintln!("clump: the endpoint of a rank's handlers was exchanged for another one");
            std::process::abort();
        }
    }
}
