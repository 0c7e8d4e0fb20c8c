//! Debian's binary packages: libraries and programs that were built for MPICH and for Open MPI. They are unpacked below
//! target/, and nothing is installed.
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The Debian release whose packages have these names.
pub const RELEASE: &str = "12";
/// The packages over which CI's programs are built.
const BUILT_OVER: [&str; 24] = [
    "libmpich12",
    "libmpich-dev",
    "libopenmpi3",
    "libopenmpi-dev",
    "libglobalarrays-dev",
    "libarmci-mpi-dev",
    "libscalapack-mpich2.2",
    "libscalapack-openmpi2.2",
    "libblas3",
    "liblapack3",
    "libgfortran5",
    "libquadmath0",
    "libevent-core-2.1-7",
    "libhdf5-mpich-103-1",
    "libhdf5-mpich-dev",
    "libhdf5-openmpi-103-1",
    "libhdf5-openmpi-dev",
    "libsz2",
    "libaec0",
    "libfftw3-double3",
    "libfftw3-mpi3",
    "gfortran-12",
    "libgfortran-12-dev",
    "scalapack-test-common",
];
const LISTS: &str = "Are Debian's package lists there (`apt-get update`)?";

/// Returns true if this machine has the release and its package manager.
pub fn available() -> bool {
    let release = std::fs::read_to_string("/etc/debian_version").unwrap_or_default();
    release.split('.').next() == Some(RELEASE) && Program::new("apt-get").arg("--version").works()
}

/// A folder of unpacked packages.
pub struct Folder {
    /// Its path below target/.
    pub name: &'static str,
    /// Packages that are unpacked in part: only the files that match the pattern, or none.
    pub parts: &'static [(&'static str, Option<&'static str>)],
}

/// The folder of the libraries over which CI's programs are built. Both other MPIs are there, with their headers.
pub const LIBRARIES: Folder = Folder { name: "debian", parts: &[] };

/// The folder of programs that run unmodified. The other MPIs' libraries are missing there, so a program that runs
/// cannot have loaded them. Only Open MPI's libraries of Fortran's modules are there, which have no stand-ins: that of
/// `mpi_f08` calls Clump, and that of `mpi` calls no MPI function.
pub const PROGRAMS: Folder = Folder {
    name: "debian/programs",
    parts: &[
        ("libopenmpi3", Some("./usr/lib/*/libmpi_usempi*")),
        ("openmpi-bin", None),
        ("libmpich12", None),
        ("mpich", None),
    ],
};

/// Unpacks the libraries over which CI's programs are built. Returns the directory of their files.
pub fn unpacked() -> Result<PathBuf> {
    LIBRARIES.bring(&BUILT_OVER)?;
    Ok(LIBRARIES.root())
}

impl Folder {
    fn home(&self) -> PathBuf {
        paths::target().join(self.name)
    }

    /// Returns the directory into which all packages are unpacked.
    fn root(&self) -> PathBuf {
        self.home().join("root")
    }

    /// Unpacks packages and those of their dependencies that this machine lacks.
    pub fn with_dependencies(&self, packages: &[String]) -> Result<()> {
        let complete = self.home().join("complete");
        if packages.iter().all(|package| complete.join(package).exists()) {
            return Ok(());
        }
        let simulated = ["-s", "-o", "Debug::NoLocking=1", "install", "--no-install-recommends"];
        let said = Program::new("apt-get").args(simulated).args(packages).env("LC_ALL", "C").remedy(LISTS).run()?;
        let mut names: Vec<&str> = packages.iter().map(String::as_str).collect();
        names.extend(said.lines().filter_map(|line| line.strip_prefix("Inst ")?.split_whitespace().next()));
        self.bring(&names)?;
        std::fs::create_dir_all(&complete)?;
        packages.iter().try_for_each(|package| Ok(std::fs::write(complete.join(package), "")?))
    }

    /// Downloads and unpacks those of the packages that no earlier run has unpacked. Then deletes their archives, and
    /// keeps their versions.
    fn bring(&self, packages: &[&str]) -> Result<()> {
        let (archives, have) = (self.home().join("archives"), self.home().join("have"));
        let missing: Vec<_> = packages.iter().filter(|package| !have.join(package).exists()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        if archives.exists() {
            // An interrupted run may have left a part of an archive.
            std::fs::remove_dir_all(&archives)?;
        }
        for folder in [&archives, &have, &self.root()] {
            std::fs::create_dir_all(folder)?;
        }
        Program::new("apt-get")
            .args(["-qq", "-o", "Debug::NoLocking=1", "download"])
            .args(missing)
            .dir(&archives)
            .remedy(LISTS)
            .run()?;
        for archive in std::fs::read_dir(&archives)?.flatten() {
            let name = archive.file_name().into_string().unwrap_or_default();
            let (package, rest) = name.split_once('_').with_context(|| format!("{name} is no package's archive"))?;
            let version = rest.split('_').next().unwrap_or_default().replace("%3a", ":");
            self.unpack(package, &archive.path())?;
            std::fs::write(have.join(package), version)?;
            std::fs::remove_file(archive.path())?;
        }
        Ok(())
    }

    /// Unpacks the archive of a package, or the part of it that belongs in this folder.
    fn unpack(&self, package: &str, archive: &Path) -> Result<()> {
        match self.parts.iter().find(|(name, _)| *name == package) {
            None => Program::new("dpkg").arg("-x").arg(archive).arg(self.root()).run().map(drop),
            Some((_, None)) => Ok(()),
            Some((_, Some(pattern))) => {
                let script = "dpkg --fsys-tarfile \"$0\" | tar -x -C \"$1\" --wildcards \"$2\"";
                Program::new("sh").args(["-c", script]).arg(archive).arg(self.root()).arg(pattern).run().map(drop)
            }
        }
    }

    /// Returns the folder `usr` of the unpacked packages.
    pub fn usr(&self) -> PathBuf {
        self.root().join("usr")
    }

    /// Returns the folder of the unpacked packages' libraries.
    pub fn libraries(&self) -> PathBuf {
        self.usr().join("lib").join(arch())
    }

    /// Returns the version of an unpacked package.
    pub fn version(&self, package: &str) -> Result<String> {
        let file = self.home().join("have").join(package);
        std::fs::read_to_string(file).with_context(|| format!("no package {package} unpacked"))
    }
}

/// Returns the name that Debian's folders have for this machine's kind of processor.
pub fn arch() -> String {
    format!("{}-linux-gnu", std::env::consts::ARCH)
}

/// Returns the command of Debian's Fortran compiler, which calls this machine's assembler and linker. The
/// packages must be unpacked.
pub fn fortran_compiler() -> Result<Vec<String>> {
    let arch = arch();
    let (program, folder) = (LIBRARIES.usr().join("bin").join(format!("{arch}-gfortran-12")), compiler_folder());
    let said = Program::new("cc").arg("-print-libgcc-file-name").run()?;
    let linkers = Path::new(said.trim()).parent().context("a directory")?;
    Ok(vec![
        program.display().to_string(),
        format!("-B{}", folder.display()),
        format!("-B{}", linkers.display()),
        format!("-L{}", folder.display()),
    ])
}

/// Returns the folder of what Debian's compilers bring for themselves.
pub fn compiler_folder() -> PathBuf {
    LIBRARIES.usr().join("lib/gcc").join(arch()).join("12")
}
