//! Several endpoints in one process, for tests: the same shared memory, the same code as between processes.
use crate::capture::standard;
use crate::{Endpoint, Error, Local, Rank, Segment};
use clump_fabric::shm::Shm;
use std::sync::Arc;

/// `n` endpoints of one job, to be used from `n` threads (or in turn from one).
pub fn cluster(n: u32) -> Result<Vec<Endpoint>, Error> {
    cluster_over(n, standard)
}

/// The same with something round each rank's fabric ([`clump_fabric::wrap`]).
pub fn cluster_over<F: Local>(n: u32, wrap: impl Fn(Rank, Shm) -> Result<F, Error>) -> Result<Vec<Endpoint<F>>, Error> {
    let segment = Arc::new(Segment::create(n)?);
    (0..n).map(|rank| Endpoint::attach(segment.clone(), rank, None, &wrap)).collect()
}
