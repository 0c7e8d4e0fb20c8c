//! Generates the exported symbols: `symbols/generated/*.rs`, one file for each category of the function table.
use super::ctype::{argument, extern_type, return_type};
use super::forms::Form;
use super::pointers;
use super::tables::{Function, Param, Tables};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The function at the end of `calls.rs`.
const WITH_INT: &str = r#"
/// Returns the number of the form with `int` if `call` is a form with MPI_Count (`_c`), and `call` otherwise. Ranks may
/// pass counts of either type to one collective call.
pub fn with_int(call: u16) -> u16 {
    let name = CALLS.get(usize::from(call)).and_then(|name| name.strip_suffix("_c"));
    let at = name.and_then(|name| CALLS.iter().position(|call| *call == name));
    at.map_or(call, |at| at as u16)
}
"#;

/// Returns `calls.rs`: the names of all functions. A call's number is its index.
pub fn calls(tables: &Tables) -> String {
    let mut out = String::from(
        "//! The names of all MPI functions; index 0 means \"in no call\". Written by `cargo xtask gen`; do not \
         edit.\n\n\
         /// `Waiting::call` and `Call` are indices into this table.\npub const CALLS: &[&str] = &[\n    \"\",\n",
    );
    for f in &tables.functions {
        writeln!(out, "    \"{}\",", f.name).expect("a string takes all");
    }
    out + "];\n" + WITH_INT
}

/// Returns name and text of every file in `symbols/generated`.
pub fn modules(tables: &Tables) -> Result<Vec<(String, String)>, String> {
    let mut by: BTreeMap<&str, Vec<(usize, &Function)>> = BTreeMap::new();
    for (i, f) in tables.functions.iter().enumerate() {
        by.entry(&f.category).or_default().push((i + 1, f));
    }
    let mut all = Vec::new();
    let mut index = String::from(
        "//! All exported symbols, a file for each category. Written by `cargo xtask gen`; do not edit.\n",
    );
    for (category, functions) in by {
        writeln!(index, "mod {category};").map_err(|e| e.to_string())?;
        let mut out = format!(
            "//! Exported symbols: {}. Written by `cargo xtask gen`; do not edit.\n\
             #![allow(unused_imports, non_snake_case)]\nuse crate::symbols::export::*;\n\nexport! {{\n",
            category.replace('_', " ")
        );
        for (number, f) in functions {
            out.push_str(&export(tables, number, f)?);
        }
        all.push((format!("{category}.rs"), out + "}\n"));
    }
    index.push_str("mod table;\n");
    all.push(("mod.rs".into(), index));
    Ok(all)
}

/// Returns the code of one exported function and of its PMPI twin.
fn export(tables: &Tables, number: usize, f: &Function) -> Result<String, String> {
    let params: Vec<_> = f.params.iter().filter(|p| p.ctype != "...").collect();
    let list: Vec<_> = params.iter().map(|p| format!("{}: {}", rust_name(&p.name), extern_type(&p.ctype))).collect();
    let direct = f.returns != "int" || f.name.ends_with("_toint");
    let value = match body(tables, f) {
        Some((path, twin)) => {
            let mut args = Vec::new();
            let checks = checks(tables, f, &params)?;
            let form = tables.form(&f.name);
            let passed = form.map_or(&params[..], |form| form.shared(&params));
            for (i, p) in passed.iter().enumerate() {
                args.push(match twin {
                    Some(twin) => shared(f, p, &twin.params[i])?,
                    None => argument(&p.ctype, &rust_name(&p.name)),
                });
            }
            if direct && !checks.0.is_empty() {
                return Err(format!("{} returns no error code, so it cannot refuse a null pointer", f.name));
            }
            if direct {
                format!("crate::{path}({})", args.join(", "))
            } else {
                args.insert(0, form.map_or_else(|| format!("Call({number})"), |form| form.argument(number)));
                let body = format!("crate::{path}({})", args.join(", "));
                match f.is_tool() {
                    true => format!("finish_tool({body})"),
                    false => {
                        let body = format!("{}{body}{}", checks.0, checks.1);
                        let body = if is_traced(f, form == Some(Form::Blocking)) {
                            format!("traced(Call({number}), || {body})")
                        } else {
                            body
                        };
                        format!("finish(Call({number}), {}, {body})", target(f))
                    }
                }
            }
        }
        None => return Err(format!("{} needs a row in a file of tables/bindings", f.name)),
    };
    let (name, returns) = (&f.name, return_type(&f.returns));
    Ok(format!("    fn {name} P{name} ({}) -> {returns} =\n        {value};\n", list.join(", ")))
}

/// The categories whose functions move data or wait for other ranks.
const MOVING: [&str; 9] = [
    "collective_nonblocking",
    "collective_persistent",
    "neighborhood_collective",
    "pt2pt",
    "partitioned",
    "request_completion",
    "rma",
    "io",
    "dynamic_process",
];
/// The categories whose functions that make something wait for other ranks, and the names of these functions.
const MAKING: [&str; 2] = ["comm", "topology"];
const MAKES: [&str; 4] = ["_create", "_split", "_dup", "_idup"];
/// The functions that record themselves, so that their fast paths need not ask whether calls are traced.
const FAST: [&str; 8] = ["Send", "Ssend", "Rsend", "Recv", "Isend", "Issend", "Irsend", "Irecv"];

/// Returns true if the exported function records its calls where calls are traced. Blocking collectives record
/// themselves.
fn is_traced(f: &Function, is_blocking_collective: bool) -> bool {
    let base = f.name.strip_suffix("_c").unwrap_or(&f.name);
    let is_fast = base.strip_prefix("MPI_").is_some_and(|name| FAST.contains(&name));
    let makes = MAKING.contains(&f.category.as_str()) && MAKES.iter().any(|make| f.name.contains(make));
    !is_fast && !is_blocking_collective && (makes || MOVING.contains(&f.category.as_str()))
}

/// Returns the code before and after a body, which calls the body only if no required pointer is null.
fn checks(tables: &Tables, f: &Function, params: &[&Param]) -> Result<(String, &'static str), String> {
    let mut before = String::new();
    for p in params {
        if let Some(condition) = pointers::missing(tables, f, p)? {
            write!(before, "if {condition} {{ null(\"{}\") }} else ", p.name).map_err(|e| e.to_string())?;
        }
    }
    Ok(if before.is_empty() { (before, "") } else { (before + "{ ", " }") })
}

/// Returns the path of the Rust body of `f` and, if the large-count form shares the body, the other form's prototype.
pub fn body<'t>(tables: &'t Tables, f: &Function) -> Option<(&'t str, Option<&'t Function>)> {
    let base = f.name.strip_suffix("_c").or_else(|| f.name.strip_suffix("_x")).unwrap_or(&f.name);
    let large = format!("{base}_c");
    let pair = tables.function(base).zip(tables.function(&large)).filter(|(a, b)| a.params.len() == b.params.len());
    if let Some(path) = tables.bindings.get(&f.name) {
        let alone = f.name != base || tables.bindings.contains_key(&large);
        return Some((path, pair.filter(|_| !alone).map(|(_, large)| large)));
    }
    let (small, large) = pair?;
    let path = tables.bindings.get(base)?;
    Some((path, Some(if f.name == base { large } else { small })))
}

/// Returns the argument of a body that the `int` and the large-count form share: types that differ become 64-bit.
fn shared(f: &Function, p: &Param, other: &Param) -> Result<String, String> {
    let name = rust_name(&p.name);
    let wide = |t: &str| matches!(t, "MPI_Count" | "MPI_Aint");
    let (a, b) = (p.ctype.as_str(), other.ctype.as_str());
    let pair = |x: &str, y: &str| (a == x && b == y) || (a == y && b == x);
    if a == b || (wide(a.trim_end_matches(" *")) && wide(b.trim_end_matches(" *"))) {
        return Ok(argument(a, &name));
    }
    for w in ["MPI_Count", "MPI_Aint"] {
        let form = if a.contains("MPI_") { "wide" } else { "narrow" };
        if pair("int", w) {
            return Ok(if a == "int" { format!("i64::from({name})") } else { format!("{name} as i64") });
        }
        if pair("const int []", &format!("const {w} []")) {
            return Ok(format!("Ints::{form}({name}.cast())"));
        }
        if pair("int *", &format!("{w} *")) {
            return Ok(format!("IntOut::{form}({name}.cast())"));
        }
    }
    if pair("const MPI_Aint []", "const MPI_Count []") {
        return Ok(format!("Ints::wide({name}.cast())"));
    }
    Err(format!("{}: `{a}` and `{b}` cannot share a body; bind both forms", f.name))
}

/// The functions that pass an error to the error handler of the object that they are to make.
const MAKERS: [&str; 3] = ["MPI_Session_init", "MPI_Comm_create_from_group", "MPI_Intercomm_create_from_groups"];

/// The functions on files that have no file yet; MPI_FILE_NULL's error handler gets their errors (MPI 5.0, 14.7).
const WITHOUT_FILE: [&str; 4] = ["MPI_File_open", "MPI_File_delete", "MPI_Register_datarep", "MPI_Register_datarep_c"];

/// Returns the object whose error handler an error of `f` goes to.
fn target(f: &Function) -> String {
    if f.params.iter().any(|p| p.name == "errhandler") && MAKERS.contains(&f.name.as_str()) {
        return "On::New(errhandler)".into();
    }
    if WITHOUT_FILE.contains(&f.name.as_str()) {
        return "On::File(abi::MPI_FILE_NULL)".into();
    }
    for p in &f.params {
        let name = rust_name(&p.name);
        match p.ctype.as_str() {
            "MPI_Comm" => return format!("On::Comm({name})"),
            "MPI_File" => return format!("On::File({name})"),
            "MPI_File *" if f.name == "MPI_File_close" => return format!("On::File(Out::new({name}).or_null())"),
            "MPI_Win" => return format!("On::Win({name})"),
            "MPI_Session" => return format!("On::Session({name})"),
            "MPI_Session *" => return format!("On::Session(Out::new({name}).or_null())"),
            "MPI_Comm *" if p.name == "comm" => {
                return format!("On::Comm(Out::new({name}).or_null())");
            }
            "MPI_Win *" => return format!("On::Win(Out::new({name}).or_null())"),
            _ => {}
        }
    }
    "On::Nothing".into()
}

pub fn rust_name(name: &str) -> String {
    match name {
        "type" | "ref" | "in" | "fn" | "move" | "match" | "loop" | "box" => format!("r#{name}"),
        _ => name.into(),
    }
}
