//! Uses the scenario with the most features: several threads, waits that sleep, and messages that are matched.
//! `clump run -n 2 scenario_shared [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::driver::Error;
use clump_scenario::{Blocking, Endpoint, Ordered, Shared};

fn main() -> Result<(), Error> {
    let mut endpoint = Endpoint::<Shared, Blocking, Ordered>::open()?;
    trips::run("shared, blocking, ordered", &mut endpoint)?;
    endpoint.close()
}
