//! One of the two ranks that measure deposits. Rank 0 prints.
use super::{FIRST_POLL, LATENCY, MESSAGE, OVERHEAD, POLL, QUERY, RECEIVE, SEND, TOUCHED, UNTOUCHED};
use crate::args::BenchArgs;
use clump::driver::windows::{Connection, Invitation, Note, NoteQueue, Telling};
use clump::driver::{Endpoint, Error, ErrorKind, Leaked, Mode, Rank, Region, Select, Waiting};
use clump_tools::measure::pair::now;
use clump_tools::measure::stats::median;
use std::time::Duration;

/// Number of round trips that are timed together.
const TOGETHER: usize = 50;
/// Number of deposits that are sent in a row, before the peer receives the first one, to time each call.
const ROW: usize = 32;
/// Bytes between the destinations of two successive deposits of a row: a fixed distance, so that every size touches the
/// same cache lines.
const PLACE: u64 = 8 << 10;
/// Bytes of a cache line.
const LINE: usize = 64;
/// How long to wait for a deposit of the peer before the benchmark fails. A longer time reports a hung peer later.
const MOST: Duration = Duration::from_secs(60);
const TAG: i32 = 1;
const CONTEXT: u16 = 0;
/// Number of polls, or of checks of a send, that are timed together.
const MANY: usize = 10_000;

/// Number of first polls that are timed, each by itself.
const FIRST_POLLS: usize = 200;
/// Bytes of other memory that displace a note from the nearer caches of a processor.
const DISPLACING: usize = 8 << 20;

/// Measures all sizes, and prints the figures on rank 0.
pub fn run(args: &BenchArgs) -> Result<(), String> {
    bench(args).map_err(|e| e.to_string())
}

struct Side {
    endpoint: Endpoint,
    peer: Rank,
    first: bool,
    queue: NoteQueue,
    to: Connection,
    /// Memory to send from, and to receive messages into.
    data: Leaked,
    into: Leaked,
}

fn bench(args: &BenchArgs) -> Result<(), Error> {
    // SAFETY: every region outlives its use.
    let mut endpoint = unsafe { clump::Endpoint::open()?.into_driver() };
    let (rank, ranks) = (endpoint.rank(), endpoint.size());
    if ranks != 2 {
        return Err(Error::new(ErrorKind::Other, "this benchmark runs on two ranks, which `cargo xtask bench` starts"));
    }
    let peer = 1 - rank;
    let largest = args.sizes.iter().copied().max().unwrap_or(8).max(ROW as u64 * PLACE);
    let mut queue = NoteQueue::new(&endpoint, 64)?;
    let number = queue.offer(&mut endpoint, peer, largest, Telling::Note)?;
    let words = queue.buffer(number).map(|b| b.invitation().to_words()).unwrap_or_default();
    let mine = Leaked::new(8 * Invitation::WORDS);
    (0..Invitation::WORDS).for_each(|i| mine.region().set(i, words[i]));
    let theirs = Leaked::new(8 * Invitation::WORDS);
    exchange(&mut endpoint, peer, mine.region(), theirs.region());
    let invitation = Invitation::from_words(std::array::from_fn(|i| theirs.region().get(i)));
    let invitation = invitation.ok_or_else(|| Error::new(ErrorKind::Other, "the other rank has sent no invitation"))?;
    let to = Connection::open(&mut endpoint, &invitation)?;
    if !to.is_mapped() {
        return Err(Error::new(ErrorKind::Other, "the system does not let the ranks map each other's memory"));
    }
    let (data, into) = (Leaked::copy_of(&vec![1; largest as usize]), Leaked::new(largest as usize));
    let mut side = Side { endpoint, peer, first: rank == 0, queue, to, data, into };
    side.measure(args)?;
    side.meet();
    side.queue.close_all(&mut side.endpoint);
    side.endpoint.close()
}

/// Sends `mine` to the peer and receives its message into `theirs`.
fn exchange(endpoint: &mut Endpoint, peer: Rank, mine: Region, theirs: Region) {
    let select = Select { source: Some(peer), context: CONTEXT, tag: Some(TAG) };
    let received = endpoint.recv(select, theirs);
    if let Some(sent) = endpoint.send(peer, CONTEXT, TAG, mine, Mode::Standard) {
        endpoint.wait(sent, Waiting::NOTHING);
    }
    endpoint.wait(received, Waiting::NOTHING);
}

fn print(what: &str, column: &str, size: u64, samples: &[f64], unit: &str) {
    if let Some(value) = median(samples) {
        println!("point {what}_{column} {size} {value:.6} {unit}");
    }
}

/// Reads one byte of each cache line.
fn touch(bytes: Region) -> u64 {
    (0..bytes.len()).step_by(LINE).map(|at| u64::from(bytes.get::<u8>(at))).sum()
}

impl Side {
    fn measure(&mut self, args: &BenchArgs) -> Result<(), Error> {
        let n = args.iterations.unwrap_or(1000) as usize;
        for &size in &args.sizes {
            // For large messages, measure fewer round trips, because a large copy takes as long as many short ones.
            let times = (n / TOGETHER).min((64 << 20) / (size as usize).max(1) / TOGETHER).max(3);
            let [mut untouched, mut touched, mut message] = [vec![], vec![], vec![]];
            for time in 0..times + 2 {
                let each = [self.trips(size, false)?, self.trips(size, true)?, self.messages(size)];
                if time >= 2 {
                    [&mut untouched, &mut touched, &mut message].into_iter().zip(each).for_each(|(v, x)| v.push(x));
                }
            }
            let (mut receives, mut sends) = (vec![], vec![]);
            for time in 0..if size <= PLACE { n / 5 + 12 } else { 0 } {
                let (receive, send) = self.row(size)?;
                if time >= 2 {
                    receives.push(receive);
                    sends.push(send);
                }
            }
            if self.first {
                print(LATENCY, UNTOUCHED, size, &untouched, "us");
                print(LATENCY, TOUCHED, size, &touched, "us");
                print(LATENCY, MESSAGE, size, &message, "us");
                print(OVERHEAD, RECEIVE, size, &receives, "ns");
                print(OVERHEAD, SEND, size, &sends, "ns");
            }
        }
        let (poll, query) = self.questions()?;
        if self.first {
            print(OVERHEAD, POLL, 0, &poll, "ns");
            print(OVERHEAD, QUERY, 0, &query, "ns");
            print(OVERHEAD, FIRST_POLL, 0, &self.first_polls(), "ns");
        }
        Ok(())
    }

    fn meet(&mut self) {
        let (mine, theirs) = (self.data.region().slice(0, 8), self.into.region().slice(0, 8));
        exchange(&mut self.endpoint, self.peer, mine, theirs);
    }

    fn send(&mut self, offset: u64, size: u64) -> Result<(), Error> {
        self.to
            .store(offset, self.data.region().slice(0, size as usize))
            .map_err(|e| Error::new(ErrorKind::Other, e.to_string()))
    }

    fn receive(&mut self) -> Result<Note, Error> {
        // Both ranks have a processor, so that a note arrives within microseconds.
        for _ in 0..10_000 {
            if let Some(note) = self.queue.poll() {
                return Ok(note);
            }
            std::hint::spin_loop();
        }
        let note = self.queue.wait(&mut self.endpoint, Some(MOST));
        note.ok_or_else(|| {
            Error::new(ErrorKind::Other, format!("rank {} has sent nothing for {} s", self.peer, MOST.as_secs()))
        })
    }

    /// Returns half the time of a round trip of deposits, in us. If `touched` is true, each receiver also reads every
    /// cache line before it answers.
    fn trips(&mut self, size: u64, touched: bool) -> Result<f64, Error> {
        let (start, mut read) = (now(), 0);
        for _ in 0..TOGETHER {
            if self.first {
                self.send(0, size)?;
            }
            let note = self.receive()?;
            if touched {
                read += self.queue.every(note, LINE).map(u64::from).sum::<u64>();
            }
            if !self.first {
                self.send(0, size)?;
            }
        }
        std::hint::black_box(read);
        Ok((now() - start) as f64 / 2e3 / TOGETHER as f64)
    }

    /// Returns half the time of a round trip of messages, in us. Each receiver reads every cache line before it
    /// answers.
    fn messages(&mut self, size: u64) -> f64 {
        let [bytes, into] = [self.data, self.into].map(|memory| memory.region().slice(0, size as usize));
        let select = Select { source: Some(self.peer), context: CONTEXT, tag: Some(TAG) };
        let start = now();
        for _ in 0..TOGETHER {
            for turn in [true, false] {
                if turn == self.first {
                    if let Some(sent) = self.endpoint.send(self.peer, CONTEXT, TAG, bytes, Mode::Standard) {
                        self.endpoint.wait(sent, Waiting::NOTHING);
                    }
                } else {
                    self.endpoint.recv_wait(select, into, Waiting::NOTHING);
                    std::hint::black_box(touch(into));
                }
            }
        }
        (now() - start) as f64 / 2e3 / TOGETHER as f64
    }

    /// Returns the time to receive a deposit and read its first cache line, and the time to send a deposit, in ns.
    /// Each rank in turn, rank 1 first, sends a whole row before the other rank receives the first deposit.
    fn row(&mut self, size: u64) -> Result<(f64, f64), Error> {
        let (mut received, mut sent) = (0.0, 0.0);
        for first_sends in [false, true] {
            if first_sends == self.first {
                let start = now();
                for i in 0..ROW as u64 {
                    self.send(i * PLACE, size)?;
                }
                sent = (now() - start) as f64 / ROW as f64;
                self.meet();
            } else {
                self.meet();
                let (start, mut read) = (now(), 0);
                for _ in 0..ROW {
                    let note = self
                        .queue
                        .poll()
                        .ok_or_else(|| Error::new(ErrorKind::Other, "a deposit that has arrived has no note"))?;
                    read += u64::from(self.queue.every(note, LINE).next().unwrap_or(0));
                }
                received = (now() - start) as f64 / ROW as f64;
                std::hint::black_box(read);
            }
            // Wait until all deposits have been received, so that neither rank sends again before.
            self.meet();
        }
        Ok((received, sent))
    }

    /// Returns the times of an empty poll whose note is not in the cache, in ns. Before each, other memory has
    /// displaced the note. The time of reading the clock is subtracted.
    fn first_polls(&mut self) -> Vec<f64> {
        let other = vec![1_u8; DISPLACING];
        let clock: Vec<f64> = (0..FIRST_POLLS)
            .map(|_| {
                let start = now();
                (now() - start) as f64
            })
            .collect();
        let clock = median(&clock).unwrap_or(0.0);
        let poll = |side: &mut Side| {
            std::hint::black_box(other.iter().step_by(LINE).map(|b| u64::from(*b)).sum::<u64>());
            let start = now();
            let found = std::hint::black_box(&mut side.queue).poll().is_some();
            let took = (now() - start) as f64 - clock;
            if found { 0.0 } else { took.max(0.1) }
        };
        (0..FIRST_POLLS).map(|_| poll(self)).collect()
    }

    /// Returns the times of an empty poll, and of the check whether a send is complete, in ns.
    fn questions(&mut self) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let (mut polls, mut queries) = (vec![], vec![]);
        let bytes = self.data.region().slice(0, 8);
        let deposit =
            self.to.deposit(&mut self.endpoint, 0, bytes).map_err(|e| Error::new(ErrorKind::Other, e.to_string()))?;
        self.receive()?;
        for _ in 0..20 {
            let (start, mut found) = (now(), 0);
            for _ in 0..MANY {
                found += usize::from(std::hint::black_box(&mut self.queue).poll().is_some());
            }
            polls.push((now() - start) as f64 / MANY as f64);
            if found > 0 {
                return Err(Error::new(ErrorKind::Other, "a note came while no rank sent"));
            }
            let (start, mut sent) = (now(), 0);
            for _ in 0..MANY {
                sent += usize::from(self.to.is_sent(&mut self.endpoint, std::hint::black_box(deposit)));
            }
            queries.push((now() - start) as f64 / MANY as f64);
            if sent < MANY {
                return Err(Error::new(ErrorKind::Other, "a store was not complete at once"));
            }
        }
        Ok((polls, queries))
    }
}
