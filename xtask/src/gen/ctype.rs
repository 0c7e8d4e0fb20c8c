//! Maps C parameter types to the types of a Rust `extern` signature, and to what the Rust body gets.

/// The handle types, without the prefix `MPI_`.
pub const HANDLES: [&str; 11] =
    ["Op", "Comm", "Group", "Win", "File", "Session", "Message", "Info", "Errhandler", "Request", "Datatype"];

/// Returns the type in the exported function's signature.
pub fn extern_type(ctype: &str) -> String {
    if let Some(plain) = plain(ctype) {
        return plain.into();
    }
    if ctype.contains("_function") {
        return "usize".into();
    }
    let (constant, element) = element(ctype);
    let pointer = if constant { "*const" } else { "*mut" };
    match element.as_str() {
        "void" | "char *" | "char **" => format!("{pointer} c_void"),
        "char" => format!("{pointer} c_char"),
        other => format!("{pointer} {}", plain(other).unwrap_or("c_void")),
    }
}

/// Returns the expression that makes the body's argument from the exported function's parameter `name`.
pub fn argument(ctype: &str, name: &str) -> String {
    match plain(ctype) {
        Some("isize") => return format!("{name} as i64"),
        Some(_) => return name.into(),
        None => {}
    }
    if ctype.contains("_function") {
        return format!("Callback::new({name})");
    }
    let (constant, element) = element(ctype);
    match (element.as_str(), constant) {
        ("void" | "char *" | "char **", _) => format!("Addr::new({name}.cast())"),
        ("char", true) => format!("Text::new({name})"),
        ("char", false) => format!("TextOut::new({name})"),
        ("MPI_Aint" | "MPI_Offset", true) => format!("In::new({name}.cast::<i64>())"),
        ("MPI_Aint" | "MPI_Offset", false) => format!("Out::new({name}.cast::<i64>())"),
        (_, true) => format!("In::new({name})"),
        (_, false) => format!("Out::new({name})"),
    }
}

/// Returns Rust's type for a C type that is passed by value.
fn plain(ctype: &str) -> Option<&'static str> {
    Some(match ctype {
        "int" | "const int" | "MPI_Fint" | "MPI_T_cb_safety" | "MPI_T_source_order" => "c_int",
        "MPI_Count" | "MPI_Offset" => "i64",
        "MPI_Aint" => "isize",
        "double" => "f64",
        "int [3]" => "[c_int; 3]",
        "MPI_Status" | "MPI_F08_status" => "abi::Status",
        "MPI_T_enum" | "MPI_T_cvar_handle" | "MPI_T_pvar_handle" | "MPI_T_pvar_session" => "usize",
        "MPI_T_event_registration" | "MPI_T_event_instance" => "usize",
        _ => {
            let handle = HANDLES.iter().position(|h| ctype.strip_prefix("MPI_") == Some(h))?;
            return Some(
                [
                    "abi::Op",
                    "abi::Comm",
                    "abi::Group",
                    "abi::Win",
                    "abi::File",
                    "abi::Session",
                    "abi::Message",
                    "abi::Info",
                    "abi::Errhandler",
                    "abi::Request",
                    "abi::Datatype",
                ][handle],
            );
        }
    })
}

/// Returns the return type of an exported function.
pub fn return_type(ctype: &str) -> String {
    plain(ctype).unwrap_or("c_int").into()
}

/// Returns whether a pointer or array is to constants, and the type that it points to.
fn element(ctype: &str) -> (bool, String) {
    let (constant, rest) = match ctype.strip_prefix("const ") {
        Some(rest) => (true, rest),
        None => (false, ctype),
    };
    if let Some(e) = rest.strip_suffix("[][3]") {
        return (constant, format!("{} [3]", e.trim()));
    }
    let inner = rest.strip_suffix("[]").or_else(|| rest.strip_suffix('*')).unwrap_or(rest);
    (constant, inner.trim().into())
}
