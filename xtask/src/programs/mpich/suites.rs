//! How MPICH's tests in each language are configured and built. All of them come from one copy of the sources.
use crate::need;
use crate::process::Program;
use crate::programs::{C_INPUTS, Place, Tried, debian, packages};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// The tests' folder in MPICH's sources.
const TESTS: &str = "test/mpi";

/// The tests in one language, or in several that are built alike.
pub struct Suite {
    pub language: &'static str,
    pub tried: Tried,
    /// Folders with a list of tests. Many lists name folders in turn.
    pub folders: &'static [&'static str],
    settings: fn(&Place) -> Result<Settings>,
    /// Returns why this machine cannot build the tests; `None` if it can.
    pub missing: fn() -> Option<String>,
}

/// What `configure` and `make` get.
struct Settings {
    configure: PathBuf,
    options: Vec<String>,
    env: Vec<(&'static str, String)>,
}

pub const C: Suite = Suite {
    language: "C",
    // The check is a sample, short enough for CI.
    tried: Tried { name: "mpich-tests", inputs: &C_INPUTS, fetch, build: |place| C.build(place), check: super::sample },
    folders: &[
        "attr", "coll", "comm", "datatype", "errhan", "errors", "group", "info", "init", "io", "mpi_t", "part",
        "pt2pt", "rma", "spawn", "threads", "topo",
    ],
    settings: c,
    missing: || None,
};
const FORTRAN: Suite = Suite {
    language: "Fortran",
    tried: Tried {
        name: "mpich-fortran",
        inputs: &[
            "include/mpi.h",
            "bin/mpicc",
            "bin/mpifort",
            "share/clump/fortran/mpif.h",
            "share/clump/fortran/mpi.f90",
            "share/clump/fortran/mpi_f08.f90",
        ],
        fetch,
        build: |place| FORTRAN.build(place),
        check: |_| Ok(0),
    },
    folders: &["f77", "f90", "f08"],
    settings: fortran,
    missing: || {
        let any = packages::available() || Program::new("gfortran").arg("--version").works();
        (!any).then(|| format!("here are neither gfortran nor Debian {}", packages::RELEASE))
    },
};
const CXX: Suite = Suite {
    language: "C++",
    tried: Tried { name: "mpich-cxx", inputs: &[], fetch, build: |place| CXX.build(place), check: |_| Ok(0) },
    folders: &["cxx"],
    settings: cxx,
    missing: || {
        let why = || format!("MPICH's headers for C++ are those of Debian {}, which is not here", packages::RELEASE);
        (!packages::available()).then(why)
    },
};
pub const SUITES: [Suite; 3] = [C, FORTRAN, CXX];

impl Suite {
    /// Returns true if a folder is one of the suite's, or lies in one.
    pub fn has(&self, folder: &str) -> bool {
        folder.split('/').next().is_some_and(|first| self.folders.contains(&first))
    }

    /// Configures the tests and builds their common parts. Each test program is built when it first runs.
    fn build(&self, place: &Place) -> Result<()> {
        let Settings { configure, options, env } = (self.settings)(place)?;
        let program = place.run(configure).args(options).arg("--disable-dependency-tracking").dir(place.built());
        env.iter().fold(program, |program, (name, value)| program.env(name, value)).run()?;
        for part in ["dtpools", "util"] {
            self.make(place, part)?.arg("all").run()?;
        }
        Ok(())
    }

    /// Returns the command `make` for a folder of the tests.
    pub fn make(&self, place: &Place, folder: &str) -> Result<Program> {
        let program = place.make(&place.built().join(folder));
        Ok((self.settings)(place)?.env.iter().fold(program, |program, (name, value)| program.env(name, value)))
    }
}

/// Brings MPICH's tests, once for all languages.
fn fetch(place: &Place) -> Result<String> {
    debian::fetch(&C.tried.place(&place.prefix)?, "mpich", Some(TESTS))
}

/// Returns the folder of the tests' sources.
pub fn source(place: &Place) -> Result<PathBuf> {
    let path = C.tried.place(&place.prefix)?.home.join("source").join(TESTS);
    std::fs::canonicalize(&path).with_context(|| format!("cannot find {}", path.display()))
}

/// The C compiler's options. Without this macro the tests' threads wait for each other by taking a mutex again and
/// again: on fewer processors than threads, tests then last minutes, with every MPI.
const CFLAGS: &str = "CFLAGS=-O1 -w -DHAVE_PTHREAD_BARRIER_INIT=1";

fn c(place: &Place) -> Result<Settings> {
    let mpi = format!("--with-mpi={}", place.prefix.display());
    let options = [&mpi, CFLAGS, "--disable-fortran", "--disable-cxx"].map(str::to_owned).to_vec();
    Ok(Settings { configure: source(place)?.join("configure"), options, env: Vec::new() })
}

/// Builds with our `mpifort` over Debian's compiler, or over the machine's where Debian's cannot be had.
fn fortran(place: &Place) -> Result<Settings> {
    let flags = "-w -fallow-argument-mismatch -fcray-pointer";
    let mut options = vec![format!("--with-mpi={}", place.prefix.display())];
    let mut env = vec![("XDG_CACHE_HOME", place.home.join("cache").display().to_string())];
    let mut cflags = CFLAGS.to_owned();
    if packages::available() {
        packages::unpacked()?;
        env.push(("MPICH_FC", packages::fortran_compiler()?.join(" ")));
        options.push(format!("LDFLAGS=-Wl,-rpath,{}", packages::LIBRARIES.libraries().display()));
        // The header that describes Fortran's arrays. Its folder has headers that are not for C, so it is linked alone.
        let (include, header) = (place.home.join("include"), "ISO_Fortran_binding.h");
        std::fs::create_dir_all(&include)?;
        std::fs::copy(packages::compiler_folder().join("include").join(header), include.join(header))?;
        cflags += &format!(" -I{}", include.display());
    }
    // gfortran 10 and later refuse the arguments of several types that the tests pass to one procedure.
    options.extend([cflags, format!("FFLAGS={flags}"), format!("FCFLAGS={flags}")]);
    options.extend(["--enable-fortran=all".to_owned(), "--disable-cxx".to_owned()]);
    Ok(Settings { configure: configure_with_f08(place)?, options, env })
}

/// Returns a copy of `configure` that tests mpi_f08 with other libraries than MPICH, too.
fn configure_with_f08(place: &Place) -> Result<PathBuf> {
    let folder = source(place)?;
    let text = std::fs::read_to_string(folder.join("configure"))?;
    let (old, new) = (r#""$enable_f08" = "yes" -a "$FROM_MPICH" = "yes""#, r#""$enable_f08" = "yes""#);
    if !text.contains(old) && !text.contains(new) {
        bail!("MPICH's configure has no line with {old}");
    }
    let copy = folder.join("configure.f08");
    std::fs::write(&copy, text.replace(old, new))?;
    std::fs::set_permissions(&copy, std::fs::metadata(folder.join("configure"))?.permissions())?;
    Ok(copy)
}

/// Builds with MPICH's headers and libraries, which the programs find replaced by our stand-in when they run. The
/// standard ABI has no classes for C++.
fn cxx(place: &Place) -> Result<Settings> {
    need::ensure(&[need::CURL])?;
    packages::unpacked()?;
    let (include, libraries) =
        (packages::LIBRARIES.usr().join("include").join(packages::arch()), packages::LIBRARIES.libraries());
    let options = vec![
        CFLAGS.to_owned(),
        "CXXFLAGS=-O1 -w".to_owned(),
        format!("CPPFLAGS=-I{}", include.join("mpich").display()),
        format!("LDFLAGS=-L{0} -Wl,--allow-shlib-undefined,-rpath-link,{0}", libraries.display()),
        "LIBS=-lmpichcxx -lmpich".to_owned(),
        "--disable-fortran".to_owned(),
    ];
    // `configure` runs programs without a launcher.
    let stand_in = place.prefix.join("lib/clump").display().to_string();
    let env = vec![("MPICC", "cc".to_owned()), ("MPICXX", "c++".to_owned()), ("LD_LIBRARY_PATH", stand_in)];
    Ok(Settings { configure: source(place)?.join("configure"), options, env })
}
