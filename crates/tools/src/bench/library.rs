//! Finds an installed MPI library: its compiler, and how its jobs start.
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The launcher of a library; the variants differ in the options that they understand.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Launcher {
    Clump {
        hosts: Option<String>,
        rsh: Option<String>,
    },
    OpenMpi,
    /// A launcher that is called as `mpiexec -n N PROGRAM`.
    Plain,
}

/// One library that can be measured.
#[derive(Clone, Debug)]
pub struct Library {
    /// The title of its column.
    pub name: String,
    pub compiler: PathBuf,
    prefix: PathBuf,
    launcher: Launcher,
}

impl Library {
    /// Returns Clump's own installation: in `--prefix`, beside this program, or in the `dist` of its repository.
    pub fn ours(prefix: Option<&Path>, hosts: Option<String>, rsh: Option<String>) -> Result<Library, String> {
        let prefix = installation(prefix)?;
        let launcher = Launcher::Clump { hosts, rsh };
        Ok(Library { name: "clump".into(), compiler: prefix.join("bin/mpicc"), prefix, launcher })
    }

    /// Returns the library in `prefix`, under a name that differs from those of `others`. Fails if the library has no
    /// launcher or no compiler.
    pub fn found_in(prefix: &Path, others: &[Library]) -> Result<Library, String> {
        let asked = prefix.display();
        let prefix = std::path::absolute(prefix).map_err(|e| format!("--against {asked}: {e}"))?;
        let start = prefix.join("bin/mpiexec");
        if !start.is_file() {
            return Err(format!("--against {asked}: there is no bin/mpiexec; name an MPI library's prefix"));
        }
        let out = Command::new(&start).arg("--version").output();
        let told = out.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        let (kind, launcher) = identify(&told);
        let compiler = prefix.join("bin/mpicc");
        let compiler = match compiler.is_file() {
            true => compiler,
            // A run-time package without a compiler: programs that Clump's compiler has built for the standard ABI
            // run on it.
            false if prefix.join("lib/libmpi_abi.so.0").exists() || prefix.join("lib/libmpi_abi.so.1").exists() => {
                others.first().map_or(compiler, |ours| ours.compiler.clone())
            }
            false => {
                return Err(format!("--against {asked}: there is no bin/mpicc, and no lib/libmpi_abi.so.1 either"));
            }
        };
        let folder = prefix.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = kind.map_or(folder, str::to_owned);
        let taken = others.iter().filter(|o| o.name.trim_end_matches(|c: char| c.is_ascii_digit()) == name).count();
        let name = if taken == 0 { name } else { format!("{name}{}", taken + 1) };
        Ok(Library { name, compiler, prefix, launcher })
    }

    /// Returns the command that runs `program` with `ranks` ranks. If ranks outnumber processors, tells Open MPI to
    /// yield: without this option it takes 50 times as long, which would make the comparison meaningless.
    pub fn command(&self, ranks: u32, program: &Path) -> Command {
        let oversubscribed = ranks as usize > std::thread::available_parallelism().map_or(1, |n| n.get());
        let mut c = match &self.launcher {
            Launcher::Clump { hosts, rsh } => {
                let mut c = Command::new(self.prefix.join("bin/clump"));
                c.arg("run");
                if let Some(hosts) = hosts {
                    c.args(["--hosts", hosts]);
                }
                if let Some(rsh) = rsh {
                    c.args(["--rsh", rsh]);
                }
                c
            }
            Launcher::OpenMpi => {
                let mut c = Command::new(self.prefix.join("bin/mpiexec"));
                c.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]);
                if oversubscribed {
                    c.args(["--mca", "mpi_yield_when_idle", "1"]);
                }
                c
            }
            Launcher::Plain => Command::new(self.prefix.join("bin/mpiexec")),
        };
        c.env("LD_LIBRARY_PATH", self.library_path()).arg("-n").arg(ranks.to_string()).arg(program);
        c
    }

    /// Returns the value for the library path: this library's directory first, then the caller's value.
    fn library_path(&self) -> OsString {
        let mut path = self.prefix.join("lib").into_os_string();
        if let Some(old) = env::var_os("LD_LIBRARY_PATH").filter(|old| !old.is_empty()) {
            path.push(":");
            path.push(old);
        }
        path
    }
}

/// Identifies a launcher by what it prints for `--version`.
fn identify(told: &str) -> (Option<&'static str>, Launcher) {
    let told = told.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| told.contains(word));
    match () {
        () if has(&["open mpi", "openrte", "open-mpi", "prrte"]) => (Some("openmpi"), Launcher::OpenMpi),
        () if has(&["intel"]) => (Some("intel"), Launcher::Plain),
        () if has(&["hydra", "mpich"]) => (Some("mpich"), Launcher::Plain),
        () => (None, Launcher::Plain),
    }
}

/// Returns the prefix of Clump's installation: `asked`, or else the one that this program belongs to.
pub fn installation(asked: Option<&Path>) -> Result<PathBuf, String> {
    let library = |p: &Path| p.join("lib/libmpi_abi.so.1").is_file() && p.join("bin/clump").is_file();
    let advice = "install it with `cargo xtask install --prefix DIR`, and say --prefix DIR";
    if let Some(p) = asked {
        let p = std::path::absolute(p).map_err(|e| format!("--prefix {}: {e}", p.display()))?;
        if !library(&p) {
            return Err(format!("no Clump (bin/clump and lib/libmpi_abi.so.1) under {}: {advice}", p.display()));
        }
        return Ok(p);
    }
    let exe = env::current_exe().map_err(|e| format!("this program's own place is unknown ({e}): say --prefix DIR"))?;
    exe.ancestors()
        .skip(2)
        .flat_map(|a| [a.to_path_buf(), a.join("dist")])
        .find(|p| library(p))
        .ok_or_else(|| format!("no Clump installation beside {}: {advice}", exe.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_what_they_print() {
        assert_eq!(identify("mpiexec (OpenRTE) 5.0.7"), (Some("openmpi"), Launcher::OpenMpi));
        assert_eq!(identify("Intel(R) MPI Library for Linux* OS, Version 2021.15"), (Some("intel"), Launcher::Plain));
        assert_eq!(identify("HYDRA build details:\n    Version: 5.0.0"), (Some("mpich"), Launcher::Plain));
        assert_eq!(identify("something else"), (None, Launcher::Plain));
    }

    #[test]
    fn a_prefix_without_a_launcher_is_refused_by_name() {
        let why = Library::found_in(Path::new("/nonexistent/mpi"), &[]).unwrap_err();
        assert!(why.contains("--against /nonexistent/mpi") && why.contains("bin/mpiexec"), "{why}");
    }
}
