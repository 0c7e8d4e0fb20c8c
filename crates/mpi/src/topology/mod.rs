//! Process topologies (MPI 5.0, chapter 8): Cartesian grids, graphs and distributed graphs.
mod calls;
mod dist_calls;
mod graph_calls;
pub use calls::*;
pub use dist_calls::*;
pub use graph_calls::*;
