//! Generates the functions of Fortran (`mpif.h` and the module `mpi`) of the stand-ins: each takes its arguments by
//! reference and calls the C function of the same stand-in, whose handles are Fortran's numbers (MPI 5.0, 19.3).
use super::functions::{foreign_type, handle};
use super::short;
use crate::r#gen::tables::{Constant, Function, Param, Tables, rows};
use std::fmt::Write;
use std::path::Path;

/// Functions that `fortran.h` writes by hand.
const BY_HAND: &[&str] = &[
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Buffer_detach",
    "MPI_Comm_create_keyval",
    "MPI_Comm_get_attr",
    "MPI_Comm_set_attr",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_File_close",
    "MPI_File_open",
    "MPI_Grequest_start",
    "MPI_Info_create_env",
    "MPI_Info_get",
    "MPI_Info_get_string",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Keyval_create",
    "MPI_Pcontrol",
    "MPI_Register_datarep",
    "MPI_Session_get_nth_pset",
    "MPI_Type_create_keyval",
    "MPI_Type_get_attr",
    "MPI_Type_set_attr",
    "MPI_Win_create_keyval",
    "MPI_Win_get_attr",
    "MPI_Win_set_attr",
];

/// Returns true if Fortran has the function: not the tool interface, and conversions between languages.
pub fn in_fortran(f: &Function) -> bool {
    !f.is_tool() && !["abi", "abi_handle_int", "fortran", "tools_mpi_t"].contains(&f.category.as_str())
}

/// Which functions of Fortran: those of `mpif.h`, which get addresses, or those of MPICH's module mpi_f08, which get
/// descriptors of arrays.
#[derive(Clone, Copy, PartialEq)]
pub enum Interface {
    Addresses,
    Descriptors,
}

/// Returns `fortran.h`: every function of `mpif.h` that is not written by hand.
pub fn functions(tables: &Tables) -> Result<String, String> {
    let by_hand = |f: &&Function| BY_HAND.contains(&f.name.as_str());
    let chosen = tables.functions.iter().filter(|f| in_fortran(f) && !f.large() && !by_hand(f));
    chosen.map(|f| function(f, Interface::Addresses)).collect()
}

/// Returns `f08.h`: the functions of MPICH's module mpi_f08 that differ from those of `mpif.h`.
pub fn f08(tables: &Tables) -> Result<String, String> {
    let by_hand = |f: &&Function| BY_HAND.contains(&f.name.strip_suffix("_c").unwrap_or(&f.name));
    let differs = |f: &&Function| f.large() || f.params.iter().any(is_buffer);
    let chosen = tables.functions.iter().filter(|f| in_fortran(f) && differs(f) && !by_hand(f));
    chosen.map(|f| function(f, Interface::Descriptors)).collect()
}

/// Returns true if Fortran passes data by this parameter, and not an address in a variable.
pub fn is_buffer(p: &Param) -> bool {
    const OTHERS: [&str; 4] = ["baseptr", "buffer_addr", "attribute_val", "extra_state"];
    ["void *", "const void *"].contains(&p.ctype.as_str()) && !OTHERS.contains(&p.name.as_str())
}

fn function(f: &Function, interface: Interface) -> Result<String, String> {
    let (mut list, mut lengths, mut before, mut after) = (Vec::new(), Vec::new(), String::new(), String::new());
    let (mut arguments, mut simple, mut sections) = (Vec::new(), Vec::new(), Vec::new());
    let copies = interface == Interface::Descriptors && takes_copies(f) && f.params.iter().any(is_buffer);
    let returns_early = f.params.iter().any(|p| p.ctype == "MPI_Request *");
    if copies {
        let kind = if returns_early { "PASSED_COPIES" } else { "COPIES" };
        writeln!(before, "    {kind}(copies);").map_err(|e| e.to_string())?;
    }
    for (i, p) in f.params.iter().enumerate().filter(|(_, p)| p.ctype != "void") {
        let (of, mut argument) = parameter(f, p, interface)?;
        if interface == Interface::Descriptors && !copies {
            if let Some(section) = in_section(f, i) {
                if let Argument::Converted { .. } = section {
                    argument = Argument::As(format!("address_of({}->base)", p.name));
                    sections.push(&p.name);
                }
                simple.extend(argument.text());
                argument = section;
            } else {
                simple.extend(argument.text());
            }
        }
        list.push(of);
        let name = &p.name;
        match argument {
            Argument::As(_) if copies && is_buffer(p) => {
                let written = if p.ctype.starts_with("const") { "0" } else { "1" };
                before.push_str(&format!("    void *{0}_c = copied({0}, {written}, &copies);\n", p.name));
                arguments.push(format!("{}_c", p.name));
            }
            Argument::As(text) => arguments.push(text),
            Argument::Converted { kind, given, more } => {
                writeln!(before, "    {kind}({name}{more})").map_err(|e| e.to_string())?;
                after.insert_str(0, &format!("    {kind}_DONE({name}{more})\n"));
                arguments.push(given);
                if kind.starts_with("TEXT") {
                    lengths.push(format!("size_t {name}_length"));
                }
            }
        }
    }
    if copies && returns_early {
        before.push_str("    pass(copies);\n");
    }
    let called = |arguments: &[String]| format!("CALLED({})({})", short(f), arguments.join(", "));
    let call = called(&arguments);
    if !sections.is_empty() {
        let tests: Vec<_> = sections.iter().map(|name| format!("is_simple({name})")).collect();
        before.insert_str(
            0,
            &format!(
                "    if (LIKELY({})) {{\n        RETURNED({})\n        return;\n    }}\n",
                tests.join(" && "),
                called(&simple)
            ),
        );
    }
    let base = short(f).strip_suffix("_c").unwrap_or(short(f));
    let (lower, upper) = (base.to_lowercase(), base.to_uppercase());
    let data = f.params.iter().any(is_buffer);
    let head = |returns: &str, parameters: &str| match interface {
        Interface::Addresses if data => {
            format!("DATA_FORTRAN({returns}, {}, {lower}, {upper}, ({parameters}))", short(f))
        }
        Interface::Addresses => format!("FORTRAN({returns}, {}, {lower}, {upper}, ({parameters}))", short(f)),
        Interface::Descriptors => {
            let end = format!("_f08{}{}", if data { "ts" } else { "" }, if f.large() { "_large" } else { "" });
            format!("F08({returns}, {lower}{end}, ({parameters}))")
        }
    };
    if f.returns != "int" {
        let returns = foreign_type(&f.returns, None)?;
        let list = if list.is_empty() { "void".into() } else { list.join(", ") };
        return Ok(format!("{}\n{{\n    return {call};\n}}\n", head(&returns, &list)));
    }
    list.push("int *ierror".into());
    list.extend(lengths);
    let body = match after.is_empty() {
        // A function that passes data has an error argument, but in the module mpi_f08.
        true if data && interface == Interface::Addresses && before.is_empty() => format!("    *ierror = {call};\n"),
        true => format!("{before}    RETURNED({call})\n"),
        false => format!("{before}    int code = {call};\n{after}    RETURNED(code)\n"),
    };
    Ok(format!("{}\n{{\n{body}}}\n", head("void", &list.join(", "))))
}

/// Returns true if the function gets copies of sections: where each process may have a block of the data, or data is
/// combined, a datatype cannot describe them.
fn takes_copies(f: &Function) -> bool {
    f.category.contains("collective") || ["MPI_Pack", "MPI_Unpack"].iter().any(|start| f.name.starts_with(start))
}

/// Functions that only look at an address, or at a single element.
const ADDRESSES: [&str; 4] = ["MPI_Compare_and_swap", "MPI_Fetch_and_op", "MPI_Free_mem", "MPI_Get_address"];

/// Returns the argument for the parameter at `i` if it is data that may be a section of an array, or the number or the
/// datatype of such data, which follow it.
fn in_section(f: &Function, i: usize) -> Option<Argument> {
    let data = |at: usize| {
        let [p, count, datatype] = f.params.get(at..at + 3)? else { return None };
        let fits =
            is_buffer(p) && ["int", "MPI_Count"].contains(&count.ctype.as_str()) && datatype.ctype == "MPI_Datatype";
        fits.then_some(p)
    };
    if let Some(p) = data(i) {
        let more = format!(", {}, {}", f.params[i + 1].name, f.params[i + 2].name);
        return Some(Argument::Converted { kind: "SECTION", given: format!("{}_c", p.name), more });
    }
    let of = |before: usize, end: &str| Some(Argument::As(format!("{}_{end}", data(i.checked_sub(before)?)?.name)));
    of(1, "count").or_else(|| of(2, "type"))
}

/// How an argument reaches the C function: as an expression, or after a macro of this name.
enum Argument {
    As(String),
    Converted { kind: &'static str, given: String, more: String },
}

impl Argument {
    /// Returns the expression, if the argument is one.
    fn text(&self) -> Option<String> {
        let Argument::As(text) = self else { return None };
        Some(text.clone())
    }
}

/// Returns the declaration of a parameter in Fortran's function, and the argument of C's.
fn parameter(f: &Function, p: &Param, interface: Interface) -> Result<(String, Argument), String> {
    let name = &p.name;
    let ctype = foreign_type(&p.ctype, handle(&p.ctype))?;
    let converted = |kind, more: &str| Argument::Converted { kind, given: format!("{name}_c"), more: more.into() };
    Ok(match (p.ctype.as_str(), handle(&p.ctype)) {
        (t, _) if t.contains("_function") => (format!("void *{name}"), Argument::As(name.clone())),
        (t, Some(h)) if t == format!("MPI_{h}") => {
            (format!("const int *{name}"), Argument::As(format!("{h}_of_number(*{name})")))
        }
        (_, Some(_)) => (format!("int *{name}"), Argument::As(format!("(void *){name}"))),
        ("MPI_Status *" | "const MPI_Status *", _) if name.starts_with("array_of_statuses") => {
            (format!("int *{name}"), Argument::As(format!("statuses_of({name})")))
        }
        ("MPI_Status *" | "const MPI_Status *", _) => {
            (format!("int *{name}"), Argument::As(format!("status_of({name})")))
        }
        ("void *" | "const void *", _) if interface == Interface::Descriptors && is_buffer(p) => {
            let address = ADDRESSES.contains(&f.name.as_str()) || f.name.ends_with("_end");
            let argument = if address { format!("address_of({name}->base)") } else { format!("data_of({name})") };
            (format!("const struct array *{name}"), Argument::As(argument))
        }
        ("void *" | "const void *", _) => {
            let of = if f.category.contains("collective") { "place_of" } else { "address_of" };
            (format!("void *{name}"), Argument::As(format!("{of}({name})")))
        }
        ("const char *", _) if f.category == "info" => (format!("const char *{name}"), converted("TEXT_KEY", "")),
        ("const char *" | "const char []", _) => (format!("const char *{name}"), converted("TEXT_IN", "")),
        ("char *", _) => (format!("char *{name}"), converted("TEXT_OUT", "")),
        // Positions in arrays begin with 1 in Fortran.
        ("int *", _) if name == "indx" => (format!("int *{name}"), converted("POSITION", "")),
        ("int []", _) if name == "array_of_indices" => (format!("int *{name}"), converted("POSITIONS", ", outcount")),
        (_, _) if name.ends_with("weights") && !f.name.ends_with("_neighbors") => {
            (format!("int *{name}"), Argument::As(format!("weights_of({name})")))
        }
        (_, None) if ctype.ends_with('*') => {
            (format!("{} *{name}", base(&ctype)), Argument::As(format!("(void *){name}")))
        }
        _ => (format!("const {ctype} *{name}"), Argument::As(format!("*{name}"))),
    })
}

/// Returns the type to which a pointer points, without qualifiers.
fn base(ctype: &str) -> &str {
    ctype.trim_end_matches('*').trim().trim_start_matches("const ").trim()
}

/// Reads the numbers of Open MPI's predefined handles in Fortran. Returns `NUMBERS_kind(X)` for each kind of handle:
/// the handle in the standard ABI, and Fortran's number.
pub fn numbers(path: &Path, tables: &Tables) -> Result<String, String> {
    let mut out = String::new();
    let rows = rows(path, 2)?;
    let constant = |name: &str| tables.constants.iter().find(|c| c.name == name);
    for kind in crate::r#gen::ctype::HANDLES {
        let of_kind = |c: &&Constant| c.category == format!("handle:{kind}");
        let entries: String = rows
            .iter()
            .filter_map(|row| Some((constant(&row[0]).filter(|c| of_kind(c) && !c.alias)?.value, &row[1])))
            .map(|(ours, number)| format!(" \\\n    X({ours:#x}, {number})"))
            .collect();
        writeln!(out, "#define NUMBERS_{kind}(X){entries}").map_err(|e| e.to_string())?;
    }
    match rows.iter().find(|row| constant(&row[0]).is_none()) {
        Some(row) => Err(format!("{}: {} is no constant of the standard ABI", path.display(), row[0])),
        None => Ok(out),
    }
}
