//! The least that a program can need: one thread, whose ranks have a processor each, and messages that it can tell
//! apart.
//! `clump run -n 2 scenario_polling [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::Error;
use clump::scenario::{Endpoint, Exclusive, Polling, Unordered};

fn main() -> Result<(), Error> {
    let mut endpoint = Endpoint::<Exclusive, Polling, Unordered>::open()?;
    trips::run("exclusive, polling, unordered", &mut endpoint)?;
    endpoint.close()
}
