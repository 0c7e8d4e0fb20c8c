//! Which MPI library is measured, and in which of its forms.

/// Whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Clump,
    /// Clump without the shared heap: the system copies between processes.
    ClumpBySystem,
    /// Clump with nothing sealed between hosts.
    ClumpInsecure,
    Mpich,
    OpenMpi,
    Intel,
}
