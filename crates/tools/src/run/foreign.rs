//! Detects programs that were built for another MPI library. Such a program does not know `clump run`, and each of
//! its processes takes itself for a job of one rank: nothing fails, and every result is wrong. While a process lives,
//! /proc shows which libraries it has loaded; afterwards, the program's file shows which libraries it needs.
use super::elf::Elf;
use super::loader;
use super::plan::App;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The most processes that are examined: a process and its descendants.
const MOST: usize = 16;
/// The most bytes of a program's file that are read.
const LONGEST: u64 = 256 << 20;
/// Every library and program that knows `clump run` contains these bytes.
const OURS: &[u8] = clump::driver::bootstrap::ENV.as_bytes();

/// Another MPI library in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The library's file, or only the library's name if the file was not found; `None` if the library is a part of the
    /// program.
    library: Option<PathBuf>,
    /// True if mpi4py loads the library.
    mpi4py: bool,
    /// The program's file, if it was found in a process.
    by: Option<PathBuf>,
}

impl Foreign {
    /// Returns the explanation for the user, which begins with these words. `apps` are the job's programs.
    pub fn explain(&self, begin: &str, apps: &[App]) -> String {
        let program = self.program(apps);
        let dir = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
        let bin = dir.filter(|dir| dir.join("mpicc").exists());
        let of = |part: &str| bin.as_ref().map_or_else(String::new, |bin| format!(" ({})", bin.join(part).display()));
        let Some(library) = &self.library else {
            return format!(
                "{begin}{program} contains an MPI library of its own; build it with Clump's mpicc or mpicxx{}",
                of("mpicc")
            );
        };
        let name = library.file_name().unwrap_or_default().to_string_lossy();
        let shown = match whose(&name) {
            Some(whose) => format!("{} ({whose})", library.display()),
            None => library.display().to_string(),
        };
        let python =
            self.by.as_ref().and_then(|by| by.file_name()).is_some_and(|n| n.as_bytes().starts_with(b"python"));
        if self.mpi4py || python {
            let what =
                if self.mpi4py { "mpi4py here".to_owned() } else { format!("a module that {program} has loaded") };
            return format!(
                "{begin}{what} is built for another MPI library, {shown}; build it for Clump, with Clump's \
                 mpicc{} first in PATH (for mpi4py: CFLAGS=-O0 pip install --force-reinstall --no-deps \
                 --no-cache-dir --no-binary mpi4py mpi4py)",
                of("mpicc")
            );
        }
        if is_standard(&name) {
            let lib = bin.as_ref().and_then(|bin| Some(bin.parent()?.join("lib")));
            let lib = lib.map_or_else(|| "the directory of Clump's libraries".into(), |lib| lib.display().to_string());
            return format!(
                "{begin}{program} has loaded another library of the MPI standard ABI, {shown}; put Clump's first, \
                 as in LD_LIBRARY_PATH={lib}, or build the program with Clump's mpicc or mpicxx{}",
                of("mpicc")
            );
        }
        format!(
            "{begin}{program} is built for another MPI library, {shown}; build it with Clump's mpicc or mpicxx{}, or \
             start it with that library's own mpiexec",
            of("mpicc")
        )
    }
}

impl Foreign {
    /// Returns the name of the program as the user has written it, or of the program that it has started.
    fn program(&self, apps: &[App]) -> String {
        let is_it = |app: &&App| self.by.is_some() && fs::canonicalize(&app.file).ok() == self.by;
        match (apps.iter().find(is_it), &self.by) {
            (Some(app), _) => app.name.to_string_lossy().into_owned(),
            (None, Some(by)) => by.display().to_string(),
            (None, None) => apps.iter().map(|app| app.name.to_string_lossy()).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The beginning of the library's name in MPI's standard ABI, which several implementations share.
const ABI: &str = "libmpi_abi";

/// Returns true if a library of this name is of MPI's standard ABI.
pub fn is_standard(name: &str) -> bool {
    stem(name) == Some(ABI)
}

/// Returns the part of a name before `.so`.
fn stem(name: &str) -> Option<&str> {
    name.split_once(".so").filter(|(_, rest)| rest.is_empty() || rest.starts_with('.')).map(|(stem, _)| stem)
}

/// Returns true if a library of this name belongs to an MPI implementation.
pub fn is_mpi(name: &str) -> bool {
    const BINDINGS: [&str; 3] = ["libmpicxx", "libmpichcxx", "libmpifort"];
    stem(name).is_some_and(|stem| {
        stem == "libmpi" || stem.starts_with("libmpi_") || stem.starts_with("libmpich") || BINDINGS.contains(&stem)
    })
}

/// Returns the MPI implementation to which a library of this name belongs, if it is known.
pub fn whose(name: &str) -> Option<&'static str> {
    const OPEN_MPI: [&str; 4] = ["libmpi_cxx.", "libmpi_mpifh.", "libmpi_usempi", "libmpi.so.40"];
    if OPEN_MPI.iter().any(|begin| name.starts_with(begin)) || name.starts_with("libmpi.so.20") {
        Some("Open MPI's")
    } else if ["libmpi.so.12", "libmpich", "libmpicxx", "libmpifort"].iter().any(|begin| name.starts_with(begin)) {
        Some("MPICH's, or that of a kin such as Intel MPI")
    } else {
        None
    }
}

/// Returns another MPI library that a living process, or one of its descendants, has loaded.
pub fn loaded(pid: u32) -> Option<Foreign> {
    let mut pids = vec![pid];
    let mut at = 0;
    while at < pids.len().min(MOST) {
        let pid = pids[at];
        if let Some(found) = fs::read(format!("/proc/{pid}/maps")).ok().and_then(|maps| mapped(&maps)) {
            return Some(Foreign { by: fs::read_link(format!("/proc/{pid}/exe")).ok(), ..found });
        }
        let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        pids.extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
        at += 1;
    }
    None
}

/// Returns another MPI library that a /proc/PID/maps file with this text names.
fn mapped(maps: &[u8]) -> Option<Foreign> {
    let text = String::from_utf8_lossy(maps);
    let files: HashSet<&str> = text.lines().filter_map(|line| Some(&line[line.find('/')?..])).collect();
    let name = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
    let libraries = files.iter().filter(|file| is_mpi(&name(file))).map(PathBuf::from).collect();
    let mpi4py = files.iter().any(|file| file.contains("/mpi4py/"));
    Some(Foreign { mpi4py, ..choose(libraries)? })
}

/// Chooses the library to name in the message. Returns `None` if one of the libraries is Clump's.
fn choose(mut libraries: Vec<PathBuf>) -> Option<Foreign> {
    if libraries.iter().any(|library| read(library).is_some_and(|bytes| contains(&bytes, OURS))) {
        return None;
    }
    // The names of bindings for C++ and Fortran are longer than the library's.
    libraries.sort_by_key(|library| (library.file_name().map_or(0, |name| name.len()), library.clone()));
    libraries.into_iter().next().map(|library| Foreign { library: Some(library), mpi4py: false, by: None })
}

/// Returns another MPI library that a program's file needs; `None` for scripts, which name no library.
pub fn needed(app: &App) -> Option<Foreign> {
    let bytes = read(&app.file)?;
    let elf = Elf::of(&app.file)?;
    // A program that contains such a library has its functions' names with the prefixes MPI_ and PMPI_; linkers store
    // the shorter name as a part of the longer. Without symbols, the library's messages still name it.
    let holds = |name: &[u8]| contains_text(&bytes, name) && !contains(&bytes, OURS);
    let by = fs::canonicalize(&app.file).ok();
    let built_in = Foreign { library: None, mpi4py: false, by: by.clone() };
    if elf.loader.is_none() {
        let names: [&[u8]; 3] = [b"PMPI_Init", b"MPI_Init", b"MPI_Init_thread"];
        return names.iter().any(|name| holds(name)).then_some(built_in);
    }
    if !elf.needed.iter().any(|name| is_mpi(name)) && holds(b"PMPI_Init") {
        return Some(built_in);
    }
    if elf.needed.iter().all(|name| is_basic(name)) {
        return None;
    }
    let loaded = loader::of_program(&app.file, &app.env, app.wdir.as_deref()).into_iter();
    let libraries = loaded.filter(|l| is_mpi(&l.name)).map(|l| l.file.unwrap_or_else(|| l.name.into())).collect();
    Some(Foreign { by, ..choose(libraries)? })
}

/// Returns true for libraries of the C library and of compilers, which need no MPI library.
pub fn is_basic(name: &str) -> bool {
    const BASIC: [&str; 10] =
        ["libc", "libm", "libdl", "libpthread", "librt", "libgcc_s", "libstdc++", "libz", "libtinfo", "libselinux"];
    name.starts_with("ld-linux") || stem(name).is_some_and(|stem| BASIC.contains(&stem))
}

fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    all.windows(part.len()).any(|w| w == part)
}

/// Returns true if a C program contains exactly this string.
fn contains_text(all: &[u8], text: &[u8]) -> bool {
    all.split(|&b| b == 0).any(|part| part == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_mpi_libraries_are_known() {
        for name in
            ["libmpi.so.40", "libmpi.so", "libmpich.so.12", "libmpi_cxx.so.40", "libmpicxx.so.12", "libmpi_abi.so.1"]
        {
            assert!(is_mpi(name), "{name}");
        }
        for name in ["libmpir.so.23", "libmpiwrap.so", "libmpc.so.3", "libm.so.6", "libmpi.sock", "MPI.so"] {
            assert!(!is_mpi(name), "{name}");
        }
    }

    #[test]
    fn maps_are_read() {
        let maps = "7f00-7f01 r-xp 0000 08:01 77   /usr/lib/x y/libmpi_cxx.so.40\n\
                    7f02-7f03 r--p 0 08:01 78 /usr/lib/libmpi.so.40\n\
                    7f04-7f05 rw-p 0 00:00 0\n7f06-7f07 r-xp 0 08:01 9 /env/mpi4py/MPI.so\n";
        let found = mapped(maps.as_bytes()).expect("a library");
        assert_eq!(found, Foreign { library: Some("/usr/lib/libmpi.so.40".into()), mpi4py: true, by: None });
        assert!(found.explain("", &[]).contains("--no-binary mpi4py mpi4py"));
        let module = Foreign { by: Some("/usr/bin/python3.11".into()), mpi4py: false, ..found };
        assert!(
            module.explain("", &[]).contains("a module that /usr/bin/python3.11 has loaded is built for another MPI")
        );
        assert_eq!(mapped(b"7f00-7f01 r-xp 0 08:01 77 /usr/lib/libc.so.6\n"), None);
    }
}
