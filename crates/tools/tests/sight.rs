//! `clump ps` and `clump stat` of real jobs.
mod common;
use common::{Running, clump, compiled, program, run, wait_until};
use rustix::fs::SealFlags;
use serde_json::Value;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The program with a late rank: crates/mpi/tests/sight/late.c.
fn late() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/late.c"))
}

/// A job with a late rank, which goes on when the file is there.
struct Late {
    running: Running,
    file: PathBuf,
    _dir: tempfile::TempDir,
}

impl Late {
    fn start(ranks: &str, late_rank: &str, kind: &str) -> Late {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("go");
        let running = run(["-n", ranks, late(), late_rank, kind]).arg(&file).start();
        Late { running, file, _dir: dir }
    }

    fn number(&self) -> String {
        self.running.child.id().to_string()
    }

    fn is(&self, seen: &Value) -> bool {
        seen["job"] == self.running.child.id()
    }

    fn end(self) {
        std::fs::write(&self.file, "").expect("a file");
        let done = self.running.finish();
        assert_eq!((done.code, done.err.as_str()), (0, ""));
    }
}

/// Returns the exit code, stdout and stderr of `clump ARGS…`.
fn told(args: &[&str]) -> (i32, String, String) {
    let out = Command::new(clump()).args(args).output().expect("clump");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (out.status.code().unwrap_or(-1), text(out.stdout), text(out.stderr))
}

/// Returns the jobs of `clump ps --json`.
fn jobs() -> Vec<Value> {
    let (code, out, err) = told(&["ps", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let told: Value = serde_json::from_str(&out).expect("JSON");
    told["jobs"].as_array().expect("a list").clone()
}

fn stat(number: &str) -> Value {
    let (_, out, _) = told(&["stat", "--json", number]);
    serde_json::from_str(&out).unwrap_or(Value::Null)
}

/// Checks that the first line of `clump stat` names the late rank, and goes on naming it.
fn names_the_late_rank(kind: &str) {
    let job = Late::start("4", "2", kind);
    let first = || told(&["stat", &job.number()]).1.lines().next().unwrap_or_default().to_owned();
    let expected = "rank 2 keeps others waiting (ranks 0-1, 3 wait for it): running, not in a blocking MPI call";
    wait_until("the first line names the late rank", || first() == expected);
    for _ in 0..20 {
        assert_eq!(first(), expected);
    }
    job.end();
}

#[test]
fn the_late_rank_of_a_barrier_is_named_first() {
    names_the_late_rank("barrier");
}

#[test]
fn the_late_rank_at_the_end_of_a_chain_of_receives_is_named_first() {
    names_the_late_rank("chain");
}

#[test]
fn the_late_receiver_is_named_first() {
    names_the_late_rank("send");
}

#[test]
fn the_late_member_of_a_communicator_is_named_first_and_times_are_shown() {
    let job = Late::start("4", "2", "halves");
    let number = job.number();
    let rank = |seen: &Value, number: u64| {
        let all = seen["rank_states"].as_array().cloned().unwrap_or_default();
        all.into_iter().find(|rank| rank["rank"] == number).unwrap_or(Value::Null)
    };
    wait_until("rank 0 waits for half a second", || {
        rank(&stat(&number), 0)["since_seconds"].as_f64().is_some_and(|since| since > 0.5)
    });
    let seen = stat(&number);
    assert_eq!(seen["waited_for"][0]["rank"], 2);
    let (waiting, late) = (rank(&seen, 0), rank(&seen, 2));
    assert_eq!((&waiting["state"], &late["state"]), (&"waits".into(), &"runs".into()));
    assert_eq!((&waiting["call"], &waiting["communicator"]), (&"MPI_Allreduce".into(), &"half".into()));
    assert!(late["since_seconds"].is_null() && late["cpu_seconds"].as_f64() > Some(0.0), "{late}");
    let (waited, since) = (waiting["waited_seconds"].as_f64(), waiting["since_seconds"].as_f64());
    assert!(waited >= since && since < seen["seconds"].as_f64(), "{seen}");
    // The launcher's own processes and any rank's pid name the job, too.
    let by_rank = stat(&late["pid"].to_string());
    assert_eq!(by_rank["job"].to_string(), number);
    let (code, text, _) = told(&["stat", &number]);
    assert_eq!(code, 0);
    let rows: Vec<&str> = text.lines().skip(3).take(4).collect();
    assert!(rows[3].split_whitespace().next() == Some("2"), "the late rank has waited least:\n{text}");
    job.end();
    assert!(told(&["stat", &number]).2.contains("no job of yours"));
}

#[test]
fn a_deadlock_is_named_first() {
    let job = run(["-n", "2", &compiled("mpi/tests/sight/circle.c")]).start();
    let number = job.child.id().to_string();
    wait_until("the circle is named", || told(&["stat", &number]).1.starts_with("ranks 0-1 wait for each other"));
    common::kill(job.child.id() as i32, 15);
    assert_ne!(job.finish().code, 0);
}

#[test]
fn jobs_are_listed_while_they_run() {
    let (one, two) = (Late::start("2", "1", "barrier"), Late::start("3", "0", "barrier"));
    let of = |job: &Late| jobs().into_iter().find(|seen| job.is(seen));
    for (job, ranks) in [(&one, 2), (&two, 3)] {
        wait_until("all ranks but one wait", || {
            of(job).is_some_and(|seen| seen["states"]["waits"] == ranks - 1 && seen["states"]["runs"] == 1)
        });
        let seen = of(job).expect("the job");
        assert_eq!((&seen["ranks"], &seen["programs"][0][0]), (&ranks.into(), &late().into()));
        assert_eq!(seen["hosts"][0]["ranks"], ranks);
        let (_, text, _) = told(&["ps"]);
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(job.number().as_str())), "{text}");
    }
    let (code, out, err) = told(&["stat"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("several jobs run") && err.contains(&one.number()) && err.contains(&two.number()), "{err}");
    let (code, _, err) = told(&["stat", "1"]);
    assert!(code == 1 && err.starts_with("clump stat: 1 is no job of yours"), "{err}");
    let (number, other) = (one.number(), two.number());
    one.end();
    two.end();
    assert!(jobs().iter().all(|seen| ![&number, &other].contains(&&seen["job"].to_string())));
}

/// The seals of a launcher's description.
const SEALS: SealFlags = SealFlags::SHRINK.union(SealFlags::GROW).union(SealFlags::WRITE).union(SealFlags::SEAL);

#[test]
fn processes_that_pretend_to_be_launchers_do_no_harm() {
    let memory = || {
        let flags = rustix::fs::MemfdFlags::ALLOW_SEALING | rustix::fs::MemfdFlags::CLOEXEC;
        std::fs::File::from(rustix::fs::memfd_create("clump-job", flags).expect("memory"))
    };
    let own = std::process::id() as i32;
    let mut garbage = memory();
    garbage.write_all(b"{\"version\":").expect("memory");
    rustix::fs::fcntl_add_seals(&garbage, SEALS).expect("seals");
    assert!(jobs().iter().all(|seen| seen["job"] != own));
    drop(garbage);
    // A description whose segment is another file, here the test's own program.
    let segment = std::fs::File::open("/proc/self/exe").expect("a file");
    let mut lie = memory();
    let fd = std::os::fd::AsRawFd::as_raw_fd(&segment);
    let text = format!(
        "{{\"version\":\"\\u001b[2J\",\"programs\":[[\"lie\\u001b[2J\"]],\"total\":4,\"first\":0,\"here\":4,\
         \"is_part\":false,\"segment\":{fd},\"hosts\":[]}}"
    );
    lie.write_all(text.as_bytes()).expect("memory");
    rustix::fs::fcntl_add_seals(&lie, SEALS).expect("seals");
    let (code, text, _) = told(&["ps"]);
    assert!(code == 0 && text.contains("cannot be read") && !text.contains('\x1b'), "{text}");
}

#[test]
fn programs_that_pass_no_messages_run_until_they_end() {
    for (program, process_known) in [(&["sleep", "100"][..], true), (&["env", "-i", "sleep", "100"], false)] {
        let job = run(["-n", "2"]).args(program).start();
        let number = job.child.id().to_string();
        let all = |seen: &Value| seen["rank_states"].as_array().cloned().unwrap_or_default();
        // `env` becomes the program a moment after it was started.
        wait_until("both ranks run", || {
            let ranks = all(&stat(&number));
            ranks.len() == 2 && ranks.iter().all(|r| r["state"] == "runs" && r["pid"].is_i64() == process_known)
        });
        common::kill(job.child.id() as i32, 15);
        assert_ne!(job.finish().code, 0);
    }
}

#[test]
fn other_users_see_nothing() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can become another user");
        return;
    }
    let job = Late::start("2", "1", "barrier");
    wait_until("the job runs", || jobs().iter().any(|seen| job.is(seen)));
    // Other users cannot reach the folder of the build.
    let dir = tempfile::tempdir().expect("a directory");
    let copy = dir.path().join("clump");
    common::copy_program(clump(), &copy);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(dir.path(), mode.clone())
        .and_then(|()| std::fs::set_permissions(&copy, mode))
        .expect("a mode");
    let as_other = |args: &[&str]| {
        let mut command = Command::new(&copy);
        command.args(args).uid(65533).gid(65533).current_dir(Path::new("/"));
        let out = command.output().expect("clump");
        String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
    };
    assert_eq!(as_other(&["ps"]), "no job of yours runs on this machine\n");
    let number = job.number();
    assert_eq!(
        as_other(&["stat", &number]),
        format!("clump stat: {number} is no job of yours; none runs on this machine\n")
    );
    job.end();
}

#[test]
fn jobs_in_containers_are_seen_from_inside_and_from_outside() {
    let new = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
    let new = if rustix::process::geteuid().is_root() { &new[2..] } else { &new[..] };
    if !Command::new("unshare").args(new).arg("true").status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: namespaces of processes cannot be made here");
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("go");
    let name = file.to_str().expect("UTF-8").to_owned();
    // The shell is process 1 of the container. Inside, it waits until the late rank is named.
    let script = format!(
        "{0} run -n 3 {1} 1 barrier {2} & until {0} stat $! | grep -q '^rank 1 keeps others waiting'; do :; done; \
         {0} ps; echo seen; wait",
        clump().display(),
        late(),
        name
    );
    let job = common::program("unshare").args(new).args(["sh", "-c", &script]).start();
    let of = || {
        jobs().into_iter().find(|seen| seen["programs"][0].as_array().is_some_and(|w| w.contains(&name.clone().into())))
    };
    wait_until("the job is seen from outside", || of().is_some_and(|seen| seen["states"]["waits"] == 2));
    let number = of().expect("the job")["job"].to_string();
    let seen = stat(&number);
    assert_eq!(seen["waited_for"][0]["rank"], 1, "{seen}");
    for rank in seen["rank_states"].as_array().expect("ranks") {
        // A pid of this process's own namespace, where the rank has its program.
        let exe = std::fs::read_link(format!("/proc/{}/exe", rank["pid"])).expect("a process");
        assert_eq!(exe, std::fs::canonicalize(late()).expect("a path"));
    }
    std::fs::write(&file, "").expect("a file");
    let done = job.finish();
    assert!(done.code == 0 && done.out.contains("seen"), "{} {}", done.out, done.err);
}

#[test]
fn the_report_of_a_hanging_job_says_to_which_collective_each_rank_has_come() {
    let dir = tempfile::tempdir().expect("a directory");
    let (file, said) = (dir.path().join("go"), dir.path().join("said"));
    let script = "exec \"$0\" run -n 4 \"$1\" 2 barrier \"$2\" 2>\"$3\"";
    let running = program("sh").args(["-c", script]).arg(clump()).arg(late()).arg(&file).arg(&said).start();
    let number = running.child.id().to_string();
    wait_until("three ranks wait", || {
        stat(&number)["waited_for"][0] == serde_json::json!({"rank": 2, "by": [0, 1, 3]})
    });
    running.signal(libc::SIGQUIT);
    let mut text = String::new();
    wait_until("the report", || {
        text = std::fs::read_to_string(&said).expect("the file");
        text.contains("collectives of ") && text.ends_with('\n')
    });
    let expected = "collectives of MPI_COMM_WORLD: rank 2 at 1 (MPI_Barrier), ranks 0-1, 3 at 2 (MPI_Barrier)";
    assert!(text.lines().any(|line| line == expected), "no `{expected}` in\n{text}");
    std::fs::write(&file, "").expect("a file");
    assert_eq!(running.finish().code, 0);
}
