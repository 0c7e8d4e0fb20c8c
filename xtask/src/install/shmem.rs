//! Installs OpenSHMEM: the header and the man pages. The library is MPI's, and the compilers are `wrapper`'s.
use super::tree::{put, write};
use crate::{r#gen, paths};
use anyhow::{Result, anyhow};
use std::path::Path;

pub fn lay_out(prefix: &Path) -> Result<()> {
    let root = paths::root();
    put(&root.join("crates/shmem/include/shmem.h"), &prefix.join("include/shmem.h"))?;
    let pages = r#gen::shmem_man_pages(root, env!("CARGO_PKG_VERSION")).map_err(|e| anyhow!(e))?;
    for (name, text) in pages {
        write(&prefix.join(format!("share/man/man3/{name}.3")), text.as_bytes())?;
    }
    for name in ["OPENSHMEM.md", "ONESIDED.md"] {
        put(&root.join("docs").join(name), &prefix.join("share/doc/clump/docs").join(name))?;
    }
    Ok(())
}
