//! Checks that no code is marked as unfinished.
use super::tree::Tree;
use anyhow::Result;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    // Concatenated, so that this file does not contain the marks.
    let marks: Vec<String> = [("TO", "DO"), ("FIX", "ME"), ("X", "XX"), ("todo", "!("), ("unimplemented", "!(")]
        .map(|(a, b)| format!("{a}{b}"))
        .into();
    let code = ["rs", "c", "h", "py", "sh", "toml"];
    for file in tree.files.iter().filter(|f| code.iter().any(|e| f.is(e)) || f.path == ".ci/run") {
        for (number, line) in file.text.lines().enumerate() {
            for mark in
                marks.iter().filter(|m| super::source::has_word(line, m.trim_end_matches("!(")) && line.contains(&***m))
            {
                out.push(format!("{}:{}: {mark}", file.path, number + 1));
            }
        }
    }
    Ok(())
}
