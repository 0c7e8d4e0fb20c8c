//! Programs and libraries: their debug information goes into files of its own, and tells which glibc they need.
use super::tree;
use crate::process::Program;
use anyhow::{Context, Result};
use std::path::Path;

/// Moves the debug information of the file `binary` to `debug`/DIR/.debug/NAME.debug, where `place` is DIR/NAME.
/// Debuggers and backtraces find it there once both directories are copied into one.
pub fn split(binary: &Path, debug: &Path, place: &str) -> Result<()> {
    let (dir, name) = place.rsplit_once('/').context("a file in a directory")?;
    let file = debug.join(dir).join(".debug").join(format!("{name}.debug"));
    std::fs::create_dir_all(file.parent().context("a directory")?)?;
    Program::new("objcopy").arg("--only-keep-debug").arg(binary).arg(&file).run()?;
    Program::new("objcopy")
        .arg("--strip-all")
        .arg(format!("--add-gnu-debuglink={}", file.display()))
        .arg(binary)
        .run()?;
    Ok(())
}

/// Returns the version of glibc that the program and all libraries of an installation need: major and minor number.
pub fn glibc(installed: &Path) -> Result<(u32, u32)> {
    let mut most = (2, 0);
    for file in tree::files(installed)? {
        let name = file.to_str().unwrap_or_default();
        let path = installed.join(&file);
        let is_binary = name == "bin/clump" || name.starts_with("lib/") && name.contains(".so");
        if is_binary && !path.is_symlink() {
            let said = Program::new("objdump").arg("-T").arg(path).run()?;
            most = most.max(newest(&said).unwrap_or_default());
        }
    }
    Ok(most)
}

/// Returns the newest version among the symbols that `objdump -T` shows as needed. Weak symbols count, too,
/// as they do for auditwheel.
fn newest(said: &str) -> Option<(u32, u32)> {
    let needed = said.lines().filter(|line| line.contains("*UND*"));
    let versions = needed.flat_map(|line| line.split("GLIBC_").skip(1)).filter_map(|rest| {
        let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_newest_needed_symbol_decides() {
        let said = "0000000000000000      DF *UND*\t0000000000000000 (GLIBC_2.34) dlsym\n\
                    0000000000000000  w   DF *UND*\t0000000000000000  GLIBC_2.2.5 free\n\
                    0000000000001000 g    DF .text\t0000000000000010  GLIBC_2.99 ours\n";
        assert_eq!(super::newest(said), Some((2, 34)));
        assert_eq!(super::newest("nothing"), None);
    }
}
