//! Reads `foreign.csv`, the constants of other ABIs, and generates a header from it for each ABI.
use crate::r#gen::tables::{Constant, Tables, rows};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// One row of `foreign.csv`.
pub struct Row {
    /// The constant's name in MPI.
    name: String,
    /// For a name that the standard ABI lacks: the handle in the standard ABI that it means, 0 for none.
    means: i64,
    /// The constant's value in the standard ABI.
    pub ours: Option<Value>,
    pub mpich: Option<Value>,
    pub openmpi: Option<Value>,
}

/// What a constant is in another ABI.
pub enum Value {
    Number(i64),
    /// The address of a data object that the library exports, with this name and size.
    Object(String, u32),
}

/// Reads the table. Fails if a constant of the standard ABI has no row.
pub fn read(path: &Path, tables: &Tables) -> Result<Vec<Row>, String> {
    let mut all = Vec::new();
    for row in rows(path, 4)? {
        let value = |text: &str| value(text).map_err(|why| format!("{}: {}: {why}", path.display(), row[0]));
        let ours = tables.constants.iter().find(|c| c.name == row[0]).map(|c| Value::Number(c.value));
        let means = tables.constants.iter().find(|c| c.name == row[3]).map_or(0, |c| c.value);
        if means == 0 && !row[3].is_empty() {
            return Err(format!("{}: {} is no constant of the standard ABI", path.display(), row[3]));
        }
        all.push(Row { name: row[0].clone(), means, ours, mpich: value(&row[1])?, openmpi: value(&row[2])? });
    }
    match tables.constants.iter().find(|c| !all.iter().any(|row| row.name == c.name)) {
        Some(c) => Err(format!("{}: no row for {}", path.display(), c.name)),
        None => Ok(all),
    }
}

/// Parses `5`, `0x44000000`, `ompi_mpi_int:512`, or nothing.
fn value(text: &str) -> Result<Option<Value>, String> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    if text.is_empty() {
        return Ok(None);
    }
    if let Some((name, size)) = text.split_once(':') {
        let size = size.parse().map_err(|_| format!("`{size}` is no size"))?;
        return Ok(Some(Value::Object(name.into(), size)));
    }
    number(text).map(|n| Some(Value::Number(n))).ok_or_else(|| format!("`{text}` is no number"))
}

/// Returns the header of one ABI, whose values `of` chooses:
/// - `HANDLES_kind(X)`: our number and theirs (or their object and its size) of each predefined handle of a kind;
/// - `HANDLES_Alias(X)`: alike, for further names of handles that are objects of their own;
/// - `CLASSES(X)`: our number and theirs of each error class;
/// - `OURS_…` of every other constant, and `THEIRS_…` and a place in the `LIST_category(X)` if the ABI has it.
pub fn header(rows: &[Row], tables: &Tables, of: impl Fn(&Row) -> &Option<Value>) -> Result<String, String> {
    let mut lists: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut numbers = String::new();
    lists.insert("HANDLES_Alias".into(), Vec::new());
    // A category of which the ABI has no constant has a list, too.
    for c in tables.constants.iter().filter(|c| handle_kind(c).is_none() && !is_class(c)) {
        lists.entry(category(c)).or_default();
    }
    let mut objects: Vec<&str> = Vec::new();
    // An object is of the name that the standard ABI does not call an alias.
    let constant = |row: &Row| tables.constants.iter().find(|c| c.name == row.name);
    let (names, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| constant(row).is_some_and(|c| !c.alias));
    for row in names.into_iter().chain(others) {
        let constant = constant(row);
        let name = row.name.strip_prefix("MPI_").unwrap_or(&row.name);
        let kind = constant.and_then(handle_kind);
        let ours = constant.map_or(row.means, |c| c.value);
        if constant.is_some_and(|c| kind.is_none() && !is_class(c)) {
            writeln!(numbers, "#define OURS_{name} ({ours})").map_err(|e| e.to_string())?;
        }
        let Some(value) = of(row) else { continue };
        let mut add = |list: String, entry: String| lists.entry(list).or_default().push(entry);
        match (value, kind, constant) {
            (Value::Object(object, _), ..) if objects.contains(&object.as_str()) => {}
            (Value::Object(object, size), kind, _) => {
                objects.push(object);
                let kind = kind.filter(|_| constant.is_some_and(|c| !c.alias)).unwrap_or("Alias");
                add(format!("HANDLES_{kind}"), format!("X({ours:#x}, {object}, {size})"));
            }
            (Value::Number(theirs), Some(kind), Some(c)) if !c.alias => {
                add(format!("HANDLES_{kind}"), format!("X({ours:#x}, {theirs:#x})"));
            }
            (Value::Number(_), Some(_), _) => {}
            (Value::Number(theirs), None, None) if row.means != 0 => {
                add("HANDLES_Alias".into(), format!("X({ours:#x}, {theirs:#x})"));
            }
            (Value::Number(theirs), None, None) => {
                writeln!(numbers, "#define THEIRS_{name} ({theirs:#x})").map_err(|e| e.to_string())?;
            }
            (Value::Number(theirs), None, Some(c)) if is_class(c) => {
                add("CLASSES".into(), format!("X({ours}, {theirs})"));
            }
            (Value::Number(theirs), None, Some(c)) => {
                writeln!(numbers, "#define THEIRS_{name} ({theirs})").map_err(|e| e.to_string())?;
                add(category(c), format!("X({name})"));
            }
        }
    }
    let mut out = String::new();
    for (name, entries) in lists {
        let all: String = entries.iter().map(|entry| format!(" \\\n    {entry}")).collect();
        writeln!(out, "#define {name}(X){all}").map_err(|e| e.to_string())?;
    }
    Ok(out + &numbers)
}

/// Returns the header of one ABI for the classes of C++: the constants that `of` chooses, and the prototypes of the
/// functions that the classes may call, by their names in MPI. The types are the including file's.
pub fn declarations(rows: &[Row], tables: &Tables, of: impl Fn(&Row) -> &Option<Value>) -> Result<String, String> {
    let mut out = String::from("extern \"C\" {\n");
    let mut add = |line: String| writeln!(out, "{line}").map_err(|e| e.to_string());
    for row in rows.iter().filter(|row| row.name.starts_with("MPI_") && !row.name.starts_with("MPI_T_")) {
        let constant = tables.constants.iter().find(|c| c.name == row.name);
        // The types of dropped bounds are the only handles without a constant.
        let kind = constant.map_or_else(|| row.name.ends_with('B').then_some("Datatype"), handle_kind);
        match (of(row), kind) {
            (Some(Value::Object(object, _)), Some(kind)) => {
                add(format!("extern char {object}[];\n#define {} ((MPI_{kind})(void *){object})", row.name))?;
            }
            (Some(Value::Number(n)), Some(kind)) => add(format!("#define {} ((MPI_{kind}){n:#x})", row.name))?,
            (Some(Value::Number(n)), None) => add(format!("#define {} ({n})", row.name))?,
            _ => {}
        }
    }
    let has_newer = |text: &str| ["_Count", "_F08", "_Message", "_Session", "MPI_T_"].iter().any(|t| text.contains(t));
    for c in tables.callbacks.iter().filter(|c| !has_newer(&c.args)) {
        add(format!("typedef {} {}({});", c.returns, c.name, c.args))?;
    }
    for f in tables.functions.iter().filter(|f| !has_newer(&f.signature) && !f.large() && !f.fortran()) {
        add(format!("{};", f.signature))?;
    }
    Ok(out + "}\n")
}

/// Returns the name of the list of a constant's category: `LIST_rma_lock_type`.
fn category(c: &Constant) -> String {
    format!("LIST_{}", c.category.replace([':', '*'], "_"))
}

/// Returns the kind of handle that a constant is: `Comm`.
fn handle_kind(c: &Constant) -> Option<&str> {
    c.category.strip_prefix("handle:").filter(|kind| !kind.starts_with("T_"))
}

fn is_class(c: &Constant) -> bool {
    c.category == "error_class" && !["MPI_SUCCESS", "MPI_ERR_LASTCODE"].contains(&c.name.as_str())
}
