//! Checks that a public type's name means one thing: no two of our crates define public types of one name. A re-export
//! (`pub use`) is no second definition.
use super::source;
use super::tree::{File, Tree};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};

const LIBRARIES: [&str; 13] = [
    "core", "fabric", "heap", "heapfile", "sock", "sockfile", "clump", "scenario", "coll", "process", "capi", "shmem",
    "mpi",
];

/// Names that several crates may define: the name, the crates and the reason.
const ALLOWED: [(&str, &[&str], &str); 15] = [
    ("Rx", &["clump", "fabric"], "a fabric's receiving side: each kind has its own, all are one trait"),
    ("Tx", &["clump", "fabric"], "the same, the sending side"),
    ("Error", &["clump", "mpi"], "what a call of that library may end with; each library has one"),
    ("ErrorKind", &["capi", "clump"], "what went wrong: for Rust programs, and as a number for C"),
    ("Scope", &["clump", "coll"], "the time that operations borrow memory; and the ranks for which a collective plans"),
    ("Endpoint", &["clump", "scenario"], "a process's place in its job: for all programs, and for one scenario"),
    ("Inner", &["clump", "scenario"], "what a type of that crate keeps within; neither is seen outside of its crate"),
    ("Shared", &["clump", "scenario"], "what handlers have in common, within its crate; and an endpoint for threads"),
    ("Tags", &["clump", "core"], "the view for messages with tags: of the endpoint, and of the engine"),
    ("Request", &["clump", "mpi"], "an operation under way: clump's own, and MPI's object, which holds one"),
    ("Status", &["fabric", "mpi"], "the ABI's name is the standard's; a rank's status words are called so in WIRE.md"),
    ("Full", &["core", "fabric"], "no room: core does not know the fabric, so each says it by itself"),
    (
        "Guard",
        &["fabric", "mpi", "process"],
        "the right to be inside a process: the gate's, with progress, with MPI's state",
    ),
    ("Window", &["clump", "core"], "memory that others put into; and how much may be under way: both are the field's"),
    ("State", &["core", "mpi"], "what MPI keeps; and the state of one send or receive, which is named with its module"),
];

/// Returns the library that a file belongs to; `None` for a file of a program, whose types are not visible outside.
fn crate_of(file: &File) -> Option<&str> {
    file.member().filter(|member| LIBRARIES.contains(member) && file.path.contains("/src/"))
}

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let mut found: BTreeMap<String, BTreeMap<&str, &str>> = BTreeMap::new();
    for file in tree.rust().filter(|f| !f.generated() && !is_test(&f.path)) {
        let Some(member) = crate_of(file) else { continue };
        for name in defined(&file.text) {
            found.entry(name).or_default().entry(member).or_insert(&file.path);
        }
    }
    for (name, crates) in found.iter().filter(|(_, crates)| crates.len() > 1) {
        if !may(name, &crates.keys().copied().collect()) {
            let files: Vec<&str> = crates.values().copied().collect();
            out.push(format!("{} each define a type {name}; if it is one thing share it, else name them apart", {
                files.join(" and ")
            }));
        }
    }
    for (name, ..) in ALLOWED.iter().filter(|(name, ..)| found.get(*name).is_none_or(|crates| crates.len() < 2)) {
        out.push(format!("{name} is one crate's alone; take it off the list in xtask/src/tidy/names.rs"));
    }
    Ok(())
}

fn may(name: &str, crates: &BTreeSet<&str>) -> bool {
    let lists = ALLOWED.iter().filter(|(n, ..)| *n == name);
    lists.map(|(_, list, _)| list).any(|list| crates.iter().all(|k| list.contains(k)))
}

/// Returns true if only tests see the file's items.
fn is_test(path: &str) -> bool {
    let part = |p: &str| matches!(p, "tests" | "model" | "conformance") || p.trim_end_matches(".rs").ends_with("tests");
    path.split('/').any(part)
}

/// Returns the names of the public types that a file defines outside its tests.
fn defined(text: &str) -> Vec<String> {
    let code = source::code(text).join("\n");
    let end = code.find("#[cfg(test)]\nmod tests {");
    code[..end.unwrap_or(code.len())].lines().filter_map(name).collect()
}

/// Returns the name in a line `pub struct Name<…>`. Ignores `pub(crate)`, and an alias that keeps another crate's name.
fn name(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let (kind, rest) = rest.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let alias = kind == "type" && rest.trim_end_matches(';').ends_with(&format!("::{name}"));
    (matches!(kind, "struct" | "enum" | "trait" | "type" | "union") && !alias).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn offences(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        let tree = Tree { root: PathBuf::new(), files: files.iter().map(file).collect() };
        let mut out = Vec::new();
        check(&tree, &mut out).expect("it reads nothing");
        out.retain(|o| !o.contains("take it off the list"));
        out
    }

    #[test]
    fn a_name_defined_in_two_crates_is_found_and_a_reexport_is_not() {
        let first = ("crates/core/src/a.rs", "pub struct Apple<T>(T);\npub(crate) enum Pear {}\n");
        let other = |text| ("crates/mpi/src/b.rs", text);
        assert_eq!(offences(&[first, other("pub enum Apple { One }")]).len(), 1);
        assert!(offences(&[first, other("pub use clump_core::Apple;\nstruct Apple;\npub struct Pear;")]).is_empty());
        assert!(offences(&[first, other("pub type Apple = clump_core::Apple;")]).is_empty());
        assert!(
            offences(&[first, other("// pub struct Apple;\n#[cfg(test)]\nmod tests { pub struct Apple; }")]).is_empty()
        );
        assert!(
            offences(&[first, ("crates/core/src/c.rs", "pub trait Apple {}")]).is_empty(),
            "one crate's own affair"
        );
        assert!(offences(&[first, ("xtask/src/c.rs", "pub trait Apple {}")]).is_empty());
        assert!(offences(&[first, ("crates/mpi/tests/c.rs", "pub trait Apple {}")]).is_empty());
    }

    #[test]
    fn an_allowed_name_is_allowed_only_to_its_crates() {
        let tx = |k| (k, "pub struct Tx;");
        assert!(offences(&[tx("crates/fabric/src/a.rs"), tx("crates/clump/src/a.rs")]).is_empty());
        assert_eq!(offences(&[tx("crates/fabric/src/a.rs"), tx("crates/mpi/src/a.rs")]).len(), 1);
    }
}
