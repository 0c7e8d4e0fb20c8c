//! An MPI library that can be measured: where it is, and how its jobs are started.
use super::BenchArgs;
use super::hosts::TestHosts;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Clump,
    /// Clump without the shared heap: the system copies between processes.
    ClumpBySystem,
    /// Clump with nothing sealed between hosts.
    ClumpInsecure,
    Mpich,
    OpenMpi,
    Intel,
}

/// Which programs a library runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Abi {
    /// The MPI standard ABI: one binary for all libraries that have it.
    Standard,
    /// Open MPI's own.
    OpenMpi,
}

/// An installed MPI library.
#[derive(Clone, Debug)]
pub struct System {
    pub kind: Kind,
    pub prefix: PathBuf,
    /// Where its jobs run, if not on this machine alone.
    pub hosts: Option<Arc<TestHosts>>,
}

impl System {
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Clump => "clump",
            Kind::ClumpBySystem => "by-system",
            Kind::ClumpInsecure => "insecure",
            Kind::Mpich => "mpich",
            Kind::OpenMpi => "openmpi",
            Kind::Intel => "intel",
        }
    }

    pub fn abi(&self) -> Abi {
        if self.kind == Kind::OpenMpi { Abi::OpenMpi } else { Abi::Standard }
    }

    /// The compiler for this library's ABI, if it brings one.
    pub fn compiler(&self) -> Option<PathBuf> {
        let name = match self.kind {
            Kind::Clump | Kind::ClumpBySystem | Kind::ClumpInsecure | Kind::OpenMpi => "mpicc",
            Kind::Mpich => "mpicc_abi",
            Kind::Intel => return None,
        };
        Some(self.prefix.join("bin").join(name)).filter(|p| p.is_file())
    }

    fn launcher(&self) -> PathBuf {
        self.prefix.join("bin").join(match self.kind {
            Kind::Clump | Kind::ClumpBySystem | Kind::ClumpInsecure => "clump",
            Kind::Mpich | Kind::Intel => "mpiexec",
            Kind::OpenMpi => "mpirun",
        })
    }

    /// The command that runs `program` with `ranks` ranks of `threads` threads each on this machine, each library
    /// started as suits it best: where threads outnumber cores Open MPI is told to yield (without that it is 50 to 150
    /// times slower here, and beating it would mean nothing); MPICH has no such switch, and Intel MPI over shared
    /// memory needs none.
    pub fn command(&self, ranks: u32, threads: u32, program: &Path) -> Command {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let crowded = (ranks * threads) as usize > cores;
        if let Some(hosts) = &self.hosts {
            let mut c = hosts.command(self.kind, &self.launcher(), ranks);
            if self.kind != Kind::OpenMpi {
                c.env("LD_LIBRARY_PATH", self.library_path());
            }
            c.arg("-n").arg(ranks.to_string()).arg(program);
            return c;
        }
        let mut c = Command::new(self.launcher());
        match self.kind {
            Kind::Clump | Kind::ClumpInsecure => {
                c.arg("run").env("LD_LIBRARY_PATH", self.library_path());
            }
            Kind::ClumpBySystem => {
                c.args(["run", "--no-shared-heap"]).env("LD_LIBRARY_PATH", self.library_path());
            }
            Kind::Mpich => {
                c.env("LD_LIBRARY_PATH", self.library_path());
            }
            Kind::Intel => {
                c.env("LD_LIBRARY_PATH", self.library_path()).env("I_MPI_FABRICS", "shm");
            }
            Kind::OpenMpi => {
                c.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]);
                if crowded {
                    c.args(["--mca", "mpi_yield_when_idle", "1"]);
                }
            }
        }
        c.arg("-n").arg(ranks.to_string()).arg(program);
        c
    }

    /// This library first, then what the caller's environment says.
    fn library_path(&self) -> OsString {
        let mut path = self.prefix.join("lib").into_os_string();
        if let Some(old) = env::var_os("LD_LIBRARY_PATH").filter(|o| !o.is_empty()) {
            path.push(OsStr::new(":"));
            path.push(old);
        }
        path
    }

    /// The first line with a version number that the launcher prints, or "unknown".
    pub fn version(&self) -> String {
        let numbered = |l: &&str| l.split('.').count() > 1 && l.chars().any(|c| c.is_ascii_digit());
        let out = Command::new(self.launcher()).arg("--version").output();
        let text = out.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        text.lines().map(str::trim).find(numbered).unwrap_or("unknown").to_string()
    }
}

/// Clump itself: `--prefix`, or the installation this program belongs to, or the `dist` of its repository.
pub fn clump(args: &BenchArgs) -> Result<System, String> {
    let library = |p: &Path| p.join("lib/libmpi_abi.so.1").is_file() && p.join("bin/clump").is_file();
    let system = |prefix: PathBuf| System { kind: Kind::Clump, prefix, hosts: None };
    let advice = "install it with `cargo xtask install --prefix DIR`, and say --prefix DIR";
    if let Some(p) = &args.prefix {
        let p = std::path::absolute(p).map_err(|e| format!("--prefix {}: {e}", p.display()))?;
        if !library(&p) {
            return Err(format!("no Clump (bin/clump and lib/libmpi_abi.so.1) under {}: {advice}", p.display()));
        }
        return Ok(system(p));
    }
    let exe = env::current_exe().map_err(|e| format!("this program's own place is unknown ({e}): say --prefix DIR"))?;
    exe.ancestors()
        .skip(2)
        .flat_map(|a| [a.to_path_buf(), a.join("dist")])
        .find(|p| library(p))
        .map(system)
        .ok_or_else(|| format!("no Clump installation beside {}: {advice}", exe.display()))
}
