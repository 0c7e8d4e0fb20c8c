//! Metrics of `clump run --metrics`, read by Prometheus' own parser.
use crate::paths;
use crate::process::Program;
use crate::python::Python;
use anyhow::Result;
use std::path::Path;

/// Checks the metrics of a job. Returns how many jobs were checked.
pub fn check(prefix: &Path, python: &Python, home: &Path) -> Result<u64> {
    let (source, program) = (paths::root().join("crates/mpi/tests/sight/metered.c"), home.join("metered"));
    Program::new(prefix.join("bin/mpicc")).args(["-std=gnu11", "-O2", "-o"]).arg(&program).arg(source).run()?;
    let script = paths::root().join("xtask/src/ci/metrics_check.py");
    let mut check = Program::new(&python.bin).arg("-B").arg(script);
    check = check.arg(prefix.join("bin/clump")).arg(&program).arg(home);
    println!("    {}", check.run()?.trim());
    Ok(1)
}
