//! From the arguments to the table, the files and the verdicts.
use super::floors::{self, Floors};
use super::results::Results;
use super::runs::{Machine, Run};
use super::suite::{self, What};
use super::{BenchArgs, compare, goals, peers, picture, programs, runs, systems, table};

/// Does what the arguments ask. `Ok(false)`: something could not be measured, and was told.
pub fn run(args: &BenchArgs) -> Result<bool, String> {
    if args.budget.is_some_and(|b| !(0.001..=60.0).contains(&b)) {
        return Err("--budget is a number of seconds from 0.001 to 60".into());
    }
    if args.name != What::Peers
        && !(args.what.is_empty() && args.only.is_empty() && args.runs.is_none())
    {
        return Err("--what, --only and --runs belong to `clump bench peers`".into());
    }
    let repeat = args.repeat.unwrap_or(if args.quick { 3 } else { 5 });
    let machine = Machine::look();
    let floors =
        Floors::prepare(
            args.budget
                .unwrap_or(0.05)
                .min(if args.quick { 0.01 } else { 0.05 }),
        )?;
    let systems = match args.name {
        What::Floors => vec![],
        What::Peers => peers::all(args)?,
        _ => vec![systems::clump(args)?],
    };
    let jobs = suite::jobs(args.name, args);
    let mut run = Run::new(machine, repeat, &systems);
    let results = if args.name == What::Floors {
        only_floors(&floors, args, repeat)?
    } else {
        let mut names: Vec<_> = jobs.iter().map(|j| j.program).collect();
        names.sort_unstable();
        names.dedup();
        let programs = programs::Programs::compile(&systems, &names)?;
        let (results, failures) = compare::run(&jobs, &systems, &programs, &floors, repeat);
        run.failures = failures;
        results
    };
    run.take(&results);
    let names: Vec<_> = if systems.is_empty() {
        vec![floors::NAME]
    } else {
        systems.iter().map(|s| s.name()).collect()
    };
    print!("{}", table::print(&results, &names, args.csv));
    if args.name == What::Peers && names.contains(&"clump") {
        run.goals = goals::judge(&results, &names);
        if !args.csv {
            print!("\n{}", goals::print(&run.goals));
        }
    }
    files(args, &run, &results, &names)?;
    for why in &run.failures {
        eprintln!("clump bench: {why}");
    }
    Ok(run.failures.is_empty() && !results.is_empty())
}

fn only_floors(floors: &Floors, args: &BenchArgs, repeat: u32) -> Result<Results, String> {
    let default = [4 << 10, 64 << 10, 1 << 20, 4 << 20, 16 << 20];
    let sizes = if args.sizes.is_empty() {
        &default[..]
    } else {
        &args.sizes
    };
    let mut results = Results::default();
    for _ in 0..repeat {
        floors
            .measure(sizes)?
            .into_iter()
            .for_each(|p| results.add(floors::NAME, p));
    }
    Ok(results)
}

/// Writes what was asked for; for `peers` also the run file, and says where it is.
fn files(args: &BenchArgs, run: &Run, results: &Results, names: &[&str]) -> Result<(), String> {
    if let Some(file) = &args.json {
        run.write(file)?;
    }
    if let Some(file) = &args.svg {
        picture::draw(results, names, file)?;
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
