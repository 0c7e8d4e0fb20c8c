//! Reads the tables: constants, functions, callback types, and the Rust body of each function.
use super::forms::Form;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// One row of `constants.csv`.
pub struct Constant {
    pub name: String,
    pub value: i64,
    /// The constant's kind and, for handles and sentinels, its C type: `handle:Comm`, `ignore_sentinel:int*`,
    /// `error_class`.
    pub category: String,
    pub alias: bool,
}

/// One parameter of a C function.
#[derive(Clone, PartialEq)]
pub struct Param {
    /// The C type, with blanks normalised: `const int []`, `MPI_Comm *`, `int`, `...`.
    pub ctype: String,
    pub name: String,
}

/// One row of `functions.csv` (the ABI) or of `fortran.csv` (functions of the standard that the ABI lacks, for programs
/// that also use Fortran).
pub struct Function {
    pub name: String,
    pub category: String,
    /// The chapter of MPI 5.0: its number and its name.
    pub chapter: String,
    /// The version of the standard that deprecated the function, or empty.
    pub deprecated: String,
    pub returns: String,
    pub signature: String,
    pub params: Vec<Param>,
}

impl Function {
    /// Returns true if the function exists only for programs that also use Fortran, and is not in the ABI.
    pub fn fortran(&self) -> bool {
        self.category == "fortran"
    }
    /// Returns the ABI's function that replaces a converter between handles of C and Fortran (`MPI_Comm_toint` for
    /// `MPI_Comm_c2f`).
    pub fn abi_twin(&self) -> Option<String> {
        let (kind, twin) = match self.name.rsplit_once('_')? {
            (kind, "c2f") => (kind, "toint"),
            (kind, "f2c") => (kind, "fromint"),
            _ => return None,
        };
        (kind != "MPI_Status").then(|| format!("{kind}_{twin}"))
    }
    /// Returns true for the functions of the tool interface (MPI_T_…).
    pub fn is_tool(&self) -> bool {
        self.category == "tools_mpi_t"
    }
    /// Returns true if the function is a form with large counts (`_c`).
    pub fn large(&self) -> bool {
        self.name.ends_with("_c")
    }
}

/// One row of `callback_types.csv`.
pub struct Callback {
    pub name: String,
    pub returns: String,
    pub args: String,
}

impl Callback {
    /// Returns the parameters of the callback's functions.
    pub fn params(&self) -> Result<Vec<Param>, String> {
        params(&format!("{}({})", self.name, self.args))
    }
}

/// One row of `pointers.csv`.
pub struct Pointer {
    pub parameter: String,
    /// The functions that the row is about, each with its large-count form. Empty: all functions.
    pub functions: Vec<String>,
    /// When null is refused: `always`, `never`, `body` (the body decides), or a condition on other parameters.
    pub needed: String,
}

pub struct Tables {
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
    pub callbacks: Vec<Callback>,
    pub pointers: Vec<Pointer>,
    /// For each function's name, the path of its body in crate clump-mpi.
    pub bindings: BTreeMap<String, String>,
    /// The form of each function of `collectives.csv`, under its name without the suffix of large counts.
    pub forms: BTreeMap<String, Form>,
}

impl Tables {
    pub fn read(folder: &Path) -> Result<Tables, String> {
        let mut constants = Vec::new();
        for row in rows(&folder.join("constants.csv"), 5)? {
            let value = row[1].parse().map_err(|_| format!("constants.csv: {} has no number", row[0]))?;
            let alias = row[4] == "alias";
            constants.push(Constant { name: row[0].clone(), value, category: row[3].clone(), alias });
        }
        let mut functions = Vec::new();
        // The ABI's functions come first, so that they keep their numbers when Fortran's functions are added.
        for row in [rows(&folder.join("functions.csv"), 8)?, rows(&folder.join("fortran.csv"), 8)?].concat() {
            let params = params(&row[7])?;
            let (name, category, returns) = (row[0].clone(), row[1].clone(), row[6].clone());
            let (chapter, deprecated, signature) = (row[2].clone(), row[4].clone(), row[7].clone());
            functions.push(Function { name, category, chapter, deprecated, returns, signature, params });
        }
        let callbacks = rows(&folder.join("callback_types.csv"), 3)?
            .into_iter()
            .map(|row| Callback { name: row[0].clone(), returns: row[1].clone(), args: row[2].clone() })
            .collect();
        let pointers = pointers(&folder.join("pointers.csv"), &functions)?;
        let mut bindings = BTreeMap::new();
        let list = fs::read_dir(folder.join("bindings")).map_err(|e| format!("no folder tables/bindings: {e}"))?;
        for file in list {
            let path = file.map_err(|e| format!("tables/bindings: {e}"))?.path();
            if path.extension().is_none_or(|e| e != "csv") {
                continue;
            }
            for row in rows(&path, 2)? {
                if !functions.iter().any(|f| f.name == row[0]) {
                    return Err(format!("{}: {} is no MPI function", path.display(), row[0]));
                }
                if bindings.insert(row[0].clone(), row[1].clone()).is_some() {
                    return Err(format!("{}: {} is bound twice", path.display(), row[0]));
                }
            }
        }
        let mut tables = Tables { constants, functions, callbacks, pointers, bindings, forms: BTreeMap::new() };
        for row in rows(&folder.join("collectives.csv"), 2)? {
            tables.add_collective(&row[0], &row[1])?;
        }
        Ok(tables)
    }

    /// Binds all forms of a collective to one body.
    fn add_collective(&mut self, collective: &str, body: &str) -> Result<(), String> {
        for form in Form::ALL {
            let name = form.function(collective);
            for suffix in ["", "_c"] {
                let Some(f) = self.function(&format!("{name}{suffix}")) else { continue };
                let blocking = self.function(&format!("{}{suffix}", Form::Blocking.function(collective)));
                form.check(f, blocking.ok_or_else(|| format!("collectives.csv: no blocking form of {collective}"))?)?;
            }
            if self.function(&name).is_none() {
                return Err(format!("collectives.csv: {name} is no MPI function"));
            }
            if self.bindings.insert(name.clone(), body.to_owned()).is_some() {
                return Err(format!("collectives.csv: {name} is bound twice"));
            }
            self.forms.insert(name, form);
        }
        Ok(())
    }

    /// Returns the form of a collective's function; `None` for other functions.
    pub fn form(&self, name: &str) -> Option<Form> {
        self.forms.get(name.strip_suffix("_c").unwrap_or(name)).copied()
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }
}

/// Reads `pointers.csv`. Fails if a row names a parameter that no function has.
fn pointers(path: &Path, functions: &[Function]) -> Result<Vec<Pointer>, String> {
    let has = |f: &Function, parameter: &str| f.params.iter().any(|p| p.name == parameter);
    let mut all = Vec::new();
    for row in rows(path, 3)? {
        let names: Vec<String> = row[1].split_whitespace().map(String::from).collect();
        let wrong = names.iter().find(|n| !functions.iter().any(|f| f.name == **n && has(f, &row[0])));
        if let Some(name) = wrong {
            return Err(format!("{}: no function {name} has a parameter `{}`", path.display(), row[0]));
        }
        if !functions.iter().any(|f| has(f, &row[0])) {
            return Err(format!("{}: no function has a parameter `{}`", path.display(), row[0]));
        }
        all.push(Pointer { parameter: row[0].clone(), functions: names, needed: row[2].clone() });
    }
    Ok(all)
}

/// Returns the parameters inside the outer brackets of a prototype.
fn params(signature: &str) -> Result<Vec<Param>, String> {
    let bad = || format!("the table of functions: cannot read `{signature}`");
    let open = signature.find('(').ok_or_else(bad)?;
    let inner = signature[open + 1..].strip_suffix(')').ok_or_else(bad)?;
    if inner == "void" {
        return Ok(Vec::new());
    }
    inner.split(',').map(|p| param(p.trim()).ok_or_else(bad)).collect()
}

fn param(text: &str) -> Option<Param> {
    if text == "..." {
        return Some(Param { ctype: text.into(), name: String::new() });
    }
    let (head, array) = text.split_at(text.find('[').unwrap_or(text.len()));
    let start = head.rfind(|c: char| !(c.is_alphanumeric() || c == '_'))? + 1;
    let mut ctype = head[..start].trim().replace(" *", "*").replace('*', " *").replace("* *", "**");
    ctype = ctype.replace("* *", "**");
    if !array.is_empty() {
        ctype = format!("{ctype} {array}");
    }
    Some(Param { ctype, name: head[start..].into() })
}

/// Reads the rows below the head line. Fields may be quoted; each row has exactly `fields` of them.
pub fn rows(path: &Path, fields: usize) -> Result<Vec<Vec<String>>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1).filter(|(_, l)| !l.trim().is_empty()) {
        let (mut row, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                c => row.last_mut().expect("one field at least").push(c),
            }
        }
        if row.len() != fields {
            return Err(format!("{}:{}: {} fields, not {fields}", path.display(), number + 1, row.len()));
        }
        all.push(row);
    }
    Ok(all)
}
