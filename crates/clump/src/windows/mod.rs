//! Windows: memory that other ranks put to, get from and combine with, without a call of its owner (Direct Deposit;
//! MPI 5.0, chapter 12).
//!
//! A window has a part at each of its members. On one machine an operation is a store or a load. It accesses memory
//! that the window has allocated and every member on the machine maps, or memory of the program by its address. Such
//! an operation is complete when its call returns; a memory fence orders it with other operations. Operations reach
//! parts on other machines by frames (`far`).
//!
//! **Atomicity.** In mapped memory, processor instructions combine elements of 1, 2, 4 or 8 aligned bytes. All other
//! combining operations hold a lock that guards the bytes (`control`); if the holder dies, the waiting members get an
//! error. The choice does not depend on the origin, so that the two ways never mix on one element.
mod arrivals;
mod atomics;
mod connection;
mod connection_state;
#[cfg(test)]
mod connection_tests;
mod control;
mod deposit_error;
mod far;
#[cfg(test)]
mod far_connection_tests;
mod far_rows;
#[cfg(test)]
mod far_tests;
mod layout;
#[cfg(test)]
mod lent_tests;
mod lock;
mod mapped_buffer;
mod queue;
mod receive_buffer;
mod serve;
mod stripes;
mod telling;
#[cfg(test)]
mod tests;
pub use arrivals::{Arrivals, Note, NoteSenders};
pub use clump_core::{Combine, Refusal, WindowId, WindowPlace};
pub use clump_fabric::mem::Atom;
pub use clump_fabric::shm::{Holder, LockKind, MemoryName, SharedMemory};
pub use clump_fabric::sys::{ATOMICS_ARE_FENCES, full_fence};
pub use connection::{BegunDeposit, Connection};
pub use deposit_error::DepositError;
pub use layout::WindowLayout;
pub use queue::NoteQueue;
pub use receive_buffer::{Invitation, ReceiveBuffer, Room};
pub use serve::{ElementChange, Meaning};
pub use stripes::StripedRuns;
pub use telling::Telling;

use crate::endpoint::{Endpoint, Local};
use crate::lent;
use clump_core::{Rank, planted};
use clump_fabric::local::LocalPeers;
use clump_fabric::mem::Region;
use control::Control;
use far::{FarPart, FarState};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// Why an operation on a window failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowError {
    /// The operation reaches past the end of the part, which has this many bytes.
    Outside(u64),
    /// The operation reaches memory that is not attached.
    NotAttached,
    /// The system lets this process neither map nor copy the memory of that rank.
    Refused(Rank),
    /// This rank died while it held a lock of the window.
    HolderDied(Rank),
    /// This rank, on another machine, has refused the operation, has died, or has left the job.
    Far(Rank, Refusal),
}

/// What a member has contributed to a window.
#[derive(Clone, Copy, Debug)]
pub enum PartMemory {
    /// This many bytes in the shared memory, where the layout places them.
    Allocated {
        /// The number of bytes.
        len: u64,
    },
    /// Memory of the program: its address in the member's process, and its bytes.
    Lent {
        /// The address of the first byte.
        address: u64,
        /// The number of bytes.
        len: u64,
    },
    /// Memory that the member attaches later; offsets are addresses.
    Attached,
}

/// Returns a random key for a member's part, which the member gives only to ranks that may access the part.
pub fn key() -> u64 {
    crate::bootstrap::nonce()
}

/// The description of a member from which a window is created.
#[derive(Clone, Copy, Debug)]
pub struct WindowMember {
    /// The member's rank in the job.
    pub rank: Rank,
    /// The member's index among the members of this machine; `None` if it is on another machine.
    pub near: Option<usize>,
    /// True if the system lets this process copy that member's memory ([`Endpoint::can_copy`]).
    pub copied: bool,
    /// What the member has contributed.
    pub offered: PartMemory,
    /// The key that members on other machines must present to reach its part.
    pub key: u64,
}

/// How this process reaches a part.
#[derive(Clone, Copy)]
enum WindowRoute {
    Mapped(Region),
    /// Memory of the rank's program, accessed by its address. The rank is on this machine.
    Lent {
        address: u64,
        len: u64,
    },
    Attached,
    Far(FarPart),
}

struct WindowPart {
    rank: Rank,
    way: WindowRoute,
    control: Option<Control>,
}

/// A window, as one member sees it.
pub struct Window {
    id: WindowId,
    me: usize,
    parts: Vec<WindowPart>,
    /// This rank's own memory, if the program has contributed it.
    own: Vec<Region>,
    /// The key with which this member's part is offered.
    key: u64,
    far: FarState,
    /// Number of operations on many elements so far, up to a limit.
    long: Cell<u32>,
    peers: Arc<dyn LocalPeers>,
    is_offered: bool,
    is_far: bool,
    /// The memory of mapped parts and control blocks; dropped last.
    _memory: Option<SharedMemory>,
}

impl Window {
    /// Creates a window of these members; this process is member `me`. `memory` is what the members of this machine
    /// share, laid out by `layout`. `own` is what this member has contributed ([`PartMemory::Lent`]).
    pub fn new<F: Local>(
        endpoint: &Endpoint<F>,
        id: WindowId,
        me: usize,
        members: &[WindowMember],
        memory: Option<(SharedMemory, WindowLayout)>,
        own: Option<Region>,
    ) -> Window {
        let (memory, layout) = memory.unzip();
        let place = |(at, len): (usize, usize)| memory.as_ref().map(|m: &SharedMemory| m.region().slice(at, len));
        let part = |m: &WindowMember| {
            let near = m.near.zip(layout.as_ref());
            let control = near.and_then(|(near, layout)| place(layout.control(near))).map(Control);
            let part = near.and_then(|(near, layout)| place(layout.part(near)));
            let way = match (m.offered, part) {
                (PartMemory::Allocated { .. }, Some(part)) => WindowRoute::Mapped(part),
                (PartMemory::Lent { address, len }, Some(_)) if m.copied => WindowRoute::Lent { address, len },
                (PartMemory::Attached, Some(_)) if m.copied => WindowRoute::Attached,
                (offered, _) => {
                    let len = match offered {
                        PartMemory::Allocated { len } | PartMemory::Lent { len, .. } => Some(len),
                        PartMemory::Attached => None,
                    };
                    let (id, control) = numbers(id);
                    WindowRoute::Far(FarPart { to: m.rank, id, control, key: m.key, len })
                }
            };
            WindowPart { rank: m.rank, way, control }
        };
        let parts: Vec<WindowPart> = members.iter().map(part).collect();
        let is_far = parts.iter().any(|p| matches!(p.way, WindowRoute::Far(_)));
        let (own, key, far) = (own.into_iter().collect(), members[me].key, FarState::default());
        let (long, peers) = (Cell::new(0), endpoint.peers());
        Window { id, me, parts, own, key, far, long, peers, is_offered: false, is_far, _memory: memory }
    }

    /// Returns the window's number.
    pub fn id(&self) -> WindowId {
        self.id
    }

    /// Returns the numbers of the window's parts and of its control blocks, as members on other machines name them.
    fn numbers(&self) -> (WindowId, WindowId) {
        numbers(self.id)
    }

    /// Returns a member's part if this process maps it, so that put and get may be copies; otherwise returns an empty
    /// region.
    #[inline(always)]
    pub fn mapped(&self, target: usize) -> Region {
        match self.parts[target].way {
            WindowRoute::Mapped(part) => part,
            _ => Region::EMPTY,
        }
    }

    /// Returns `len` bytes of this member's own memory at `offset`, which is an address in a dynamic window.
    fn own(&self, offset: u64, len: u64) -> Option<Region> {
        match self.parts[self.me].way {
            WindowRoute::Mapped(part) => part.part(offset as usize, len as usize),
            WindowRoute::Lent { .. } => self.own.first()?.part(offset as usize, len as usize),
            WindowRoute::Attached => {
                let from = |at: u64| {
                    self.own.iter().find_map(|r| {
                        let inside = at.checked_sub(r.as_ptr() as u64).filter(|at| *at < r.len() as u64)?;
                        Some(r.from(inside as usize))
                    })
                };
                let mut all = from(offset)?;
                while (all.len() as u64) < len {
                    all = all.joined(from(offset + all.len() as u64)?)?;
                }
                all.part(0, len as usize)
            }
            WindowRoute::Far(_) => None,
        }
    }

    /// Returns the address of the `len` bytes at `offset` of a part, in the process of that rank on this machine.
    fn address(&self, target: usize, offset: u64, len: u64) -> Result<u64, WindowError> {
        let WindowPart { way, control, .. } = &self.parts[target];
        match *way {
            WindowRoute::Lent { address, len: all }
                if offset <= all && (len <= all - offset || planted("lent_end_unchecked")) =>
            {
                Ok(address + offset)
            }
            WindowRoute::Lent { len: all, .. } => Err(WindowError::Outside(all)),
            WindowRoute::Attached if control.is_none_or(|c| c.is_attached(offset, len)) => Ok(offset),
            _ => Err(WindowError::NotAttached),
        }
    }

    /// Fails if these bytes of a dynamic window are not attached. Checks only targets on this machine, because this
    /// member cannot see what other targets have attached.
    fn check_attached(&self, target: usize, address: u64, len: usize) -> Result<(), WindowError> {
        match (&self.parts[target].control, self.parts[self.me].way) {
            (Some(control), WindowRoute::Attached) if !control.is_attached(address, len as u64) => {
                Err(WindowError::NotAttached)
            }
            _ => Ok(()),
        }
    }

    /// Writes `from` to `offset` of the target's part. With `lasting`, `from` must not change until nothing is
    /// [pending](Self::is_pending) there; otherwise the caller may reuse it on return.
    pub fn put<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        from: Region,
        lasting: bool,
    ) -> Result<(), WindowError> {
        if from.is_empty() {
            return Ok(());
        }
        let WindowPart { rank, way, .. } = self.parts[target];
        match way {
            WindowRoute::Mapped(part) => {
                inside(part, offset, from.len())?.copy_from(from);
                Ok(())
            }
            WindowRoute::Far(far) => {
                self.check_attached(target, offset, from.len())?;
                far.put(endpoint, offset, from, lasting)
            }
            _ => {
                let address = self.address(target, offset, from.len() as u64)?;
                match self.own(offset, from.len() as u64).filter(|_| target == self.me) {
                    Some(to) => _ = to.copy_from(from),
                    None if endpoint.write(rank, address, from) => {}
                    None => return Err(WindowError::Refused(rank)),
                }
                Ok(())
            }
        }
    }

    /// Reads the bytes at `offset` of the target's part into `into`. With `lasting`, `into` must stay valid and must
    /// not be read until nothing is [pending](Self::is_pending); otherwise it has the bytes on return.
    pub fn get<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        into: Region,
        lasting: bool,
    ) -> Result<(), WindowError> {
        if into.is_empty() {
            return Ok(());
        }
        let WindowPart { rank, way, .. } = self.parts[target];
        match way {
            WindowRoute::Mapped(part) => {
                into.copy_from(inside(part, offset, into.len())?);
                Ok(())
            }
            WindowRoute::Far(far) => {
                self.check_attached(target, offset, into.len())?;
                far.get(endpoint, offset, into, lasting)
            }
            _ => {
                let address = self.address(target, offset, into.len() as u64)?;
                match self.own(offset, into.len() as u64).filter(|_| target == self.me) {
                    Some(from) => _ = into.copy_from(from),
                    None if endpoint.read(rank, address, into) => {}
                    None => return Err(WindowError::Refused(rank)),
                }
                Ok(())
            }
        }
    }

    /// Combines each element of `operand`, of `width` bytes, with the corresponding element of the target's part,
    /// from `offset` on. `f(operand, there)` stores the result in `there` for as many elements as it gets, and may be
    /// called several times. The previous elements go to `old`. Each element changes atomically with respect to all
    /// other combining operations.
    pub fn combine<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        (width, what): (usize, Combine),
        (operand, old): (Region, Option<Region>),
        f: impl Fn(Region, Region),
    ) -> Result<(), WindowError> {
        if operand.is_empty() {
            return Ok(());
        }
        match self.parts[target].way {
            WindowRoute::Mapped(part) => {
                let there = inside(part, offset, operand.len())?;
                let by_processor = || {
                    there.combine_atomically(width, operand, old, &f);
                    true
                };
                if there.is_atomic(0, width) && self.atomically(target, operand.len() / width, by_processor) {
                    return Ok(());
                }
                self.combine_in_stripes(endpoint, target, there, width, (operand, old), f)
            }
            WindowRoute::Far(far) => {
                self.check_attached(target, offset, operand.len())?;
                far.combine(endpoint, offset, (width, what), operand, old)
            }
            _ => self.in_stripes(endpoint, target, (offset, operand.len(), width), |endpoint, at, len| {
                let (place, changed) = (offset + at as u64, lent::zeroed(len));
                self.get(endpoint, target, place, changed.region(), false)?;
                if let Some(old) = old {
                    old.slice(at, len).copy_from(changed.region());
                }
                let before = changed.region().to_vec();
                f(operand.slice(at, len), changed.region());
                // Do not write elements that keep their value: another rank may have put to them meanwhile.
                let changes = changed_elements(&before, &changed.region().to_vec(), width);
                self.put(
                    endpoint,
                    target,
                    place + changes.start as u64,
                    changed.region().slice(changes.start, changes.len()),
                    false,
                )
            }),
        }
    }

    /// Writes `new` to `offset` of the target's part if the element there equals `compare`. The previous element goes
    /// to `old`. `new`, `compare` and `old` are one element each; `what` describes the operation to members on other
    /// machines.
    pub fn compare_and_swap<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        what: Combine,
        [compare, new, old]: [Region; 3],
    ) -> Result<(), WindowError> {
        if let WindowRoute::Far(far) = self.parts[target].way {
            return far.compare_and_swap(endpoint, offset, what, [compare, new, old]);
        }
        self.combine(endpoint, target, offset, (new.len(), what), (new, Some(old)), |new, there| {
            let same = |i| there.get::<u8>(i) == compare.get::<u8>(i);
            if (0..compare.len()).all(same) {
                there.copy_from(new);
            }
        })
    }

    fn is_dead<F: Local>(&self, endpoint: &Endpoint<F>, member: usize) -> bool {
        self.parts.get(member).is_some_and(|p| endpoint.has_died(p.rank) || endpoint.has_crashed(p.rank))
    }

    /// Returns true while operations on the target's part are pending. Operations on this machine are never pending.
    pub fn is_pending<F: Local>(&self, endpoint: &mut Endpoint<F>, target: usize) -> bool {
        match self.parts[target].way {
            WindowRoute::Far(far) => far.is_pending(endpoint, &self.far),
            _ => false,
        }
    }

    /// Returns true while operations on the target's part use memory of this member. Operations on this machine never
    /// do.
    pub fn is_leaving<F: Local>(&self, endpoint: &mut Endpoint<F>, target: usize) -> bool {
        match self.parts[target].way {
            WindowRoute::Far(far) => far.is_leaving(endpoint, &self.far),
            _ => false,
        }
    }

    /// Waits until no operation on the target's part uses memory of this member. Returns an error if one was refused.
    pub fn settle<F: Local>(&self, endpoint: &mut Endpoint<F>, target: usize) -> Result<(), WindowError> {
        match self.parts[target].way {
            WindowRoute::Far(far) => far.settle_all(endpoint, &self.far),
            _ => Ok(()),
        }
    }

    /// Returns an error if an operation on the target's part was refused since the previous call. On this machine
    /// each operation has returned its own error.
    pub fn outcome<F: Local>(&self, endpoint: &mut Endpoint<F>, target: usize) -> Result<(), WindowError> {
        match self.parts[target].way {
            WindowRoute::Far(far) => far.outcome(endpoint),
            _ => Ok(()),
        }
    }

    /// Attaches memory of this process to a dynamic window (MPI 5.0, 12.2.4).
    pub fn attach<F: Local>(&mut self, endpoint: &mut Endpoint<F>, memory: Region) {
        endpoint.far_windows().attach(self.numbers().0, memory.as_ptr() as u64, memory);
        if let Some(control) = self.parts[self.me].control {
            control.attach(memory.as_ptr() as u64, memory.len() as u64);
        }
        self.own.push(memory);
    }

    /// Detaches the memory that begins at that address. Returns false if no attached memory begins there.
    pub fn detach<F: Local>(&mut self, endpoint: &mut Endpoint<F>, address: u64) -> bool {
        let Some(at) = self.own.iter().position(|r| r.as_ptr() as u64 == address) else { return false };
        endpoint.far_windows().detach_memory(self.numbers().0, address);
        let memory = self.own.swap_remove(at);
        if let Some(control) = self.parts[self.me].control {
            control.detach(address, memory.len() as u64);
        }
        true
    }

    /// Returns true if this process has attached any of these bytes.
    pub fn has_attached(&self, memory: Region) -> bool {
        let start = |r: &Region| r.as_ptr() as u64;
        let mut all = self.own.iter();
        all.any(|r| start(r) < start(&memory) + memory.len() as u64 && start(&memory) < start(r) + r.len() as u64)
    }
}

/// Returns the bytes from the first to the last element, of `width` bytes each, in which `before` and `after` differ.
fn changed_elements(before: &[u8], after: &[u8], width: usize) -> Range<usize> {
    let mut differ = before.chunks(width).zip(after.chunks(width)).map(|(b, a)| b != a);
    let first = differ.position(|d| d);
    let last = first.map(|first| differ.rposition(|d| d).map_or(first, |last| first + 1 + last));
    match first.zip(last) {
        Some((first, last)) => first * width..((last + 1) * width).min(after.len()),
        None => 0..0,
    }
}

fn numbers(id: WindowId) -> (WindowId, WindowId) {
    (WindowId(2 * id.0), WindowId(2 * id.0 + 1))
}

fn inside(part: Region, offset: u64, len: usize) -> Result<Region, WindowError> {
    usize::try_from(offset).ok().and_then(|at| part.part(at, len)).ok_or(WindowError::Outside(part.len() as u64))
}
