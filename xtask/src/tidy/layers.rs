//! Checks which crate may depend on which, and that core uses no operating system.
use super::source;
use super::tree::Tree;
use anyhow::{Context, Result};

/// Each member, and the members on which it may depend. `clump-mpi` gets the fabric's memory types through `clump`.
const ALLOWED: [(&str, &[&str]); 18] = [
    ("core", &[]),
    ("heapfile", &[]),
    ("fabric", &["clump-heapfile"]),
    ("heap", &["clump-heapfile"]),
    ("sockfile", &[]),
    ("sock", &["clump-sockfile"]),
    ("clump", &["clump-core", "clump-fabric"]),
    ("scenario", &["clump", "clump-core", "clump-fabric"]),
    ("coll", &["clump"]),
    ("process", &["clump", "clump-fabric"]),
    ("capi", &["clump", "clump-process"]),
    ("shmem", &["clump", "clump-process"]),
    ("mpi", &["clump", "clump-capi", "clump-coll", "clump-process", "clump-shmem"]),
    ("tools", &["clump", "clump-coll", "clump-fabric", "clump-sockfile"]),
    ("bench", &["clump", "clump-fabric", "clump-scenario", "clump-tools"]),
    ("sim", &["clump", "clump-coll", "clump-core", "clump-fabric"]),
    ("fuzz", &["clump", "clump-core", "clump-fabric", "clump-tools"]),
    ("xtask", &[]),
];

/// The names of the workspace's packages.
const OURS: [&str; 17] = [
    "clump",
    "clump-bench",
    "clump-capi",
    "clump-coll",
    "clump-core",
    "clump-fabric",
    "clump-fuzz",
    "clump-heap",
    "clump-heapfile",
    "clump-mpi",
    "clump-process",
    "clump-scenario",
    "clump-shmem",
    "clump-sock",
    "clump-sockfile",
    "clump-tools",
    "clump-sim",
];
/// Crates that bring a clock, threads, randomness or system calls.
const SYSTEM: [&str; 12] = [
    "libc",
    "rustix",
    "nix",
    "socket2",
    "mio",
    "tokio",
    "rand",
    "getrandom",
    "fastrand",
    "parking_lot",
    "crossbeam",
    "memmap2",
];
/// The parts of std that core must do without.
const SYSTEM_STD: [&str; 8] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

/// Files that see more than their crate's dependencies show: another crate's file by `#[path]`, or another crate's
/// function by `extern "Rust"`. Each with its reason.
const BESIDE: [(&str, &str); 3] = [
    ("crates/process/src/entrance.rs", "enters the one process, which mpi defines"),
    ("crates/tools/src/run/disagreement.rs", "names of operations"),
    ("crates/tools/src/run/report.rs", "names of calls"),
];

/// The one question about a thread that core may ask: whether a panic is under way. A check in a destructor must not
/// panic then.
const UNWINDING: &str = "std::thread::panicking";

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for (member, file) in tree.manifests() {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == member) else {
            out.push(format!(
                "{}: the crate {member} is not in ARCHITECTURE.md's house (xtask/src/tidy/layers.rs)",
                file.path
            ));
            continue;
        };
        let manifest: toml::Table = file.text.parse().with_context(|| file.path.clone())?;
        for name in dependency_names(&manifest) {
            if OURS.contains(&&*name) && !allowed.contains(&&*name) {
                out.push(format!("{}: {member} may not depend on {name}", file.path));
            }
            if member == "core" && SYSTEM.contains(&&*name) {
                out.push(format!("{}: core knows no operating system, so not {name} either", file.path));
            }
        }
    }
    for file in tree.rust().filter(|f| f.path.starts_with("crates/core/src/")) {
        for (number, line) in source::code(&file.text).iter().enumerate() {
            let line = line.replace(UNWINDING, "");
            for name in SYSTEM_STD.iter().filter(|name| line.contains(**name)) {
                out.push(format!("{}:{}: core may not use {name}", file.path, number + 1));
            }
        }
    }
    // The launcher sets up and shows the shared segment, and asks the system about the machine.
    for file in tree.rust().filter(|f| f.path.starts_with("crates/tools/src/")) {
        for (number, line) in source::code(&file.text).iter().enumerate() {
            let other = line
                .match_indices("clump_fabric::")
                .any(|(at, path)| !["shm", "mem", "sys"].iter().any(|part| line[at + path.len()..].starts_with(part)));
            if other {
                out.push(format!("{}:{}: of the fabric, tools may use shm, mem and sys only", file.path, number + 1));
            }
        }
    }
    for file in tree.rust().filter(|f| f.path.contains("/src/") && !f.path.starts_with("xtask/")) {
        // Strings are no code; so the code says where, and the text what.
        let code = source::without_tests(&source::code(&file.text).join("\n"));
        let elsewhere = code.contains("#[path") && file.text.contains("#[path = \"../");
        let sees = elsewhere || (code.contains("extern ") && file.text.contains("extern \"Rust\""));
        let is_listed = BESIDE.iter().any(|(path, _)| *path == file.path);
        if sees != is_listed {
            let what =
                if sees { "sees another crate's file or function" } else { "sees no other crate's file any more" };
            out.push(format!("{}: {what}; xtask/src/tidy/layers.rs lists such files", file.path));
        }
    }
    Ok(())
}

/// Returns the names under `[dependencies]`, also those for one target only. Tests may use any crate.
fn dependency_names(manifest: &toml::Table) -> Vec<String> {
    let mut tables = vec![manifest];
    if let Some(targets) = manifest.get("target").and_then(|t| t.as_table()) {
        tables.extend(targets.values().filter_map(|t| t.as_table()));
    }
    let dependencies = tables.into_iter().filter_map(|t| t.get("dependencies")?.as_table());
    dependencies.flat_map(|t| t.keys().cloned()).collect()
}
