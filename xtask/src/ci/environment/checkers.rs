//! Runs programs under valgrind and AddressSanitizer, and one that unloads the library.
use super::{Place, SECONDS};
use crate::need;
use crate::process::Program;
use anyhow::Result;

/// A program whose callbacks throw C++ exceptions through the library.
const EXCEPTIONS: &str = "exceptions";
/// A program without exceptions.
const PLAIN: &str = "any_time";

pub fn check(place: &mut Place) -> Result<()> {
    need::ensure(&[need::VALGRIND])?;
    let source = crate::paths::root().join("crates/mpi/tests/environment/unloads.c");
    let unloads = Program::new("cc").args(["-std=gnu11", "-Wall", "-o"]).arg(place.home.join("unloads"));
    unloads.arg(source).args(["-ldl", "-pthread"]).run()?;
    for name in ["libmpi_abi.so.1", "libclump.so.1"] {
        let library = place.path(&format!("prefix/lib/{name}"));
        let program = Program::new(place.path("unloads")).arg(library).within(SECONDS);
        place.succeed(&format!("{name}: loaded and unloaded in a thread"), program)?;
    }
    for (name, ending) in [(PLAIN, "c"), (EXCEPTIONS, "cc")] {
        let program = built(place, name, ending, &[])?;
        let valgrind = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full"];
        let program = place.launch(&[], "2").args(valgrind).arg(program);
        place.succeed(&format!("{name}: under valgrind"), program)?;
    }
    let program = built(place, EXCEPTIONS, "cc", &["-fsanitize=address"])?;
    // The launcher does not see which program a shell or `env` starts.
    for behind in [&[][..], &["env", "A=b"], &["sh", "-c", "exec \"$@\"", "sh"]] {
        let program = place.launch(&[], "2").args(behind).arg(&program);
        let what = behind.first().map_or(String::new(), |first| format!(", behind {first}"));
        place.succeed(&format!("{EXCEPTIONS}: with AddressSanitizer{what}"), program)?;
    }
    Ok(())
}

/// Compiles a conformance program with additional options.
fn built(place: &Place, name: &str, ending: &str, options: &[&str]) -> Result<String> {
    let compiler = if ending == "cc" { "mpicxx" } else { "mpicc" };
    let program = place.path(&format!("checked-{name}"));
    let source = crate::paths::root().join("crates/mpi/tests/c").join(name).with_extension(ending);
    let compiler = Program::new(place.home.join("prefix/bin").join(compiler)).args(options);
    compiler.args(["-O1", "-g", "-pthread", "-o", &program]).arg(source).run()?;
    Ok(program)
}
