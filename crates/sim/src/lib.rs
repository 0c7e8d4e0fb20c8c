//! Simulates whole jobs from one seed, and models of networks and machines in virtual time.
//!
//! [`job`]: the endpoints that programs use, with random programs and checks that know only MPI's rules. [`switched`],
//! [`exchange`]: how broadcasts and collectives grow with the number of hosts. [`widget`]: the Avalanche paper's
//! machine.
#![forbid(unsafe_code)]
mod collective_call;
mod contents;
pub mod exchange;
mod inter_call;
mod job;
mod neighbour_call;
mod seat;
pub mod switched;
pub mod widget;

pub use job::{Coverage, Report, run};
