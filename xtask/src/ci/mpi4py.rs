//! Runs mpi4py's own tests and small programs under `clump run`, on this machine and on test hosts.
//! xtask/mpi4py-tests.toml lists them.
use super::{Job, Needs, Step, hosts, many};
use crate::demo;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::Path;

const LIST: &str = include_str!("../../mpi4py-tests.toml");
/// Time limit for one launch of the modules, in seconds.
const SECONDS: u64 = 900;
/// Time limit for one launch of every module on four ranks, in seconds.
const LONG: u64 = 2400;

/// The numbers of ranks on which a module passes, unless its entry names others.
const RANKS: [i64; 5] = [1, 2, 3, 4, 5];
/// Those of them on which plain CI runs a module, unless its entry names others.
const CI_RANKS: [i64; 4] = [1, 2, 3, 5];

/// The folder of files in memory.
const MEMORY: &str = "/dev/shm";

struct Module {
    name: String,
    /// Numbers of ranks on which the module is known to pass.
    ranks: Vec<i64>,
    /// The numbers of ranks on which CI runs the module.
    ci: Vec<i64>,
    /// True if CI runs the module on two hosts with two ranks each.
    hosts: bool,
    /// Tests that are left out: patterns for mpi4py's `-x`.
    left_out: Vec<String>,
}

/// Returns one step for each number of ranks, one for two hosts with two ranks each, and one for the programs. With
/// `all_ranks`, the modules run on every number of ranks on which they pass.
pub fn steps(all_ranks: bool) -> Result<Vec<Step>> {
    let mut modules = read(LIST).context("xtask/mpi4py-tests.toml")?;
    if !all_ranks {
        modules.iter_mut().for_each(|m| m.ranks = m.ci.clone());
    }
    let mut ranks: Vec<i64> = modules.iter().flat_map(|m| m.ranks.clone()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mut steps = Vec::new();
    for n in ranks {
        let here: Vec<&Module> = modules.iter().filter(|m| m.ranks.contains(&n)).collect();
        let arguments = arguments(&here);
        let name = format!("mpi4py's tests, {} modules on {n} rank{}", here.len(), if n == 1 { "" } else { "s" });
        steps.push(many(&name, Needs::Python, move |job| {
            let launch = demo::launch_for(&job.prefix, &n.to_string(), SECONDS);
            tests(job, n, launch, SECONDS, &arguments)
        }));
    }
    let here: Vec<&Module> = modules.iter().filter(|m| all_ranks || m.hosts).collect();
    let arguments = arguments(&here);
    let name = format!("mpi4py's tests, {} modules on 2 hosts x 2 ranks", here.len());
    steps.push(many(&name, Needs::Python, move |job| {
        let (test_hosts, seconds) = (hosts::two()?, if all_ranks { LONG } else { SECONDS });
        tests(job, 4, hosts::launch(&job.prefix, &test_hosts, 2, 4, seconds), seconds, &arguments)
    }));
    steps.push(many("mpi4py.bench helloworld, ringtest, pingpong; mpi4py.futures", Needs::Python, programs));
    Ok(steps)
}

fn read(list: &str) -> Result<Vec<Module>> {
    let table: toml::Table = list.parse()?;
    let modules = table.get("module").and_then(|m| m.as_array()).context("no [[module]]")?;
    modules.iter().map(module).collect()
}

fn module(entry: &toml::Value) -> Result<Module> {
    let name = entry.get("name").and_then(|n| n.as_str()).context("a module without a name")?.to_owned();
    let numbers = |key: &str| Some(entry.get(key)?.as_array()?.iter().filter_map(|r| r.as_integer()).collect());
    let ranks: Vec<i64> = numbers("ranks").unwrap_or_else(|| RANKS.to_vec());
    let hosts = entry.get("hosts").and_then(|h| h.as_bool()).unwrap_or(false);
    let ci = numbers("ci").unwrap_or_else(|| CI_RANKS.into_iter().filter(|n| ranks.contains(n)).collect());
    if let Some(n) = ci.iter().find(|n| !ranks.contains(n)) {
        bail!("{name}: CI is to run it on {n} ranks, where it was not seen to pass");
    }
    let mut left_out = Vec::new();
    for out in entry.get("left_out").and_then(|l| l.as_array()).into_iter().flatten() {
        let field = |key: &str| out.get(key).and_then(|v| v.as_str()).filter(|v| !v.is_empty());
        let test = field("test").with_context(|| format!("{name}: left_out without a test"))?;
        field("why").with_context(|| format!("{name}: {test} is left out without a reason"))?;
        left_out.push(format!("{name}.{test}"));
    }
    Ok(Module { name, ranks, ci, hosts, left_out })
}

/// Returns the arguments of mpi4py's test/main.py that run these modules without the tests that are left out.
fn arguments(modules: &[&Module]) -> Vec<String> {
    let names = modules.iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join("|");
    let mut arguments = ["-v", "-f", "-i"].map(str::to_owned).to_vec();
    arguments.push(format!("^({names})\\.py$"));
    for pattern in modules.iter().flat_map(|m| &m.left_out) {
        arguments.extend(["-x".to_owned(), pattern.clone()]);
    }
    arguments
}

/// Runs the modules by `launch`, which starts `ranks` ranks. Returns how many tests passed, without skipped ones.
fn tests(job: &Job, ranks: i64, launch: Program, seconds: u64, arguments: &[String]) -> Result<u64> {
    let python = job.python()?;
    let program = launch.arg(&python.bin).arg("-B");
    let program = program.arg(python.mpi4py.join("test/main.py")).args(arguments);
    // The tests of files call MPI_File_sync at every step, which takes long on a disk.
    let program = if Path::new(MEMORY).is_dir() { program.env("TMPDIR", MEMORY) } else { program };
    let output = program.dir(&python.mpi4py).within(seconds).run()?;
    // Every rank runs every test, and must report the number of tests and that all of them passed.
    let ran: Vec<u64> =
        output.lines().filter_map(|l| after(l, "Ran ")?.split_whitespace().next()?.parse().ok()).collect();
    let well = output.lines().filter(|l| *l == "OK" || l.starts_with("OK (")).count();
    match ran.first() {
        Some(&count) if count > 0 && ran.len() as i64 == ranks && well as i64 == ranks => Ok(count - skipped(&output)),
        _ => bail!("{} of {ranks} ranks ended their tests, {well} of them well:\n{output}", ran.len()),
    }
}

fn after<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.strip_prefix(start).filter(|rest| rest.contains(" in "))
}

/// Returns the largest number of tests that any rank skipped.
fn skipped(output: &str) -> u64 {
    let number = |l: &str| l.split_once("skipped=")?.1.split([')', ',']).next()?.parse().ok();
    output.lines().filter(|l| l.starts_with("OK (")).filter_map(number).max().unwrap_or(0)
}

fn programs(job: &mut Job) -> Result<u64> {
    let python = job.python()?;
    let bench =
        |ranks: &str, name: &str| demo::launch(&job.prefix, ranks).arg(&python.bin).args(["-m", "mpi4py.bench", name]);
    let hello = bench("4", "helloworld").run()?;
    for rank in 0..4 {
        if !hello.contains(&format!("I am process {rank} of 4")) {
            bail!("helloworld: no word from rank {rank}:\n{hello}");
        }
    }
    let ring = bench("4", "ringtest").run()?;
    if !ring.contains("(4 processes, ") {
        bail!("ringtest did not report on 4 processes:\n{ring}");
    }
    let pingpong = bench("2", "pingpong").args(["--max-size", "1048576", "--loop", "20"]).run()?;
    if pingpong.lines().filter(|l| !l.starts_with('#')).count() < 20 {
        bail!("pingpong did not report on every size up to 1 MiB:\n{pingpong}");
    }
    // The workers start with the job, or the pool starts them.
    for (ranks, module) in [("3", &["-m", "mpi4py.futures"][..]), ("1", &[])] {
        let pool = demo::launch(&job.prefix, ranks).arg(&python.bin).arg("-B").args(module);
        let primes = pool.arg(python.mpi4py.join("demo/futures/run_primes.py")).within(60).run()?;
        if primes.lines().filter(|l| l.contains(" is prime: ")).count() != 7 {
            bail!("run_primes on {ranks} ranks did not report on 7 numbers:\n{primes}");
        }
    }
    Ok(5)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_well_formed_and_reasons_are_asked_for() {
        assert!(!super::read(super::LIST).unwrap().is_empty());
        let unreasoned = "[[module]]\nname = \"a\"\nranks = [1]\nleft_out = [{ test = \"X.y\" }]\n";
        assert!(super::read(unreasoned).is_err());
        assert!(super::read("[[module]]\nname = \"a\"\nranks = [1]\nci = [2]\n").is_err());
        let of = |entry: &str| super::read(&format!("[[module]]\nname = \"a\"\n{entry}")).unwrap().remove(0);
        assert!(of("").ranks == [1, 2, 3, 4, 5] && of("").ci == [1, 2, 3, 5]);
        assert!(of("ranks = [2, 4]\n").ci == [2]);
    }
}
