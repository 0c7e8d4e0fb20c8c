//! Programs with more power than the user who starts them: set-user-id, and with capabilities of their file. They
//! believe no launcher. Only root can make such programs, and not on every file system: elsewhere the tests say that
//! they were skipped.
mod common;

use common::{Done, program, rank};
use rustix::fs::{StatVfsMountFlags, XattrFlags, setxattr, statvfs};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user without power.
const NOBODY: u32 = 65_534;
/// The file of a library whose name is that of PMIx's, and what it writes if it runs with more power than the user.
const LIBRARY: &str = r#"
#include <stdio.h>
#include <sys/auxv.h>
__attribute__((constructor)) static void here(void) {
    if (getauxval(AT_SECURE)) fprintf(stderr, "a stranger's library runs with power\n");
}
"#;

/// A directory that every user may enter, with the program that tests start.
struct Place {
    dir: tempfile::TempDir,
    program: PathBuf,
}

impl Place {
    /// Makes the program powerful by `empower`. Returns `None`, and says why, where this cannot be done.
    fn new(empower: impl Fn(&Path) -> std::io::Result<()>) -> Option<Place> {
        let dir = tempfile::tempdir().expect("a directory");
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).expect("permissions");
        let program = dir.path().join("powerful");
        common::copy_program(rank(), &program);
        let is_inert = statvfs(dir.path()).is_ok_and(|found| found.f_flag.contains(StatVfsMountFlags::NOSUID));
        if is_inert || !rustix::process::geteuid().is_root() {
            eprintln!("skipped: only root makes powerful programs, and on no file system that is mounted nosuid");
            return None;
        }
        if let Err(why) = empower(&program) {
            eprintln!("skipped: the program cannot be made powerful here: {why}");
            return None;
        }
        Some(Place { dir, program })
    }

    /// Runs a shell command as a user without power, with the variables of a launcher.
    fn run(&self, variables: &[(&str, &str)], script: &str) -> Done {
        let mut job = program("/bin/sh").args(["-c", script, "sh"]).arg(&self.program);
        for (name, value) in variables {
            job = job.env(name, value);
        }
        job.user(NOBODY).finish()
    }

    fn expect_alone(&self) {
        let done = self.run(&[], "exec \"$1\" ring");
        assert_eq!((done.code, done.out.trim()), (0, "rank 0 of 1"), "{}", done.err);
        for (variables, name) in [
            (&[("CLUMP_JOB", "1 fd=0 rank=1 size=2")][..], "CLUMP_JOB"),
            (&[("PMI_SIZE", "2"), ("PMI_RANK", "0"), ("PMI_FD", "0")], "PMI_SIZE"),
            (&[("PMIX_NAMESPACE", "x"), ("PMIX_RANK", "0")], "PMIX_NAMESPACE"),
        ] {
            let done = self.run(variables, "exec \"$1\" ring");
            assert!(done.code != 0 && done.out.is_empty(), "{variables:?}: {}", done.out);
            assert!(done.err.contains("believes no launcher") && done.err.contains(name), "{}", done.err);
        }
        // A setting is no better than a launcher's variable.
        let done = self.run(&[("CLUMP_VERBOSE", "nonsense")], "exec \"$1\" ring");
        assert_eq!((done.code, done.out.trim()), (0, "rank 0 of 1"), "{}", done.err);
    }
}

fn set_user_id(file: &Path) -> std::io::Result<()> {
    fs::set_permissions(file, fs::Permissions::from_mode(0o4755))
}

/// Gives the file CAP_NET_RAW, permitted and effective (`struct vfs_cap_data`, revision 2).
fn set_capability(file: &Path) -> std::io::Result<()> {
    let words: [u32; 5] = [0x0200_0001, 1 << 13, 0, 0, 0];
    let data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Ok(setxattr(file, "security.capability", &data, XattrFlags::empty())?)
}

#[test]
fn a_set_user_id_program_believes_no_launcher() {
    let Some(place) = Place::new(set_user_id) else { return };
    place.expect_alone();
}

#[test]
fn a_program_with_capabilities_believes_no_launcher() {
    let Some(place) = Place::new(set_capability) else { return };
    place.expect_alone();
}

#[test]
fn a_set_user_id_program_loads_no_library_that_its_parent_has_mapped() {
    let Some(place) = Place::new(set_user_id) else { return };
    let (source, library) = (place.dir.path().join("library.c"), place.dir.path().join("libpmix.so.9"));
    fs::write(&source, LIBRARY).expect("a file");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    assert!(built.expect("a C compiler").success());
    // The shell, and not the program, has the library. Its last command keeps it from becoming the program.
    let preload = library.to_str().expect("a path in UTF-8");
    let set = [("LD_PRELOAD", preload), ("PMIX_NAMESPACE", "x"), ("PMIX_RANK", "0")];
    let done = place.run(&set, "grep -q libpmix /proc/$$/maps || exit 99; \"$1\" ring; exit $?");
    assert!(done.code != 0 && done.code != 99, "{}: {}", done.code, done.err);
    assert!(done.err.contains("believes no launcher") && !done.err.contains("runs with power"), "{}", done.err);
}
