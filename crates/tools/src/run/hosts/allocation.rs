//! The hosts that a batch system has allocated to the job in which this process runs: Slurm (`SLURM_JOB_NODELIST`,
//! with `SLURM_TASKS_PER_NODE` or `SLURM_JOB_CPUS_PER_NODE`), or PBS and similar systems (`PBS_NODEFILE`).
use super::list::{self, Slots};
use crate::run::Failure;

/// The most hosts of a list: a longer list must be damaged.
const MOST: usize = 1 << 16;
/// The most groups of numbers in a name.
const GROUPS: usize = 8;
/// The most digits of a number.
const DIGITS: usize = 19;

/// Slurm's list of hosts.
const SLURM: &str = "SLURM_JOB_NODELIST";
/// The file with the hosts of PBS and similar systems.
const PBS: &str = "PBS_NODEFILE";

/// Returns the variable that names the hosts of the allocation, if there is one.
pub fn variable() -> &'static str {
    if value(SLURM).is_some() { SLURM } else { PBS }
}

fn value(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the hosts of the allocation, if there is one. Fails if it cannot be parsed. If a rank that srun has started
/// starts this job (`is_spawned`), returns `None`: the job runs beside that rank.
pub fn hosts(is_spawned: bool) -> Result<Option<Vec<Slots>>, Failure> {
    hosts_of(&value, is_spawned)
}

fn hosts_of(variable: &dyn Fn(&str) -> Option<String>, is_spawned: bool) -> Result<Option<Vec<Slots>>, Failure> {
    if let Some(nodes) = variable(SLURM) {
        let times = variable("SLURM_STEP_NUM_TASKS").and_then(|n| n.parse::<u32>().ok()).unwrap_or(1);
        if times > 1 && is_spawned {
            return Ok(None);
        }
        if times > 1 {
            return Err(Failure::usage(format!(
                "srun has started this {times} times, and each would start the whole job on all hosts; leave srun out \
                 (or name the hosts with --hosts, as in `--hosts localhost`)"
            )));
        }
        let names = names(&nodes).ok_or_else(|| wrong(SLURM, &nodes))?;
        let mut ranks = vec![None; names.len()];
        if let Some((variable, text)) =
            ["SLURM_TASKS_PER_NODE", "SLURM_JOB_CPUS_PER_NODE"].into_iter().find_map(|v| Some((v, variable(v)?)))
        {
            let counts = counts(&text).filter(|c| c.len() == names.len()).ok_or_else(|| wrong(variable, &text))?;
            ranks = counts.into_iter().map(Some).collect();
        }
        let slots = names.into_iter().zip(ranks);
        // Check these names like those of a user's list, so that ssh takes no name for an option.
        for (name, _) in slots.clone() {
            list::parse([name.as_str()].into_iter())?;
        }
        return Ok(Some(slots.map(|(name, ranks)| Slots { name, ranks }).collect()));
    }
    let Some(file) = variable(PBS) else { return Ok(None) };
    // A PBS file has one line for each rank.
    let mut lines = list::read(file.as_ref())?;
    for slots in &mut lines {
        slots.ranks.get_or_insert(1);
    }
    Ok((!lines.is_empty()).then_some(lines))
}

fn wrong(variable: &str, text: &str) -> Failure {
    Failure::usage(format!(
        "cannot read {variable} (`{text}`); name the hosts with --hosts, or `--hosts localhost` for none"
    ))
}

/// Expands Slurm's short form of host names: `a,n[01-03,7]x[0-1]`.
fn names(text: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                expand("", &text[start..at], &mut all)?;
                start = at + 1;
            }
            _ => (),
        }
        if !(0..=1).contains(&depth) {
            return None;
        }
    }
    (depth == 0 && !all.is_empty()).then_some(all)
}

/// Adds all names that begin with `done` and continue as `rest` says.
fn expand(done: &str, rest: &str, all: &mut Vec<String>) -> Option<()> {
    let Some((before, more)) = rest.split_once('[') else {
        all.push(format!("{done}{rest}"));
        return (all.len() <= MOST && !all.last()?.is_empty()).then_some(());
    };
    let (ranges, after) = more.split_once(']')?;
    if rest.matches('[').count() > GROUPS {
        return None;
    }
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let digits = |s: &str| (1..=DIGITS).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
        if !digits(first) || !digits(last) {
            return None;
        }
        let (from, to) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        if from > to || to - from > MOST {
            return None;
        }
        for number in from..=to {
            expand(&format!("{done}{before}{number:0width$}", width = first.len()), after, all)?;
        }
    }
    Some(())
}

/// Expands Slurm's short form of numbers: `2(x3),1` is 2, 2, 2, 1.
fn counts(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (number, times) = match part.split_once("(x") {
            Some((number, times)) => (number, times.strip_suffix(')')?.parse().ok()?),
            None => (part, 1),
        };
        let number = number.parse().ok().filter(|n| (1..=MOST).contains(n))?;
        if !(1..=MOST - all.len()).contains(&times) {
            return None;
        }
        all.resize(all.len() + times, number);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Hosts = Vec<(String, Option<usize>)>;

    fn found(variables: &[(&str, &str)]) -> Result<Option<Hosts>, String> {
        let variable = |name: &str| variables.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
        match hosts_of(&variable, false) {
            Ok(slots) => Ok(slots.map(|s| s.into_iter().map(|s| (s.name, s.ranks)).collect())),
            Err(failure) => Err(failure.message),
        }
    }

    #[test]
    fn slurms_lists_are_read() {
        assert_eq!(names("n[01-03,7],login").unwrap(), ["n01", "n02", "n03", "n7", "login"]);
        assert_eq!(names("r[1-2]n[9-10]-ib").unwrap(), ["r1n9-ib", "r1n10-ib", "r2n9-ib", "r2n10-ib"]);
        assert_eq!(counts("2(x3),1").unwrap(), [2, 2, 2, 1]);
        for bad in [
            "",
            ",",
            "n[",
            "n]",
            "n[1-]",
            "n[2-1]",
            "n[[1]]",
            "n[x]",
            "n[0-99999999]",
            "n[1],,",
            &"[1]".repeat(50_000),
            &format!("n[{}1-9]", "0".repeat(90_000)),
        ] {
            assert!(names(bad).is_none(), "{bad}");
        }
        for bad in
            ["", "0", "2(x", "2(x0)", "x", "1(x99999999)", "1,1(x18446744073709551615)", "18446744073709551615,1"]
        {
            assert!(counts(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_allocation_names_hosts_and_ranks() {
        let slurm = [("SLURM_JOB_NODELIST", "a[1-2]"), ("SLURM_JOB_CPUS_PER_NODE", "8(x2)")];
        let host = |name: &str, ranks| (name.to_owned(), ranks);
        assert_eq!(found(&slurm).unwrap().unwrap(), [host("a1", Some(8)), host("a2", Some(8))]);
        let tasks = [slurm[0], slurm[1], ("SLURM_TASKS_PER_NODE", "2,1")];
        assert_eq!(found(&tasks).unwrap().unwrap(), [host("a1", Some(2)), host("a2", Some(1))]);
        assert_eq!(found(&slurm[..1]).unwrap().unwrap(), [host("a1", None), host("a2", None)]);
        assert_eq!(found(&[]), Ok(None));
        let short = [slurm[0], ("SLURM_TASKS_PER_NODE", "2")];
        assert!(found(&short).unwrap_err().contains("SLURM_TASKS_PER_NODE"));
        // `srun clump run` runs the launcher in a step, not in the batch script.
        assert!(found(&[slurm[0], ("SLURM_STEP_NUM_TASKS", "2")]).unwrap_err().contains("leave srun out"));
        assert!(found(&[slurm[0], ("SLURM_STEP_NUM_TASKS", "1")]).is_ok());
        // A rank of such a step starts others (MPI_Comm_spawn).
        let step = |name: &str| (name != PBS).then(|| "2".to_owned());
        assert!(hosts_of(&step, true).unwrap().is_none() && hosts_of(&step, false).is_err());
        assert!(found(&[("SLURM_JOB_NODELIST", "-oProxyCommand=x")]).is_err());
    }

    #[test]
    fn pbs_names_a_host_for_each_rank() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a\na\nb\n").unwrap();
        let variable = |name: &str| (name == PBS).then(|| file.path().to_str().unwrap().to_owned());
        let slots = hosts_of(&variable, false);
        let shares = list::share(&slots.unwrap().unwrap(), 3, None);
        let shares: Vec<_> = shares.into_iter().map(|s| (s.name, s.first, s.count)).collect();
        assert_eq!(shares, [("a".to_owned(), 0, 2), ("b".to_owned(), 2, 1)]);
    }

    proptest! {
        #[test]
        fn malformed_lists_are_refused(text in "[a-c0-9,\\[\\]()x-]{0,24}") {
            // Each name is a valid entry of a list, and there are not too many of them.
            for name in names(&text).unwrap_or_default() {
                prop_assert!(!name.is_empty() && !name.contains(['[', ']', ',']));
            }
            prop_assert!(counts(&text).is_none_or(|c| c.len() <= MOST && !c.contains(&0)));
        }
    }
}
