//! Checks OpenSHMEM: the header as C11 and C++17, the programs in crates/shmem/tests/c on one machine and on two hosts,
//! and what wrong calls print.
use super::hosts;
use crate::process::Program;
use crate::{demo, paths};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const FOLDER: &str = "crates/shmem/tests/c";
/// The program whose arguments are mistakes.
const MISUSE: &str = "misuse";
/// The programs that run on two hosts, too, on each of these numbers of PEs.
const BETWEEN_HOSTS: [&str; 6] = ["rma", "atomics", "waits", "teams", "active", "beside"];
const PES_BETWEEN_HOSTS: [u32; 2] = [2, 4];
/// Time limit of one program, in seconds.
const SECONDS: u64 = 120;

/// Compiles and runs all of it. Returns how many checks passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let out = home.join("shmem");
    std::fs::create_dir_all(&out)?;
    let mut passed = header(prefix, &out)?;
    for source in sources()? {
        let binary = compiled(prefix, &source, &out)?;
        let text = std::fs::read_to_string(&source)?;
        for pes in numbers(&text) {
            let run = |first: &str| {
                let program = demo::launch_for(prefix, pes, SECONDS).arg(&binary);
                if first.is_empty() { program } else { program.arg(first) }.within(SECONDS + 20)
            };
            let name = || format!("{} on {pes} PEs", source.display());
            if binary.ends_with(MISUSE) {
                passed += mistakes(&text, run).with_context(name)?;
                continue;
            }
            run("").run().with_context(name)?;
            passed += 1;
            // Starts MPI and OpenSHMEM in the other order.
            if text.contains("argc > 1") {
                run("first").run().with_context(name)?;
                passed += 1;
            }
        }
    }
    Ok(passed + between_hosts(prefix, &out)?)
}

fn header(prefix: &Path, out: &Path) -> Result<u64> {
    for (compiler, standard, suffix) in [("cc", "-std=c11", "c"), ("cc", "-std=c99", "c"), ("c++", "-std=c++17", "cc")]
    {
        let file = out.join(format!("header.{suffix}"));
        std::fs::write(&file, "#include <shmem.h>\n#include <shmem.h>\n")?;
        Program::new(compiler)
            .args([standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
            .arg(prefix.join("include"))
            .arg(&file)
            .run()?;
    }
    Ok(3)
}

/// Makes each mistake that the program's first comment lists, and looks for the words that the job must print.
fn mistakes(text: &str, run: impl Fn(&str) -> Program) -> Result<u64> {
    let listed = text.lines().take_while(|line| *line != " */").filter_map(|line| line.strip_prefix(" * "));
    let mut passed = 0;
    for (mistake, words) in listed.filter_map(|line| line.split_once(": ")) {
        let ended = run(mistake).outcome()?;
        if ended.status.success() || !ended.output.contains(words) {
            bail!("`{mistake}` does not end with `{words}`:\n{}", ended.output);
        }
        passed += 1;
    }
    if passed < 10 { bail!("the program lists {passed} mistakes only") } else { Ok(passed) }
}

fn between_hosts(prefix: &Path, out: &Path) -> Result<u64> {
    let hosts = hosts::two()?;
    let mut passed = 0;
    for (name, pes) in BETWEEN_HOSTS.iter().flat_map(|name| PES_BETWEEN_HOSTS.map(|pes| (name, pes))) {
        let program = hosts::launch(prefix, &hosts, 2, pes, SECONDS).arg(out.join(name)).within(SECONDS + 20);
        program.run().with_context(|| format!("{name} on {pes} PEs of 2 hosts"))?;
        passed += 1;
    }
    Ok(passed)
}

fn compiled(prefix: &Path, source: &Path, out: &Path) -> Result<PathBuf> {
    let binary = out.join(source.file_stem().unwrap_or_default());
    let cxx = source.extension().is_some_and(|e| e == "cc");
    let (compiler, standard) = if cxx { ("oshc++", "-std=c++17") } else { ("oshcc", "-std=gnu11") };
    Program::new(prefix.join("bin").join(compiler))
        .args([standard, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"])
        .arg(&binary)
        .arg(source)
        .arg("-lm")
        .run()?;
    Ok(binary)
}

/// Returns the numbers behind `pes:` in a program's first comment.
fn numbers(text: &str) -> Vec<&str> {
    let rest = text.split_once("pes: ").map_or("", |(_, rest)| rest);
    rest.split_whitespace().take_while(|word| word.parse::<u32>().is_ok()).collect()
}

fn sources() -> Result<Vec<PathBuf>> {
    let list = std::fs::read_dir(paths::root().join(FOLDER)).with_context(|| format!("cannot list {FOLDER}"))?;
    let is_program = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "cc");
    let mut found: Vec<_> = list.flatten().map(|entry| entry.path()).filter(is_program).collect();
    found.sort();
    if found.len() < 5 { bail!("{FOLDER} holds {} programs only", found.len()) } else { Ok(found) }
}
