//! Counts lines, by crate: what the house weighs.
use super::source;
use super::tree::{File, Tree};
use std::collections::BTreeMap;

/// Lines of one crate's hand-written Rust, and of generated text of all kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    code: usize,
    tests: usize,
    comments: usize,
    empty: usize,
    generated: usize,
}

impl Count {
    fn of(file: &File) -> Count {
        let filled = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
        let all = filled(&file.text);
        if file.generated() {
            return Count { generated: file.text.lines().count(), ..Count::default() };
        }
        if !file.is("rs") {
            return Count::default();
        }
        // A line with a string alone is no comment, though it is blank here.
        let lines = source::code(&file.text);
        let is_comment = |(line, code): (&str, &String)| code.trim().is_empty() && line.trim_start().starts_with("/");
        let comments = file.text.lines().zip(&lines).filter(|&pair| is_comment(pair)).count();
        let is_test = |part: &str| matches!(part, "tests" | "tests.rs") || part.ends_with("_tests.rs");
        let code = match file.path.split('/').any(is_test) {
            true => 0,
            false => (all - comments).min(filled(&source::without_tests(&lines.join("\n")))),
        };
        let empty = file.text.lines().count() - all;
        Count { code, comments, tests: all - comments - code, empty, generated: 0 }
    }

    fn add(&mut self, other: Count) {
        self.code += other.code;
        self.tests += other.tests;
        self.comments += other.comments;
        self.empty += other.empty;
        self.generated += other.generated;
    }

    fn line(&self, name: &str) -> String {
        let Count { code, tests, comments, empty, generated } = self;
        format!("{name:<12} {code:>8} {tests:>8} {comments:>9} {:>8} {generated:>10}", code + tests + comments + empty)
    }
}

/// Returns a table of all crates.
pub fn table(tree: &Tree) -> String {
    let (mut crates, mut all) = (BTreeMap::<&str, Count>::new(), Count::default());
    for file in &tree.files {
        let count = Count::of(file);
        crates.entry(file.member().unwrap_or("elsewhere")).or_default().add(count);
        all.add(count);
    }
    let head =
        format!("{:<12} {:>8} {:>8} {:>9} {:>8} {:>10}", "lines", "code", "tests", "comments", "in all", "generated");
    let rows = crates.iter().map(|(name, count)| count.line(name));
    [head].into_iter().chain(rows).chain([all.line("in all")]).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_tests_and_comments_are_counted_apart() {
        let text = "//! What.\nfn f() {\n    // Why.\n    g(\"x\")\n}\n\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n";
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let expected = Count { code: 3, tests: 4, comments: 2, empty: 1, generated: 0 };
        assert_eq!(Count::of(&file("crates/core/src/a.rs", text)), expected);
        let expected = Count { code: 0, tests: 7, comments: 2, empty: 1, generated: 0 };
        assert_eq!(Count::of(&file("crates/core/src/a_tests.rs", text)), expected);
        let written = "// Written by `cargo xtask gen`\nx\n";
        assert_eq!(Count::of(&file("a.md", written)), Count { generated: 2, ..Count::default() });
    }
}
