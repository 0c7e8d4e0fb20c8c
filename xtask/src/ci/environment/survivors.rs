//! Ranks that die in a job that goes on (`clump run --survive`).
use super::super::killer;
use super::Place;
use anyhow::{Result, bail};
use std::path::PathBuf;

pub fn check(place: &mut Place) -> Result<()> {
    for (program, arguments, ranks) in [
        ("survivor_calls", &[][..], "3"),
        ("survivor_calls", &[], "4"),
        ("different_calls", &[], "4"),
        // A seed, and how many ranks die.
        ("survivors", &["1", "1"], "2"),
        ("survivors", &["2", "1"], "4"),
        ("survivors", &["3", "3"], "4"),
        ("survivors", &["4", "9"], "16"),
        ("survivors", &["5", "1"], "16"),
        ("survivors", &["6", "15"], "16"),
        // What the last rank holds when it dies.
        ("held", &["slots"], "3"),
        ("held", &["exclusive"], "3"),
        ("held", &["shared"], "4"),
        ("held", &["stripe"], "4"),
        // Processes of two jobs die and are replaced.
        ("respawned", &[], "3"),
        // Windows, files and sessions with a dead rank. A file to write.
        ("dead_objects", &["dead_objects.out"], "3"),
        ("dead_objects", &["dead_objects.out"], "4"),
        // The example: a round, and the rank that dies in it.
        ("survive", &["30", "2"], "4"),
        ("survive", &["0", "0"], "4"),
    ] {
        for heap in [&[][..], &["--no-shared-heap"]] {
            let launch = place.launch(&[], ranks).arg("--survive").args(heap).arg(place.path(program)).args(arguments);
            let said = launch.within(super::SECONDS).run()?;
            if !said.contains("the job goes on without it") {
                bail!("{program} {arguments:?} on {ranks} ranks: nobody has died:\n{said}");
            }
            place.passed += 1;
        }
    }
    let program = PathBuf::from(place.path("refill")).canonicalize()?;
    killer::refilled(&program, &[], || place.launch(&[], "4"))?;
    place.passed += 1;
    Ok(())
}
