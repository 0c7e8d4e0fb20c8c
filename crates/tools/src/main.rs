//! The `clump` program: `run`, `bench`, `info`; found as `mpiexec` and `mpirun` too.
mod bench;
mod cli;
mod generate;
mod info;
mod machine;
mod run;
mod sys;

fn main() {
    std::process::exit(cli::main(std::env::args_os().collect()));
}
