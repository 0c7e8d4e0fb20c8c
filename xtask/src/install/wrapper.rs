//! mpicc and mpicxx: one script, made for each language.
use anyhow::Result;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const SCRIPT: &str = include_str!("wrapper.sh");

struct Language {
    name: &'static str,
    language: &'static str,
    compiler: &'static str,
    var: &'static str,
    other: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language { name: "mpicc", language: "C", compiler: "cc", var: "MPICH_CC", other: "OMPI_CC" },
    Language { name: "mpicxx", language: "C++", compiler: "c++", var: "MPICH_CXX", other: "OMPI_CXX" },
];

pub fn write(bin: &Path) -> Result<()> {
    for l in LANGUAGES {
        let script = SCRIPT
            .replace("@NAME@", l.name)
            .replace("@LANGUAGE@", l.language)
            .replace("@CC@", l.compiler)
            .replace("@VAR@", l.var)
            .replace("@OTHER@", l.other)
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        let path = bin.join(l.name);
        super::write(&path, script.as_bytes())?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
