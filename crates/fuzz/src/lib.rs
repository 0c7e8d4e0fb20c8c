//! Every decoder of what others send, on spoiled input: whatever the bytes are, it refuses them or takes them, and
//! nothing that it may not touch is touched. `cargo xtask fuzz` runs it.
//!
//! An input that fails is known by target, seed and number, and is printed: [`targets`] says what is fed, [`mutate`]
//! how inputs are made.
#![forbid(unsafe_code)]
pub mod mutate;
pub mod reader;
pub mod targets;
