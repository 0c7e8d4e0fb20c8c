//! The sender's end of a connection (Avalanche, section 4.1). The sender decides where in the receiver's buffer each
//! deposit goes; the two programs must agree when the sender may overwrite bytes.
use super::deposit_error::DepositError;
use super::far::{FarPart, FarState};
use super::mapped_buffer::{MappedBuffer, MappedEnd};
use super::receive_buffer::Invitation;
use super::telling::Telling;
use super::{SharedMemory, WindowError, WindowId};
use crate::endpoint::{BellOf, Endpoint, FarOp, Local};
use crate::error::{Error, ErrorKind};
use crate::lent;
use clump_core::{Rank, Refusal, planted};
use clump_fabric::Bell;
use clump_fabric::mem::Region;
use clump_fabric::shm::{self, NoteRing};

/// A deposit under way. [`Connection::is_sent`] tells when the caller may reuse the deposit's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "its memory must stay until it is sent"]
pub struct BegunDeposit(FarOp);

enum DepositRoute<B> {
    /// Stores into the mapped buffer.
    Mapped(MappedEnd, B),
    /// Writes to an address in the receiver's process, because the buffer is memory of the receiver's program.
    Lent(u64, MappedEnd, B),
    /// Sends the bytes in frames.
    Far(FarPart),
}

/// The right to place bytes in one receive buffer.
pub struct Connection<B = shm::Bell> {
    invitation: Invitation,
    way: DepositRoute<B>,
    far: FarState,
    /// The memory that a mapped connection's regions are in; dropped last.
    _memory: Option<(SharedMemory, Option<SharedMemory>)>,
}

impl Connection {
    /// Connects to the buffer that this rank is invited to use. On one machine the buffer is mapped, if the system
    /// allows it; otherwise deposits go in frames, which the receiver's library places.
    pub fn open<F: Local>(endpoint: &mut Endpoint<F>, invitation: &Invitation) -> Result<Connection<BellOf<F>>, Error> {
        Connection::open_as(endpoint, invitation, true)
    }

    /// Connects like [`open`](Self::open), but never writes to the address that an invitation names. An invitation is
    /// plain words, which the program may have changed; the receiver's library checks what arrives in frames.
    pub(crate) fn open_without_addresses<F: Local>(
        endpoint: &mut Endpoint<F>,
        invitation: &Invitation,
    ) -> Result<Connection<BellOf<F>>, Error> {
        Connection::open_as(endpoint, invitation, false)
    }

    /// Connects to the buffer. With `writes`, this rank may write to an address in the receiver's process.
    fn open_as<F: Local>(
        endpoint: &mut Endpoint<F>,
        invitation: &Invitation,
        writes: bool,
    ) -> Result<Connection<BellOf<F>>, Error> {
        let (i, me) = (*invitation, endpoint.rank());
        if i.from != me || i.to >= endpoint.size() {
            let Invitation { from, to, .. } = i;
            return Err(Error::new(
                ErrorKind::Argument,
                format!("rank {me} cannot use an invitation from rank {to} to rank {from}"),
            ));
        }
        let near = endpoint.host_of(i.to) == endpoint.host_of(me);
        // Only a rank's own library may write to memory of that rank's program.
        let reached = near && (i.address == 0 || writes && i.to != me && endpoint.can_copy(i.to));
        let mapped = if reached { Connection::map(&i) } else { None };
        let (way, memory) = match mapped {
            Some((memory, queue)) => {
                let buffer = MappedBuffer::at(memory.region(), i.bytes_here());
                let ring = queue.as_ref().map(|queue| NoteRing::at(queue.region(), i.notes));
                let Invitation { to, connection, telling, .. } = i;
                let (end, bell) = (MappedEnd { buffer, to, connection, telling, ring }, endpoint.bell_of(to));
                let way = match i.address {
                    0 => DepositRoute::Mapped(end, bell),
                    address => DepositRoute::Lent(address, end, bell),
                };
                (way, Some((memory, queue)))
            }
            None => {
                // No operation takes this window's lock, so that its control block needs no real number.
                let control = WindowId(u32::MAX);
                (DepositRoute::Far(FarPart { to: i.to, id: i.window, control, key: i.key, len: Some(i.len) }), None)
            }
        };
        Ok(Connection { invitation: i, way, far: FarState::default(), _memory: memory })
    }

    fn map(i: &Invitation) -> Option<(SharedMemory, Option<SharedMemory>)> {
        let memory = lent::open_shared(i.memory, MappedBuffer::bytes(i.bytes_here())?).ok()?;
        let queue = match i.telling {
            Telling::Nothing => None,
            _ => Some(lent::open_shared(i.queue, NoteRing::bytes(i.notes)?).ok()?),
        };
        Some((memory, queue))
    }
}

impl<B: Bell> Connection<B> {
    /// Returns the bytes of the buffer.
    pub fn len(&self) -> u64 {
        self.invitation.len
    }

    /// Returns true if the buffer has no bytes.
    pub fn is_empty(&self) -> bool {
        self.invitation.len == 0
    }

    /// Returns the receiver.
    pub fn to(&self) -> Rank {
        self.invitation.to
    }

    /// Returns true if a deposit is a store, which has arrived when the call returns.
    pub fn is_mapped(&self) -> bool {
        matches!(self.way, DepositRoute::Mapped(..))
    }

    /// Places `from` at `offset` of the receiver's buffer, and notifies the receiver as it has chosen. The memory
    /// must not change until the deposit [is sent](Self::is_sent). A deposit of no bytes notifies the receiver too.
    #[inline]
    pub fn deposit<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        from: Region,
    ) -> Result<BegunDeposit, DepositError> {
        match &self.way {
            DepositRoute::Mapped(..) => self.store(offset, from).map(|()| BegunDeposit(FarOp::Left)),
            DepositRoute::Lent(..) => self.write(endpoint, offset, from).map(|()| BegunDeposit(FarOp::Left)),
            DepositRoute::Far(far) => {
                Ok(BegunDeposit(endpoint.far_windows().put(far.place(offset, from.len()).map_err(told)?, from)))
            }
        }
    }

    /// Stores `from` at `offset` of a [mapped](Self::is_mapped) buffer, and notifies the receiver as it has chosen.
    /// Needs no endpoint, because no other process takes part.
    ///
    /// # Panics
    /// If the buffer is not mapped.
    #[inline(always)]
    pub fn store(&self, offset: u64, from: Region) -> Result<(), DepositError> {
        let DepositRoute::Mapped(end, bell) = &self.way else {
            panic!("a deposit for rank {} is no store: its buffer is not mapped", self.invitation.to)
        };
        if end.store(offset, from)? {
            bell.ring();
        }
        Ok(())
    }

    /// Writes `from` into the memory of the receiver's program, and notifies the receiver.
    fn write<F: Local>(&self, endpoint: &mut Endpoint<F>, offset: u64, from: Region) -> Result<(), DepositError> {
        let DepositRoute::Lent(address, end, bell) = &self.way else { unreachable!("only what is lent is written") };
        let Invitation { to, len, .. } = self.invitation;
        if offset > len || from.len() as u64 > len - offset {
            return Err(DepositError::Outside(len));
        }
        let put =
            || if endpoint.write(to, address + offset, from) { Ok(()) } else { Err(DepositError::NotWritten(to)) };
        if end.write(offset, from.len(), put)? {
            bell.ring();
        }
        Ok(())
    }

    /// Returns true if the caller may reuse the deposit's memory, which is at once if the buffer is mapped. Call this
    /// until it returns true, and make progress in between ([`Endpoint::progress`]).
    #[inline]
    pub fn is_sent<F: Local>(&self, endpoint: &mut Endpoint<F>, deposit: BegunDeposit) -> bool {
        deposit.0 == FarOp::Left || endpoint.far_windows().done(deposit.0).is_some()
    }

    /// Declares that the caller will not call [`is_sent`](Self::is_sent) for this deposit. The deposit's memory must
    /// not change until [`Connection::has_arrived`] returns true.
    pub fn forget<F: Local>(&self, endpoint: &mut Endpoint<F>, deposit: BegunDeposit) {
        endpoint.far_windows().detach(deposit.0);
    }

    /// Returns true if every deposit so far has arrived or been refused ([`Connection::outcome`]).
    pub fn has_arrived<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        match &self.way {
            DepositRoute::Mapped(..) | DepositRoute::Lent(..) => true,
            DepositRoute::Far(far) => !far.is_pending(endpoint, &self.far),
        }
    }

    /// Returns an error if a deposit by frames was refused since the previous call.
    pub fn outcome<F: Local>(&self, endpoint: &mut Endpoint<F>) -> Result<(), DepositError> {
        match &self.way {
            DepositRoute::Mapped(..) | DepositRoute::Lent(..) => Ok(()),
            DepositRoute::Far(far) => far.outcome(endpoint).map_err(told),
        }
    }

    /// Places `from` at `offset` of the receiver's buffer, and blocks until the bytes have arrived.
    pub fn deposit_and_wait<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        from: Region,
    ) -> Result<(), DepositError> {
        match &self.way {
            DepositRoute::Mapped(..) => self.store(offset, from),
            DepositRoute::Lent(..) => self.write(endpoint, offset, from),
            DepositRoute::Far(far) => {
                far.put(endpoint, offset, from, false).map_err(told)?;
                if !planted("deposit_not_awaited") {
                    far.wait_for_all(endpoint, &self.far);
                }
                self.outcome(endpoint)
            }
        }
    }

    /// Closes the connection at its sender, which deposits no more. Returns false, leaving the connection open, while
    /// deposits are under way: their memory is in use until they [have arrived](Self::has_arrived).
    pub fn close<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        let over = self.has_arrived(endpoint);
        if let DepositRoute::Far(far) = &self.way
            && over
        {
            endpoint.far_windows().forget(far.to, far.id);
        }
        over
    }
}

fn told(e: WindowError) -> DepositError {
    match e {
        WindowError::Outside(len) => DepositError::Outside(len),
        WindowError::Far(rank, Refusal::NoWindow | Refusal::Withdrawn) => DepositError::Closed(rank),
        WindowError::Far(rank, refusal) => DepositError::Far(rank, refusal),
        WindowError::Refused(rank) | WindowError::HolderDied(rank) => DepositError::Far(rank, Refusal::Lost),
        WindowError::NotAttached => DepositError::Outside(0),
    }
}
