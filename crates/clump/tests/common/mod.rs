//! Functions that tests of handlers share. Each test binary uses only some of them.
#![allow(dead_code)]
pub mod job;

use clump::driver::handlers::Handlers;
use clump::driver::{Buffer, Endpoint, Local, Rank};
use std::cell::Cell;
use std::rc::Rc;
use std::thread;

pub const MIB: usize = 1 << 20;

/// Returns `len` bytes of a message, from its byte `from` on. The bytes at different offsets differ.
pub fn bytes(from: usize, len: usize) -> Vec<u8> {
    (from..from + len).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// Runs a closure for each rank, each on its own thread.
pub fn run<F: Local + 'static>(endpoints: Vec<Endpoint<F>>, f: impl Fn(Handlers<F>, Rank) + Send + Clone + 'static)
where
    Endpoint<F>: Send,
{
    let threads: Vec<_> = endpoints
        .into_iter()
        .map(|e| {
            let (f, rank) = (f.clone(), e.rank());
            thread::spawn(move || {
                let handlers = Handlers::new(e);
                f(handlers.clone(), rank);
                handlers.close().unwrap();
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}

/// Values that handlers leave for a test, which waits for them.
pub struct Left<T>(Rc<Cell<Vec<T>>>);

impl<T> Clone for Left<T> {
    fn clone(&self) -> Self {
        Left(self.0.clone())
    }
}

impl<T> Default for Left<T> {
    fn default() -> Self {
        Left(Rc::default())
    }
}

impl<T> Left<T> {
    pub fn push(&self, one: T) {
        let mut all = self.0.take();
        all.push(one);
        self.0.set(all);
    }
    pub fn take(&self) -> Vec<T> {
        self.0.take()
    }
    pub fn len(&self) -> usize {
        let all = self.0.take();
        let len = all.len();
        self.0.set(all);
        len
    }
    /// Runs handlers until they have left `count` values.
    pub fn wait<F: Local + 'static>(&self, handlers: &Handlers<F>, count: usize) {
        handlers.run_until(|| self.len() >= count).unwrap();
    }
}

/// Registers a handler that leaves the result of `f` for its message.
pub fn on<T: 'static, F: Local + 'static, R: Future<Output = T> + 'static>(
    handlers: &Handlers<F>,
    number: i32,
    f: impl Fn(clump::driver::handlers::RecvStream<F>) -> R + 'static,
) -> Left<T> {
    let left = Left::default();
    let leave = left.clone();
    handlers.register(number, move |message| {
        let (running, leave) = (f(message), leave.clone());
        async move { leave.push(running.await) }
    });
    left
}

/// Returns `len` bytes of a message from byte `from` on, as one piece.
pub fn piece(from: usize, len: usize) -> Buffer {
    Buffer::copy_of(&bytes(from, len))
}

/// Polls a future once, and drops it if it is not ready.
pub async fn once<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = Box::pin(future);
    std::future::poll_fn(|context| match future.as_mut().poll(context) {
        std::task::Poll::Ready(t) => std::task::Poll::Ready(Some(t)),
        std::task::Poll::Pending => std::task::Poll::Ready(None),
    })
    .await
}
