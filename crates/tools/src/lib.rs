//! The parts of the `clump` program: `run`, `bench`, `tune`, `info`. They are a library so that benchmarks outside
//! of the installation can use [`measure`] and the program's own measurements.
pub mod bench;
pub mod cli;
pub mod engines;
pub mod generate;
pub mod info;
pub mod machine;
pub mod measure;
pub mod multicast;
pub mod run;
pub mod sight;
pub mod sys;
pub mod tune;
pub mod tuned;
pub mod uninstall;

/// The version number.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Version, commit and features, as `clump --version` prints them.
pub const BUILD: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("BUILD_NAME"), "; shared memory, shared heap, udp)");
