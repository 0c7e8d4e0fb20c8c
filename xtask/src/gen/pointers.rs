//! Decides which pointers of a call must not be null: by the C type, and by `tables/pointers.csv` where the type does
//! not say.
use super::symbols::rust_name;
use super::tables::{Function, Param, Tables};

/// Returns the condition under which a pointer parameter of `f` is null and must not be; `None` if null is allowed, or
/// if only the body can tell.
pub fn missing(tables: &Tables, f: &Function, p: &Param) -> Result<Option<String>, String> {
    // The tool interface has error codes of its own, and lets most pointers be null.
    if f.is_tool() {
        return Ok(None);
    }
    let name = rust_name(&p.name);
    let null = match p.ctype.contains("_function") {
        true => format!("{name} == 0"),
        false => format!("{name}.is_null()"),
    };
    let rules: Vec<_> = tables.pointers.iter().filter(|r| r.parameter == p.name && applies(&r.functions, f)).collect();
    let needed = match rules[..] {
        [] => by_type(p).ok_or_else(|| {
            format!("pointers.csv: say when `{}` of {} must not be null, as its length decides", p.name, f.name)
        })?,
        [rule] => &rule.needed,
        _ => return Err(format!("pointers.csv: several lines for `{}` of {}", p.name, f.name)),
    };
    Ok(match needed {
        "never" | "body" => None,
        "always" => Some(null),
        when => Some(format!("{when} && {null}")),
    })
}

fn applies(functions: &[String], f: &Function) -> bool {
    let base = f.name.strip_suffix("_c").or_else(|| f.name.strip_suffix("_x")).unwrap_or(&f.name);
    functions.is_empty() || functions.iter().any(|name| *name == f.name || name == base)
}

/// Returns the rule for a parameter without a row in the table; `None` for an array, for which the table must say when
/// it may be empty.
fn by_type(p: &Param) -> Option<&'static str> {
    if !p.ctype.contains(['*', '[']) {
        return Some("never");
    }
    match p.ctype.as_str() {
        // A buffer may be null if its count is 0, or may be MPI_BOTTOM. The body checks buffer and count together.
        "void *" | "const void *" => Some("never"),
        // MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE are null.
        "MPI_Status *" if ["status", "array_of_statuses"].contains(&p.name.as_str()) => Some("never"),
        array if array.contains('[') => None,
        _ => Some("always"),
    }
}
