//! Runs the benchmarks that the arguments name, and writes the table, the files and the verdicts.
use super::floors::{self, Floors};
use super::hosts::{self, TestHosts};
use super::port::Port;
use super::quota::Quota;
use super::runs::{Machine, Run};
use super::suite;
use super::systems::{Kind, System};
use super::what::What;
use super::{
    args::BenchArgs, broadcast, clip, compare, deposit, engines, goals, heap, internode, layers, papers, peers,
    programs, pushpull, runs, sor, streams, systems,
};
use clap::ValueEnum;
use clump_tools::measure::results::Results;
use clump_tools::measure::{picture, table};
use std::sync::Arc;

/// Runs the benchmarks that the arguments name. Returns false if a figure could not be measured, after reporting why.
pub fn run(args: &BenchArgs) -> Result<bool, String> {
    if args.budget.is_some_and(|b| !(0.001..=60.0).contains(&b)) {
        return Err("--budget is a number of seconds from 0.001 to 60".into());
    }
    let own = suite::own_hosts(args);
    let lossy = own.is_some_and(|(what, _)| matches!(what, What::Loss | What::Broadcast));
    match args.loss {
        Some(_) if !lossy => {
            return Err(
                "--loss belongs to `cargo xtask bench loss` and `broadcast`, and to `peers --what` with them".into()
            );
        }
        Some(percent) if !(0.0..=50.0).contains(&percent) => return Err("--loss is a percentage from 0 to 50".into()),
        _ => {}
    }
    let takes_only = matches!(args.name, What::Peers | What::Broadcast);
    if args.name != What::Peers && !(args.what.is_empty() && args.runs.is_none())
        || !takes_only && !args.only.is_empty()
    {
        return Err("--what, --only and --runs belong to `cargo xtask bench peers`, --only also to `broadcast`".into());
    }
    if args.link.is_some() && args.hosts.is_none() && own.is_none() && internode::variants(args.name).is_empty() {
        return Err("--link belongs to test hosts: say --hosts K too".into());
    }
    if let Some((what, _)) = own.filter(|(what, _)| args.link.is_some() && suite::port_of(*what).is_some()) {
        return Err(format!("--link: {what:?} has ports of its own"));
    }
    if let Some(runs) = &args.runs {
        // Create the directory before measuring: if this failed afterwards, the figures would be lost.
        std::fs::create_dir_all(runs).map_err(|e| format!("--runs {}: {e}", runs.display()))?;
    }
    if let Some(bad) = args.what.iter().find(|w| {
        matches!(
            w,
            What::Peers
                | What::PushPull
                | What::Streams
                | What::Deposit
                | What::Sor
                | What::Layers
                | What::Clip
                | What::Floors
                | What::Heap
                | What::Shmem
        ) || !internode::variants(**w).is_empty()
    }) {
        let name = bad.to_possible_value().map_or_else(String::new, |v| v.get_name().to_string());
        return Err(format!("--what {name}: it is no MPI program that peers could run too"));
    }
    if let Some(variant) = args.as_rank {
        return pushpull::run_rank(args, variant).map(|()| true);
    }
    if args.as_deposit {
        return deposit::run_rank(args).map(|()| true);
    }
    if args.as_streams {
        return streams::run_rank(args).map(|()| true);
    }
    if let Some(variant) = args.as_clip {
        return clip::run_rank(args, variant).map(|()| true);
    }
    if args.as_layers {
        return layers::run_rank(args).map(|()| true);
    }
    if let Some(variant) = args.as_broadcast {
        return broadcast::run_rank(args, variant).map(|()| true);
    }
    if let Some(variant) = args.as_variant {
        return internode::run_rank(args, variant).map(|()| true);
    }
    // The goal of `heap` is a twentieth, which takes more repeats to see.
    let usual = if args.name == What::Heap { 11 } else { 5 };
    let repeat = args.repeat.unwrap_or(if args.quick { 3 } else { usual });
    let machine = Machine::look();
    let floors = Floors::prepare(args.budget.unwrap_or(0.05).min(if args.quick { 0.01 } else { 0.05 }))?;
    let between = internode::variants(args.name);
    let systems = match args.name {
        _ if !between.is_empty() => vec![],
        What::Floors
        | What::PushPull
        | What::Streams
        | What::Deposit
        | What::Sor
        | What::Layers
        | What::Clip
        | What::Engines => vec![],
        What::Broadcast => vec![],
        What::Peers => peers::all(args)?,
        What::Heap => {
            let clump = systems::clump(args)?;
            vec![clump.clone(), System { kind: Kind::ClumpBySystem, ..clump }]
        }
        _ => vec![systems::clump(args)?],
    };
    let pair = !between.is_empty() || args.name == What::Layers;
    if pair && args.hosts.is_some_and(|n| n != 2) {
        return Err("this figure is of two hosts".into());
    }
    let makes_hosts = pair || args.name == What::Broadcast;
    let systems = match args.hosts.or(own.map(|own| own.1)).filter(|_| !makes_hosts) {
        Some(count) => on_hosts(systems, count, own.map_or(What::Latency, |own| own.0), args)?,
        None => systems,
    };
    let jobs = if args.name == What::Engines { vec![] } else { suite::jobs(args.name, args) };
    // If a quota cannot be created, report it once, before the runs.
    jobs.iter().find_map(|job| job.quota).map(Quota::make).transpose()?;
    let mut run = Run::new(machine, repeat, &systems);
    let (results, names) = match args.name {
        _ if !between.is_empty() => {
            (internode::measure(args, repeat, &compare::bar(0))?, between.iter().map(|v| v.name()).collect())
        }
        What::Floors => (only_floors(&floors, args, repeat)?, vec![floors::NAME]),
        What::Broadcast => {
            let names = broadcast::variants(args)?.into_iter().map(broadcast::Variant::name).collect();
            (broadcast::measure(args, repeat, &compare::bar(0))?, names)
        }
        What::PushPull => {
            let names = pushpull::VARIANTS.iter().map(|v| v.name()).collect();
            (pushpull::measure(args, repeat, &compare::bar(0))?, names)
        }
        What::Layers => {
            let (results, without) = layers::measure(args, &floors, repeat, &compare::bar(0))?;
            run.failures.extend(without);
            (results, layers::names(args))
        }
        What::Streams => {
            let (results, without) = streams::measure(args, &floors, repeat, &compare::bar(0))?;
            run.failures.extend(without);
            (results, streams::names())
        }
        What::Clip => (clip::measure(args, &floors, repeat, &compare::bar(0))?, clip::names()),
        What::Sor => (sor::measure(args, repeat, &compare::bar(0))?, sor::names()),
        What::Deposit => (deposit::measure(args, repeat, &compare::bar(0))?, deposit::names()),
        What::Engines => {
            let told = engines::measure(args, &floors, repeat)?;
            run.failures = told.sentences();
            (told.results, clump_tools::engines::names())
        }
        _ => {
            let programs = programs::Programs::compile(&systems, &jobs)?;
            let (results, failures) = compare::run(&jobs, &systems, &programs, &floors, repeat);
            run.failures = failures;
            (results, systems.iter().map(|s| s.name()).collect())
        }
    };
    run.take(&results);
    print!("{}", table::print(&results, &names, args.csv));
    let on_hosts = args.hosts.is_some() || own.is_some();
    if let Some(times) = table::processor_times(&results, &names).filter(|_| on_hosts && !args.csv) {
        print!("\n{times}");
    }
    let command = clap::ValueEnum::to_possible_value(&args.name).map_or_else(String::new, |v| v.get_name().to_owned());
    run.goals = goals::judge(&command, &results, &names)?;
    if !run.goals.is_empty() && !args.csv {
        print!("\n{}", goals::print(&run.goals));
    }
    if let Some(note) = heap::note(&results).filter(|_| args.name == What::Heap && !args.csv) {
        println!("\n{note}");
    }
    if let Some(note) = run.machine.busy().filter(|_| !args.csv) {
        println!("\n{note}");
    }
    if let Some(note) = floors::note(&results).filter(|_| !args.csv) {
        println!("\n{note}");
    }
    if own.is_some() && !args.csv {
        println!("\n{}", hosts::buffers());
    }
    if args.name == What::PushPull && !args.csv {
        print!("\n{}", pushpull::peaks(&results));
    }
    if args.name == What::Broadcast && !args.csv {
        print!("\n{}\n{}", broadcast::growth(&results), broadcast::memory());
    }
    if args.name == What::Deposit && !args.csv {
        print!("\n{}", deposit::crossover(&results));
    }
    if args.name == What::Guarantees && !args.csv {
        print!("\n{}", internode::guarantees(&results));
    }
    if args.name == What::Sor && !args.csv {
        print!("\n{}", sor::explain(&results));
    }
    if args.name == What::Streams && !args.csv {
        print!("\n{}", streams::ratios(&results));
    }
    if args.name == What::Clip && !args.csv {
        print!("\n{}", clip::explain(&results));
    }
    if args.name == What::Layers && !args.csv {
        print!("\n{}", layers::explain(&results));
    }
    let printed = papers::text(args.name);
    if !printed.is_empty() && !args.csv {
        print!("\n{printed}");
    }
    files(args, &run, &results, &names)?;
    for why in &run.failures {
        eprintln!("clump bench: {why}");
    }
    Ok(run.failures.is_empty() && !results.is_empty())
}

/// Moves the systems to test hosts, and adds Clump without sealing.
fn on_hosts(systems: Vec<System>, count: u32, one: What, args: &BenchArgs) -> Result<Vec<System>, String> {
    // Benchmarks such as latency and collectives need no test hosts of a special kind.
    let shared = |what| {
        use What::*;
        matches!(what, Bandwidth | Collectives | Onesided | Arrays | Stranger | Files)
    };
    let fits = |what: What| what == one || one == What::Latency && shared(what);
    if !(fits(args.name) || args.name == What::Peers) || args.what.iter().any(|w| !fits(*w)) {
        return Err("--hosts: on several hosts there is `latency`, `bandwidth`, `collectives`, `onesided`, `arrays`, \
             `stranger`, `files`, `layers`, `loss`, `overlap`, `incast`, `neighbour` or `broadcast`, and `peers` for \
             one of them"
            .into());
    }
    let hosts = TestHosts::up(count, suite::port_of(one).or(args.link.map(Port::link)))?;
    match one {
        What::Loss => hosts.lose(args.loss.unwrap_or(1.0))?,
        What::Broadcast => hosts.lose(args.loss.unwrap_or(0.0))?,
        _ => {}
    }
    let hosts = Arc::new(hosts);
    let there = |s: System| System { hosts: Some(hosts.clone()), ..s };
    let mut all = Vec::new();
    for system in systems {
        if system.kind == Kind::Clump {
            all.push(there(System { kind: Kind::ClumpInsecure, ..system.clone() }));
        }
        all.push(there(system));
    }
    Ok(all)
}

fn only_floors(floors: &Floors, args: &BenchArgs, repeat: u32) -> Result<Results, String> {
    let default = [4 << 10, 64 << 10, 1 << 20, 4 << 20, 16 << 20];
    let sizes = if args.sizes.is_empty() { &default[..] } else { &args.sizes };
    let mut results = Results::default();
    for _ in 0..repeat {
        floors.measure(sizes)?.into_iter().for_each(|p| results.add(floors::NAME, p));
    }
    Ok(results)
}

/// Writes the files that the arguments ask for. For `peers`, also writes the run file and prints where it is.
fn files(args: &BenchArgs, run: &Run, results: &Results, names: &[&str]) -> Result<(), String> {
    if let Some(file) = &args.json {
        run.write(file)?;
    }
    match &args.svg {
        Some(file) if args.name == What::Broadcast => {
            picture::draw(&broadcast::drawn(results), &broadcast::names(), file)?;
        }
        Some(file) if args.name == What::Layers => {
            picture::draw(&layers::drawn(results), &layers::names_drawn(), file)?;
        }
        Some(file) => picture::draw(results, names, file)?,
        None => {}
    }
    if args.name != What::Peers || results.is_empty() {
        return Ok(());
    }
    if let Some(dir) = args.runs.clone().or_else(runs::directory) {
        let file = dir.join(run.file_name(if args.quick { "quick" } else { "peers" }));
        run.write(&file)?;
        if !args.csv {
            println!("kept as {}", file.display());
        }
    }
    Ok(())
}
