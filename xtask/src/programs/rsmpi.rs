//! Builds rsmpi, Rust's bindings to MPI, and runs its examples, most of which check themselves.
use super::{Place, RANKS};
use crate::need;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const VERSION: &str = "0.8.2";
/// The Cargo features that some examples need.
const FEATURES: &str = "complex,derive,user-operations";
/// Examples that are left out on these numbers of ranks, and why.
const LEFT_OUT: [(&str, &[u32], &str); 1] =
    [("cartesian_map", &[2], "divides the ranks by four: with fewer, its grid has a dimension without processes")];
const SECONDS: u64 = 60;
/// The least number of examples; fewer mean that some were not found.
const LEAST: usize = 50;

/// Fetches the crate's sources through cargo, by a package that depends on the crate. Returns their version.
pub fn fetch(place: &Place) -> Result<String> {
    let crate_folder = place.home.join("source/mpi");
    if crate_folder.join("Cargo.toml").exists() {
        return Ok(VERSION.to_owned());
    }
    let asking = place.home.join("asking");
    std::fs::create_dir_all(asking.join("src"))?;
    std::fs::write(asking.join("src/lib.rs"), "")?;
    std::fs::write(
        asking.join("Cargo.toml"),
        format!(
            "[package]\nname = \"asking\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [dependencies]\nmpi = \"={VERSION}\"\n\n[workspace]\n"
        ),
    )?;
    let metadata = Program::cargo()
        .args(["metadata", "--quiet", "--format-version", "1"])
        .dir(&asking)
        .remedy("Is crates.io reachable?")
        .run()?;
    let manifest = manifest(&metadata).context("cargo names no package `mpi`")?;
    // The build needs a copy, because cargo builds examples only of local packages and its own copy must not change.
    let source = place.home.join("source");
    if source.exists() {
        std::fs::remove_dir_all(&source)?;
    }
    std::fs::create_dir_all(&source)?;
    std::fs::write(source.join("Cargo.toml"), "[workspace]\nmembers = [\"mpi\"]\nresolver = \"2\"\n")?;
    let of = manifest.parent().context("a manifest lies in a folder")?;
    std::fs::copy(of.join("Cargo.lock"), source.join("Cargo.lock"))?;
    Program::new("cp").args(["-r", "--no-preserve=mode"]).arg(of).arg(source.join("mpi.new")).run()?;
    std::fs::rename(source.join("mpi.new"), &crate_folder)?;
    Ok(VERSION.to_owned())
}

/// Returns the path of the package's manifest, from `cargo metadata`.
fn manifest(metadata: &str) -> Option<PathBuf> {
    let json = metadata.lines().find(|l| l.starts_with('{'))?;
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    let package = value["packages"].as_array()?.iter().find(|p| p["name"] == "mpi")?;
    Some(package["manifest_path"].as_str()?.into())
}

pub fn build(place: &Place) -> Result<()> {
    need::ensure(&[need::LIBCLANG])?;
    place
        .run(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--locked", "--examples", "--features", FEATURES])
        .dir(place.home.join("source/mpi"))
        .env("CARGO_TARGET_DIR", place.built())
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // Unlike mpicc, cargo writes no library path into a program, so the path is named here, as the README says.
        .env("RUSTFLAGS", format!("-Clink-arg=-Wl,-rpath,{}/lib", place.prefix.display()))
        .run()?;
    Ok(())
}

pub fn check(place: &Place) -> Result<u64> {
    let examples = examples(&place.home.join("source/mpi/examples"))?;
    let mut passed = 0;
    for name in &examples {
        let left_out = |ranks: &u32| LEFT_OUT.iter().any(|(out, on, _)| out == name && on.contains(ranks));
        for ranks in RANKS.iter().filter(|r| !left_out(r)) {
            place
                .run(place.prefix.join("bin/clump"))
                .args(["run", "--timeout", &SECONDS.to_string(), "-n", &ranks.to_string()])
                .arg(place.built().join("debug/examples").join(name))
                .within(2 * SECONDS)
                .run()
                .with_context(|| format!("rsmpi's example {name} on {ranks} ranks"))?;
            passed += 1;
        }
    }
    Ok(passed)
}

/// Returns the names of all examples.
fn examples(folder: &Path) -> Result<Vec<String>> {
    let list = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let names = list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "rs"));
    let mut names: Vec<_> = names.filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    if names.len() < LEAST {
        bail!("{} holds {} examples, not {LEAST} or more", folder.display(), names.len());
    }
    if let Some((name, ..)) = LEFT_OUT.iter().find(|(out, ..)| !names.iter().any(|n| n == out)) {
        bail!("{name} is left out, but rsmpi has no such example");
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_manifest_is_found() {
        let metadata = "warning: something\n\
            {\"packages\":[{\"name\":\"a\"},{\"name\":\"mpi\",\"manifest_path\":\"/x/Cargo.toml\"}]}\n";
        assert_eq!(super::manifest(metadata).as_deref(), Some(std::path::Path::new("/x/Cargo.toml")));
        assert_eq!(super::manifest("{\"packages\":[]}"), None);
    }
}
