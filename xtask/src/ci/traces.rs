//! Traces of `clump run --trace`, read by Perfetto's own package.
use crate::process::Program;
use crate::python::Python;
use crate::{demo, paths};
use anyhow::Result;
use std::path::Path;

/// Checks the traces of jobs of 1 and 4 ranks. Returns how many were checked.
pub fn check(prefix: &Path, python: &Python, home: &Path) -> Result<u64> {
    let source = paths::root().join("crates/mpi/tests/sight/traced.c");
    let (program, file) = (home.join("traced"), home.join("traced.pftrace"));
    Program::new(prefix.join("bin/mpicc")).args(["-std=gnu11", "-O2", "-o"]).arg(&program).arg(source).run()?;
    let script = paths::root().join("xtask/src/ci/traces_check.py");
    for ranks in ["1", "4"] {
        demo::launch(prefix, ranks).arg("--trace").arg(&file).arg(&program).arg("200").run()?;
        let said = Program::new(&python.bin).arg("-B").arg(&script).arg(&file).args([ranks, "200"]).run()?;
        println!("    {ranks} ranks: {}", said.trim());
    }
    std::fs::remove_file(&file)?;
    Ok(2)
}
