//! Tests that a guest, a process that knows a job's port, reaches nothing of the job but what both have agreed on.
mod common;
use common::hosts::Hosts;
use common::{compiled, example, program, run, wait_until};

/// Returns the first number of a text.
fn number(text: &str) -> u64 {
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number: {text}"))
}

#[test]
fn a_hostile_guest_reaches_no_communicator_handler_window_or_group() {
    let Some(hosts) = Hosts::up(2) else { return };
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("port").to_str().expect("a path in UTF-8").to_owned();
    let victim = run(["--timeout", "80", "--rsh", &hosts.rsh(), "--hosts", "h0,h1", "-n", "2"]);
    let victim = victim.arg(compiled("mpi/tests/guests/victim.c")).args([&file, "2"]).start();
    // The first guest shares memory with the job's rank 0, the second reaches it by the network.
    let mut sent = 0;
    for host in 0..2 {
        let port = format!("{file}.{host}");
        wait_until("a port", || std::path::Path::new(&port).exists());
        let enter = hosts.on_host(host);
        let guest = program(&enter[0]).args(&enter[1..]).args([example("guest"), port]).finish();
        assert_eq!((guest.code, &*guest.err), (0, ""), "guest on host h{host}: {}", guest.out);
        let (frames, windows) = guest.out.split_once(" sent, ").expect("what the guest has done");
        assert!(number(windows) > 0, "the guest has found no window: {}", guest.out);
        sent += number(frames);
    }
    let done = victim.finish();
    assert_eq!((done.code, &*done.err), (0, ""), "{}", done.out);
    let refused = number(done.out.lines().find(|line| line.ends_with(" refused")).expect("a count"));
    assert!(refused >= sent, "{refused} frames were refused, and {sent} had to be");
}
