//! The only place in this crate with `unsafe`: exported symbols, raw arguments, stacks.
#![allow(non_camel_case_types, non_snake_case)]
pub mod am;
pub mod answer;
pub mod bip;
pub mod clip;
pub mod clump;
pub mod connection;
pub mod deposit;
pub mod executor;
pub mod fiber;
pub mod fm1;
pub mod fm2;
pub mod kept;
pub mod memory;
pub mod messages;
pub mod numbered;
pub mod overflow;
pub mod pm;
pub mod process;
pub mod receive;
pub mod senders;
pub mod sends;
pub mod table;
pub mod tagged;
pub mod turns;
pub mod waits;
