//! Generates Fortran's sources: `mpif.h` and the modules `mpi` and `mpi_f08` (MPI 5.0, 19.1), which the user's compiler
//! compiles. Their functions are those of `crates/mpi/fortran/library.c`.
use super::ctype::HANDLES;
use super::standins::{Interface, in_fortran, is_buffer};
use super::tables::{Callback, Constant, Function, Param, Tables};
use std::fmt::Write;

/// The sources that an installation has.
pub const MODULES: [&str; 3] = ["mpif.h", "mpi.f90", "mpi_f08.f90"];

/// Parameters that are logical in Fortran. All others of C's type int are integers.
const LOGICAL: [&str; 7] = ["flag", "periods", "reorder", "commute", "high", "remain_dims", "weighted"];
/// Functions whose attributes are INTEGERs.
const INTEGERS: [&str; 3] = ["MPI_Attr_get", "MPI_Attr_put", "MPI_Keyval_create"];
/// Constants that are addresses: their names in common blocks (library.c), and their types.
const ADDRESSES: [(&str, &str, &str); 10] = [
    ("MPI_BOTTOM", "bottom", "integer"),
    ("MPI_IN_PLACE", "in_place", "integer"),
    ("MPI_BUFFER_AUTOMATIC", "automatic", "integer"),
    ("MPI_ARGV_NULL", "argv_null", "character(1)"),
    ("MPI_ARGVS_NULL", "argvs_null", "character(1)"),
    ("MPI_ERRCODES_IGNORE", "errcodes_ignore", "integer"),
    ("MPI_STATUS_IGNORE", "status_ignore", "status"),
    ("MPI_STATUSES_IGNORE", "statuses_ignore", "status"),
    ("MPI_UNWEIGHTED", "unweighted", "integer"),
    ("MPI_WEIGHTS_EMPTY", "weights_empty", "integer"),
];
/// The intrinsic types of `MPI_Sizeof`, and the bytes of each.
const SIZES: [(&str, &str, u32); 14] = [
    ("character", "character(*)", 1),
    ("l", "logical", 4),
    ("i1", "integer(1)", 1),
    ("i2", "integer(2)", 2),
    ("i4", "integer(4)", 4),
    ("i8", "integer(8)", 8),
    ("i16", "integer(16)", 16),
    ("r4", "real(4)", 4),
    ("r8", "real(8)", 8),
    ("r10", "real(10)", 16),
    ("r16", "real(16)", 16),
    ("c8", "complex(4)", 8),
    ("c16", "complex(8)", 16),
    ("c32", "complex(16)", 32),
];
/// The longest line of a Fortran source, which may be of fixed form.
const LINE: usize = 100;

/// Returns every source: its name and its text.
pub fn files(tables: &Tables) -> Result<Vec<(&'static str, String)>, String> {
    Ok(vec![
        ("mpif.h", include_file(tables)),
        ("mpi.f90", module_mpi(tables)?),
        ("mpi_f08.f90", module_f08(tables)?),
        ("sizes.h", sizes()),
    ])
}

/// Returns the constants that are numbers, each with its value.
fn numbers(tables: &Tables) -> impl Iterator<Item = (String, i64, &'static str)> {
    let kind = |c: &Constant| match c.category.split(':').next().unwrap_or_default() {
        "buffer_address" | "ignore_sentinel" | "callback_sentinel" | "category" | "mpi_t" => None,
        "handle" if c.category.starts_with("handle:T_") => None,
        "io" if c.category == "io:offset" => Some("integer(MPI_OFFSET_KIND)"),
        "handle" => Some("handle"),
        _ if c.name.starts_with("MPI_T_") => None,
        _ => Some("integer"),
    };
    // Fortran's strings have no end, so that each is a byte shorter (MPI 5.0, 2.6.2), and its statuses have names of
    // their own.
    let named = |c: &Constant| match c.category.as_str() {
        "max_string" => (c.name.clone(), c.value - 1),
        "fortran_status" => (c.name.replace("_F_", "_"), c.value + i64::from(c.name != "MPI_F_STATUS_SIZE")),
        _ => (c.name.clone(), c.value),
    };
    tables
        .constants
        .iter()
        .filter_map(move |c| kind(c).map(|kind| (named(c).0, named(c).1, kind)))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The constants that only Fortran has.
const KINDS: &str = "      integer MPI_ADDRESS_KIND, MPI_COUNT_KIND\n      \
                     integer MPI_OFFSET_KIND, MPI_INTEGER_KIND\n      \
                     parameter (MPI_ADDRESS_KIND=8, MPI_COUNT_KIND=8)\n      \
                     parameter (MPI_OFFSET_KIND=8, MPI_INTEGER_KIND=4)\n";

/// Returns `mpif.h`, of which each line fits fixed and free form.
fn include_file(tables: &Tables) -> String {
    let mut out = format!("! Written by `cargo xtask install`.\n{KINDS}");
    for (name, value, kind) in numbers(tables) {
        let kind = if kind == "handle" { "integer" } else { kind };
        let _ = write!(out, "      {kind} {name}\n      parameter ({name}={value})\n");
    }
    for (name, of, kind) in ADDRESSES {
        let declared = match (kind, name) {
            ("status", "MPI_STATUS_IGNORE") => format!("integer {name}(MPI_STATUS_SIZE)"),
            ("status", _) => format!("integer {name}(MPI_STATUS_SIZE,1)"),
            ("character(1)", "MPI_ARGV_NULL") => format!("character {name}(1)"),
            ("character(1)", _) => format!("character {name}(1,1)"),
            ("integer", "MPI_ERRCODES_IGNORE" | "MPI_UNWEIGHTED" | "MPI_WEIGHTS_EMPTY") => format!("integer {name}(1)"),
            _ => format!("integer {name}"),
        };
        let _ = write!(out, "      {declared}\n      common /clump_mpi_{of}/ {name}\n");
    }
    for (name, value) in SUPPORT {
        let _ = write!(out, "      logical {name}\n      parameter ({name}=.{value}.)\n");
    }
    for function in CALLBACKS {
        let _ = writeln!(out, "      external {function}");
    }
    out + "      external MPI_CONVERSION_FN_NULL\n"
}

/// What `mpif.h` and the module `mpi` support. The module mpi_f08 supports both.
const SUPPORT: [(&str, &str); 2] = [("MPI_SUBARRAYS_SUPPORTED", "false"), ("MPI_ASYNC_PROTECTS_NONBLOCKING", "false")];
const CALLBACKS: [&str; 12] = [
    "MPI_DUP_FN",
    "MPI_NULL_COPY_FN",
    "MPI_NULL_DELETE_FN",
    "MPI_COMM_DUP_FN",
    "MPI_COMM_NULL_COPY_FN",
    "MPI_COMM_NULL_DELETE_FN",
    "MPI_TYPE_DUP_FN",
    "MPI_TYPE_NULL_COPY_FN",
    "MPI_TYPE_NULL_DELETE_FN",
    "MPI_WIN_DUP_FN",
    "MPI_WIN_NULL_COPY_FN",
    "MPI_WIN_NULL_DELETE_FN",
];

fn module_mpi(tables: &Tables) -> Result<String, String> {
    let mut out = String::from(
        "! Written by `cargo xtask install`.\nmodule mpi\n  use, intrinsic :: iso_c_binding, only: c_ptr\n  \
         implicit none\n  include 'mpif.h'\n",
    );
    out.push_str(&sizes_interface());
    for f in tables.functions.iter().filter(|f| in_fortran(f) && !f.large()) {
        for profiled in [false, true] {
            let name = format!("{}{}", if profiled { "P" } else { "" }, f.name);
            out.push_str(&format!("  interface\n{}  end interface\n", body(f, &name, Interface::Addresses)?));
        }
    }
    Ok(out + "end module\n")
}

fn module_f08(tables: &Tables) -> Result<String, String> {
    let mut out = String::from(
        "! Written by `cargo xtask install`.\nmodule mpi_f08\n  \
         use, intrinsic :: iso_c_binding, only: c_ptr\n  implicit none\n",
    );
    out.push_str(&KINDS.replace("      ", "  "));
    for kind in HANDLES {
        let _ = write!(out, "  type, bind(C) :: MPI_{kind}\n    integer :: MPI_VAL\n  end type\n");
    }
    out.push_str(
        "  type, bind(C) :: MPI_Status\n    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR, internal(5)\n  end type\n",
    );
    for (name, value, kind) in numbers(tables) {
        let of = tables.constants.iter().find(|c| c.name == name).and_then(|c| c.category.strip_prefix("handle:"));
        let _ = match (kind, of) {
            ("handle", Some(of)) => writeln!(out, "  type(MPI_{of}), parameter :: {name} = MPI_{of}({value})"),
            _ => writeln!(out, "  {kind}, parameter :: {name} = {value}"),
        };
    }
    for (name, of, kind) in ADDRESSES {
        let kind = if kind == "status" { "type(MPI_Status)" } else { kind };
        let shape = match name {
            "MPI_STATUSES_IGNORE"
            | "MPI_ARGV_NULL"
            | "MPI_ERRCODES_IGNORE"
            | "MPI_UNWEIGHTED"
            | "MPI_WEIGHTS_EMPTY" => "(1)",
            "MPI_ARGVS_NULL" => "(1, 1)",
            _ => "",
        };
        let _ = write!(out, "  {kind}, target :: {name}{shape}\n  common /clump_mpi_{of}/ {name}\n");
    }
    for (name, _) in SUPPORT {
        let _ = writeln!(out, "  logical, parameter :: {name} = .true.");
    }
    for function in CALLBACKS {
        let _ = writeln!(out, "  external {function}");
    }
    out.push_str("  external MPI_CONVERSION_FN_NULL\n");
    // Of MPI's tools, Fortran has no interface, and the module mpi_f08 has no functions of MPI-1.
    let is_left_out = |c: &&Callback| {
        c.name.starts_with("MPI_T_") || ["MPI_Copy_function", "MPI_Delete_function"].contains(&c.name.as_str())
    };
    out.push_str("  abstract interface\n");
    for c in tables.callbacks.iter().filter(|c| !is_left_out(c)) {
        out.push_str(&callback(c)?);
    }
    out.push_str("  end interface\n");
    for (operator, end) in [("==", "eq"), ("/=", "neq")] {
        let _ = writeln!(out, "  interface operator({operator})");
        for kind in HANDLES {
            let _ = write!(
                out,
                "    function MPI_{kind}_{end}(a, b) result(is)\n      import MPI_{kind}\n      \
                 type(MPI_{kind}), intent(in) :: a, b\n      logical :: is\n    end function\n"
            );
        }
        out.push_str("  end interface\n");
    }
    out.push_str(&sizes_interface());
    for f in tables.functions.iter().filter(|f| in_fortran(f) && !f.large()) {
        let large = tables.functions.iter().find(|other| other.name == format!("{}_c", f.name));
        for profiled in [false, true] {
            let specific = |f: &Function| {
                let base = f.name.strip_suffix("_c").unwrap_or(&f.name).strip_prefix("MPI_").unwrap_or_default();
                let data = if f.params.iter().any(is_buffer) { "ts" } else { "" };
                let large = if f.large() { "_large" } else { "" };
                format!("{}_{base}_f08{data}{large}", if profiled { "PMPIR" } else { "MPI" })
            };
            let name = format!("{}{}", if profiled { "P" } else { "" }, f.name);
            let mut bodies = body(f, &specific(f), Interface::Descriptors)?;
            if let Some(large) = large {
                let text = body(large, &specific(large), Interface::Descriptors)?;
                if large.params.iter().any(|p| p.ctype.contains("_function")) {
                    // Fortran cannot tell the two by their arguments, so that the other has a name of its own.
                    out.push_str(&format!("  interface {name}_c\n{text}  end interface\n"));
                } else if kinds(large)? != kinds(f)? {
                    bodies += &text;
                }
            }
            out.push_str(&format!("  interface {name}\n{bodies}  end interface\n"));
        }
    }
    Ok(out + "end module\n")
}

/// Returns the declarations of a function's parameters, in which integers of one size have one name.
fn kinds(f: &Function) -> Result<Vec<String>, String> {
    let one = |text: String| {
        text.replace("MPI_COUNT_KIND", "8").replace("MPI_ADDRESS_KIND", "8").replace("MPI_OFFSET_KIND", "8")
    };
    f.params.iter().filter(|p| p.ctype != "void").map(|p| declaration(f, p, true).map(one)).collect()
}

/// Returns the interface of one procedure.
fn body(f: &Function, name: &str, interface: Interface) -> Result<String, String> {
    let f08 = interface == Interface::Descriptors;
    let params: Vec<&Param> = f.params.iter().filter(|p| p.ctype != "void" && p.ctype != "...").collect();
    let params: Vec<&Param> = match f.name.as_str() {
        // Fortran's programs have no arguments to hand over.
        "MPI_Init" | "MPI_Init_thread" | "MPI_Info_create_env" => {
            params.into_iter().filter(|p| !["argc", "argv"].contains(&p.name.as_str())).collect()
        }
        _ => params,
    };
    let mut names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
    let mut lines = Vec::new();
    for p in &params {
        lines.push(declaration(f, p, f08)?);
        // A pointer to memory is a `type(c_ptr)` or an INTEGER of the kind of addresses, as the program likes.
        if !f08 && (is_buffer(p) || is_pointer(p)) {
            lines.push(format!("!GCC$ attributes no_arg_check :: {}", p.name));
        }
    }
    let (kind, result) = match f.returns.as_str() {
        "double" => ("function", " result(value)"),
        "MPI_Aint" => ("function", " result(value)"),
        _ if f.name == "MPI_Pcontrol" => ("subroutine", ""),
        _ => {
            names.push("ierror".into());
            lines.push(format!("integer, {}intent(out) :: ierror", if f08 { "optional, " } else { "" }));
            ("subroutine", "")
        }
    };
    match f.returns.as_str() {
        "double" => lines.push("double precision :: value".into()),
        "MPI_Aint" => lines.push("integer(MPI_ADDRESS_KIND) :: value".into()),
        _ => {}
    }
    let mut out = wrapped(&format!("    {kind} {name}({}){result}", names.join(", ")));
    out.push_str("      import\n");
    for line in lines {
        out.push_str(&wrapped(&format!("      {line}")));
    }
    let _ = writeln!(out, "    end {kind}");
    Ok(out)
}

/// Returns the interface of a function in the module mpi_f08, as a program's author reads it.
pub fn synopsis(f: &Function) -> Result<String, String> {
    let text = body(f, &f.name, Interface::Descriptors)?;
    let lines = text.lines().filter(|line| line.trim() != "import" && !line.starts_with("    end "));
    Ok(lines.map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect())
}

/// Returns true if the function returns the address of memory by this parameter.
fn is_pointer(p: &Param) -> bool {
    p.ctype == "void *" && ["baseptr", "buffer_addr"].contains(&p.name.as_str())
}

/// Returns the abstract interface of the procedures of a callback's type, for the module mpi_f08.
fn callback(c: &Callback) -> Result<String, String> {
    let name = &c.name;
    let mut names = Vec::new();
    let mut lines = Vec::new();
    for p in c.params()?.iter().filter(|p| p.ctype != "...") {
        let kind = match (p.ctype.as_str(), p.name.as_str()) {
            ("void *", "extra_state" | "attribute_val" | "attribute_val_in" | "attribute_val_out")
            | ("MPI_Aint *", _) => "integer(MPI_ADDRESS_KIND)".to_owned(),
            ("void *", _) => "type(c_ptr), value".to_owned(),
            ("int *", "flag") | ("int", "complete") => "logical".to_owned(),
            ("int" | "int *", _) => "integer".to_owned(),
            ("MPI_Count" | "MPI_Count *", _) => "integer(MPI_COUNT_KIND)".to_owned(),
            ("MPI_Offset", _) => "integer(MPI_OFFSET_KIND)".to_owned(),
            (object, _) => {
                let object = object.trim_end_matches(" *");
                if object != "MPI_Status" && !HANDLES.iter().any(|h| object.strip_prefix("MPI_") == Some(h)) {
                    return Err(format!("modules: no Fortran type stands for {object} of {name}"));
                }
                format!("type({object})")
            }
        };
        names.push(p.name.clone());
        lines.push(format!("{kind} :: {}", p.name));
    }
    if c.returns == "int" {
        names.push("ierror".into());
        lines.push("integer :: ierror".into());
    }
    let mut out = wrapped(&format!("    subroutine {name}({})", names.join(", "))) + "      import\n";
    for line in lines {
        let _ = writeln!(out, "      {line}");
    }
    Ok(out + "    end subroutine\n")
}

/// Breaks a line that is too long for Fortran's free form.
fn wrapped(line: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in line.split_inclusive(", ") {
        if length + word.len() > LINE {
            out.push_str("&\n        ");
            length = 8;
        }
        out.push_str(word);
        length += word.len();
    }
    out + "\n"
}

fn declaration(f: &Function, p: &Param, f08: bool) -> Result<String, String> {
    let name = &p.name;
    let t = p.ctype.as_str();
    let handle = HANDLES
        .into_iter()
        .find(|h| t.trim_start_matches("const ").split([' ', '*', '[']).next() == Some(&format!("MPI_{h}")));
    let integer = |kind: &str| format!("integer(MPI_{kind}_KIND)");
    let logical = |name: &str| if LOGICAL.contains(&name) { "logical" } else { "integer" };
    if t.contains("_function") {
        return Ok(format!("external :: {name}"));
    }
    if let Some(h) = handle {
        let of = if f08 { format!("type(MPI_{h})") } else { "integer".into() };
        return Ok(match t.ends_with("[]") {
            true => format!("{of} :: {name}(*)"),
            false if t.ends_with('*') => format!("{of} :: {name}"),
            false => format!("{of}, intent(in) :: {name}"),
        });
    }
    Ok(match t {
        "MPI_Status *" | "const MPI_Status *" => match (name.starts_with("array_of_statuses"), f08) {
            (true, true) => format!("type(MPI_Status) :: {name}(*)"),
            (false, true) => format!("type(MPI_Status) :: {name}"),
            (true, false) => format!("integer :: {name}(MPI_STATUS_SIZE, *)"),
            (false, false) => format!("integer :: {name}(MPI_STATUS_SIZE)"),
        },
        // The functions of MPI-1.
        "void *" | "const void *" if !is_buffer(p) && INTEGERS.contains(&f.name.as_str()) => {
            format!("integer :: {name}")
        }
        "void *" | "const void *" if name == "extra_state" => format!("{}, intent(in) :: {name}", integer("ADDRESS")),
        "void *" | "const void *" if name == "attribute_val" => format!("{} :: {name}", integer("ADDRESS")),
        "void *" | "const void *" if !is_buffer(p) => match f08 {
            true => format!("type(c_ptr), intent(out) :: {name}"),
            false => format!("type(*) :: {name}(*)"),
        },
        "void *" | "const void *" if f08 => format!("type(*), dimension(..), asynchronous :: {name}"),
        "void *" | "const void *" => format!("type(*) :: {name}(*)"),
        "const char *" | "const char []" => format!("character(*), intent(in) :: {name}"),
        "char *" => format!("character(*) :: {name}"),
        "char * []" | "char *[]" => format!("character(*), intent(in) :: {name}(*)"),
        "char ** []" | "char **[]" => format!("character(*), intent(in) :: {name}(count, *)"),
        "int" | "const int" => format!("{}, intent(in) :: {name}", logical(name)),
        "MPI_Aint" => format!("{}, intent(in) :: {name}", integer("ADDRESS")),
        "MPI_Count" => format!("{}, intent(in) :: {name}", integer("COUNT")),
        "MPI_Offset" => format!("{}, intent(in) :: {name}", integer("OFFSET")),
        "int *" if name.ends_with("weights") => format!("integer :: {name}(*)"),
        "const int *" => format!("integer, intent(in) :: {name}(*)"),
        "int *" => format!("{} :: {name}", logical(name)),
        "int [][3]" => format!("integer, intent(in) :: {name}(3, *)"),
        t if t.ends_with("[]") => {
            let of = match t.trim_start_matches("const ").trim_end_matches("[]").trim() {
                "int" => logical(name).to_owned(),
                "MPI_Aint" => integer("ADDRESS"),
                "MPI_Count" => integer("COUNT"),
                other => return Err(format!("modules: no Fortran type stands for {other} of {}", f.name)),
            };
            format!("{of} :: {name}(*)")
        }
        "MPI_Aint *" => format!("{} :: {name}", integer("ADDRESS")),
        "MPI_Count *" => format!("{} :: {name}", integer("COUNT")),
        "MPI_Offset *" => format!("{} :: {name}", integer("OFFSET")),
        other => return Err(format!("modules: no Fortran type stands for {other} of {}", f.name)),
    })
}

fn sizes_interface() -> String {
    let mut out = String::from("  interface MPI_Sizeof\n");
    for (name, of, _) in SIZES {
        let _ = write!(
            out,
            "    subroutine clump_sizeof_{name}(x, size, ierror)\n      {of}, dimension(..), intent(in) :: x\n      \
             integer, intent(out) :: size\n      integer, optional, intent(out) :: ierror\n    end subroutine\n"
        );
    }
    out + "  end interface\n"
}

/// Returns `sizes.h`: the functions of `MPI_Sizeof`, for library.c.
fn sizes() -> String {
    let lines = SIZES.iter().map(|(name, _, bytes)| format!("SIZE_OF(clump_sizeof_{name}_, {bytes})\n"));
    "/* Written by `cargo xtask install`. */\n".chars().chain(lines.collect::<String>().chars()).collect()
}
