//! Runs the C and C++ programs that check MPI calls: crates/mpi/tests/c/*.c and *.cc, each by `clump run`. A program
//! ends with 0 when all is right.
use crate::process::Program;
use crate::{demo, paths};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const FOLDER: &str = "crates/mpi/tests/c";
/// The numbers of ranks for a program whose comment names none (as `ranks: 1 2 4`).
const RANKS: [u32; 3] = [1, 2, 4];

/// Compiles and runs every program. Returns how many runs passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let mut runs = 0;
    for (source, ranks) in built(prefix, home)? {
        let binary = home.join("conformance").join(source.file_stem().unwrap_or_default());
        for &n in &ranks {
            demo::launch(prefix, &n.to_string())
                .arg(&binary)
                .within(320)
                .run()
                .with_context(|| format!("{} on {n} ranks", source.display()))?;
            runs += 1;
        }
        // Runs the program once more on its largest number of ranks, without the shared heap.
        let most = ranks.last().copied().unwrap_or_default();
        let program = demo::launch(prefix, &most.to_string()).arg("--no-shared-heap").arg(&binary);
        program.within(320).run().with_context(|| format!("{} on {most} ranks, --no-shared-heap", source.display()))?;
        runs += 1;
    }
    Ok(runs)
}

/// Compiles the programs into the folder `conformance` of `home`. Returns each source with its numbers of ranks.
pub fn built(prefix: &Path, home: &Path) -> Result<Vec<(PathBuf, Vec<u32>)>> {
    let out = home.join("conformance");
    std::fs::create_dir_all(&out)?;
    let mut all = Vec::new();
    for source in programs()? {
        let binary = out.join(source.file_stem().unwrap_or_default());
        let (compiler, standard) = match source.extension().is_some_and(|e| e == "cc") {
            true => ("bin/mpicxx", "-std=gnu++17"),
            false => ("bin/mpicc", "-std=gnu11"),
        };
        Program::new(prefix.join(compiler))
            .args([standard, "-O1", "-g", "-Wall", "-o"])
            .arg(&binary)
            .arg(&source)
            .args(["-lm", "-pthread"])
            .run()?;
        let text = std::fs::read_to_string(&source)?;
        let ranks: Vec<u32> = match text.lines().find_map(|l| l.split_once("ranks:")) {
            Some((_, list)) => {
                list.split_whitespace().map_while(|w| w.trim_end_matches(['.', ',']).parse().ok()).collect()
            }
            None => RANKS.to_vec(),
        };
        if ranks.is_empty() {
            bail!("{}: `ranks:` names no number", source.display());
        }
        all.push((source, ranks));
    }
    Ok(all)
}

fn programs() -> Result<Vec<PathBuf>> {
    let folder = paths::root().join(FOLDER);
    let list = std::fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut found: Vec<_> =
        list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c" || e == "cc")).collect();
    found.sort();
    if found.is_empty() {
        bail!("{FOLDER} holds no program");
    }
    Ok(found)
}
