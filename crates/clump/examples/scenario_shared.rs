//! The most: several threads, waits that sleep, messages that are matched.
//! `clump run -n 2 scenario_shared [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::scenario::{Blocking, Endpoint, Ordered, Shared};
use clump::{Error, Rank, Region};

struct Mine(Endpoint<Shared, Blocking, Ordered>);

impl trips::Trips for Mine {
    fn rank(&self) -> Rank {
        self.0.rank()
    }
    fn size(&self) -> u32 {
        self.0.size()
    }
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error> {
        self.0.send(to, 1, data);
        Ok(())
    }
    fn receive(&mut self, from: Rank, into: Region) -> Result<u64, Error> {
        Ok(self.0.receive(Some(from), Some(1), into).len)
    }
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error> {
        if data.len() > 4096 {
            // Its send waits until it has been received.
            let request = self.0.post(Some(0), Some(1), into);
            self.0.send(0, 1, data);
            return Ok(self.0.wait(request).len);
        }
        self.0.send(0, 1, data);
        Ok(self.0.receive(Some(0), Some(1), into).len)
    }
}

fn main() -> Result<(), Error> {
    let mut mine = Mine(Endpoint::open()?);
    trips::run("shared, blocking, ordered", &mut mine)?;
    mine.0.close()
}
