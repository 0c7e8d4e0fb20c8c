//! Installs C's other interfaces: names of the library, headers, pkg-config files, man pages.
use super::PKG_CONFIG;
use super::tree::{link, put, write};
use crate::{r#gen, paths};
use anyhow::{Context, Result};
use std::path::Path;

pub fn lay_out(prefix: &Path) -> Result<()> {
    let (lib, root) = (prefix.join("lib"), paths::root());
    // The library has two names, because all interfaces share the process's one endpoint, and so one library.
    link("libmpi_abi.so.1", &lib.join("libclump.so.1"))?;
    link("libclump.so.1", &lib.join("libclump.so"))?;
    let text = PKG_CONFIG
        .replace("@NAME@", "clump")
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace(
            "MPI (the MPI 5.0 standard ABI) on Clump",
            "Clump for C: Fast Messages, Active Messages, BIP, PM, CLIP, Direct Deposit",
        )
        .replace("-lmpi_abi", "-lclump");
    write(&lib.join("pkgconfig/clump.pc"), text.as_bytes())?;
    for name in r#gen::capi_headers() {
        let header = root.join("crates/capi/include").join(name);
        put(&header, &prefix.join("include").join(name))?;
        let text = std::fs::read_to_string(&header).with_context(|| format!("cannot read {}", header.display()))?;
        write(&prefix.join(format!("share/man/man3/{name}.3")), man_page(name, &text).as_bytes())?;
    }
    for name in r#gen::CXX_HEADERS {
        put(&root.join("crates/capi/include").join(name), &prefix.join("include").join(name))?;
    }
    put(&root.join("docs/PERSONALITIES.md"), &prefix.join("share/doc/clump/docs/PERSONALITIES.md"))
}

/// Returns a header's man page: its declarations, each with its comment.
fn man_page(name: &str, header: &str) -> String {
    let about: Vec<&str> = header.lines().filter_map(|l| l.strip_prefix(" * ")).collect();
    let about = about.join(" ").replace(" */", "");
    let title = name.to_uppercase();
    let mut page = format!(
        ".TH {title} 3 \"\" \"Clump {}\"\n.SH NAME\n{name} \\- {about}\n.SH SYNOPSIS\n.nf\n#include <{name}>\n\
         cc program.c $(pkg-config --cflags --libs clump)\n.fi\n.SH DESCRIPTION\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut comment: Vec<&str> = Vec::new();
    let mut declaration: Vec<&str> = Vec::new();
    for line in header.lines() {
        if let Some(words) = line.strip_prefix("// ") {
            comment.push(words);
        } else if line.is_empty() || line.starts_with('#') {
            if !comment.is_empty() && !declaration.is_empty() {
                let code = declaration.join("\n").replace('\\', "\\e");
                page += &format!(".PP\n.nf\n.B\n{code}\n.fi\n.RS\n{}\n.RE\n", comment.join("\n"));
            }
            comment.clear();
            declaration.clear();
        } else {
            declaration.push(line);
        }
    }
    page + ".SH SEE ALSO\nPERSONALITIES.md, which says what each layer promises; \\fBclump\\fR(1)\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_page_has_each_function_with_its_comment() {
        let page = super::man_page(
            "x.h",
            "/* Made.\n *\n * A layer. */\n\n// Says\n// more.\nint x(int a,\n      int b);\n\n",
        );
        assert!(page.contains(".SH NAME\nx.h \\- A layer."), "{page}");
        assert!(page.contains(".B\nint x(int a,\n      int b);\n.fi\n.RS\nSays\nmore.\n.RE"), "{page}");
    }
}
