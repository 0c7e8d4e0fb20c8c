//! Checks where `unsafe` stands, and that each use says why it is sound.
use super::source::{code, has_word};
use super::tree::{File, Tree};
use anyhow::Result;

/// The files that must rule out unsafe code for their whole crate, and how: `deny` lets single modules allow it.
const RULED_OUT_IN: [(&str, &str); 3] =
    [("crates/core/src/lib.rs", "forbid"), ("crates/clump/src/lib.rs", "deny"), ("crates/process/src/lib.rs", "deny")];
/// The folders and files that may contain `unsafe`.
const HOMES: [&str; 14] = [
    "crates/fabric/",
    "crates/heap/",
    "crates/sock/",
    "crates/clump/src/lent.rs",
    "crates/clump/src/safe/lend.rs",
    // The doors themselves.
    "crates/clump/src/safe/mod.rs",
    "crates/clump/src/handlers/mod.rs",
    "crates/coll/src/memory.rs",
    "crates/process/src/entrance.rs",
    "crates/capi/src/ffi/",
    "crates/shmem/src/ffi/",
    "crates/mpi/src/ffi/",
    "crates/mpi/src/symbols/",
    "crates/tools/src/sys.rs",
];
/// The doors to Clump's driver interface: our own programs and tests may enter by them anywhere.
const DOORS: [&str; 2] = ["into_driver()", "with_endpoint("];
/// The most lines between `unsafe` and its reason above.
const NEAR: usize = 3;

pub fn check(tree: &Tree, out: &mut Vec<String>) -> Result<()> {
    for (path, how) in RULED_OUT_IN {
        let attribute = format!("#![{how}(unsafe_code)]");
        if !tree.get(path).is_some_and(|f| f.text.contains(&attribute)) {
            out.push(format!("{path}: {attribute} is missing"));
        }
    }
    for file in tree.rust().filter(|f| f.member().is_some()) {
        let lines = code(&file.text);
        let original: Vec<_> = file.text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| uses_unsafe(line)) {
            // Long calls have the door on the line behind.
            let here = &lines[at..lines.len().min(at + 2)];
            let is_door = DOORS.iter().any(|door| here.iter().any(|l| l.contains(door)))
                && !file.path.starts_with("crates/clump/src/");
            if !is_door && !HOMES.iter().any(|home| file.path.starts_with(home)) {
                out.push(format!(
                    "{}:{}: unsafe may stand only where xtask/src/tidy/unsafe_code.rs allows it",
                    file.path,
                    at + 1
                ));
            } else if !file.generated() && !explained(file, &original, at, line) {
                out.push(format!("{}:{}: unsafe without its SAFETY reason", file.path, at + 1));
            }
        }
    }
    Ok(())
}

/// Returns true for a use of `unsafe`. Attributes such as `#[unsafe(no_mangle)]`, names of lints and function types are
/// no uses.
fn uses_unsafe(line: &str) -> bool {
    let of_type = line.contains("fn(") && !line.contains('{');
    !of_type && has_word(&line.replace("#[unsafe(", "").replace("#![unsafe(", ""), "unsafe")
}

fn explained(file: &File, lines: &[&str], at: usize, code: &str) -> bool {
    let reason = |line: &str| line.contains("SAFETY:");
    if reason(lines[at]) || lines[at.saturating_sub(NEAR)..at].iter().any(|l| reason(l)) || above(lines, at, reason) {
        return true;
    }
    // A declaration passes the duty on to its caller: in its own comment, or in the module's for all its functions.
    let declares = has_word(code, "fn") || has_word(code, "trait") || has_word(code, "extern");
    let duty = |line: &str| line.contains("# Safety");
    declares && (above(lines, at, duty) || file.text.lines().take_while(|l| l.starts_with("//!")).any(duty))
}

/// Returns true if a comment or attribute directly above satisfies the condition.
fn above(lines: &[&str], at: usize, wanted: impl Fn(&str) -> bool) -> bool {
    let comment = |l: &&&str| l.trim_start().starts_with("//") || l.trim_start().starts_with("#[");
    lines[..at].iter().rev().take_while(comment).any(|l| wanted(l))
}
