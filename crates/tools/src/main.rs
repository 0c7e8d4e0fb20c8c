//! The `clump` program.
fn main() {}
