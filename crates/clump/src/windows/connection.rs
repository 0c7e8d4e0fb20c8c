//! The sender's end of a connection (Avalanche, section 4.1): it says where in the receiver's buffer each deposit goes,
//! and manages that space; when bytes may be overwritten is between both programs.
use super::arrivals::Telling;
use super::far::{FarPart, FarState};
use super::mapped_buffer::{DepositError, MappedBuffer, MappedEnd};
use super::receive_buffer::Invitation;
use super::{SharedMemory, WindowError, WindowId};
use crate::endpoint::{FarOp, Local};
use crate::{Endpoint, Error, Rank, Region};
use clump_core::Refusal;
use clump_fabric::shm::{Bell, NoteRing};

/// A deposit that has been begun: when its memory is free again, [`Connection::is_sent`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "its memory must stay until it is sent"]
pub struct BegunDeposit(FarOp);

enum Way {
    /// By stores.
    Mapped(MappedEnd, Bell),
    /// By frames.
    Far(FarPart),
}

/// The right to place bytes in one receive buffer.
pub struct Connection {
    invitation: Invitation,
    way: Way,
    far: FarState,
    /// What the regions of a mapped way are in; they go last.
    _memory: Option<(SharedMemory, Option<SharedMemory>)>,
}

impl Connection {
    /// Connects to the buffer that this rank is invited to. On one machine the buffer is mapped, if the system lets
    /// it; else what is deposited goes by frames, which the receiver's library places.
    pub fn open<F: Local>(endpoint: &mut Endpoint<F>, invitation: &Invitation) -> Result<Connection, Error> {
        let (i, me) = (*invitation, endpoint.rank());
        if i.from != me || i.to >= endpoint.size() {
            let Invitation { from, to, .. } = i;
            return Err(Error(format!("rank {me} cannot use an invitation from rank {to} to rank {from}")));
        }
        let near = endpoint.host_of(i.to) == endpoint.host_of(me);
        let mapped = if near { Connection::map(&i) } else { None };
        let (way, memory) = match mapped {
            Some((memory, queue)) => {
                let buffer = MappedBuffer::at(memory.region(), i.len);
                let ring = queue.as_ref().map(|queue| NoteRing::at(queue.region(), i.notes));
                let Invitation { to, connection, telling, .. } = i;
                let end = MappedEnd { buffer, to, connection, telling, ring };
                (Way::Mapped(end, endpoint.bell_of(to)), Some((memory, queue)))
            }
            None => {
                // No lock is ever taken of it.
                let control = WindowId(u32::MAX);
                (Way::Far(FarPart { to: i.to, id: i.window, control, key: i.key, len: Some(i.len) }), None)
            }
        };
        Ok(Connection { invitation: i, way, far: FarState::default(), _memory: memory })
    }

    fn map(i: &Invitation) -> Option<(SharedMemory, Option<SharedMemory>)> {
        let memory = SharedMemory::open(i.memory, MappedBuffer::bytes(i.len)?).ok()?;
        let queue = match i.telling {
            Telling::Nothing => None,
            _ => Some(SharedMemory::open(i.queue, NoteRing::bytes(i.notes)?).ok()?),
        };
        Some((memory, queue))
    }

    /// Bytes of the buffer.
    pub fn len(&self) -> u64 {
        self.invitation.len
    }

    pub fn is_empty(&self) -> bool {
        self.invitation.len == 0
    }

    /// The receiver.
    pub fn to(&self) -> Rank {
        self.invitation.to
    }

    /// True if a deposit is a store: it has arrived when the call returns.
    pub fn is_mapped(&self) -> bool {
        matches!(self.way, Way::Mapped(..))
    }

    /// Places `from` at `offset` of the receiver's buffer, and tells the receiver in the way that it has chosen. The
    /// memory must stay as it is until the deposit [is sent](Self::is_sent). No bytes are fine: they tell all the same.
    #[inline]
    pub fn deposit<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        from: Region,
    ) -> Result<BegunDeposit, DepositError> {
        match &self.way {
            Way::Mapped(..) => self.store(offset, from).map(|()| BegunDeposit(FarOp::Left)),
            Way::Far(far) => Ok(BegunDeposit(endpoint.far_put(far.place(offset, from.len()).map_err(told)?, from))),
        }
    }

    /// The same where [`Connection::is_mapped`]: it needs no endpoint, since nobody else takes part.
    ///
    /// # Panics
    /// If the buffer is not mapped.
    #[inline(always)]
    pub fn store(&self, offset: u64, from: Region) -> Result<(), DepositError> {
        let Way::Mapped(end, bell) = &self.way else {
            panic!("a deposit for rank {} is no store: its buffer is not mapped", self.invitation.to)
        };
        if end.store(offset, from)? {
            bell.ring();
        }
        Ok(())
    }

    /// True if the deposit's memory is free again. Ask until it is, with progress in between ([`Endpoint::progress`]);
    /// where buffers are mapped it always is.
    #[inline]
    pub fn is_sent<F: Local>(&self, endpoint: &mut Endpoint<F>, deposit: BegunDeposit) -> bool {
        deposit.0 == FarOp::Left || endpoint.far_done(deposit.0).is_some()
    }

    /// Nobody will ask for that: its memory stays as it is until [`Connection::has_arrived`].
    pub fn forget<F: Local>(&self, endpoint: &mut Endpoint<F>, deposit: BegunDeposit) {
        endpoint.far_detach(deposit.0);
    }

    /// True if every deposit so far has arrived, or been refused ([`Connection::outcome`]).
    pub fn has_arrived<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        match &self.way {
            Way::Mapped(..) => true,
            Way::Far(far) => !far.is_pending(endpoint, &self.far),
        }
    }

    /// What has come of deposits by frames since this was last asked: an error if any was refused.
    pub fn outcome<F: Local>(&self, endpoint: &mut Endpoint<F>) -> Result<(), DepositError> {
        match &self.way {
            Way::Mapped(..) => Ok(()),
            Way::Far(far) => far.outcome(endpoint).map_err(told),
        }
    }

    /// Places `from` and waits until it has arrived.
    pub fn deposit_and_wait<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        from: Region,
    ) -> Result<(), DepositError> {
        match &self.way {
            Way::Mapped(..) => self.store(offset, from),
            Way::Far(far) => {
                far.put(endpoint, offset, from, false).map_err(told)?;
                far.wait_for_all(endpoint, &self.far);
                self.outcome(endpoint)
            }
        }
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
