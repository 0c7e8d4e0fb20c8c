//! Tests the backend of torch.distributed with Debian's PyTorch.
use crate::process::Program;
use crate::{need, paths};
use anyhow::Result;
use std::path::Path;

/// Runs the backend's tests, which start their ranks themselves. Returns how many jobs passed.
pub fn check(prefix: &Path) -> Result<u64> {
    need::ensure(&[need::TORCH])?;
    let said = Program::new(need::TORCH_PYTHON)
        .args(["-W", "ignore"])
        .arg(paths::root().join("python/tests/torch_calls.py"))
        .env("PYTHONPATH", prefix.join("lib/python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .within(160)
        .run()?;
    Ok(said.matches(": passed in ").count() as u64)
}
