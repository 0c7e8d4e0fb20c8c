//! Checks that CMake's find_package(MPI) finds Clump, in C and C++, and that the built programs run.
use crate::process::Program;
use crate::{demo, need};
use anyhow::{Result, bail};
use std::path::Path;

const PROJECT: &str = "cmake_minimum_required(VERSION 3.16)
project(tiny C CXX)
find_package(MPI REQUIRED COMPONENTS C CXX)
add_executable(tiny_c tiny.c)
target_link_libraries(tiny_c MPI::MPI_C)
add_executable(tiny_cxx tiny.cc)
target_link_libraries(tiny_cxx MPI::MPI_CXX)
enable_testing()
add_test(NAME launched
         COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 2 ${MPIEXEC_PREFLAGS} $<TARGET_FILE:tiny_c>)
";

const PROGRAM: &str = "#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank++;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 1) printf(\"sum %d\\n\", sum);
    MPI_Finalize();
    return 0;
}
";

/// Configures, builds and runs a project under `home`, which it empties first.
pub fn check(prefix: &Path, home: &Path) -> Result<()> {
    need::ensure(&[need::C_COMPILER, need::CMAKE])?;
    // A cache from an earlier run would answer in find_package's place.
    if home.exists() {
        std::fs::remove_dir_all(home)?;
    }
    std::fs::create_dir_all(home)?;
    std::fs::write(home.join("CMakeLists.txt"), PROJECT)?;
    std::fs::write(home.join("tiny.c"), PROGRAM)?;
    std::fs::write(home.join("tiny.cc"), PROGRAM)?;
    let build = home.join("build");
    let path = format!("{}:{}", prefix.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let cmake = || Program::new("cmake").env("PATH", &path);
    let found = cmake().arg("-S").arg(home).arg("-B").arg(&build).run()?;
    let library = prefix.join("lib/libmpi_abi.so");
    let cache = std::fs::read_to_string(build.join("CMakeCache.txt"))?;
    if !cache.lines().any(|l| l.starts_with("MPI_mpi_abi_LIBRARY") && l.ends_with(&*library.to_string_lossy())) {
        bail!("CMake found another MPI than {}:\n{found}", library.display());
    }
    cmake().arg("--build").arg(&build).run()?;
    for program in ["tiny_c", "tiny_cxx"] {
        let said = demo::launch(prefix, "3").arg(build.join(program)).run()?;
        if said.trim() != "sum 6" {
            bail!("{program} on 3 ranks said {said:?}, not \"sum 6\"");
        }
    }
    Program::new("ctest").args(["--output-on-failure", "--test-dir"]).arg(&build).env("PATH", path).run()?;
    Ok(())
}
