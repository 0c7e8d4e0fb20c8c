//! From (address, count, datatype) to one region.
use super::{Type, predefined};
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::state::State;
use clump::{Buffer, Region};
use std::sync::Arc;

/// A message buffer in one piece. Keep it until the operation is done.
#[derive(Debug)]
pub struct Message {
    /// What to send from or receive into.
    pub region: Region,
    temporary: Option<Box<Temporary>>,
}

/// Packed bytes in place of a buffer with holes.
#[derive(Debug)]
struct Temporary {
    packed: Buffer,
    ty: Arc<Type>,
    count: u64,
    span: Region,
}

impl Message {
    /// Bytes that lie in one piece.
    #[inline(always)]
    pub fn direct(region: Region) -> Message {
        Message { region, temporary: None }
    }

    /// Bytes of our own.
    pub fn owned(packed: Buffer) -> Message {
        let region = packed.region();
        let ty = Arc::new(super::Type::empty());
        Message { region, temporary: Some(Box::new(Temporary { packed, ty, count: 0, span: Region::EMPTY })) }
    }

    /// True if the region is the program's own memory.
    pub fn is_direct(&self) -> bool {
        self.temporary.is_none()
    }

    /// After `len` bytes were received: puts them where they belong.
    #[inline(always)]
    pub fn deliver(&self, len: u64) {
        if let Some(t) = &self.temporary {
            t.deliver(len);
        }
    }
}

impl Temporary {
    #[cold]
    fn deliver(&self, len: u64) {
        let packed = self.packed.region();
        self.ty.layout.unpack(self.count, self.span, packed.slice(0, packed.len().min(len as usize)));
    }
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

/// More bytes than any process can address: what `count * size` must stay below.
const MOST: u64 = 1 << 57;

impl State {
    /// The buffer to send from: packed now if it has holes.
    #[inline(always)]
    pub fn outgoing(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, true),
        }
    }

    /// The buffer to receive into; call [`Message::deliver`] when the bytes are there.
    #[inline(always)]
    pub fn incoming(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Message> {
        match direct(addr, count, datatype) {
            Some(region) => Ok(Message::direct(region)),
            None => self.buffer(addr, count, datatype, false),
        }
    }

    #[cold]
    #[inline(never)]
    fn buffer(&self, addr: Addr, count: i64, datatype: abi::Datatype, pack: bool) -> Result<Message> {
        let Lent { ty, count, span, bytes } = self.lent(addr, count, datatype)?;
        if bytes == 0 {
            return Ok(Message::direct(Region::EMPTY));
        }
        if ty.layout.shape == super::Shape::Solid && (count == 1 || ty.layout.extent == ty.layout.size as i64) {
            return Ok(Message::direct(span));
        }
        let packed = Buffer::new(bytes as usize);
        if pack {
            ty.layout.pack(count, span, packed.region());
        }
        let region = packed.region();
        Ok(Message { region, temporary: Some(Box::new(Temporary { packed, ty, count, span })) })
    }

    /// Looks at a buffer that the program lends for a message or to be packed.
    pub(super) fn lent(&self, addr: Addr, count: i64, datatype: abi::Datatype) -> Result<Lent> {
        let ty = self.committed(datatype)?;
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
fn direct(addr: Addr, count: i64, datatype: abi::Datatype) -> Option<Region> {
    let size = predefined::solid_size(datatype);
    if size != 0 && count as u64 <= MOST >> 5 && addr.get() > abi::MPI_BUFFER_AUTOMATIC {
        return Some(addr.region(0, count as usize * size as usize));
    }
    None
}
