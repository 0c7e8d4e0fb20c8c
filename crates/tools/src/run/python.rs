//! Which MPI library mpi4py needs in a Python environment. Python's program itself needs none: its modules do.
use super::elf::Elf;
use super::foreign;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The variants of mpi4py's own wheels, and the library that each loads.
const VARIANTS: [(&str, &str); 2] = [("mpich", "libmpi.so.12"), ("openmpi", "libmpi.so.40")];

/// Returns true if the program is a Python interpreter, by its name.
pub fn is_python(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.as_bytes().starts_with(b"python"))
}

/// Returns the names of the MPI libraries that mpi4py of this interpreter needs. Returns none if the interpreter has no
/// mpi4py, or if the user names the library. `variable` returns a variable's value in the rank's environment.
pub fn libraries(python: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<String> {
    if variable("MPI4PY_LIBMPI").is_some() {
        return Vec::new();
    }
    let modules = folders(python, variable).into_iter().map(|folder| folder.join("mpi4py")).find(|f| f.is_dir());
    let Some(modules) = modules else { return Vec::new() };
    let names: Vec<OsString> = fs::read_dir(&modules).into_iter().flatten().flatten().map(|e| e.file_name()).collect();
    let module = |begin: &str| {
        let is_it =
            |name: &&OsString| name.as_bytes().starts_with(begin.as_bytes()) && name.as_bytes().ends_with(b".so");
        names.iter().find(is_it).map(|name| modules.join(name))
    };
    // The user may choose a variant; mpi4py knows them by names with any case and dashes.
    let asked = variable("MPI4PY_MPIABI").map(|v| v.to_string_lossy().to_lowercase().replace([' ', '-', '_'], ""));
    let wanted = asked.as_deref().map(|asked| if asked == "impi" { "mpich" } else { asked });
    let is_there = |(variant, _): &&(&str, &str)| {
        wanted.is_none_or(|wanted| wanted == *variant) && module(&format!("MPI.{variant}.")).is_some()
    };
    match VARIANTS.iter().find(is_there) {
        Some((_, library)) => vec![(*library).to_owned()],
        None => {
            let needed = module("MPI.").and_then(|file| Elf::of(&file)).map(|elf| elf.needed).unwrap_or_default();
            needed.into_iter().filter(|name| foreign::is_mpi(name)).collect()
        }
    }
}

/// Returns the folders in which an interpreter looks for modules, as far as their names tell: those of PYTHONPATH, of
/// the virtual environment, of the installation and of the user.
fn folders(python: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let path = variable("PYTHONPATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = std::env::split_paths(&path).filter(|dir| !dir.as_os_str().is_empty()).collect();
    let installed = fs::canonicalize(python).ok();
    let user = variable("HOME").map(|home| PathBuf::from(home).join(".local"));
    let prefix = |file: &Path| Some(file.parent()?.parent()?.to_owned());
    let prefixes = [prefix(python), installed.as_deref().and_then(prefix), user];
    for prefix in prefixes.into_iter().flatten() {
        let versions = fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
        let mut versions: Vec<_> = versions.map(|e| e.path()).filter(|p| is_python(p)).collect();
        versions.sort();
        for version in versions {
            all.extend(["site-packages", "dist-packages"].map(|name| version.join(OsStr::new(name))));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variant_of_a_wheel_is_found_in_the_environment_and_chosen_by_the_user() {
        let home = std::env::temp_dir().join(format!("clump-python-{}", std::process::id()));
        let modules = home.join("lib/python3.11/site-packages/mpi4py");
        fs::create_dir_all(&modules).unwrap();
        let python = home.join("bin/python3");
        let found = |variables: &[(&str, &str)]| {
            let value = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
            libraries(&python, &value)
        };
        assert_eq!(found(&[]), Vec::<String>::new(), "no module");
        for name in ["MPI.mpich.cpython-311.so", "MPI.openmpi.cpython-311.so", "MPI.pyi"] {
            fs::write(modules.join(name), b"").unwrap();
        }
        assert_eq!(found(&[]), ["libmpi.so.12"]);
        assert_eq!(found(&[("MPI4PY_MPIABI", "Open-MPI")]), ["libmpi.so.40"]);
        assert_eq!(found(&[("MPI4PY_MPIABI", "impi")]), ["libmpi.so.12"]);
        assert_eq!(found(&[("MPI4PY_LIBMPI", "/x/libmpi.so")]), Vec::<String>::new());
        let other = home.join("other");
        fs::create_dir_all(other.join("mpi4py")).unwrap();
        assert_eq!(
            found(&[("PYTHONPATH", other.to_str().unwrap())]),
            Vec::<String>::new(),
            "another mpi4py comes first"
        );
        fs::remove_dir_all(&home).unwrap();
    }
}
