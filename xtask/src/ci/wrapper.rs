//! mpicc and mpicxx: their options, found through links, and after the whole prefix was moved.
use crate::process::Program;
use anyhow::{Result, bail};
use std::path::Path;

const PROGRAM: &str = "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return MPI_VERSION < 4; }\n";

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

/// How many of the checks passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let home = home.join("wrapper");
    if home.exists() {
        std::fs::remove_dir_all(&home)?;
    }
    // A copy elsewhere, with a blank in its name: nothing may remember the first place.
    let moved = home.join("moved prefix");
    std::fs::create_dir_all(&home)?;
    Program::new("cp").arg("-a").arg(prefix).arg(&moved).run()?;
    let linked = home.join("linked");
    std::os::unix::fs::symlink("moved prefix/bin/mpicc", &linked)?;
    std::fs::write(home.join("p.c"), PROGRAM)?;
    std::fs::write(home.join("p.cc"), PROGRAM)?;

    let mut tried = Tried { passed: 0 };
    options(prefix, &mut tried)?;
    for (name, source) in [("bin/mpicc", "p.c"), ("bin/mpicxx", "p.cc")] {
        compile(&moved, &moved.join(name), source, &home, &mut tried)?;
    }
    compile(&moved, &linked, "p.c", &home, &mut tried)?;
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
        // Options alone are for the compiler: no program is linked.
        tried
            .expect(wrapper(&["-dumpversion"]), "its version", |said| said.starts_with(|c: char| c.is_ascii_digit()))?;
    }
    Ok(())
}

/// Compiles and links in one go and in two, and runs the result without a launcher.
fn compile(prefix: &Path, wrapper: &Path, source: &str, home: &Path, tried: &mut Tried) -> Result<()> {
    let wrapper = |args: &[&str]| Program::new(wrapper).args(args).dir(home);
    wrapper(&["-Werror", "-o", "whole", source]).run()?;
    wrapper(&["-Werror", "-c", "-o", "p.o", source]).run()?;
    wrapper(&["-o", "parts", "p.o"]).run()?;
    let library = prefix.join("lib/libmpi_abi.so.1");
    for program in ["whole", "parts"] {
        let found = |said: &str| said.contains(&*library.to_string_lossy());
        tried.expect(Program::new("ldd").arg(home.join(program)), "where our library is", found)?;
        tried.expect(Program::new(home.join(program)), "nothing", str::is_empty)?;
    }
    Ok(())
}
