//! Checks C's other interfaces: headers as C11 and C++17, programs in crates/capi/tests/c, leaks, examples, Python.
use crate::process::Program;
use crate::{demo, r#gen, install, need, package, paths};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const FOLDER: &str = "crates/capi/tests/c";
const EXAMPLES: &str = "examples/personalities";
const RANKS: [&str; 3] = ["1", "2", "4"];

/// Checks headers and C programs. Returns how many checks passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    need::ensure(&[need::C_COMPILER, need::VALGRIND])?;
    let out = home.join("capi");
    std::fs::create_dir_all(&out)?;
    let mut passed = headers(prefix, &out)?;
    for source in sources(FOLDER)? {
        let text = std::fs::read_to_string(&source)?;
        // A file that other programs include has no main.
        if !text.contains("int main(") {
            continue;
        }
        let mut files = vec![source.clone()];
        files.extend(after(&text, "with:").map(|name| source.with_file_name(name)));
        let binary = compile(prefix, &files, &out, "gnu11")?;
        let ranks: Vec<&str> = after(&text, "ranks:").collect();
        if ranks.is_empty() {
            bail!("{}: `ranks:` names no number", source.display());
        }
        let says = text.split_once("says: ").map(|(_, rest)| rest.split(" */").next().unwrap_or_default());
        for n in ranks {
            let name = || format!("{} on {n} ranks", source.display());
            let ran = demo::launch(prefix, n).arg(&binary).within(320).outcome().with_context(name)?;
            match says {
                None => drop(ran.success().with_context(name)?),
                Some(words) if ran.status.success() || !ran.output.contains(words) => {
                    bail!("{} does not say `{words}`:\n{}", name(), ran.output)
                }
                Some(_) => {}
            }
            passed += 1;
        }
        for n in after(&text, "memory:") {
            // The shared heap is off, because it would replace valgrind's allocator. The check for undefined values is
            // off, because valgrind does not see what a peer writes to this process's memory.
            let program = demo::launch(prefix, n).args(["--no-shared-heap", "valgrind", "-q", "--leak-check=full"]);
            let program =
                program.args(["--errors-for-leak-kinds=definite", "--undef-value-errors=no", "--error-exitcode=9"]);
            program.arg(&binary).within(320).run().with_context(|| format!("{} under valgrind", source.display()))?;
            passed += 1;
        }
    }
    Ok(passed)
}

/// Runs the personalities' examples on this machine. Returns how many runs passed.
pub fn examples(prefix: &Path, home: &Path) -> Result<u64> {
    shown(prefix, home, &RANKS, |ranks| demo::launch(prefix, ranks))
}

/// Runs the personalities' examples by `launch`, which gets the number of ranks. Returns how many runs passed.
fn shown(prefix: &Path, home: &Path, ranks: &[&str], launch: impl Fn(&str) -> Program) -> Result<u64> {
    let out = home.join("personalities");
    std::fs::create_dir_all(&out)?;
    let mut passed = 0;
    for source in sources(EXAMPLES)? {
        let binary = compile(prefix, std::slice::from_ref(&source), &out, "c11")?;
        for n in ranks {
            let said = launch(n).arg(&binary).run().with_context(|| format!("{} on {n} ranks", source.display()))?;
            if !said.contains("rank 0:") || said.contains("wrong") {
                bail!("{} on {n} ranks says:\n{said}", source.display());
            }
            passed += 1;
        }
    }
    Ok(passed)
}

/// Runs programs between hosts, by `launch`: the examples, the programs that use the layers, and a program of which one
/// rank is killed half way. Fails unless the launcher names the killed rank. Returns how many runs passed.
pub fn between_hosts(prefix: &Path, home: &Path, launch: impl Fn(&str) -> Program) -> Result<u64> {
    let mut passed = shown(prefix, home, &["2", "4"], &launch)?;
    let out = home.join("capi");
    std::fs::create_dir_all(&out)?;
    let folder = paths::root().join(FOLDER);
    for name in ["layers.c", "streams.c", "meeting.c"] {
        let binary = compile(prefix, &[folder.join(name)], &out, "gnu11")?;
        launch("4").arg(&binary).run().with_context(|| format!("{name} on 4 ranks"))?;
        passed += 1;
    }
    let deaths = compile(prefix, &[folder.with_file_name("deaths").join("deaths.c")], &out, "gnu11")?;
    let ended = launch("3").arg(&deaths).arg("half way").outcome()?;
    let named = ["rank 1 (pid ", "was killed by signal 9 (SIGKILL)"].iter().all(|word| ended.output.contains(word));
    if ended.status.success() || !named {
        bail!("a rank that is killed while another host's handler reads from it is not named:\n{}", ended.output);
    }
    Ok(passed + 1)
}

/// Tests the installed Python package.
pub fn python(prefix: &Path, python: &Path) -> Result<u64> {
    let script = paths::root().join("python/tests/clump_package.py");
    // The wheel asks for this version of Python or a later one; the packages must use nothing newer.
    let (major, minor) = package::LEAST_PYTHON;
    let parse = "import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=eval(sys.argv[2]))";
    for module in install::python::modules()? {
        let module = paths::root().join("python").join(module);
        Program::new(python).args(["-c", parse]).arg(module).arg(format!("({major}, {minor})")).run()?;
    }
    for n in RANKS {
        let program = demo::launch(prefix, n).env("PYTHONPATH", prefix.join("lib/python"));
        program.env("PYTHONDONTWRITEBYTECODE", "1").arg(python).arg(&script).run()?;
    }
    Ok(RANKS.len() as u64)
}

/// Compiles one of the programs in `crates/capi/tests/c`. Returns its path.
pub fn program(prefix: &Path, home: &Path, name: &str) -> Result<PathBuf> {
    let out = home.join("capi");
    std::fs::create_dir_all(&out)?;
    compile(prefix, &[paths::root().join(FOLDER).join(name).with_extension("c")], &out, "gnu11")
}

/// Compiles each header by itself, and all compatible headers twice in one file, as C11 and as C++17.
fn headers(prefix: &Path, out: &Path) -> Result<u64> {
    let mut sets: Vec<Vec<&str>> = r#gen::capi_headers().map(|name| vec![name, name]).collect();
    for without in ["fm1.h", "fm2.h"] {
        sets.push(r#gen::capi_headers().filter(|name| *name != without).collect());
    }
    let mut passed = 0;
    for name in r#gen::CXX_HEADERS {
        let file = out.join("headers.cc");
        std::fs::write(&file, format!("#include <{name}>\n#include <{name}>\n"))?;
        Program::new("c++")
            .args(["-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
            .arg(prefix.join("include"))
            .arg(&file)
            .run()?;
        passed += 1;
    }
    for set in &sets {
        let text: String = set.iter().map(|name| format!("#include <{name}>\n")).collect();
        for (compiler, standard, suffix) in [("cc", "-std=c11", "c"), ("c++", "-std=c++17", "cc")] {
            let file = out.join(format!("headers.{suffix}"));
            std::fs::write(&file, &text)?;
            Program::new(compiler)
                .args([standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
                .arg(prefix.join("include"))
                .arg(&file)
                .run()?;
            passed += 1;
        }
    }
    Ok(passed)
}

fn compile(prefix: &Path, files: &[PathBuf], out: &Path, standard: &str) -> Result<PathBuf> {
    let lib = prefix.join("lib");
    let binary = out.join(files[0].file_stem().unwrap_or_default());
    let cxx = files[0].extension().is_some_and(|e| e == "cc");
    let (compiler, standard) = if cxx { ("c++", "c++17") } else { ("cc", standard) };
    Program::new(compiler)
        .args([&format!("-std={standard}"), "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"])
        .arg(&binary)
        .args(files)
        .arg("-I")
        .arg(prefix.join("include"))
        .arg("-L")
        .arg(&lib)
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .arg("-lclump")
        .run()?;
    Ok(binary)
}

/// Returns the words after `key` in the source's first comment, up to the first word that is neither a number nor the
/// name of a C file.
fn after<'a>(text: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    let rest = text.split("*/").next().and_then(|head| head.split_once(key)).map_or("", |(_, rest)| rest);
    let trimmed = rest.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
    trimmed.take_while(|word| word.parse::<u32>().is_ok() || word.ends_with(".c"))
}

fn sources(folder: &str) -> Result<Vec<PathBuf>> {
    let path = paths::root().join(folder);
    let list = std::fs::read_dir(&path).with_context(|| format!("cannot list {}", path.display()))?;
    let mut found: Vec<_> =
        list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c" || e == "cc")).collect();
    found.sort();
    if found.is_empty() {
        bail!("{folder} holds no program");
    }
    Ok(found)
}
