//! Installs the Python packages: `clump_mpi`, and `clump_torch` with the entry points by which PyTorch finds it.
use super::tree::{put, write};
use crate::paths;
use anyhow::Result;
use std::path::{Path, PathBuf};

const PACKAGES: [&str; 2] = ["clump_mpi", "clump_torch"];

/// The entry points of the packages, as Python's metadata lists them.
pub const ENTRY_POINTS: &str = "[torch.distributed.backends]
clump = clump_torch:register

[torch.backends]
clump_torch = clump_torch:replace_gloo
";

/// Returns the directory, below an installation's prefix, in which Python looks for the entry points. A wheel has a
/// directory of its own for them.
pub fn metadata() -> PathBuf {
    PathBuf::from(format!("lib/python/clump_torch-{}.dist-info", env!("CARGO_PKG_VERSION")))
}

pub fn lay_out(prefix: &Path) -> Result<()> {
    for module in modules()? {
        put(&paths::root().join("python").join(&module), &prefix.join("lib/python").join(&module))?;
    }
    let info = prefix.join(metadata());
    let version = env!("CARGO_PKG_VERSION");
    write(
        &info.join("METADATA"),
        format!("Metadata-Version: 2.1\nName: clump-torch\nVersion: {version}\n").as_bytes(),
    )?;
    write(&info.join("entry_points.txt"), ENTRY_POINTS.as_bytes())?;
    put(&paths::root().join("docs/PYTORCH.md"), &prefix.join("share/doc/clump/docs/PYTORCH.md"))
}

/// Returns the modules of all packages, relative to the folder `python`, in order.
pub fn modules() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for package in PACKAGES {
        for entry in std::fs::read_dir(paths::root().join("python").join(package))? {
            let name = PathBuf::from(entry?.file_name());
            if name.extension().is_some_and(|e| e == "py") {
                found.push(Path::new(package).join(name));
            }
        }
    }
    found.sort();
    Ok(found)
}
