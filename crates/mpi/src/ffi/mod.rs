//! The only folder of this crate with `unsafe`: exported symbols, raw arguments, callbacks, and the
//! process-wide state.
pub mod args;
pub mod callback;
pub(crate) mod copies;
pub mod devices;
mod engine;
mod exit;
pub mod export;
mod extensions;
pub mod files;
pub mod gate;
pub mod library;
pub mod memory;
mod ulfm;
#[rustfmt::skip]
mod generated;
