//! Starts the real `clump`, and observes its output, exit code and processes. Each test binary uses only a part of
//! this module.
#![allow(dead_code)]
pub mod hosts;
pub mod nonces;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Long enough for a loaded machine; a test that needs longer has failed.
const PATIENCE: Duration = Duration::from_secs(90);
/// A variable in the environment of every process of a job, by which tests find leftover processes.
const MARK: &str = "TEST_MARK_OF_JOB";

/// A job to start.
pub struct Job {
    command: Command,
    mark: String,
    input: Vec<u8>,
}

/// A started job.
pub struct Running {
    pub child: Child,
    mark: String,
    out: Option<std::thread::JoinHandle<Vec<u8>>>,
    err: Option<std::thread::JoinHandle<Vec<u8>>>,
}

/// The results of a job.
pub struct Done {
    /// The exit code, or 128 + signal if a signal killed the job's process.
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Returns the job `clump run ARGS…`.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Job {
    let mut job = program(env!("CARGO_BIN_EXE_clump"));
    job.command.arg("run").args(args);
    job
}

/// Copies a program that is started next, by a process of its own: a child that another test forks meanwhile would hold
/// the copy open for writing, and the system starts no such file.
pub fn copy_program(from: impl AsRef<OsStr>, to: &Path) {
    let copied = Command::new("cp").arg("--preserve=mode").arg(from).arg(to).status();
    assert!(copied.expect("cp").success());
}

/// Returns a job that runs any program, observed like a job of `clump run`.
pub fn program(file: impl AsRef<OsStr>) -> Job {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut command = Command::new(file);
    // Jobs leave nothing in the home of the user who runs the tests.
    command
        .env(MARK, &mark)
        .env("CLUMP_RECORD", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Job { command, mark, input: Vec::new() }
}

/// Returns the path of a program that opens an endpoint: crates/tools/examples/rank.rs.
pub fn rank() -> String {
    example("rank")
}

/// Returns the path of a program of crates/tools/examples.
pub fn example(name: &str) -> String {
    let file = clump().with_file_name("examples").join(name);
    assert!(file.exists(), "{} is missing: `cargo test -p clump-tools` builds it", file.display());
    text_of(&file)
}

/// Returns the path of the launcher.
pub fn clump() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_clump"))
}

/// Compiles a C program of MPI against the library that the test was built with. `source` is a path below `crates`.
/// Each program is compiled by one test only.
pub fn compiled(source: &str) -> String {
    compiled_with(source, "program", &[])
}

/// Compiles a library in C, which a job can preload, as [`compiled`] does a program.
pub fn compiled_library(source: &str) -> String {
    compiled_with(source, "library.so", &["-shared", "-fPIC"])
}

fn compiled_with(source: &str, name: &str, options: &[&str]) -> String {
    let own = std::env::current_exe().expect("a test is a program");
    let library = own.with_file_name("libmpi_abi.so");
    assert!(library.exists(), "{} is missing: cargo builds it before the tests", library.display());
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = crates.join(source);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(source.file_stem().expect("a name"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (link, made) = (folder.join("libmpi_abi.so.1"), folder.join(name));
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(library, &link).expect("a link");
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror"]).args(options);
    cc.arg("-o").arg(&made).arg(&source);
    for include in ["mpi/include", "capi/include", "mpi/tests/c"] {
        cc.arg("-I").arg(crates.join(include));
    }
    cc.arg(format!("-Wl,-rpath,{}", folder.display())).arg(&link).args(["-lpthread", "-lm"]);
    assert!(cc.status().expect("a C compiler").success(), "{}", source.display());
    text_of(&made)
}

fn text_of(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

impl Job {
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Job {
        self.command.arg(arg);
        self
    }
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Job {
        self.command.args(args);
        self
    }
    pub fn env(mut self, name: &str, value: &str) -> Job {
        self.command.env(name, value);
        self
    }
    pub fn input(mut self, bytes: &[u8]) -> Job {
        self.input = bytes.to_vec();
        self
    }
    /// Runs the job as another user, who also is the group.
    pub fn user(mut self, id: u32) -> Job {
        use std::os::unix::process::CommandExt;
        self.command.uid(id).gid(id);
        self
    }
    pub fn start(mut self) -> Running {
        let mut child = loop {
            match self.command.spawn() {
                // Another thread of this process has forked while a test copied this program, and the child has not
                // closed its descriptor of the file yet.
                Err(e) if e.kind() == std::io::ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
                started => break started.expect("start"),
            }
        };
        let mut stdin = child.stdin.take().expect("stdin");
        let input = self.input;
        // If a job does not read its input, it closes the pipe and this write fails, which is fine.
        std::thread::spawn(move || stdin.write_all(&input));
        let (out, err) = (collect(child.stdout.take()), collect(child.stderr.take()));
        Running { child, mark: self.mark, out: Some(out), err: Some(err) }
    }
    /// Runs the job to its end, and checks that no process is left.
    pub fn finish(self) -> Done {
        self.start().finish()
    }
}

fn collect(stream: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    let mut stream = stream.expect("a pipe");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("read");
        bytes
    })
}

impl Running {
    pub fn signal(&self, signal: i32) {
        kill(self.child.id() as i32, signal);
    }
    /// Returns the processes of the job whose command line contains `text`.
    pub fn processes(&self, text: &str) -> Vec<i32> {
        marked(&self.mark).into_iter().filter(|&pid| command_line(pid).contains(text)).collect()
    }
    /// Waits until `count` processes of the job have `text` in their command line.
    pub fn await_processes(&self, text: &str, count: usize) -> Vec<i32> {
        let mut found = Vec::new();
        wait_until(&format!("{count} processes with {text:?}"), || {
            found = self.processes(text);
            found.len() == count
        });
        found
    }
    pub fn finish(mut self) -> Done {
        use std::os::unix::process::ExitStatusExt;
        let mut status = None;
        wait_until("the end of the job", || {
            status = self.child.try_wait().expect("wait");
            status.is_some()
        });
        let status = status.expect("ended");
        self.expect_nothing_left();
        let text = |thread: Option<std::thread::JoinHandle<Vec<u8>>>| {
            String::from_utf8_lossy(&thread.expect("once").join().expect("reader")).into_owned()
        };
        let code = status.code().unwrap_or_else(|| 128 + status.signal().expect("a signal"));
        let (out, err) = (self.out.take(), self.err.take());
        Done { code, out: text(out), err: text(err) }
    }
    /// Panics if a process of the job still exists 1 s after its end.
    pub fn expect_nothing_left(&self) {
        let start = Instant::now();
        loop {
            let left = marked(&self.mark);
            if left.is_empty() {
                return;
            }
            let lines: Vec<String> = left.iter().map(|&pid| command_line(pid)).collect();
            assert!(start.elapsed() < Duration::from_secs(1), "still there: {lines:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Leave no process behind even after a failed test.
        for pid in marked(&self.mark) {
            kill(pid, 9);
        }
        let _ = self.child.wait();
    }
}

pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < PATIENCE, "timed out while waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns true if the process runs that program itself, rather than being a shell or an agent that has the program
/// in its command line.
pub fn is_program(pid: i32, file: &str) -> bool {
    std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == std::path::Path::new(file))
}

pub fn kill(pid: i32, signal: i32) {
    let pid = rustix::process::Pid::from_raw(pid).expect("a pid");
    let signal = rustix::process::Signal::from_named_raw(signal).expect("a signal");
    // The process may have ended meanwhile.
    let _ = rustix::process::kill_process(pid, signal);
}

/// Returns every living process that has the mark in its environment.
fn marked(mark: &str) -> Vec<i32> {
    let needle = format!("{MARK}={mark}");
    let pids = std::fs::read_dir("/proc").expect("/proc").flatten();
    pids.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| {
            let environ = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environ.split(|&b| b == 0).any(|variable| variable == needle.as_bytes())
        })
        .collect()
}

fn command_line(pid: i32) -> String {
    let bytes = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}
