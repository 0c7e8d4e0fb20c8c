//! Writes what a run showed: docs/UNMODIFIED.md, and the README's list between two marks.
use super::{ON_HOSTS, Tried};
use crate::paths;
use anyhow::{Context, Result};
use std::collections::BTreeSet;

const BEGIN: &str = "<!-- written by `cargo xtask programs unmodified` -->\n";
const END: &str = "<!-- end of what xtask writes -->\n";

const HEAD: &str = "# Programs that run unmodified

`cargo xtask programs unmodified` wrote this page from one run. It takes each program as Debian 12 or PyPI ships it,
built for MPICH or Open MPI, runs it by `clump run`, and compares its results. Nothing is compiled, except by programs
that compile their own code when they run. The libraries of MPICH and Open MPI are left out of what is unpacked, so that
all of MPI that a program finds is Clump's. (A program in Fortran with the module `mpi_f08` of Open MPI, here dtFFT,
also loads Open MPI's libraries of Fortran's modules: that of `mpi_f08` calls Clump, that of `mpi` no MPI function.)
[RUNNING.md](RUNNING.md#programs-that-were-built-for-another-mpi) says how programs find Clump. To run them again, and
to write this page anew:

    cargo xtask programs unmodified                 # all programs
    cargo xtask programs unmodified --hosts 2       # on two test hosts too (as root)
    cargo xtask programs unmodified CP2K            # one program; the page stays as it is

[unmodified.toml](../xtask/unmodified.toml) has each program's input, command and rule. \"Compared with one rank\" means
that the runs on more ranks print the results of the run on one rank, within the tolerance, absolutely below 1 and
relatively above. A program that checks itself decides by its own verdicts. {HOSTS}

";

/// Writes the page and the README's list.
pub fn write(tried: &[Tried], hosts: Option<u32>) -> Result<()> {
    let hosts_head = hosts.map(|count| format!(" {count} hosts |")).unwrap_or_default();
    let on_hosts = hosts.map(|count| format!(" On {count} hosts, {ON_HOSTS} ranks run, evenly on all."));
    let mut text = format!(
        "{}| program | package | built for | computed | compared with | ranks |{hosts_head} result |\n",
        HEAD.replace(" {HOSTS}", &on_hosts.unwrap_or_default())
    );
    text += &format!("|---|---|---|---|---|---|{}---|\n", if hosts.is_some() { "---|" } else { "" });
    for one in tried {
        text += &line(one, hosts.is_some());
    }
    let reasons: Vec<_> =
        tried.iter().filter_map(|one| Some((&one.entry.name, one.entry.one_host.as_ref()?))).collect();
    if hosts.is_some() && !reasons.is_empty() {
        text += "\nNot run on several hosts:\n";
        for (name, why) in reasons {
            text += &wrapped(&format!("- {name}: {why}"), "  ");
        }
    }
    std::fs::write(paths::root().join("docs/UNMODIFIED.md"), text)?;
    readme(tried)
}

fn line(one: &Tried, hosts: bool) -> String {
    let (entry, rule) = (&one.entry, &one.entry.rule);
    let source = entry.debian.first().map(|name| format!("Debian's {name}"));
    let named = |word: &String| word.split(['=', '<', '>', '[']).next().unwrap_or_default().to_owned();
    let source =
        source.or_else(|| entry.pypi.first().map(|word| format!("PyPI's {}", named(word)))).unwrap_or_default();
    let ranks = one.passed.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let on_hosts = match (hosts, one.on_hosts) {
        (false, _) => "",
        (true, None) => " – |",
        (true, Some(true)) => " passes |",
        (true, Some(false)) => " fails |",
    };
    let result = if one.failure.is_none() { "passes" } else { "fails" };
    format!(
        "| {} | {source} {} | {} | {} | {} | {ranks} |{on_hosts} {result} |\n",
        entry.name,
        one.version,
        entry.abi,
        entry.what,
        rule.described()
    )
}

/// Writes the names of the programs that passed between the README's marks.
fn readme(tried: &[Tried]) -> Result<()> {
    let file = paths::root().join("README.md");
    let text = std::fs::read_to_string(&file)?;
    let (before, rest) = text.split_once(BEGIN).context("README.md has no mark for the programs")?;
    let (_, after) = rest.split_once(END).context("README.md has no mark for the programs' end")?;
    let mut seen = BTreeSet::new();
    let passed = tried.iter().filter(|one| one.failure.is_none());
    let names: Vec<&str> =
        passed.filter_map(|one| one.entry.name.split(" (").next()).filter(|n| seen.insert(*n)).collect();
    let sentence = format!(
        "Among the programs that run as Debian and PyPI ship them, with compared results: {}. \
         [docs/UNMODIFIED.md](docs/UNMODIFIED.md) has versions and comparisons.",
        names.join(", ")
    );
    Ok(std::fs::write(file, format!("{before}{BEGIN}{}{END}{after}", wrapped(&sentence, "")))?)
}

/// Breaks a text into lines of at most 120 characters. All but the first begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let (mut out, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let len = word.chars().count();
        if width > 0 && width + 1 + len > 120 {
            out = out + "\n" + indent;
            width = indent.len();
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out += word;
        width += len;
    }
    out + "\n"
}
