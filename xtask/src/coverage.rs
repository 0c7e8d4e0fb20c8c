//! `cargo xtask coverage`: records which MPI functions each of mpi4py's test modules calls. An interposed library
//! defines every MPI_ function, which notes its name and calls its PMPI_ twin. `cargo xtask gen` puts the result on
//! docs/mpi-status.md.
use crate::r#gen::{Function, Tables};
use crate::process::Program;
use crate::{ci, demo, install, paths, python, steps};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const RECORDED: &str = "xtask/mpi4py-coverage.csv";
const RANKS: &str = "2";

pub fn run() -> Result<()> {
    let home = paths::target().join("coverage");
    fs::create_dir_all(&home)?;
    let prefix = install::quietly(&paths::target().join("demo/prefix"))?;
    let python = python::prepare(&prefix)?;
    let tables = Tables::read(&paths::root().join("crates/mpi/tables")).map_err(anyhow::Error::msg)?;
    let (source, library) = (home.join("seen.c"), home.join("libseen.so"));
    fs::write(&source, between(&tables.functions))?;
    Program::new(prefix.join("bin/mpicc"))
        .args(["-O1", "-w", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(&source)
        .run()?;
    let seen = |include: &str, left_out: &[String]| -> Result<BTreeSet<String>> {
        let notes = home.join("notes");
        let _ = fs::remove_dir_all(&notes);
        fs::create_dir_all(&notes)?;
        let mut program = demo::launch_for(&prefix, RANKS, 900);
        program = program.arg("env").arg(format!("LD_PRELOAD={}", library.display()));
        program = program.arg(format!("MPI_SEEN={}", notes.display())).arg(&python.bin).arg("-B");
        program = program.arg(python.mpi4py.join("test/main.py")).args(["-i", include]);
        for pattern in left_out {
            program = program.args(["-x", pattern]);
        }
        program.dir(&python.mpi4py).within(900).run()?;
        let mut all = BTreeSet::new();
        for note in fs::read_dir(&notes)? {
            all.extend(fs::read_to_string(note?.path())?.lines().map(str::to_owned));
        }
        Ok(all)
    };
    // mpi4py and its test runner themselves call some functions. A run without test modules shows these functions.
    let always = seen("^none\\.py$", &[])?;
    if always.is_empty() {
        bail!("nothing was seen of mpi4py's start; does {} stand between?", library.display());
    }
    let mut out = String::from("module,functions\n");
    for (name, left_out) in ci::mpi4py_modules()? {
        let all = steps::plain(&name, || seen(&format!("^{name}\\.py$"), &left_out))?;
        let list: Vec<&str> = all.difference(&always).map(String::as_str).collect();
        writeln!(out, "{name},{}", list.join(" "))?;
    }
    let path: &Path = &paths::root().join(RECORDED);
    fs::write(path, out).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{} is written; `cargo xtask gen` puts it on the status page", paths::shown(path));
    Ok(())
}

/// Returns the interposed library's source. Leaves out variadic functions, and names that mpi.h replaces by the ABI's.
fn between(functions: &[Function]) -> String {
    let mut out = String::from(
        "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         static unsigned char seen[1024];\nstatic const char *names[] = {\n",
    );
    let list: Vec<&Function> =
        functions.iter().filter(|f| f.params.iter().all(|p| p.ctype != "...") && f.abi_twin().is_none()).collect();
    for f in &list {
        let _ = writeln!(out, "    \"{}\",", f.name);
    }
    out.push_str(
        "};\n__attribute__((destructor)) static void tell(void) {\n    char path[4096];\n    \
         const char *folder = getenv(\"MPI_SEEN\");\n    if (!folder) return;\n    \
         snprintf(path, sizeof path, \"%s/%ld\", folder, (long)getpid());\n    FILE *f = fopen(path, \"w\");\n    \
         for (size_t i = 0; f && i < sizeof names / sizeof *names; i++)\n        \
         if (seen[i]) fprintf(f, \"%s\\n\", names[i]);\n    if (f) fclose(f);\n}\n",
    );
    for (i, f) in list.iter().enumerate() {
        let args: Vec<&str> = f.params.iter().map(|p| p.name.as_str()).collect();
        let _ = writeln!(out, "{} {{ seen[{i}] = 1; return P{}({}); }}", f.signature, f.name, args.join(", "));
    }
    out
}
