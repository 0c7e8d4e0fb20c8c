//! Ranks leave the job as soon as their own part is done, at random moments: no other rank takes that for a failure.
//! crates/mpi/tests/c/leave_after.c says what each rank does.
mod common;
use common::compiled_of;
use common::job::Job;
use std::path::Path;
use std::process::Command;

/// Jobs on each set of machines, with another seed each.
const SEEDS: u32 = 40;

#[test]
fn ranks_that_leave_after_their_part_raise_no_false_alarm() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/leave_after.c");
    let program = compiled_of("leave_after", &[source]);
    for machines in [&[2][..], &[3], &[2, 1], &[2, 2]] {
        for seed in 0..SEEDS {
            let ended = Job::start(machines, |_| {
                let mut rank = Command::new(&program);
                rank.arg(seed.to_string());
                rank
            })
            .finish();
            for (rank, end) in ended.iter().enumerate() {
                let said = String::from_utf8_lossy(&end.stderr);
                assert!(end.status.success() && said.is_empty(), "seed {seed} on {machines:?}, rank {rank}: {said}");
            }
        }
    }
}
