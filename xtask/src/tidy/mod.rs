//! `cargo xtask tidy`: enforces ARCHITECTURE.md. Each module checks one statement and names what breaks it.
mod circles;
mod commands;
mod count;
mod dependencies;
mod documents;
mod floors;
mod layers;
mod leftovers;
mod licences;
mod lines;
mod links;
mod named;
mod names;
mod places;
mod settings;
mod size;
mod source;
mod tree;
mod unsafe_code;
mod wire;
mod words;

use anyhow::{Result, bail};
use tree::Tree;

type Check = fn(&Tree, &mut Vec<String>) -> Result<()>;

const CHECKS: [(&str, Check); 17] = [
    ("layers", layers::check),
    ("floors and circles", circles::check),
    ("unsafe code", unsafe_code::check),
    ("file sizes", size::check),
    ("lengths of lines", lines::check),
    ("settings", settings::check),
    ("documents", documents::check),
    ("dependencies", dependencies::check),
    ("licences and crates", licences::check),
    ("nothing left to do", leftovers::check),
    ("links", links::check),
    ("names", names::check),
    ("what documents name", named::check),
    ("commands of documents", commands::check),
    ("places", places::check),
    ("wire format", wire::check),
    ("words", words::check),
];

/// Runs all checks and prints every offence. Fails if there is any. With `lines`, only counts lines.
pub fn run(lines: bool) -> Result<()> {
    let tree = Tree::read(crate::paths::root())?;
    if lines {
        print!("{}", count::table(&tree));
        return Ok(());
    }
    for (path, lines) in size::listed(&tree) {
        println!("long: {path} has {lines} lines; is it one thing?");
    }
    let checks = count()?;
    println!("tidy: {checks} statements hold");
    Ok(())
}

/// Runs all checks. Returns how many statements hold; fails with every offence if one does not.
pub fn count() -> Result<u64> {
    let tree = Tree::read(crate::paths::root())?;
    let mut offences = Vec::new();
    for (name, check) in CHECKS {
        let mut found = Vec::new();
        check(&tree, &mut found)?;
        offences.extend(found.into_iter().map(|sentence| format!("{name}: {sentence}")));
    }
    if !offences.is_empty() {
        bail!("{} offences against ARCHITECTURE.md:\n{}", offences.len(), offences.join("\n"));
    }
    Ok(CHECKS.len() as u64)
}
