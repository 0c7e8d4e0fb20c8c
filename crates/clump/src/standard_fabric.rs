//! The standard fabric of an endpoint: shared memory, plus the network to other machines. A developer's build (feature
//! `capture`) writes every frame to `clump-rank<r>.pcapng` in the working directory; docs/TESTING.md says how to read
//! it.
use crate::error::Error;
use clump_core::Rank;
use clump_fabric::clock::Monotonic;
use clump_fabric::shm::Shm;

pub type Plain = crate::hybrid::Hybrid;

/// Returns the standard fabric for a job on one machine. Fails if the capture file cannot be created.
pub fn standard(rank: Rank, fabric: Shm) -> Result<Standard, Error> {
    dressed(rank, Plain::near(fabric, Monotonic::default()))
}

/// The fabric that programs use: shared memory on one machine, the network between machines.
#[cfg(not(feature = "capture"))]
pub type Standard = Plain;

#[cfg(not(feature = "capture"))]
pub fn dressed(_: Rank, fabric: Plain) -> Result<Standard, Error> {
    Ok(fabric)
}

/// The fabric that programs use: shared memory on one machine, the network between machines.
#[cfg(feature = "capture")]
pub type Standard = clump_fabric::wrap::Trace<Plain, clump_fabric::wrap::Capture>;

#[cfg(feature = "capture")]
pub fn dressed(rank: Rank, fabric: Plain) -> Result<Standard, Error> {
    let name = format!("clump-rank{rank}.pcapng");
    let capture = std::fs::File::create(&name).and_then(clump_fabric::wrap::Capture::new).map_err(|e| {
        Error::new(crate::error::ErrorKind::System, format!(
            "rank {rank}: cannot write {name}: {e}; this library was built to capture frames, so run it where it may \
             write"
        ))
    })?;
    Ok(clump_fabric::wrap::Trace::new(fabric, rank, capture))
}
