//! Chooses the stand-ins that the launcher loads into a program: libraries with the names and the ABI of MPICH or Open
//! MPI that call Clump (`crates/mpi/standins`). A loaded library satisfies every need for its name, even where the
//! program names the place of another file. What a program loads or starts later is not known: it finds the stand-ins
//! in LD_LIBRARY_PATH.
use super::elf::Elf;
use super::loader::{self, Library};
use super::{foreign, preload, program, python, script};
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The names of stand-ins, by ABI. A program may need several names of one ABI.
const STANDINS: [&[&str]; 2] = [
    &[
        "libmpi.so.12",
        "libmpich.so.12",
        "libmpifort.so.12",
        "libmpichfort.so.12",
        "libmpicxx.so.12",
        "libmpichcxx.so.12",
    ],
    &["libmpi.so.40", "libmpi.so", "libmpi_mpifh.so.40", "libmpi_cxx.so.40", "libopen-rte.so.40", "libopen-pal.so.40"],
];
/// Begins the names of Open MPI's libraries of Fortran's modules, which call `libmpi_mpifh.so.40` alone. The program
/// gets the system's.
const MODULES: &str = "libmpi_usempi";

/// What a program needs of MPI.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The MPI libraries that the program or its libraries need, by name.
    pub libraries: Vec<String>,
    /// The files to load into the program.
    pub standins: Vec<PathBuf>,
    /// True if the program's file says so; false if it depends on what a Python program does.
    pub certain: bool,
}

/// Returns the directory of the stand-ins, if this installation has them and LD_PRELOAD can hold its path.
pub fn directory() -> Option<PathBuf> {
    let exe = std::fs::canonicalize(std::env::current_exe().ok()?).ok()?;
    let place = exe.parent()?.parent()?.join("lib/clump");
    Some(place).filter(|p| p.is_dir() && preload::holds(p))
}

/// The folder, below that of the stand-ins, of libraries that only bring a stand-in. It is not in LD_LIBRARY_PATH: the
/// other MPI's own commands need the libraries of these names.
const FURTHER: &str = "further";

impl Needs {
    /// Returns true if the program needs another MPI's library that has no stand-in. It must then get all libraries of
    /// that MPI from one place.
    pub fn is_foreign(&self) -> bool {
        self.standins.is_empty() && self.libraries.iter().any(|name| !foreign::is_standard(name))
    }

    /// Returns a library of one MPI ABI and one of another, if the program needs both.
    pub fn two_abis(&self) -> Option<(&str, &str)> {
        let abi = |name: &&String| match foreign::is_standard(name) {
            true => Some(STANDINS.len()),
            false => STANDINS.iter().position(|names| names.contains(&name.as_str())),
        };
        let mut known = self.libraries.iter().filter(|name| abi(name).is_some());
        let first = known.next()?;
        Some((first, known.find(|name| abi(name) != abi(&first))?))
    }
}

/// Returns what the program in `file`, or the interpreter of that script, needs when it is started with these further
/// variables in this directory, and the stand-ins for it.
pub fn needs(file: &Path, env: &[(OsString, OsString)], wdir: Option<&Path>) -> Needs {
    let set = |name: &str| env.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.clone());
    let variable = |name: &str| set(name).or_else(|| std::env::var_os(name));
    let interpreter = script::interpreter(file, variable("PATH").as_deref());
    let file = interpreter.as_deref().unwrap_or(file);
    let certain = !python::is_python(file);
    let libraries = match certain {
        true => libraries(file, &without_standins(env, directory().as_deref(), &variable), wdir),
        false => python::libraries(file, &variable),
    };
    let standins = directory().map(|dir| choose(&libraries, &dir)).unwrap_or_default();
    Needs { libraries, standins, certain }
}

/// Returns these variables, with LD_LIBRARY_PATH and LD_PRELOAD without what lies in the stand-ins' folder. A rank,
/// which may spawn programs, has stand-ins there, and that these need the standard ABI's library is no need of the
/// program.
fn without_standins(
    env: &[(OsString, OsString)],
    folder: Option<&Path>,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Vec<(OsString, OsString)> {
    let mut all = env.to_vec();
    for (name, separators) in [("LD_LIBRARY_PATH", &b":"[..]), (preload::VARIABLE, b" :")] {
        let (Some(folder), Some(value)) = (folder, variable(name)) else { continue };
        let entries = value.as_bytes().split(|b| separators.contains(b));
        let kept: Vec<&[u8]> =
            entries.filter(|entry| !Path::new(OsStr::from_bytes(entry)).starts_with(folder)).collect();
        all.push((name.into(), OsString::from_vec(kept.join(&b':'))));
    }
    all
}

/// Explains which MPI library `name` needs and gets: a program, a script, or a library's file. Fails with a sentence if
/// there is no such file.
pub fn describe(name: &OsStr, as_json: bool) -> Result<String, String> {
    let here = std::env::current_dir().map_err(|e| format!("the current directory is unknown: {e}"))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    // A library need not be executable.
    let library = || Some(here.join(name)).filter(|file| Elf::of(file).is_some());
    let found = program::find(name, &dirs, &here);
    let file = found.or_else(|failure| library().ok_or(failure.message))?;
    let needs = needs(&file, &[], None);
    if as_json {
        let value = json!({"program": file, "needs": needs.libraries, "gets": needs.standins});
        return Ok(format!("{value:#}\n"));
    }
    let line = |what: &str, words: String| format!("{what:<17} {words}\n");
    let all = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>().join(", ");
    let whose = |name: &String| match foreign::whose(name) {
        Some(whose) => format!("{name} ({whose})"),
        None => name.clone(),
    };
    let needed = match needs.libraries[..] {
        [] => "no MPI library itself; what it loads or starts later is not known".to_owned(),
        _ => all(&mut needs.libraries.iter().map(whose)),
    };
    let got = match needs.standins[..] {
        _ if needs.libraries.is_empty() => String::new(),
        _ if needs.two_abis().is_some() => line("gets", "nothing: these are of two MPI ABIs".into()),
        [] if needs.libraries.iter().all(|name| foreign::is_standard(name)) => {
            line("gets", "the library of the MPI standard ABI that the loader finds".into())
        }
        [] => {
            line("gets", "no stand-in; start it with that library's own mpiexec, or build it with Clump's mpicc".into())
        }
        _ => line("gets", all(&mut needs.standins.iter().map(|file| file.display().to_string())) + ", by `clump run`"),
    };
    Ok(line("program", file.display().to_string()) + &line("needs", needed) + &got)
}

/// Returns the names of the MPI libraries that a program needs, directly or through other libraries.
fn libraries(file: &Path, env: &[(OsString, OsString)], wdir: Option<&Path>) -> Vec<String> {
    let Some(elf) = Elf::of(file) else { return Vec::new() };
    let mut found: Vec<String> = elf.needed.iter().filter(|name| foreign::is_mpi(name)).cloned().collect();
    if elf.needed.iter().all(|name| foreign::is_basic(name)) {
        return found;
    }
    for Library { name, .. } in loader::of_program(file, env, wdir) {
        if foreign::is_mpi(&name) && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Returns the files in `dir` that stand in for these libraries. Returns none if a library has no stand-in (such as the
/// standard ABI's own): the program then gets all its libraries from one place.
fn choose(libraries: &[String], dir: &Path) -> Vec<PathBuf> {
    let abi = STANDINS.iter().find(|names| libraries.iter().any(|library| names.contains(&library.as_str())));
    let served = |names: &[&str], library: &String| names.contains(&library.as_str()) || library.starts_with(MODULES);
    match abi {
        Some(names) if libraries.iter().all(|library| served(names, library)) => {
            let places = |library: &String| [dir.join(library), dir.join(FURTHER).join(library)];
            libraries.iter().filter_map(|library| places(library).into_iter().find(|file| file.is_file())).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_the_stand_ins_of_one_abi_if_they_are_all_there() {
        let dir = std::env::temp_dir().join(format!("clump-standins-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::create_dir_all(dir.join(FURTHER)).unwrap();
        for name in ["libmpi.so.12", "libmpi.so.40", "further/libopen-rte.so.40"] {
            std::fs::write(dir.join(name), b"").unwrap();
        }
        let chosen = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let files = choose(&names, &dir);
            files.iter().map(|file| file.file_name().unwrap().to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&["libmpi.so.12"]), ["libmpi.so.12"]);
        assert_eq!(chosen(&["libmpi.so.40", "libopen-rte.so.40"]), ["libmpi.so.40", "libopen-rte.so.40"]);
        assert_eq!(chosen(&["libmpi.so.40", "libmpi_usempif08.so.40"]), ["libmpi.so.40"]);
        assert!(needs(Path::new("/bin/sh"), &[], None).certain);
        let both = |libraries: &[&str]| {
            let libraries = libraries.iter().map(|name| (*name).to_owned()).collect();
            Needs { libraries, ..Needs::default() }.two_abis().is_some()
        };
        assert!(both(&["libmpi.so.12", "libmpi_abi.so.1"]) && both(&["libmpi_mpifh.so.40", "libmpich.so.12"]));
        assert!(!both(&["libmpi.so.12", "libmpifort.so.12", "libmpi_unknown.so.1"]) && !both(&["libmpi_abi.so.1"]));
        for none in
            [&[][..], &["libmpi_abi.so.1"], &["libmpi.so.12", "libmpi_java.so.12"], &["libmpi.so.12", "libmpi.so.40"]]
        {
            assert_eq!(chosen(none), Vec::<String>::new(), "{none:?}");
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn stand_ins_of_a_rank_are_not_looked_at() {
        let before = |name: &str| match name {
            "LD_LIBRARY_PATH" => Some("/clump/lib/clump:/own lib:/clump/lib".into()),
            _ => Some("/a.so /clump/lib/clump/libmpi.so.12:/b.so".into()),
        };
        let env = [("LD_LIBRARY_PATH".into(), "/option".into())];
        let all = without_standins(&env, Some(Path::new("/clump/lib/clump")), &before);
        let right =
            [("LD_LIBRARY_PATH", "/option"), ("LD_LIBRARY_PATH", "/own lib:/clump/lib"), ("LD_PRELOAD", "/a.so:/b.so")];
        assert_eq!(all, right.map(|(name, value)| (name.into(), value.into())));
        assert_eq!(without_standins(&env, None, &before), env);
    }

    #[test]
    fn a_program_without_mpi_needs_none() {
        assert_eq!(libraries(Path::new("/bin/sh"), &[], None), Vec::<String>::new());
    }
}
