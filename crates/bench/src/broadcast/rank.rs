//! One of the ranks of the broadcast benchmark, each on its own host. Rank 0 is the root, and prints.
use super::Variant;
use crate::args::BenchArgs;
use clump::driver::{BroadcastLimits, Endpoint, Leaked, Mode, Region, Select, Waiting};
use clump_tools::measure::pair::now;
use clump_tools::measure::stats::{median, middle_80, range};
use clump_tools::multicast::wait;

const GROUP: u16 = 3;
const CONTEXT: u16 = 2;
/// The tag by which a rank reports to the root that it has reached a barrier.
const COME: i32 = 1;
/// The tag by which the root releases the ranks from a barrier.
const GO: i32 = 2;
/// The tag of the times that ranks send to the root.
const TIMES: i32 = 3;
/// The tag of a broadcast by messages.
const DATA: i32 = 4;
/// Number of broadcasts that are checked byte by byte before any broadcast is measured.
const WARM: usize = 10;
/// Number of broadcasts between two checks of the time budget.
const ROUND: usize = 20;

struct Rank {
    endpoint: Endpoint,
    by_messages: bool,
    data: Leaked,
}

/// Runs one variant over all sizes. The error is a sentence.
pub fn run(args: &BenchArgs, variant: Variant) -> Result<(), String> {
    // SAFETY: every region outlives its use.
    let mut endpoint = unsafe { clump::Endpoint::open().map_err(|e| e.to_string())?.into_driver() };
    let members: Vec<u32> = (0..endpoint.size()).collect();
    endpoint.broadcasts().set_limits(match variant {
        Variant::Simple => BroadcastLimits::SIMPLE,
        Variant::SimpleByTimeout => BroadcastLimits::SIMPLE_BY_TIMEOUT,
        Variant::PushPull => BroadcastLimits::PUSH_PULL,
        Variant::PushPullAll => BroadcastLimits::PUSH_PULL_ALL,
        Variant::Ours | Variant::Messages => BroadcastLimits::OURS,
    });
    let by_messages = variant == Variant::Messages;
    let me = endpoint.rank() as usize;
    if !by_messages && !endpoint.broadcasts().open_group(GROUP, 1, &members, me) {
        return Err("the group cannot be opened".into());
    }
    let largest = args.sizes.iter().max().copied().unwrap_or(1) as usize;
    let mut rank = Rank { endpoint, by_messages, data: Leaked::new(largest) };
    for &size in &args.sizes {
        let size = size as usize;
        rank.rehearse(size)?;
        let times = rank.times(size, args.iterations.unwrap_or(500) as usize, args.budget.unwrap_or(2.0));
        if let Some(us) = middle_80(&times) {
            let (median, range) = (median(&times).unwrap_or(us), range(&times).unwrap_or((us, us)));
            let (least, most, n) = (range.0, range.1, times.len());
            println!("point broadcast {size} {us:.3} us median={median:.3} min={least:.3} max={most:.3} samples={n}");
        }
    }
    if !by_messages {
        rank.endpoint.broadcasts().close_group(GROUP);
    }
    rank.endpoint.close().map_err(|e| e.to_string())
}

impl Rank {
    fn send(&mut self, to: u32, tag: i32, data: Region) {
        if let Some(sent) = self.endpoint.send(to, CONTEXT, tag, data, Mode::Standard) {
            self.endpoint.wait(sent, Waiting::NOTHING);
        }
    }

    fn receive(&mut self, from: u32, tag: i32, into: Region) {
        let select = Select { context: CONTEXT, source: Some(from), tag: Some(tag) };
        let received = self.endpoint.recv(select, into);
        self.endpoint.wait(received, Waiting::NOTHING);
    }

    /// Waits until all ranks have called this function.
    fn barrier(&mut self) {
        let (me, size) = (self.endpoint.rank(), self.endpoint.size());
        if me > 0 {
            self.send(0, COME, Region::EMPTY);
            return self.receive(0, GO, Region::EMPTY);
        }
        (1..size).for_each(|from| self.receive(from, COME, Region::EMPTY));
        (1..size).for_each(|to| self.send(to, GO, Region::EMPTY));
    }

    /// Performs one broadcast of rank 0.
    fn broadcast(&mut self, len: usize) -> Result<(), String> {
        let data = self.data.region().slice(0, len);
        if self.by_messages {
            self.binomial(data);
            return Ok(());
        }
        let broadcast = match self.endpoint.rank() {
            0 => self.endpoint.broadcasts().send(GROUP, data),
            _ => self.endpoint.broadcasts().receive(GROUP, 0, data),
        };
        match wait(&mut self.endpoint, broadcast) {
            Ok(got) if got == len as u64 => Ok(()),
            end => Err(format!("a broadcast of {len} bytes ended as {end:?}")),
        }
    }

    /// Broadcasts down a binomial tree of messages, as libraries do without multicast.
    fn binomial(&mut self, data: Region) {
        let (me, size) = (self.endpoint.rank(), self.endpoint.size());
        let mut bit = 1;
        while bit < size && me & bit == 0 {
            bit <<= 1;
        }
        if me > 0 {
            self.receive(me - bit, DATA, data);
        }
        while bit > 1 {
            bit >>= 1;
            if me + bit < size {
                self.send(me + bit, DATA, data);
            }
        }
    }

    fn rehearse(&mut self, len: usize) -> Result<(), String> {
        for i in 0..WARM {
            let pattern: Vec<u8> = (0..len).map(|at| (at * 7 + (at >> 8) + i) as u8).collect();
            let data = self.data.region().slice(0, len);
            let root = self.endpoint.rank() == 0;
            data.write(&if root { pattern.clone() } else { vec![0xaa; len] });
            self.broadcast(len)?;
            if data.to_vec() != pattern {
                return Err(format!("rank {}: a broadcast of {len} bytes brought others", self.endpoint.rank()));
            }
            // The root must not change the bytes while they are in flight down a tree of messages.
            self.barrier();
        }
        Ok(())
    }

    /// Broadcasts `n` times, or fewer times if `budget` (in seconds) ends. At the root, returns the times in us from
    /// the root's call until the last rank has all bytes; at other ranks, returns nothing.
    fn times(&mut self, len: usize, n: usize, budget: f64) -> Vec<f64> {
        let (begin, mut starts, mut ends) = (now(), Vec::new(), Vec::new());
        let more = Leaked::new(1);
        loop {
            for _ in 0..ROUND {
                self.barrier();
                starts.push(now());
                if let Err(why) = self.broadcast(len) {
                    self.endpoint.abort(1, &why);
                }
                ends.push(now());
            }
            let goes_on = starts.len() < n && (now() - begin) as f64 / 1e9 < budget;
            more.region().write(&[u8::from(goes_on)]);
            self.binomial(more.region());
            if more.region().to_vec() != [1] {
                break;
            }
        }
        let all = Leaked::new(8 * ends.len());
        if self.endpoint.rank() > 0 {
            let bytes: Vec<u8> = ends.iter().flat_map(|end| end.to_le_bytes()).collect();
            all.region().write(&bytes);
            self.send(0, TIMES, all.region());
            return Vec::new();
        }
        for from in 1..self.endpoint.size() {
            self.receive(from, TIMES, all.region());
            let bytes = all.region().to_vec();
            for (last, end) in ends.iter_mut().zip(bytes.chunks_exact(8)) {
                *last = (*last).max(end.try_into().map_or(0, u64::from_le_bytes));
            }
        }
        ends.iter().zip(&starts).map(|(end, start)| (end - start) as f64 / 1e3).collect()
    }
}
