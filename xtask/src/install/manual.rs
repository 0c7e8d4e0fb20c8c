//! Installs the man pages of the MPI functions.
use super::tree::{link, write};
use crate::{r#gen, paths};
use anyhow::{Result, anyhow};
use std::path::Path;

pub fn lay_out(prefix: &Path) -> Result<()> {
    let folder = prefix.join("share/man/man3");
    for page in r#gen::mpi_man_pages(paths::root(), env!("CARGO_PKG_VERSION")).map_err(|e| anyhow!(e))? {
        write(&folder.join(format!("{}.3", page.name)), page.text.as_bytes())?;
        if let Some(also) = page.also {
            link(format!("{}.3", page.name), &folder.join(format!("{also}.3")))?;
        }
    }
    Ok(())
}
