//! A few hundred seeds pass, reach every corner, and repeat their runs.
use clump_sim::{Coverage, run};

#[test]
fn seeds_pass_and_reach_every_corner() {
    let mut coverage = Coverage::default();
    for seed in 0..300 {
        let report = run(seed, false);
        assert_eq!(report.failure, None, "seed {seed}: cargo xtask sim --seed {seed} --trace");
        coverage.add(&report.coverage);
    }
    assert_eq!(coverage.missing(), Vec::<&str>::new(), "{coverage}");
}

#[test]
fn a_seed_gives_the_same_run_again() {
    // In the last two seeds several senders fall silent at once.
    for seed in [7, 1011, 2048, 5909, 8262] {
        let once = run(seed, false).coverage.to_string();
        for _ in 0..8 {
            assert_eq!(once, run(seed, false).coverage.to_string(), "seed {seed}");
        }
    }
}
