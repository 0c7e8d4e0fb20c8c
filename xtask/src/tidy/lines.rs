//! Checks that lines of code and text have at most 120 characters, so that two files fit side by side on a screen.
use super::tree::{File, Tree};
use anyhow::Result;

/// The most characters of a line, as in `rustfmt.toml`; rustfmt does not check comments and strings.
const MOST: usize = 120;

/// The files that are checked, by the end of their names.
const KINDS: [&str; 5] = ["rs", "c", "h", "cpp", "md"];

/// Folders that still have longer lines and are not checked. The list must become empty and then be removed.
const NOT_YET: [&str; 1] = ["crates/mpi/tests/"];

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    let looked_at = |f: &&File| {
        KINDS.iter().any(|kind| f.is(kind)) && !f.generated() && !NOT_YET.iter().any(|dir| f.path.starts_with(dir))
    };
    for file in tree.files.iter().filter(looked_at) {
        for (line, text) in file.text.lines().enumerate().filter(|(_, text)| is_long(text, file.is("md"))) {
            let (line, long) = (line + 1, text.chars().count());
            out.push(format!("{}:{line}: {long} characters; at most {MOST}, so break it", file.path));
        }
    }
    Ok(())
}

/// Returns true if the line is too long. A line that cannot be broken is not: a table's row in Markdown, or a single
/// word (a link).
fn is_long(line: &str, markdown: bool) -> bool {
    let table = markdown && line.trim_start().starts_with('|');
    line.chars().count() > MOST && !table && line.trim().contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_unbreakable_lines_may_be_long() {
        let line = |n| format!("a {}", "ä".repeat(n));
        assert!(!is_long(&line(MOST - 2), false) && is_long(&line(MOST - 1), false));
        assert!(!is_long(&"x".repeat(MOST + 1), false), "a word");
        let row = format!("| {} |", line(MOST));
        assert!(!is_long(&row, true) && is_long(&row, false), "a table is one in Markdown alone");
    }
}
