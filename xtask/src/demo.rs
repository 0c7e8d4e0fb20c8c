//! `cargo xtask demo`: what a user does first. Runs a real mpi4py program, a real C program, and a Rust program with
//! handlers on four ranks.
use crate::process::Program;
use crate::without::clump_run;
use crate::{install, moves, need, paths, python, steps};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::time::Instant;

const RANKS: &str = "4";

/// Runs the demo and prints what ran, how long it took and where the pictures are.
pub fn run() -> Result<()> {
    let pictures = whole()?;
    println!("\nAll programs ran on {RANKS} ranks and checked their answers. Pictures:");
    for picture in pictures {
        println!("  {}", paths::shown(&picture));
    }
    Ok(())
}

/// Runs the demo without the closing text. Returns the paths of the pictures.
pub fn whole() -> Result<Vec<PathBuf>> {
    let start = Instant::now();
    let home = paths::target().join("demo");
    std::fs::create_dir_all(&home)?;
    let prefix = install::quietly(&home.join("prefix"))?;
    let python = python::prepare(&prefix)?;
    let sor = steps::plain("examples/sor.c compiled with Clump's mpicc", || compile(&prefix, "sor", &home))?;

    let centroids = home.join("centroids.png");
    let kmeans = paths::root().join("examples/kmeans.py");
    let said = steps::plain(&format!("examples/kmeans.py on {RANKS} ranks"), || {
        launch(&prefix, RANKS)
            .arg(&python.bin)
            .arg(kmeans)
            .args(["--check", "--picture"])
            .arg(&centroids)
            .env("MPLCONFIGDIR", home.join("matplotlib"))
            .run()
    })?;
    indent(&said);
    let potential = home.join("potential.svg");
    let said = steps::plain(&format!("examples/sor.c on {RANKS} ranks"), || {
        launch(&prefix, RANKS).arg(&sor).arg(&potential).run()
    })?;
    indent(&said);
    let store = steps::plain("crates/clump/examples/store.rs built (release)", || example("store"))?;
    let said = steps::plain(&format!("store on {RANKS} ranks"), || launch(&prefix, RANKS).arg(&store).run())?;
    indent(&said);
    println!("{:<58} {:>7.1} s", "in all", start.elapsed().as_secs_f64());
    Ok(vec![centroids, potential])
}

/// Builds crates/clump/examples/NAME.rs as the README says. Returns the program's path.
pub fn example(name: &str) -> Result<PathBuf> {
    let cargo = moves::with_mir(Program::cargo());
    cargo.args(["build", "--release", "--locked", "-p", "clump-mp", "--example", name]).run()?;
    Ok(paths::target().join("release/examples").join(name))
}

fn indent(said: &str) {
    for line in said.lines() {
        println!("    {line}");
    }
}

/// Returns the command `clump run -n RANKS`, with a time limit for a loaded machine.
pub fn launch(prefix: &Path, ranks: &str) -> Program {
    launch_for(prefix, ranks, 300)
}

/// Returns the command `clump run -n RANKS` with a time limit of `seconds`.
pub fn launch_for(prefix: &Path, ranks: &str, seconds: u64) -> Program {
    clump_run(prefix).args(["--timeout", &seconds.to_string(), "-n", ranks])
}

/// Compiles examples/NAME.c into `home`. Returns the program's path.
pub fn compile(prefix: &Path, name: &str, home: &Path) -> Result<PathBuf> {
    need::ensure(&[need::C_COMPILER])?;
    let out = home.join(name);
    let source = paths::root().join("examples").join(name).with_extension("c");
    Program::new(prefix.join("bin/mpicc"))
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&out)
        .arg(source)
        .arg("-lm")
        .run()?;
    Ok(out)
}
