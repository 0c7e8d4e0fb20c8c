//! Two nodes that run the protocol's own code: the engine's windows at both ends, and the library's queue of notes at
//! the receiver. The model adds what each step costs on the paper's machine.
//!
//! The engine sends a deposit in parts; one part is what one TRB describes, so that a long message takes a sequence of
//! TRBs, as in the paper (4.2).
use super::caches::Caches;
use super::machine::{Fitted, Machine, Mode};
use clump::driver::windows::{Arrivals, Telling};
use clump_core::protocol::{Path, WindowPlace};
use clump_core::testing::{Job, PullAnswer, World};
use clump_core::{Limits, WindowId};
use clump_fabric::shm::RawNote;

const WINDOW: WindowId = WindowId(1);
const KEY: u64 = 1;
/// Bytes of the receive buffer.
const BUFFER: u64 = 16 << 10;
/// Notes of the queue.
const NOTES: u64 = 16;
/// The addresses of the queue's descriptor, of its notes (a line each) and of the receive buffer, in the receiver's
/// memory.
const DESCRIPTOR: u64 = 0;
const QUEUE: u64 = 1 << 12;
const DATA: u64 = 1 << 16;

pub struct Nodes {
    machine: Machine,
    fitted: Fitted,
    mode: Mode,
    job: Job,
    arrivals: Arrivals,
    connection: u32,
    caches: Caches,
    /// Notes that the receiver has taken.
    taken: u64,
}

/// When the parts of a sent message happened, in cycles since the call.
struct Sent {
    /// The end of the call.
    back: f64,
    /// When the receiver's note is valid.
    told: f64,
}

impl Nodes {
    pub fn new(machine: Machine, fitted: Fitted, mode: Mode, is_cached: bool) -> Nodes {
        let most = machine.most(mode);
        let limits = Limits { windows: 1 << 20, frame: most, eager: BUFFER, ..Limits::of_job(2, 32 << 10) };
        let world = || World::new(Path { native_pull: false, piece: most }, PullAnswer::No);
        let mut job = Job::new(vec![world(), world()], limits, 0);
        job.engines[1].windows().offer(WINDOW, KEY);
        job.engines[1].windows().attach(WINDOW, 0, BUFFER);
        job.worlds[1].windows.offered.insert(WINDOW, vec![0; BUFFER as usize]);
        let mut arrivals = Arrivals::new(NOTES).expect("memory for a few notes");
        let connection = arrivals.open(0, BUFFER, Telling::Note).expect("the first connection");
        let caches = Caches::new(machine, is_cached);
        Nodes { machine, fitted, mode, job, arrivals, connection, caches, taken: 0 }
    }

    /// Sends `len` bytes, and brings them to the receiver.
    ///
    /// # Panics
    /// If the receiver's bytes differ, or the protocol reports anything but one deposit.
    fn send(&mut self, len: u64) -> Sent {
        let bytes: Vec<u8> = (0..len).map(|i| (i * 31 + len + self.taken) as u8).collect();
        self.job.worlds[0].call = bytes.clone();
        let place = WindowPlace { to: 1, window: WINDOW, key: KEY, offset: 0 };
        let send = self.job.engines[0].windows().put(&mut self.job.worlds[0], place, len);
        if let Some(send) = send {
            self.job.engines[0].detach_send(send);
        }
        let (m, fitted) = (self.machine, self.fitted);
        // The processor, the Widget's reads from memory, and the link are each free from this moment on.
        let (mut processor, mut memory, mut link, mut arrived) = (m.call, 0f64, 0f64, 0f64);
        let mut placed = 0;
        while let Some(frame) = self.job.worlds[0].out.pop_front() {
            let here = frame.body.len() as u64;
            processor += m.trb + if self.mode == Mode::Dio { here as f64 * fitted.copy } else { 0.0 };
            let ready = processor + fitted.reaction;
            for start in (0..here).step_by(m.line as usize) {
                let mut available = ready;
                if self.mode == Mode::Dma {
                    memory = memory.max(ready) + fitted.fetch;
                    available = memory;
                }
                link = link.max(available) + (here - start).min(m.line) as f64 * m.byte;
            }
            arrived = link + m.transit;
            self.caches.arrive(DATA + placed, here);
            placed += here;
            self.job.deliver(0, 1, frame);
        }
        self.job.settle();
        let told = std::mem::take(&mut self.job.worlds[1].windows.told);
        assert_eq!(told, [(WINDOW, 0, len)], "the protocol reports the deposit once");
        assert_eq!(self.job.worlds[1].windows.part(WINDOW, 0, len), bytes, "the bytes are in place");
        let note = RawNote { connection: self.connection, offset: 0, len };
        self.arrivals.note_senders().tell(Telling::Note, note);
        self.caches.post(self.note());
        Sent { back: processor, told: arrived }
    }

    /// Returns the address of the next note.
    fn note(&self) -> u64 {
        QUEUE + self.taken % NOTES * self.machine.line
    }

    /// Receives the message whose note is there. Returns the call's cycles, without a look at the data.
    fn take(&mut self, len: u64) -> f64 {
        let cost = self.machine.poll + self.caches.touch(DESCRIPTOR, 1) + self.caches.touch(self.note(), 1);
        let note = self.arrivals.poll(|_| false).expect("a note");
        assert_eq!((note.offset, note.len), (0, len), "the note tells where the bytes are");
        self.taken += 1;
        cost + self.fitted.receive
    }

    /// Returns the latency of a message (5.1): from the send to a receiver that polls, until the receiver has found the
    /// note and, if it touches the data, read every line. It is the mean over the polls' phases.
    pub fn latency(&mut self, len: u64, is_touched: bool) -> f64 {
        let sent = self.send(len);
        // The poll that finds the note begins when the poll during which the note came ends.
        let waits = self.machine.poll / 2.0;
        let found = sent.told + waits + self.take(len);
        found + if is_touched { self.caches.touch(DATA, len) } else { 0.0 }
    }

    /// Returns the time of a send call (5.2).
    pub fn send_overhead(&mut self, len: u64) -> f64 {
        let sent = self.send(len);
        self.take(len);
        sent.back
    }

    /// Returns the time of a receive whose message is there, until the first line of data is read (5.2). If `is_cold`,
    /// nothing that the receive reads is in a cache.
    pub fn receive_overhead(&mut self, len: u64, is_cold: bool) -> f64 {
        self.send(len);
        if is_cold {
            self.caches.forget();
        }
        self.take(len) + self.caches.touch(DATA, 1)
    }

    /// Returns the times of the first poll of an empty queue, and of the next poll (5.2).
    pub fn empty_polls(&mut self) -> [f64; 2] {
        [(); 2].map(|()| {
            assert_eq!(self.arrivals.poll(|_| false), None, "the queue is empty");
            self.caches.touch(self.note(), 1) + self.machine.poll
        })
    }
}
