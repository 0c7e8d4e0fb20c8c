//! Uses the scenario with the fewest features: each rank has one thread and a processor of its own, and the program
//! tells messages apart by itself.
//! `clump run -n 2 scenario_polling [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::driver::Error;
use clump_scenario::{Endpoint, Exclusive, Polling, Unordered};

fn main() -> Result<(), Error> {
    let mut endpoint = Endpoint::<Exclusive, Polling, Unordered>::open()?;
    trips::run("exclusive, polling, unordered", &mut endpoint)?;
    endpoint.close()
}
