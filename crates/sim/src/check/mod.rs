//! What must hold, whatever happens: MPI's rules and the accounts, checked by code that shares nothing with the
//! protocol.
pub mod credit;
pub mod end;
pub mod order;
