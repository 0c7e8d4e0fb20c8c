//! Files and links of an installation: written, listed and copied. A file replaces an installed file at once, even
//! while that is being run.
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

fn parent(path: &Path) -> Result<()> {
    let dir = path.parent().context("a path without a directory")?;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))
}

/// Returns a temporary name on the same file system, from which a rename replaces the installed file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    path.with_file_name(name)
}

pub fn put(from: &Path, to: &Path) -> Result<()> {
    parent(to)?;
    let new = beside(to);
    std::fs::copy(from, &new).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(std::fs::rename(new, to)?)
}

pub fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    parent(to)?;
    let new = beside(to);
    std::fs::write(&new, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(std::fs::rename(new, to)?)
}

pub fn link(target: impl AsRef<Path>, at: &Path) -> Result<()> {
    parent(at)?;
    let new = beside(at);
    std::os::unix::fs::symlink(target, &new).with_context(|| format!("cannot link {}", at.display()))?;
    Ok(std::fs::rename(new, at)?)
}

/// Returns all files and links below a directory, relative to it, in order.
pub fn files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(at) = open.pop() {
        let list = std::fs::read_dir(dir.join(&at)).with_context(|| format!("cannot list {}", dir.display()))?;
        for entry in list {
            let entry = entry?;
            let path = at.join(entry.file_name());
            if entry.file_type()?.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies all files and links below `from` into the directory `to`, which keeps its other files.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let (source, destination) = (from.join(&file), to.join(&file));
        match std::fs::read_link(&source) {
            Ok(target) => link(target, &destination)?,
            Err(_) => put(&source, &destination)?,
        }
    }
    Ok(())
}
