//! Compiles benchmark programs once with each compiler, and keeps them in the user's cache.
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// One program: its name, its source, and the headers that the source includes, by file name.
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
}
const FLAGS: [&str; 4] = ["-O2", "-std=c11", "-D_GNU_SOURCE", "-pthread"];

/// Compiles one program, unless the cache has it for this source, compiler and flags.
pub fn build(compiler: &Path, source: &Source) -> Result<PathBuf, String> {
    let Source { name, text: source, headers } = *source;
    let mut hash = DefaultHasher::new();
    let changed = fs::metadata(compiler).and_then(|m| m.modified()).ok();
    (headers, source, compiler, FLAGS, changed).hash(&mut hash);
    let dir = cache()?.join(format!("{:016x}", hash.finish()));
    let program = dir.join(name);
    if program.is_file() {
        return Ok(program);
    }
    let fails =
        |what: &str, e: &dyn std::fmt::Display| format!("{name}.c could not be {what} in {}: {e}", dir.display());
    fs::create_dir_all(&dir).map_err(|e| fails("written", &e))?;
    if name.ends_with(".py") {
        return keep_script(&program, source).map_err(|e| format!("{} could not be written: {e}", program.display()));
    }
    for (file, text) in headers {
        fs::write(dir.join(file), text).map_err(|e| fails("written", &e))?;
    }
    fs::write(dir.join(format!("{name}.c")), source).map_err(|e| fails("written", &e))?;
    // Write to a temporary name first: a concurrent `clump bench` must not run a half-written program.
    let part = dir.join(format!("{name}.{}", std::process::id()));
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg(format!("{name}.c")).arg("-o").arg(&part).arg("-lm").current_dir(&dir);
    let out = command.output().map_err(|e| fails("compiled", &format!("{}: {e}", compiler.display())))?;
    if !out.status.success() {
        return Err(fails("compiled", &String::from_utf8_lossy(&out.stderr)));
    }
    fs::rename(&part, &program).map_err(|e| fails("kept", &e))?;
    Ok(program)
}

/// Stores a script, which needs no compiler, only permission to execute. The file gets its final name once it is
/// complete.
fn keep_script(program: &Path, source: &str) -> std::io::Result<PathBuf> {
    use std::os::unix::fs::OpenOptionsExt;
    let part = program.with_extension(std::process::id().to_string());
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o755).open(&part)?;
    std::io::Write::write_all(&mut file, source.as_bytes())?;
    drop(file);
    fs::rename(&part, program)?;
    Ok(program.to_path_buf())
}

fn cache() -> Result<PathBuf, String> {
    let home = || env::var_os("HOME").map(|h| PathBuf::from(h).join(".cache"));
    env::var_os("XDG_CACHE_HOME")
        .filter(|x| !x.is_empty())
        .map(PathBuf::from)
        .or_else(home)
        .map(|c| c.join("clump-bench"))
        .ok_or_else(|| "there is no place for compiled programs: set HOME or XDG_CACHE_HOME".into())
}
