//! Searches the compiled code of the shipped crates for arguments that two calls share.
//!
//! rustc up to 1.96 has a fault (rust-lang/rust#155241, #158830; mended in 1.97): an optimization merges two tuples of
//! arguments that are built alike, such as two empty vectors, and passes one place to two calls of a closure. The
//! second call then finds what the first has moved away or freed, and safe code frees memory twice. In MIR the fault
//! shows as a call of a closure whose arguments are copied and used again later. See decision 15.
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The shipped crates, by the names of their libraries, in the folder of the profile that builds them.
const CRATES: [(&str, &[&str]); 2] = [
    (
        "release",
        &[
            "clump",
            "clump_capi",
            "clump_coll",
            "clump_core",
            "clump_fabric",
            "clump_heapfile",
            "clump_process",
            "clump_shmem",
            "clump_sock",
            "clump_sockfile",
            "mpi_abi",
        ],
    ),
    ("heap", &["clump_heap"]),
];

/// Makes a build by cargo write each crate's MIR beside its library. All builds of the profile `release` do so, because
/// cargo builds everything anew where this differs.
pub fn with_mir(cargo: Program) -> Program {
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    cargo.env("RUSTFLAGS", format!("{flags} --emit=mir").trim_start())
}

/// Checks the MIR of all of [`CRATES`], which their build for an installation has written. Returns the number of
/// crates.
pub fn check() -> Result<u64> {
    let (mut found, mut checked) = (Vec::new(), 0);
    for (profile, crates) in CRATES {
        let dir = paths::target().join(profile).join("deps");
        for name in crates {
            let files = written(&dir, name)?;
            if files.is_empty() {
                bail!("{} has no MIR of {name}: `cargo xtask install` writes it", dir.display());
            }
            for file in files {
                let mir = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
                found.extend(used_twice(&mir).into_iter().map(|what| format!("{name}: {what}")));
            }
            checked += 1;
        }
    }
    if !found.is_empty() {
        bail!(
            "this compiler hands the same arguments to two calls (docs/decisions/0015-compiler.md): build them \
             otherwise there, or use rustc 1.97 or later:\n{}",
            found.join("\n")
        );
    }
    Ok(checked)
}

/// Returns the files with the MIR of a crate: `NAME.mir`, or `NAME-HASH.mir`, of which there may be several.
fn written(dir: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = entry?.path();
        let stem = path.file_name().and_then(|n| n.to_str()).and_then(|n| n.strip_suffix(".mir"));
        if stem.is_some_and(|stem| stem.split('-').next() == Some(name)) {
            files.push(path);
        }
    }
    Ok(files)
}

/// A function in a MIR text.
struct Function<'a> {
    name: &'a str,
    types: HashMap<&'a str, &'a str>,
    blocks: Vec<Vec<&'a str>>,
}

fn functions(mir: &str) -> Vec<Function<'_>> {
    let mut all: Vec<Function<'_>> = Vec::new();
    for line in mir.lines() {
        let text = line.trim();
        if !line.starts_with(' ') && line.ends_with('{') {
            let mut types = HashMap::new();
            // Only the first line declares the arguments.
            for (i, start) in line.match_indices("_").filter(|(i, _)| line[..*i].ends_with(['(', ' '])) {
                let name = local(&line[i..]).unwrap_or(start);
                if let Some(of) = line[i + name.len()..].strip_prefix(": ") {
                    types.insert(name, of.split([',', ')']).next().unwrap_or_default());
                }
            }
            all.push(Function { name: line.trim_end_matches(" {"), types, blocks: Vec::new() });
        }
        let Some(function) = all.last_mut() else { continue };
        if let Some((name, of)) = text.strip_prefix("let ").and_then(|t| t.split_once(": ")) {
            function.types.insert(name.trim_start_matches("mut "), of.trim_end_matches(';'));
        } else if text.starts_with("bb") && text.ends_with('{') {
            function.blocks.push(Vec::new());
        } else if let Some(block) = function.blocks.last_mut() {
            block.push(text);
        }
    }
    all
}

/// Returns the local variable (`_12`) at the beginning of `text`.
fn local(text: &str) -> Option<&str> {
    let end = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| n + 1);
    (text.starts_with('_') && end > 1).then(|| &text[..end])
}

/// Returns the locals that a statement copies or moves as a whole; `how` is `copy ` or `move `.
fn operands<'a>(line: &'a str, how: &str) -> Vec<&'a str> {
    line.match_indices(how).filter_map(|(i, _)| local(&line[i + how.len()..])).collect()
}

/// Returns the indices of the blocks that may run after this one.
fn followers(block: &[&str]) -> Vec<usize> {
    let ends = block.iter().filter(|line| line.contains("-> "));
    let named = ends.flat_map(|line| line.rsplit("-> ").next().unwrap_or_default().split("bb").skip(1));
    named.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()).collect()
}

/// Returns true if values of that tuple type may be passed in memory: anything but numbers and pointers.
fn lies_in_memory(tuple: &str) -> bool {
    let parts = tuple.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(tuple).split(',').map(str::trim);
    let scalar = |part: &str| {
        let number = part.strip_prefix(['u', 'i', 'f']).is_some_and(|n| n == "size" || n.parse::<u8>().is_ok());
        number || part.is_empty() || part.starts_with(['&', '*']) || ["bool", "char"].contains(&part)
    };
    !parts.clone().all(scalar)
}

fn used_twice(mir: &str) -> Vec<String> {
    let mut found = Vec::new();
    for function in &functions(mir) {
        for (at, block) in function.blocks.iter().enumerate() {
            for (n, line) in block.iter().enumerate().filter(|(_, line)| line.contains(">::call")) {
                for local in operands(line, "copy ") {
                    let of = function.types.get(local).copied().unwrap_or_default();
                    if of.starts_with('(') && lies_in_memory(of) && is_used_behind(function, at, n, local) {
                        found.push(format!("{local}: {of} in {}: {line}", function.name));
                    }
                }
            }
        }
    }
    found
}

/// Returns true if the local is copied or moved again after statement `n` of block `at`, before it gets a new value.
fn is_used_behind(function: &Function<'_>, at: usize, n: usize, local: &str) -> bool {
    let written = format!("{local} = ");
    let mut seen = HashSet::new();
    let mut next = vec![(at, n + 1)];
    if function.blocks[at][n].starts_with(&written) {
        return false;
    }
    while let Some((at, from)) = next.pop() {
        let block = &function.blocks[at];
        let rest = &block[from..];
        let fresh = rest.iter().position(|line| line.starts_with(&written));
        let takes = |line: &&str| ["copy ", "move ", "drop("].iter().any(|how| operands(line, how).contains(&local));
        if rest[..fresh.map_or(rest.len(), |n| n + 1)].iter().any(takes) {
            return true;
        }
        if fresh.is_none() {
            let new = followers(block).into_iter().filter(|b| *b < function.blocks.len() && seen.insert(*b));
            next.extend(new.map(|b| (b, 0)));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what rustc 1.95 writes for a closure that is called twice, each time with an empty vector.
    fn text(of: &str, first: &str, second: &str, then: &str) -> String {
        let call = "<{closure@a.rs:1:2: 3:4} as Fn<(B,)>>::call(copy _9, ";
        format!(
            "fn main() -> () {{\n    let mut _3: {of};\n    let mut _4: {of};\n\n    bb0: {{\n        \
             _3 = (B {{ 0: const 0_usize }},);\n        _1 = {call}{first}) -> [return: bb1, unwind continue];\n    \
             }}\n\n    bb1: {{\n        {then}\n        _2 = {call}{second}) -> [return: bb2, unwind: bb3];\n    \
             }}\n\n    bb2: {{\n        goto -> bb3;\n    }}\n\n    bb3: {{\n        return;\n    }}\n}}\n"
        )
    }

    #[test]
    fn a_tuple_passed_to_two_calls_is_found() {
        let anew = "_3 = (B { 0: const 0_usize },);";
        assert_eq!(used_twice(&text("(B,)", "move _3", "move _4", "")), [""; 0]);
        let found = used_twice(&text("(B,)", "copy _3", "copy _3", ""));
        assert!(found.len() == 1 && found[0].starts_with("_3: (B,) in fn main"), "{found:?}");
        assert_eq!(used_twice(&text("(u64, B)", "copy _3", "move _3", "")).len(), 1);
        // No fault: the local gets a new value in between, is used only once, or is passed in registers.
        assert_eq!(used_twice(&text("(B,)", "copy _3", "copy _3", anew)), [""; 0]);
        assert_eq!(used_twice(&text("(B,)", "copy _3", "move _4", "")), [""; 0]);
        assert_eq!(used_twice(&text("(&B, u64)", "copy _3", "copy _3", "")), [""; 0]);
    }

    #[test]
    fn a_loop_reaches_its_own_use_again() {
        let around = text("(B,)", "move _4", "copy _3", "").replace("goto -> bb3", "goto -> bb1");
        assert_eq!(used_twice(&around).len(), 1);
    }
}
