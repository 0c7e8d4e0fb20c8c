//! `clump top` of a real job, on a terminal of 24 lines of 80 characters.
mod common;
use common::{clump, compiled, program, run, wait_until};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Runs `clump top JOB` on its own terminal: waits for texts, types keys and sends signals, as the arguments say
/// (`wait:TEXT`, `type:HEX`, `signal:NUMBER`, `stopped:`, `release:`, which lets the job go on to its end). Prints
/// whether the terminal has its state of before each time the program has left it, and the exit code.
const TERMINAL: &str = r#"
import fcntl, os, pty, select, signal, struct, sys, termios, time
argv, steps = sys.argv[1].split("\n"), sys.argv[2:]
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
before = termios.tcgetattr(slave)
shown = b""
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    os.environ["TERM"] = "xterm"
    os.execv(argv[0], argv)

def read(seconds):
    global shown
    if select.select([master], [], [], seconds)[0]:
        shown += os.read(master, 65536)
        return True
    return False

def restored():
    while read(0): pass
    return termios.tcgetattr(slave) == before and shown.rfind(b"\x1b[?1049l") > shown.rfind(b"\x1b[?1049h")

for step in steps:
    kind, value = step.split(":", 1)
    if kind == "wait":
        end = time.time() + 30
        while value.encode() not in shown:
            if time.time() > end:
                sys.exit(f"{value!r} has not appeared: {shown!r}")
            read(1)
        assert termios.tcgetattr(slave) != before
        shown = shown[shown.rfind(b"\x1b[H"):]
        for line in shown.decode().replace("\x1b[H", "").split("\x1b[K"):
            assert len(line.strip("\r\n")) <= 80, line
    elif kind == "type":
        shown = b""
        os.write(master, bytes.fromhex(value))
    elif kind == "signal":
        os.kill(pid, int(value))
    elif kind == "release":
        open(os.environ["GO"], "w").close()
    elif kind == "stopped":
        _, status = os.waitpid(pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), status
        print("stopped", restored())
        shown = b""
ended = 0
while ended == 0:
    read(0.05)
    ended, status = os.waitpid(pid, os.WNOHANG)
print(os.waitstatus_to_exitcode(status), restored())
"#;

/// The program with a late rank, compiled once: another test may be running it.
fn late() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/late.c"))
}

/// Starts a job whose ranks wait for rank 1, shows it, and returns what the script says.
fn shown(steps: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("go");
    let running = run(["-n", "3", late(), "1", "barrier"]).arg(&file).start();
    let job = running.child.id().to_string();
    wait_until("the ranks wait for rank 1", || {
        let out = Command::new(clump()).args(["stat", &job]).output().expect("clump");
        out.stdout.starts_with(b"rank 1 keeps others waiting (ranks 0, 2 wait for it)")
    });
    let argv = format!("{}\ntop\n--interval\n0.2\n{job}", clump().display());
    let done = program("python3").args(["-c", TERMINAL, &argv]).args(steps).env("GO", &file.to_string_lossy()).finish();
    std::fs::write(&file, "").expect("a file");
    assert_eq!(running.finish().code, 0);
    assert_eq!(done.err, "");
    done.out
}

#[test]
fn keys_choose_the_view_and_the_order_and_q_quits() {
    let steps = [
        "wait:rank 1 keeps others waiting",
        "wait:   100 ",
        "type:32",
        "wait:calls/s",
        "type:1b5b43",
        "wait:by processor",
        "type:1b5b44",
        "wait:by waiting",
        "type:31",
        "wait:in MPI_Barrier",
        "type:71",
    ];
    assert_eq!(shown(&steps), "0 True\n");
}

#[test]
fn a_signal_gives_the_terminal_back() {
    assert_eq!(shown(&["wait:by waiting", "signal:15"]), "143 True\n");
    assert_eq!(shown(&["wait:by waiting", "type:03"]), "130 True\n");
}

#[test]
fn the_end_of_the_job_ends_top() {
    assert_eq!(shown(&["wait:by waiting", "release:"]), "0 True\n");
}

#[test]
fn a_stopped_top_gives_the_terminal_back_and_goes_on_when_it_is_continued() {
    let steps = ["wait:by waiting", "signal:20", "stopped:", "signal:18", "wait:by waiting", "type:71"];
    assert_eq!(shown(&steps), "stopped True\n0 True\n");
}

#[test]
fn without_a_terminal_top_points_to_stat() {
    let job = run(["-n", "1", "sleep", "1000"]).start();
    let number = job.child.id().to_string();
    wait_until("the job is seen", || {
        Command::new(clump()).args(["stat", &number]).output().is_ok_and(|out| out.status.success())
    });
    let out = Command::new(clump()).args(["top", &number]).stdin(Stdio::null()).output().expect("clump");
    assert_eq!(out.status.code(), Some(1));
    let told = "clump top: standard input is no terminal: `clump stat` prints what the ranks do\n";
    assert_eq!(String::from_utf8_lossy(&out.stderr), told);
}
