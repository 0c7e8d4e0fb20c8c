//! The fabric that an endpoint works over unless it is told otherwise: shared memory as it is. A developer's build (feature
//! `capture`) writes every frame to `clump-rank<r>.pcapng` in the working directory; docs/TESTING.md says how to read it.
use crate::{Error, Rank};
use clump_fabric::shm::Shm;

#[cfg(not(feature = "capture"))]
pub type Standard = Shm;

#[cfg(not(feature = "capture"))]
pub fn standard(_: Rank, fabric: Shm) -> Result<Standard, Error> {
    Ok(fabric)
}

#[cfg(feature = "capture")]
pub type Standard = clump_fabric::wrap::Trace<Shm, clump_fabric::wrap::Capture>;

#[cfg(feature = "capture")]
pub fn standard(rank: Rank, fabric: Shm) -> Result<Standard, Error> {
    let name = format!("clump-rank{rank}.pcapng");
    let capture = std::fs::File::create(&name).and_then(clump_fabric::wrap::Capture::new).map_err(|e| {
        Error(format!("rank {rank}: cannot write {name}: {e}; this library was built to capture frames, so run it where it may write"))
    })?;
    Ok(clump_fabric::wrap::Trace::new(fabric, rank, capture))
}
