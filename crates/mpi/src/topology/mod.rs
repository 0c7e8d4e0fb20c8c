//! Process topologies (MPI 5.0, chapter 8): Cartesian grids.
mod calls;
mod cart;
mod dims;
pub use calls::*;
pub use cart::Cart;
