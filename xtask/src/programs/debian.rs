//! Fetches sources from Debian's and Ubuntu's archives as the authors published them, without the distribution's
//! changes.
use super::Place;
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Unpacks a source package into the folder `source` of `place`, unless an earlier run has done so: the whole package,
/// or the folder `part` of it alone, which saves time and disk space. Returns the package's version.
pub fn fetch(place: &Place, package: &str, part: Option<&str>) -> Result<String> {
    let (source, version) = (place.home.join("source"), place.home.join("version"));
    if let (true, Ok(version)) = (source.exists(), std::fs::read_to_string(&version)) {
        return Ok(version);
    }
    if !Program::new("apt-get").arg("--version").works() {
        let (source, version) = (source.display(), version.display());
        bail!(
            "there is no apt-get here, which brings Debian's source package {package}; unpack the sources into \
             {source} yourself, and write their version into {version}"
        );
    }
    let download = place.home.join("download");
    renewed(&download)?;
    apt(&["source", "--download-only", package])?.dir(&download).run()?;
    let found = std::fs::read_dir(&download)?.flatten().map(|e| e.path()).find_map(|p| Some((original(&p)?, p)));
    let (name, archive) = found.with_context(|| format!("apt-get brought no archive of {package}"))?;
    // The rename below makes the sources appear whole or not at all.
    let unpacked = place.home.join("unpacked");
    renewed(&unpacked)?;
    let tar = Program::new("tar").arg("-xf").arg(archive).arg("--strip-components=1").arg("-C").arg(&unpacked);
    match part {
        Some(part) => tar.arg("--wildcards").arg(format!("*/{part}/*")).run()?,
        None => tar.run()?,
    };
    if source.exists() {
        std::fs::remove_dir_all(&source)?;
    }
    std::fs::rename(unpacked, source)?;
    std::fs::write(version, &name)?;
    std::fs::remove_dir_all(download)?;
    Ok(name)
}

fn renewed(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(std::fs::create_dir_all(folder)?)
}

/// Returns the version in the name of an archive of the authors' sources (`fftw3_3.3.10.orig.tar.gz`).
fn original(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let (start, ending) = name.split_once(".orig.tar.")?;
    let version = start.split_once('_')?.1;
    (!ending.ends_with("asc")).then(|| version.to_owned())
}

/// Returns the command `apt-get` with lists and caches of its own, so that those of the machine stay unchanged. The
/// command gets sources from every archive from which the machine gets binaries, and works without root.
fn apt(args: &[&str]) -> Result<Program> {
    let home = paths::target().join("programs/apt");
    let (listed, lists, cache) = (home.join("sources"), home.join("lists"), home.join("cache"));
    renewed(&listed)?;
    for folder in [lists.join("partial"), cache.join("archives/partial")] {
        std::fs::create_dir_all(folder)?;
    }
    let mut some = false;
    for file in machine_sources() {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let text = with_sources(&text);
        some |= !text.is_empty();
        std::fs::write(listed.join(file.file_name().unwrap_or_default()), text)?;
    }
    if !some {
        bail!("apt-get knows no archive here: /etc/apt/sources.list and /etc/apt/sources.list.d name none");
    }
    let own = |program: Program| {
        let option = |name: &str, value: &Path| format!("{name}={}", value.display());
        let program = program.arg("-o").arg("Dir::Etc::SourceList=/dev/null").arg("-o").arg("APT::Sandbox::User=root");
        let options = [
            option("Dir::Etc::SourceParts", &listed),
            option("Dir::State::Lists", &lists),
            option("Dir::Cache", &cache),
        ];
        let program = options.into_iter().fold(program, |p, o| p.arg("-o").arg(o));
        program.remedy("Is the package mirror reachable? The archives are those of /etc/apt.")
    };
    own(Program::new("apt-get")).arg("update").run()?;
    Ok(own(Program::new("apt-get")).args(args))
}

fn machine_sources() -> Vec<PathBuf> {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    files.extend(std::fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten().map(|e| e.path()));
    files.retain(|f| f.is_file() && f.extension().is_some_and(|e| e == "list" || e == "sources"));
    files
}

/// Turns a list of archives, in either of apt's forms, into a list of their sources.
fn with_sources(list: &str) -> String {
    let mut out = String::new();
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["deb", ..] => out += &line.replacen("deb", "deb-src", 1),
            ["deb-src", ..] => continue,
            ["Types:", ..] => out += "Types: deb-src",
            _ => out += line,
        }
        out.push('\n');
    }
    let names_any = out.lines().any(|l| l.trim_start().starts_with("deb-src ") || l.starts_with("Types:"));
    if names_any { out } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_binaries_becomes_one_of_sources() {
        let line = "# ours\ndeb [signed-by=/k] http://a/debian bookworm main\ndeb-src http://a/debian bookworm main\n";
        assert_eq!(with_sources(line), "# ours\ndeb-src [signed-by=/k] http://a/debian bookworm main\n");
        let stanza = "Types: deb deb-src\nURIs: http://a\nSuites: b\n";
        assert_eq!(with_sources(stanza), "Types: deb-src\nURIs: http://a\nSuites: b\n");
        assert_eq!(with_sources("# nothing\n"), "");
    }

    #[test]
    fn the_version_is_read_from_the_archives_name() {
        let version = |name: &str| original(Path::new(name));
        assert_eq!(version("d/fftw3_3.3.10.orig.tar.gz").as_deref(), Some("3.3.10"));
        assert_eq!(version("d/fftw3_3.3.10.orig.tar.gz.asc"), None);
        assert_eq!(version("d/fftw3_3.3.10-1.debian.tar.xz"), None);
    }
}
