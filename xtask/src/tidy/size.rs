//! Checks that files stay small: one object, event or collective each.
use super::tree::Tree;
use anyhow::Result;

/// A file with at least this many lines is listed, without failing.
const LISTED: usize = 400;
/// A file with more lines than this fails the check.
const MOST: usize = 500;

fn long(tree: &Tree, more_than: usize) -> Vec<(&str, usize)> {
    let files = tree.rust().filter(|f| !f.generated());
    files.map(|f| (&*f.path, f.text.lines().count())).filter(|(_, lines)| *lines > more_than).collect()
}

pub fn listed(tree: &Tree) -> Vec<(&str, usize)> {
    long(tree, LISTED)
}

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    out.extend(
        long(tree, MOST).into_iter().map(|(path, n)| format!("{path} has {n} lines; at most {MOST}, so split it")),
    );
    Ok(())
}
