//! Generates the man pages of the MPI functions from the tables: one page for a function and its form with large
//! counts. The names of the sections are those of man-pages(7).
use super::modules;
use super::standins::{in_fortran, is_buffer};
use super::tables::{Function, Param, Tables, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// A man page of section 3.
pub struct Page {
    pub name: String,
    pub text: String,
    /// The name of the function's form with large counts, which the page describes too.
    pub also: Option<String>,
}

/// Error classes, each with the C type (by value) or the parameter that can be wrong, and what is wrong then.
const ERRORS: [(&[&str], &str, &str); 18] = [
    (&["MPI_Comm"], "MPI_ERR_COMM", "the communicator is none"),
    (&["MPI_Datatype"], "MPI_ERR_TYPE", "a datatype is none, or is not committed"),
    (&["count", "incount", "outcount", "sendcount", "recvcount"], "MPI_ERR_COUNT", "a count is negative"),
    (&["dest", "source", "rank", "target_rank"], "MPI_ERR_RANK", "a rank is not in the group"),
    (&["tag", "sendtag", "recvtag"], "MPI_ERR_TAG", "a tag is negative or above MPI_TAG_UB"),
    (&["root"], "MPI_ERR_ROOT", "the root is not in the group"),
    (&["MPI_Op"], "MPI_ERR_OP", "the operation is none, or does not fit the datatype"),
    (&["MPI_Group"], "MPI_ERR_GROUP", "the group is none"),
    (&["MPI_Win"], "MPI_ERR_WIN", "the window is none"),
    (&["MPI_File"], "MPI_ERR_FILE", "the file is none"),
    (&["MPI_Info"], "MPI_ERR_INFO", "the info object is none"),
    (&["MPI_Request", "request", "array_of_requests"], "MPI_ERR_REQUEST", "a request is none"),
    (&["MPI_Session"], "MPI_ERR_SESSION", "the session is none"),
    (&["MPI_Errhandler"], "MPI_ERR_ERRHANDLER", "the error handler is none"),
    (&["comm_keyval", "type_keyval", "win_keyval", "keyval"], "MPI_ERR_KEYVAL", "the key is none"),
    (&["array_of_statuses"], "MPI_ERR_IN_STATUS", "an operation failed, and its status says why"),
    (&["lock_type"], "MPI_ERR_LOCKTYPE", "the kind of lock is none"),
    (&["amode"], "MPI_ERR_AMODE", "the access mode contradicts itself"),
];

/// Returns the pages of all functions, in the order of the tables. Fails if a function has no description, or a
/// description no function.
pub fn man_pages(root: &Path, version: &str) -> Result<Vec<Page>, String> {
    let folder = root.join("crates/mpi/tables");
    let tables = Tables::read(&folder)?;
    let mut known = BTreeMap::new();
    for row in rows(&folder.join("descriptions.csv"), 2)? {
        if tables.function(&row[0]).is_none() {
            return Err(format!("descriptions.csv: {} is no MPI function", row[0]));
        }
        known.insert(row[0].clone(), row[1].clone());
    }
    let is_large = |f: &&Function| f.name.strip_suffix("_c").is_some_and(|name| tables.function(name).is_some());
    let pages = tables.functions.iter().filter(|f| !is_large(f));
    pages.map(|f| page(&tables, f, &described(&tables, f, &known)?, version)).collect()
}

/// Returns the description of a function: its own, or that of the blocking form or of the kind of converter.
fn described(tables: &Tables, f: &Function, known: &BTreeMap<String, String>) -> Result<String, String> {
    if let Some(text) = known.get(&f.name) {
        return Ok(text.clone());
    }
    if let Some((blocking, text)) = forms(&f.name).into_iter().find_map(|n| known.get(&n).map(|text| (n, text))) {
        return Ok(match f.name.ends_with("_init") {
            _ if tables.form(&f.name).is_none() => return Err(format!("descriptions.csv: {} has no row", f.name)),
            true => format!("makes a persistent request for {blocking}, which {text}"),
            false => format!("starts {blocking}, which {text}"),
        });
    }
    let handle = f.name.strip_prefix("MPI_").and_then(|name| name.rsplit_once('_'));
    match handle {
        Some((kind, "c2f")) => Ok(format!("converts a handle of type MPI_{kind} to Fortran's")),
        Some((kind, "f2c")) => Ok(format!("converts Fortran's handle to one of type MPI_{kind}")),
        Some((kind, "toint")) => Ok(format!("converts a handle of type MPI_{kind} to an integer")),
        Some((kind, "fromint")) => Ok(format!("converts an integer to a handle of type MPI_{kind}")),
        _ => Err(format!("descriptions.csv: {} has no row", f.name)),
    }
}

/// Returns the names that forms of a function could have: blocking, non-blocking, persistent, in two parts.
fn forms(name: &str) -> Vec<String> {
    let name = name.strip_prefix("MPI_").unwrap_or(name);
    let (object, action) = match name.strip_prefix("File_") {
        Some(action) => ("File_", action),
        None => ("", name),
    };
    let first = |text: &str, change: fn(&str) -> String| match text.get(..1) {
        Some(letter) => change(letter) + &text[1..],
        None => String::new(),
    };
    let lower = |text: &str| first(text, str::to_lowercase);
    let upper = |text: &str| first(text, |letter| if letter == "_" { "_".into() } else { letter.to_uppercase() });
    let ends = ["_init", "_begin", "_end"];
    let blocking = ends.into_iter().find_map(|end| action.strip_suffix(end)).unwrap_or(action);
    let blocking = match (object, blocking.strip_prefix('I'), blocking.strip_prefix('i')) {
        ("", Some(rest), _) if rest.starts_with(|c: char| c.is_lowercase()) => upper(rest),
        ("File_", _, Some(rest)) => rest.to_owned(),
        _ => blocking.to_owned(),
    };
    let started = if object.is_empty() { format!("I{}", lower(&blocking)) } else { format!("i{blocking}") };
    let mut all = vec![blocking.clone(), started];
    all.extend(ends.map(|end| format!("{blocking}{end}")));
    for (one, other) in [("_get_", "_set_"), ("_set_", "_get_")] {
        all.push(blocking.replacen(one, other, 1));
    }
    let mut all: Vec<String> = all.into_iter().map(|form| format!("MPI_{object}{form}")).collect();
    all.retain(|form| form != &format!("MPI_{name}"));
    let mut seen = BTreeSet::new();
    all.retain(|form| seen.insert(form.clone()));
    all
}

fn page(tables: &Tables, f: &Function, description: &str, version: &str) -> Result<Page, String> {
    let (name, large) = (&f.name, tables.function(&format!("{}_c", f.name)));
    let names = large.map_or(name.clone(), |large| format!("{name}, {}", large.name));
    let mut out = format!(
        ".TH {} 3 \"\" \"Clump {version}\" \"MPI 5.0\"\n.SH NAME\n{names} \\- {description}\n.SH SYNOPSIS\n.nf\n\
         #include <mpi.h>\n\n{}",
        name.to_uppercase(),
        prototype(f)
    );
    out += &large.map(prototype).unwrap_or_default();
    if in_fortran(f) {
        let _ = write!(out, "\nuse mpi_f08\n{}", modules::synopsis(f)?);
    }
    out += ".fi\n";
    let params: Vec<&Param> = f.params.iter().filter(|p| p.ctype != "...").collect();
    if !params.is_empty() {
        out += ".SH PARAMETERS\n";
    }
    for p in &params {
        let other = large.and_then(|large| large.params.iter().find(|q| q.name == p.name && q.ctype != p.ctype));
        let wide = other.map_or(String::new(), |q| format!(" ({} in {name}_c)", q.ctype));
        let _ = write!(out, ".TP\n.I {}\n{}, {}{wide}\n", p.name, direction(f, p), p.ctype);
    }
    for p in large.iter().flat_map(|large| &large.params).filter(|p| !params.iter().any(|q| q.name == p.name)) {
        let _ = write!(out, ".TP\n.I {}\n{}, {}, in {name}_c only\n", p.name, direction(f, p), p.ctype);
    }
    out += ".SH DESCRIPTION\n";
    let _ = writeln!(out, "{name} {description}.");
    let _ = match f.chapter.split_once(' ') {
        Some((number, _)) if number.parse::<u8>().is_ok() => writeln!(out, "See MPI 5.0, chapter {number}."),
        _ => writeln!(out, "The function is not in the MPI standard; FAULTS.md describes it."),
    };
    if !f.deprecated.is_empty() {
        let _ = writeln!(out, "It is deprecated since {}.", f.deprecated);
    }
    out += &errors(f);
    out += &see_also(tables, f);
    Ok(Page { name: name.clone(), text: out, also: large.map(|large| large.name.clone()) })
}

/// Returns a function's prototype, in lines that fit a terminal.
fn prototype(f: &Function) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in format!("{};", f.signature).split_inclusive(", ") {
        if length + word.len() > 72 {
            out = out.trim_end().to_owned() + "\n    ";
            length = 4;
        }
        out += word;
        length += word.len();
    }
    out + "\n"
}

/// Says whether a parameter is read (`in`), written (`out`), or both.
fn direction(f: &Function, p: &Param) -> &'static str {
    let pointer = p.ctype.contains('*') || p.ctype.contains('[');
    if !pointer || p.ctype.starts_with("const ") || p.ctype.contains("_function") {
        return "in";
    }
    let name = f.name.strip_suffix("_c").unwrap_or(&f.name).strip_prefix("MPI_").unwrap_or(&f.name);
    let is = |names: &[&str]| names.contains(&p.name.as_str());
    let reads = ["extra_state", "base", "user_data", "obj_handle"];
    let text_in = p.ctype.starts_with("char *") && p.ctype.ends_with("[]");
    let getter = name.contains("_get_") || name == "Attr_get";
    let lent = ["Buffer_attach", "Comm_attach_buffer", "Session_attach_buffer"].contains(&name) && is(&["buffer"]);
    if is(&reads) || text_in || lent || (is(&["attribute_val"]) && !getter) || p.ctype == "int [][3]" {
        return "in";
    }
    let ends = ["_free", "_close", "_disconnect", "_finalize", "_free_keyval", "_handle_free", "Keyval_free"];
    let handed_in = ends.iter().any(|end| name.ends_with(end)) && !p.ctype.starts_with("void");
    let completes = ["Wait", "Test", "Start", "Cancel", "Request_get_status", "Parrived"];
    let completed = completes.iter().any(|c| name.starts_with(c)) && is(&["request", "array_of_requests"]);
    let replaced = name.contains("endrecv_replace") || ["Bcast", "Ibcast", "Bcast_init"].contains(&name);
    let both = handed_in
        || completed
        || (replaced && is_buffer(p))
        || is(&["position", "inoutbuf", "argc", "argv", "name_len", "desc_len", "buflen", "pset_len"])
        || (is(&["message"]) && ["Mrecv", "Imrecv"].contains(&name))
        || (is(&["dims"]) && name == "Dims_create")
        || (is(&["status"]) && name.starts_with("Status_set"))
        || (is(&["flag"]) && name.ends_with("agree"))
        || name == "Type_commit";
    if both { "in and out" } else { "out" }
}

/// Returns the section about errors: the classes that the function's arguments can give.
fn errors(f: &Function) -> String {
    if f.returns != "int" || f.name.ends_with("_toint") || f.name == "MPI_Pcontrol" {
        return String::new();
    }
    let mut out = String::from(".SH ERRORS\n");
    if f.is_tool() {
        return out
            + "The function returns MPI_SUCCESS, or a class that begins with MPI_T_ERR_ or MPI_ERR_: an error of the \
               tool interface calls no error handler.\n";
    }
    let handler = match f.params.first().map_or("", |p| p.ctype.trim_end_matches(" *")) {
        "MPI_Win" => "the window's error handler",
        "MPI_File" => "the file's error handler",
        "MPI_Session" => "the session's error handler",
        "MPI_Comm" => "the communicator's error handler",
        _ if f.params.iter().any(|p| p.ctype == "MPI_Comm") => "the communicator's error handler",
        _ => "the error handler of MPI_COMM_SELF",
    };
    let _ = writeln!(
        out,
        "On an error, {handler} runs first; if it returns, the function returns the error.\n\
         The predefined handlers are MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT and MPI_ERRORS_RETURN.\n\
         MPI_Error_class gives the class of an error. Classes include:"
    );
    let mut class = |name: &str, why: &str| {
        let _ = write!(out, ".TP\n.B {name}\n{why}\n");
    };
    for (of, name, why) in ERRORS {
        let wrong = |p: &&Param| match of.contains(&p.name.as_str()) {
            true => direction(f, p) != "out",
            false => p.ctype.starts_with("MPI_") && of.contains(&p.ctype.as_str()),
        };
        // The caller can only be told of failed operations by statuses, which the function writes.
        if f.params.iter().any(|p| wrong(&p) || (name == "MPI_ERR_IN_STATUS" && p.name == of[0])) {
            class(name, why);
        }
    }
    let receives = |p: &Param| is_buffer(p) && direction(f, p) == "out";
    if f.params.iter().any(receives) && (f.category.starts_with("pt2pt") || f.category.contains("collective")) {
        class("MPI_ERR_TRUNCATE", "a message is longer than its receive");
    }
    class("MPI_ERR_ARG", "another argument is wrong");
    out
}

fn see_also(tables: &Tables, f: &Function) -> String {
    let mut others = forms(&f.name);
    let makes_request = f.params.iter().any(|p| p.ctype == "MPI_Request *" && direction(f, p) == "out");
    if f.name.ends_with("_init") && makes_request {
        others.push("MPI_Start".into());
    }
    if makes_request {
        others.extend(["MPI_Wait", "MPI_Test", "MPI_Request_free"].map(String::from));
    }
    if f.params.iter().any(|p| p.ctype == "MPI_Status *") {
        others.push("MPI_Get_count".into());
    }
    let mut out = String::from(".SH SEE ALSO\n");
    for other in others.iter().filter(|other| **other != f.name && tables.function(other).is_some()) {
        let _ = writeln!(out, ".BR {other} (3),");
    }
    out + ".BR mpicc (1),\n.BR clump (1)\n"
}

#[cfg(test)]
#[path = "pages_tests.rs"]
mod tests;
