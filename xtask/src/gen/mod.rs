//! `cargo xtask gen`: writes the MPI header and the exported symbols from the tables in `crates/mpi/tables`, and the
//! other generated files that git keeps.
mod capi;
mod constants;
mod ctype;
mod forms;
mod header;
mod modules;
mod pages;
mod pointers;
mod settings;
mod shmem;
mod shmem_types;
mod standins;
mod symbols;
mod tables;
pub use capi::{CXX_HEADERS, names as capi_headers};
pub use modules::MODULES;
pub use pages::man_pages as mpi_man_pages;
pub use shmem::man_pages as shmem_man_pages;
pub use standins::FOLDER as STANDINS;

use crate::paths;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes every generated file that git keeps under `root` (the workspace). Fails with a sentence.
pub fn run(root: &Path) -> Result<(), String> {
    write(root, files(root)?)
}

/// Writes the generated sources that an installation compiles, and those that it brings, below the target directory.
/// Returns the folder in which compilers find them as `generated/NAME`.
pub fn sources(root: &Path) -> Result<PathBuf, String> {
    let tables = tables::Tables::read(&root.join("crates/mpi/tables"))?;
    let folder = paths::target().join("sources");
    let mut files = standins::files(root, &tables)?;
    files.extend(modules::files(&tables)?);
    let placed = files.into_iter().map(|(name, text)| (Path::new("generated").join(name), text));
    write(&folder, placed.collect())?;
    Ok(folder)
}

fn write(folder: &Path, files: Vec<(PathBuf, String)>) -> Result<(), String> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        }
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// Returns every generated file: its path in the workspace, and its text.
fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let tables = tables::Tables::read(&root.join("crates/mpi/tables"))?;
    let src = Path::new("crates/mpi/src");
    let mut files = vec![
        ("crates/mpi/include/mpi.h".into(), header::header(&tables)?),
        (src.join("abi/constants.rs"), constants::constants(&tables)),
        (src.join("calls.rs"), symbols::calls(&tables)),
    ];
    for (name, text) in symbols::modules(&tables)? {
        files.push((src.join("symbols/generated").join(name), text));
    }
    files.push((src.join("symbols/generated/table.rs"), standins::table(&tables)));
    files.extend(settings::files(root)?);
    files.extend(capi::headers(root)?);
    files.extend(shmem::files(root)?);
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn generating_again_gives_no_difference() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
        for (path, text) in super::files(root).expect("the tables are sound") {
            let kept = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
            assert!(kept == text, "{} is out of date: run `cargo xtask gen`", path.display());
        }
    }
}
