//! What a release consists of: a tarball of an installation, its debug information, the wheel, a Debian package, and
//! their checksums. All are built for an old glibc, and are equal to the byte whenever one directory builds them.
use super::{deb, epoch, wheel};
use crate::install::{self, Built, binary};
use crate::process::Program;
use crate::{need, paths, python, steps};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The glibc for which releases are built: that of Debian 10, Ubuntu 20.04, RHEL 8 and everything newer.
const GLIBC: (u32, u32) = (2, 28);
fn glibc() -> String {
    format!("{}.{}", GLIBC.0, GLIBC.1)
}

/// cargo-zigbuild links with zig, which brings the symbols of old glibc versions.
const TOOLS: [&str; 2] = ["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];
const SUMS: &str = "SHA256SUMS";

/// Builds the packages of a release in target/dist. With `again`, builds them a second time from nothing, and fails
/// unless both are equal.
pub fn run(again: bool) -> Result<()> {
    let out = super::directory();
    let sums = packages(&out, &paths::target().join("portable"))?;
    print!("{sums}");
    if again {
        let second = paths::target().join("portable-again");
        if second.exists() {
            std::fs::remove_dir_all(&second)?;
        }
        let other = packages(&second.join("dist"), &second)?;
        if other != sums {
            bail!("the second build differs:\n{other}");
        }
        println!("a second build is equal");
    }
    Ok(())
}

/// Builds in the directory `target`, and writes the packages to `out`. Returns their checksums.
fn packages(out: &Path, target: &Path) -> Result<String> {
    let built = steps::plain(&format!("Clump built for glibc {}", glibc()), || build(target))?;
    let epoch = epoch()?;
    let arch = std::env::consts::ARCH;
    let (name, stage) = (format!("clump-{VERSION}"), target.join("stage"));
    let (installed, debug) = (stage.join(&name), stage.join("debug").join(&name));
    steps::plain("packages", || {
        install::stage(&built, &installed, &debug)?;
        // The machine's own compiler builds the stand-ins, and its C library may be newer.
        let (major, minor) = binary::glibc(&installed)?;
        if (major, minor) > GLIBC {
            bail!("a program or library needs glibc {major}.{minor}, which is newer than {}", glibc());
        }
        if out.exists() {
            std::fs::remove_dir_all(out)?;
        }
        std::fs::create_dir_all(out)?;
        tarball(&installed, &out.join(format!("{name}-{arch}-linux.tar.gz")), &epoch)?;
        tarball(&debug, &out.join(format!("{name}-{arch}-linux-debug.tar.gz")), &epoch)?;
        wheel::make(&installed, out, &epoch)?;
        deb::make(&installed, &stage, out, &epoch)?;
        let list = Program::new("sh").args(["-c", "LC_ALL=C sha256sum *"]).dir(out).run()?;
        std::fs::write(out.join(SUMS), &list)?;
        Ok(list)
    })
}

/// Builds with zig as linker and C compiler. The program and the libraries contain none of this machine's paths; their
/// debug information names zig's own files.
fn build(target: &Path) -> Result<Built> {
    need::ensure(&[need::C_COMPILER])?;
    let tools = python::tools("zig", &TOOLS)?;
    let bin = tools.parent().context("a directory")?;
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home =
        home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo"))).context("no CARGO_HOME")?;
    // If several of these prefixes match a path, rustc applies the last one: begin with the most general.
    let places = [(paths::root(), "/clump"), (&*home, "/cargo"), (target, "/target")];
    let rust = places.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).join("\x1f");
    let c = places[1..].iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
    let c = c.collect::<Vec<_>>().join(" ");
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    install::cargo_builds(|| {
        install::with_commit(Program::cargo())
            .args(["zigbuild", "--target", &format!("{triple}.{}", glibc())])
            .env("PATH", &path)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_ENCODED_RUSTFLAGS", &rust)
            .env("CFLAGS", &c)
            .env("CXXFLAGS", &c)
    })?;
    Ok(Built::below(&target.join(triple)))
}

/// Packs a directory. The files have names relative to the directory's parent, a fixed order, and one time and owner,
/// so that every build packs equal bytes.
fn tarball(dir: &Path, file: &Path, epoch: &str) -> Result<()> {
    let (parent, name) = (dir.parent().context("a parent")?, dir.file_name().context("a name")?);
    let plain = file.with_extension("");
    Program::new("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu", "--mode=go-w,u+w,a+rX"])
        .arg(format!("--mtime=@{epoch}"))
        .arg("-cf")
        .arg(&plain)
        .arg("-C")
        .arg(parent)
        .arg(name)
        .env("LC_ALL", "C")
        .run()?;
    Program::new("gzip").args(["-9", "-n", "-f"]).arg(&plain).run()?;
    Ok(())
}
