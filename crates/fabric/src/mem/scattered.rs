//! Caller's memory with holes: a nest laid over a region, read and written by its packed bytes.
use super::{Nest, Region, Strided};
use std::sync::Arc;

/// The bytes of a message that do not lie in one piece. As [`Region`], it borrows nothing: the memory stays valid until
/// the operation that was given it has completed.
#[derive(Debug, Clone)]
pub struct Scattered {
    nest: Arc<Nest>,
    span: Region,
    /// Offset of the span's first byte from the nest's origin.
    start: i64,
}

impl Scattered {
    /// The bytes of `nest`, all of which lie in `span`, whose first byte is `start` bytes from the nest's origin.
    pub fn new(nest: Arc<Nest>, span: Region, start: i64) -> Scattered {
        Scattered { nest, span, start }
    }

    /// Bytes of data.
    #[inline]
    pub fn len(&self) -> usize {
        self.nest.size() as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same as blocks at a constant stride, if that is what it is.
    pub fn strided(&self) -> Option<Strided> {
        let (start, blocks) = self.nest.blocks_of_row()?;
        let start = usize::try_from(start.checked_sub(self.start)?).ok()?;
        let memory = self.span.part(start, blocks.extent(self.nest.size())? as usize)?;
        Some(Strided::new(memory, blocks))
    }

    /// Copies the packed bytes from `offset` on into `to`, as many as it has room for. Panics past the end.
    pub fn copy_out(&self, offset: u64, to: Region) {
        self.nest.run(offset, offset + to.len() as u64, &mut |at, mut row| {
            row.start = row.start.wrapping_sub(self.start);
            row.gather(self.span, to.from((at - offset) as usize));
        });
    }

    /// Copies `from` to where the packed bytes from `offset` on belong. Panics past the end.
    pub fn copy_in(&self, offset: u64, from: Region) {
        self.nest.run(offset, offset + from.len() as u64, &mut |at, mut row| {
            row.start = row.start.wrapping_sub(self.start);
            row.scatter(self.span, from.from((at - offset) as usize));
        });
    }
}
