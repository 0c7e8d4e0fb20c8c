//! The records of jobs that `clump stat --last` reads.
mod common;
use common::{Running, clump, compiled, run, wait_until};
use serde_json::Value;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The program whose rank 1 is late for as long as its argument says: crates/mpi/tests/sight/held.c.
fn held() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/held.c"))
}

/// A user's state directory.
struct State(tempfile::TempDir);

impl State {
    fn new() -> State {
        State(tempfile::tempdir().expect("a directory"))
    }

    fn records(&self) -> PathBuf {
        self.0.path().join("clump")
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.records()).map(|all| all.flatten().map(|entry| entry.path()).collect());
        entries.unwrap_or_default()
    }

    /// Starts `clump run ARGS…` with records.
    fn start(&self, args: &[&str], setting: &str) -> Running {
        let state = self.0.path().to_str().expect("UTF-8");
        run(args).env("XDG_STATE_HOME", state).env("CLUMP_RECORD", setting).start()
    }

    /// Returns the exit code and what `clump stat --last ARGS…` prints.
    fn last(&self, args: &[&str]) -> (i32, String) {
        let mut command = Command::new(clump());
        let out = command.args(["stat", "--last"]).args(args).env("XDG_STATE_HOME", self.0.path()).output();
        let out = out.expect("clump");
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        (out.status.code().unwrap_or(-1), text)
    }

    /// Waits until the record of the job shows that ranks wait for rank 1.
    fn await_waiting(&self) {
        wait_until("the record shows the waiting ranks", || {
            let read = |file: &PathBuf| std::fs::read_to_string(file).unwrap_or_default();
            self.files().iter().any(|file| read(file).matches("in MPI_Barrier").count() == 2)
        });
    }
}

#[test]
fn a_job_that_is_killed_with_its_launcher_leaves_a_record() {
    let state = State::new();
    let job = state.start(&["-n", "3", held(), "100"], "1");
    state.await_waiting();
    assert!(state.last(&[]).1.contains("there is no record"), "a running job is not the last one");
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!((mode(&state.records()), mode(&state.files()[0])), (0o700, 0o600));
    let number = job.child.id().to_string();
    for pid in job.processes("") {
        common::kill(pid, 9);
    }
    drop(job.finish());
    let (code, text) = state.last(&[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(code, 0, "{text}");
    assert!(lines[0].starts_with("rank 1 keeps others waiting (ranks 0, 2 wait for it): running"), "{text}");
    assert!(lines[1].starts_with(&format!("job {number}: ")) && lines[1].contains("was killed together"), "{text}");
    assert_eq!(text.matches("in MPI_Barrier").count(), 2, "{text}");
    assert!(text.contains("moved: send 2.9 KiB in 3 calls, receive 2.9 KiB in 3 calls"), "{text}");
    let json: Value = serde_json::from_str(&state.last(&["--json"]).1).expect("JSON");
    assert_eq!(
        (&json["code"], &json["waited_for"][0]["rank"], json["rank_states"][2]["rank"].as_u64()),
        (&Value::Null, &1.into(), Some(1))
    );
    assert_eq!(json["rank_states"][0]["calls"]["send"]["bytes"], 1000);
}

#[test]
fn the_record_of_a_job_that_fails_has_its_exit_code() {
    let state = State::new();
    let job = state.start(&["-n", "3", held(), "100"], "1");
    state.await_waiting();
    common::kill(job.child.id() as i32, 15);
    let code = job.finish().code;
    assert_ne!(code, 0);
    let (_, text) = state.last(&[]);
    assert!(text.lines().nth(1).is_some_and(|line| line.contains(&format!("ended with code {code} after "))), "{text}");
    assert_eq!(state.files().len(), 1);
}

#[test]
fn short_jobs_and_jobs_of_users_who_want_none_leave_no_record() {
    let state = State::new();
    assert_eq!(state.start(&["-n", "2", "true"], "1").finish().code, 0);
    assert_eq!(state.start(&["-n", "2", "sleep", "1.3"], "0").finish().code, 0);
    assert!(!state.records().exists());
    assert!(state.last(&[]).1.starts_with("clump stat: there is no record of a job of yours on this machine"));
    let done = state.start(&["-n", "1", "true"], "no").finish();
    assert_eq!((done.code, done.err.as_str()), (0, "clump run: CLUMP_RECORD=no is not allowed: it may be 0 or 1\n"));
}

#[test]
fn a_job_whose_record_cannot_be_written_says_so_once_and_goes_on() {
    let state = State::new();
    std::fs::write(state.records(), "a file").expect("a file");
    let done = state.start(&["-n", "2", "sleep", "2.5"], "1").finish();
    assert_eq!((done.code, done.err.lines().count()), (0, 1), "{}", done.err);
    let said = done.err.starts_with("clump run: cannot keep a record of this job in ");
    assert!(said && done.err.contains("CLUMP_RECORD=0 switches records off"), "{}", done.err);
}

#[test]
fn old_records_are_removed_and_damaged_ones_do_no_harm() {
    let state = State::new();
    std::fs::create_dir(state.records()).expect("a directory");
    let other = state.0.path().join("other");
    std::fs::write(&other, "kept").expect("a file");
    symlink(&other, state.records().join("link.job")).expect("a link");
    for n in 0..1000 {
        std::fs::write(state.records().join(format!("{n}.job")), "{\"number\":1").expect("a file");
    }
    let (code, text) = state.last(&[]);
    assert!(code == 1 && text.contains("cannot be read") && text.contains("remove it"), "{text}");
    assert_eq!(state.start(&["-n", "1", "sleep", "1.3"], "1").finish().code, 0);
    // The link is not followed, and stays.
    assert_eq!(state.files().len(), 21);
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "kept");
    let (code, text) = state.last(&[]);
    assert!(code == 0 && text.contains("sleep 1.3") && text.contains("ended with code 0 after 1.3"), "{text}");
    // A record that contradicts itself, and has characters that control terminals.
    let newest = state.records().join("z.job");
    let lie = "{\"number\":7,\"described\":{\"version\":\"1\",\"programs\":[[\"\\u001b[2J\"]],\"total\":2,\"first\":0,\
               \"here\":9,\"is_part\":false,\"segment\":-1,\"hosts\":[]},\"ran\":5,\"code\":null,\"ranks\":[]}";
    std::fs::write(&newest, lie).expect("a file");
    assert!(state.last(&[]).1.contains("contradicts itself"));
    std::fs::write(&newest, lie.replace(":9,", ":2,")).expect("a file");
    let (code, text) = state.last(&[]);
    assert!(code == 0 && !text.contains('\x1b') && text.contains("job 7: ?[2J"), "{text}");
}
