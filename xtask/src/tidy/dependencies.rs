//! Checks that each dependency has its reason in a comment above it.
use super::tree::Tree;
use anyhow::Result;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for file in tree.files.iter().filter(|f| f.path.ends_with("Cargo.toml")) {
        let (mut inside, mut reason) = (false, false);
        for (number, line) in file.text.lines().enumerate() {
            let line = line.trim();
            if line.starts_with('[') {
                inside = line.ends_with("dependencies]");
                reason = false;
            } else if line.starts_with('#') {
                reason = true;
            } else if line.is_empty() {
                reason = false;
            } else if inside && line.contains('=') {
                // The workspace's table has the reason of a dependency that it shares; our own crates need none.
                let excused = line.contains("workspace = true") || line.contains("path = ");
                if !reason && !excused {
                    out.push(format!("{}:{}: a dependency without its reason above it: {line}", file.path, number + 1));
                }
                reason = false;
            }
        }
    }
    Ok(())
}
