//! One of the two ranks that measure streams. Rank 0 prints.
use super::{CALL, FUNCTION, PIECE, SHORT, WAITS, WAYS, Way};
use crate::args::BenchArgs;
use clump::driver::handlers::{Handlers, RecvStream};
use clump::driver::{Buffer, Error, ErrorKind, Rank};
use clump_tools::measure::pair::now;
use clump_tools::measure::stats::median;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The number of the handler of short messages.
const CALLED: i32 = 1;
/// The number of the function that gets short messages whole.
const RUN: i32 = 2;
/// The number of the handler that ends the measurement.
const END: i32 = 3;
/// The number of a handler that waits in the middle of its message.
const MIDDLE: i32 = 4;
/// The number of the message that the handler [`MIDDLE`] sends in the middle of its own message.
const GO_ON: i32 = 5;
/// The number of the message that the handler [`MIDDLE`] sends at the end of its own message.
const DONE: i32 = 6;

/// Number of long messages of one kind in succession.
const ROW: usize = 20;
/// Number of short messages that are timed together, because reading a clock takes as long as a short message.
const TOGETHER: usize = 100;

/// The pieces of a message that each rank keeps.
struct Pieces {
    single: bool,
    sent: RefCell<Vec<Buffer>>,
    read: RefCell<Vec<Buffer>>,
}

impl Pieces {
    fn new(way: Way, size: usize) -> Pieces {
        let sent = cut(size, way.sent, 0).into_iter().enumerate();
        let sent = sent.map(|(i, len)| Buffer::copy_of(&vec![i as u8 + 1; len])).collect();
        // Use other lengths than the sender's, so that each piece overlaps several of the peer's pieces.
        let read = cut(size, way.read, size / 40).into_iter().map(Buffer::new).collect();
        Pieces { single: way.single, sent: RefCell::new(sent), read: RefCell::new(read) }
    }
}

/// Divides `size` into `n` lengths. In each pair of lengths, the second is longer by `uneven`, and the first shorter
/// by it.
fn cut(size: usize, n: usize, uneven: usize) -> Vec<usize> {
    let mut lengths = vec![size / n; n];
    lengths[n - 1] += size % n;
    for pair in lengths.chunks_exact_mut(2) {
        let shift = uneven.min(pair[0]);
        (pair[0], pair[1]) = (pair[0] - shift, pair[1] + shift);
    }
    lengths
}

/// Measures all sizes. The error is a sentence.
pub fn run(args: &BenchArgs) -> Result<(), String> {
    bench(args).map_err(|e| e.to_string())
}

fn bench(args: &BenchArgs) -> Result<(), Error> {
    let endpoint = clump::Endpoint::open()?;
    let (rank, ranks) = (endpoint.rank(), endpoint.size());
    if ranks != 2 {
        return Err(Error::new(ErrorKind::Other, "this benchmark runs on two ranks, which `cargo xtask bench` starts"));
    }
    let (come, until) = (Rc::default(), Rc::default());
    let side = Side { handlers: endpoint.into_handlers(), peer: 1 - rank, first: rank == 0, come, until };
    let n = args.iterations.unwrap_or(1000) as usize;
    // Register all handlers before sending, because the other rank may already be ahead.
    let short = side.register_call();
    side.register_function();
    let long: Vec<_> = args.sizes.iter().map(|&size| side.register_ways(size)).collect();
    let ended = side.register_end();
    let (asked, done) = side.register_middle();
    if !side.first {
        side.handlers.run_until(|| ended.get())?;
        return side.handlers.close();
    }
    for (at, &size) in args.sizes.iter().enumerate() {
        if size <= SHORT {
            *short.borrow_mut() = Buffer::new(size as usize);
            let n = n.div_ceil(TOGETHER).max(20);
            print(FUNCTION, size, &samples(n, || side.functions(size as usize))?);
            print(CALL, size, &samples(n, || side.calls(&short))?);
            if size == PIECE {
                print(WAITS, size, &samples(n, || side.turns(&asked, &done))?);
            }
            continue;
        }
        let mut all = vec![Vec::new(); WAYS.len()];
        for _ in 0..n.div_ceil(ROW * WAYS.len()).max(3) {
            for (way, all) in all.iter_mut().enumerate() {
                all.extend(samples(ROW, || side.long(&long[at][way], number(size, way)))?);
            }
        }
        for (way, all) in WAYS.iter().zip(&all) {
            print(way.name, size, all);
        }
    }
    side.handlers.send(side.peer, END, Buffer::new(0))?;
    side.handlers.close()
}

/// Returns `n` samples of what `one` measures, in us, after some that do not count.
fn samples(n: usize, one: impl Fn() -> Result<f64, Error>) -> Result<Vec<f64>, Error> {
    let unmeasured = n / 5 + 1;
    (0..n + unmeasured).map(|_| one()).skip(unmeasured).collect()
}

fn print(name: &str, size: u64, samples: &[f64]) {
    if let Some(us) = median(samples) {
        println!("point {} {size} {us:.6} us", name.replace(' ', "_"));
    }
}

/// Returns the number of the handler for messages of `size` bytes that are divided in this way.
fn number(size: u64, way: usize) -> i32 {
    (size as i32) * WAYS.len() as i32 + way as i32
}

/// A short message's buffer, which goes to and fro.
type Short = Rc<RefCell<Buffer>>;

struct Side {
    handlers: Handlers,
    peer: Rank,
    first: bool,
    /// Number of messages that have arrived.
    come: Rc<Cell<u64>>,
    /// Rank 0 answers short messages until this many have arrived.
    until: Rc<Cell<u64>>,
}

// Rank 1 answers from inside its handlers; rank 0 counts the arriving messages.
impl Side {
    /// Registers the handler of short messages. Each rank sends the next message as the first action of its
    /// handler, so that only the time from a send to a handler is measured.
    fn register_call(&self) -> Short {
        let short = Short::default();
        let (peer, first, come, until) = (self.peer, self.first, self.come.clone(), self.until.clone());
        let bytes = short.clone();
        self.handlers.register(CALLED, move |message| {
            come.set(come.get() + 1);
            let (bytes, last) = (bytes.clone(), first && come.get() >= until.get());
            async move {
                if last {
                    return;
                }
                // The answer is as long as the message: allocate it anew when the length changes.
                let mut answer = bytes.take();
                if answer.len() as u64 != message.size() {
                    answer = Buffer::new(message.size() as usize);
                }
                match message.send(peer, CALLED, answer).await {
                    Ok(answer) => drop(bytes.replace(answer)),
                    Err(e) => eprintln!("cargo xtask bench streams: {e}"),
                }
            }
        });
        short
    }

    /// Registers ordinary functions for short messages.
    fn register_function(&self) {
        let (first, come, until) = (self.first, self.come.clone(), self.until.clone());
        self.handlers.register_call(RUN, move |call| {
            come.set(come.get() + 1);
            if first && come.get() >= until.get() {
                return;
            }
            if let Err(e) = call.send(call.source(), RUN, call.bytes()) {
                eprintln!("cargo xtask bench streams: {e}");
            }
        });
    }

    fn register_ways(&self, size: u64) -> Vec<Rc<Pieces>> {
        if size <= SHORT {
            return vec![];
        }
        let register = |(way, shape): (usize, &Way)| {
            let pieces = Rc::new(Pieces::new(*shape, size as usize));
            let (peer, first, come, both, handler) =
                (self.peer, self.first, self.come.clone(), pieces.clone(), number(size, way));
            self.handlers.register(handler, move |message| {
                let (come, both) = (come.clone(), both.clone());
                async move {
                    if let Err(e) = take(message, &both, (!first).then_some((peer, handler))).await {
                        return eprintln!("cargo xtask bench streams: {e}");
                    }
                    come.set(come.get() + 1);
                }
            });
            pieces
        };
        WAYS.iter().enumerate().map(register).collect()
    }

    fn register_end(&self) -> Rc<Cell<bool>> {
        let ended = Rc::new(Cell::new(false));
        let end = ended.clone();
        self.handlers.register(END, move |_| {
            end.set(true);
            async {}
        });
        ended
    }

    /// Registers the handlers for a message whose handler waits in the middle. Returns two counters: how often the
    /// handler has waited, and how often it has ended.
    fn register_middle(&self) -> (Rc<Cell<u64>>, Rc<Cell<u64>>) {
        let peer = self.peer;
        self.handlers.register(MIDDLE, move |mut message| async move {
            let both = async {
                let half = message.read_into(Buffer::new(PIECE as usize)).await?;
                message.send(peer, GO_ON, Buffer::new(0)).await?;
                message.read_into(half).await?;
                message.send(peer, DONE, Buffer::new(0)).await
            };
            if let Err(e) = both.await {
                eprintln!("cargo xtask bench streams: {e}");
            }
        });
        let (asked, done): (Rc<Cell<u64>>, Rc<Cell<u64>>) = Default::default();
        for (number, count) in [(GO_ON, asked.clone()), (DONE, done.clone())] {
            self.handlers.register(number, move |_| {
                count.set(count.get() + 1);
                async {}
            });
        }
        (asked, done)
    }

    /// Measures a message of two pieces together with its answer, in us. The sender hands over the second piece only
    /// when the handler waits for it.
    fn turns(&self, asked: &Cell<u64>, done: &Cell<u64>) -> Result<f64, Error> {
        let mut piece = Buffer::new(PIECE as usize);
        let start = now();
        for _ in 0..TOGETHER {
            let next = done.get() + 1;
            let mut message = self.handlers.begin_message(self.peer, 2 * PIECE, MIDDLE)?;
            piece = message.send_piece_blocking(piece)?;
            self.handlers.run_until(|| asked.get() >= next)?;
            piece = message.send_piece_blocking(piece)?;
            message.end_message()?;
            self.handlers.run_until(|| done.get() >= next)?;
        }
        Ok((now() - start) as f64 / 1e3 / TOGETHER as f64)
    }

    /// Returns half a round trip of a short message in us.
    fn calls(&self, short: &Short) -> Result<f64, Error> {
        let until = self.come.get() + TOGETHER as u64;
        self.until.set(until);
        let start = now();
        short.replace(self.handlers.send(self.peer, CALLED, short.take())?);
        self.handlers.run_until(|| self.come.get() >= until)?;
        Ok((now() - start) as f64 / 2e3 / TOGETHER as f64)
    }

    /// Returns half a round trip in us if functions receive the messages.
    fn functions(&self, size: usize) -> Result<f64, Error> {
        let until = self.come.get() + TOGETHER as u64;
        self.until.set(until);
        let start = now();
        self.handlers.send_copy(self.peer, RUN, &[0; SHORT as usize][..size])?;
        self.handlers.run_until(|| self.come.get() >= until)?;
        Ok((now() - start) as f64 / 2e3 / TOGETHER as f64)
    }

    /// Returns half a round trip of a long message in us.
    fn long(&self, pieces: &Pieces, handler: i32) -> Result<f64, Error> {
        let (start, until) = (now(), self.come.get() + 1);
        let mut sent = pieces.sent.take();
        let mut message = self.handlers.begin_message(self.peer, length(&sent), handler)?;
        if pieces.single {
            for piece in &mut sent {
                *piece = message.send_piece_blocking(std::mem::take(piece))?;
            }
        } else {
            sent = message.send_pieces_blocking(sent)?;
        }
        message.end_message()?;
        pieces.sent.replace(sent);
        self.handlers.run_until(|| self.come.get() == until)?;
        Ok((now() - start) as f64 / 2e3)
    }
}

/// Reads a message in pieces. If `back` names a handler, sends an equal message back to it.
async fn take(mut message: RecvStream, pieces: &Pieces, back: Option<(Rank, i32)>) -> Result<(), Error> {
    let mut read = pieces.read.take();
    if pieces.single {
        for piece in &mut read {
            *piece = message.read_into(std::mem::take(piece)).await?;
        }
    } else {
        read = message.read_pieces(read).await?;
    }
    pieces.read.replace(read);
    let Some((to, handler)) = back else { return Ok(()) };
    let mut sent = pieces.sent.take();
    let mut answer = message.begin_message(to, length(&sent), handler)?;
    if pieces.single {
        for piece in &mut sent {
            *piece = answer.send_piece(std::mem::take(piece)).await?;
        }
    } else {
        sent = answer.send_pieces(sent).await?;
    }
    answer.end_message()?;
    pieces.sent.replace(sent);
    Ok(())
}

fn length(pieces: &[Buffer]) -> u64 {
    pieces.iter().map(|p| p.len() as u64).sum()
}
