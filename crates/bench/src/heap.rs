//! Measures the cost of the shared heap for a program that sends nothing: `cargo xtask bench heap` runs the same
//! programs with the heap and without, in turn.
use clump_tools::measure::results::Results;

/// The names of the C program's figures.
pub const NAMES: [&str; 5] = ["append", "grow", "churn", "triad", "add"];
/// The names of the Python program's figures.
pub const PYTHON_NAMES: [&str; 4] = ["list", "fork", "spawn", "numpy"];

/// Returns a note if Python has no numpy.
pub fn note(results: &Results) -> Option<&'static str> {
    let has = |name: &str| results.rows().any(|(key, _)| key.name == name);
    (has("list") && !has("numpy")).then_some("note: this Python (python3) has no numpy, so `numpy` was not measured")
}
