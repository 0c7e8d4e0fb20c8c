//! Finds the file that a program's name means.
use super::{Failure, NOT_EXECUTABLE, NOT_FOUND};
use rustix::fs::Access;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Returns the absolute path of `name`: relative to `wdir` if it contains a slash, otherwise the first executable
/// file of that name in `dirs`.
pub fn find(name: &OsStr, dirs: &[PathBuf], wdir: &Path) -> Result<PathBuf, Failure> {
    let shown = name.to_string_lossy();
    if name.as_bytes().contains(&b'/') {
        let file = wdir.join(name);
        return match executable(&file) {
            Ok(()) => Ok(file),
            Err(Why::Absent) => {
                let message = format!("the program {shown} does not exist (looked for {})", file.display());
                Err(Failure { message, code: NOT_FOUND })
            }
            Err(Why::Unusable(why)) => {
                Err(Failure { message: format!("the program {shown} cannot be run: {why}"), code: NOT_EXECUTABLE })
            }
        };
    }
    let mut unusable = None;
    for dir in dirs {
        // An empty entry of PATH is the current directory.
        let file = wdir.join(dir).join(name);
        match executable(&file) {
            Ok(()) => return Ok(file),
            Err(Why::Absent) => {}
            Err(Why::Unusable(why)) => {
                unusable.get_or_insert_with(|| format!("the program {} cannot be run: {why}", file.display()));
            }
        }
    }
    if let Some(message) = unusable {
        return Err(Failure { message, code: NOT_EXECUTABLE });
    }
    let searched: Vec<_> = dirs.iter().map(|dir| dir.to_string_lossy()).collect();
    let mut message = format!("the program {shown} was not found in PATH ({})", searched.join(":"));
    if executable(&wdir.join(name)).is_ok() {
        message += &format!("; did you mean ./{shown}?");
    }
    Err(Failure { message, code: NOT_FOUND })
}

enum Why {
    Absent,
    Unusable(&'static str),
}

fn executable(file: &Path) -> Result<(), Why> {
    let meta = std::fs::metadata(file).map_err(|e| match e.kind() {
        std::io::ErrorKind::PermissionDenied => Why::Unusable("a directory on the way to it may not be entered"),
        _ => Why::Absent,
    })?;
    if meta.is_dir() {
        return Err(Why::Unusable("it is a directory"));
    }
    match rustix::fs::access(file, Access::EXEC_OK) {
        Ok(()) => Ok(()),
        Err(_) => Err(Why::Unusable("it is not executable (chmod +x)")),
    }
}
