//! Every frame kind under crates/core/src/wire has its section in docs/WIRE.md.
use super::tree::Tree;
use anyhow::Result;

const FOLDER: &str = "crates/core/src/wire/";
const PAGE: &str = "docs/WIRE.md";
/// Files that are not a frame kind's.
const SHARED: [&str; 2] = ["mod", "tests"];

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let page = tree.get(PAGE).map_or("", |f| &f.text).to_lowercase();
    let kinds = tree.rust().filter_map(|f| f.path.strip_prefix(FOLDER)?.strip_suffix(".rs"));
    for kind in kinds.filter(|k| !SHARED.contains(k)) {
        let titles = [kind.to_owned(), kind.replace('_', " "), kind.replace('_', "-")];
        let described = page.lines().filter(|l| l.starts_with('#')).any(|l| titles.iter().any(|t| l.contains(&**t)));
        if !described {
            out.push(format!("{PAGE}: no section for the frame kind {kind} ({FOLDER}{kind}.rs)"));
        }
    }
    Ok(())
}
