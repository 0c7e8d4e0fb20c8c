//! The sending side of messages that run handlers.
use super::inner::{PieceAway, Shared, known};
use super::lent::LentMemory;
use crate::endpoint::Local;
use crate::error::{Error, ErrorKind};
use crate::standard_fabric::Standard;
use crate::waiting::Patience;
use clump_core::protocol::MessageRole;
use clump_core::{Rank, SendId};
use clump_fabric::mem::{Buffer, Region};
use clump_fabric::shm::SPANS;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// Sends a message to a handler, piece by piece (Fast Messages 2.x, section 4.1). If the caller drops the stream before
/// the last piece, the message ends there, and the handler's reads beyond that point fail.
pub struct SendStream<F: Local = Standard> {
    inner: Shared<F>,
    id: SendId,
    to: Rank,
    handler: i32,
    size: u64,
    /// Bytes handed over so far.
    handed: u64,
}

impl<F: Local> SendStream<F> {
    pub(super) fn begin(inner: &Shared<F>, to: Rank, size: u64, handler: i32) -> Result<SendStream<F>, Error> {
        let mut borrowed = inner.borrow_mut();
        let endpoint = borrowed.endpoint()?;
        known(endpoint, to)?;
        let id = endpoint.engine.handlers().begin(to, handler, MessageRole::Request, size);
        Ok(SendStream { inner: inner.clone(), id, to, handler, size, handed: 0 })
    }

    /// Sends the next bytes of the message, and returns the buffer once its bytes have been pushed, pulled,
    /// copied by the receiver, or refused (FM_send_piece). For code inside handlers: other handlers run while this call
    /// waits. A stream takes a piece over once the piece before has left. If the caller drops the future early, a piece
    /// that has been taken over is still sent, and another one is not ([`handed_over`](Self::handed_over)).
    ///
    /// # Errors
    /// If there are more bytes than the rest of the message, or its receiver has died or left; the bytes are
    /// dropped.
    pub fn send_piece(&mut self, bytes: Buffer) -> SendPiece<'_, F> {
        SendPiece { sending: SendLent { stream: self, lent: Some(LentMemory::one(bytes)) } }
    }

    /// Returns how many bytes of the message the stream has taken over.
    pub fn handed_over(&self) -> u64 {
        self.handed
    }

    /// Hands over the bytes of several buffers, in order, as one piece (gather), and returns all buffers once the
    /// last byte has left. More than 32 buffers go in groups of 32. Fails like [`send_piece`](Self::send_piece).
    pub async fn send_pieces(&mut self, mut pieces: Vec<Buffer>) -> Result<Vec<Buffer>, Error> {
        let mut back = Vec::new();
        while !pieces.is_empty() {
            let later = pieces.split_off(pieces.len().min(SPANS));
            let lent = SendLent { stream: self, lent: Some(LentMemory::many(pieces)) }.await?;
            if back.is_empty() && later.is_empty() {
                return Ok(lent.into_many());
            }
            back.extend(lent.into_many());
            pieces = later;
        }
        Ok(back)
    }

    /// Hands over the next bytes of the message like [`send_piece`](Self::send_piece), for the program outside its
    /// handlers: blocks, and runs no handler meanwhile.
    pub fn send_piece_blocking(&mut self, bytes: Buffer) -> Result<Buffer, Error> {
        wait(&self.inner.clone(), self.id, self.send_piece(bytes))
    }

    /// Hands over several buffers like [`send_pieces`](Self::send_pieces), for the program outside its handlers:
    /// blocks, and runs no handler meanwhile.
    pub fn send_pieces_blocking(&mut self, pieces: Vec<Buffer>) -> Result<Vec<Buffer>, Error> {
        wait(&self.inner.clone(), self.id, self.send_pieces(pieces))
    }

    /// Ends the message (FM_end_message). Returns an error if the caller has not handed over all bytes; the message
    /// ends in that case too.
    pub fn end_message(mut self) -> Result<(), Error> {
        let SendStream { to, handler, size, handed, .. } = self;
        if handed < size {
            return Err(Error::new(
                ErrorKind::Length,
                format!(
                    "a message of {size} bytes to handler {handler} of rank {to} ends after {handed}: hand over the \
                     rest first, or begin it shorter"
                ),
            ));
        }
        if size == 0 {
            // An empty message: hand its one empty piece over.
            self.hand_over(&LentMemory::one(Buffer::default()))?;
        }
        Ok(())
    }

    /// Gives the next piece to the protocol. Returns true if the piece has left.
    fn hand_over(&mut self, lent: &LentMemory) -> Result<bool, Error> {
        let (id, len) = (self.id, lent.len());
        let mut inner = self.inner.borrow_mut();
        let endpoint = inner.endpoint()?;
        match lent {
            LentMemory::One(piece) => {
                endpoint.with(piece.region(), |engine, port| engine.handlers().piece(port, id, len))
            }
            LentMemory::Many(_, memory) => {
                endpoint.with_scattered(memory, |engine, port| engine.handlers().piece(port, id, len))
            }
        }
        self.handed += len;
        Ok(endpoint.engine.piece_has_left(id))
    }

    /// Hands over the whole message without waiting. The endpoint keeps `bytes` until they have left.
    pub(super) fn leave_with(mut self, bytes: Buffer) -> Result<(), Error> {
        let SendStream { id, to, handler, .. } = self;
        let lent = LentMemory::one(bytes);
        if !self.hand_over(&lent)? {
            let piece = PieceAway { to, handler, lent, waker: Waker::noop().clone(), last: true };
            self.inner.borrow_mut().pieces.insert(id, piece);
        }
        Ok(())
    }

    /// Returns the memory of a piece that has left, or an error if the receiver has died or left.
    fn outcome(&self, lent: LentMemory) -> Result<LentMemory, Error> {
        if self.inner.borrow_mut().endpoint()?.engine.is_lost(self.id) {
            let SendStream { to, handler, size, .. } = self;
            return Err(Error::new(
                ErrorKind::Departed,
                format!(
                    "a message of {size} bytes to handler {handler} of rank {to} is lost: that rank has died or left \
                     the job before it was read"
                ),
            ));
        }
        Ok(lent)
    }
}

/// Blocks until `sending`, which hands over pieces of this message, has ended; runs no handler.
fn wait<F: Local, T>(
    inner: &Shared<F>,
    id: SendId,
    sending: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let mut patience = Patience::default();
    let mut sending = pin!(sending);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(end) = sending.as_mut().poll(&mut context) {
            inner.borrow_mut().endpoint()?.stop_waiting(&patience);
            return end;
        }
        let mut inner = inner.borrow_mut();
        if inner.advance(true)? {
            inner.moved(&mut patience)?;
        } else {
            inner.rest(&mut patience, Some(id))?;
        }
    }
}

impl<F: Local> Drop for SendStream<F> {
    fn drop(&mut self) {
        let mut inner = self.inner.borrow_mut();
        let id = self.id;
        if let Some(piece) = inner.pieces.get_mut(id) {
            piece.last = true;
        }
        let gone = inner.endpoint().is_ok_and(|e| e.engine.piece_has_left(id));
        if gone {
            inner.pieces.remove(id);
            if let Ok(endpoint) = inner.endpoint() {
                endpoint.with(Region::EMPTY, |engine, port| engine.handlers().end(port, id));
            }
        }
    }
}

/// A pending send of one buffer.
pub struct SendPiece<'a, F: Local = Standard> {
    sending: SendLent<'a, F>,
}

impl<F: Local> Future for SendPiece<'_, F> {
    type Output = Result<Buffer, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.get_mut().sending).poll(context).map_ok(LentMemory::into_one)
    }
}

/// A pending send of one or several buffers.
struct SendLent<'a, F: Local> {
    stream: &'a mut SendStream<F>,
    /// The memory to send; `None` once the protocol has it.
    lent: Option<LentMemory>,
}

impl<F: Local> Future for SendLent<'_, F> {
    type Output = Result<LentMemory, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let SendStream { id, to, handler, size, handed, .. } = *this.stream;
        // The piece that is still being sent is this future's piece, or an earlier piece whose future was dropped.
        {
            let mut inner = this.stream.inner.borrow_mut();
            let left = inner.endpoint()?.engine.piece_has_left(id);
            if let Some(piece) = inner.pieces.get_mut(id).filter(|_| !left) {
                piece.waker.clone_from(context.waker());
                return Poll::Pending;
            }
            if let Some(piece) = inner.pieces.remove(id)
                && this.lent.is_none()
            {
                drop(inner);
                return Poll::Ready(this.stream.outcome(piece.lent));
            }
        }
        let Some(lent) = this.lent.take() else { return Poll::Pending };
        let len = lent.len();
        if len > size - handed {
            return Poll::Ready(Err(Error::new(
                ErrorKind::Length,
                format!(
                    "a piece of {len} bytes is more than what is left of a message of {size} bytes to handler \
                     {handler} of rank {to}, of which {handed} are handed over"
                ),
            )));
        }
        if len == 0 || this.stream.hand_over(&lent)? {
            return Poll::Ready(this.stream.outcome(lent));
        }
        let piece = PieceAway { to, handler, lent, waker: context.waker().clone(), last: false };
        this.stream.inner.borrow_mut().pieces.insert(id, piece);
        Poll::Pending
    }
}
