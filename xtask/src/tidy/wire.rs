//! Checks that every frame kind under crates/core/src/wire has its section in docs/WIRE.md and a number of its own,
//! which the table there gives.
use super::tree::Tree;
use anyhow::Result;

const FOLDER: &str = "crates/core/src/wire/";
/// The file that numbers the kinds.
const NUMBERS: &str = "crates/core/src/wire/head.rs";
/// The page that describes the frames.
const PAGE: &str = "docs/WIRE.md";
/// Files of the folder that define no frame kind, without their ending.
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
    let text = |path| tree.get(path).map_or("", |f| &f.text);
    numbers(text(NUMBERS), text(PAGE), out);
    Ok(())
}

/// Checks that kinds have different numbers, and rows in the page: `| PUSH | 1 |`.
fn numbers(head: &str, page: &str, out: &mut Vec<String>) {
    let kinds: Vec<(String, u64)> = head.lines().filter_map(numbered).collect();
    if kinds.is_empty() {
        out.push(format!("{NUMBERS}: no kind has a number (`Push = 1 => Tags,`)"));
    }
    for (at, (name, number)) in kinds.iter().enumerate() {
        if let Some((other, _)) = kinds[..at].iter().find(|(_, n)| n == number) {
            out.push(format!("{NUMBERS}: {other} and {name} have the same number, {number}"));
        }
        let row = |line: &str| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            cells.next() == Some(&*name.to_uppercase()) && cells.next() == Some(&*number.to_string())
        };
        if !page.lines().any(row) {
            out.push(format!("{PAGE}: no row `| {} | {number} |` for the frame kind {name}", name.to_uppercase()));
        }
    }
}

/// Returns name and number in a line `Push = 1 => Tags,` (a kind) or `const PIECE: u8 = 16;` (a reserved number).
fn numbered(line: &str) -> Option<(String, u64)> {
    let line = line.trim().trim_start_matches("pub ");
    let (name, number) = match line.strip_prefix("const ") {
        Some(rest) => rest.strip_suffix(';')?.split_once(": u8 = ")?,
        None => line.strip_suffix(',')?.split_once(" => ")?.0.split_once(" = ")?,
    };
    Some((name.to_owned(), number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_and_are_documented() {
        let offences = |head: &str, page: &str| {
            let mut out = Vec::new();
            numbers(head, page, &mut out);
            out.len()
        };
        let page = "| kind | number |\n|---|---|\n| PUSH | 1 | sender |\n| PIECE | 16 | |";
        assert_eq!(offences("    Push = 1 => Tags,\n    pub const PIECE: u8 = 16;\n", page), 0);
        assert_eq!(offences("    Push = 2 => Tags,\n", page), 1);
        assert_eq!(
            offences("    Push = 1 => Tags,\n    Piece = 16 => Transfers,\n    Pull = 1 => Transfers,\n", page),
            2
        );
        assert_eq!(offences("", page), 1);
    }
}
