//! The `clump` program; found as `mpiexec` and `mpirun` too.
fn main() {
    std::process::exit(clump_tools::cli::main(std::env::args_os().collect()));
}
