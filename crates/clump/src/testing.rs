//! Several endpoints in one process, for tests: the same shared memory, the same code as between processes.
use crate::{Endpoint, Error, Segment};
use std::sync::Arc;

/// `n` endpoints of one job, to be used from `n` threads (or in turn from one).
pub fn cluster(n: u32) -> Result<Vec<Endpoint>, Error> {
    let segment = Arc::new(Segment::create(n)?);
    Ok((0..n).map(|rank| Endpoint::attach(segment.clone(), rank)).collect())
}
