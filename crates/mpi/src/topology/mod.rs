//! Process topologies (MPI 5.0, chapter 8): Cartesian grids, graphs and distributed graphs.
mod calls;
mod cart;
mod dims;
mod dist_calls;
mod graph;
mod graph_calls;
mod object;
pub use calls::*;
pub use cart::Cart;
pub use dist_calls::*;
pub use graph_calls::*;
pub use object::Topology;
