//! The least that a program can need: one thread, whose ranks have a processor each, and messages that it can tell
//! apart.
//! `clump run -n 2 scenario_polling [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::scenario::{Endpoint, Exclusive, Polling, Unordered};
use clump::{Error, Rank, Region};

struct Mine(Endpoint<Exclusive, Polling, Unordered>);

impl trips::Trips for Mine {
    fn rank(&self) -> Rank {
        self.0.rank()
    }
    fn size(&self) -> u32 {
        self.0.size()
    }
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error> {
        self.0.send(to, 1, data)
    }
    fn receive(&mut self, _: Rank, into: Region) -> Result<u64, Error> {
        Ok(self.0.take(into)?.len)
    }
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error> {
        self.0.send(0, 1, data)?;
        Ok(self.0.take(into)?.len)
    }
}

fn main() -> Result<(), Error> {
    let mut mine = Mine(Endpoint::open()?);
    trips::run("exclusive, polling, unordered", &mut mine)?;
    mine.0.close()
}
