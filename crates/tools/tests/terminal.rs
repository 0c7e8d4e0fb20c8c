//! Tests that rank 0 works as if it had been started alone if standard input is a terminal.
mod common;
use common::program;

/// A script that runs ARGV on its own terminal, types each text once the text before it has appeared, and prints what
/// appeared.
const TERMINAL: &str = r#"
import os, pty, select, sys, time
texts, argv = sys.argv[1].split(","), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execv(argv[0], argv)
shown = b""
def watch(seconds, awaited=None):
    global shown
    end = time.time() + seconds
    while time.time() < end and (awaited is None or awaited not in shown[shown.rfind(b"|") + 1:]):
        if select.select([fd], [], [], 0.02)[0]:
            try:
                shown += os.read(fd, 4096)
            except OSError:
                return
for text in texts:
    awaited, text = text.split(":")
    watch(20, awaited.encode())
    # What came before a text is what had been shown by then: a prompt must be there in time.
    shown += b"|"
    os.write(fd, bytes.fromhex(text))
watch(20)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown)
"#;

fn terminal(texts: &str, args: &[&str]) -> String {
    let clump = env!("CARGO_BIN_EXE_clump");
    let done = program("python3").args(["-c", TERMINAL, texts, clump, "run", "-n", "2"]).args(args).finish();
    assert_eq!(done.err, "");
    done.out
}

#[test]
fn rank_0_prompts_and_reads() {
    let script =
        r#"if [ $OMPI_COMM_WORLD_RANK = 0 ]; then printf 'name? '; read x; echo hello $x; test -t 0 && echo tty; fi"#;
    let shown = terminal("name? :626f620a", &["sh", "-c", script]);
    assert_eq!(shown.trim(), r"0 b'name? |bob\r\nhello bob\r\ntty\r\n'");
}

#[test]
fn ctrl_backslash_reports_and_ctrl_c_ends() {
    let shown = terminal("up:1c,rank 1 (pid:03", &["sh", "-c", "echo up; exec sleep 100"]);
    assert!(shown.starts_with("130 "), "{shown}");
    assert!(shown.contains("rank 1 (pid ") && !shown.contains("killed"), "{shown}");
    let (report, after) = shown.rsplit_once('|').expect("two keys");
    assert!(report.contains("what the ranks are doing") && !after.contains("rank"), "{shown}");
}
