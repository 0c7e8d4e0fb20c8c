//! The settings: generates their tables in docs/SETTINGS.md and the control variables of MPI's tool interface from
//! `crates/mpi/tables/settings.csv`.
use super::tables;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The page with the tables.
const PAGE: &str = "docs/SETTINGS.md";
/// The first line of each table, and the kind of its rows.
const TABLES: [(&str, &str); 2] = [
    ("| environment variable | what | allowed | default |", "variable"),
    ("| key | what | allowed | default |", "key"),
];

/// One row of `settings.csv`.
struct Setting {
    name: String,
    kind: String,
    /// The setting's name in Rust; empty if the setting is none of the MPI library's.
    variant: String,
    what: String,
    allowed: String,
    default: String,
}

/// Returns the page and the Rust table: path in the workspace, and text.
pub fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let settings: Vec<_> = tables::rows(&root.join("crates/mpi/tables/settings.csv"), 6)?
        .into_iter()
        .map(|row| Setting {
            name: row[0].clone(),
            kind: row[1].clone(),
            variant: row[2].clone(),
            what: row[3].clone(),
            allowed: row[4].clone(),
            default: row[5].clone(),
        })
        .collect();
    let old = std::fs::read_to_string(root.join(PAGE)).map_err(|e| format!("cannot read {PAGE}: {e}"))?;
    Ok(vec![
        (PAGE.into(), page(&old, &settings)?),
        ("crates/mpi/src/objects/tool/settings.rs".into(), table(&settings)),
    ])
}

/// Returns the page with the rows of its tables written anew.
fn page(old: &str, settings: &[Setting]) -> Result<String, String> {
    let mut lines: Vec<String> = old.lines().map(str::to_owned).collect();
    for (head, kind) in TABLES {
        let at = lines.iter().position(|line| line == head).ok_or(format!("{PAGE} has no table `{head}`"))? + 2;
        let end = lines[at..].iter().position(|line| !line.starts_with('|')).map_or(lines.len(), |n| at + n);
        let rows = settings.iter().filter(|s| s.kind == kind);
        let rows = rows.map(|s| format!("| `{}` | {} | {} | {} |", s.name, s.what, s.allowed, s.default));
        lines.splice(at..end, rows.collect::<Vec<_>>());
    }
    Ok(lines.join("\n") + "\n")
}

/// Returns the Rust table of the settings of the MPI library.
fn table(settings: &[Setting]) -> String {
    let own: Vec<_> = settings.iter().filter(|s| !s.variant.is_empty()).collect();
    let mut out = String::from(
        "//! The settings that are control variables. Written by `cargo xtask gen` from `tables/settings.csv`; do \
         not edit.\n\n/// A setting of the MPI library.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         pub enum Setting {\n",
    );
    own.iter().for_each(|s| writeln!(out, "    {},", s.variant).expect("a string takes all"));
    out.push_str("}\n\n/// Each setting with its name and its description.\n");
    out.push_str("pub const SETTINGS: &[(Setting, &str, &str)] = &[\n");
    for s in own {
        let text = format!("{}. Allowed: {}. Default: {}.", s.what, s.allowed, s.default).replace('`', "");
        writeln!(out, "    (Setting::{}, \"{}\", {text:?}),", s.variant, s.name).expect("a string takes all");
    }
    out + "];\n"
}
