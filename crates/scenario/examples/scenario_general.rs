//! Sends the scenarios' messages by the endpoint that all programs can use, for comparison:
//! `clump run -n 2 scenario_general [BYTES] [ROUNDS]`.
#[path = "scenario/trips.rs"]
mod trips;
use clump::driver::{Endpoint, Error, Mode, Rank, Region, Select, Waiting};

struct General(Endpoint);

const FROM: fn(Rank) -> Select = |rank| Select { context: 0, source: Some(rank), tag: Some(1) };

impl trips::Trips for General {
    fn rank(&self) -> Rank {
        self.0.rank()
    }
    fn size(&self) -> u32 {
        self.0.size()
    }
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error> {
        if let Some(request) = self.0.send(to, 0, 1, data, Mode::Standard) {
            self.0.wait(request, Waiting::NOTHING);
        }
        Ok(())
    }
    fn receive(&mut self, from: Rank, into: Region) -> Result<u64, Error> {
        Ok(self.0.recv_wait(FROM(from), into, Waiting::NOTHING).len)
    }
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error> {
        let rank = self.0.rank();
        if data.len() > 4096 {
            let request = self.0.recv(FROM(rank), into);
            self.send(rank, data)?;
            return Ok(self.0.wait(request, Waiting::NOTHING).len);
        }
        self.send(rank, data)?;
        self.receive(rank, into)
    }
}

fn main() -> Result<(), Error> {
    // SAFETY: every region outlives its use.
    let mut general = General(unsafe { clump::Endpoint::open()?.into_driver() });
    trips::run("general", &mut general)?;
    general.0.close()
}
