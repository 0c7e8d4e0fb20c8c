//! Two ranks that exchange messages and time them: the body of the Push-Pull paper's tests (sections 3.1 and
//! 3.2.2). Rank 0 is the paper's `ping`, rank 1 its `pong`; rank 0 returns the figures.
mod trips;

use super::stats::middle_80;
use clump::driver::{Endpoint, Leaked, Mode, Region, Select, Waiting};
use rustix::time::{ClockId, clock_gettime};
use std::hint::spin_loop;
use trips::Times;

const CONTEXT: u16 = 1;
const TAG: i32 = 1;
const PAGE: usize = 4096;

/// Returns CLOCK_MONOTONIC in ns. Both processes read one clock, because they are on one machine.
pub fn now() -> u64 {
    let t = clock_gettime(ClockId::Monotonic);
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

/// A rank with its page-aligned source and destination.
pub struct Rank {
    pub endpoint: Endpoint,
    source: Leaked,
    destination: Leaked,
    /// Bytes from a page boundary to the start of the source and of the destination.
    behind: usize,
    /// True if a computing rank takes what arrives, as the paper's receive handler does beside the program.
    takes_arrivals: bool,
}

/// Rank 0's figure; `None` on rank 1, or if there is no figure.
pub type Figure = Result<Option<f64>, String>;

impl Rank {
    /// Joins the job, with room for messages of `largest` bytes.
    pub fn open(largest: usize) -> Result<Rank, String> {
        // SAFETY: every region outlives its use.
        let endpoint = unsafe { clump::Endpoint::open().map_err(|e| e.to_string())?.into_driver() };
        if endpoint.size() != 2 {
            return Err("this benchmark runs on two ranks, which its launcher starts".into());
        }
        Ok(Rank {
            endpoint,
            source: Leaked::new(largest + 2 * PAGE),
            destination: Leaked::new(largest + 2 * PAGE),
            behind: 0,
            takes_arrivals: false,
        })
    }

    /// Moves all of the rank's memory into the shared heap. Returns false if that is impossible.
    pub fn register(&mut self) -> bool {
        let all = [self.source.region(), self.destination.region()];
        all.into_iter().all(|memory| self.endpoint.register(memory, true))
    }

    /// Makes messages begin `behind` bytes behind a page boundary. `behind` counts modulo the page size.
    pub fn shift(&mut self, behind: usize) {
        self.behind = behind % PAGE;
    }

    pub fn close(self) -> Result<(), String> {
        self.endpoint.close().map_err(|e| e.to_string())
    }

    /// Makes a computing rank take what arrives. Otherwise arrivals wait in the fabric until the rank's next call.
    pub fn take_arrivals(&mut self) {
        self.takes_arrivals = true;
    }

    pub fn first(&self) -> bool {
        self.endpoint.rank() == 0
    }

    /// Returns the part of the buffer that starts at a page boundary, or `behind` bytes behind it.
    fn place(&self, buffer: &Leaked) -> Region {
        let all = buffer.region();
        let at = all.as_ptr() as usize;
        all.from(at.next_multiple_of(PAGE) - at + self.behind)
    }

    fn waiting(&self) -> Waiting {
        Waiting { call: 0, peer: 1 - self.endpoint.rank() as i32, tag: TAG, context: CONTEXT }
    }

    pub fn send(&mut self, len: usize) {
        let data = self.place(&self.source).slice(0, len);
        let to = 1 - self.endpoint.rank();
        if let Some(request) = self.endpoint.send(to, CONTEXT, TAG, data, Mode::Standard) {
            self.endpoint.wait(request, self.waiting());
        }
    }

    pub fn receive(&mut self, len: usize) -> Result<(), String> {
        let into = self.place(&self.destination).slice(0, len);
        let select = Select { context: CONTEXT, source: Some(1 - self.endpoint.rank()), tag: Some(TAG) };
        let request = self.endpoint.recv(select, into);
        let got = self.endpoint.wait(request, self.waiting()).len;
        if got == len as u64 { Ok(()) } else { Err(format!("a message of {len} bytes came as {got} bytes")) }
    }

    pub fn print(
        &mut self,
        variant: &str,
        name: &str,
        size: u64,
        unit: &str,
        measure: impl FnOnce(&mut Rank) -> Figure,
    ) -> Result<(), String> {
        let value = measure(self).map_err(|e| format!("{variant}, {name}: {e}"))?;
        if let Some(v) = value {
            println!("point {name} {size} {v:.6} {unit}");
        }
        Ok(())
    }

    /// Exchanges one message each way, and checks its bytes.
    pub fn rehearse(&mut self, len: usize) -> Result<(), String> {
        let pattern = |rank: u32| (0..len).map(move |i| (i * 131 + (i >> 8) * 17 + rank as usize * 29 + 7) as u8);
        let me = self.endpoint.rank();
        self.place(&self.source).write(&pattern(me).collect::<Vec<_>>());
        self.round_trip(len)?;
        let right = self.place(&self.destination).slice(0, len).to_vec().into_iter().eq(pattern(1 - me));
        if right { Ok(()) } else { Err(format!("a message of {len} bytes arrived with wrong bytes")) }
    }

    /// Tells the other rank the decision of rank 0. Returns the `on` of rank 0 on both ranks.
    pub fn agree(&mut self, on: bool) -> Result<bool, String> {
        if self.first() {
            self.place(&self.source).write(&[u8::from(on)]);
            self.send(1);
            return Ok(on);
        }
        self.receive(1)?;
        Ok(self.place(&self.destination).slice(0, 1).to_vec() == [1])
    }

    /// Waits for the other rank by the paper's barrier, a simple ping-pong of short messages.
    fn barrier(&mut self) -> Result<(), String> {
        self.round_trip(4)
    }

    /// Sends a message to the other rank, and receives one back.
    pub fn round_trip(&mut self, len: usize) -> Result<(), String> {
        if self.first() {
            self.send(len);
            self.receive(len)
        } else {
            self.receive(len)?;
            self.send(len);
            Ok(())
        }
    }

    /// Measures half a round trip in us (the paper, section 3.1).
    pub fn single_trip(&mut self, len: usize, n: usize) -> Figure {
        let mut samples = Vec::with_capacity(n);
        for i in 0..n + n / 10 {
            let start = now();
            self.round_trip(len)?;
            if i >= n / 10 {
                samples.push((now() - start) as f64 / 2e3);
            }
        }
        Ok(middle_80(&samples).filter(|_| self.first()))
    }

    /// Measures the test of section 3.2.2, figure 7: both ranks compute x before and y after the first message; ping
    /// sends first. The paper subtracts times; this function reads the clock that both ranks share. A trip begins
    /// when both its send and its receive have begun.
    pub fn computing(&mut self, len: usize, n: usize, (x, y): (u64, u64)) -> Figure {
        let mut times = Vec::with_capacity(n);
        for _ in 0..n {
            self.barrier()?;
            let mut t = Times::default();
            if self.first() {
                self.compute(x);
                t.send = now();
                self.send(len);
                self.compute(y);
                t.receive = now();
                self.receive(len)?;
                t.received = now();
            } else {
                self.compute(y);
                t.receive = now();
                self.receive(len)?;
                t.received = now();
                self.compute(x);
                t.send = now();
                self.send(len);
            }
            times.push(t);
        }
        let bytes = trips::to_bytes(&times);
        if !self.first() {
            self.hand_over(&bytes);
            return Ok(None);
        }
        let theirs = trips::from_bytes(&self.take_over(bytes.len())?);
        Ok(middle_80(&trips::single_trips(&times, &theirs)))
    }

    /// Measures the bandwidth in MB/s, from the time for `len` bytes and a 4-byte answer, less the single trip of 4
    /// bytes.
    pub fn bandwidth(&mut self, len: usize, n: usize, trip: f64) -> Figure {
        let mut samples = Vec::with_capacity(n);
        for i in 0..n + n / 10 {
            let start = now();
            if self.first() {
                self.send(len);
                self.receive(4)?;
            } else {
                self.receive(len)?;
                self.send(4);
            }
            if i >= n / 10 {
                samples.push((now() - start) as f64 / 1e3);
            }
        }
        let took = middle_80(&samples).filter(|_| self.first()).map(|t| t - trip);
        Ok(took.filter(|t| *t > 0.0).map(|t| len as f64 / t))
    }

    fn hand_over(&mut self, bytes: &[u8]) {
        let copy = Leaked::copy_of(bytes);
        if let Some(r) = self.endpoint.send(0, CONTEXT, TAG + 1, copy.region(), Mode::Standard) {
            self.endpoint.wait(r, self.waiting());
        }
    }

    fn take_over(&mut self, len: usize) -> Result<Vec<u8>, String> {
        let copy = Leaked::new(len);
        let select = Select { context: CONTEXT, source: Some(1), tag: Some(TAG + 1) };
        let request = self.endpoint.recv(select, copy.region());
        let got = self.endpoint.wait(request, self.waiting()).len;
        if got == len as u64 { Ok(copy.region().to_vec()) } else { Err(format!("{got} of {len} bytes of times came")) }
    }
    /// Keeps the core busy for `ns`.
    fn compute(&mut self, ns: u64) {
        let end = now() + ns;
        while now() < end {
            if self.takes_arrivals {
                self.endpoint.progress();
            }
            spin_loop();
        }
    }
}
