//! The interpreter of a script, from its first line.
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The most bytes of a first line that Linux reads.
const LINE: u64 = 256;

/// Returns the program that runs the script in `file`; `None` if the file is no script. Looks through `env`, which
/// finds the interpreter in `path`.
pub fn interpreter(file: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(LINE).read_to_end(&mut bytes).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let mut words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let first = PathBuf::from(OsStr::from_bytes(words.next()?));
    if first.file_name() != Some(OsStr::new("env")) {
        return Some(first);
    }
    // Options (`-S`) and assignments come before the name.
    let name = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
    let name = OsString::from(OsStr::from_bytes(name));
    std::env::split_paths(path?).map(|dir| dir.join(&name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interpreter_is_read_from_the_first_line() {
        let dir = std::env::temp_dir().join(format!("clump-script-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("python9"), b"").unwrap();
        let of = |text: &str| {
            std::fs::write(dir.join("x"), text).unwrap();
            interpreter(&dir.join("x"), Some(dir.as_os_str()))
        };
        assert_eq!(of("#!/venv/bin/python3\nimport mpi4py"), Some("/venv/bin/python3".into()));
        assert_eq!(of("#! /bin/sh -e"), Some("/bin/sh".into()));
        assert_eq!(of("#!/usr/bin/env python9\n"), Some(dir.join("python9")));
        assert_eq!(of("#!/usr/bin/env -S A=b python9 -u\n"), Some(dir.join("python9")));
        assert_eq!([of("#!/usr/bin/env nothing\n"), of("#!\n"), of("\x7fELF"), of("")], [None, None, None, None]);
        assert_eq!(interpreter(&dir.join("missing"), None), None);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
