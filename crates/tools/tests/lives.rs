//! Tests that ranks may leave their job and join it again where no memory is shared, and are told where that is not so.
mod common;
use common::hosts::Hosts;
use common::{Done, rank, run};

#[track_caller]
fn works(done: &Done, ranks: usize) {
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(done.out.lines().count(), ranks, "{}", done.out);
}

#[test]
fn a_rank_that_shares_memory_is_told_that_it_cannot_join_again() {
    let done = run(["--timeout", "60", "-n", "3", &rank(), "lives"]).finish();
    assert_ne!(done.code, 0);
    assert!(done.err.contains("has left its job and cannot join it again"), "{}", done.err);
    works(&run(["--timeout", "60", "-n", "1", &rank(), "lives"]).finish(), 1);
    works(&run(["--timeout", "60", "-n", "3", &rank(), "sessions"]).finish(), 3);
}

#[test]
fn ranks_leave_and_join_again_between_hosts() {
    let Some(hosts) = Hosts::up(3) else { return };
    for n in 0..3 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    for role in ["lives", "sessions"] {
        let job = run(["--timeout", "60", "--rsh", &hosts.rsh(), "--hosts", "h0,h1,h2", "-n", "3"]);
        works(&job.args([rank(), role.into()]).finish(), 3);
    }
    let job = run(["--timeout", "60", "--rsh", &hosts.rsh(), "--hosts", "h0:1,h1:2"]);
    let done = job.args([rank(), "lives".into()]).finish();
    assert!(done.code != 0 && done.err.contains("cannot join it again"), "{}", done.err);
}
