//! Datatypes at the target: the places of an operation's data in a rank's part.
use crate::abi;
use crate::error::{Result, fail};
use crate::objects::datatype::{Loop, Shape, Type, Types};
use clump::driver::{Region, Strided};
use std::sync::Arc;

/// Blocks of `len` bytes, of which the first begins at `offset`, and each further one `stride` bytes after the block
/// before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockRow {
    pub offset: i64,
    pub len: u64,
    pub stride: i64,
    pub count: u64,
}

/// The items of a datatype to which an operation at the target applies.
pub(crate) struct Items {
    pub ty: Arc<Type>,
    pub count: u64,
    /// Number of data bytes.
    pub bytes: u64,
}

impl Items {
    /// Returns the offset of the data's first byte from the type's origin, and the length up to the data's last byte.
    pub fn span(&self) -> (i64, u64) {
        self.ty.layout.span(self.count)
    }

    /// Calls `f(offset, length)` for each block of data, in type-map order. Joins a block to the block before if it
    /// begins where that block ends. Memory without gaps may still be several blocks, because the type map may list the
    /// bytes in another order, or some bytes twice.
    pub fn each_block(&self, f: &mut dyn FnMut(i64, u64)) {
        let l = &self.ty.layout;
        if self.count > 0 && l.shape == Shape::Solid && (self.count == 1 || l.extent == l.size as i64) {
            let (start, len) = self.span();
            return f(start, len);
        }
        let (mut start, mut all) = (0i64, 0u64);
        for item in 0..self.count as i64 {
            l.each(&mut |offset, len| {
                let at = item * l.extent + offset;
                if all > 0 && start + all as i64 == at {
                    all += len;
                } else if len > 0 {
                    if all > 0 {
                        f(start, all);
                    }
                    (start, all) = (at, len);
                }
            });
        }
        if all > 0 {
            f(start, all);
        }
    }

    /// Returns the rows of equal blocks in which the data lies, in type-map order.
    pub fn rows(&self) -> Vec<BlockRow> {
        let l = &self.ty.layout;
        if l.shape == Shape::Solid {
            let ((start, all), whole) = (self.span(), self.count <= 1 || l.extent == l.size as i64);
            return match whole {
                true => vec![BlockRow { offset: start, len: all, stride: 0, count: 1 }],
                false => vec![BlockRow { offset: l.true_lb, len: l.size, stride: l.extent, count: self.count }],
            };
        }
        let mut rows = Vec::new();
        for item in 0..self.count as i64 {
            l.each_row(&mut |offset, len, Loop { count, stride }| {
                if len > 0 {
                    rows.push(BlockRow { offset: item * l.extent + offset, len, stride, count });
                }
            });
        }
        rows
    }
}

impl Types {
    /// Returns `count` items of a datatype, which must be committed. Returns MPI_ERR_TYPE or MPI_ERR_COUNT if an
    /// argument is invalid.
    pub(crate) fn items(&self, count: i64, datatype: abi::Datatype) -> Result<Items> {
        let ty = self.committed(datatype)?;
        let (count, bytes) = ty.amount(count)?;
        Ok(Items { ty: ty.clone(), count, bytes })
    }

    /// Returns the data of `count` items at `offset` of the mapped part of a target, as equal blocks at a constant
    /// stride, and the number of its bytes. Returns `None` if the data lies otherwise or outside the part, if the part
    /// is not mapped, or if [`Types::items`] refuses an argument.
    pub(crate) fn strided_in(
        &self,
        mapped: Region,
        offset: i64,
        (count, datatype): (i64, abi::Datatype),
    ) -> Option<(Strided, u64)> {
        let ty = self.committed(datatype).ok()?;
        let (count, bytes) = ty.amount(count).ok()?;
        let blocks = ty.blocks(count)?;
        let (start, len) = ty.layout.span(count);
        let memory = mapped.part(usize::try_from(offset.checked_add(start)?).ok()?, len as usize)?;
        Some((Strided::new(memory, blocks), bytes))
    }
}

/// Returns MPI_ERR_TYPE unless origin and target have equal numbers of data bytes (MPI 5.0, 12.3: signatures must
/// match).
pub(crate) fn as_many(origin: u64, target: u64) -> Result {
    if origin != target {
        return fail(
            abi::MPI_ERR_TYPE,
            format!("{origin} bytes of data at this side and {target} at the target: the datatypes do not match"),
        );
    }
    Ok(())
}
