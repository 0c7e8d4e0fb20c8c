//! Generates `crates/mpi/src/abi/constants.rs`: the predefined names as Rust constants.
use super::tables::Tables;
use std::fmt::Write;

pub fn constants(tables: &Tables) -> String {
    let mut out = String::from(
        "//! The predefined names of the MPI 5.0 standard ABI (chapter 20). Written by `cargo xtask gen`; do not \
         edit.\n\
         #![allow(dead_code)]\nuse super::*;\n\n",
    );
    for c in &tables.constants {
        let (kind, of) = c.category.split_once(':').unwrap_or((&c.category, ""));
        let (rust, value) = match kind {
            "handle" if !of.starts_with("T_") => (of, format!("{of}({:#x})", c.value)),
            "handle" | "buffer_address" | "ignore_sentinel" | "callback_sentinel" => ("usize", c.value.to_string()),
            _ => ("i32", c.value.to_string()),
        };
        writeln!(out, "pub const {}: {rust} = {value};", c.name).expect("a string takes all");
    }
    let mut table = |doc: &str, name: &str, category: &str| {
        writeln!(out, "\n/// {doc}\npub const {name}: &[(i32, &str)] = &[").expect("a string takes all");
        for c in tables.constants.iter().filter(|c| c.category == category && !c.alias) {
            writeln!(out, "    ({}, \"{}\"),", c.value, c.name).expect("a string takes all");
        }
        out.push_str("];\n");
    };
    table("The predefined datatypes: handle and name.", "DATATYPE_NAMES", "handle:Datatype");
    table("The error classes: number and name.", "ERROR_NAMES", "error_class");
    out
}
