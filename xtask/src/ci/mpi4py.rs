//! mpi4py's own tests and small programs, under `clump run`. What runs is in xtask/mpi4py-tests.toml.
use super::{Job, Needs, Step, many};
use crate::{demo, paths};
use anyhow::{Context, Result, bail};

const LIST: &str = include_str!("../../mpi4py-tests.toml");
/// Starts mpi4py's own `test/main.py`, its first argument.
pub const MAIN: &str = "xtask/mpi4py-main.py";
/// For one launch of all modules.
const SECONDS: u64 = 900;

struct Module {
    name: String,
    /// Numbers of ranks on which it was seen to pass.
    ranks: Vec<i64>,
    /// Those of them on which CI runs it.
    ci: Vec<i64>,
    /// Patterns for mpi4py's `-x`.
    left_out: Vec<String>,
}

/// The modules and what of each is left out, as patterns for mpi4py's `-x`.
pub fn listed() -> Result<Vec<(String, Vec<String>)>> {
    Ok(read(LIST).context("xtask/mpi4py-tests.toml")?.into_iter().map(|m| (m.name, m.left_out)).collect())
}

/// One step for each number of ranks, and one for the programs. `all_ranks`: on every number where they pass.
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
        let include = here.iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join("|");
        let include = format!("^({include})\\.py$");
        let exclude: Vec<String> = here.iter().flat_map(|m| m.left_out.clone()).collect();
        let name = format!("mpi4py's tests, {} modules on {n} rank{}", here.len(), if n == 1 { "" } else { "s" });
        steps.push(many(&name, Needs::Python, move |job| tests(job, n, &include, &exclude)));
    }
    steps.push(many("mpi4py.bench helloworld, ringtest, pingpong", Needs::Python, programs));
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
    let ranks: Vec<i64> = numbers("ranks").with_context(|| format!("{name}: no ranks"))?;
    let ci = numbers("ci").unwrap_or_else(|| ranks.clone());
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
    Ok(Module { name, ranks, ci, left_out })
}

fn tests(job: &mut Job, ranks: i64, include: &str, exclude: &[String]) -> Result<u64> {
    let python = job.python()?;
    let mut program = demo::launch_for(&job.prefix, &ranks.to_string(), SECONDS).arg(&python.bin).arg("-B");
    program = program.arg(paths::root().join(MAIN)).arg(python.mpi4py.join("test/main.py"));
    program = program.args(["-v", "-f", "-i", include]);
    for pattern in exclude {
        program = program.args(["-x", pattern]);
    }
    let output = program.dir(&python.mpi4py).within(SECONDS).run()?;
    // Every rank runs every test: each must say how many, and that all went well.
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

/// The most that any rank skipped.
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
    Ok(3)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_well_formed_and_reasons_are_asked_for() {
        assert!(!super::read(super::LIST).unwrap().is_empty());
        let unreasoned = "[[module]]\nname = \"a\"\nranks = [1]\nleft_out = [{ test = \"X.y\" }]\n";
        assert!(super::read(unreasoned).is_err());
        assert!(super::read("[[module]]\nname = \"a\"\nranks = [1]\nci = [2]\n").is_err());
    }
}
