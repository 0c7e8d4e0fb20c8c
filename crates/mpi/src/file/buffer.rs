//! The program's buffer of one access to a file, as a stream of bytes as the file has them.
use crate::abi;
use crate::error::{Result, error, fail, from_callback};
use crate::ffi::args::Addr;
use crate::ffi::gate;
use crate::objects::datatype::{Lent, Message, externalize, internalize};
use crate::objects::file::datarep::{Representation, UserRepresentation};
use clump::driver::Region;
use clump_coll::memory::lent_buffer;
use std::sync::Arc;

/// Least average size in bytes of the blocks of a buffer with gaps that one system call gathers or scatters. Smaller
/// blocks are packed: the kernel needs longer for a block than the processor for copying it.
const SEGMENT: u64 = 1024;

/// A buffer of the program, with its conversion.
pub struct FileBuffer {
    message: Message,
    lent: Lent,
    conversion: Converted,
    /// Number of bytes in the file.
    pub len: u64,
}

/// What stands between the program's buffer and the file.
enum Converted {
    Nothing,
    External32,
    User { user: Arc<UserRepresentation>, from: usize, count: i64, datatype: abi::Datatype, size: u64 },
}

impl FileBuffer {
    /// Returns the buffer for an access. Converts what is to be written. The caller must not hold a guard, and keeps
    /// the buffer until the access has ended.
    pub fn new(
        write: bool,
        representation: &Representation,
        (addr, count, datatype): (Addr, i64, abi::Datatype),
    ) -> Result<FileBuffer> {
        let (lent, message) = {
            let s = gate::enter();
            (s.types.lent(addr, count, datatype)?, s.types.register(addr, count, datatype)?)
        };
        let conversion = match representation {
            Representation::Native | Representation::Internal => {
                return Ok(FileBuffer { len: lent.bytes, message, lent, conversion: Converted::Nothing });
            }
            Representation::User(user) => {
                let one = representation.size(&lent.ty, datatype)?;
                let wanted = if write { user.write } else { user.read };
                let plain = wanted.is_none() && one == lent.ty.layout.size;
                if plain {
                    return Ok(FileBuffer { len: lent.bytes, message, lent, conversion: Converted::Nothing });
                }
                Converted::User { user: user.clone(), from: addr.get(), count, datatype, size: one }
            }
            Representation::External32 => Converted::External32,
        };
        let one = representation.size(&lent.ty, datatype)?;
        let len = one.checked_mul(lent.count).filter(|n| isize::try_from(*n).is_ok());
        let len =
            len.ok_or_else(|| error(abi::MPI_ERR_COUNT, format!("{count} items overflow the size in the file")))?;
        let copy = lent_buffer(len as usize);
        if write && len > 0 {
            match &conversion {
                Converted::External32 => drop(copy.region().write(&externalize(&lent)?)),
                conversion => conversion.call(copy.region(), lent.count as i64, true)?,
            }
        }
        Ok(FileBuffer { message: Message::owned(copy), lent, conversion, len })
    }

    /// Returns bytes `at` to `at + len` if they are contiguous in memory.
    pub fn region(&self, at: u64, len: u64) -> Option<Region> {
        match self.message.scattered() {
            Some(_) => None,
            None => self.message.region.part(at as usize, len as usize),
        }
    }

    /// Copies the bytes from `at` on into `to`.
    pub fn copy_out(&self, at: u64, to: Region) {
        match self.message.scattered() {
            Some(holes) => holes.copy_out(at, to),
            None => drop(to.copy_from(self.message.region.slice(at as usize, to.len()))),
        }
    }

    /// Copies `from` to the bytes from `at` on.
    pub fn copy_in(&self, at: u64, from: Region) {
        match self.message.scattered() {
            Some(holes) => holes.copy_in(at, from),
            None => drop(self.message.region.slice(at as usize, from.len()).copy_from(from)),
        }
    }

    /// Returns up to `most` blocks of the buffer from byte `at` on, with `len` bytes at most in all. Returns `None` if
    /// the buffer is contiguous, or if its blocks are so small that packing costs less.
    pub fn segments(&self, at: u64, len: u64, most: usize) -> Option<Vec<Region>> {
        let layout = &self.lent.ty.layout;
        self.message.scattered()?;
        if layout.size / layout.block_count().max(1) < SEGMENT {
            return None;
        }
        let (start, _) = layout.span(self.lent.count);
        let (mut all, mut at, end) = (Vec::new(), at, at + len);
        while at < end && all.len() < most {
            let (item, skip) = ((at / layout.size) as i64, at % layout.size);
            layout.part(skip, (layout.size - skip).min(end - at), &mut |offset, len| {
                let place = (item * layout.extent + offset - start) as usize;
                all.push(self.lent.span.slice(place, len as usize));
                at += len;
                all.len() < most
            });
        }
        Some(all)
    }

    /// Returns the number of bytes in memory for `done` transferred bytes of the file. After reading, converts them and
    /// copies them to the program's buffer; the caller must not hold a guard.
    pub fn finish(&self, write: bool, done: u64) -> Result<u64> {
        match &self.conversion {
            Converted::Nothing => Ok(done),
            Converted::External32 if write => Ok(self.lent.bytes),
            Converted::External32 => internalize(&self.lent, &self.message.region.slice(0, done as usize).to_vec()),
            Converted::User { size, .. } => {
                let items = done / size;
                if !write && items > 0 {
                    self.conversion.call(self.message.region, items as i64, false)?;
                }
                Ok(items * self.lent.ty.layout.size)
            }
        }
    }
}

impl Converted {
    /// Calls the program's conversion function for the first `items` items, whose bytes in the file are in `file`.
    fn call(&self, file: Region, items: i64, write: bool) -> Result {
        let Converted::User { user, from, count, datatype, .. } = self else { return Ok(()) };
        let Some(conversion) = (if write { user.write } else { user.read }) else {
            let why = "the data representation has no conversion function, but sizes of its own in the file";
            return fail(abi::MPI_ERR_CONVERSION, why);
        };
        let items = items.min(*count);
        if !conversion.large && i32::try_from(items).is_err() {
            let why = format!("{items} items are too many for a conversion function with int counts");
            return fail(abi::MPI_ERR_COUNT, why);
        }
        let code = conversion.function.convert(conversion.large, *from, *datatype, items, file, user.extra);
        from_callback(code, "the data representation's conversion function")
    }
}
