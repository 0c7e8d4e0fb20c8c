//! Checks that the documents exist, that crates and modules say what they are, and that ARCHITECTURE.md lists the
//! folders that exist.
use super::tree::Tree;
use anyhow::Result;
use std::collections::BTreeSet;

/// The files that must exist.
const DOCUMENTS: [&str; 14] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "deny.toml",
    "docs/WIRE.md",
    "docs/DATAPATH.md",
    "docs/ONESIDED.md",
    "docs/NETWORK.md",
    "docs/TESTING.md",
    "docs/SETTINGS.md",
    ".ci/run",
];

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for path in DOCUMENTS.iter().filter(|path| tree.get(path).is_none()) {
        out.push(format!("{path} is missing"));
    }
    if !tree.files.iter().any(|f| f.path.starts_with("docs/decisions/") && f.is("md")) {
        out.push("docs/decisions/ holds no decision".to_owned());
    }
    for file in tree.rust().filter(|f| f.path.contains("/src/") && !f.generated()) {
        if !file.text.lines().any(|l| l.starts_with("//!")) {
            out.push(format!("{}: says nowhere what it is (`//!`)", file.path));
        }
    }
    let Some(architecture) = tree.get("ARCHITECTURE.md") else {
        return Ok(());
    };
    for folder in folders(tree) {
        if !architecture.text.contains(&format!("`{folder}/`")) {
            out.push(format!("ARCHITECTURE.md: the folder `{folder}/` is not listed"));
        }
    }
    for listed in architecture.text.split('`').skip(1).step_by(2) {
        let folder = listed.strip_suffix('/').filter(|f| f.starts_with("crates/") || f.starts_with("xtask/"));
        if folder.is_some_and(|f| !tree.root.join(f).is_dir()) {
            out.push(format!("ARCHITECTURE.md: there is no folder `{listed}`"));
        }
    }
    Ok(())
}

/// Returns every crate, and every folder below its `src/` that holds Rust, at any depth, without tests.
fn folders(tree: &Tree) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in tree.rust().filter(|f| !f.path.contains("/tests/") && !f.path.ends_with("/tests.rs")) {
        let Some((member, rest)) = file.path.split_once("/src/") else {
            continue;
        };
        found.insert(member.to_owned());
        // The folder itself and all its parents.
        for (at, _) in rest.match_indices('/') {
            found.insert(format!("{member}/src/{}", &rest[..at]));
        }
    }
    found
}
