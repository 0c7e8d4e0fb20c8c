//! Caller's memory with holes: a nest laid over a region, or a list of regions, read and written by its packed bytes.
use super::{Nest, PieceList, Region, Strided};
use std::sync::Arc;

/// The bytes of a message that do not lie in one piece. As [`Region`], it borrows nothing: the memory stays valid until
/// the operation that was given it has completed.
#[derive(Debug, Clone)]
pub struct Scattered {
    layout: Layout,
}

#[derive(Debug, Clone)]
enum Layout {
    Nest(Laid),
    Pieces(PieceList),
}

/// A nest laid over memory.
#[derive(Debug, Clone)]
struct Laid {
    nest: Arc<Nest>,
    span: Region,
    /// Offset of the span's first byte from the nest's origin.
    start: i64,
}

impl Scattered {
    /// The bytes of `nest`, all of which lie in `span`, whose first byte is `start` bytes from the nest's origin.
    pub fn new(nest: Arc<Nest>, span: Region, start: i64) -> Scattered {
        Scattered { layout: Layout::Nest(Laid { nest, span, start }) }
    }

    /// The bytes of all these pieces, in order.
    pub fn of_pieces(pieces: PieceList) -> Scattered {
        Scattered { layout: Layout::Pieces(pieces) }
    }

    /// Bytes of data.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.layout {
            Layout::Nest(laid) => laid.nest.size() as usize,
            Layout::Pieces(pieces) => pieces.len() as usize,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same as blocks at a constant stride, if that is what it is.
    pub fn strided(&self) -> Option<Strided> {
        let Layout::Nest(Laid { nest, span, start: origin }) = &self.layout else { return None };
        let (start, blocks) = nest.blocks_of_row()?;
        let start = usize::try_from(start.checked_sub(*origin)?).ok()?;
        let memory = span.part(start, blocks.extent(nest.size())? as usize)?;
        Some(Strided::new(memory, blocks))
    }

    /// The pieces, if it is a list of such.
    pub fn pieces(&self) -> Option<&PieceList> {
        match &self.layout {
            Layout::Nest(_) => None,
            Layout::Pieces(pieces) => Some(pieces),
        }
    }

    /// Copies the packed bytes from `offset` on into `to`, as many as it has room for. Panics past the end.
    pub fn copy_out(&self, offset: u64, to: Region) {
        match &self.layout {
            Layout::Nest(laid) => laid.nest.run(offset, offset + to.len() as u64, &mut |at, mut row| {
                row.start = row.start.wrapping_sub(laid.start);
                row.gather(laid.span, to.from((at - offset) as usize));
            }),
            Layout::Pieces(pieces) => pieces.copy_out(offset, to),
        }
    }

    /// Copies `from` to where the packed bytes from `offset` on belong. Panics past the end.
    pub fn copy_in(&self, offset: u64, from: Region) {
        match &self.layout {
            Layout::Nest(laid) => laid.nest.run(offset, offset + from.len() as u64, &mut |at, mut row| {
                row.start = row.start.wrapping_sub(laid.start);
                row.scatter(laid.span, from.from((at - offset) as usize));
            }),
            Layout::Pieces(pieces) => pieces.copy_in(offset, from),
        }
    }
}
