//! Collective communication (MPI 5.0, chapter 6).

/// What the collectives keep for the process.
pub struct Store(());
impl Store {
    pub const fn new() -> Store {
        Store(())
    }
}
impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// What the collectives keep for each communicator.
#[derive(Debug, Default)]
pub struct PerComm(());
