//! Generates the sources of the stand-ins for other MPI libraries, and the table through which they call the library
//! (`crates/mpi/src/symbols/generated/table.rs`).
mod arguments;
mod foreign;
mod fortran;
mod functions;

use super::tables::{Constant, Function, Tables};
use arguments::Arguments;
pub use fortran::{Interface, in_fortran, is_buffer};
use std::fmt::Write;
use std::path::Path;

/// Where the stand-ins' sources are.
pub const FOLDER: &str = "crates/mpi/standins";
const NOTE: &str = "/* Written by `cargo xtask install`. */\n";

/// Returns every generated source of the stand-ins: its name and its text.
pub fn files(root: &Path, tables: &Tables) -> Result<Vec<(&'static str, String)>, String> {
    let folder = root.join("crates/mpi/tables");
    let rows = foreign::read(&folder.join("foreign.csv"), tables)?;
    let arguments = Arguments::read(&folder.join("foreign_arguments.csv"), tables)?;
    Ok(vec![
        ("engine.h", format!("{NOTE}{}", engine(tables)?)),
        ("functions.h", format!("{NOTE}{}", functions::functions(tables, &arguments)?)),
        ("f08.h", format!("{NOTE}{}", fortran::f08(tables)?)),
        ("fortran.h", format!("{NOTE}{}", fortran::functions(tables)?)),
        ("openmpi_fortran.h", format!("{NOTE}{}", fortran::numbers(&folder.join("openmpi_fortran.csv"), tables)?)),
        ("mpi_mpich.h", format!("{NOTE}{}", foreign::declarations(&rows, tables, |row| &row.mpich)?)),
        ("mpi_openmpi.h", format!("{NOTE}{}", foreign::declarations(&rows, tables, |row| &row.openmpi)?)),
        ("mpich.h", format!("{NOTE}{}", foreign::header(&rows, tables, |row| &row.mpich)?)),
        ("openmpi.h", format!("{NOTE}{}", foreign::header(&rows, tables, |row| &row.openmpi)?)),
        ("trampoline.h", format!("{NOTE}{}", trampoline(&rows, tables)?)),
    ])
}

/// The table's functions that no program calls, with their types in C.
const OF_STANDINS: &[(&str, &str)] = &[
    ("ffi::callback::set_adapters", "void (*set_adapters)(const struct adapters *)"),
    ("ffi::copies::set_copies", "int (*set_copies)(void (*by)(void *, int), void *of)"),
];

/// Returns a number that changes with any change of the table's layout (FNV-1a over all prototypes), so that a stand-in
/// recognises a library of another version.
fn layout(tables: &Tables) -> u64 {
    let prototypes = OF_STANDINS.iter().map(|f| f.1).chain(tables.functions.iter().map(|f| f.signature.as_str()));
    let bytes = prototypes.flat_map(|prototype| prototype.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns `table.rs`: the addresses of all functions, in the order of the tables.
pub fn table(tables: &Tables) -> String {
    let mut out = format!(
        "//! The table of all functions, for stand-ins. Written by `cargo xtask gen`; do not edit.\n\
         use crate::symbols::engine::TableEntry;\n\n\
         // SAFETY: no MPI library and no program exports this name.\n\
         #[unsafe(no_mangle)]\n#[allow(non_upper_case_globals)]\n\
         pub static clump_mpi_table: [TableEntry; {}] = [\n    TableEntry(std::ptr::without_provenance({:#x})),\n",
        tables.functions.len() + OF_STANDINS.len() + 1,
        layout(tables)
    );
    for (path, _) in OF_STANDINS {
        writeln!(out, "    TableEntry(crate::{path} as *const _),").expect("a string takes all");
    }
    for f in &tables.functions {
        writeln!(out, "    TableEntry(super::{}::{} as *const _),", f.category, f.name).expect("a string takes all");
    }
    out + "];\n"
}

/// Returns `trampoline.h`: a header in which all numbers are those of the standard ABI; `WORDS(X)`, the names and
/// values of the constants of eight bytes; and `INTS(X)`, those of the others.
fn trampoline(rows: &[foreign::Row], tables: &Tables) -> Result<String, String> {
    let mut out = foreign::header(rows, tables, |row| &row.ours)?;
    let is_word = |c: &&Constant| {
        let kind = c.category.split(':').next().unwrap_or_default();
        ["handle", "buffer_address", "ignore_sentinel", "callback_sentinel"].contains(&kind)
            || c.category == "io:offset"
    };
    let mut list = |name: &str, words: bool| {
        let chosen = tables.constants.iter().filter(|c| is_word(c) == words && c.name.starts_with("MPI_"));
        let all: String = chosen.map(|c| format!(" \\\n    X({}, {})", &c.name[4..], c.value)).collect();
        writeln!(out, "#define {name}(X){all}").map_err(|e| e.to_string())
    };
    list("WORDS", true)?;
    list("INTS", false)?;
    Ok(out)
}

/// Returns a function's name without `MPI_`, which is its name in the table.
fn short(f: &Function) -> &str {
    f.name.strip_prefix("MPI_").unwrap_or(&f.name)
}

/// Returns `engine.h`: the table as a C structure, in the types of the standard ABI.
fn engine(tables: &Tables) -> Result<String, String> {
    let mut out = format!("#define LAYOUT {:#x}ull\nstruct engine {{\n    uint64_t layout;\n", layout(tables));
    for (_, declaration) in OF_STANDINS {
        writeln!(out, "    {declaration};").map_err(|e| e.to_string())?;
    }
    for f in &tables.functions {
        let types: Result<Vec<_>, String> =
            f.params.iter().filter(|p| p.ctype != "...").map(|p| functions::native_type(&p.ctype)).collect();
        let types = types?;
        let list = if types.is_empty() { "void".into() } else { types.join(", ") };
        writeln!(out, "    {} (*{})({list});", functions::native_type(&f.returns)?, short(f))
            .map_err(|e| e.to_string())?;
    }
    Ok(out + "};\n")
}
