//! An endpoint for oversubscribed machines: waits yield, and sleep.
//! `clump run -n 2 scenario_blocking [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::driver::Error;
use clump_scenario::{Blocking, Endpoint, Exclusive, Unordered};

fn main() -> Result<(), Error> {
    let mut endpoint = Endpoint::<Exclusive, Blocking, Unordered>::open()?;
    trips::run("exclusive, blocking, unordered", &mut endpoint)?;
    endpoint.close()
}
