//! Measures the engines that copy large messages, together with the copy floor of two cores.
use super::args::BenchArgs;
use super::compare;
use super::floors::{self, Floors};
use super::systems;
use clump_tools::engines::{self, Told};
use clump_tools::measure::results::Point;

/// Returns the sizes of the messages in bytes: the user's sizes, or the default.
fn sizes(args: &BenchArgs) -> Vec<u64> {
    match (args.sizes.is_empty(), args.quick) {
        (false, _) => args.sizes.clone(),
        (true, true) => [16, 18, 20, 22, 24].map(|p| 1 << p).into(),
        (true, false) => (16..=24).map(|p| 1 << p).collect(),
    }
}

/// Measures all engines and the floor in turn, `repeat` times.
pub fn measure(args: &BenchArgs, floors: &Floors, repeat: u32) -> Result<Told, String> {
    let (_, launcher) = systems::programs(args)?;
    let sizes = sizes(args);
    let mut told = engines::measure(&launcher, &sizes, repeat, &compare::bar(0))?;
    for _ in 0..repeat {
        for p in floors.measure(&sizes)?.into_iter().filter(|p| p.key.name == "copy2") {
            told.results.add(floors::NAME, Point { key: engines::key(p.key.size), ..p });
        }
    }
    Ok(told)
}
