//! The parts of every measurement: a program is run ([`child`]), its lines become figures ([`results`], [`stats`]),
//! and figures become a table or a picture. [`pair`] is the body of ranks that time messages themselves;
//! [`programs`] compiles programs that need an MPI library's compiler.
pub mod child;
pub mod pair;
pub mod picture;
pub mod programs;
pub mod results;
pub mod sizes;
pub mod stats;
pub mod table;
