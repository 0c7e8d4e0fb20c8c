//! Process topologies (MPI 5.0, chapter 8): Cartesian ones.
mod calls;
mod cart;
mod dims;
pub use calls::*;
pub use cart::Cart;
