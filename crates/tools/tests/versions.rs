//! Hosts with different versions of Clump report the difference, whether the launcher or the agent notices it.
mod common;
use common::{Done, run};
use std::os::unix::fs::PermissionsExt;

/// Runs a job on one host through a command that changes the launcher's messages by `there` or the agent's answers by
/// `back`.
fn through(there: &str, back: &str) -> Done {
    let dir = tempfile::tempdir().expect("a directory");
    let rsh = dir.path().join("rsh");
    // The command ends with the agent, as ssh does, even if the launcher's input continues.
    let script = format!("#!/bin/bash\nshift\nsh -c \"$*\" < <({there}) | {back}\n");
    std::fs::write(&rsh, script).expect("a script");
    std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    run(["--rsh", rsh.to_str().expect("UTF-8"), "--hosts", "node1:1", "true"]).finish()
}

/// A filter that makes one line name an older version and then ends, as a connection does when its other side has
/// gone.
const OLDER: &str = "sed -u '/datagrams/{s/datagrams [0-9]*/datagrams 1/;q}'";
/// A filter that makes messages those of a version with other fields.
const FOREIGN: &str = r#"sed -u '/{"version/{s/{"version":"[^"]*".*/{"version":"9.9","news":7}/;q}'"#;

#[test]
fn hosts_of_different_versions_say_so() {
    for (there, back, says) in [
        (OLDER, "cat", "the launcher is Clump OWN, datagrams 1, and this is OWN, datagrams "),
        (FOREIGN, "cat", "the launcher is Clump 9.9, and this is OWN"),
        ("cat", OLDER, "the agent on host node1 is Clump OWN, datagrams 1, and this is OWN, datagrams "),
        ("cat", FOREIGN, "the agent on host node1 is Clump 9.9, and this is OWN"),
    ] {
        let says = says.replace("OWN", env!("CARGO_PKG_VERSION"));
        let done = through(there, back);
        assert_ne!(done.code, 0, "{there} {back}");
        let err = &done.err;
        assert!(err.contains(&says) && err.contains("use one version of Clump on all hosts"), "{there} {back}: {err}");
    }
}

#[test]
fn an_agent_with_malformed_messages_is_named() {
    let done = through("cat", "sed -u 's/\"cores\":/\"scores\":/'");
    assert!(
        done.code != 0 && done.err.contains("the agent on host node1 says something that makes no sense"),
        "{}",
        done.err
    );
    let done = through("cat", "cat");
    assert_eq!((done.code, &*done.err), (0, ""), "unchanged, it runs");
}
