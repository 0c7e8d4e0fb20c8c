//! What the shared heap costs a program that sends nothing: `cargo xtask bench heap`, the same programs with it and
//! without, in turn.
use clump_tools::measure::results::Results;

/// What the C program measures, and the Python program.
pub const NAMES: [&str; 5] = ["append", "grow", "churn", "triad", "add"];
pub const PYTHON_NAMES: [&str; 4] = ["list", "fork", "spawn", "numpy"];

/// Those that the goal is about: all but `churn`, where nothing but small blocks comes and goes.
pub const HELD: [&str; 8] = ["append", "grow", "triad", "add", "list", "fork", "spawn", "numpy"];

/// A sentence if Python had no numpy.
pub fn note(results: &Results) -> Option<&'static str> {
    let has = |name: &str| results.rows().any(|(key, _)| key.name == name);
    (has("list") && !has("numpy")).then_some("note: this Python (python3) has no numpy, so `numpy` was not measured")
}
