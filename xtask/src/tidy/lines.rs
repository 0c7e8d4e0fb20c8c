//! Lines of code and text have at most 120 characters: they fit a screen beside another file, and a review.
use super::tree::{File, Tree};
use anyhow::Result;

/// Characters of a line, as `rustfmt.toml` has it; rustfmt leaves comments and texts alone.
const MOST: usize = 120;

/// Which files are looked at, by the end of their names.
const KINDS: [&str; 5] = ["rs", "c", "h", "cpp", "md"];

/// Folders that have longer lines so far and are not looked at. To be emptied, and then to go.
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

/// True if the line is too long. One that cannot be broken is not: a table's row in Markdown, a single word (a link).
fn is_long(line: &str, markdown: bool) -> bool {
    let table = markdown && line.trim_start().starts_with('|');
    line.chars().count() > MOST && !table && line.trim().contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_count_and_what_cannot_be_broken_may_be_long() {
        let line = |n| format!("a {}", "ä".repeat(n));
        assert!(!is_long(&line(MOST - 2), false) && is_long(&line(MOST - 1), false));
        assert!(!is_long(&"x".repeat(MOST + 1), false), "a word");
        let row = format!("| {} |", line(MOST));
        assert!(!is_long(&row, true) && is_long(&row, false), "a table is one in Markdown alone");
    }
}
