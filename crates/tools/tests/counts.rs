//! The counts of calls and bytes, as `clump stat` and MPI_T show them, against a PMPI tool that counts by itself.
mod common;
use common::{clump, compiled, compiled_library, run, wait_until};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The PMPI tool, built once for all programs: crates/mpi/tests/sight/counter.c.
fn counter() -> &'static str {
    static LIBRARY: OnceLock<String> = OnceLock::new();
    LIBRARY.get_or_init(|| compiled_library("mpi/tests/sight/counter.c"))
}

/// Returns stdout of `clump ARGS…`, which must succeed.
fn told(args: &[&str]) -> String {
    let out = Command::new(clump()).args(args).output().expect("clump");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("UTF-8")
}

/// Returns the calls and bytes of a kind that `clump stat --json` shows of a rank.
fn shown(stat: &Value, rank: usize, kind: &str) -> [u64; 2] {
    let ranks = stat["rank_states"].as_array().expect("ranks");
    let found = ranks.iter().find(|of| of["rank"] == rank).expect("the rank");
    ["calls", "bytes"].map(|what| found["calls"][kind][what].as_u64().expect("a number"))
}

/// Runs a program with the PMPI tool on `ranks` ranks, compares all three counts of each rank, and hands the JSON to
/// `further`.
fn compare(ranks: usize, program: &[&str], further: impl FnOnce(&Value, &str)) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().to_str().expect("UTF-8");
    let preload = format!("LD_PRELOAD={}", counter());
    let job = run(["-n", &ranks.to_string(), "--env", &preload, "--env", &format!("COUNTER={path}")]).args(program);
    let mut job = job.start();
    let file = |rank: usize| Path::new(path).join(rank.to_string());
    wait_until("all ranks have counted", || {
        let ended = job.child.try_wait().expect("wait").is_some();
        ended || (0..ranks).all(|rank| file(rank).exists())
    });
    if (0..ranks).all(|rank| file(rank).exists()) {
        let number = job.child.id().to_string();
        let stat: Value = serde_json::from_str(&told(&["stat", "--json", &number])).expect("JSON");
        for rank in 0..ranks {
            let text = std::fs::read_to_string(file(rank)).expect("a file");
            for line in text.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                let numbers: Vec<u64> = words[1..].iter().map(|word| word.parse().expect("a number")).collect();
                assert_eq!(numbers[..2], numbers[2..], "MPI_T's variables, rank {rank}, {line}");
                assert_eq!(numbers[..2], shown(&stat, rank, words[0]), "clump stat, rank {rank}, {line}");
                assert!(numbers[0] > 0 || words[0] != "collective", "{line}");
            }
            assert_eq!(text.lines().count(), 3, "{text}");
        }
        further(&stat, &told(&["stat", "--calls", &number]));
    }
    std::fs::write(Path::new(path).join("go"), "").expect("a file");
    let done = job.finish();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
}

#[test]
fn counts_of_all_kinds_equal_those_of_a_profiling_tool() {
    let dir = tempfile::tempdir().expect("a directory");
    let program = compiled("mpi/tests/sight/mixed.c");
    for ranks in [1, 3] {
        compare(ranks, &[&program, dir.path().to_str().expect("UTF-8")], |stat, text| {
            for rank in 0..ranks {
                assert_eq!(shown(stat, rank, "one_sided"), [5, 3 * 8 + 40 + 12000]);
                assert_eq!(shown(stat, rank, "file"), [3, 4000 + 4000 + 400]);
            }
            let row = text.lines().nth(3).expect("a rank's row");
            assert!(row.contains("11.8 KiB") && row.contains("8.2 KiB"), "{text}");
            assert!(text.lines().last().is_some_and(|line| line.starts_with("moved: send ")), "{text}");
        });
    }
}

#[test]
fn counts_of_a_real_program_equal_those_of_a_profiling_tool() {
    compare(4, &[&compiled("../examples/sor.c")], |_, _| {});
}
