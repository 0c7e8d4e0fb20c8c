//! Generates `functions.h`: each function of a stand-in converts its arguments, calls the library through the table,
//! and converts what the call returns. The text is the same for all stand-ins; the types `F_…` and the conversions
//! `…_in` and `…_out` are those of one ABI.
use super::arguments::Arguments;
use super::short;
use crate::r#gen::ctype::HANDLES;
use crate::r#gen::tables::{Function, Param, Tables};
use std::fmt::Write;

/// Functions that `special.h` writes by hand, each with its large-count form: the table's types do not say how their
/// arguments convert.
const BY_HAND: &[&str] = &[
    "MPI_Abi_get_fortran_info",
    "MPI_Abi_get_version",
    "MPI_Attr_get",
    "MPI_Comm_get_attr",
    "MPI_Comm_get_errhandler",
    "MPI_Comm_get_name",
    "MPI_Comm_set_errhandler",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Errhandler_free",
    "MPI_Error_string",
    "MPI_File_get_errhandler",
    "MPI_File_set_errhandler",
    "MPI_Get_library_version",
    "MPI_Get_processor_name",
    "MPI_Get_version",
    "MPI_Group_translate_ranks",
    "MPI_Info_get_nthkey",
    "MPI_Lookup_name",
    "MPI_Op_create",
    "MPI_Open_port",
    "MPI_Pcontrol",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Startall",
    "MPI_T_cvar_handle_alloc",
    "MPI_T_event_get_info",
    "MPI_T_event_handle_alloc",
    "MPI_T_pvar_handle_alloc",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Type_create_darray",
    "MPI_Type_get_contents",
    "MPI_Type_get_name",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Win_get_attr",
    "MPI_Win_get_errhandler",
    "MPI_Win_get_name",
    "MPI_Win_set_errhandler",
];

/// Returns true if `special.h` has the function.
fn by_hand(f: &Function) -> bool {
    let base = f.name.strip_suffix("_c").unwrap_or(&f.name);
    let between_languages = ["toint", "fromint", "c2f", "f2c", "c2f08", "f082c", "f2f08", "f082f"];
    BY_HAND.contains(&base) || f.name.rsplit_once('_').is_some_and(|(_, end)| between_languages.contains(&end))
}

/// Returns the C type of the standard ABI for a parameter or a result: handles are words.
pub fn native_type(ctype: &str) -> Result<String, String> {
    translated(ctype, "word", "struct status")
}

/// Returns the C type of another ABI.
pub fn foreign_type(ctype: &str, handle: Option<&str>) -> Result<String, String> {
    translated(ctype, &handle.map_or_else(String::new, |h| format!("F_{h}")), "F_Status")
}

/// Returns the handle type in a C type, without its prefix: `Comm` for `MPI_Comm *`.
pub fn handle(ctype: &str) -> Option<&'static str> {
    let name = ctype.trim_start_matches("const ").split([' ', '*', '[']).next()?.strip_prefix("MPI_")?;
    HANDLES.into_iter().find(|h| *h == name)
}

fn translated(ctype: &str, handle_type: &str, status: &str) -> Result<String, String> {
    if ctype.contains("_function") {
        return Ok("void *".into());
    }
    let pointer = ctype.replace("[][3]", "*").replace("[3]", "*").replace("[]", "*");
    let mut words: Vec<String> = pointer.split_whitespace().map(String::from).collect();
    for word in &mut words {
        let of = word.trim_end_matches('*').to_owned();
        let stars = word[of.len()..].to_owned();
        let new = match of.as_str() {
            "" | "const" | "void" | "char" | "int" | "double" => continue,
            "MPI_Aint" => "intptr_t".into(),
            "MPI_Count" | "MPI_Offset" => "int64_t".into(),
            "MPI_Fint" | "MPI_T_cb_safety" | "MPI_T_source_order" => "int".into(),
            "MPI_Status" | "MPI_F08_status" => status.to_owned(),
            t if t.starts_with("MPI_T_") => "void *".into(),
            t if handle(t).is_some() => handle_type.to_owned(),
            t => return Err(format!("stand-ins: no C type stands for {t}")),
        };
        *word = new + &stars;
    }
    Ok(words.join(" "))
}

/// The parts of one function's text.
#[derive(Default)]
struct Text {
    before: String,
    arguments: Vec<String>,
    after: String,
}

/// Returns `functions.h`. Defines each function that `special.h` does not, and the profiling name of every function.
pub fn functions(tables: &Tables, arguments: &Arguments) -> Result<String, String> {
    let mut out = String::new();
    for f in &tables.functions {
        if !by_hand(f) {
            out.push_str(&function(f, arguments)?);
        }
        writeln!(out, "TWIN({})", short(f)).map_err(|e| e.to_string())?;
    }
    Ok(out)
}

fn function(f: &Function, arguments: &Arguments) -> Result<String, String> {
    let mut list = Vec::new();
    let mut text = Text::default();
    for p in &f.params {
        let ctype = foreign_type(&p.ctype, handle(&p.ctype))?;
        list.push(format!("{ctype}{}{}", if ctype.ends_with('*') { "" } else { " " }, p.name));
        parameter(f, p, arguments, &mut text)?;
    }
    let list = if list.is_empty() { "void".into() } else { list.join(", ") };
    let call = format!("TABLE.{}({})", short(f), text.arguments.join(", "));
    if f.params.iter().any(|p| p.ctype.contains("_function")) {
        text.before.push_str("    TABLE.set_adapters(&adapters);\n");
        text.after.insert_str(0, "    TABLE.set_adapters(0);\n");
    }
    let body = match (f.returns.as_str(), text.after.is_empty()) {
        ("int", true) => format!("{}    return code_out({call});\n", text.before),
        ("int", false) => format!("{}    int code = {call};\n{}    return code_out(code);\n", text.before, text.after),
        (_, true) => format!("{}    return {call};\n", text.before),
        (other, false) => return Err(format!("stand-ins: {} returns {other} and changes arguments", f.name)),
    };
    let returns = foreign_type(&f.returns, None)?;
    Ok(format!("EXPORT {returns} NAME({})({list})\n{{\n{body}}}\n", short(f)))
}

/// Adds the conversion of parameter `p` to the text of `f`.
fn parameter(f: &Function, p: &Param, arguments: &Arguments, text: &mut Text) -> Result<(), String> {
    let name = &p.name;
    let (before, after): (String, String);
    let argument;
    (before, argument, after) = match (p.ctype.as_str(), handle(&p.ctype), arguments.kind(f, p)) {
        ("MPI_Status *", ..) if f.name.starts_with("MPI_Status_set") => {
            (format!("STATUS_CHANGED({name});"), format!("STATUS_POINTER({name})"), format!("STATUS_BACK({name});"))
        }
        ("MPI_Status *", ..) => {
            (format!("STATUS({name});"), format!("STATUS_POINTER({name})"), format!("STATUS_BACK({name});"))
        }
        ("const MPI_Status *", ..) => (format!("STATUS_IN({name});"), format!("STATUS_POINTER({name})"), String::new()),
        (t, Some(h), _) if t == format!("MPI_{h}") => (String::new(), format!("{h}_in({name})"), String::new()),
        (t, Some(h), _) if t == format!("MPI_{h} *") => {
            // MPI_Imrecv reads the message's handle, but only returns that of the request.
            let returned = f.name.starts_with("MPI_Imrecv") && h == "Request";
            let direction = if changes(f) && !returned { "CHANGED" } else { "OUT" };
            let variable = format!("{direction}({h}, {name});");
            (variable, format!("POINTER({name})"), format!("{direction}_BACK({h}, {name});"))
        }
        ("const MPI_Datatype []", ..) => {
            let length = length(f, p)?;
            let types = format!("TYPES({name}, {length});");
            (types, format!("{name}_ours"), format!("TYPES_DONE({name});"))
        }
        (_, Some(_), _) => return Err(format!("stand-ins: `{name}` of {} needs special.h", f.name)),
        ("int" | "MPI_T_cb_safety" | "MPI_Offset", _, Some(kind)) => {
            (String::new(), format!("{kind}_in({name})"), String::new())
        }
        ("int *" | "const int *" | "MPI_T_source_order *", _, Some("weights")) => {
            (String::new(), format!("weights_in({name})"), String::new())
        }
        ("int *" | "MPI_T_source_order *", _, Some(kind)) => {
            let direction = if changes(f) { "NUMBER_CHANGED" } else { "NUMBER_OUT" };
            let variable = format!("{direction}({kind}, {name});");
            (variable, format!("POINTER({name})"), format!("NUMBER_BACK({kind}, {name});"))
        }
        (t, _, Some(kind)) => return Err(format!("stand-ins: `{name}` of {} is {kind}, but of type {t}", f.name)),
        ("void *" | "const void *", ..) if f.category.contains("collective") => {
            (String::new(), format!("buffer_in({name})"), String::new())
        }
        ("void *", ..) if name == "buffer" => (String::new(), format!("attached_in({name})"), String::new()),
        ("void *", ..) if name == "buffer_addr" => (String::new(), name.clone(), format!("attached_out({name});")),
        ("MPI_T_pvar_handle", ..) => (String::new(), format!("variable_in({name})"), String::new()),
        (t, ..) if t.contains("opy_attr_function") || t == "MPI_Copy_function *" => {
            (String::new(), format!("copy_in({name})"), String::new())
        }
        (t, ..) if t.contains("elete_attr_function") || t == "MPI_Delete_function *" => {
            (String::new(), format!("delete_in({name})"), String::new())
        }
        (t, ..) if t.contains("conversion_function") => {
            (String::new(), format!("conversion_in({name})"), String::new())
        }
        _ => (String::new(), name.clone(), String::new()),
    };
    if !before.is_empty() {
        writeln!(text.before, "    {before}").map_err(|e| e.to_string())?;
    }
    if !after.is_empty() {
        writeln!(text.after, "    {after}").map_err(|e| e.to_string())?;
    }
    text.arguments.push(argument);
    Ok(())
}

/// Returns true if the function reads the handles and keys that it changes.
fn changes(f: &Function) -> bool {
    let base = f.name.strip_suffix("_c").unwrap_or(&f.name);
    ["_free", "_free_keyval", "_disconnect", "_finalize", "_close", "_commit"].iter().any(|end| base.ends_with(end))
        || ["MPI_Wait", "MPI_Test", "MPI_Start", "MPI_Cancel", "MPI_Mrecv", "MPI_Imrecv"].contains(&base)
}

/// Returns the C expression for the number of datatypes in an array.
fn length(f: &Function, p: &Param) -> Result<String, String> {
    let neighbours = f.category.contains("neighbor") || f.name.contains("eighbor");
    Ok(match (p.name.as_str(), neighbours) {
        ("array_of_types", _) => "count".into(),
        ("sendtypes", true) => "neighbours(comm, 1)".into(),
        ("recvtypes", true) => "neighbours(comm, 0)".into(),
        // The sender's types have no meaning if the data is in place.
        ("sendtypes", false) => "buffer_in(sendbuf) == IN_PLACE ? 0 : members(comm)".into(),
        ("recvtypes", false) => "members(comm)".into(),
        (name, _) => return Err(format!("stand-ins: no length is known for `{name}` of {}", f.name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn arguments_are_converted_by_their_types_and_by_the_table() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/mpi/tables");
        let tables = Tables::read(&folder).unwrap();
        let arguments = Arguments::read(&folder.join("foreign_arguments.csv"), &tables).unwrap();
        let text = |name: &str| function(tables.function(name).unwrap(), &arguments).unwrap();
        assert_eq!(
            text("MPI_Recv"),
            "EXPORT int NAME(Recv)(void *buf, int count, F_Datatype datatype, int source, int tag, F_Comm comm, \
             F_Status *status)\n{\n    STATUS(status);\n    int code = TABLE.Recv(buf, count, Datatype_in(datatype), \
             rank_in(source), tag_in(tag), Comm_in(comm), STATUS_POINTER(status));\n    STATUS_BACK(status);\n    \
             return code_out(code);\n}\n"
        );
        assert!(
            text("MPI_Bcast").contains("TABLE.Bcast(buffer_in(buffer), count, Datatype_in(datatype), rank_in(root)")
        );
        assert!(
            text("MPI_Comm_free").contains("CHANGED(Comm, comm);")
                && text("MPI_Comm_dup").contains("OUT(Comm, newcomm);")
        );
        assert!(text("MPI_Op_create").contains("TABLE.set_adapters(&adapters);"));
        assert!(text("MPI_Wtime").contains("return TABLE.Wtime();"));
        assert!(text("MPI_Abort").contains("TABLE.Abort(Comm_in(comm), errorcode)"), "an exit code is no error code");
    }
}
