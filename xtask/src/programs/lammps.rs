//! Builds LAMMPS, molecular dynamics, without optional packages, as its own `make mpi` does. Its benchmark of a
//! Lennard-Jones liquid must print equal digits on every number of ranks.
use super::{Place, RANKS, debian};
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::Path;

const SECONDS: u64 = 600;

/// An input, and how many lines of its table must be equal on all numbers of ranks. Sums in another order differ in
/// their last bit, and the difference grows with every step, so only the beginning of a long run is equal.
struct Input {
    file: &'static str,
    same: usize,
}

const INPUTS: [Input; 2] = [
    // 32,000 atoms in a box: steps 0 and 100.
    Input { file: "bench/in.lj", same: 2 },
    // 800 atoms in a plane that melt (steps 0, 100 and 200), and then go where their energy is least.
    Input { file: "examples/min/in.min", same: 3 },
];

pub fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "lammps", None)
}

/// Builds in a copy of the sources, because LAMMPS's makefiles put their results beside the sources.
pub fn build(place: &Place) -> Result<()> {
    let from = place.home.join("source");
    for part in ["src", "lib"] {
        Program::new("cp").arg("-a").arg(from.join(part)).arg(place.built()).run()?;
    }
    // Low optimization compiles quickly; speed is not tested.
    place.make(&place.built().join("src")).args(["mpi", "CCFLAGS=-O1 -std=c++11", "LINKFLAGS=-O1 -std=c++11"]).run()?;
    Ok(())
}

pub fn check(place: &Place) -> Result<u64> {
    let mut passed = 0;
    for input in INPUTS {
        let path = place.home.join("source").join(input.file);
        let alone = table(place, &path, &input, 1)?;
        for ranks in RANKS {
            let together = table(place, &path, &input, ranks)?;
            if together != alone {
                bail!(
                    "LAMMPS's {} gives on {ranks} ranks\n{}\nwhere on one rank it gives\n{}",
                    input.file,
                    together.join("\n"),
                    alone.join("\n")
                );
            }
            passed += 1;
        }
    }
    Ok(passed)
}

/// Runs an input. Returns the table that LAMMPS prints.
fn table(place: &Place, path: &Path, input: &Input, ranks: u32) -> Result<Vec<String>> {
    let said = place
        .run(place.prefix.join("bin/mpirun"))
        .args(["-np", &ranks.to_string()])
        .arg(place.built().join("src/lmp_mpi"))
        .args(["-log", "none", "-in"])
        .arg(path)
        .dir(path.parent().context("an input lies in a folder")?)
        .within(SECONDS)
        .run()
        .with_context(|| format!("LAMMPS's {} on {ranks} ranks", input.file))?;
    let mut rows = rows(&said);
    if rows.len() < input.same || !said.contains(&format!("on {ranks} procs")) {
        bail!("LAMMPS's {} on {ranks} ranks printed no table, or ran on other ranks:\n{said}", input.file);
    }
    rows.truncate(input.same);
    Ok(rows)
}

/// Returns the lines between the columns' names and the line with the time.
fn rows(said: &str) -> Vec<String> {
    let table = said.lines().skip_while(|l| !l.trim_start().starts_with("Step ")).skip(1);
    table.take_while(|l| !l.starts_with("Loop time")).map(|l| l.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table() {
        let said =
            "Per MPI rank memory\nStep Temp E_pair\n   0 1.44 -6.77 \n 100 0.757 -5.75\nLoop time of 2.1 on 1 procs\n";
        assert_eq!(super::rows(said), ["0 1.44 -6.77", "100 0.757 -5.75"]);
        assert!(super::rows("ERROR").is_empty());
    }
}
