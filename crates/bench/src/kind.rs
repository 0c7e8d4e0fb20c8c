//! The MPI libraries that are measured, and their variants.

/// An MPI library, in one of its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Clump,
    /// Clump without the shared heap: the system copies between processes.
    ClumpBySystem,
    /// Clump without sealing between hosts.
    ClumpInsecure,
    Mpich,
    OpenMpi,
    Intel,
}
