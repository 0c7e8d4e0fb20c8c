//! Tests jobs that another launcher starts: Hydra, MPICH's mpiexec, if it is installed (`CLUMP_PEERS`).
use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns the path of Hydra in the MPICH that `cargo xtask bench peers` measures.
fn hydra() -> Option<PathBuf> {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/clump-peers"));
    let named = std::env::var_os("CLUMP_PEERS").map(PathBuf::from);
    let file = named.clone().or_else(home)?.join("v_mpich/bin/mpiexec");
    assert!(named.is_none() || file.exists(), "CLUMP_PEERS: {} is missing", file.display());
    file.exists().then_some(file)
}

/// Returns the path of the example program.
fn example() -> String {
    let test = std::env::current_exe().expect("this test");
    let program = test.ancestors().nth(2).expect("target directory").join("examples/joined");
    assert!(program.exists(), "{} is missing: `cargo test -p clump-mp` builds it", program.display());
    program.into_os_string().into_string().expect("a path in UTF-8")
}

/// Runs the example program under Hydra. If there is no Hydra, prints that and returns `None`.
fn under_hydra(ranks: &str, args: &[&str]) -> Option<Output> {
    let Some(mpiexec) = hydra() else {
        eprintln!("no MPICH in CLUMP_PEERS or ~/.cache/clump-peers: not tested");
        return None;
    };
    let program = example();
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", "60"]).arg(mpiexec).args(["-n", ranks]).arg(program).args(args);
    Some(command.env_remove("CLUMP_JOB").output().expect("start"))
}

#[test]
fn ranks_started_by_hydra_are_one_job() {
    for ranks in ["1", "2", "5"] {
        let Some(done) = under_hydra(ranks, &[]) else { return };
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let expected: Vec<String> =
            (0..ranks.parse::<u32>().unwrap()).map(|rank| format!("rank {rank} of {ranks}")).collect();
        assert_eq!(lines, expected);
    }
}

#[test]
fn hydra_numbers_the_programs() {
    let Some(done) = under_hydra("1", &["app", ":", "-n", "2", &example(), "app"]) else { return };
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    let want = ["rank 0 of 3, app Some(0)", "rank 1 of 3, app Some(1)", "rank 2 of 3, app Some(1)"];
    assert_eq!(lines, want, "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn an_abort_reaches_hydra() {
    // The other ranks wait for a message that is never sent.
    let Some(done) = under_hydra("3", &["abort"]) else { return };
    assert_eq!(done.status.code(), Some(42), "{}", String::from_utf8_lossy(&done.stdout));
}
