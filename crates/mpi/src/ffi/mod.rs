//! With [`crate::symbols`] the only folder of this crate with `unsafe`: raw arguments, callbacks, and the process-wide
//! state.
pub mod args;
pub mod callback;
pub(crate) mod copies;
pub mod devices;
pub mod files;
pub mod gate;
pub mod library;
pub mod memory;
