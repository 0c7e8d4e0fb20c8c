//! C's handlers wait in FM_receive, and the rank that they wait for is killed: real processes without a launcher, which
//! would end them all. What each rank does is in crates/capi/tests/deaths/deaths.c.
#[allow(dead_code)]
#[path = "../../clump/tests/common/job.rs"]
mod job;
use job::Job;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The library that this test was built with, in a folder where programs find it by its name.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let exe = std::env::current_exe().expect("a test is a program");
        let deps = exe.parent().expect("in a folder");
        let places = [deps.join("libmpi_abi.so"), deps.join("../libmpi_abi.so")];
        let library = places.into_iter().find(|p| p.exists()).expect("cargo builds the library before its tests");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deaths");
        std::fs::create_dir_all(&folder).expect("a folder");
        let link = folder.join("libmpi_abi.so.1");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(library, &link).expect("a link");
        let capi = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi");
        let program = folder.join("deaths");
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&program)
            .arg(capi.join("tests/deaths/deaths.c"))
            .arg("-I")
            .arg(capi.join("include"))
            .arg(format!("-Wl,-rpath,{}", folder.display()))
            .arg(&link)
            .status()
            .expect("a C compiler");
        assert!(compiled.success());
        program
    })
}

/// Runs a case, with as many ranks on each machine as are given, of which this one is killed. The others' exit codes,
/// and what they said.
fn killed(machines: &[u32], case: &str, victim: usize) -> Vec<(Option<i32>, String)> {
    let ended = Job::start(machines, |_| {
        let mut program = Command::new(built());
        program.arg(case);
        program
    })
    .finish();
    assert_eq!(ended[victim].status.signal(), Some(9), "{case}: {ended:?}");
    let others = ended.iter().enumerate().filter(|(rank, _)| *rank != victim);
    others.map(|(_, o)| (o.status.code(), String::from_utf8_lossy(&o.stderr).into_owned())).collect()
}

/// All others end well, on one machine and on two. (The one that dies is on the first one's: of another machine's ranks
/// the launcher hears.)
fn survived(case: &str, victim: usize) {
    for machines in [&[3][..], &[2, 1]] {
        let well = (Some(0), String::new());
        assert_eq!(killed(machines, case, victim), [well.clone(), well], "{case}, on {machines:?}");
    }
}

#[test]
fn a_handler_that_waits_for_a_dead_sender_hears_of_it_and_others_messages_come() {
    survived("half way", 1);
}

#[test]
fn so_it_does_where_its_thread_sleeps() {
    survived("half way, asleep", 1);
}

#[test]
fn so_it_does_where_it_waits_to_be_allowed_to_read() {
    survived("little by little", 1);
}

#[test]
fn a_send_to_a_dead_rank_fails() {
    survived("receiver", 0);
}

#[test]
fn layers_whose_sender_dies_say_so_and_run_no_handler() {
    survived("active message", 1);
    survived("kept message", 1);
}

#[test]
fn where_nobody_asks_for_errors_the_sentence_ends_the_program() {
    let others = killed(&[3], "said and ended", 1);
    let (code, said) = &others[0];
    assert_eq!(*code, Some(1), "{said}");
    let words = "clump: rank 0: FM_receive: handler 1 cannot read 524288 bytes more of a message of 8388608 bytes from rank 1: \
                 rank 1 has died or left the job, and 3145728 could be read at most";
    assert_eq!(said.trim(), words);
    assert_eq!(others[1], (Some(0), String::new()));
}
