//! Tests the backend of torch.distributed with Debian's PyTorch.
use crate::process::Program;
use crate::{demo, need, paths};
use anyhow::Result;
use std::path::Path;

/// Runs the tests that start their ranks themselves, and those of ranks of `clump run`. Returns how many jobs
/// and launched ranks passed.
pub fn check(prefix: &Path) -> Result<u64> {
    need::ensure(&[need::TORCH])?;
    let script = paths::root().join("python/tests/torch_calls.py");
    let run = |program: Program| {
        let program = program.args(["-W", "ignore"]).arg(&script).env("PYTHONDONTWRITEBYTECODE", "1").within(160);
        program.env("PYTHONPATH", prefix.join("lib/python"))
    };
    let said = run(Program::new(need::TORCH_PYTHON)).run()?;
    let launched = run(demo::launch(prefix, "2").arg(need::TORCH_PYTHON)).arg("launched").run()?;
    Ok((said.matches(": passed in ").count() + launched.matches(": passed in ").count()) as u64)
}
