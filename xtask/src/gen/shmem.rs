//! OpenSHMEM: generates `shmem.h`, the exported symbols and the man pages from `crates/shmem/tables/functions.toml`.
use super::shmem_types::{ElementType, set};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const TABLE: &str = "crates/shmem/tables/functions.toml";
const HEADER: &str = "crates/shmem/include/shmem.h";
const SYMBOLS: &str = "crates/shmem/src/ffi/generated";

#[derive(Deserialize)]
struct Table {
    family: Vec<Family>,
}

/// Functions that share a man page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    name: String,
    file: String,
    title: String,
    text: String,
    function: Vec<Declaration>,
}

/// A row of the table: one function, or one for each type of a set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declaration {
    c: String,
    #[serde(default)]
    types: String,
    #[serde(default)]
    ctx: bool,
    #[serde(default)]
    on_default: bool,
    #[serde(default)]
    generic: String,
    body: String,
    #[serde(default)]
    inline: String,
    #[serde(default)]
    inline_ctx: String,
}

/// A C declaration in its parts. A parameter is its type and its name.
struct Signature {
    result: String,
    name: String,
    parameters: Vec<(String, String)>,
    variadic: bool,
}

impl Signature {
    fn parse(c: &str) -> Result<Signature, String> {
        let wrong = || format!("{TABLE}: `{c}` is no declaration");
        let (head, rest) = c.split_once('(').ok_or_else(wrong)?;
        let inside = rest.strip_suffix(')').ok_or_else(wrong)?;
        let (result, name) = split_name(head).ok_or_else(wrong)?;
        let mut all: Vec<&str> = inside.split(", ").filter(|p| *p != "void").collect();
        let variadic = all.last() == Some(&"...");
        all.truncate(all.len() - usize::from(variadic));
        let parameters = all.iter().map(|p| split_name(p)).collect::<Option<_>>().ok_or_else(wrong)?;
        Ok(Signature { result, name, parameters, variadic })
    }

    /// Returns the index of the first parameter that depends on the type, which a C11 generic name selects by.
    fn selector(&self) -> Option<usize> {
        self.parameters.iter().position(|(of, _)| of.contains("TYPE"))
    }

    /// Returns this function of one type, and of a context if `ctx` says so.
    fn of(&self, of: &ElementType, ctx: bool) -> Signature {
        let name = self.name.replace("TYPENAME", of.name).replace("SIZE", of.name);
        let name = if ctx { name.replacen("shmem_", "shmem_ctx_", 1) } else { name };
        let context = ctx.then(|| ("shmem_ctx_t".to_owned(), "ctx".to_owned()));
        let own = self.parameters.iter().map(|(t, name)| (t.replace("TYPE", of.c), name.clone()));
        Signature {
            result: self.result.replace("TYPE", of.c),
            name,
            parameters: context.into_iter().chain(own).collect(),
            variadic: self.variadic,
        }
    }

    fn declaration(&self) -> String {
        let mut all: Vec<String> = self.parameters.iter().map(|(of, name)| joined(of, name)).collect();
        if self.variadic {
            all.push("...".to_owned());
        }
        let all = if all.is_empty() { "void".to_owned() } else { all.join(", ") };
        format!("{}({all})", joined(&self.result, &self.name))
    }
}

/// Divides `const int *name` into the type and the name.
fn split_name(text: &str) -> Option<(String, String)> {
    let at = text.rfind([' ', '*'])? + 1;
    Some((text[..at].trim().to_owned(), text[at..].to_owned()))
}

fn joined(of: &str, name: &str) -> String {
    if of.ends_with('*') { format!("{of}{name}") } else { format!("{of} {name}") }
}

impl Declaration {
    /// Returns each function of the row: its type, whether it takes a context, and its signature.
    fn functions(&self) -> Result<Vec<(ElementType, bool, Signature)>, String> {
        let row = Signature::parse(&self.c)?;
        let types = match self.types.as_str() {
            "" => vec![ElementType::NONE],
            name => set(name).ok_or(format!("{TABLE}: there is no set of types `{name}`"))?,
        };
        let forms: &[bool] = if self.ctx { &[false, true] } else { &[false] };
        let both = |of: ElementType| forms.iter().map(move |&ctx| (of, ctx));
        Ok(types.into_iter().flat_map(both).map(|(of, ctx)| (of, ctx, row.of(&of, ctx))).collect())
    }

    /// Returns the C code of a function that Rust cannot define.
    fn inline(&self, of: &ElementType, ctx: bool) -> Option<&str> {
        let body = if ctx { &self.inline_ctx } else { &self.inline };
        (of.name == "longdouble" && !body.is_empty()).then_some(body)
    }
}

fn read(root: &Path) -> Result<Vec<Family>, String> {
    let text = std::fs::read_to_string(root.join(TABLE)).map_err(|e| format!("cannot read {TABLE}: {e}"))?;
    let table: Table = toml::from_str(&text).map_err(|e| format!("{TABLE}: {e}"))?;
    Ok(table.family)
}

/// Returns the header and the files of symbols: path in the workspace, and text.
pub fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let families = read(root)?;
    let mut files = vec![(HEADER.into(), header(&families)?)];
    let mut symbols: BTreeMap<&str, String> = BTreeMap::new();
    for family in &families {
        let text = symbols.entry(&family.file).or_default();
        for row in &family.function {
            for (of, ctx, function) in row.functions()? {
                if row.inline(&of, ctx).is_none() {
                    text.push_str(&symbol(row, &of, ctx, &function)?);
                }
            }
        }
    }
    let head = "Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.";
    let mut modules = format!("//! The exported symbols of OpenSHMEM. {head}\n");
    for (name, text) in &symbols {
        writeln!(modules, "mod {name};").expect("a string takes all");
        let all = format!("//! Symbols of OpenSHMEM. {head}\nuse crate::ffi::export::*;\n\nexport! {{\n{text}}}\n");
        files.push((Path::new(SYMBOLS).join(format!("{name}.rs")), all));
    }
    files.push((Path::new(SYMBOLS).join("mod.rs"), modules));
    Ok(files)
}

/// Returns the Rust type of a C type. `of` is the type of this function's elements.
fn rust_type(c: &str, row_type: &str, of: &ElementType) -> Result<String, String> {
    let plain = row_type.replace("const ", "").replace("volatile ", "");
    let base = match plain.trim_end_matches(['*', ' ']) {
        "TYPE" => of.rust,
        "int" => "c_int",
        "long" => "c_long",
        "char" => "c_char",
        "void" => "c_void",
        "size_t" => "usize",
        "ptrdiff_t" => "isize",
        "uint64_t" => "u64",
        "shmem_ctx_t" => "Ctx",
        "shmem_team_t" => "TeamHandle",
        "shmem_team_config_t" => "TeamConfig",
        other => return Err(format!("{TABLE}: no Rust type for `{other}` ({c})")),
    };
    Ok(match (row_type.ends_with('*'), row_type.starts_with("const ")) {
        (false, _) => base.to_owned(),
        (true, true) => format!("*const {base}"),
        (true, false) => format!("*mut {base}"),
    })
}

/// Returns the line that defines a symbol.
fn symbol(row: &Declaration, of: &ElementType, ctx: bool, function: &Signature) -> Result<String, String> {
    let (mut parameters, mut arguments) = (Vec::new(), vec![format!("\"{}\"", function.name)]);
    match (ctx, row.ctx || row.on_default) {
        (true, _) => {
            parameters.push("ctx: Ctx".to_owned());
            arguments.push("ctx".to_owned());
        }
        (false, true) => arguments.push("Ctx::DEFAULT".to_owned()),
        (false, false) => {}
    }
    let as_written = Signature::parse(&row.c)?;
    for (c, name) in &as_written.parameters {
        parameters.push(format!("{name}: {}", rust_type(c, c, of)?));
        arguments.push(if c.contains("void *") { format!("{name}.cast()") } else { name.clone() });
    }
    let result = match as_written.result.as_str() {
        "void" => "()".to_owned(),
        c => rust_type(c, c, of)?,
    };
    let body = row.body.replace("<T>", &format!("<{}>", of.rust));
    let (name, parameters, arguments) = (&function.name, parameters.join(", "), arguments.join(", "));
    Ok(format!("    fn {name}({parameters}) -> {result} = {body}({arguments});\n"))
}

fn header(families: &[Family]) -> Result<String, String> {
    let (mut plain, mut generics) = (String::new(), String::new());
    for family in families {
        write!(plain, "\n/* {}: {}. */\n", family.name, family.title).expect("a string takes all");
        for row in &family.function {
            for (of, ctx, function) in row.functions()? {
                match row.inline(&of, ctx) {
                    Some(body) => writeln!(plain, "static inline {} {{\n  {body}\n}}", function.declaration()),
                    None => writeln!(plain, "{};", function.declaration()),
                }
                .expect("a string takes all");
            }
            if !row.generic.is_empty() {
                generics.push_str(&generic(row)?);
            }
        }
    }
    let (before, after) = (include_str!("shmem_before.h"), include_str!("shmem_after.h"));
    Ok(before.to_owned() + &plain + &after.replace("@GENERICS@", generics.trim_end()))
}

/// Returns the macro of a C11 generic name.
fn generic(row: &Declaration) -> Result<String, String> {
    let written = Signature::parse(&row.c)?;
    let at = written.selector().ok_or(format!("{TABLE}: {} has no parameter to select by", row.generic))?;
    let pointer = &written.parameters[at].0;
    // A pointer to const or volatile elements selects as a pointer to others does.
    let kinds: Vec<String> = match pointer.split_once("TYPE") {
        Some((qualifier @ ("const " | "volatile "), rest)) => {
            vec![format!("TYPE{rest}"), format!("{qualifier}TYPE{rest}")]
        }
        _ => vec![pointer.clone()],
    };
    let cases = |ctx: bool| -> Result<String, String> {
        let of_kind = |of: &ElementType, name: &str| {
            let each = kinds.iter().map(|kind| format!("{}: {name}", kind.replace("TYPE", of.c)));
            each.collect::<Vec<_>>().join(", ")
        };
        let all = row.functions()?;
        // Of types that are one in C, the selection may name one only.
        let has = |name: &str| all.iter().any(|(of, ..)| of.name == name);
        let all = all.iter().filter(|(of, with, _)| *with == ctx && (of.is == of.name || !has(of.is)));
        Ok(all.map(|(of, _, f)| of_kind(of, &f.name)).collect::<Vec<_>>().join(", \\\n    "))
    };
    let select = |at: usize| format!("_Generic((SHMEM_ARGUMENT{at}_(__VA_ARGS__, 0, 0)), \\\n    ");
    let in_ctx = match row.ctx {
        true => {
            format!("shmem_ctx_t: {}{}, \\\n    default: shmem_no_such_type_), \\\n    ", select(at + 1), cases(true)?)
        }
        false => String::new(),
    };
    Ok(format!("#define {}(...) {}{in_ctx}{})(__VA_ARGS__)\n", row.generic, select(at), cases(false)?))
}

/// Returns the man pages: the name and the text of each.
pub fn man_pages(root: &Path, version: &str) -> Result<Vec<(String, String)>, String> {
    let page = |family: &Family| {
        let mut lines = String::new();
        for row in &family.function {
            writeln!(lines, "{};", row.c).expect("a string takes all");
        }
        let has = |what: fn(&Declaration) -> bool| family.function.iter().any(what);
        let mut notes = String::new();
        if has(|row| row.types.len() > 1 && row.c.contains("TYPENAME")) {
            notes += "TYPE and TYPENAME are each type and its name in the standard's tables; shmem.h lists them.\n";
        }
        if has(|row| row.c.contains("SIZE(") || row.c.contains("SIZE_")) {
            notes += "SIZE is the number of bits of an element.\n";
        }
        if has(|row| row.ctx) {
            notes += "Functions that begin with shmem_ctx_ take a context before the other arguments.\n";
        }
        if has(|row| !row.generic.is_empty()) {
            notes += "C11 programs may leave out the type's name, and the word ctx.\n";
        }
        let (name, title, text) = (&family.name, &family.title, family.text.trim());
        let upper = name.to_uppercase();
        let page = format!(
            ".TH {upper} 3 \"\" \"Clump {version}\"\n.SH NAME\n{name} \\- {title}\n.SH SYNOPSIS\n.nf\n\
             #include <shmem.h>\n{lines}oshcc program.c\n.fi\n.SH DESCRIPTION\n{text}\n.PP\n{notes}.PP\n\
             An invalid argument, such as an address that is not symmetric, ends the job with a line that names the \
             function, the PE and the address.\n.SH SEE ALSO\nOPENSHMEM.md, \\fBoshcc\\fR(1), \\fBoshrun\\fR(1)\n"
        );
        (name.clone(), page)
    };
    Ok(read(root)?.iter().map(page).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_divided_and_written_for_a_type() {
        let put = Signature::parse("void shmem_TYPENAME_put(TYPE *dest, const TYPE *source, int pe)").expect("C");
        let int = set("amo").expect("a set")[0];
        assert_eq!(put.selector(), Some(0));
        let declared = put.of(&int, true).declaration();
        assert_eq!(declared, "void shmem_ctx_int_put(shmem_ctx_t ctx, int *dest, const int *source, int pe)");
        let none = Signature::parse("void *shmem_f(void)").expect("C");
        assert_eq!(none.of(&ElementType::NONE, false).declaration(), "void *shmem_f(void)");
    }
}
