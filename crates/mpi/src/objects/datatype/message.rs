//! Turns the arguments (address, count, datatype) into the memory from which a message is sent or into which it is
//! received.
use super::{Shape, Type, Types, predefined};
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::devices;
use clump::driver::{LentBuffer, Region, Scattered, Strided};
use clump_coll::memory::lent_buffer;
use std::sync::Arc;

/// A message buffer. The caller must keep it until the operation has completed.
#[derive(Debug)]
pub struct Message {
    /// The memory to send from or receive into; empty if the buffer is [`Message::scattered`].
    pub region: Region,
    beside: Option<Box<Beside>>,
}

/// The memory of a buffer with gaps, which replaces the region.
#[derive(Debug)]
enum Beside {
    /// The buffer's blocks in the program's memory.
    Scattered(Arc<Scattered>),
    /// Packed bytes, and the blocks in the program's memory that they stand for; `None` for bytes of Clump's own.
    Packed(LentBuffer, Option<(Scattered, BufferAccess)>),
}

impl Message {
    /// Returns a buffer that is one contiguous region.
    #[inline(always)]
    pub fn direct(region: Region) -> Message {
        Message { region, beside: None }
    }

    /// Returns a second message for this buffer, which must come from [`Types::register`].
    pub fn again(&self) -> Message {
        let beside = self.scattered().map(|s| Box::new(Beside::Scattered(s.clone())));
        Message { region: self.region, beside }
    }

    /// Returns the number of data bytes.
    pub fn data_len(&self) -> usize {
        self.scattered().map_or(self.region.len(), |s| s.len())
    }

    /// Returns a packed copy of the buffer's current data. The buffer must come from [`Types::register`].
    pub fn copied(&self) -> Message {
        let copy = lent_buffer(self.data_len());
        match self.scattered() {
            Some(holes) => holes.copy_out(0, copy.region()),
            None => drop(copy.region().copy_from(self.region)),
        }
        Message::owned(copy)
    }

    /// Returns a buffer in Clump's own memory.
    pub fn owned(packed: LentBuffer) -> Message {
        Message::packed(packed, None)
    }

    fn packed(packed: LentBuffer, holes: Option<(Scattered, BufferAccess)>) -> Message {
        Message { region: packed.region(), beside: Some(Box::new(Beside::Packed(packed, holes))) }
    }

    /// Returns true if the region is the program's own memory.
    pub fn is_direct(&self) -> bool {
        self.beside.is_none()
    }

    /// Returns the blocks of a buffer with gaps in the program's own memory, which [`Types::register`] makes. Returns
    /// `None` for any other buffer.
    pub fn scattered(&self) -> Option<&Arc<Scattered>> {
        match self.beside.as_deref() {
            Some(Beside::Scattered(s)) => Some(s),
            _ => None,
        }
    }

    /// Packs the program's current data again, for an operation that is repeated. Does nothing for a buffer that lies
    /// in the program's memory and for a buffer that the operation only writes.
    #[inline(always)]
    pub fn refresh(&self) {
        if let Some(b) = &self.beside {
            b.refresh();
        }
    }

    /// Packs the program's current data at bytes `at` to `at + len` again; see [`Message::refresh`].
    pub fn pack_part(&self, at: usize, len: usize) {
        if let Some((packed, holes)) = self.holes() {
            holes.copy_out(at as u64, packed.slice(at, len));
        }
    }

    /// Unpacks the received bytes `at` to `at + len` into the program's memory.
    pub fn deliver_part(&self, at: usize, len: usize) {
        if let Some((packed, holes)) = self.holes() {
            holes.copy_in(at as u64, packed.slice(at, len));
        }
    }

    /// Returns the packed bytes, and the blocks in the program's memory that they stand for.
    fn holes(&self) -> Option<(Region, &Scattered)> {
        match self.beside.as_deref() {
            Some(Beside::Packed(packed, Some((holes, _)))) => Some((packed.region(), holes)),
            _ => None,
        }
    }

    /// Unpacks the first `len` received bytes into the program's memory.
    #[inline(always)]
    pub fn deliver(&self, len: u64) {
        if let Some(b) = &self.beside {
            b.deliver(len);
        }
    }
}

impl Beside {
    #[cold]
    fn refresh(&self) {
        if let Beside::Packed(packed, Some((holes, BufferAccess::Read | BufferAccess::Change))) = self {
            holes.copy_out(0, packed.region());
        }
    }

    #[cold]
    fn deliver(&self, len: u64) {
        if let Beside::Packed(packed, Some((holes, BufferAccess::Write | BufferAccess::Change))) = self {
            let packed = packed.region();
            holes.copy_in(0, packed.slice(0, packed.len().min(len as usize)));
        }
    }
}

/// The way in which an operation accesses a buffer's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferAccess {
    Read,
    Write,
    /// Reads the bytes and writes some of them (MPI_IN_PLACE).
    Change,
}

/// A buffer that the program passed, with the datatype that its handle names.
#[derive(Debug)]
pub struct Lent {
    pub ty: Arc<Type>,
    /// Number of items; 0 if the items have no bytes.
    pub count: u64,
    /// The memory from the first data byte to the last.
    pub span: Region,
    /// Number of data bytes.
    pub bytes: u64,
}

impl Lent {
    /// Returns the buffer as one region, or `None` if the buffer has gaps.
    fn in_one_piece(&self) -> Option<Message> {
        let l = &self.ty.layout;
        match l.shape {
            _ if self.bytes == 0 => Some(Message::direct(Region::EMPTY)),
            Shape::Solid if self.count == 1 || l.extent == l.size as i64 => Some(Message::direct(self.span)),
            _ => None,
        }
    }
}

/// Upper bound of `count * size` in bytes. The bound is larger than any process's address space.
const MOST: u64 = 1 << 57;

impl Types {
    /// Returns a buffer to send from or receive into, without packing.
    #[cold]
    #[inline(never)]
    pub fn register(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        let lent = self.lent(addr, count, datatype)?;
        Ok(lent.in_one_piece().unwrap_or_else(|| {
            let holes = Arc::new(lent.ty.scattered(lent.count, lent.span));
            Message { region: Region::EMPTY, beside: Some(Box::new(Beside::Scattered(holes))) }
        }))
    }

    /// Returns a buffer where the program has it, for an operation that ends with the call.
    #[inline(always)]
    pub fn in_place(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.register(addr, count, datatype),
        }
    }

    /// Returns a buffer to send from. If the buffer has gaps, packs it now.
    #[inline(always)]
    pub fn outgoing(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Read),
        }
    }

    /// Returns a buffer to receive into. The caller calls [`Message::deliver`] once the bytes have arrived.
    #[inline(always)]
    pub fn incoming(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Write),
        }
    }

    /// Returns a buffer to change in place. The caller calls [`Message::deliver`] after changing the buffer.
    pub fn changing(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Change),
        }
    }

    /// Returns a buffer for the given access. The caller calls [`Message::deliver`] once the operation has written to
    /// the buffer.
    #[inline(always)]
    pub fn accessed(&self, access: BufferAccess, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, access),
        }
    }

    #[cold]
    #[inline(never)]
    fn buffer(&self, addr: Addr, count: i64, datatype: abi::Datatype, access: BufferAccess) -> Result<Message> {
        let lent = self.lent(addr, count, datatype)?;
        Ok(lent.in_one_piece().unwrap_or_else(|| {
            let packed = lent_buffer(lent.bytes as usize);
            let holes = lent.ty.scattered(lent.count, lent.span);
            if access != BufferAccess::Write {
                holes.copy_out(0, packed.region());
            }
            Message::packed(packed, Some((holes, access)))
        }))
    }

    /// Checks a buffer that the program passed for a message or for packing.
    pub(crate) fn lent(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Lent> {
        // Programs may pass MPI_DATATYPE_NULL for blocks that they do not send (MPI_Alltoallw with count 0).
        let nothing = count == 0 && datatype == abi::MPI_DATATYPE_NULL;
        let ty = self.committed(if nothing { abi::MPI_BYTE } else { datatype })?;
        let (count, bytes) = ty.amount(count)?;
        Ok(Lent { ty: ty.clone(), count, span: ty.span(addr, count)?, bytes })
    }

    /// Returns the data of a buffer that the program passed, as equal blocks at a constant stride, and the number of
    /// its bytes. Returns `None` if the data lies otherwise, or if [`Types::lent`] refuses the buffer.
    pub(crate) fn strided(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Option<(Strided, u64)> {
        let ty = self.committed(datatype).ok()?;
        let (count, bytes) = ty.amount(count).ok()?;
        Some((Strided::new(ty.span(addr, count).ok()?, ty.blocks(count)?), bytes))
    }
}

impl Type {
    /// Checks the number of items in a buffer. Returns the number, 0 if the items have no bytes, and the number of data
    /// bytes.
    pub(crate) fn amount(&self, count: i64) -> Result<(u64, u64)> {
        if count < 0 {
            return fail(abi::MPI_ERR_COUNT, format!("the count is {count}; it must not be negative"));
        }
        let count = count as u64;
        let fits = |size: i64| size.unsigned_abs().checked_mul(count).is_some_and(|b| b < MOST);
        let l = &self.layout;
        if !fits(l.size as i64) || !fits(l.extent) || (count > 0 && l.true_extent as u64 >= MOST) {
            return fail(abi::MPI_ERR_COUNT, format!("{count} items of this datatype are more than memory can hold"));
        }
        let bytes = l.size * count;
        Ok((if bytes == 0 { 0 } else { count }, bytes))
    }

    /// Returns the memory from the first data byte to the last of `count` items at `addr`, an [`amount`](Type::amount).
    fn span(&self, addr: Addr, count: u64) -> Result<Region> {
        if count == 0 {
            return Ok(Region::EMPTY);
        }
        let (l, bytes) = (&self.layout, self.layout.size * count);
        let (start, len) = l.span(count);
        if (addr.get() as i64).wrapping_add(start) as usize <= abi::MPI_BUFFER_AUTOMATIC {
            return fail(abi::MPI_ERR_BUFFER, format!("the buffer of {bytes} bytes is at address {:#x}", addr.get()));
        }
        devices::check(addr.offset(start).get(), bytes)?;
        Ok(addr.region(start, len as usize))
    }
}

/// Tries the fast path: returns the region if the type is predefined and has no gaps, the count is valid, and the
/// address is not a sentinel and needs no check ([`devices`]). Returns `None` otherwise.
#[inline(always)]
pub fn direct(addr: Addr, count: i64, datatype: abi::Datatype) -> Option<Region> {
    let size = predefined::solid_size(datatype);
    if size != 0 && count as u64 <= MOST >> 5 && addr.get() > devices::first_plain() {
        return Some(addr.region(0, count as usize * size as usize));
    }
    None
}
