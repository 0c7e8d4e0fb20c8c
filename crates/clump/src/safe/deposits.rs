//! Deposits: bytes that a sender places in a receiver's memory (Avalanche's Direct Deposit).
use super::lend::Loan;
use super::{known, wait_for_ranks};
use crate::driver;
use crate::error::Error;
use crate::windows::{Connection, DepositError, Invitation, Note, NoteQueue, Telling};
use clump_core::Rank;
use clump_fabric::mem::Buffer;
use std::time::Duration;

/// The view of an [`Endpoint`](crate::Endpoint) for deposits: the receiver offers memory to one sender, and the sender
/// places bytes there. On one machine a deposit is a store, of which the receiver's program need not know. If the
/// invitation names memory that the receiver's program lent by the driver interface, deposits go in frames.
///
/// The receiver creates a [`NoteQueue`] and [offers](Deposits::offer) a receive buffer in it. It sends the buffer's
/// invitation ([`Invitation::to_words`]) to the sender in any message; the sender [connects](Deposits::connect) with
/// it. A sender that deposits twice at one place overwrites what the receiver has not read: the two agree on that.
pub struct Deposits<'a> {
    pub(super) endpoint: &'a mut driver::Endpoint,
}

impl Deposits<'_> {
    /// Creates a queue of `notes` notes (a power of two). With 0, the queue holds no notes and only counts
    /// deposits.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if `notes` is neither 0 nor a power of two, and
    /// [`ErrorKind::System`](crate::ErrorKind::System) if there is no memory.
    pub fn queue(&mut self, notes: u32) -> Result<NoteQueue, Error> {
        NoteQueue::new(self.endpoint, notes)
    }

    /// Offers a receive buffer of `len` bytes, initially zero, to rank `sender`. `telling` says whether the sender's
    /// deposits leave notes in the queue or are counted. Returns the invitation and the connection's number in the
    /// queue.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such rank, or the queue cannot take notes;
    /// [`ErrorKind::System`](crate::ErrorKind::System) if there is no memory.
    pub fn offer(
        &mut self,
        queue: &mut NoteQueue,
        sender: Rank,
        len: u64,
        telling: Telling,
    ) -> Result<(Invitation, u32), Error> {
        known(self.endpoint, sender)?;
        let connection = queue.offer(self.endpoint, sender, len, telling)?;
        let buffer = queue.buffer(connection).expect("it has just been offered");
        Ok((buffer.invitation(), connection))
    }

    /// Connects to the receive buffer that this rank is invited to use.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the invitation is for another rank.
    pub fn connect(&mut self, invitation: &Invitation) -> Result<Connection, Error> {
        Connection::open_without_addresses(self.endpoint, invitation)
    }

    /// Places `data` at `offset` of the receiver's buffer, notifies the receiver as the receiver has chosen, and gives
    /// `data` back once no rank reads it any more. Unless the buffer [is mapped](Connection::is_mapped), the bytes may
    /// arrive later.
    ///
    /// # Errors
    /// If the bytes reach past the end of the buffer, or the receiver has closed it, died or left.
    pub fn deposit(&mut self, to: &Connection, offset: u64, data: Buffer) -> Result<Buffer, DepositError> {
        let (region, loan) = Loan::new(data);
        let deposit = match to.deposit(self.endpoint, offset, region) {
            Ok(deposit) => deposit,
            // The deposit has not begun, so no operation uses the memory.
            Err(why) => {
                drop(loan.reclaim());
                return Err(why);
            }
        };
        let receiver = to.to()..to.to() + 1;
        wait_for_ranks(self.endpoint, receiver, |endpoint| to.is_sent(endpoint, deposit).then_some(()));
        Ok(loan.reclaim())
    }

    /// Waits for the next note of the queue. Returns `None` after the time `most`, or if no sender of an open
    /// connection is left.
    pub fn wait(&mut self, queue: &mut NoteQueue, most: Option<Duration>) -> Option<Note> {
        queue.wait(self.endpoint, most)
    }

    /// Closes a connection of the queue: this rank refuses deposits from now on. Returns false if no
    /// connection has that number.
    pub fn close(&mut self, queue: &mut NoteQueue, connection: u32) -> bool {
        queue.close(self.endpoint, connection)
    }
}
