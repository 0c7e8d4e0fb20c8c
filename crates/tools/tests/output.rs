//! Tests that the output of ranks arrives whole, in order, and in bounded memory.
mod common;
use common::{program, run, wait_until};
use std::collections::HashMap;
use std::path::Path;

/// Prints LINES lines of different lengths, in writes that divide lines anywhere, to stdout and stderr in turn.
const CHATTER: &str = r#"
import os, sys
rank = int(os.environ["OMPI_COMM_WORLD_RANK"])
text = b"".join(b"%d %d %s.\n" % (rank, i, b"x" * (i * 37 % 3000)) for i in range(1000))
fd = 1 + rank % 2
for at in range(0, len(text), 777):
    os.write(fd, text[at:at + 777])
"#;

#[test]
fn lines_of_many_ranks_are_never_torn() {
    let line = format!("exec {} run -n 6 python3 -c '{CHATTER}' 2>&1", env!("CARGO_BIN_EXE_clump"));
    let done = program("sh").args(["-c", &line]).finish();
    assert_eq!(done.code, 0);
    let mut next: HashMap<&str, usize> = HashMap::new();
    for line in done.out.lines() {
        let mut parts = line.split(' ');
        let (rank, number) =
            (parts.next().expect("rank"), parts.next().expect("number").parse::<usize>().expect("a number"));
        assert_eq!(parts.next().expect("text"), "x".repeat(number * 37 % 3000) + ".");
        let expected = next.entry(rank).or_default();
        assert_eq!(number, *expected, "lines of rank {rank} are out of order");
        *expected += 1;
    }
    assert_eq!(next.len(), 6);
    assert!(next.values().all(|&count| count == 1000));
}

#[test]
fn a_very_long_line_and_an_unfinished_one_arrive_complete() {
    let script = "import sys; sys.stdout.write('a' * 3000000 + 'b'); sys.stderr.write('last words')";
    let done = run(["-n", "1", "python3", "-c", script]).finish();
    assert_eq!(done.code, 0);
    assert_eq!(done.out.len(), 3_000_001);
    assert!(done.out.ends_with("ab"));
    assert_eq!(done.err, "last words");
}

#[test]
fn memory_stays_bounded_while_our_stdout_is_slow() {
    let line = format!(
        "{} run -n 2 sh -c 'yes some output | head -c 100000000' | (sleep 2; cat >/dev/null)",
        env!("CARGO_BIN_EXE_clump")
    );
    let running = program("sh").args(["-c", &line]).start();
    let mut launchers = Vec::new();
    wait_until("the guardian and the supervisor", || {
        let is_launcher = |&pid: &i32| {
            std::fs::read_link(format!("/proc/{pid}/exe"))
                .is_ok_and(|exe| exe == Path::new(env!("CARGO_BIN_EXE_clump")))
        };
        launchers = running.processes("clump run").into_iter().filter(is_launcher).collect();
        launchers.len() == 2
    });
    std::thread::sleep(std::time::Duration::from_millis(1200));
    for pid in launchers {
        let status =
            std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs still: its stdout is not read");
        // RssAnon leaves out the pages of the job's shared segment, which the launcher only maps.
        let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("RssAnon");
        let kib: u64 = own.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kib < 4096, "{kib} KiB");
    }
    assert_eq!(running.finish().code, 0);
}

#[test]
fn the_job_ends_silently_when_the_reader_of_its_output_ends() {
    let line = format!("{} run -n 2 yes | head -n 3; echo ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_clump"));
    let done = program("bash").args(["-c", &line]).finish();
    assert_eq!((done.out.as_str(), done.err.as_str()), ("y\ny\ny\n141\n", ""));
}

#[test]
fn nothing_is_lost_at_the_end() {
    // Each rank leaves a full pipe when it ends.
    let done = run(["-n", "8", "--label", "sh", "-c", "head -c 65536 /dev/zero | tr '\\0' '\\n'"]).finish();
    assert_eq!(done.out.lines().count(), 8 * 65536);
}

/// Each rank prints its number on both streams.
const BOTH: &str = "echo out $OMPI_COMM_WORLD_RANK; echo err $OMPI_COMM_WORLD_RANK >&2";

#[test]
fn each_rank_may_have_a_file_of_its_own() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let name = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let ranks = |args: &[&str]| {
        let done = run(["-n", "2"]).args(args).args(["sh", "-c", BOTH]).finish();
        assert_eq!(done.code, 0, "{}", done.err);
        (done.out, done.err)
    };
    // The launcher replaces an old file.
    std::fs::write(name("a.1"), "old\n").expect("write");
    let (out, err) = ranks(&["--output-file", &name("a.%r")]);
    assert_eq!((out.as_str(), err.lines().count()), ("", 2));
    assert_eq!((text("a.0"), text("a.1")), ("out 0\n".into(), "out 1\n".into()));
    let (out, err) = ranks(&["-outfile-pattern", &name("b.%r"), "-errfile-pattern", &name("b/err.%r")]);
    assert_eq!((out.as_str(), err.as_str()), ("", ""));
    assert_eq!((text("b.1"), text("b/err.0")), ("out 1\n".into(), "err 0\n".into()));
    assert_eq!(ranks(&["--output-filename", &name("c")]), (String::new(), String::new()));
    assert_eq!((text("c/1/rank.0/stdout"), text("c/1/rank.1/stderr")), ("out 0\n".into(), "err 1\n".into()));
    assert_eq!(ranks(&["--output", &format!("file={}", name("d"))]), (String::new(), String::new()));
    assert_eq!((text("d.0"), text("d.1")), ("out 0\nerr 0\n".into(), "out 1\nerr 1\n".into()));
    assert_eq!(ranks(&["--output-file", &name("e.%r"), "--merge-stderr-to-stdout"]), (String::new(), String::new()));
    assert_eq!(text("e.1"), "out 1\nerr 1\n");
    // All ranks append to one file.
    assert_eq!(ranks(&["--output-file", &name("f")]).0, "");
    assert_eq!(text("f").lines().count(), 2);
}

#[test]
fn a_file_that_cannot_be_opened_is_explained() {
    let done = run(["-n", "2", "--output-file", "/proc/no/such.%r", "true"]).finish();
    assert_eq!(done.code, 1);
    assert!(done.err.starts_with("clump run: cannot open /proc/no/such.0, which rank 0 on "), "{}", done.err);
    for (args, says) in [
        (&["--output-file", "x.%q"][..], "%q stands for nothing; known are %r (the rank)"),
        (&["--error-file", "x.%r", "--merge-stderr-to-stdout"], "to two places; leave one out"),
        (&["--hosts", "a,b", "--output-file", "x"], "put %r for the rank, or %h for the host, in its name"),
    ] {
        let done = run(args.iter().chain(&["true"])).finish();
        assert!(done.code == 2 && done.err.contains(says), "{}", done.err);
    }
}

#[test]
fn standard_error_may_go_where_standard_output_goes() {
    // If both streams are one pipe, a rank's writes to the two streams keep their order.
    let script = "for i in 1 2 3 4 5 6 7 8; do echo out $i; echo err $i >&2; done";
    let done = run(["-n", "1", "--merge-stderr-to-stdout", "--label", "sh", "-c", script]).finish();
    let lines: String = (1..=8).map(|i| format!("[0] out {i}\n[0] err {i}\n")).collect();
    assert_eq!((done.code, done.out, done.err.as_str()), (0, lines, ""));
}
