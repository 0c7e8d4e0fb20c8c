//! What a communicator knows of its topology: a grid or a graph (MPI 5.0, chapter 8).
pub(crate) mod cart;
pub(crate) mod dims;
pub(crate) mod graph;
pub(crate) mod object;
pub use cart::Cart;
