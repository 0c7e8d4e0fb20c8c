//! Tests which process is the rank: the process that the launcher has started, or the process that a wrapper starts,
//! but never a process that a rank starts.
mod common;
use common::{program, rank, run};

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

const RANKS: [&str; 3] = ["rank 0 of 3", "rank 1 of 3", "rank 2 of 3"];

#[test]
fn what_a_wrapper_starts_is_the_rank() {
    let rank = rank();
    let (shell, exec) = (format!("{rank} ring; true"), format!("exec {rank} ring"));
    // Python closes the descriptors that its child would inherit.
    let python = format!("import subprocess; subprocess.run(['{rank}', 'ring'], check=True)");
    let deep = format!("import subprocess; subprocess.run(['sh', '-c', '{rank} ring; true'], check=True)");
    for command in [["sh", "-c", &*shell], ["sh", "-c", &exec], ["python3", "-c", &python], ["python3", "-c", &deep]] {
        let done = run(["-n", "3"]).args(command).finish();
        assert_eq!((done.code, &*done.err, sorted(&done.out)), (0, "", RANKS.to_vec()), "{command:?}");
    }
}

#[test]
fn what_a_rank_starts_is_a_job_of_its_own() {
    let done = run(["-n", "2", &rank(), "parent"]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(sorted(&done.out), ["parent 0 of 2", "parent 1 of 2", "rank 0 of 1", "rank 0 of 1"]);
    // A rank behind a wrapper, and a shell between the rank and its child.
    let line = format!("{} parent; true", rank());
    let done = run(["-n", "2", "sh", "-c", &line]).finish();
    assert_eq!((done.code, done.out.matches("rank 0 of 1").count()), (0, 2), "{}", done.err);
}

#[test]
fn two_programs_cannot_be_one_rank() {
    // Two programs at the same time: the first waits for a message that is never sent.
    let line = format!("{0} sleep & sleep 1; {0} ring; code=$?; kill $!; exit $code", rank());
    let done = run(["-n", "2", "sh", "-c", &line]).finish();
    assert_ne!(done.code, 0);
    assert!(done.err.contains(" is another program (pid ") && done.err.contains("env -u CLUMP_JOB"), "{}", done.err);
    // Two programs one after the other: the second would find messages of the first in the job's memory.
    let line = format!("{0} ring && {0} ring", rank());
    let done = run(["-n", "2", "sh", "-c", &line]).finish();
    assert_eq!((done.code, done.out.lines().count()), (1, 2), "{}", done.err);
    assert!(done.err.contains(" has been another program (pid ") && done.err.contains("of its own"), "{}", done.err);
    // In a job of one rank, the messages of two programs cannot be confused.
    let done = run(["-n", "1", "sh", "-c", &line]).finish();
    assert_eq!((done.code, &*done.out, &*done.err), (0, "rank 0 of 1\nrank 0 of 1\n", ""));
}

#[test]
fn a_descriptor_that_no_process_has_is_explained() {
    // In another process namespace, a program cannot find the launcher's memory. This test imitates that with a
    // number of which no process has a descriptor.
    // number.
    let job = program(rank()).arg("ring").env("CLUMP_JOB", "1 fd=777 rank=1 size=3");
    let done = job.finish();
    assert_ne!(done.code, 0);
    for word in ["rank 1 of 3", "Bad file descriptor", "close_fds=False", "env -u CLUMP_JOB"] {
        assert!(done.err.contains(word), "{word}: {}", done.err);
    }
}

/// A launcher that speaks PMI-1, as Hydra does, and starts two processes of the command line it is given.
const PMI: &str = r#"
import os, socket, subprocess, sys, threading
pairs = [socket.socketpair() for _ in range(2)]
space, meet = {}, threading.Barrier(2)
def serve(ours):
    for line in ours.makefile():
        words = dict(word.split("=", 1) for word in line.split())
        if words["cmd"] == "init": answer = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
        elif words["cmd"] == "get_my_kvsname": answer = "cmd=my_kvsname kvsname=k"
        elif words["cmd"] == "put": space[words["key"]] = words["value"]; answer = "cmd=put_result rc=0"
        elif words["cmd"] == "get": answer = "cmd=get_result rc=0 value=" + space[words["key"]]
        elif words["cmd"] == "barrier_in": meet.wait(20); answer = "cmd=barrier_out"
        elif words["cmd"] == "finalize": answer = "cmd=finalize_ack"
        ours.sendall((answer + "\n").encode())
for ours, _ in pairs: threading.Thread(target=serve, args=(ours,), daemon=True).start()
def start(rank):
    fd = pairs[rank][1].fileno()
    env = dict(os.environ, PMI_FD=str(fd), PMI_RANK=str(rank), PMI_SIZE="2")
    return subprocess.Popen(sys.argv[1:], env=env, pass_fds=[fd])
sys.exit(max(process.wait() for process in [start(0), start(1)]))
"#;

fn under_pmi(command: &[&str]) -> common::Done {
    program("python3").args(["-c", PMI]).args(command).finish()
}

#[test]
fn wrappers_and_children_are_told_apart_under_pmi_too() {
    let rank = rank();
    let done = under_pmi(&[&rank, "parent"]);
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(sorted(&done.out), ["parent 0 of 2", "parent 1 of 2", "rank 0 of 1", "rank 0 of 1"]);
    let done = under_pmi(&["sh", "-c", &format!("{rank} ring; true")]);
    assert_eq!((done.code, sorted(&done.out)), (0, vec!["rank 0 of 2", "rank 1 of 2"]), "{}", done.err);
}

#[test]
fn a_wrapper_that_closes_the_socket_of_pmi_is_explained() {
    let script = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)";
    let done = under_pmi(&["python3", "-c", script, &rank(), "ring"]);
    assert_ne!(done.code, 0);
    assert!(!done.out.contains("rank"), "{}", done.out);
    for word in [" of 2: cannot reach the launcher through PMI_FD=", "close_fds=False", "env -u PMI_SIZE"] {
        assert!(done.err.contains(word), "{word}: {}", done.err);
    }
}
