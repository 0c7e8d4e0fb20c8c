//! One of the two ranks that measure the library's layers. Rank 0 prints.
use super::{Layer, MEAN, MIX, MIXED, RATE, TRIP, window};
use crate::args::BenchArgs;
use clump::driver::handlers::{Handlers, SendStream};
use clump::driver::{Buffer, Error, ErrorKind, Leaked, Mode, Rank, Region, Select, Waiting};
use clump_tools::measure::pair::now;
use clump_tools::measure::stats::median;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

/// The number of the function that receives whole messages.
const FUNCTION: i32 = 1;
/// The number of the handler that reads streams.
const STREAM: i32 = 2;
/// The number of the handler of messages of many sizes.
const MANY_SIZES: i32 = 4;
/// The context of tagged messages.
const CONTEXT: u16 = 1;
/// The tag of tagged messages.
const TAG: i32 = 1;

/// The longest messages that are sent one after the other, in bytes. Such messages leave at once.
const SHORT: usize = 4096;
/// Number of messages of the mix in a window.
const MANY: usize = 3 * MIXED.len();
/// Round trips that are timed together as one sample.
const TOGETHER: usize = 20;

/// Measures all layers over all sizes. The error is a sentence.
pub fn run(args: &BenchArgs) -> Result<(), String> {
    bench(args).map_err(|e| e.to_string())
}

fn bench(args: &BenchArgs) -> Result<(), Error> {
    // SAFETY: every region outlives its use.
    let endpoint = unsafe { clump::Endpoint::open()?.into_driver() };
    let (rank, ranks) = (endpoint.rank(), endpoint.size());
    if ranks != 2 {
        return Err(Error::new(ErrorKind::Other, "this benchmark runs on two ranks, which `cargo xtask bench` starts"));
    }
    let largest = args.sizes.iter().max().copied().unwrap_or(0) as usize;
    let side = Side::new(Handlers::new(endpoint), rank, largest);
    let n = args.iterations.unwrap_or(1000) as usize;
    for &size in &args.sizes {
        let size = size as usize;
        for layer in Layer::ALL {
            // The bytes of a sample are bounded, so that long messages do not take all the time.
            let trips = (n * SHORT / size.max(SHORT)).max(20).min(n).div_ceil(TOGETHER);
            side.print(layer, TRIP, size, "us", trips, || side.round_trips(layer, size))?;
            let windows = ((64 << 20) / (size.max(64) * window(size))).max(10).min(n);
            side.print(layer, RATE, size, "MB/s", windows, || side.window(layer, size))?;
        }
    }
    side.hold((0..MANY).map(|at| MIXED[at % MIXED.len()]));
    for layer in Layer::ALL {
        side.tell(layer, MIX, MEAN, "MB/s", n, || side.mixed(layer))?;
    }
    side.handlers.close()
}

struct Side {
    handlers: Handlers,
    first: bool,
    peer: Rank,
    /// Number of messages that functions and streams have received.
    come: Rc<Cell<u64>>,
    /// Total number of messages that functions and streams wait for.
    wanted: Cell<u64>,
    /// Memory to send from, and memory for received messages: a buffer for each message of a window.
    sent: RefCell<Vec<Buffer>>,
    into: Rc<RefCell<Vec<Buffer>>>,
    /// Memory for tagged messages: the bytes of all buffers of a window, to send from and to receive into.
    tagged: Cell<[Leaked; 2]>,
}

impl Side {
    fn new(handlers: Handlers, rank: Rank, largest: usize) -> Side {
        let come: Rc<Cell<u64>> = Rc::default();
        let into: Rc<RefCell<Vec<Buffer>>> = Rc::default();
        let count = come.clone();
        handlers.register_call(FUNCTION, move |_| count.set(count.get() + 1));
        let (count, memory) = (come.clone(), into.clone());
        handlers.register(STREAM, move |mut message| {
            let buffer = memory.borrow_mut().pop();
            let (count, memory) = (count.clone(), memory.clone());
            async move {
                let len = message.size() as usize;
                let buffer = buffer.filter(|b| b.len() == len).unwrap_or_else(|| Buffer::new(len));
                if let Ok(buffer) = message.read_into(buffer).await {
                    memory.borrow_mut().push(buffer);
                }
                count.set(count.get() + 1);
            }
        });
        let (count, memory) = (come.clone(), into.clone());
        let begun = Cell::new(0);
        handlers.register(MANY_SIZES, move |mut message| {
            let (count, memory, at) = (count.clone(), memory.clone(), begun.replace((begun.get() + 1) % MANY));
            let buffer = memory.borrow_mut().get_mut(at).map(std::mem::take).unwrap_or_default();
            async move {
                if let Ok(buffer) = message.read_into(buffer).await {
                    memory.borrow_mut()[at] = buffer;
                }
                count.set(count.get() + 1);
            }
        });
        let sent = RefCell::new((0..window(largest)).map(|_| Buffer::new(0)).collect());
        let tagged = Cell::new([Leaked::new(0); 2]);
        Side { first: rank == 0, peer: 1 - rank, handlers, come, wanted: Cell::new(0), sent, into, tagged }
    }

    /// Measures `n` samples; rank 0 prints the median.
    fn print(
        &self,
        layer: Layer,
        name: &str,
        size: usize,
        unit: &str,
        n: usize,
        sample: impl Fn() -> Result<f64, Error>,
    ) -> Result<(), Error> {
        self.hold((0..window(size)).map(|_| size));
        self.tell(layer, name, size, unit, n, sample)
    }

    /// Allocates memory of these sizes, to send from and to receive into.
    fn hold(&self, sizes: impl Iterator<Item = usize> + Clone) {
        *self.sent.borrow_mut() = sizes.clone().map(|size| Buffer::copy_of(&vec![7; size])).collect();
        let all = sizes.clone().sum();
        if all > self.tagged.get()[0].region().len() {
            self.tagged.set([Leaked::new(all), Leaked::new(all)]);
        }
        *self.into.borrow_mut() = sizes.map(Buffer::new).collect();
    }

    /// Returns the places of a window's tagged messages, which are as long as the buffers.
    fn places(memory: Leaked, buffers: &[Buffer]) -> impl Iterator<Item = Region> + Clone {
        buffers.iter().scan(0, move |at, buffer| {
            let start = *at;
            *at += buffer.len();
            Some(memory.region().slice(start, buffer.len()))
        })
    }

    fn tell(
        &self,
        layer: Layer,
        name: &str,
        size: usize,
        unit: &str,
        n: usize,
        sample: impl Fn() -> Result<f64, Error>,
    ) -> Result<(), Error> {
        let unmeasured = n / 5 + 2;
        let mut samples = Vec::with_capacity(n);
        for at in 0..n + unmeasured {
            let value = sample()?;
            if at >= unmeasured {
                samples.push(value);
            }
        }
        if let Some(value) = median(&samples).filter(|_| self.first) {
            println!("point {}:{name} {size} {value:.6} {unit}", layer.name().replace(' ', "_"));
        }
        Ok(())
    }

    /// Returns half a round trip in us.
    fn round_trips(&self, layer: Layer, size: usize) -> Result<f64, Error> {
        let start = now();
        for _ in 0..TOGETHER {
            if self.first {
                self.send(layer, size, 1)?;
                self.receive(layer, size, 1)?;
            } else {
                self.receive(layer, size, 1)?;
                self.send(layer, size, 1)?;
            }
        }
        Ok((now() - start) as f64 / 2e3 / TOGETHER as f64)
    }

    /// Sends a window of messages and an answer of 4 bytes; returns MB/s.
    fn window(&self, layer: Layer, size: usize) -> Result<f64, Error> {
        let (start, many) = (now(), window(size));
        if self.first {
            self.send(layer, size, many)?;
            self.receive(Layer::Tags, 4.min(size), 1)?;
        } else {
            self.receive(layer, size, many)?;
            self.send(Layer::Tags, 4.min(size), 1)?;
        }
        Ok((size * many) as f64 * 1e3 / (now() - start) as f64)
    }

    /// Sends a window of messages of many sizes and an answer of 4 bytes; returns MB/s.
    fn mixed(&self, layer: Layer) -> Result<f64, Error> {
        let start = now();
        if self.first {
            self.send_mixed(layer)?;
            self.receive(Layer::Tags, 4, 1)?;
        } else {
            self.receive_mixed(layer)?;
            self.send(Layer::Tags, 4, 1)?;
        }
        Ok((MEAN * MANY) as f64 * 1e3 / (now() - start) as f64)
    }

    fn send_mixed(&self, layer: Layer) -> Result<(), Error> {
        const BYTES: [u8; 576] = [7; 576];
        let all = || (0..MANY).map(|at| &BYTES[..MIXED[at % MIXED.len()]]);
        match layer {
            Layer::Functions => {
                all().try_for_each(|bytes| self.handlers.send_copy(self.peer, FUNCTION, bytes))?;
                self.leave()
            }
            Layer::Streams => self.sent.borrow_mut().iter_mut().try_for_each(|buffer| {
                *buffer = self.handlers.send(self.peer, MANY_SIZES, std::mem::take(buffer))?;
                Ok(())
            }),
            Layer::Tags => self.send_tagged(Side::places(self.tagged.get()[0], &self.sent.borrow())),
        }
    }

    fn receive_mixed(&self, layer: Layer) -> Result<(), Error> {
        match layer {
            Layer::Tags => self.receive_tagged(Side::places(self.tagged.get()[1], &self.into.borrow())),
            _ => self.receive(layer, MEAN, MANY),
        }
    }

    fn send_tagged(&self, data: impl Iterator<Item = Region>) -> Result<(), Error> {
        // SAFETY: every region outlives its use.
        unsafe {
            self.handlers.with_endpoint(|endpoint| {
                let waiting = Waiting { call: 0, peer: self.peer as i32, tag: TAG, context: CONTEXT };
                let requests: Vec<_> =
                    data.filter_map(|d| endpoint.send(self.peer, CONTEXT, TAG, d, Mode::Standard)).collect();
                requests.into_iter().for_each(|r| _ = endpoint.wait(r, waiting));
            })
        }
    }

    fn receive_tagged(&self, places: impl Iterator<Item = Region>) -> Result<(), Error> {
        // SAFETY: every region outlives its use.
        unsafe {
            self.handlers.with_endpoint(|endpoint| {
                let waiting = Waiting { call: 0, peer: self.peer as i32, tag: TAG, context: CONTEXT };
                let select = Select { context: CONTEXT, source: Some(self.peer), tag: Some(TAG) };
                let requests: Vec<_> = places.map(|place| endpoint.recv(select, place)).collect();
                requests.into_iter().for_each(|r| _ = endpoint.wait(r, waiting));
            })
        }
    }

    /// Sends `many` messages, and waits until their memory is free.
    fn send(&self, layer: Layer, size: usize, many: usize) -> Result<(), Error> {
        match layer {
            Layer::Functions => {
                let bytes = self.sent.borrow();
                let bytes = bytes.first().map(|b| b.to_vec()).unwrap_or_default();
                (0..many).try_for_each(|_| self.handlers.send_copy(self.peer, FUNCTION, &bytes))?;
                self.leave()
            }
            Layer::Streams => self.stream(size, many),
            Layer::Tags => {
                let sent = self.sent.borrow();
                let places = Side::places(self.tagged.get()[0], &sent);
                self.send_tagged(places.cycle().take(many).map(|place| place.slice(0, size)))
            }
        }
    }

    /// Waits until all copied messages have left.
    fn leave(&self) -> Result<(), Error> {
        if self.handlers.under_way().pieces == 0 {
            return Ok(());
        }
        self.handlers.run_until(|| self.handlers.under_way().pieces == 0)
    }

    fn stream(&self, size: usize, many: usize) -> Result<(), Error> {
        let mut sent = self.sent.borrow_mut();
        if many == 1 || size <= SHORT {
            for buffer in sent.iter_mut().take(many) {
                *buffer = self.handlers.send(self.peer, STREAM, std::mem::take(buffer))?;
            }
            return Ok(());
        }
        let begin = |_| self.handlers.begin_message(self.peer, size as u64, STREAM);
        let mut streams = (0..many).map(begin).collect::<Result<Vec<SendStream>, Error>>()?;
        let mut pieces: Vec<Pin<Box<_>>> = Vec::new();
        for (stream, buffer) in streams.iter_mut().zip(sent.drain(..)) {
            pieces.push(Box::pin(stream.send_piece(buffer)));
        }
        let mut back: Vec<Option<Result<Buffer, Error>>> = pieces.iter().map(|_| None).collect();
        let all = poll_fn(|context| {
            for (piece, back) in pieces.iter_mut().zip(&mut back).filter(|(_, back)| back.is_none()) {
                if let Poll::Ready(end) = piece.as_mut().poll(context) {
                    *back = Some(end);
                }
            }
            if back.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
        });
        self.handlers.block_on(all)?;
        *sent = back.into_iter().flatten().collect::<Result<_, _>>()?;
        drop(pieces);
        streams.into_iter().try_for_each(SendStream::end_message)
    }

    /// Receives `many` messages.
    fn receive(&self, layer: Layer, size: usize, many: usize) -> Result<(), Error> {
        match layer {
            Layer::Functions | Layer::Streams => {
                self.wanted.set(self.wanted.get() + many as u64);
                self.handlers.run_until(|| self.come.get() >= self.wanted.get())
            }
            Layer::Tags => {
                let into = self.into.borrow();
                let places = Side::places(self.tagged.get()[1], &into);
                self.receive_tagged(places.cycle().take(many).map(|place| place.slice(0, size)))
            }
        }
    }
}
