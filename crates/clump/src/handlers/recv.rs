//! Defines how a handler reads its message.
use super::inner::Shared;
use super::lent::LentMemory;
use super::send::SendStream;
use crate::endpoint::Local;
use crate::error::{Error, ErrorKind};
use crate::standard_fabric::Standard;
use clump_core::protocol::{self, Begun, BrokenOff};
use clump_core::{Engine, Rank};
use clump_fabric::mem::Buffer;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A message that has begun to arrive, as its handler sees it: a number of bytes, in order (a receive stream of
/// Fast Messages 2.x, section 4.1). Dropping it drops the message's unread bytes.
pub struct RecvStream<F: Local = Standard> {
    inner: Shared<F>,
    begun: Begun,
}

impl<F: Local> RecvStream<F> {
    pub(super) fn new(inner: &Shared<F>, begun: Begun) -> RecvStream<F> {
        RecvStream { inner: inner.clone(), begun }
    }

    /// Returns the sender.
    pub fn source(&self) -> Rank {
        self.begun.from
    }

    /// Returns the message's size in bytes, as its sender declared it.
    pub fn size(&self) -> u64 {
        self.begun.size
    }

    /// Returns how many bytes can still be read; they need not have arrived. The number is lower than the declared
    /// size implies if the sender has ended the message early, has died or has left. Returns 0 once this rank has
    /// left the job.
    pub fn unread(&self) -> u64 {
        self.inner.borrow_mut().endpoint().map_or(0, |e| e.engine.unread(self.begun.id))
    }

    /// Fills the buffer with the next bytes of the message, and hands it back (FM_receive). Bytes that have not
    /// arrived are pulled straight from the sender's memory. If the caller drops the future early, the next read
    /// continues behind those bytes, unless the read has not begun ([`unread`](Self::unread)).
    ///
    /// # Errors
    /// If fewer bytes are left: the buffer is dropped, and no bytes are read. If the message ends before the buffer is
    /// full: the buffer is dropped, and with it what was left of the message.
    pub fn read_into(&mut self, buffer: Buffer) -> ReadInto<'_, F> {
        ReadInto { reading: ReadLent::new(self, LentMemory::one(buffer)) }
    }

    /// Fills several buffers with the next bytes of the message, each before the next (scatter). Fails like
    /// [`read_into`](Self::read_into).
    pub async fn read_pieces(&mut self, buffers: Vec<Buffer>) -> Result<Vec<Buffer>, Error> {
        ReadLent::new(self, LentMemory::many(buffers)).await.map(LentMemory::into_many)
    }

    /// Returns the next `len` bytes of the message, copied once more than by [`read_into`](Self::read_into).
    pub async fn read(&mut self, len: usize) -> Result<Vec<u8>, Error> {
        Ok(self.read_into(Buffer::new(len)).await?.to_vec())
    }

    /// Begins a message of `size` bytes to a handler of `to`, as [`Handlers::begin_message`](super::Handlers) does.
    pub fn begin_message(&self, to: Rank, size: u64, handler: i32) -> Result<SendStream<F>, Error> {
        SendStream::begin(&self.inner, to, size, handler)
    }

    /// Sends a whole message, waits until its bytes have left, and hands them back; other handlers run meanwhile. This
    /// message keeps its share of its sender's credit until it is dropped: many handlers that answer in this way may
    /// wait for each other. [`begin_message`](Self::begin_message) needs this message no more.
    /// Fails if there is no such rank, or the rank has died or left.
    pub async fn send(&self, to: Rank, handler: i32, bytes: Buffer) -> Result<Buffer, Error> {
        if self.inner.borrow_mut().call_at_once(to, handler, &bytes)? {
            return Ok(bytes);
        }
        let mut stream = self.begin_message(to, bytes.len() as u64, handler)?;
        let bytes = stream.send_piece(bytes).await?;
        stream.end_message()?;
        Ok(bytes)
    }
}

impl<F: Local> Drop for RecvStream<F> {
    fn drop(&mut self) {
        self.inner.borrow_mut().finish(self.begun.id);
    }
}

/// A pending read into one buffer.
pub struct ReadInto<'a, F: Local = Standard> {
    reading: ReadLent<'a, F>,
}

impl<F: Local> Future for ReadInto<'_, F> {
    type Output = Result<Buffer, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.get_mut().reading).poll(context).map_ok(LentMemory::into_one)
    }
}

/// A pending read into one or several buffers.
struct ReadLent<'a, F: Local> {
    stream: &'a mut RecvStream<F>,
    /// The memory to read into; `None` once the protocol has it.
    lent: Option<LentMemory>,
    waits: bool,
}

impl<'a, F: Local> ReadLent<'a, F> {
    fn new(stream: &'a mut RecvStream<F>, lent: LentMemory) -> ReadLent<'a, F> {
        ReadLent { stream, lent: Some(lent), waits: false }
    }

    /// Returns the error for a read of `len` bytes for which the message has too few bytes.
    fn short(&self, len: u64, engine: &Engine) -> Error {
        let Begun { id, from, handler, size, .. } = self.stream.begun;
        let unread = engine.unread(id);
        let length = |why| (ErrorKind::Length, why);
        let (kind, why) = match engine.broken_off(id) {
            None => length(format!("{unread} are left; ask for no more than `unread()` says")),
            Some(BrokenOff { at, lost: false }) => length(format!("rank {from} has ended it after {at}")),
            Some(BrokenOff { at, lost: true }) => {
                let why = format!("rank {from} has died or left the job, and {at} could be read at most");
                (ErrorKind::Departed, why)
            }
        };
        Error::new(
            kind,
            format!(
                "handler {handler} cannot read {len} bytes more of a message of {size} bytes from rank {from}: {why}"
            ),
        )
    }
}

impl<F: Local> Future for ReadLent<'_, F> {
    type Output = Result<LentMemory, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let (id, shared) = (this.stream.begun.id, this.stream.inner.clone());
        let mut inner = shared.borrow_mut();
        if let Some(lent) = this.lent.take() {
            if !inner.may_read(context.waker()) {
                this.lent = Some(lent);
                return Poll::Pending;
            }
            let len = lent.len();
            let endpoint = inner.endpoint()?;
            let end = match &lent {
                LentMemory::One(buffer) => {
                    endpoint.with(buffer.region(), |engine, port| engine.handlers().read(port, id, len))
                }
                LentMemory::Many(_, memory) => {
                    endpoint.with_scattered(memory, |engine, port| engine.handlers().read(port, id, len))
                }
            };
            match end {
                protocol::Reading::Short => return Poll::Ready(Err(this.short(len, &endpoint.engine))),
                protocol::Reading::Done => {
                    inner.spend(len);
                    return Poll::Ready(Ok(lent));
                }
                protocol::Reading::Later => {
                    inner.spend(len);
                    inner.reads.insert(id, (lent, context.waker().clone()));
                    this.waits = true;
                    return Poll::Pending;
                }
            }
        }
        let engine = &inner.endpoint()?.engine;
        let failed = engine.read_failed(id);
        if engine.is_reading(id) {
            if let Some((_, waker)) = inner.reads.get_mut(id) {
                waker.clone_from(context.waker());
            }
            return Poll::Pending;
        }
        this.waits = false;
        let lent = inner.reads.remove(id).map(|(lent, _)| lent);
        let engine = &inner.endpoint()?.engine;
        Poll::Ready(match lent {
            Some(lent) if failed => {
                let error = this.short(lent.len(), engine);
                if engine.is_landing(id) {
                    inner.landing.push((id, lent));
                }
                Err(error)
            }
            Some(lent) => Ok(lent),
            None => Err(this.short(0, engine)),
        })
    }
}

impl<F: Local> Drop for ReadLent<'_, F> {
    fn drop(&mut self) {
        if self.waits {
            self.stream.inner.borrow_mut().drop_read(self.stream.begun.id);
        }
    }
}
