//! One host: messages as the protocol sends them between machines, over the real reliable fabric. The first bytes of a
//! message are pushed; the receiver fetches the rest once it has a place for it. Messages of a pair match in order.
use super::ends::{Ends, Rx, Time, Tx};
use super::network::Network;
use super::schedule::Step;
use clump::driver::net::{self, Reliable};
use clump_fabric::mem::Region;
use clump_fabric::{Body, Fabric, RangeRequest, Receiver, RemoteMemory, Rx as _, Tx as _, View};
use std::collections::{HashMap, VecDeque};

/// What is pushed, in bytes: a message of up to `whole` in one frame, and one of up to `eager` in several; of a longer
/// one `first` with the head, and `behind` after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub whole: u64,
    pub eager: u64,
    pub first: u64,
    pub behind: u64,
}

/// What a host knows of the network, and how it sends.
#[derive(Clone, Copy, Debug)]
pub struct HostSetup {
    /// Bytes of its socket's receive buffer.
    pub socket: u64,
    /// The longest packet, in bytes.
    pub packet: usize,
    pub push: Push,
    /// Among how many peers a host that has not heard from a receiver shares the receiver's budget.
    pub peers: usize,
}

/// The bytes of one frame that is pushed behind a head.
const BEHIND: u64 = 16 << 10;
/// Frames that a host takes in one turn.
const BURST: usize = 32;
/// Bytes that a host combines in a nanosecond.
const COMBINED: u64 = 8;

/// Heads of frames.
const HEAD: u64 = 1;
const REST: u64 = 2;

/// A frame that waits for room in its peer's window: the receiver, the head, the words, the bytes of its body.
type Waiting = (u32, u64, [u64; 3], u64);

/// A message on its way to this host.
struct Incoming {
    len: u64,
    /// Bytes that come unasked, and those of them that have not come.
    pushed: u64,
    left: u64,
    matched: bool,
    /// True if the host waits for bytes that it has asked for.
    fetching: bool,
}

/// What a poll has brought.
enum Came {
    Frame { from: u32, head: u64, words: [u64; 3], bytes: u64 },
    Fetched(u64),
    Requested(u32, RangeRequest),
}

/// Collects what a poll brings.
struct Collect<'a> {
    tx: &'a mut net::Tx<Tx, Time>,
    came: &'a mut Vec<Came>,
}

impl Receiver<net::Rx<Rx, Time>> for Collect<'_> {
    fn tx(&mut self) -> &mut net::Tx<Tx, Time> {
        self.tx
    }

    fn frame(&mut self, from: u32, head: u64, body: &View<'_>) {
        let words = body.words().expect("every frame has three words");
        self.came.push(Came::Frame { from, head, words, bytes: body.len(3) as u64 });
    }

    fn fetched(&mut self, ticket: u64) {
        self.came.push(Came::Fetched(ticket));
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.came.push(Came::Requested(from, request));
    }
}

pub struct Host {
    tx: net::Tx<Tx, Time>,
    rx: net::Rx<Rx, Time>,
    network: Network,
    push: Push,
    /// Memory of all messages of all hosts; what it holds means nothing.
    memory: Region,
    steps: VecDeque<Step>,
    /// Messages that the current step still waits for.
    open: usize,
    /// The bytes that the current step combines at its end.
    combines: u64,
    posted: HashMap<u32, VecDeque<u64>>,
    /// Messages that have arrived and are not matched, by sender.
    heads: HashMap<u32, VecDeque<u64>>,
    incoming: HashMap<(u32, u64), Incoming>,
    fetches: HashMap<u64, (u32, u64)>,
    waiting: VecDeque<Waiting>,
    messages: u64,
    /// When the host's process has time again, and when it is to go on, if that is known.
    pub busy: u64,
    pub runs_at: Option<u64>,
    /// When the host begins its steps.
    pub begins: u64,
    /// True if the host has carried out all steps.
    pub done: bool,
}

impl Host {
    pub fn new(network: &Network, host: u32, setup: HostSetup, memory: Region) -> Host {
        let HostSetup { socket, packet, push, peers } = setup;
        let ends = Ends { network: network.clone(), host };
        let reliable = Reliable::with_frame(ends, Time(network.clone()), socket, packet);
        let (tx, rx) = reliable.among(peers).split();
        Host {
            tx,
            rx,
            network: network.clone(),
            push,
            memory,
            steps: VecDeque::new(),
            open: 0,
            combines: 0,
            posted: HashMap::new(),
            heads: HashMap::new(),
            incoming: HashMap::new(),
            fetches: HashMap::new(),
            waiting: VecDeque::new(),
            messages: 0,
            busy: 0,
            runs_at: None,
            begins: 0,
            done: true,
        }
    }

    /// Gives the host the steps of a collective, which it begins at time `at`.
    pub fn begin(&mut self, steps: Vec<Step>, at: u64) {
        self.steps = steps.into();
        self.begins = at;
        self.done = false;
        // The first turn ends an empty step.
        (self.open, self.combines) = (0, 0);
    }

    /// Returns how many chunks this host has sent again.
    pub fn resent(&self) -> u64 {
        self.tx.resent()
    }

    /// Returns the nanoseconds until a timer.
    pub fn due(&self) -> Option<u64> {
        self.tx.due().map(|d| d.as_nanos() as u64)
    }

    /// Runs one turn: takes packets, answers, sends, goes on with the steps. Returns true if anything moved.
    pub fn turn(&mut self) -> bool {
        let mut came = Vec::new();
        let collect = Collect { tx: &mut self.tx, came: &mut came };
        self.rx.poll(BURST, collect);
        let mut moved = !came.is_empty();
        for came in came {
            self.handle(came);
        }
        moved |= self.go_on();
        moved |= self.send_waiting();
        moved
    }

    fn handle(&mut self, came: Came) {
        match came {
            Came::Frame { from, head: HEAD, words: [id, len, pushed], bytes } => {
                let message = Incoming { len, pushed, left: pushed - bytes, matched: false, fetching: false };
                self.incoming.insert((from, id), message);
                self.heads.entry(from).or_default().push_back(id);
                self.match_from(from);
                self.end_if_whole((from, id));
            }
            Came::Frame { from, words: [id, ..], bytes, .. } => {
                self.incoming.get_mut(&(from, id)).expect("its head came before").left -= bytes;
                self.end_if_whole((from, id));
            }
            Came::Fetched(ticket) => {
                let message = self.fetches.remove(&ticket).expect("a fetch ends once");
                self.incoming.get_mut(&message).expect("it is under way").fetching = false;
                self.end_if_whole(message);
            }
            Came::Requested(from, RangeRequest { range, asked, .. }) => {
                let bytes = self.memory.slice(range.start as usize, (range.end - range.start) as usize);
                self.tx.serve(from, asked, range.start, bytes);
                self.tx.flush();
            }
        }
    }

    /// Matches messages of `from` with receives, in order.
    fn match_from(&mut self, from: u32) {
        let (heads, posted) = (self.heads.entry(from).or_default(), self.posted.entry(from).or_default());
        let mut matched = Vec::new();
        while let (Some(&id), Some(&len)) = (heads.front(), posted.front()) {
            heads.pop_front();
            posted.pop_front();
            let message = self.incoming.get_mut(&(from, id)).expect("it has arrived");
            assert_eq!(message.len, len, "a receive matches another message");
            message.matched = true;
            if message.pushed < len {
                message.fetching = true;
                let into = self.memory.slice(message.pushed as usize, (len - message.pushed) as usize);
                let ticket = self.tx.fetch(from, id, message.pushed, into).expect("it is not empty");
                self.fetches.insert(ticket, (from, id));
            }
            matched.push((from, id));
        }
        matched.into_iter().for_each(|message| self.end_if_whole(message));
    }

    fn end_if_whole(&mut self, message: (u32, u64)) {
        let whole = |m: &Incoming| m.matched && m.left == 0 && !m.fetching;
        if self.incoming.get(&message).is_some_and(whole) {
            self.incoming.remove(&message);
            self.open -= 1;
        }
    }

    /// Goes on to the next step if the current one has ended. Returns true if it has.
    fn go_on(&mut self) -> bool {
        if self.done || self.open > 0 || self.network.with(|n| n.now) < self.begins {
            return false;
        }
        self.network.with(|n| n.now += std::mem::take(&mut self.combines) / COMBINED);
        let Some(step) = self.steps.pop_front() else {
            self.done = true;
            return true;
        };
        self.open = step.receives.len();
        self.combines = step.combines;
        for &(from, len) in &step.receives {
            self.posted.entry(from as u32).or_default().push_back(len);
        }
        for &(to, len) in &step.sends {
            self.start_send(to as u32, len);
        }
        for (from, _) in step.receives {
            self.match_from(from as u32);
        }
        true
    }

    fn start_send(&mut self, to: u32, len: u64) {
        self.messages += 1;
        let Push { whole, eager, first, behind } = self.push;
        let (first, pushed) = match len {
            _ if len <= whole => (len, len),
            _ if len <= eager => (BEHIND.min(len), len),
            _ => (first.min(len), (first + behind).min(len)),
        };
        self.waiting.push_back((to, HEAD, [self.messages, len, pushed], first));
        let mut at = first;
        while at < pushed {
            let bytes = BEHIND.min(pushed - at);
            self.waiting.push_back((to, REST, [self.messages, 0, 0], bytes));
            at += bytes;
        }
    }

    /// Sends what waits, as far as windows have room. Returns true if anything left.
    fn send_waiting(&mut self) -> bool {
        let (mut full, mut left) = (Vec::new(), VecDeque::new());
        let before = self.waiting.len();
        for (to, head, words, bytes) in std::mem::take(&mut self.waiting) {
            let body = self.memory.slice(0, bytes as usize);
            if full.contains(&to) || self.tx.send(to, head, &words, body).is_err() {
                full.push(to);
                left.push_back((to, head, words, bytes));
            }
        }
        self.waiting = left;
        self.waiting.len() < before
    }
}
