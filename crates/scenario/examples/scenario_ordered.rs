//! Messages that are matched by rank and tag.
//! `clump run -n 2 scenario_ordered [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::driver::Error;
use clump_scenario::{Endpoint, Exclusive, Ordered, Polling};

fn main() -> Result<(), Error> {
    let mut endpoint = Endpoint::<Exclusive, Polling, Ordered>::open()?;
    trips::run("exclusive, polling, ordered", &mut endpoint)?;
    endpoint.close()
}
