//! Datatypes at the target: where in a rank's part the data of an operation lies.
use crate::abi;
use crate::datatype::{Shape, Type, Types};
use crate::error::{Result, fail};
use std::sync::Arc;

/// More bytes than any process can address.
const MOST: u64 = 1 << 57;

/// Items of a datatype at a target.
pub(super) struct Items {
    pub ty: Arc<Type>,
    pub count: u64,
    /// Bytes of data.
    pub bytes: u64,
}

impl Items {
    /// Offset of the first byte from the origin of the type, and the length of the span to the last.
    pub fn span(&self) -> (i64, u64) {
        self.ty.layout.span(self.count)
    }

    /// Returns the blocks of data (offset, length) in the order of the type map. A block that begins where the block
    /// before it ends is joined to it. Memory without gaps may still be several blocks: the type map may name its bytes
    /// in another order, or some of them twice.
    pub fn blocks(&self) -> Vec<(i64, u64)> {
        let l = &self.ty.layout;
        if self.count > 0 && l.shape == Shape::Solid && (self.count == 1 || l.extent == l.size as i64) {
            return vec![self.span()];
        }
        let mut all: Vec<(i64, u64)> = Vec::new();
        for item in 0..self.count as i64 {
            self.ty.layout.each(&mut |offset, len| {
                let at = item * self.ty.layout.extent + offset;
                match all.last_mut() {
                    Some(last) if last.0 + last.1 as i64 == at => last.1 += len,
                    _ if len > 0 => all.push((at, len)),
                    _ => {}
                }
            });
        }
        all
    }
}

impl Types {
    /// Items of a datatype, which must be committed. Errors: MPI_ERR_TYPE, MPI_ERR_COUNT.
    pub(super) fn items(&self, count: i64, datatype: abi::Datatype) -> Result<Items> {
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
        Ok(Items { ty, count: if bytes == 0 { 0 } else { count }, bytes })
    }
}

/// Error MPI_ERR_TYPE unless both sides have as many bytes of data (MPI 5.0, 12.3: the signatures match).
pub(super) fn as_many(origin: u64, target: u64) -> Result {
    if origin != target {
        return fail(
            abi::MPI_ERR_TYPE,
            format!("{origin} bytes of data at this side and {target} at the target: the datatypes do not match"),
        );
    }
    Ok(())
}
