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

#[cfg(test)]
mod tests {
    use crate::paths;

    #[test]
    fn a_form_with_large_counts_leads_to_its_functions_page() {
        let prefix = paths::target().join(format!("tmp/manual-{}", std::process::id()));
        super::lay_out(&prefix).expect("the pages are written");
        let read = |name: &str| std::fs::read_to_string(prefix.join("share/man/man3").join(name)).expect("a page");
        assert_eq!(read("MPI_Send_c.3"), read("MPI_Send.3"));
        assert!(read("MPI_Barrier.3").contains("int MPI_Barrier(MPI_Comm comm);"));
        std::fs::remove_dir_all(prefix).expect("the directory is removed");
    }
}
