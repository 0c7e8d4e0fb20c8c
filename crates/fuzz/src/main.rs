//! `clump-fuzz`: runs targets on spoiled inputs for a given time, or one target on given bytes.
use clump_fuzz::mutate::Inputs;
use clump_fuzz::targets::{ALL, Target};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const USAGE: &str = "\
Runs every decoder on spoiled inputs.

clump-fuzz [TARGET] [--seconds N] [--seed S]   all of them, N seconds each (3), from seed S (1)
clump-fuzz TARGET --inputs N [--seed S]        the first N inputs of that seed
clump-fuzz TARGET --bytes HEX                  one input
clump-fuzz TARGET --corpus DIR                 writes the inputs that it starts from";

struct Args {
    target: Option<String>,
    seconds: f64,
    seed: u64,
    inputs: Option<u64>,
    bytes: Option<Vec<u8>>,
    corpus: Option<String>,
}

impl Args {
    fn parse() -> Result<Args, lexopt::Error> {
        use lexopt::prelude::*;
        let mut args = Args { target: None, seconds: 3.0, seed: 1, inputs: None, bytes: None, corpus: None };
        let mut parser = lexopt::Parser::from_env();
        while let Some(arg) = parser.next()? {
            match arg {
                Long("seconds") => args.seconds = parser.value()?.parse()?,
                Long("seed") => args.seed = parser.value()?.parse()?,
                Long("inputs") => args.inputs = Some(parser.value()?.parse()?),
                Long("bytes") => args.bytes = Some(bytes(&parser.value()?.string()?).ok_or("these are no hex digits")?),
                Long("corpus") => args.corpus = Some(parser.value()?.string()?),
                Value(name) if args.target.is_none() => args.target = Some(name.string()?),
                Short('h') | Long("help") => {
                    println!("{USAGE}");
                    std::process::exit(0);
                }
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(args)
    }
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    (0..hex.len().div_ceil(2)).map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()).collect()
}

/// The running input, for the report of a panic.
static RUNNING: Mutex<(&str, u64, u64, Vec<u8>)> = Mutex::new(("", 0, 0, Vec::new()));

fn tell_of_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        let (target, seed, number, input) = &*RUNNING.lock().unwrap_or_else(|e| e.into_inner());
        let hex: String = input.iter().map(|b| format!("{b:02x}")).collect();
        eprintln!("target {target}, seed {seed}, input {number}:\n{hex}");
        eprintln!("again: cargo xtask fuzz {target} --bytes {hex}");
    }));
}

fn run(target: &'static Target, args: &Args) {
    let mut inputs = Inputs::new(target, args.seed);
    let started = Instant::now();
    let limit = Duration::from_secs_f64(args.seconds);
    let mut number = 0;
    loop {
        let over = match args.inputs {
            Some(n) => number >= n,
            None => number % 64 == 0 && started.elapsed() >= limit,
        };
        if over {
            break;
        }
        let input = inputs.next_input();
        *RUNNING.lock().unwrap_or_else(|e| e.into_inner()) = (target.name, args.seed, number, input.clone());
        let said = (target.run)(&input);
        inputs.told(input, said);
        number += 1;
    }
    let found = inputs.found();
    println!("{:<10} {number:>9} inputs from seed {}, {found:>6} outcomes, nothing wrong", target.name, args.seed);
}

fn main() -> ExitCode {
    let args = match Args::parse() {
        Ok(args) => args,
        Err(error) => {
            eprintln!("clump-fuzz: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let names: Vec<&str> = ALL.iter().map(|t| t.name).collect();
    let chosen: Vec<&'static Target> =
        ALL.iter().filter(|t| args.target.as_deref().is_none_or(|n| n == t.name)).collect();
    let one = args.bytes.is_some() || args.corpus.is_some();
    if chosen.is_empty() || one && chosen.len() > 1 {
        eprintln!("clump-fuzz: which target? There are {}", names.join(", "));
        return ExitCode::from(2);
    }
    tell_of_panics();
    for target in chosen {
        if let Some(dir) = &args.corpus {
            for (i, input) in (target.corpus)().iter().enumerate() {
                if let Err(e) = std::fs::write(format!("{dir}/{i}"), input) {
                    eprintln!("clump-fuzz: cannot write to {dir}: {e}");
                    return ExitCode::FAILURE;
                }
            }
        } else if let Some(bytes) = &args.bytes {
            println!("{}: outcome {:016x}", target.name, (target.run)(bytes));
        } else {
            run(target, &args);
        }
    }
    ExitCode::SUCCESS
}
