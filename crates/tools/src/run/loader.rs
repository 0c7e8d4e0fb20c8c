//! Which libraries a program loads, found as the loader (ld.so) finds them, but without running the loader that the
//! program's file names: that could be any program.
use super::elf::Elf;
use super::loader_cache::LoaderCache;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The most libraries of one program.
const MOST: usize = 4096;
/// What `$LIB` and `$PLATFORM` stand for. Distributions and processors differ, so the first that has the file counts.
const LIB: [&str; 3] = [TRIPLET, "lib64", "lib"];
const TRIPLET: &str = if cfg!(target_arch = "aarch64") { "lib/aarch64-linux-gnu" } else { "lib/x86_64-linux-gnu" };
const PLATFORM: &[&str] = if cfg!(target_arch = "aarch64") { &["aarch64"] } else { &["haswell", "x86_64"] };

/// A library that a program needs, directly or through other libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The name by which the library is needed.
    pub name: String,
    /// The library's file; `None` if the loader would not find it.
    pub file: Option<PathBuf>,
}

/// A loaded file.
struct Object {
    elf: Elf,
    /// The directory that `$ORIGIN` stands for.
    origin: PathBuf,
    /// The object that needs this one.
    needed_by: Option<usize>,
}

/// The loader of one program.
struct Loader {
    objects: Vec<Object>,
    /// Device and inode of each loaded file: a file that has two names is loaded once.
    files: HashSet<(u64, u64)>,
    libraries: Vec<Library>,
    here: PathBuf,
    library_path: Option<OsString>,
    cache: LoaderCache,
    subfolders: Vec<&'static str>,
}

/// Returns the libraries that the program in `file` loads when it starts in the directory `here`, in the loader's
/// order. `variable` returns the variables of its environment. Returns none for a file that is not of the loader's
/// format, or is statically linked.
fn libraries(file: &Path, here: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<Library> {
    // The kernel resolves the program's links: $ORIGIN is the directory of the file itself.
    let Ok(file) = fs::canonicalize(here.join(file)) else { return Vec::new() };
    let Some(elf) = Elf::of(&file) else { return Vec::new() };
    let origin = file.parent().unwrap_or(Path::new("/")).to_owned();
    let mut loader = Loader {
        objects: vec![Object { elf, origin, needed_by: None }],
        files: HashSet::new(),
        libraries: Vec::new(),
        here: here.to_owned(),
        library_path: variable("LD_LIBRARY_PATH").filter(|path| !path.is_empty()),
        cache: LoaderCache::new(fs::read("/etc/ld.so.cache").unwrap_or_default()),
        subfolders: subfolders(),
    };
    let preloaded = variable("LD_PRELOAD").map(OsString::into_vec).unwrap_or_default();
    for name in preloaded.split(|b| b" :".contains(b)).filter(|name| !name.is_empty()) {
        loader.load(&String::from_utf8_lossy(name), 0);
    }
    let everywhere = fs::read_to_string("/etc/ld.so.preload").unwrap_or_default();
    for name in everywhere.split([' ', '\t', '\n', ':']).filter(|name| !name.is_empty()) {
        loader.load(name, 0);
    }
    let mut at = 0;
    while at < loader.objects.len() {
        for name in std::mem::take(&mut loader.objects[at].elf.needed) {
            loader.load(&name, at);
        }
        at += 1;
    }
    loader.libraries
}

/// Returns the libraries of the program in `file` when it starts with these further variables in this directory.
pub fn of_program(file: &Path, env: &[(OsString, OsString)], wdir: Option<&Path>) -> Vec<Library> {
    let set = |name: &str| env.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.clone());
    let here = wdir.map(Path::to_owned).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    libraries(file, &here, &|name| set(name).or_else(|| std::env::var_os(name)))
}

impl Loader {
    /// Loads a library for the object with the number `by`, unless it is loaded already.
    fn load(&mut self, name: &str, by: usize) {
        let has_it = |object: &Object| object.elf.soname.as_deref() == Some(name);
        if self.libraries.len() >= MOST
            || self.libraries.iter().any(|library| library.name == name)
            || self.objects[1..].iter().any(has_it)
        {
            return;
        }
        let found = self.find(name, by);
        let file = found.as_ref().map(|(file, _)| file.clone());
        if let Some((file, elf)) = found {
            let id = fs::metadata(&file).map(|meta| (meta.dev(), meta.ino())).unwrap_or_default();
            if !self.files.insert(id) {
                return;
            }
            let origin = file.parent().unwrap_or(Path::new("/")).to_owned();
            self.objects.push(Object { elf, origin, needed_by: Some(by) });
        }
        self.libraries.push(Library { name: name.to_owned(), file });
    }

    /// Finds a library's file in the loader's order (ld.so(8)): the paths that files name for all that is below them,
    /// the user's, the path that the file names for itself, the cache, the system's directories.
    fn find(&self, name: &str, by: usize) -> Option<(PathBuf, Elf)> {
        let object = &self.objects[by];
        if name.contains('/') {
            return expand(name.as_bytes(), &object.origin)
                .into_iter()
                .find_map(|file| self.open(self.here.join(file)));
        }
        let inherited = || {
            let all = std::iter::successors(Some(by), |&n| self.objects[n].needed_by);
            all.map(|n| &self.objects[n])
                .filter(|object| object.elf.runpath.is_none())
                .find_map(|object| self.look(object.elf.rpath.as_deref()?, b":", name, &object.origin))
        };
        let runpath = object.elf.runpath.as_deref();
        let from_rpath = if runpath.is_none() { inherited() } else { None };
        from_rpath
            .or_else(|| self.look(self.library_path.as_deref()?, b":;", name, &self.objects[0].origin))
            .or_else(|| self.look(runpath?, b":", name, &object.origin))
            .or_else(|| if object.elf.no_default_paths { None } else { self.in_system(name) })
    }

    /// Finds a library in the system's own directories.
    fn in_system(&self, name: &str) -> Option<(PathBuf, Elf)> {
        let cached = self.cache.find(name, &self.subfolders).and_then(|file| self.open(file));
        let folders = LIB.iter().flat_map(|lib| [Path::new("/").join(lib), Path::new("/usr").join(lib)]);
        cached.or_else(|| folders.into_iter().find_map(|folder| self.in_folder(&folder, name)))
    }

    /// Finds a library in a list of directories. An empty entry is the current directory.
    fn look(&self, list: &OsStr, separators: &[u8], name: &str, origin: &Path) -> Option<(PathBuf, Elf)> {
        let folders = list.as_bytes().split(|b| separators.contains(b)).flat_map(|entry| expand(entry, origin));
        folders.into_iter().find_map(|folder| self.in_folder(&self.here.join(folder), name))
    }

    fn in_folder(&self, folder: &Path, name: &str) -> Option<(PathBuf, Elf)> {
        let special = self.subfolders.iter().map(|subfolder| folder.join("glibc-hwcaps").join(subfolder).join(name));
        special.chain([folder.join(name)]).find_map(|file| self.open(file))
    }

    /// Opens a library. Files for other processors are passed over, as the loader does.
    fn open(&self, file: PathBuf) -> Option<(PathBuf, Elf)> {
        let elf = Elf::of(&file).filter(|elf| elf.machine == self.objects[0].elf.machine)?;
        Some((file, elf))
    }
}

/// Returns what an entry of a search path may stand for: `$ORIGIN`, `$LIB` and `$PLATFORM`, also in braces, are
/// replaced.
fn expand(entry: &[u8], origin: &Path) -> Vec<PathBuf> {
    let mut all = vec![Vec::new()];
    let mut rest = entry;
    while let Some((&first, behind)) = rest.split_first() {
        let values: &[(&[u8], &[&OsStr])] = &[
            (b"ORIGIN", &[origin.as_os_str()]),
            (b"LIB", &LIB.map(OsStr::new)),
            (b"PLATFORM", &[OsStr::new(PLATFORM[0]), OsStr::new(PLATFORM[PLATFORM.len() - 1])]),
        ];
        let token = values.iter().filter(|_| first == b'$').find_map(|(name, values)| {
            let braced =
                behind.strip_prefix(b"{").and_then(|b| b.strip_prefix(*name)).and_then(|b| b.strip_prefix(b"}"));
            Some((braced.or_else(|| behind.strip_prefix(*name))?, *values))
        });
        let (left, values) = token.unwrap_or((behind, &[]));
        all = match values {
            [] => all
                .into_iter()
                .map(|mut path: Vec<u8>| {
                    path.push(first);
                    path
                })
                .collect(),
            // More than a few tokens in one entry are no path that anybody has written.
            _ if all.len() > 64 => return Vec::new(),
            _ => all.iter().flat_map(|path| values.iter().map(move |v| [path, v.as_bytes()].concat())).collect(),
        };
        rest = left;
    }
    all.into_iter().map(|path| OsString::from_vec(path).into()).collect()
}

/// Returns the names of the folders for processors with more instructions (glibc-hwcaps) that this processor may use,
/// the best first.
fn subfolders() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! has { ($($name:tt)*) => { $(std::is_x86_feature_detected!($name))&&* } }
        let v2 = has!("cmpxchg16b" "popcnt" "sse3" "sse4.1" "sse4.2" "ssse3");
        let v3 = v2 && has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "xsave");
        let v4 = v3 && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
        let all = [(v4, "x86-64-v4"), (v3, "x86-64-v3"), (v2, "x86-64-v2")];
        all.into_iter().filter_map(|(has, name)| has.then_some(name)).collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// The most files that are compared in a test; with `COMPARE`, a list of directories, all files below them are.
    const SAMPLE: usize = 60;

    /// Returns what the loader itself says: names, and files with links resolved.
    fn listed(loader: &Path, file: &Path) -> Option<Vec<Library>> {
        let out = Command::new(loader).arg("--list").arg(file).output().ok()?;
        // The loader lists only a part if it cannot load the file.
        let text = String::from_utf8(out.stdout).ok().filter(|_| out.status.success())?;
        let line = |line: &str| {
            let (name, file) = line.trim().split_once(" => ")?;
            let file = file.rsplit_once(" (0x").map(|(file, _)| fs::canonicalize(file).unwrap_or_default());
            Some(Library { name: name.to_owned(), file })
        };
        Some(text.lines().filter_map(line).collect())
    }

    fn found(file: &Path) -> Vec<Library> {
        let all = libraries(file, Path::new("/"), &|_| None).into_iter();
        let real = |l: Library| Library { file: l.file.map(|file| fs::canonicalize(file).unwrap_or_default()), ..l };
        // The loader does not list itself, and lists no name that is a path.
        all.filter(|l| !l.name.contains("ld-linux") && !l.name.contains('/')).map(real).collect()
    }

    fn files_below(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => files_below(&entry.path(), out),
                Ok(_) => out.extend(fs::canonicalize(entry.path())),
                Err(_) => {}
            }
        }
    }

    #[test]
    fn programs_and_libraries_load_what_the_loader_says() {
        let loader =
            Elf::of(Path::new("/proc/self/exe")).and_then(|elf| elf.loader).expect("this program has a loader");
        let named = std::env::var_os("COMPARE");
        let folders = named.clone().unwrap_or_else(|| "/usr/bin:/usr/lib/python3".into());
        let mut files = Vec::new();
        std::env::split_paths(&folders).for_each(|folder| files_below(&folder, &mut files));
        files.sort();
        files.retain(|file| Elf::of(file).is_some_and(|elf| !elf.needed.is_empty()));
        let step = if named.is_some() { 1 } else { files.len().div_ceil(SAMPLE).max(1) };
        let mut compared = 0;
        for file in files.iter().step_by(step) {
            if let Some(listed) = listed(&loader, file) {
                assert_eq!(found(file), listed, "{}", file.display());
                compared += 1;
            }
        }
        println!("{compared} files compared");
        assert!(compared > 5, "{compared}");
    }

    #[test]
    fn tokens_stand_for_directories() {
        let origin = Path::new("/a b");
        assert_eq!(expand(b"$ORIGIN/../lib", origin), [Path::new("/a b/../lib")]);
        assert_eq!(expand(b"${ORIGIN}x$$FOO", origin), [Path::new("/a bx$$FOO")]);
        assert!(expand(b"/x/$LIB", origin).contains(&PathBuf::from("/x/lib64")));
        assert!(expand(&b"$LIB".repeat(100), origin).is_empty());
        assert_eq!(expand(b"", origin), [Path::new("")]);
    }

    #[test]
    fn a_program_that_names_another_program_as_its_loader_does_not_run_it() {
        let dir = std::env::temp_dir().join(format!("clump-loader-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (loader, program, mark) = (dir.join("loader"), dir.join("program"), dir.join("mark"));
        fs::write(&loader, format!("#!/bin/sh\ntouch {}\n", mark.display())).unwrap();
        fs::set_permissions(&loader, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        fs::write(dir.join("p.c"), "extern double cos(double); int main(int c, char **v) { return (int)cos(c); }")
            .unwrap();
        let flag = format!("-Wl,--dynamic-linker={},--enable-new-dtags,-rpath,$ORIGIN/one", loader.display());
        let mut built = Command::new("cc");
        built.arg("-o").arg(&program).arg(dir.join("p.c")).args(["-fno-builtin", "-lm", &flag]);
        assert!(built.status().expect("a C compiler").success());
        let names: Vec<String> = libraries(&program, &dir, &|_| None).into_iter().map(|l| l.name).collect();
        assert_eq!(names[..2], ["libm.so.6", "libc.so.6"]);
        super::super::standin::needs(&program, &[], None);
        assert!(!mark.exists());
        // The user's path comes before the cache, the file's own path behind the user's.
        fs::create_dir_all(dir.join("one")).unwrap();
        fs::create_dir_all(dir.join("two")).unwrap();
        let real = libraries(&program, &dir, &|_| None).swap_remove(0).file.expect("the C library's file");
        for folder in ["one", "two"] {
            fs::copy(&real, dir.join(folder).join("libm.so.6")).unwrap();
        }
        let first = |path: Option<&str>| {
            let path = path.map(OsString::from);
            let set = |name: &str| path.clone().filter(|_| name == "LD_LIBRARY_PATH");
            libraries(&program, &dir, &set).swap_remove(0).file.expect("found")
        };
        assert!(first(None).ends_with("one/libm.so.6"));
        assert!(first(Some("/nowhere:two")).ends_with("two/libm.so.6"));
        fs::remove_dir_all(&dir).unwrap();
    }
}
