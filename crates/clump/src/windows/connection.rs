//! The sender's end of a connection (Avalanche, section 4.1): it says where in the receiver's buffer each deposit goes,
//! and manages that space; when bytes may be overwritten is between both programs.
use super::far::{FarPart, FarState};
use super::notes::{RawNote, Ring};
use super::receive_buffer::{CLOSED, CONTROL, Invitation, Telling};
use super::{SharedMemory, WindowError, WindowId};
use crate::endpoint::{FarOp, Local};
use crate::{Endpoint, Error, Rank, Region};
use clump_core::Refusal;
use clump_fabric::shm::Bell;

/// Why a deposit came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositError {
    /// It would reach past the end of the buffer, which has so many bytes. Nothing was placed.
    Outside(u64),
    /// The receiver has closed the connection.
    Closed(Rank),
    /// The receiver has not taken as many notes as its queue holds: deposit again later. The bytes may be there.
    QueueFull(Rank),
    /// That rank, which is reached by frames, has refused it or is no more.
    Far(Rank, Refusal),
}

impl std::fmt::Display for DepositError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DepositError::Outside(len) => write!(f, "a deposit reaches past the end of its buffer of {len} bytes"),
            DepositError::Closed(rank) => write!(f, "rank {rank} has closed the connection"),
            DepositError::QueueFull(rank) => {
                write!(f, "the queue of rank {rank} is full: it has to take notes before there can be more")
            }
            DepositError::Far(rank, refusal) => write!(f, "rank {rank} has refused a deposit: {refusal:?}"),
        }
    }
}

impl std::error::Error for DepositError {}

/// A deposit that has been begun: when its memory is free again, [`Connection::is_sent`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "its memory must stay until it is sent"]
pub struct BegunDeposit(FarOp);

enum Way {
    /// By stores.
    Mapped { data: Region, control: Region, ring: Option<Ring>, bell: Bell },
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
                let all = memory.region();
                let end = all.len() - CONTROL;
                let ring = queue.as_ref().map(|queue| Ring::at(queue.region(), i.notes));
                let bell = endpoint.bell_of(i.to);
                let way = Way::Mapped { data: all.slice(0, i.len as usize), control: all.from(end), ring, bell };
                (way, Some((memory, queue)))
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
        let all = usize::try_from(i.len).ok()?.checked_next_multiple_of(CONTROL)?.checked_add(CONTROL)?;
        let memory = SharedMemory::open(i.memory, all).ok()?;
        let queue = match i.telling {
            Telling::Nothing => None,
            _ => Some(SharedMemory::open(i.queue, Ring::bytes(i.notes)?).ok()?),
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
        matches!(self.way, Way::Mapped { .. })
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
            Way::Mapped { .. } => self.store(offset, from).map(|()| BegunDeposit(FarOp::Left)),
            Way::Far(far) => Ok(BegunDeposit(endpoint.far_put(far.place(offset, from.len()).map_err(told)?, from))),
        }
    }

    /// The same where [`Connection::is_mapped`]: it needs no endpoint, since nobody else takes part.
    ///
    /// # Panics
    /// If the buffer is not mapped.
    #[inline(always)]
    pub fn store(&self, offset: u64, from: Region) -> Result<(), DepositError> {
        let Way::Mapped { data, control, ring, bell } = &self.way else {
            panic!("a deposit for rank {} is no store: its buffer is not mapped", self.invitation.to)
        };
        let (to, len) = (self.invitation.to, from.len());
        let there = usize::try_from(offset).ok().and_then(|at| data.part(at, len));
        let there = there.ok_or(DepositError::Outside(self.invitation.len))?;
        if control.atomic_load::<u64>(0) == CLOSED {
            return Err(DepositError::Closed(to));
        }
        match (self.invitation.telling, ring) {
            (Telling::Note, Some(ring)) => {
                if !ring.has_room() {
                    return Err(DepositError::QueueFull(to));
                }
                // Its line is on its way while the bytes are written.
                ring.prepare();
                there.copy_from(from);
                let note = RawNote { connection: self.invitation.connection, offset, len: len as u64 };
                ring.push(note).map_err(|_| DepositError::QueueFull(to))?;
                bell.ring();
            }
            (Telling::Count, Some(ring)) => {
                there.copy_from(from);
                ring.count();
                bell.ring();
            }
            _ => _ = there.copy_from(from),
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
            Way::Mapped { .. } => true,
            Way::Far(far) => !far.is_pending(endpoint, &self.far),
        }
    }

    /// What has come of deposits by frames since this was last asked: an error if any was refused.
    pub fn outcome<F: Local>(&self, endpoint: &mut Endpoint<F>) -> Result<(), DepositError> {
        match &self.way {
            Way::Mapped { .. } => Ok(()),
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
            Way::Mapped { .. } => self.store(offset, from),
            Way::Far(far) => {
                far.put(endpoint, offset, from, false).map_err(told)?;
                far.wait_for_all(endpoint, &self.far);
                self.outcome(endpoint)
            }
        }
    }

    /// The end of the connection at its sender, who deposits no more. False, and it goes on: deposits are under way,
    /// whose memory is in use until they [have arrived](Self::has_arrived).
    pub fn close<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        let over = self.has_arrived(endpoint);
        if let Way::Far(far) = &self.way
            && over
        {
            endpoint.forget_window(far.to, far.id);
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
