//! The library on AArch64, under the emulator qemu-user: compiled for it, and run by C programs on 2 and more ranks,
//! also beside ranks of this machine's architecture. The emulator shows code paths; it does not show a weak memory
//! order, which loom does.
use crate::process::Program;
use crate::{demo, need, paths};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const TARGET: &str = "aarch64-unknown-linux-gnu";
/// Debian's prefix of the target's compiler, and the directory of its C library.
const GCC: &str = "aarch64-linux-gnu-gcc";
const ROOT: &str = "/usr/aarch64-linux-gnu";
const QEMU: &str = "qemu-aarch64";
/// Seconds for one program.
const SECONDS: u64 = 200;
/// Programs of `crates/mpi/tests/c`, each on so many ranks: one or two for each chapter of the standard.
const PROGRAMS: [(&str, &str); 19] = [
    ("exchange", "3"),
    ("p2p", "2"),
    ("probe", "2"),
    ("large", "2"),
    ("persistent", "2"),
    ("partitioned", "2"),
    ("derived", "2"),
    ("datatypes", "2"),
    ("collectives", "4"),
    ("collectives", "8"),
    ("allreduce_bits", "4"),
    ("intercoll", "4"),
    ("communicators", "4"),
    ("topology", "4"),
    ("files", "4"),
    ("win_put", "4"),
    ("win_lock", "4"),
    ("win_atomic", "2"),
    ("multiple", "2"),
];

/// Returns how many runs passed: none, with a line that says why, on a machine to which rustup cannot bring the target.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let added = Program::new("rustup").args(["target", "add", TARGET]).within(300).run();
    if let Err(e) = added {
        println!("not run: no standard library for {TARGET}: {e:#}");
        return Ok(0);
    }
    need::ensure(&[need::AARCH64_COMPILER, need::AARCH64_LIBRARY, need::QEMU])?;
    let cargo = |verb: &str| {
        let linker = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER";
        Program::cargo().args([verb, "--locked", "--quiet", "--target", TARGET]).env(linker, GCC)
    };
    cargo("check").args(["-p", "clump-tools", "-p", "clump-heapfile", "-p", "clump-sockfile"]).run()?;
    cargo("build").args(["-p", "clump-mpi"]).run()?;
    let home = home.join("aarch64");
    std::fs::create_dir_all(home.join("lib"))?;
    let library = paths::target().join(TARGET).join("debug/libmpi_abi.so");
    for name in ["libmpi_abi.so", "libmpi_abi.so.1"] {
        std::fs::copy(&library, home.join("lib").join(name)).context("cannot copy the library")?;
    }
    let mut runs = 0;
    for (name, ranks) in PROGRAMS {
        let binary = compiled(prefix, &home, name)?;
        let job = demo::launch_for(prefix, ranks, SECONDS).arg("--no-shared-heap");
        emulated(job, &home, &binary).run().with_context(|| format!("{name} on {ranks} ranks of AArch64"))?;
        runs += 1;
    }
    // A rank of each architecture, which share memory. Both have the same byte order.
    for name in ["exchange", "p2p"] {
        let other = compiled(prefix, &home, name)?;
        let own = home.join(format!("own_{name}"));
        Program::new(prefix.join("bin/mpicc")).args(OPTIONS).arg("-o").arg(&own).arg(source(name)).run()?;
        let job = demo::launch_for(prefix, "1", SECONDS).arg("--no-shared-heap").arg(&own);
        let job = job.args([":", "--no-shared-heap", "-n", "1"]);
        emulated(job, &home, &other).run().with_context(|| format!("{name} on a rank of each architecture"))?;
        runs += 1;
    }
    Ok(runs)
}

const OPTIONS: [&str; 3] = ["-std=gnu11", "-O1", "-pthread"];

fn source(name: &str) -> PathBuf {
    paths::root().join("crates/mpi/tests/c").join(name).with_extension("c")
}

/// Compiles a program for AArch64. Returns its path.
fn compiled(prefix: &Path, home: &Path, name: &str) -> Result<PathBuf> {
    let binary = home.join(name);
    let gcc = Program::new(GCC).args(OPTIONS).arg("-I").arg(prefix.join("include")).arg("-o").arg(&binary);
    gcc.arg(source(name)).arg("-L").arg(home.join("lib")).args(["-lmpi_abi", "-lm"]).run()?;
    Ok(binary)
}

/// Adds a program for AArch64 to a job.
fn emulated(job: Program, home: &Path, binary: &Path) -> Program {
    let libraries = format!("LD_LIBRARY_PATH={}", home.join("lib").display());
    job.args([QEMU, "-L", ROOT, "-E", &libraries]).arg(binary).within(SECONDS + 30)
}
