//! Installs mpicc, mpicxx and mpifort, oshcc and oshc++: one script, adapted to each language and interface.
use super::tree;
use anyhow::{Context, Result};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const SCRIPT: &str = include_str!("wrapper.sh");
/// The part of the script that only Fortran needs.
const MODULES: &str = include_str!("modules.sh");

const VERSION: &str = env!("CARGO_PKG_VERSION");

struct Language {
    name: &'static str,
    language: &'static str,
    interface: &'static str,
    compiler: &'static str,
    var: &'static str,
    other: &'static str,
}

/// The wrappers, each with its compiler and the variables by which users choose another compiler.
const LANGUAGES: [Language; 5] = [
    Language::c("mpicc", "MPI"),
    Language::cxx("mpicxx", "MPI"),
    Language {
        name: "mpifort",
        language: "Fortran",
        interface: "MPI",
        compiler: "gfortran",
        var: "MPICH_FC",
        other: "OMPI_FC",
    },
    Language::c("oshcc", "OpenSHMEM"),
    Language::cxx("oshc++", "OpenSHMEM"),
];

/// Further names of wrappers.
pub const ALSO: [(&str, &str); 4] =
    [("mpicxx", "mpic++"), ("mpicxx", "mpiCC"), ("mpifort", "mpif90"), ("mpifort", "mpif77")];

impl Language {
    const fn c(name: &'static str, interface: &'static str) -> Language {
        Language { name, language: "C", interface, compiler: "cc", var: "MPICH_CC", other: "OMPI_CC" }
    }

    const fn cxx(name: &'static str, interface: &'static str) -> Language {
        Language { name, language: "C++", interface, compiler: "c++", var: "MPICH_CXX", other: "OMPI_CXX" }
    }
}

pub fn write(bin: &Path) -> Result<()> {
    for l in LANGUAGES {
        let fortran = l.language == "Fortran";
        let script = SCRIPT
            .replace("@MODULES@\n", if fortran { MODULES } else { "" })
            .replace("@LINK@", if fortran { "-lclump_mpifort -lmpi_abi" } else { "-lmpi_abi" })
            .replace("@LIBS@", if fortran { "clump_mpifort mpi_abi" } else { "mpi_abi" })
            .replace("@NAME@", l.name)
            .replace("@LANGUAGE@", l.language)
            .replace("@INTERFACE@", l.interface)
            .replace("@CC@", l.compiler)
            .replace("@VAR@", l.var)
            .replace("@OTHER@", l.other)
            .replace("@VERSION@", VERSION);
        let path = bin.join(l.name);
        tree::write(&path, script.as_bytes())?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Writes the man pages, which contain the text of `--help` and more.
pub fn write_man(dir: &Path) -> Result<()> {
    let help = SCRIPT.split_once("<<'END'\n").and_then(|(_, rest)| rest.split_once("\nEND\n"));
    let (help, _) = help.context("the wrapper has no help")?;
    for l in LANGUAGES {
        let help = help
            .replace("@NAME@", l.name)
            .replace("@LANGUAGE@", l.language)
            .replace("@INTERFACE@", l.interface)
            .replace("@VAR@", l.var)
            .replace("@OTHER@", l.other)
            .replace('-', "\\-");
        let (name, title) = (l.name, l.name.to_uppercase());
        let page = format!(
            ".TH {title} 1 \"\" \"Clump {VERSION}\"\n.SH NAME\n{name} \\- compiles and links {} programs in {}\n\
             .SH SYNOPSIS\n.B {name}\n[options] files\n.SH DESCRIPTION\n.nf\n{help}\n.fi\n.PP\n\
             The program finds Clump's library where it lay when the program was linked; elsewhere, by \
             LD_LIBRARY_PATH.\n.SH EXAMPLE\n.nf\n{name} \\-O2 \\-o hello hello.{}\nclump run \\-n 4 ./hello\n.fi\n\
             .SH SEE ALSO\n\\fBclump\\fR(1), \\fBmpiexec\\fR(1), \\fB{}\\fR(1)\n",
            l.interface,
            l.language,
            match l.language {
                "C" => "c",
                "Fortran" => "f90",
                _ => "cc",
            },
            l.compiler,
        );
        tree::write(&dir.join(format!("{name}.1")), page.as_bytes())?;
    }
    for (to, name) in ALSO {
        tree::link(format!("{to}.1"), &dir.join(format!("{name}.1")))?;
    }
    Ok(())
}
