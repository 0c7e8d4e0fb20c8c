//! Tests the backend of torch.distributed with Debian's PyTorch.
use crate::process::Program;
use crate::{demo, need, paths};
use anyhow::Result;
use std::path::Path;

/// Runs the tests that start their ranks themselves, those of ranks of `clump run`, and the comparison of reductions
/// with a longer format. Returns how many jobs and launched ranks passed.
pub fn check(prefix: &Path) -> Result<u64> {
    need::ensure(&[need::TORCH])?;
    let run = |program: Program, script: &str| {
        let script = paths::root().join("python/tests").join(script);
        let program = program.args(["-W", "ignore"]).arg(script).env("PYTHONDONTWRITEBYTECODE", "1").within(300);
        program.env("PYTHONPATH", prefix.join("lib/python"))
    };
    let python = || Program::new(need::TORCH_PYTHON);
    let said = [
        run(python(), "torch_calls.py").run()?,
        run(demo::launch(prefix, "2").arg(need::TORCH_PYTHON), "torch_calls.py").arg("launched").run()?,
        run(python(), "torch_exact.py").run()?,
    ];
    Ok(said.iter().map(|said| said.matches(": passed in ").count() as u64).sum())
}
