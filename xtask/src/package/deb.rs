//! The Debian package: an installation in /usr/lib/clump, beside any other MPI, with `clump` and its pages in /usr.
use crate::install::{binary, tree};
use crate::need::{self, Need};
use crate::process::Program;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const PLACE: &str = "usr/lib/clump";
const DPKG: Need = Need { package: "dpkg", present: || Program::new("dpkg-deb").arg("--version").works() };

/// Packs an installation as a Debian package in the directory `out`. Lays the package's content out in `home` first.
/// Returns the package's path.
pub fn make(installed: &Path, home: &Path, out: &Path, epoch: &str) -> Result<PathBuf> {
    need::ensure(&[DPKG])?;
    let root = home.join("deb");
    if root.exists() {
        std::fs::remove_dir_all(&root)?;
    }
    tree::copy(installed, &root.join(PLACE))?;
    // dpkg keeps its own list of the installed files.
    std::fs::remove_file(root.join(PLACE).join("share/doc/clump/installed-files"))?;
    compress(&root.join(PLACE).join("share/man"))?;
    for shared in ["bin/clump", "share/man/man1/clump.1.gz", "share/bash-completion/completions/clump"] {
        let depth = shared.matches('/').count();
        tree::link(format!("{}lib/clump/{shared}", "../".repeat(depth)), &root.join("usr").join(shared))?;
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let from = installed.join("share/doc/clump").join(license);
        tree::put(&from, &root.join("usr/share/doc/clump-mpi").join(license))?;
    }
    let (major, minor) = binary::glibc(installed)?;
    let architecture = Program::new("dpkg").arg("--print-architecture").run()?;
    let architecture = architecture.trim();
    let control = format!(
        "Package: clump-mpi\nVersion: {VERSION}\nArchitecture: {architecture}\nMaintainer: Clump <clump@localhost>\n\
         Section: net\nPriority: optional\nDepends: libc6 (>= {major}.{minor})\nRecommends: gcc\n\
         Description: MPI (the MPI 5.0 standard ABI) for the cores of one machine and of several\n \
         Launcher, libraries, headers and compiler wrappers, in /{PLACE}; beside any other MPI.\n"
    );
    tree::write(&root.join("DEBIAN/control"), control.as_bytes())?;
    let file = out.join(format!("clump-mpi_{VERSION}_{architecture}.deb"));
    Program::new("chmod").args(["-R", "go-w,u+w,a+rX"]).arg(&root).run()?;
    Program::new("dpkg-deb")
        .args(["--root-owner-group", "-Zxz", "--build"])
        .arg(&root)
        .arg(&file)
        .env("SOURCE_DATE_EPOCH", epoch)
        .run()
        .with_context(|| format!("cannot make {}", file.display()))?;
    Ok(file)
}

/// Compresses the man pages in a directory, as Debian's policy wants it (12.1), and renames the links to them.
fn compress(man: &Path) -> Result<()> {
    let (mut pages, named) = (Vec::new(), |path: &Path| PathBuf::from(format!("{}.gz", path.display())));
    for file in tree::files(man)? {
        let path = man.join(file);
        match std::fs::read_link(&path) {
            Ok(target) => {
                tree::link(named(&target), &named(&path))?;
                std::fs::remove_file(path)?;
            }
            Err(_) => pages.push(path),
        }
    }
    Program::new("gzip").args(["-9", "-n"]).args(&pages).run()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    #[test]
    fn a_package_is_beside_other_mpis_and_equal_each_time() {
        if !(DPKG.present)() {
            return eprintln!("no dpkg-deb: not tried");
        }
        let home = paths::target().join(format!("tmp/deb-{}", std::process::id()));
        let installed = home.join("installed");
        for file in ["bin/clump", "bin/mpicc", "lib/libmpi_abi.so.1", "share/man/man1/clump.1"] {
            tree::put(Path::new("/bin/true"), &installed.join(file)).unwrap();
        }
        let man = installed.join("share/man");
        tree::write(&man.join("man3/MPI_Send.3"), b".TH MPI_SEND 3").unwrap();
        tree::link("MPI_Send.3", &man.join("man3/MPI_Send_c.3")).unwrap();
        for file in ["installed-files", "LICENSE-MIT", "LICENSE-APACHE"] {
            tree::write(&installed.join("share/doc/clump").join(file), b"text").unwrap();
        }
        let made = |number: u32| {
            let out = home.join(number.to_string());
            std::fs::create_dir_all(&out).unwrap();
            std::fs::read(make(&installed, &home, &out, "1700000000").unwrap()).unwrap()
        };
        assert!(made(1) == made(2), "two packages of one installation differ");
        let file = std::fs::read_dir(home.join("1")).unwrap().next().unwrap().unwrap().path();
        let said = Program::new("dpkg-deb").arg("--contents").arg(file).run().unwrap();
        assert!(said.contains(" ./usr/bin/clump -> ../lib/clump/bin/clump"), "{said}");
        assert!(said.contains(" ./usr/share/man/man1/clump.1.gz -> ../../../lib/clump/share/man/man1/clump.1.gz"));
        assert!(said.contains("/share/man/man3/MPI_Send_c.3.gz -> MPI_Send.3.gz"), "{said}");
        assert!(!said.contains("MPI_Send.3\n"), "{said}");
        assert!(said.contains(" ./usr/lib/clump/bin/mpicc\n") && !said.contains("./usr/bin/mpicc"), "{said}");
        assert!(!said.contains("installed-files"), "{said}");
        std::fs::remove_dir_all(home).unwrap();
    }
}
