//! The exported symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
mod active;
mod amo;
mod collective;
mod context;
mod deprecated;
mod locks;
mod memory;
mod order;
mod reduce;
mod rma;
mod setup;
mod signal;
mod sync;
mod team;
