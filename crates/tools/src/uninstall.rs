//! `clump uninstall`: removes the files that `cargo xtask install` or a tarball has brought, by the list among them.
use clap::Args;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The list of installed files, each relative to the installation's directory.
const LIST: &str = "share/doc/clump/installed-files";
/// This program.
const PROGRAM: &str = "bin/clump";

/// Removes this installation, whose files share/doc/clump/installed-files lists; other files stay.
///
/// pip and dpkg remove what they have installed: `pip uninstall clump-mpi`, `apt remove clump-mpi`.
#[derive(Args)]
pub struct UninstallArgs {
    /// Prints which files would be removed, and removes none.
    #[arg(long)]
    dry_run: bool,
}

pub fn main(args: UninstallArgs) -> i32 {
    match installation().and_then(|prefix| uninstall(&prefix, args.dry_run)) {
        Ok(()) => 0,
        Err(why) => {
            eprintln!("clump uninstall: {why}");
            1
        }
    }
}

/// Returns the directory in whose `bin` this program is.
fn installation() -> Result<PathBuf, String> {
    let own = std::env::current_exe().and_then(fs::canonicalize);
    let own = own.map_err(|e| format!("cannot find this program's own file: {e}"))?;
    let prefix = own.parent().and_then(Path::parent);
    prefix.map(Path::to_owned).ok_or_else(|| format!("{} is in no installation", own.display()))
}

fn uninstall(prefix: &Path, dry_run: bool) -> Result<(), String> {
    let list = prefix.join(LIST);
    let text = fs::read_to_string(&list).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => format!(
            "{} has no list of its files ({LIST}): pip (`pip uninstall clump-mpi`), dpkg (`apt remove clump-mpi`) or \
             another package manager has installed it, and must remove it",
            prefix.display()
        ),
        _ => format!("cannot read {}: {e}", list.display()),
    })?;
    let mut files: Vec<PathBuf> = Vec::new();
    for name in text.lines() {
        let file = Path::new(name);
        if name.is_empty() || !file.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(format!("{} names `{name}`, which is no file of an installation", list.display()));
        }
        files.push(file.to_owned());
        // The file's debug information, which is installed separately.
        if let (Some(dir), Some(name)) = (file.parent(), file.file_name().and_then(|name| name.to_str())) {
            files.push(dir.join(format!(".debug/{name}.debug")));
            if let Some(module) = name.strip_suffix(".py") {
                files.extend(compiled(prefix, &dir.join("__pycache__"), module));
            }
        }
    }
    // If removing fails half-way, this program and the list are still there for another attempt.
    files.sort_by_key(|file| (file == Path::new(LIST), file == Path::new(PROGRAM)));
    let is_there = |file: &PathBuf| prefix.join(file).symlink_metadata().is_ok();
    if dry_run {
        files.iter().filter(|file| is_there(file)).for_each(|file| println!("{}", prefix.join(file).display()));
        return Ok(());
    }
    for file in &files {
        let file = prefix.join(file);
        match fs::remove_file(&file) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                return Err(format!("cannot remove {}: {e}", file.display()));
            }
            _ => {}
        }
    }
    remove_empty(prefix, &files);
    println!("Clump is removed from {}", prefix.display());
    Ok(())
}

/// Returns what Python has compiled from a module, in the directory `dir` of the installation.
fn compiled(prefix: &Path, dir: &Path, module: &str) -> Vec<PathBuf> {
    let names = fs::read_dir(prefix.join(dir)).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let of_module = |name: &OsString| {
        let rest = name.to_str().and_then(|name| name.strip_prefix(module));
        rest.is_some_and(|rest| rest.starts_with(".cpython-") && rest.ends_with(".pyc"))
    };
    names.filter(of_module).map(|name| dir.join(name)).collect()
}

/// Removes the directories of these files that are empty now. Those right below the prefix, such as `bin`, stay unless
/// the whole prefix is empty.
fn remove_empty(prefix: &Path, files: &[PathBuf]) {
    let dirs: BTreeSet<&Path> =
        files.iter().flat_map(|file| file.ancestors().skip(1)).filter(|dir| dir.components().count() > 0).collect();
    let depth = |dir: &Path| dir.components().count();
    let mut deepest_first: Vec<&Path> = dirs.into_iter().collect();
    deepest_first.sort_by_key(|dir| std::cmp::Reverse(depth(dir)));
    let (top, below): (Vec<&Path>, Vec<&Path>) = deepest_first.into_iter().partition(|dir| depth(dir) == 1);
    // A directory with other files in it cannot be removed, and stays.
    below.iter().for_each(|dir| drop(fs::remove_dir(prefix.join(dir))));
    let is_empty = |dir: &Path| fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none());
    let mut names = fs::read_dir(prefix).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let all_ours = names.all(|name| top.contains(&Path::new(&name)));
    if all_ours && top.iter().all(|dir| is_empty(&prefix.join(dir))) {
        top.iter().for_each(|dir| drop(fs::remove_dir(prefix.join(dir))));
        let _ = fs::remove_dir(prefix);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes an installation, with a user's file beside Clump's.
    fn installed(list: &str) -> tempfile::TempDir {
        let prefix = tempfile::tempdir().unwrap();
        let files = ["bin/clump", "lib/clump/libmpi.so.12", "lib/clump/.debug/libmpi.so.12.debug", "lib/mine/file"];
        let python = ["lib/python/a.py", "lib/python/__pycache__/a.cpython-313.pyc"];
        for file in files.into_iter().chain(python).chain([LIST]) {
            let file = prefix.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, list).unwrap();
        }
        prefix
    }

    const FILES: &str =
        "bin/clump\nbin/gone\nlib/clump/libmpi.so.12\nlib/python/a.py\nshare/doc/clump/installed-files\n";

    #[test]
    fn only_listed_files_are_removed() {
        let prefix = installed(FILES);
        let is_there = |name: &str| prefix.path().join(name).exists();
        uninstall(prefix.path(), true).unwrap();
        assert!(is_there("bin/clump"), "a dry run removes nothing");
        uninstall(prefix.path(), false).unwrap();
        assert!(is_there("lib/mine/file") && is_there("bin"));
        assert!(!["bin/clump", "lib/clump", "share/doc"].into_iter().any(is_there));
        let said = uninstall(prefix.path(), false).unwrap_err();
        assert!(said.contains("pip uninstall clump-mpi"), "{said}");
    }

    #[test]
    fn nothing_is_left_of_a_directory_of_its_own() {
        let prefix = installed(FILES);
        fs::remove_dir_all(prefix.path().join("lib/mine")).unwrap();
        uninstall(prefix.path(), false).unwrap();
        assert!(!prefix.path().exists());
    }

    #[test]
    fn files_outside_of_the_installation_are_refused() {
        for bad in ["../file", "/etc/passwd", "bin/../../file", ""] {
            let prefix = installed(&format!("bin/clump\n{bad}\n"));
            assert!(uninstall(prefix.path(), false).unwrap_err().contains("which is no file of an installation"));
            assert!(prefix.path().join("bin/clump").exists(), "nothing is removed");
        }
    }
}
