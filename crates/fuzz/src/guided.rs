//! The targets under libFuzzer, which looks for inputs that reach new code; `cargo xtask fuzz TARGET --guided`
//! builds and runs it. FUZZ_TARGET holds the target's name, because libFuzzer owns the command line.
#![no_main]
use clump_fuzz::targets::{ALL, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    ALL.iter().find(|t| t.name == name).expect("FUZZ_TARGET names a target")
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    (TARGET.run)(input);
});
