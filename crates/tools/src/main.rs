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
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::abort();
    }));
    std::process::exit(cli::main(std::env::args_os().collect()));
}
