//! Fuzzing of every decoder of foreign bytes, with spoiled input: a decoder takes or refuses any bytes, and touches
//! only memory that it may touch. `cargo xtask fuzz` runs it.
//!
//! The fuzzer prints a failing input with its target, seed and number. [`targets`] feeds inputs and checks what must
//! hold; [`mutate`] makes inputs.
#![forbid(unsafe_code)]
pub mod mutate;
pub mod reader;
pub mod targets;
