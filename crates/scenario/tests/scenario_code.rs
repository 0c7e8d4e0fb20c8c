//! Tests that a program contains no machine code for needs that it has not stated. Checks the files of the scenarios'
//! example programs, and counts the instructions that they run.
use std::path::{Path, PathBuf};
use std::process::Command;

fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let program = test.ancestors().nth(2).expect("target directory").join("examples").join(name);
    assert!(program.exists(), "{} is missing: `cargo test -p clump-scenario` builds it", program.display());
    program
}

/// Parts of mangled names that appear in a program's symbols and line tables, named for what their code does.
const SLEEPING: &str = "13look_at_clock";
const MATCHING: &str = "clump_core8protocol6engine";
const PULLING: &str = "clump4copy6native";
const GENERAL: &str = "clump8endpoint";
const LOCKING: &str = "needs..Shared$u20$as$u20$clump_scenario..needs..Access";

#[test]
fn a_program_contains_no_code_for_unstated_needs() {
    let all = [SLEEPING, MATCHING, PULLING, GENERAL, LOCKING];
    for (program, there) in [
        ("scenario_polling", &[][..]),
        ("scenario_blocking", &[SLEEPING]),
        // Leaving the job waits like all calls, so that the library contains code for sleeping even if the program
        // only polls.
        ("scenario_ordered", &[SLEEPING, MATCHING, PULLING, GENERAL]),
        ("scenario_shared", &all),
        ("scenario_general", &[SLEEPING, MATCHING, PULLING, GENERAL]),
    ] {
        let code = std::fs::read(example(program)).expect("a program");
        let found: Vec<_> = all.into_iter().filter(|name| has(&code, name)).collect();
        assert_eq!(found, there, "{program}");
    }
}

fn has(code: &[u8], name: &str) -> bool {
    code.windows(name.len()).any(|part| part == name.as_bytes())
}

/// Returns the instructions of a whole run, counted by valgrind.
fn counted(program: &Path, bytes: usize, rounds: usize) -> u64 {
    let out = std::env::temp_dir().join(format!("clump-scenario-{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", &format!("--callgrind-out-file={}", out.display())]).arg(program);
    let ended = valgrind.args([bytes, rounds].map(|n| n.to_string())).output().expect("valgrind");
    let _ = std::fs::remove_file(&out);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{}: {said}", program.display());
    let line = said.lines().find_map(|l| l.split_once("Collected :")).unwrap_or_else(|| panic!("no count: {said}"));
    line.1.trim().parse().expect("a number")
}

/// Returns the instructions of sending and receiving a message from a rank to itself. The rest of a run is equal
/// for all numbers of rounds, and is subtracted.
fn message(program: &str, bytes: usize) -> f64 {
    let (program, few, many) = (example(program), 500, 1500);
    let [few_took, many_took] = [few, many].map(|rounds| counted(&program, bytes, rounds));
    (many_took - few_took) as f64 / (many - few) as f64
}

/// `cargo test --release -p clump-scenario --test scenario_code -- --nocapture` prints the figures of
/// docs/PERSONALITIES.md.
#[test]
fn a_program_that_needs_less_runs_fewer_instructions() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return eprintln!("no valgrind: not counted");
    }
    let programs = ["scenario_polling", "scenario_blocking", "scenario_ordered", "scenario_general", "scenario_shared"];
    for bytes in [16, 64 << 10] {
        let each = programs.map(|program| {
            let count = message(program, bytes);
            println!("{program}, {bytes} bytes: {count:.0} instructions a message");
            count
        });
        let [polling, blocking, ordered, general, shared] = each;
        if bytes > 16 {
            // Copies dominate here, and one instruction copies many bytes: print these figures without checking them.
            continue;
        }
        // A message that has arrived already needs no wait, so that the way of waiting costs next to nothing here.
        assert!(blocking < 1.1 * polling, "a wait that is over at once");
        assert!(polling < ordered && ordered < shared, "matching costs, and so does a lock");
        assert!(polling < 0.9 * general, "what all programs can use");
    }
}
