//! Runs C programs against the library that the test was built with, as ranks of a job without a launcher.
#![allow(dead_code)]
#[path = "../../../clump/tests/common/job.rs"]
pub mod job;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles `crates/capi/tests/NAME/*.c`, next to a link to the library under the name that programs look for.
pub fn compiled(name: &str) -> PathBuf {
    let capi = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi");
    let sources = std::fs::read_dir(capi.join("tests").join(name)).expect("its sources");
    compiled_of(name, &sources.flatten().map(|file| file.path()).collect::<Vec<_>>())
}

/// Compiles a program of these sources, next to a link to the library under the name that programs look for.
pub fn compiled_of(name: &str, sources: &[PathBuf]) -> PathBuf {
    let exe = std::env::current_exe().expect("a test is a program");
    let deps = exe.parent().expect("in a folder");
    let places = [deps.join("libmpi_abi.so"), deps.join("../libmpi_abi.so")];
    let library = places.into_iter().find(|p| p.exists()).expect("cargo builds the library before its tests");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("libmpi_abi.so.1");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(library, &link).expect("a link");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join(name);
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .args(sources)
        .arg("-I")
        .arg(crates.join("include"))
        .arg("-I")
        .arg(crates.join("../capi/include"))
        .arg(format!("-Wl,-rpath,{}", folder.display()))
        .arg(&link)
        .status()
        .expect("a C compiler");
    assert!(compiled.success());
    program
}
