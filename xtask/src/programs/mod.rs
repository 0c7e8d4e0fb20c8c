//! `cargo xtask programs`: builds programs of other people unmodified with our mpicc and mpicxx, and runs their own
//! checks on two and four ranks; also over libraries that others built for another MPI. CI runs those that take little
//! time.
mod debian;
mod debian_fftw;
mod fftw;
mod h5py;
mod hdf5;
mod lammps;
mod mpich;
pub mod packages;
mod pnetcdf;
mod rsmpi;
pub mod unmodified;

use crate::process::Program;
use crate::{install, need, paths, steps};
use anyhow::{Context, Result, bail};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Options {
    /// Run only the programs whose name contains this word
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// `mpich-tests`: run all of MPICH's tests (also those in Fortran and C++), or those of the folders that follow.
    /// `unmodified`: run programs as Debian and PyPI ship them, or those whose names contain a word that follows
    #[arg(value_name = "mpich-tests [DIR…] | unmodified [WORD…]")]
    words: Vec<String>,
    /// Write the list of MPICH's tests that fail anew
    #[arg(long, requires = "words")]
    relist: bool,
    /// Run MPICH's tests on N test hosts, or unmodified programs there too, their ranks evenly on all (needs root)
    #[arg(long, value_name = "N", requires = "words", conflicts_with = "relist")]
    hosts: Option<u32>,
    /// Take the Clump that is installed in DIR; build none
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

impl Options {
    /// Returns the prefix of the Clump to test, which this call builds unless the command line names one.
    fn installed(&self) -> Result<PathBuf> {
        match &self.prefix {
            Some(prefix) => Ok(std::fs::canonicalize(prefix)?),
            None => install::quietly(&paths::target().join("demo/prefix")),
        }
    }
}

/// Files of an installation that a program in C or C++ is built with.
const C_INPUTS: [&str; 3] = ["include/mpi.h", "bin/mpicc", "bin/mpicxx"];

/// A program: what it needs, and how xtask fetches, builds and checks it.
pub struct Tried {
    pub name: &'static str,
    /// Files of the installation; when one changes, the program is built anew.
    inputs: &'static [&'static str],
    /// Brings the sources under `home`. Returns their version.
    fetch: fn(&Place) -> Result<String>,
    /// Builds the sources. Every built file lies in the folder `built` of `home`.
    build: fn(&Place) -> Result<()>,
    /// Runs the program's checks. Returns how many passed; fails with the first that fails.
    check: fn(&Place) -> Result<u64>,
}

pub const RSMPI: Tried =
    Tried { name: "rsmpi", inputs: &C_INPUTS, fetch: rsmpi::fetch, build: rsmpi::build, check: rsmpi::check };
pub const FFTW: Tried =
    Tried { name: "FFTW", inputs: &C_INPUTS, fetch: fftw::fetch, build: fftw::build, check: fftw::check };
pub const DEBIAN_FFTW: Tried = Tried {
    name: "Debian-FFTW",
    inputs: &C_INPUTS,
    fetch: debian_fftw::fetch,
    build: debian_fftw::build,
    check: debian_fftw::check,
};
pub const LAMMPS: Tried =
    Tried { name: "LAMMPS", inputs: &C_INPUTS, fetch: lammps::fetch, build: lammps::build, check: lammps::check };
pub const HDF5: Tried =
    Tried { name: "HDF5", inputs: &C_INPUTS, fetch: hdf5::fetch, build: hdf5::build, check: hdf5::check };
pub const H5PY: Tried =
    Tried { name: "h5py", inputs: &C_INPUTS, fetch: h5py::fetch, build: h5py::build, check: h5py::check };
pub const PNETCDF: Tried =
    Tried { name: "PnetCDF", inputs: &C_INPUTS, fetch: pnetcdf::fetch, build: pnetcdf::build, check: pnetcdf::check };
pub use mpich::SAMPLE as MPICH;
const ALL: [Tried; 8] = [RSMPI, FFTW, DEBIAN_FFTW, MPICH, LAMMPS, HDF5, H5PY, PNETCDF];

/// Numbers of ranks on which the checks run.
pub const RANKS: [u32; 2] = [2, 4];

/// The directory in which a program is built, and the Clump that builds it.
pub struct Place {
    prefix: PathBuf,
    home: PathBuf,
}

impl Place {
    fn built(&self) -> PathBuf {
        self.home.join("built")
    }
    /// Returns a value for PATH that begins with our commands' folder.
    fn path(&self) -> String {
        format!("{}:{}", self.prefix.join("bin").display(), std::env::var("PATH").unwrap_or_default())
    }
    fn run(&self, name: impl AsRef<std::ffi::OsStr>) -> Program {
        Program::new(name).env("PATH", self.path())
    }
    /// Returns the command `make`, for all processors.
    fn make(&self, dir: &Path) -> Program {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        self.run("make").arg(format!("-j{jobs}")).dir(dir)
    }
}

/// The result of checking a program.
pub struct Outcome {
    pub checks: u64,
    version: String,
    building: Option<Duration>,
    checking: Duration,
}

impl Outcome {
    fn shown(&self) -> String {
        let built = match self.building {
            Some(time) => format!("built in {:.1} s", time.as_secs_f64()),
            None => "kept from last time".to_owned(),
        };
        let (version, checks, seconds) = (&self.version, self.checks, self.checking.as_secs_f64());
        format!("{version}: {built}, {checks} checks passed in {seconds:.1} s")
    }
}

/// Runs all programs, or the chosen ones, and prints a line for each. Continues after a failure.
pub fn run(options: &Options) -> Result<()> {
    if let [name, folders @ ..] = &options.words[..] {
        return match &**name {
            unmodified::NAME => unmodified::run(folders, options),
            name if name == MPICH.name => mpich::run(folders, options),
            _ => bail!("`{name}` is neither `{}` nor `{}`; --only chooses others", MPICH.name, unmodified::NAME),
        };
    }
    let chosen: Vec<_> = ALL.into_iter().filter(|t| options.only.as_ref().is_none_or(|w| t.name.contains(w))).collect();
    if chosen.is_empty() {
        bail!("no program has `{}` in its name", options.only.as_deref().unwrap_or_default());
    }
    let prefix = options.installed()?;
    let mut failed = Vec::new();
    for tried in &chosen {
        if let Err(error) = steps::step(tried.name, || tried.all(&prefix), Outcome::shown) {
            failed.push(format!("{}: {error:#}", tried.name));
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("{} of {} programs failed\n\n{}", failed.len(), chosen.len(), failed.join("\n\n")),
    }
}

impl Tried {
    /// Fetches, builds and checks the program with the Clump at `prefix`.
    pub fn all(&self, prefix: &Path) -> Result<Outcome> {
        let (place, version, building) = self.build_at(prefix)?;
        let start = Instant::now();
        let checks = (self.check)(&place)?;
        Ok(Outcome { checks, version, building, checking: start.elapsed() })
    }

    /// Returns the program's directory, which this call makes.
    fn place(&self, prefix: &Path) -> Result<Place> {
        let home = paths::target().join("programs").join(self.name.to_lowercase());
        std::fs::create_dir_all(&home)?;
        Ok(Place { prefix: prefix.to_owned(), home })
    }

    /// Fetches and builds the program with the Clump at `prefix`. Returns its directory and its version.
    fn prepare(&self, prefix: &Path) -> Result<(Place, String)> {
        self.build_at(prefix).map(|(place, version, _)| (place, version))
    }

    fn build_at(&self, prefix: &Path) -> Result<(Place, String, Option<Duration>)> {
        need::ensure(&[need::C_COMPILER])?;
        let place = self.place(prefix)?;
        let version = (self.fetch)(&place).with_context(|| format!("cannot fetch {}", self.name))?;
        let building = self.built(&place, &version).with_context(|| format!("cannot build {}", self.name))?;
        Ok((place, version, building))
    }

    /// Builds the program and returns how long that took; `None` if a build of these sources by this Clump exists.
    fn built(&self, place: &Place, version: &str) -> Result<Option<Duration>> {
        let mut hasher = DefaultHasher::new();
        (version, &place.prefix).hash(&mut hasher);
        let recipe = format!("{}.rs", self.name.to_lowercase().replace('-', "_"));
        let recipe = paths::root().join("xtask/src/programs").join(recipe);
        std::fs::read(recipe).unwrap_or_default().hash(&mut hasher);
        for file in self.inputs {
            let file = place.prefix.join(file);
            std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?.hash(&mut hasher);
        }
        let (stamp, mark) = (place.built().join(".with"), format!("{:016x}", hasher.finish()));
        if std::fs::read_to_string(&stamp).is_ok_and(|old| old == mark) {
            return Ok(None);
        }
        if place.built().exists() {
            std::fs::remove_dir_all(place.built())?;
        }
        std::fs::create_dir_all(place.built())?;
        let start = Instant::now();
        (self.build)(place)?;
        std::fs::write(&stamp, mark)?;
        Ok(Some(start.elapsed()))
    }
}
