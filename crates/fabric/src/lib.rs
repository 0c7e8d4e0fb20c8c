//! What moves bytes. Home of `unsafe`; each block says why it is sound.
pub mod mem;
pub mod shm;
