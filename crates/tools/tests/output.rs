//! What ranks print comes through whole, in order, and in bounded memory.
mod common;
use common::{program, run, wait_until};
use std::collections::HashMap;
use std::path::Path;

/// Prints LINES lines of different lengths, in writes that cut lines anywhere, to stdout and stderr in turn.
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
        // Without the pages of the job's shared segment, which it only has mapped.
        let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("RssAnon");
        let kib: u64 = own.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kib < 4096, "{kib} KiB");
    }
    assert_eq!(running.finish().code, 0);
}

#[test]
fn the_end_of_our_reader_is_a_quiet_end() {
    let line = format!("{} run -n 2 yes | head -n 3; echo ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_clump"));
    let done = program("bash").args(["-c", &line]).finish();
    assert_eq!((done.out.as_str(), done.err.as_str()), ("y\ny\ny\n141\n", ""));
}

#[test]
fn nothing_is_lost_at_the_end() {
    // Each rank leaves a full pipe behind when it ends.
    let done = run(["-n", "8", "--label", "sh", "-c", "head -c 65536 /dev/zero | tr '\\0' '\\n'"]).finish();
    assert_eq!(done.out.lines().count(), 8 * 65536);
}
