//! Tests programs that are built for another MPI library. Each process would run as a job of one rank: the launcher
//! refuses such a program, or tells the user why once it runs, where only a command or a script leads to the program.
mod common;
use common::{Done, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// C code that stands for another MPI library.
const LIBRARY: &str =
    "int MPI_Init(int *c, char ***v) { (void)c; (void)v; return 0; } int PMPI_Init(void) { return 0; }";
/// A program that calls the other MPI library directly.
const HELLO: &str = r#"#include <stdio.h>
int MPI_Init(int *, char ***);
int main(int c, char **v) { MPI_Init(&c, &v); puts("rank 0 of 1"); return c > 1; }"#;
/// A library that calls the other MPI library, and a program that is linked only with that library.
const BETWEEN: &str = "int MPI_Init(int *, char ***); int begin(void) { return MPI_Init(0, 0); }";
const INDIRECT: &str = r#"#include <stdio.h>
int begin(void);
int main(void) { begin(); puts("rank 0 of 1"); return 0; }"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a directory"));
        place.cc(LIBRARY, "libmpi.so.40", &["-shared", "-fPIC", "-Wl,-soname,libmpi.so.40"]);
        place
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }
    /// Compiles C code into the file `name`; `with` are options and libraries. Returns the file's path.
    fn cc(&self, text: &str, name: &str, with: &[&str]) -> String {
        let source = self.file("source.c");
        std::fs::write(&source, text).expect("write");
        let out = self.file(name);
        let mut cc = Command::new("cc");
        cc.current_dir(self.path()).arg("-o").arg(&out).arg(&source).args(with).arg("-Wl,-rpath,$ORIGIN");
        assert!(cc.status().expect("cc").success(), "{name}");
        out.to_str().expect("UTF-8").to_owned()
    }
}

/// Returns the message by which the launcher refuses a program. Panics if anything has run.
fn refuses(done: &Done) -> &str {
    assert_eq!((done.code, done.err.lines().count(), &*done.out), (1, 1, ""), "{}", done.err);
    let begin = "clump run: each process would be by itself, as rank 0 of 1: ";
    let text =
        done.err.strip_prefix(begin).and_then(|text| text.strip_suffix(" (--other-mpi starts it all the same)\n"));
    text.unwrap_or_else(|| panic!("{}", done.err))
}

/// Returns the launcher's message about another library. Panics if there is any other message.
fn says(done: &Done, code: i32) -> &str {
    assert_eq!((done.code, done.err.lines().count()), (code, 1), "{}", done.err);
    let begin = "clump run: no rank has joined the job, so each process is by itself, as rank 0 of 1: ";
    done.err.strip_prefix(begin).unwrap_or_else(|| panic!("{}", done.err))
}

#[test]
fn a_program_of_another_library_is_named_once() {
    let place = Place::new();
    let hello = place.cc(HELLO, "hello", &["libmpi.so.40"]);
    let library = place.file("libmpi.so.40").canonicalize().expect("its path");
    let done = run(["-n", "3", &hello]).finish();
    let text = refuses(&done);
    assert!(text.starts_with(&format!("{hello} is built for another MPI library, ")), "{text}");
    assert!(text.contains(&format!("{} (Open MPI's)", library.display())) && text.contains("Clump's mpicc"), "{text}");
    // The program runs behind commands that turn into it (exec), or start it. It stays long enough to be seen.
    let slow = place.cc(
        &HELLO.replace("return c > 1", "fflush(stdout); usleep(200000)").replacen("int", "int usleep();\nint", 1),
        "slow",
        &["libmpi.so.40"],
    );
    let done = run(["-n", "3", "sh", "-c", &format!("{slow}; true")]).finish();
    assert_eq!(done.out, "rank 0 of 1\n".repeat(3));
    let text = says(&done, 1);
    assert!(
        text.trim_end().ends_with("; such a job does not end with exit code 0 (unless --other-mpi is given)"),
        "{text}"
    );
    for command in [["env", "A=b", &slow], ["sh", "-c", &format!("{slow}; true")]] {
        let done = run(["-n", "2"]).args(command).finish();
        let slow = place.file("slow").canonicalize().expect("its path");
        assert!(
            says(&done, 1).starts_with(&format!("{} is built for another MPI library, ", slow.display())),
            "{}",
            done.err
        );
    }
    let allowed = run(["-n", "3", "--other-mpi", &hello]).finish();
    assert!(!says(&allowed, 0).contains("exit code"), "{}", allowed.err);
    // In a job of one rank, the program is right to take itself for a job of one rank, unless it fails.
    let alone = run(["-n", "1", &hello]).finish();
    assert_eq!((alone.code, &*alone.err), (0, ""));
    let failed = run(["-n", "1", &hello, "x"]).finish();
    assert!(failed.code == 1 && failed.err.contains("is built for another MPI library"), "{}", failed.err);
}

#[test]
fn a_program_that_needs_the_library_indirectly_is_named() {
    let place = Place::new();
    place.cc(BETWEEN, "libbetween.so", &["-shared", "-fPIC", "libmpi.so.40"]);
    let link = ["libbetween.so", "-Wl,--allow-shlib-undefined", "-Wl,-rpath-link,."];
    let program = place.cc(INDIRECT, "indirect", &link);
    assert!(refuses(&run(["-n", "2", &program]).finish()).contains("libmpi.so.40 (Open MPI's)"));
}

#[test]
fn a_program_of_two_abis_is_refused() {
    let place = Place::new();
    place.cc("int f(void) { return 0; }", "libmpi.so.12", &["-shared", "-fPIC", "-Wl,-soname,libmpi.so.12"]);
    let program = place.cc(HELLO, "both", &["-Wl,--no-as-needed", "libmpi.so.12", "libmpi.so.40"]);
    let done = run(["-n", "1", &program]).finish();
    let says = "both needs libmpi.so.12 and libmpi.so.40, which are of two MPI ABIs";
    assert!(done.code == 1 && done.out.is_empty() && done.err.contains(says), "{}", done.err);
}

#[test]
fn a_program_with_the_library_built_in_is_named() {
    let place = Place::new();
    let both = format!("{LIBRARY}\n{}", HELLO.replace("int MPI_Init(int *, char ***);", ""));
    for (name, with) in [("static", &["-static"][..]), ("built-in", &["-rdynamic"])] {
        let program = place.cc(&both, name, with);
        let done = run(["-n", "2", &program]).finish();
        assert!(says(&done, 1).contains("contains an MPI library of its own"), "{}", done.err);
    }
}

/// Loads the module as mpi4py is loaded: by its path, in the middle of a script.
const SCRIPT: &str =
    "import ctypes, sys, time\nctypes.CDLL(sys.argv[1])\nprint('rank 0 of 1', flush=True)\ntime.sleep(0.2)";

#[test]
fn a_script_that_loads_the_library_is_named() {
    let place = Place::new();
    let module = place.file("mpi4py");
    std::fs::create_dir(&module).expect("a directory");
    let module = place.cc(BETWEEN, "mpi4py/MPI.so", &["-shared", "-fPIC", "libmpi.so.40", "-Wl,-rpath,$ORIGIN/.."]);
    let done = run(["-n", "3", "python3", "-c", SCRIPT, &module]).finish();
    assert_eq!(done.out, "rank 0 of 1\n".repeat(3));
    let text = says(&done, 1);
    assert!(
        text.starts_with("mpi4py here is built for another MPI library, ") && text.contains("libmpi.so.40"),
        "{text}"
    );
    assert!(text.contains("pip install --force-reinstall") && text.contains("--no-binary mpi4py mpi4py"), "{text}");
    // The program runs behind a shell.
    let line = format!("python3 -c \"$0\" {module}; true");
    assert!(says(&run(["-n", "2", "sh", "-c", &line, SCRIPT]).finish(), 1).starts_with("mpi4py here"));
}

#[test]
fn the_user_is_told_before_the_end_of_a_long_job() {
    let place = Place::new();
    let hello = HELLO.replace("return c > 1", "__builtin_printf(\"%d\", c); for (;;) sleep(1)");
    let program = place.cc(&format!("#include <unistd.h>\n{hello}"), "endless", &["libmpi.so.40"]);
    let done = run(["-n", "2", "--other-mpi", "--timeout", "6", &program]).finish();
    assert_eq!(done.code, 124);
    assert!(done.err.starts_with("clump run: no rank has joined") && done.err.contains("after 6 s"), "{}", done.err);
    assert_eq!(done.err.matches("another MPI library").count(), 1, "{}", done.err);
}

#[test]
fn programs_without_mpi_cause_no_message() {
    let place = Place::new();
    let library = place.file("libmpi.so.40");
    let done = run(["-n", "2", "hostname"]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    // A program that names an MPI library on its command line, or reads its file, does not count as an MPI program.
    let done =
        run(["-n", "2", "sh", "-c", "cat \"$0\" >/dev/null; sleep 0.1", library.to_str().expect("UTF-8")]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    let other = place.cc("int f(void) { return 0; }", "libmpir.so", &["-shared", "-fPIC", "-Wl,-soname,libmpir.so"]);
    let program = place.cc("int f(void); int main(void) { return f(); }", "other", &[&other]);
    let done = run(["-n", "2", &program]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
}

#[test]
fn a_job_that_ranks_join_causes_no_message() {
    let place = Place::new();
    // A program built for Clump into which another MPI library is loaded too.
    let job = run(["-n", "3", &common::rank(), "ring"])
        .env("LD_PRELOAD", place.file("libmpi.so.40").to_str().expect("UTF-8"));
    let done = job.finish();
    assert_eq!((done.code, &*done.err), (0, ""));
}
