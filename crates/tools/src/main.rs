//! The `clump` program.
mod bench;
use clap::Parser;

#[derive(Parser)]
#[command(name = "clump", version)]
enum Clump {
    Bench(bench::BenchArgs),
}

fn main() {
    let Clump::Bench(args) = Clump::parse();
    std::process::exit(bench::main(args));
}
