//! Checks that CI knows every command of `cargo xtask` that a document tells to type.
use super::tree::Tree;
use crate::ci::workshop;
use anyhow::Result;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for file in tree.files.iter().filter(|f| f.is("md") && f.path != "CHANGELOG.md") {
        for (number, line) in file.text.lines().enumerate() {
            for command in line.split("cargo xtask ").skip(1) {
                let words = words(command);
                if !workshop::is_listed(&words) {
                    out.push(format!(
                        "{}:{}: `cargo xtask {}` is not in xtask/src/ci/workshop.rs",
                        file.path,
                        number + 1,
                        words.join(" ")
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Returns the words of a command up to the end of its quotation, its comment, or the sentence around it.
fn words(text: &str) -> Vec<&str> {
    let end = text.find(['`', '#', '"', ')']).unwrap_or(text.len());
    let lower = |c: char| c.is_ascii_lowercase() || c == '-';
    text[..end].split_whitespace().take_while(|w| w.starts_with(lower)).take(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_ci_does_not_know_is_found() {
        assert!(workshop::is_listed(&words("bench latency --hosts 2`, which")));
        assert!(workshop::is_listed(&words("sim --widget  # figures")));
        assert!(!workshop::is_listed(&words("bench latencies")));
        assert!(!workshop::is_listed(&words("simulate`")));
    }
}
