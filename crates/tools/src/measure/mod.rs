//! The parts of every measurement: [`child`] runs a program, [`results`] and [`stats`] turn its lines into figures,
//! and [`table`] or [`picture`] shows the figures. [`load`] tells whether other programs ran meanwhile. [`pair`] is
//! the body of ranks that time messages themselves; [`programs`] compiles programs that need an MPI library's compiler.
pub mod child;
pub mod load;
pub mod pair;
pub mod picture;
pub mod programs;
pub mod results;
pub mod sizes;
pub mod stats;
pub mod table;
