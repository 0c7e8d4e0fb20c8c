//! The `clump` program: `run`, `bench`, `tune`, `info`; found as `mpiexec` and `mpirun` too.
mod bench;
mod cli;
mod generate;
mod info;
mod machine;
mod multicast;
mod run;
mod sys;
mod tune;

fn main() {
    std::process::exit(cli::main(std::env::args_os().collect()));
}
