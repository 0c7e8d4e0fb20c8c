//! Code that the examples of scenarios share: it sends messages to and fro between two ranks, or from a rank to
//! itself.
use clump::driver::{Error, Leaked, Rank, Region};
use clump_scenario::{Access, Endpoint, Ordered, Unordered, Waits};
use std::time::Instant;

/// The calls that the examples need of a scenario's endpoint.
pub trait Trips {
    fn rank(&self) -> Rank;
    fn size(&self) -> u32;
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error>;
    fn receive(&mut self, from: Rank, into: Region) -> Result<u64, Error>;
    /// Sends a message of any length from this rank to itself.
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error>;
}

impl<A: Access, W: Waits> Trips for Endpoint<A, W, Unordered> {
    fn rank(&self) -> Rank {
        self.rank()
    }
    fn size(&self) -> u32 {
        self.size()
    }
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error> {
        self.send(to, 1, data)
    }
    fn receive(&mut self, _: Rank, into: Region) -> Result<u64, Error> {
        Ok(self.take(into)?.len)
    }
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error> {
        self.send(0, 1, data)?;
        Ok(self.take(into)?.len)
    }
}

impl<A: Access, W: Waits> Trips for Endpoint<A, W, Ordered> {
    fn rank(&self) -> Rank {
        self.rank()
    }
    fn size(&self) -> u32 {
        self.size()
    }
    fn send(&mut self, to: Rank, data: Region) -> Result<(), Error> {
        self.send(to, 1, data);
        Ok(())
    }
    fn receive(&mut self, from: Rank, into: Region) -> Result<u64, Error> {
        Ok(self.receive(Some(from), Some(1), into).len)
    }
    fn to_itself(&mut self, data: Region, into: Region) -> Result<u64, Error> {
        if data.len() > 4096 {
            // This rank's send blocks until the message is received: post the receive first.
            let request = self.post(Some(0), Some(1), into);
            self.send(0, 1, data);
            return Ok(self.wait(request).len);
        }
        self.send(0, 1, data);
        Ok(self.receive(Some(0), Some(1), into).len)
    }
}

/// Runs `PROGRAM [BYTES] [ROUNDS]`. On two ranks, prints the one-way time of a message, median and least of five.
/// On one rank, sends the message to itself `ROUNDS` times, for counting instructions with `valgrind
/// --tool=callgrind`.
pub fn run(name: &str, trips: &mut impl Trips) -> Result<(), Error> {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<usize>().expect("a number"));
    let (bytes, rounds) = (args.next().unwrap_or(16), args.next().unwrap_or(100_000));
    let (data, into) = (Leaked::copy_of(&vec![7; bytes]), Leaked::new(bytes));
    if trips.size() == 1 {
        for _ in 0..rounds {
            assert_eq!(trips.to_itself(data.region(), into.region())?, bytes as u64);
        }
        return Ok(());
    }
    assert_eq!(trips.size(), 2, "start with one or two ranks");
    let mut all = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            let other = 1 - trips.rank();
            if trips.rank() == 0 {
                trips.send(other, data.region())?;
            }
            assert_eq!(trips.receive(other, into.region())?, bytes as u64);
            if trips.rank() == 1 {
                trips.send(other, data.region())?;
            }
        }
        all.push(start.elapsed().as_secs_f64() * 1e9 / rounds as f64 / 2.0);
    }
    all.sort_by(f64::total_cmp);
    if trips.rank() == 0 {
        println!("{name}: {bytes} bytes, {:.1} ns one way, at least {:.1}", all[2], all[0]);
    }
    Ok(())
}
