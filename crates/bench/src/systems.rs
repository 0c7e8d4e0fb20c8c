//! An MPI library that can be measured: where it is installed, and how its jobs are started.
use super::args::BenchArgs;
use super::hosts::TestHosts;
pub use super::kind::Kind;
use clump_tools::bench::installation;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The ABI of the programs that a library runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Abi {
    /// The MPI standard ABI: one binary for all libraries that have it.
    Standard,
    /// Open MPI's own ABI.
    OpenMpi,
}

/// An installed MPI library.
#[derive(Clone, Debug)]
pub struct System {
    pub kind: Kind,
    pub prefix: PathBuf,
    /// The test hosts on which the library's jobs run; `None` if they run on this machine.
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

    /// Returns the compiler for this library's ABI, if the library has one.
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

    /// Returns the command that runs `program` with `ranks` ranks of `threads` threads each on this machine. Starts
    /// each library in the way that suits it best: if threads outnumber cores, tells Open MPI to yield (otherwise it
    /// is 50 to 150 times slower, which would make the comparison meaningless). MPICH has no such option, and Intel
    /// MPI over shared memory needs none.
    pub fn command(&self, ranks: u32, threads: u32, program: &Path) -> Command {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let oversubscribed = (ranks * threads) as usize > cores;
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
                if oversubscribed {
                    c.args(["--mca", "mpi_yield_when_idle", "1"]);
                }
            }
        }
        c.arg("-n").arg(ranks.to_string()).arg(program);
        c
    }

    /// Returns the value for the library path: this library's directory first, then the caller's value.
    fn library_path(&self) -> OsString {
        let mut path = self.prefix.join("lib").into_os_string();
        if let Some(old) = env::var_os("LD_LIBRARY_PATH").filter(|o| !o.is_empty()) {
            path.push(OsStr::new(":"));
            path.push(old);
        }
        path
    }

    /// Returns the first line with a version number that the launcher prints, or "unknown".
    pub fn version(&self) -> String {
        let numbered = |l: &&str| l.split('.').count() > 1 && l.chars().any(|c| c.is_ascii_digit());
        let out = Command::new(self.launcher()).arg("--version").output();
        let text = out.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        text.lines().map(str::trim).find(numbered).unwrap_or("unknown").to_string()
    }
}

/// Returns Clump itself: the installation in `--prefix`, or beside this program.
pub fn clump(args: &BenchArgs) -> Result<System, String> {
    Ok(System { kind: Kind::Clump, prefix: installation(args.prefix.as_deref())?, hosts: None })
}

/// Returns the paths of this program, which starts itself again as ranks, and of the launcher that starts them.
pub fn programs(args: &BenchArgs) -> Result<(PathBuf, PathBuf), String> {
    let exe = env::current_exe().map_err(|e| format!("this program's own place is unknown: {e}"))?;
    Ok((exe, clump(args)?.launcher()))
}
