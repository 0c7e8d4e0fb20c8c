//! The symbols that the library exports: every function of the ABI, which calls its chapter's, and the table for
//! stand-ins. This folder is above all chapters, as `ffi` is below them.
mod engine;
mod exit;
mod export;
mod extensions;
#[rustfmt::skip]
mod generated;
mod ulfm;
