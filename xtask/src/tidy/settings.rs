//! Checks that docs/SETTINGS.md lists exactly the variables that the code reads, and that at most 20 are settings.
use super::tree::Tree;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};

/// The page that lists the variables.
const PAGE: &str = "docs/SETTINGS.md";
/// The largest number of settings.
const MOST: usize = 20;
/// Crates that may read no environment variable.
const SILENT: [&str; 7] = ["core", "fabric", "heap", "clump", "capi", "shmem", "mpi"];
/// The one file of them that may: a process with more power than its user believes no variable.
const GATE: &str = "crates/clump/src/environment.rs";
/// The heading below which the page lists variables that the launcher sets for its ranks. They are no settings.
const INTERNAL: &str = "## Set by Clump itself";

/// The variable that the Python package reads; it names others that the library reads.
const TORCH: &str = "CLUMP_TORCH";

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let Some(page) = tree.get(PAGE) else {
        out.push(format!("{PAGE} is missing"));
        return Ok(());
    };
    let documented: BTreeSet<_> = names(&page.text, "`").into_iter().collect();
    let mut read = BTreeMap::new();
    for file in tree.rust().filter(|f| f.path.starts_with("crates/") && f.path.contains("/src/")) {
        for name in names(&file.text, "\"") {
            read.entry(name).or_insert(&file.path);
        }
    }
    for file in tree.files.iter().filter(|f| f.path.starts_with("python/clump_torch/")) {
        for name in names(&file.text, "\"").into_iter().filter(|name| name == TORCH) {
            read.entry(name).or_insert(&file.path);
        }
    }
    for file in tree.rust().filter(|f| SILENT.iter().any(|c| f.path.starts_with(&format!("crates/{c}/src/")))) {
        if file.text.contains("env::var") && file.path != GATE {
            out.push(format!("{}: reads the environment; only {GATE} and the tools do", file.path));
        }
    }
    for (name, path) in &read {
        if !documented.contains(name) {
            out.push(format!("{path}: {name} is not on {PAGE}"));
        }
    }
    for name in documented.iter().filter(|name| !read.contains_key(*name)) {
        out.push(format!("{PAGE}: nothing reads {name}"));
    }
    let public = page.text.split(INTERNAL).next().unwrap_or_default();
    let settings: BTreeSet<_> = names(public, "`").into_iter().collect();
    if settings.len() > MOST {
        out.push(format!("{PAGE}: {} settings; at most {MOST}", settings.len()));
    }
    Ok(())
}

/// Returns the names CLUMP_X that follow `opening` (the quote of a string or a code span) and end at another `opening`
/// or at `=`.
fn names(text: &str, opening: &str) -> Vec<String> {
    let start = format!("{opening}CLUMP_");
    let found = text.match_indices(&start).filter_map(|(at, _)| {
        let rest = &text[at + opening.len()..];
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_').collect();
        // "CLUMP_X=" sets a variable for a child process.
        let end = &rest[name.len()..];
        (end.starts_with(opening) || end.starts_with('=')).then_some(name)
    });
    found.collect()
}
