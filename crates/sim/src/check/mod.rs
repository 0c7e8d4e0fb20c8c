//! The invariants of every run: MPI's rules and the accounts of credit, checked by code that shares nothing with the
//! protocol.
pub mod credit;
pub mod end;
pub mod order;
pub mod tools;
