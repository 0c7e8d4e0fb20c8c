//! The caller's memory with gaps: a nest laid over a region, or a list of regions, accessed by its packed bytes.
use super::{Nest, PieceList, Region, Strided};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// How many bytes a copy between two memories packs at a time. More leave the nearest cache before they are unpacked;
/// fewer cost more steps.
const PACKED: usize = 16 << 10;

/// The bytes of a message that are not contiguous. Like [`Region`], a value borrows nothing: the memory stays valid
/// until the operation that got the value has completed.
#[derive(Debug, Clone)]
pub struct Scattered {
    layout: Layout,
}

#[derive(Debug, Clone)]
enum Layout {
    Nest(Laid),
    Pieces(PieceList),
}

/// A nest laid over a span of memory.
#[derive(Debug, Clone)]
struct Laid {
    nest: Arc<Nest>,
    span: Region,
    /// The offset of the span's first byte from the nest's origin, in bytes.
    start: i64,
}

impl Scattered {
    /// Describes the bytes of `nest`, all of which lie in `span`. The first byte of `span` is `start` bytes from the
    /// nest's origin.
    pub fn new(nest: Arc<Nest>, span: Region, start: i64) -> Scattered {
        Scattered { layout: Layout::Nest(Laid { nest, span, start }) }
    }

    /// Describes the bytes of these pieces, in order.
    pub fn of_pieces(pieces: PieceList) -> Scattered {
        Scattered { layout: Layout::Pieces(pieces) }
    }

    /// Returns the number of data bytes.
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

    /// Returns the bytes as blocks at a constant stride; `None` if they do not have that form.
    pub fn strided(&self) -> Option<Strided> {
        let Layout::Nest(Laid { nest, span, start: origin }) = &self.layout else { return None };
        let (start, blocks) = nest.blocks_of_row()?;
        let start = usize::try_from(start.checked_sub(*origin)?).ok()?;
        let memory = span.part(start, blocks.extent(nest.size())? as usize)?;
        Some(Strided::new(memory, blocks))
    }

    /// Returns the pieces; `None` if the bytes are laid out by a nest.
    pub fn pieces(&self) -> Option<&PieceList> {
        match &self.layout {
            Layout::Nest(_) => None,
            Layout::Pieces(pieces) => Some(pieces),
        }
    }

    /// Copies all bytes to the places of the bytes of `to`, which has as many. No byte may belong to both. Blocks at
    /// constant strides are copied in one pass; other bytes are packed and unpacked, some at a time.
    pub fn copy_to(&self, to: &Scattered) {
        assert_eq!(self.len(), to.len(), "as many bytes at both sides");
        if let (Some(from), Some(to)) = (self.strided(), to.strided())
            && from.is_apart(&to)
        {
            return to.copy_from(0, &from, 0, self.len() as u64);
        }
        let mut packed = MaybeUninit::<[u64; PACKED / 8]>::uninit();
        for at in (0..self.len()).step_by(PACKED) {
            let len = PACKED.min(self.len() - at);
            // SAFETY: the array outlives the region, which only the two copies use; the first fills it.
            let piece = unsafe { Region::new(packed.as_mut_ptr().cast(), len) };
            self.copy_out(at as u64, piece);
            to.copy_in(at as u64, piece);
        }
    }

    /// Copies the packed bytes from `offset` on into `to` until `to` is full. Panics if there are too few bytes.
    pub fn copy_out(&self, offset: u64, to: Region) {
        match &self.layout {
            Layout::Nest(laid) => laid.nest.run(offset, offset + to.len() as u64, &mut |at, mut row| {
                row.start = row.start.wrapping_sub(laid.start);
                row.gather(laid.span, to.from((at - offset) as usize));
            }),
            Layout::Pieces(pieces) => pieces.copy_out(offset, to),
        }
    }

    /// Copies `from` to the places of the packed bytes from `offset` on. Panics if `from` reaches past the end.
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
