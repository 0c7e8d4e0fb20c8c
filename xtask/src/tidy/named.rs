//! Checks that files and functions in documents exist, and that no text names a task by its number.
use super::tree::{File, Tree};
use anyhow::Result;
use std::collections::HashSet;

/// Returns true if the file is a document that is checked. Decisions and the changelog describe the past, so they are
/// not.
fn is_document(file: &File) -> bool {
    file.is("md") && !file.path.starts_with("docs/decisions/") && file.path != "CHANGELOG.md"
}

const SOURCES: [&str; 7] = ["rs", "c", "h", "py", "csv", "toml", "sh"];

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let sources: Vec<&File> = tree.files.iter().filter(|f| SOURCES.iter().any(|e| f.is(e))).collect();
    let words: HashSet<&str> = sources.iter().flat_map(|f| f.text.split(|c: char| !is_part(c))).collect();
    for file in tree.files.iter().filter(|f| is_document(f)) {
        for (number, line) in file.text.lines().enumerate() {
            for name in line.split('`').skip(1).step_by(2) {
                let missing = match kind(name) {
                    Kind::File => !sources.iter().any(|f| is_meant(&f.path, name)),
                    Kind::Function => !is_known(name, &words),
                    Kind::Other => false,
                };
                if missing {
                    out.push(format!("{}:{}: there is no `{name}`", file.path, number + 1));
                }
            }
        }
    }
    for file in tree.files.iter().filter(|f| is_document(f) || SOURCES.iter().any(|e| f.is(e))) {
        for (number, line) in file.text.lines().enumerate().filter(|(_, line)| names_a_task(line)) {
            out.push(format!("{}:{}: names a task by its number: {}", file.path, number + 1, line.trim()));
        }
    }
    Ok(())
}

enum Kind {
    File,
    Function,
    Other,
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Classifies a name: a path with the ending of a source file, a word with an underscore or a path of words, or a name
/// that is not checked.
fn kind(name: &str) -> Kind {
    let bare = name.strip_suffix("()").unwrap_or(name);
    let path = name.chars().all(|c| is_part(c) || "./-".contains(c));
    if path && name.rsplit_once('.').is_some_and(|(stem, e)| !stem.is_empty() && SOURCES.contains(&e)) {
        return Kind::File;
    }
    let words = bare.chars().all(|c| is_part(c) || c == ':') && bare.starts_with(|c: char| c.is_lowercase());
    if words && (bare.contains('_') || bare.contains("::")) { Kind::Function } else { Kind::Other }
}

/// Returns true if `name` means this file: its path, the end of its path, or the short form `core/wire/push.rs` for
/// `crates/core/src/wire/push.rs`.
fn is_meant(path: &str, name: &str) -> bool {
    let short = path.strip_prefix("crates/").unwrap_or(path).replacen("/src/", "/", 1);
    let ends_with =
        |whole: &str| whole.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    ends_with(path) || ends_with(&short)
}

/// Returns true if the last word of `name` is in the sources.
fn is_known(name: &str, words: &HashSet<&str>) -> bool {
    let last = name.strip_suffix("()").unwrap_or(name).rsplit("::").next().unwrap_or(name);
    last.is_empty() || words.contains(last)
}

/// Returns the word and a number, as in "the goals of issue N" with a number for N. Another project's thread
/// (`mpich#1234`) does not count.
fn names_a_task(line: &str) -> bool {
    let lower = line.to_lowercase();
    ["issue ", "issues ", "task "].iter().any(|word| {
        lower.match_indices(word).any(|(at, _)| {
            let begins = !lower[..at].chars().next_back().is_some_and(is_part);
            begins && lower[at + word.len()..].starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offences(document: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let code = file("crates/core/src/wire/push.rs", "pub fn parse_push() {}");
        let tree = Tree { root: Default::default(), files: vec![code, file("docs/X.md", document)] };
        let mut out = Vec::new();
        check(&tree, &mut out).unwrap();
        out
    }

    #[test]
    fn missing_files_and_functions_are_found() {
        assert_eq!(offences("`core/wire/push.rs` has `parse_push()`, see `wire::parse_push` and `push.rs`").len(), 0);
        assert_eq!(offences("`core/wire/pull.rs` and `ush.rs`").len(), 2);
        assert_eq!(offences("`parse_pull` and `wire::parse_pull()`").len(), 2);
        assert_eq!(offences("`--flag`, `a b_c`, `MPI_Send`, `0.5`").len(), 0);
    }

    #[test]
    fn numbers_of_tasks_are_found() {
        let word = "issue";
        assert_eq!(offences(&format!("the goals of {word} 26")).len(), 1);
        assert_eq!(offences(&format!("{word}s are welcome; tissue 4; mpich#7957")).len(), 0);
    }
}
