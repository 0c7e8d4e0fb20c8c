//! Loads libraries into the ranks by LD_PRELOAD, behind the user's own libraries there: the shared heap's library,
//! the one that carries sockets, and the stand-ins for other MPI libraries.
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub const VARIABLE: &str = "LD_PRELOAD";
/// The variable of AddressSanitizer's options. AddressSanitizer ends a program if another library is loaded before
/// it, unless this option is set. The launcher loads no library into a program with a checker, but cannot see the
/// program behind a script, a shell or `env`.
pub const ASAN_VARIABLE: &str = "ASAN_OPTIONS";
/// The option that makes AddressSanitizer accept libraries that are loaded before it.
const ASAN_ORDER: &str = "verify_asan_link_order=0";
/// The name of the shared heap's library.
const LIBRARY: &str = "libclump_heap.so";
/// Checkers that replace the allocator themselves, and must be loaded first. A program with a checker has the
/// checker's name near its start, behind `BEFORE`. The names are split in two here, so that this program does not
/// seem to contain a checker.
const CHECKERS: [&[u8]; 4] = [b"asan.so", b"tsan.so", b"lsan.so", b"clang_rt."];
/// The bytes in front of a checker's name in a program.
const BEFORE: &[u8] = b"\0lib";
/// Bytes of a program that are searched for a checker's name.
const LOOKED_AT: u64 = 4 << 20;

/// Returns the path of the library's file: in `lib` beside the `bin` of an installation, or beside this program in a
/// build. Returns `None` if the file does not exist, or if LD_PRELOAD cannot hold its path.
pub fn library() -> Option<PathBuf> {
    find(LIBRARY)
}

/// Returns the path of one of Clump's libraries for LD_PRELOAD, as [`library`] does.
pub fn find(library: &str) -> Option<PathBuf> {
    let exe = std::fs::canonicalize(std::env::current_exe().ok()?).ok()?;
    let dir = exe.parent()?;
    let places = [dir.parent()?.join("lib").join(library), dir.join(library)];
    places.into_iter().find(|p| p.is_file()).filter(|p| holds(p))
}

/// Returns true if LD_PRELOAD can hold this path.
pub fn holds(path: &Path) -> bool {
    !path.as_os_str().as_bytes().iter().any(|b| b" :\n".contains(b))
}

/// Returns what to tell the user if LD_PRELOAD cannot hold the path of this installation.
pub fn complaint() -> Option<String> {
    let exe = std::fs::canonicalize(std::env::current_exe().ok()?).ok()?;
    let place = exe.parent()?.parent().filter(|place| !holds(place))?;
    Some(format!(
        "{} has a blank, a colon or a line's end in its path, which LD_PRELOAD cannot hold: ranks have no shared heap, \
         and programs of MPICH and Open MPI do not run on Clump; install Clump elsewhere",
        place.display()
    ))
}

/// Returns the value of LD_PRELOAD for a rank that runs `program`: the user's libraries (`before`), the stand-ins for
/// other MPI libraries, the shared heap's library, then that of `sockets`. Returns `None` if the value stays unchanged.
pub fn value(
    standins: &[PathBuf],
    heap: Option<&Path>,
    sockets: Option<&Path>,
    before: Option<&OsStr>,
    program: &Path,
) -> Option<OsString> {
    let before = before.filter(|b| !b.is_empty());
    let heap = heap.filter(|_| !before.is_some_and(|b| contains(b.as_bytes(), LIBRARY.as_bytes())));
    let heap = heap.filter(|_| can_preload(program));
    let sockets = sockets.filter(|_| can_preload(program));
    let ours = heap.into_iter().chain(sockets).map(Path::as_os_str);
    let added: Vec<&OsStr> = standins.iter().map(|p| p.as_os_str()).chain(ours).collect();
    if added.is_empty() {
        return None;
    }
    let all: Vec<&OsStr> = before.into_iter().chain(added).collect();
    Some(all.join(OsStr::new(":")))
}

/// Returns AddressSanitizer's options for a rank with the library; `before` are the user's options.
pub fn asan_options(before: Option<&OsStr>) -> OsString {
    let mut value = OsString::from(ASAN_ORDER);
    // The user's options come last, and take precedence.
    if let Some(before) = before.filter(|b| !b.is_empty()) {
        value.push(":");
        value.push(before);
    }
    value
}

/// Returns false for programs of another architecture and for programs with a checker. Returns true for scripts,
/// whose interpreter is not examined.
fn can_preload(program: &Path) -> bool {
    let head = |path: &Path, most: u64| {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    };
    let (Ok(theirs), Ok(ours)) = (head(program, LOOKED_AT), head(Path::new("/proc/self/exe"), 20)) else { return true };
    if !theirs.starts_with(b"\x7fELF") || theirs.len() < 20 {
        return true;
    }
    // Class and byte order, and the machine, must be equal.
    theirs[4..6] == ours[4..6]
        && theirs[18..20] == ours[18..20]
        && !CHECKERS.iter().any(|c| contains(&theirs, &[BEFORE, c].concat()))
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    all.windows(part.len()).any(|w| w == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_comes_behind_the_users() {
        let library = Path::new("/x/libclump_heap.so");
        // This test's own program contains the checkers' names.
        let shell = Path::new("/bin/sh");
        let value = |before: Option<&str>| value(&[], Some(library), None, before.map(OsStr::new), shell);
        assert_eq!(value(None), Some("/x/libclump_heap.so".into()));
        assert_eq!(value(Some("")), Some("/x/libclump_heap.so".into()));
        assert_eq!(value(Some("/a.so b.so")), Some("/a.so b.so:/x/libclump_heap.so".into()));
        assert_eq!(value(Some("/a.so:/y/libclump_heap.so")), None);
        let standins = ["/x/libmpi.so.12".into()];
        let all = super::value(&standins, Some(library), None, Some("/a.so".as_ref()), shell);
        assert_eq!(all, Some("/a.so:/x/libmpi.so.12:/x/libclump_heap.so".into()));
        assert_eq!(super::value(&standins, None, None, None, shell), Some("/x/libmpi.so.12".into()));
        let sockets = super::value(&[], Some(library), Some(Path::new("/x/libclump_sock.so")), None, shell);
        assert_eq!(sockets, Some("/x/libclump_heap.so:/x/libclump_sock.so".into()));
    }

    #[test]
    fn address_sanitizer_starts_with_the_library_before_it_and_keeps_the_users_options() {
        assert_eq!(asan_options(None), "verify_asan_link_order=0");
        assert_eq!(asan_options(Some("".as_ref())), "verify_asan_link_order=0");
        assert_eq!(asan_options(Some("a=1:b=2".as_ref())), "verify_asan_link_order=0:a=1:b=2");
    }

    #[test]
    fn programs_that_cannot_have_the_library_do_not_get_it() {
        let dir = std::env::temp_dir().join(format!("clump-preload-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let elf = std::fs::read("/proc/self/exe").unwrap()[..4096].to_vec();
        let fit = |name: &str, bytes: &[u8]| {
            let path = dir.join(name);
            std::fs::write(&path, bytes).unwrap();
            can_preload(&path)
        };
        assert!(fit("same", &elf) && fit("script", b"#!/bin/sh\n") && can_preload(&dir.join("missing")));
        assert!(!fit("checked", &[&elf[..], BEFORE, b"asan.so.8\0"].concat()));
        let mut other = elf.clone();
        other[18] ^= 1;
        assert!(!fit("other", &other));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
