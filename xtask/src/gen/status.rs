//! Generates `docs/mpi-status.md`: each function of the standard, and the tests that use it.
use super::tables::{Function, Tables};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const PROGRAMS: &str = "crates/mpi/tests/c";
/// The file that says which functions mpi4py's modules call, written by `cargo xtask coverage`.
const RECORDED: &str = "xtask/mpi4py-coverage.csv";
/// The largest number of tests that a row names. A row with more tests gives their number.
const LISTED: usize = 6;

/// Test names by function.
type Users = BTreeMap<String, BTreeSet<String>>;

pub fn page(root: &Path, tables: &Tables) -> Result<String, String> {
    let (programs, modules) = (programs(&root.join(PROGRAMS))?, modules(&root.join(RECORDED))?);
    let tested = |f: &Function| programs.contains_key(&f.name) || modules.contains_key(&f.name);
    let mut out = String::from(
        "# MPI: what is there\n\nWritten by `cargo xtask gen`; do not edit. Every function is built.\n\n\
         C programs are those in `crates/mpi/tests/c` that name the function; CI runs them all. ",
    );
    out.push_str(match modules.is_empty() {
        true => "Which functions mpi4py's own tests call is not recorded yet (`cargo xtask coverage` does it).",
        false => {
            "mpi4py's modules are those of its own tests during which it was seen to be called, as last recorded by \
                  `cargo xtask coverage`; what merely importing mpi4py calls is not counted."
        }
    });
    out.push_str(
        "\n\n\
         | | functions | used by tests |\n|---|--:|--:|\n",
    );
    let mut total = |name: &str, of: &dyn Fn(&Function) -> bool| {
        let list = || tables.functions.iter().filter(|f| of(f));
        let seen = list().filter(|f| tested(f)).count();
        writeln!(out, "| {name} | {} | {seen} |", list().count()).map_err(|e| e.to_string())
    };
    total("all", &|_| true)?;
    total("`MPI_`, without large-count forms", &|f| !f.name.starts_with("MPI_T_") && !f.large() && !f.fortran())?;
    total("`MPI_`, large-count forms (`_c`)", &|f| f.large())?;
    total("`MPI_T_`", &|f| f.name.starts_with("MPI_T_"))?;
    total("beyond the ABI: handles and statuses of Fortran", &Function::fortran)?;
    let mut chapters: Vec<&str> = tables.functions.iter().map(|f| f.chapter.as_str()).collect();
    chapters.sort_by_key(|c| (c.split_whitespace().next().and_then(|n| n.parse::<u32>().ok()), *c));
    chapters.dedup();
    for chapter in chapters {
        let list = || tables.functions.iter().filter(|f| f.chapter == chapter);
        write!(out, "\n## {chapter}\n\n| function | C programs | mpi4py's modules |\n|---|---|---|\n")
            .map_err(|e| e.to_string())?;
        for f in list() {
            let (c, py) = (cell(programs.get(&f.name)), cell(modules.get(&f.name)));
            writeln!(out, "| {} | {c} | {py} |", f.name).map_err(|e| e.to_string())?;
        }
    }
    Ok(out)
}

fn cell(users: Option<&BTreeSet<String>>) -> String {
    let Some(users) = users else { return String::new() };
    let names: Vec<&str> = users.iter().take(LISTED).map(String::as_str).collect();
    match users.len() {
        n if n > LISTED => format!("{} and {} more", names.join(", "), n - LISTED),
        _ => names.join(", "),
    }
}

/// Returns, for each function, the programs that use it themselves or in one of our headers that they include.
fn programs(folder: &Path) -> Result<Users, String> {
    let list = fs::read_dir(folder).map_err(|e| format!("cannot list {}: {e}", folder.display()))?;
    let mut users = Users::new();
    for path in list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")) {
        let read = |p: &Path| fs::read_to_string(p).map_err(|e| format!("cannot read {}: {e}", p.display()));
        let mut text = read(&path)?;
        let included = |l: &str| Some(l.strip_prefix("#include \"")?.split_once('"')?.0.to_owned());
        for header in text.lines().filter_map(included).collect::<Vec<_>>() {
            text.push_str(&read(&folder.join(header))?);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for word in words(&text).filter(|w| w.starts_with("MPI_")) {
            users.entry(word.to_owned()).or_default().insert(name.clone());
        }
    }
    Ok(users)
}

/// Returns the identifiers in a C program. Comments count too, because they name only functions that are called.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}

/// Returns the recorded modules, from rows `module,function function …`. Returns an empty map if the file does not
/// exist.
fn modules(path: &Path) -> Result<Users, String> {
    let mut users = Users::new();
    for line in fs::read_to_string(path).unwrap_or_default().lines().skip(1) {
        let (module, functions) =
            line.split_once(',').ok_or_else(|| format!("{}: no comma in `{line}`", path.display()))?;
        for function in functions.split_whitespace() {
            users.entry(function.to_owned()).or_default().insert(module.trim_start_matches("test_").to_owned());
        }
    }
    Ok(users)
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_and_cells() {
        let text = "OK(MPI_Send(&x, 1)); MPI_Send_init(a); xMPI_Recv";
        let found: Vec<_> = super::words(text).filter(|w| w.starts_with("MPI_")).collect();
        assert_eq!(found, ["MPI_Send", "MPI_Send_init"]);
        let many = (0..9).map(|i| i.to_string()).collect();
        assert_eq!(super::cell(Some(&many)), "0, 1, 2, 3, 4, 5 and 3 more");
    }
}
