//! Tests mpicc, mpicxx, mpifort and pkg-config's files: options and names, through links, and after the whole prefix
//! has moved.
use crate::install::MPI_PACKAGES;
use crate::need;
use crate::process::Program;
use anyhow::{Result, bail};
use std::path::Path;

/// A program in C and C++. Among the ABI's libraries only ours has Fortran's handle converters, so the header replaces
/// them by the ABI's functions.
const PROGRAM: &str = "#include <mpi.h>
#include <mpi-ext.h>
static MPI_Fint number(MPI_Comm comm) { return MPI_Comm_c2f(comm); }
int main(void) {
    int same;
    MPI_Init(0, 0);
    same = MPI_Comm_f2c(number(MPI_COMM_SELF)) == MPI_COMM_SELF && PMPI_Type_c2f(MPI_INT) == 0x209;
    MPI_Finalize();
    return !same || MPI_VERSION < 4;
}
";

struct Tried {
    passed: u64,
}

impl Tried {
    fn expect(&mut self, program: Program, what: &str, right: impl FnOnce(&str) -> bool) -> Result<()> {
        let outcome = program.outcome()?;
        let shown = outcome.shown.clone();
        let said = outcome.success()?;
        if !right(said.trim()) {
            bail!("`{shown}` should say {what}, not: {said}");
        }
        self.passed += 1;
        Ok(())
    }
}

/// Runs the checks. Returns how many passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let home = home.join("wrapper");
    if home.exists() {
        std::fs::remove_dir_all(&home)?;
    }
    // A copy of the prefix elsewhere, with a blank in its name, shows that no file contains the original path.
    let moved = home.join("moved prefix");
    std::fs::create_dir_all(&home)?;
    Program::new("cp").arg("-a").arg(prefix).arg(&moved).run()?;
    let linked = home.join("linked");
    std::os::unix::fs::symlink("moved prefix/bin/mpicc", &linked)?;
    std::fs::write(home.join("p.c"), PROGRAM)?;
    std::fs::write(home.join("p.cc"), PROGRAM)?;

    let mut tried = Tried { passed: 0 };
    options(prefix, &mut tried)?;
    let no_compiler = Program::new(prefix.join("bin/mpifort")).env("MPICH_FC", "cc").args(["-c", "p.f90"]).outcome()?;
    if no_compiler.status.success() || !no_compiler.output.contains("cc is not gfortran (found: ") {
        bail!("mpifort with a compiler of another language says: {}", no_compiler.output);
    }
    tried.passed += 1;
    for name in ["mpicc", "mpicxx", "mpic++", "mpifort", "mpif90", "mpif77"] {
        let page = std::fs::read_to_string(prefix.join(format!("share/man/man1/{name}.1")))?;
        if !page.contains("compiles and links MPI programs") {
            bail!("the man page of {name} does not say what it is");
        }
        tried.passed += 1;
    }
    for name in ["MPI_Send", "MPI_Send_c", "MPI_Ibcast", "MPI_T_cvar_read"] {
        let page = prefix.join(format!("share/man/man3/{name}.3"));
        let text = std::fs::read_to_string(&page)?;
        if !text.contains(&format!("int {name}(")) {
            bail!("{} has no prototype of {name}", page.display());
        }
        tried.passed += 1;
    }
    for path in ["bash-completion/completions/mpiexec", "zsh/site-functions/_mpirun"] {
        let script = std::fs::read_to_string(prefix.join("share").join(path))?;
        if !script.contains("--hostfile") {
            bail!("share/{path} does not complete options");
        }
        tried.passed += 1;
    }
    for (name, source) in [("mpicc", "p.c"), ("mpicxx", "p.cc"), ("mpic++", "p.cc"), ("mpiCC", "p.cc")] {
        compile(&moved, &moved.join("bin").join(name), source, &home, &mut tried)?;
    }
    compile(&moved, &linked, "p.c", &home, &mut tried)?;
    pkg_config(&moved, &home, &mut tried)?;
    std::fs::remove_dir_all(&home)?;
    Ok(tried.passed)
}

fn options(prefix: &Path, tried: &mut Tried) -> Result<()> {
    let prefix = prefix.display();
    let compile = format!("-I{prefix}/include");
    let link = format!("-L{prefix}/lib -Wl,-rpath,{prefix}/lib -Wl,--enable-new-dtags -lmpi_abi");
    for (name, compiler) in [("mpicc", "cc"), ("mpicxx", "c++")] {
        let wrapper = |args: &[&str]| Program::new(format!("{prefix}/bin/{name}")).args(args);
        let answers: [(&[&str], String); 14] = [
            (&["-show"], format!("{compiler} {compile} {link}")),
            (&["-showme", "-c", "x.c"], format!("{compiler} -c x.c {compile} {link}")),
            (&["-showme:command", "x.c"], format!("{compiler} x.c {compile} {link}")),
            (&["-showme:compile"], compile.clone()),
            (&["--showme:link"], link.clone()),
            (&["-showme:incdirs"], format!("{prefix}/include")),
            (&["-showme:libdirs"], format!("{prefix}/lib")),
            (&["-showme:libs"], "mpi_abi".to_owned()),
            (&["-compile_info"], format!("{compiler} {compile}")),
            (&["-compile-info"], format!("{compiler} {compile}")),
            (&["-link_info"], format!("{compiler} {link}")),
            (&["-link-info"], format!("{compiler} {link}")),
            (&["-cc=other", "-show"], format!("other {compile} {link}")),
            (&["-showme:version"], format!("{name}: Clump {}", env!("CARGO_PKG_VERSION"))),
        ];
        for (args, answer) in answers {
            tried.expect(wrapper(args), &answer, |said| said.starts_with(&answer))?;
        }
        let variable = if name == "mpicc" { "MPICH_CC" } else { "MPICH_CXX" };
        tried.expect(wrapper(&["-link_info"]).env(variable, "mine"), "mine …", |said| said.starts_with("mine "))?;
        // The arguments are only options, so the compiler itself answers, and no program is linked.
        tried
            .expect(wrapper(&["-dumpversion"]), "its version", |said| said.starts_with(|c: char| c.is_ascii_digit()))?;
    }
    Ok(())
}

/// Compiles and links in one command and in two, and runs the program without a launcher.
fn compile(prefix: &Path, wrapper: &Path, source: &str, home: &Path, tried: &mut Tried) -> Result<()> {
    let wrapper = |args: &[&str]| Program::new(wrapper).args(args).dir(home);
    wrapper(&["-Werror", "-o", "whole", source]).run()?;
    wrapper(&["-Werror", "-c", "-o", "p.o", source]).run()?;
    wrapper(&["-o", "parts", "p.o"]).run()?;
    for program in ["whole", "parts"] {
        runs(prefix, &home.join(program), tried)?;
    }
    Ok(())
}

/// Checks that the program finds the library of this prefix, needs only the ABI's symbols, and runs.
fn runs(prefix: &Path, program: &Path, tried: &mut Tried) -> Result<()> {
    let lib = std::fs::canonicalize(prefix.join("lib"))?;
    let found = |said: &str| {
        let at = said.lines().find_map(|l| l.trim().strip_prefix("libmpi_abi.so.1 => ")?.rsplit_once(" (0x"));
        at.is_some_and(|(at, _)| Path::new(at).parent().and_then(|p| p.canonicalize().ok()).as_deref() == Some(&*lib))
    };
    tried.expect(Program::new("ldd").arg(program), "where our library is", found)?;
    let of_the_abi = |said: &str| said.contains("MPI_Comm_toint") && !said.contains("_c2f") && !said.contains("_f2c");
    tried.expect(Program::new("nm").args(["-D", "-u"]).arg(program), "names of the ABI alone", of_the_abi)?;
    tried.expect(Program::new(program), "nothing", str::is_empty)
}

/// Checks that a compiler can build with the options that pkg-config prints for the moved prefix.
fn pkg_config(prefix: &Path, home: &Path, tried: &mut Tried) -> Result<()> {
    need::ensure(&[need::PKG_CONFIG])?;
    for name in MPI_PACKAGES {
        let asked = |what: &[&str]| {
            Program::new("pkg-config").args(what).arg(name).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"))
        };
        tried.expect(asked(&["--modversion"]), "the version", |said| said == env!("CARGO_PKG_VERSION"))?;
        let flags = asked(&["--cflags", "--libs"]).run()?;
        let command = format!("cc -Werror -o by_{name} p.c {}", flags.trim());
        Program::new("sh").args(["-c", &command]).dir(home).run()?;
        runs(prefix, &home.join(format!("by_{name}")), tried)?;
    }
    Ok(())
}
