//! From (address, count, datatype) to what a message is sent from or received into.
use super::{Shape, Type, Types, predefined};
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use clump::{Buffer, Region, Scattered};
use std::sync::Arc;

/// A message buffer. Keep it until the operation is done.
#[derive(Debug)]
pub struct Message {
    /// What to send from or receive into; empty if the buffer is [`Message::scattered`].
    pub region: Region,
    beside: Option<Box<Beside>>,
}

/// What stands for a buffer with holes.
#[derive(Debug)]
enum Beside {
    /// Its pieces, where they are.
    Scattered(Arc<Scattered>),
    /// Packed bytes, and where they belong when they have been received.
    Packed(Buffer, Option<Scattered>),
}

impl Message {
    /// Bytes that lie in one piece.
    #[inline(always)]
    pub fn direct(region: Region) -> Message {
        Message { region, beside: None }
    }

    /// The same buffer once more; for what [`Types::lend`] gave.
    pub fn again(&self) -> Message {
        let beside = self.scattered().map(|s| Box::new(Beside::Scattered(s.clone())));
        Message { region: self.region, beside }
    }

    /// Bytes of data.
    pub fn data_len(&self) -> usize {
        self.scattered().map_or(self.region.len(), |s| s.len())
    }

    /// A packed copy of what the buffer holds now; for what [`Types::lend`] gave.
    pub fn copied(&self) -> Message {
        let copy = Buffer::new(self.data_len());
        match self.scattered() {
            Some(holes) => holes.copy_out(0, copy.region()),
            None => drop(copy.region().copy_from(self.region)),
        }
        Message::owned(copy)
    }

    /// Bytes of our own.
    pub fn owned(packed: Buffer) -> Message {
        Message::packed(packed, None)
    }

    fn packed(packed: Buffer, holes: Option<Scattered>) -> Message {
        Message { region: packed.region(), beside: Some(Box::new(Beside::Packed(packed, holes))) }
    }

    /// True if the region is the program's own memory.
    pub fn is_direct(&self) -> bool {
        self.beside.is_none()
    }

    /// The program's own memory with its holes: what [`Types::lend`] may give.
    pub fn scattered(&self) -> Option<&Arc<Scattered>> {
        match self.beside.as_deref() {
            Some(Beside::Scattered(s)) => Some(s),
            _ => None,
        }
    }

    /// After `len` bytes were received: puts them where they belong.
    #[inline(always)]
    pub fn deliver(&self, len: u64) {
        if let Some(b) = &self.beside {
            b.deliver(len);
        }
    }
}

impl Beside {
    #[cold]
    fn deliver(&self, len: u64) {
        if let Beside::Packed(packed, Some(holes)) = self {
            let packed = packed.region();
            holes.copy_in(0, packed.slice(0, packed.len().min(len as usize)));
        }
    }
}

/// What an operation does with the bytes of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferAccess {
    Read,
    Write,
    /// Reads them, and writes some of them (MPI_IN_PLACE).
    Change,
}

/// A buffer with what lies in it.
#[derive(Debug)]
pub(super) struct Lent {
    pub ty: Arc<Type>,
    /// Items; 0 if they have no bytes.
    pub count: u64,
    /// From the first byte to the last.
    pub span: Region,
    /// Bytes of data.
    pub bytes: u64,
}

impl Lent {
    /// The buffer as it is, if it has no holes.
    fn in_one_piece(&self) -> Option<Message> {
        let l = &self.ty.layout;
        match l.shape {
            _ if self.bytes == 0 => Some(Message::direct(Region::EMPTY)),
            Shape::Solid if self.count == 1 || l.extent == l.size as i64 => Some(Message::direct(self.span)),
            _ => None,
        }
    }
}

/// More bytes than any process can address: what `count * size` must stay below.
const MOST: u64 = 1 << 57;

impl Types {
    /// A buffer to send from or receive into, where it is.
    #[cold]
    #[inline(never)]
    pub fn lend(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        let lent = self.lent(addr, count, datatype)?;
        Ok(lent.in_one_piece().unwrap_or_else(|| {
            let holes = Arc::new(lent.ty.scattered(lent.count, lent.span));
            Message { region: Region::EMPTY, beside: Some(Box::new(Beside::Scattered(holes))) }
        }))
    }

    /// The buffer to send from: packed now if it has holes.
    #[inline(always)]
    pub fn outgoing(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Read),
        }
    }

    /// The buffer to receive into; call [`Message::deliver`] when the bytes are there.
    #[inline(always)]
    pub fn incoming(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Write),
        }
    }

    /// The buffer to change in place; call [`Message::deliver`] when that is done.
    pub fn changing(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, BufferAccess::Change),
        }
    }

    /// The buffer for an operation that accesses it so; call [`Message::deliver`] when what it writes is there.
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
            let packed = Buffer::new(lent.bytes as usize);
            let holes = lent.ty.scattered(lent.count, lent.span);
            if access != BufferAccess::Write {
                holes.copy_out(0, packed.region());
            }
            Message::packed(packed, Some(holes).filter(|_| access != BufferAccess::Read))
        }))
    }

    /// Looks at a buffer that the program lends for a message or to be packed.
    pub(super) fn lent(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Lent> {
        // Programs name no type for what they do not send (MPI_Alltoallw with count 0).
        let nothing = count == 0 && datatype == abi::MPI_DATATYPE_NULL;
        let ty = self.committed(if nothing { abi::MPI_BYTE } else { datatype })?;
        if count < 0 {
            return fail(abi::MPI_ERR_COUNT, format!("the count is {count}; it must not be negative"));
        }
        let count = count as u64;
        let fits = |size: i64| size.unsigned_abs().checked_mul(count).is_some_and(|b| b < MOST);
        let l = &ty.layout;
        if !fits(l.size as i64) || !fits(l.extent) || (count > 0 && l.true_extent as u64 >= MOST) {
            return fail(abi::MPI_ERR_COUNT, format!("{count} items of this datatype are more than memory can hold"));
        }
        let bytes = l.size * count;
        if bytes == 0 {
            return Ok(Lent { ty, count: 0, span: Region::EMPTY, bytes });
        }
        let (start, len) = l.span(count);
        if (addr.get() as i64).wrapping_add(start) as usize <= abi::MPI_BUFFER_AUTOMATIC {
            return fail(abi::MPI_ERR_BUFFER, format!("the buffer of {bytes} bytes is at address {:#x}", addr.get()));
        }
        let span = addr.region(start, len as usize);
        Ok(Lent { ty, count, span, bytes })
    }
}

/// The fast path: a predefined type without holes, a sane count, a real address.
#[inline(always)]
pub fn direct(addr: Addr, count: i64, datatype: abi::Datatype) -> Option<Region> {
    let size = predefined::solid_size(datatype);
    if size != 0 && count as u64 <= MOST >> 5 && addr.get() > abi::MPI_BUFFER_AUTOMATIC {
        return Some(addr.region(0, count as usize * size as usize));
    }
    None
}
