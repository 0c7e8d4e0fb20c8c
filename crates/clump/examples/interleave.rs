//! Many long messages at a time beside a flood of short ones:
//! `clump run -n 8 interleave [MESSAGES [BYTES [AT_A_TIME [SEED]]]]` (1000 of 1 MiB, 16 at a time from each rank).
//!
//! First every other rank asks rank 0, and rank 0 asks each of them, again and again, with questions of 64 bytes.
//! Then the questions continue while every rank sends rank 0 long messages in pieces of random sizes. Rank 0's
//! handlers read these messages in different random sizes. Now and then a handler drops a read or the rest of its
//! message, or a sender ends a message early. The receiver checks every byte. The program prints the times of round
//! trips without and with the long messages, and how much of rank 0's memory the long messages used.
use clump::handlers::{Handlers, RecvStream};
use clump::{Buffer, Endpoint, Error, ErrorKind, Rank};
use fastrand::Rng;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

// Handler numbers.
const PING: i32 = 1;
const PONG: i32 = 2;
/// Starts sending long messages: a rank sends this to itself, once for each message that it sends at a time.
const START: i32 = 3;
const LONG: i32 = 4;
/// A rank has reached the next step.
const STEP: i32 = 5;
/// Sends rank 0 the times of a rank's round trips, without and with long messages.
const TIMES: i32 = 6;

/// Length of a question and of its answer, in bytes.
const SHORT: usize = 64;
/// Number of questions that each rank asks without long messages.
const QUESTIONS: usize = 500;
/// Bytes of the longest piece.
const PIECE: usize = 256 << 10;
/// Bytes of the longest read.
const READ: usize = 64 << 10;
/// The sender ends one message in this many early.
const EARLY: u32 = 16;
/// The handler leaves a part of one message in this many unread.
const LEFT: u32 = 8;
/// The handler drops one read in this many.
const DROPPED: u32 = 8;
/// Bytes of memory allowed beyond the handlers' destinations and the pushed buffer: for queues, tables, and what the
/// allocator keeps.
const SLACK: u64 = 16 << 20;

/// The parameters on the command line.
#[derive(Clone, Copy)]
struct Plan {
    messages: u64,
    bytes: usize,
    at_a_time: u64,
    seed: u64,
}

/// A long message as sender and receiver know it: the message's number determines all other fields.
struct Long {
    /// Offsets at which the sender ends the message, the handler stops reading, and the handler drops a read.
    end: usize,
    left_at: usize,
    dropped_at: usize,
    /// Sizes of pieces or of reads.
    sizes: Rng,
}

impl Long {
    fn new(plan: &Plan, number: u64, is_sender: bool) -> Long {
        let mut rng = Rng::with_seed(plan.seed << 32 | number);
        let mut in_one_of = |many: u32| if rng.u32(..many) == 0 { rng.usize(..plan.bytes) } else { usize::MAX };
        let (end, left_at, dropped_at) = (in_one_of(EARLY).min(plan.bytes), in_one_of(LEFT), in_one_of(DROPPED));
        let sizes = Rng::with_seed(rng.u64(..) ^ u64::from(is_sender));
        Long { end, left_at, dropped_at, sizes }
    }
}

/// The bytes from which the contents of all long messages are taken, at an offset that depends on the message's
/// number.
struct Contents(Vec<u8>);

impl Contents {
    /// Creates bytes that repeat only after more than a message's length.
    fn new(plan: &Plan) -> Contents {
        let period = plan.bytes + 7919;
        let mut bytes = vec![0; period + PIECE];
        Rng::with_seed(plan.seed).fill(&mut bytes[..period]);
        (0..PIECE).for_each(|i| bytes[period + i] = bytes[i % period]);
        Contents(bytes)
    }

    fn part(&self, number: u64, at: usize, len: usize) -> &[u8] {
        let period = self.0.len() - PIECE;
        &self.0[(number as usize * 31 + at) % period..][..len]
    }
}

/// Counts of how long messages have ended, and of dropped reads.
#[derive(Clone, Copy, Default)]
struct Ends {
    whole: u64,
    left: u64,
    early: u64,
    dropped: u64,
}

/// The state that the handlers of a rank share. Handlers run one step at a time, so that no lock is needed.
struct State {
    plan: Plan,
    contents: Contents,
    rank: Rank,
    ranks: u32,
    /// Answers that have arrived.
    answers: Cell<usize>,
    /// Number of steps reached, summed over all ranks.
    steps: Cell<u32>,
    /// The next long message that this rank sends, and the number of handlers that have none left.
    next: Cell<u64>,
    idle: Cell<u64>,
    ends: Cell<Ends>,
    /// Bytes of memory that handlers read into: at present, and the most so far.
    named: Cell<u64>,
    most_named: Cell<u64>,
    /// Round trips of all ranks in nanoseconds, without and with long messages.
    times: RefCell<[Vec<u64>; 2]>,
    told: Cell<u32>,
    wrong: RefCell<Option<Error>>,
}

fn add<T: Copy + std::ops::Add<Output = T>>(to: &Cell<T>, what: T) {
    to.set(to.get() + what);
}

/// PING: sends the question back.
async fn ping(mut message: RecvStream, _: Rc<State>) -> Result<(), Error> {
    let question = message.read_into(Buffer::new(SHORT)).await?;
    message.send(message.source(), PONG, question).await.map(drop)
}

/// Returns a question that differs from all others.
fn question(rank: Rank, number: usize) -> Vec<u8> {
    let mut rng = Rng::with_seed((number as u64) << 32 | u64::from(rank));
    std::iter::repeat_with(|| rng.u8(..)).take(SHORT).collect()
}

async fn pong(mut message: RecvStream, state: Rc<State>) -> Result<(), Error> {
    let number = state.answers.get();
    if message.read(SHORT).await? != question(state.rank, number) {
        return Err(Error::new(
            ErrorKind::Other,
            format!("answer {number} from rank {} is none to its question", message.source()),
        ));
    }
    add(&state.answers, 1);
    Ok(())
}

/// START: sends long messages, one after the other.
async fn start(message: RecvStream, state: Rc<State>) -> Result<(), Error> {
    let State { plan, contents, .. } = &*state;
    while state.next.get() < plan.messages {
        let number = state.next.get();
        add(&state.next, u64::from(state.ranks - 1));
        let (mut long, mut at) = (Long::new(plan, number, true), 0);
        let mut stream = message.begin_message(0, 8 + plan.bytes as u64, LONG)?;
        stream.send_piece(Buffer::copy_of(&number.to_le_bytes())).await?;
        while at < long.end {
            let len = long.sizes.usize(1..=PIECE).min(long.end - at);
            stream.send_piece(Buffer::copy_of(contents.part(number, at, len))).await?;
            at += len;
        }
        if long.end == plan.bytes {
            stream.end_message()?;
        }
    }
    add(&state.idle, 1);
    Ok(())
}

/// LONG: reads the message, drops a read, or leaves the message.
async fn long(mut message: RecvStream, state: Rc<State>) -> Result<(), Error> {
    let State { plan, contents, .. } = &*state;
    let number = message.read(8).await?;
    let number = u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|i: usize| number[i]));
    let mut long = Long::new(plan, number, false);
    let (mut at, mut ends) = (0, Ends::default());
    while at < plan.bytes && at < long.left_at {
        let len = long.sizes.usize(1..=READ).min(plan.bytes - at);
        let buffer = Buffer::new(len);
        state.name(len as i64);
        let read = if at >= long.dropped_at {
            long.dropped_at = usize::MAX;
            ends.dropped += 1;
            one_step(message.read_into(buffer)).await
        } else {
            Some(message.read_into(buffer).await)
        };
        state.name(-(len as i64));
        match read {
            // The bytes of the dropped read are skipped.
            None => {}
            Some(Ok(buffer)) if buffer.to_vec() == contents.part(number, at, len) => {}
            Some(Ok(_)) => {
                return Err(Error::new(
                    ErrorKind::Other,
                    format!("message {number}: {len} bytes from {at} on are wrong"),
                ));
            }
            Some(Err(_)) if at + len > long.end => {
                ends.early = 1;
                break;
            }
            Some(Err(error)) => return Err(error),
        }
        at += len;
    }
    (ends.whole, ends.left) = match ends.early {
        1 => (0, 0),
        _ if at < plan.bytes => (0, 1),
        _ => (1, 0),
    };
    let Ends { whole, left, early, dropped } = state.ends.get();
    state.ends.set(Ends {
        whole: whole + ends.whole,
        left: left + ends.left,
        early: early + ends.early,
        dropped: dropped + ends.dropped,
    });
    Ok(())
}

/// Polls a future once, and drops it if it is not ready.
async fn one_step<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(|context| match future.as_mut().poll(context) {
        std::task::Poll::Ready(t) => std::task::Poll::Ready(Some(t)),
        std::task::Poll::Pending => std::task::Poll::Ready(None),
    })
    .await
}

async fn step(_: RecvStream, state: Rc<State>) -> Result<(), Error> {
    add(&state.steps, 1);
    Ok(())
}

/// TIMES: the number of round trips without long messages, and all round trips.
async fn times(mut message: RecvStream, state: Rc<State>) -> Result<(), Error> {
    let bytes = message.read(message.size() as usize).await?;
    let mut words = bytes.chunks_exact(8).map(|w| w.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)));
    let alone = words.next().unwrap_or(0) as usize;
    let words: Vec<u64> = words.collect();
    let mut times = state.times.borrow_mut();
    times[0].extend(&words[..alone]);
    times[1].extend(&words[alone..]);
    add(&state.told, 1);
    Ok(())
}

impl State {
    fn new(plan: Plan, rank: Rank, ranks: u32) -> State {
        State {
            plan,
            contents: Contents::new(&plan),
            rank,
            ranks,
            answers: Cell::default(),
            steps: Cell::default(),
            next: Cell::new(u64::from(rank.max(1)) - 1),
            idle: Cell::default(),
            ends: Cell::default(),
            named: Cell::default(),
            most_named: Cell::default(),
            times: RefCell::default(),
            told: Cell::default(),
            wrong: RefCell::default(),
        }
    }

    fn name(&self, more: i64) {
        self.named.set(self.named.get().wrapping_add_signed(more));
        self.most_named.set(self.most_named.get().max(self.named.get()));
    }

    /// Returns true once this rank has sent, or read, all long messages.
    fn is_over(&self) -> bool {
        let Ends { whole, left, early, .. } = self.ends.get();
        if self.rank == 0 { whole + left + early == self.plan.messages } else { self.idle.get() == self.plan.at_a_time }
    }
}

/// A rank: its handlers, and their shared state.
struct Node {
    handlers: Handlers,
    state: Rc<State>,
    memory: Memory,
}

impl Node {
    /// Makes messages with this number run `handler`. If the handler fails, its error becomes the program's.
    fn register<Running>(&self, number: i32, handler: impl Fn(RecvStream, Rc<State>) -> Running + 'static)
    where
        Running: Future<Output = Result<(), Error>> + 'static,
    {
        let state = self.state.clone();
        self.handlers.register(number, move |message| {
            let (running, state) = (handler(message, state.clone()), state.clone());
            async move {
                if let Err(error) = running.await {
                    state.wrong.borrow_mut().get_or_insert(error);
                }
            }
        });
    }

    /// Sends a message; handlers run until it has left.
    fn send(&self, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
        self.handlers.block_on(async {
            let mut stream = self.handlers.begin_message(to, bytes.len() as u64, handler)?;
            stream.send_piece(Buffer::copy_of(bytes)).await?;
            stream.end_message()
        })?
    }

    /// Runs handlers until `done` returns true. Fails with the first handler's error.
    fn run_until(&mut self, mut done: impl FnMut(&State) -> bool) -> Result<(), Error> {
        let Node { handlers, state, memory } = self;
        handlers.run_until(|| {
            memory.look(handlers);
            done(state) || state.wrong.borrow().is_some()
        })?;
        state.wrong.take().map_or(Ok(()), Err)
    }

    /// Waits until all ranks have reached this step.
    fn together(&mut self, step: u32) -> Result<(), Error> {
        for to in 0..self.state.ranks {
            self.send(to, STEP, &[])?;
        }
        self.run_until(|state| state.steps.get() >= step * state.ranks)
    }

    /// Asks one rank after the other, and waits for each answer, until `over` returns true for the number of round
    /// trips. Returns their times in nanoseconds.
    fn ask(&mut self, over: impl Fn(&State, usize) -> bool) -> Result<Vec<u64>, Error> {
        let mut times = Vec::new();
        while !over(&self.state, times.len()) {
            let State { rank, ranks, .. } = *self.state;
            let to = if rank == 0 { 1 + times.len() as u32 % (ranks - 1) } else { 0 };
            let number = self.state.answers.get();
            let question = question(rank, number);
            let start = Instant::now();
            self.send(to, PING, &question)?;
            self.run_until(|state| state.answers.get() > number)?;
            times.push(start.elapsed().as_nanos() as u64);
        }
        Ok(times)
    }
}

/// Measures a rank's use of memory.
struct Memory {
    looked: Instant,
    /// The most bytes of the pushed buffer in use; KiB of the process's own memory at the start, and the most since
    /// then.
    pushed: u64,
    before: u64,
    most: u64,
}

impl Memory {
    fn new() -> Memory {
        Memory { looked: Instant::now(), pushed: 0, before: own_memory(), most: 0 }
    }

    fn look(&mut self, handlers: &Handlers) {
        if self.looked.elapsed() < Duration::from_millis(5) {
            return;
        }
        self.looked = Instant::now();
        self.pushed = self.pushed.max(handlers.under_way().pushed);
        self.most = self.most.max(own_memory());
    }
}

/// Returns the KiB of memory that the process does not share with others.
fn own_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("RssAnon:"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Returns the time in microseconds that this many per mille do not exceed.
fn quantile(times: &mut [u64], per_mille: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() - 1) * per_mille / 1000] as f64 / 1000.0
}

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("numbers: see the top of the program"));
    let (messages, bytes) = (args.next().unwrap_or(1000), args.next().unwrap_or(1 << 20) as usize);
    let plan = Plan { messages, bytes, at_a_time: args.next().unwrap_or(16), seed: args.next().unwrap_or(1) };
    let endpoint = Endpoint::open()?;
    let (rank, ranks) = (endpoint.rank(), endpoint.size());
    assert!(ranks > 1, "start it with at least two ranks: clump run -n 8 interleave");
    let state = Rc::new(State::new(plan, rank, ranks));
    let mut node = Node { handlers: endpoint.into_handlers(), state, memory: Memory::new() };
    node.register(PING, ping);
    node.register(PONG, pong);
    node.register(START, start);
    node.register(LONG, long);
    node.register(STEP, step);
    node.register(TIMES, times);

    node.together(1)?;
    let alone = node.ask(|_, asked| asked == QUESTIONS)?;
    node.together(2)?;
    node.memory = Memory::new();
    let begun = Instant::now();
    if rank > 0 {
        (0..plan.at_a_time).try_for_each(|_| node.send(rank, START, &[]))?;
    }
    let beside = node.ask(|state, asked| asked > 0 && state.is_over())?;
    let took = begun.elapsed();
    node.together(3)?;
    let words = std::iter::once(alone.len() as u64).chain(alone).chain(beside);
    node.send(0, TIMES, &words.flat_map(u64::to_le_bytes).collect::<Vec<_>>())?;
    if rank == 0 {
        node.run_until(|state| state.told.get() == state.ranks)?;
        report(&node, took);
    }
    node.together(4)?;
    node.handlers.close()
}

/// Prints the results. Panics if more memory was used than promised.
fn report(node: &Node, took: Duration) {
    let Node { state, memory, .. } = node;
    let mut all = state.times.borrow_mut();
    let p99: Vec<f64> = all
        .iter_mut()
        .zip(["alone", "beside long messages"])
        .map(|(times, when)| {
            let [p50, p99, most] = [500, 990, 1000].map(|q| quantile(times, q));
            println!(
                "{} round trips of {SHORT} bytes {when}: p50 {p50:.1} us, p99 {p99:.1} us, longest {most:.1} us",
                times.len()
            );
            p99
        })
        .collect();
    println!("p99 beside long messages: {:.2} times that alone", p99[1] / p99[0]);
    let (Plan { messages, bytes, seed, .. }, Ends { whole, left, early, dropped }) = (state.plan, state.ends.get());
    println!(
        "{messages} messages of {bytes} bytes from {} ranks in {:.2} s, seed {seed}: {whole} read to the end, {left} \
         left by their handlers, {early} ended early by their senders; {dropped} reads dropped; all right",
        state.ranks - 1,
        took.as_secs_f64()
    );
    // An eighth of the pushed buffer that the README promises is for handlers' messages.
    let others = u64::from(state.ranks) - 1;
    let bound = ((1 << 20) / others).clamp(32 << 10, 256 << 10) / 8 * others;
    let (named, grown) = (state.most_named.get(), memory.most.saturating_sub(memory.before) << 10);
    println!(
        "rank 0's memory: {} bytes of the pushed buffer, which has {bound} for this; handlers read into {named} bytes \
         at most; the process grew by {grown}",
        memory.pushed
    );
    assert!(memory.pushed <= bound, "the pushed buffer is larger than it may be");
    assert!(grown <= named + bound + SLACK, "memory grew beyond what handlers named and the pushed buffer");
}
