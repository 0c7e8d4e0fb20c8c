//! Every command a developer needs.
fn main() {}
