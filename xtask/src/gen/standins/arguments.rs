//! Reads `foreign_arguments.csv`: which arguments of MPI functions are constants whose numbers differ between ABIs.
use crate::r#gen::tables::{Function, Param, Tables, rows};
use std::path::Path;

/// One row of `foreign_arguments.csv`.
struct Row {
    parameter: String,
    /// The functions that the row is about, each with its large-count form. Empty: all functions.
    functions: Vec<String>,
    /// The kind of constant, which names the stand-ins' functions that convert it (`rank`: `rank_in`, `rank_out`).
    kind: String,
}

pub struct Arguments(Vec<Row>);

impl Arguments {
    /// Reads the table. Fails if a row names a function without such a parameter.
    pub fn read(path: &Path, tables: &Tables) -> Result<Arguments, String> {
        let mut all = Vec::new();
        for row in rows(path, 3)? {
            let functions: Vec<String> = row[1].split_whitespace().map(String::from).collect();
            for name in &functions {
                let has = |f: &&Function| f.name == *name && f.params.iter().any(|p| p.name == row[0]);
                if !tables.functions.iter().any(|f| has(&f)) {
                    return Err(format!("{}: no function {name} has a parameter `{}`", path.display(), row[0]));
                }
            }
            all.push(Row { parameter: row[0].clone(), functions, kind: row[2].clone() });
        }
        Ok(Arguments(all))
    }

    /// Returns the kind of constant that the parameter `p` of `f` is, if its numbers differ between ABIs.
    pub fn kind(&self, f: &Function, p: &Param) -> Option<&str> {
        let base = f.name.strip_suffix("_c").or_else(|| f.name.strip_suffix("_x")).unwrap_or(&f.name);
        let applies = |row: &&Row| {
            row.parameter == p.name
                && (row.functions.is_empty() || row.functions.iter().any(|name| *name == f.name || name == base))
        };
        self.0.iter().find(applies).map(|row| row.kind.as_str())
    }
}
