//! Checks that links in the documents lead to existing files.
use super::tree::Tree;
use anyhow::Result;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for file in tree.files.iter().filter(|f| f.is("md")) {
        let dir = file.path.rsplit_once('/').map_or("", |(dir, _)| dir);
        for (number, line) in file.text.lines().enumerate() {
            for link in targets(line) {
                let path = link.split('#').next().unwrap_or_default();
                if !path.is_empty() && !path.contains("://") && !tree.root.join(dir).join(path).exists() {
                    out.push(format!("{}:{}: leads nowhere: {link}", file.path, number + 1));
                }
            }
        }
    }
    Ok(())
}

/// Returns the targets of the links in a line: the `target` in `[text](target)`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("](").filter_map(|(at, open)| line[at + open.len()..].split_once(')').map(|(link, _)| link))
}
