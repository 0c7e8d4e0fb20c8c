//! The `clump` program; it is also installed as `mpiexec`, `mpirun` and `oshrun`.
fn main() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::abort();
    }));
    std::process::exit(clump_tools::cli::main(std::env::args_os().collect()));
}
