//! `clump run --trace`: a thread of the supervisor takes the records of the ranks' calls out of the shared memory, and
//! writes them to a file that Perfetto opens.
mod encoder;
mod perfetto;

pub use encoder::{Encoder, Times};

use clump::driver::ticks;
use clump_fabric::shm::{Segment, TracedCall};
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time between two looks at rings with few records. A longer time lets rings fill up, a shorter one takes more of
/// a core.
const INTERVAL: Duration = Duration::from_millis(1);
/// A rank's ring is looked at again at once if it had so many records: a sixteenth of its room.
const MANY: u64 = 1024;
/// The most time that records stay out of the file.
const FLUSH: Duration = Duration::from_secs(1);
/// The time over which the rate of the processor's counter is measured. A longer time is more exact: this one gives
/// some 5 parts in a million.
const MEASURED: Duration = Duration::from_millis(20);

/// Turns the ticks of this machine into the time of a trace.
pub struct TraceClock {
    start: u64,
    per_tick: f64,
}

impl TraceClock {
    /// Makes a clock that begins at `start`, and measures the rate of the counter for some 20 ms.
    pub fn starting_at(start: u64) -> TraceClock {
        let (began, before) = (Instant::now(), ticks());
        std::thread::sleep(MEASURED);
        let (lasted, passed) = (began.elapsed(), ticks().saturating_sub(before).max(1));
        TraceClock { start, per_tick: lasted.as_nanos() as f64 / passed as f64 }
    }

    /// Returns the times of a record. The record's ticks may have any value.
    pub fn times(&self, call: &TracedCall) -> Times {
        let at = |ticks: u64| (ticks.saturating_sub(self.start) as f64 * self.per_tick) as u64;
        Times { begin: at(call.begin), end: at(call.end) }
    }
}

/// Takes records until the job has ended.
pub struct Tracer {
    end: Sender<()>,
    /// What the user should know; closed once the file is complete.
    news: Receiver<String>,
}

impl Tracer {
    /// Begins to write the calls of these ranks to `file`, which was opened by the name `path`.
    pub fn start(segment: &Arc<Segment>, ranks: Range<u32>, file: File, path: &Path) -> io::Result<Tracer> {
        let ((end, ended), (tell, news)) = (channel(), channel());
        let mut stream = Stream {
            segment: segment.clone(),
            taken: vec![0; ranks.len()],
            unreadable: 0,
            ranks,
            encoder: Encoder::default(),
            file,
            path: path.to_owned(),
            written: 0,
        };
        let start = ticks();
        let body = move || {
            if let Some(why) = stream.run(start, &ended) {
                // The supervisor may have ended in haste.
                let _ = tell.send(why);
            }
        };
        std::thread::Builder::new().name("trace".into()).spawn(body)?;
        Ok(Tracer { end, news })
    }

    /// Returns what the user should know, if there is something new.
    pub fn news(&self) -> Option<String> {
        self.news.try_recv().ok()
    }

    /// Takes the last records, completes the file, and returns what the user should know.
    pub fn finish(self) -> Option<String> {
        // The thread may have ended with an error before.
        let _ = self.end.send(());
        self.news.recv().ok()
    }
}

struct Stream {
    segment: Arc<Segment>,
    ranks: Range<u32>,
    /// For each rank, how many records are taken.
    taken: Vec<u64>,
    /// How many records could not be read.
    unreadable: u64,
    encoder: Encoder,
    file: File,
    path: PathBuf,
    /// How many bytes of the file are whole packets.
    written: u64,
}

impl Stream {
    /// Takes and writes records until `ended`. Returns what the user should know.
    fn run(&mut self, start: u64, ended: &Receiver<()>) -> Option<String> {
        let clock = TraceClock::starting_at(start);
        let mut flushed = Instant::now();
        loop {
            let many = self.take(&clock);
            let due = self.encoder.is_due() || flushed.elapsed() > FLUSH;
            if due && let Err(e) = self.write() {
                return Some(self.give_up(&e));
            }
            if due {
                flushed = Instant::now();
            }
            let pause = if many { Duration::ZERO } else { INTERVAL };
            match ended.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) => {}
                // The supervisor ends in haste.
                Err(RecvTimeoutError::Disconnected) => return None,
                Ok(()) => break,
            }
        }
        while self.take(&clock) {}
        if let Err(e) = self.write() {
            return Some(self.give_up(&e));
        }
        self.incomplete()
    }

    /// Takes the records that are there. Returns true if a rank had many.
    fn take(&mut self, clock: &TraceClock) -> bool {
        let mut many = false;
        for (rank, taken) in self.ranks.clone().zip(&mut self.taken) {
            let numbers = self.segment.traced(rank);
            let numbers = numbers.start.max(*taken)..numbers.end;
            if numbers.is_empty() {
                continue;
            }
            self.unreadable += numbers.start - *taken;
            many |= numbers.end - numbers.start >= MANY;
            for number in numbers.clone() {
                match self.segment.traced_call(rank, number) {
                    Some(call) => self.encoder.add(rank as usize, &call, &clock.times(&call)),
                    None => self.unreadable += 1,
                }
            }
            *taken = numbers.end;
            self.segment.take_traced(rank, *taken);
        }
        many
    }

    fn write(&mut self) -> io::Result<()> {
        let bytes = self.encoder.take()?;
        self.file.write_all(&bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Lets the ranks go on without this thread, and returns what to tell the user.
    fn give_up(&mut self, e: &io::Error) -> String {
        self.segment.end_streaming();
        // A part of a packet would spoil the file. A file that is no plain file cannot be cut.
        let _ = self.file.set_len(self.written);
        format!(
            "cannot write the trace to {}: {e}; the job goes on, and the trace ends here: free some space, or name \
             another file",
            self.path.display()
        )
    }

    /// Says how many calls are missing, if any are.
    fn incomplete(&self) -> Option<String> {
        let lost = |rank: u32| self.segment.traces_lost(rank);
        let lost = self.ranks.clone().map(lost).fold(self.unreadable, u64::saturating_add);
        (lost > 0).then(|| {
            format!(
                "the trace {} lacks {lost} calls: the launcher could not take them as fast as the ranks made them; \
                 leave a core to it",
                self.path.display()
            )
        })
    }
}
