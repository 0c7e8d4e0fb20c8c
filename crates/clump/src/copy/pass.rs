//! A message's memory in two processes, as one thing from which any range can be copied either way.
use clump_core::Rank;
use clump_fabric::mem::{Blocks, PieceList, Region, Scattered, Strided};
use clump_fabric::shm::{Named, Reach, RemoteBlocks};
use clump_fabric::{Refused, RemoteMemory, Span};
use std::ops::Range;

/// A message's memory here and in the other process: copies between the two, in the message's own offsets.
pub struct Pass {
    reach: Reach,
    layout: Layout,
}

/// How the bytes lie on both sides.
enum Layout {
    /// In one piece: `ours` are the message's bytes from `start` on, and so are those that are reached. Kept apart from
    /// the other because it needs no division: 8 KiB are copied in the time of some dozen of those.
    Contiguous { start: u64, ours: Region },
    /// In blocks on one side at least; what is reached and `ours` begin with the message's first byte.
    Strided { theirs: Blocks, ours: Strided },
    /// In a list of pieces on one side at least: what is reached begins with byte `start`, and `ours` with `first`.
    Listed { start: u64, first: u64, ours: PieceList },
}

/// What the other process has: memory as it has named it, which begins with the message's byte `first`.
pub struct RemotePart {
    pub named: Named,
    pub first: u64,
}

/// The same in this process.
pub struct LocalPart<'a> {
    pub memory: &'a Lying<'a>,
    pub first: u64,
}

/// How memory of this process lies.
pub enum Lying<'a> {
    Strided(Strided),
    Listed(&'a PieceList),
}

impl Lying<'_> {
    /// True for blocks at a constant stride.
    pub fn is_strided(&self) -> bool {
        matches!(self, Lying::Strided(strided) if strided.blocks() != Blocks::PIECE)
    }
}

impl Pass {
    /// Bytes `range` of a message that lies in `theirs` in the memory of `peer`, and in `ours`. What the peer says of
    /// its memory is checked here; `None`: it cannot be, or there is no way.
    pub fn new(
        tx: &mut impl RemoteMemory<Reach = Reach>,
        peer: Rank,
        theirs: RemotePart,
        ours: LocalPart<'_>,
        range: &Range<u64>,
    ) -> Option<Pass> {
        let len = range.end.checked_sub(range.start)?;
        let (at, first) = (range.start.checked_sub(theirs.first)?, range.start.checked_sub(ours.first)?);
        let (reach, layout) = match (theirs.named, ours.memory) {
            (Named::Blocks(RemoteBlocks { address, blocks: Blocks::PIECE }), Lying::Strided(ours))
                if ours.blocks() == Blocks::PIECE =>
            {
                let ours = ours.memory().part(first as usize, len as usize)?;
                let address = address.checked_add(at)?;
                address.checked_add(len)?;
                (tx.reach(peer, address, len)?, Layout::Contiguous { start: range.start, ours })
            }
            (Named::Blocks(RemoteBlocks { address, blocks: theirs }), Lying::Strided(ours)) => {
                if (at, first) != (range.start, range.start) || range.end > ours.len() {
                    return None;
                }
                let extent = theirs.extent(range.end)?;
                address.checked_add(extent)?;
                (tx.reach(peer, address, extent)?, Layout::Strided { theirs, ours: *ours })
            }
            (theirs, ours) => {
                let spans = match theirs {
                    Named::Spans(spans) => clip(spans, at, len)?,
                    Named::Blocks(RemoteBlocks { address, blocks: Blocks::PIECE }) => {
                        let address = address.checked_add(at)?;
                        address.checked_add(len)?;
                        vec![Span { address, len }]
                    }
                    Named::Blocks(_) => return None,
                };
                let pieces = match ours {
                    Lying::Listed(pieces) => (*pieces).clone(),
                    Lying::Strided(ours) if ours.blocks() == Blocks::PIECE => PieceList::new([ours.memory()]),
                    Lying::Strided(_) => return None,
                };
                if first.checked_add(len)? > pieces.len() {
                    return None;
                }
                let reach = tx.reach_spans(peer, &spans)?;
                (reach, Layout::Listed { start: range.start, first: range.start - first, ours: pieces })
            }
        };
        reach.is_whole().then_some(Pass { reach, layout })
    }

    /// The same bytes, all of which the system copies.
    pub fn by_system(self) -> Pass {
        Pass { reach: self.reach.by_system(), ..self }
    }

    /// True if the system lets this process at the peer's memory.
    pub fn has_system(&self) -> bool {
        self.reach.has_system()
    }

    /// True if the system has nothing to copy.
    pub fn is_all_mapped(&self) -> bool {
        self.reach.is_all_mapped()
    }

    /// True if the system has next to nothing to copy.
    pub fn is_mapped(&self) -> bool {
        self.reach.is_mapped()
    }

    /// Copies bytes `range` of the message from the peer's memory into ours. Refused: they may be partly written.
    #[inline]
    pub fn pull(&self, range: Range<u64>) -> Result<(), Refused> {
        match &self.layout {
            Layout::Contiguous { start, ours } => {
                let at = range.start - start;
                self.reach.pull_piece(at, ours.slice(at as usize, (range.end - range.start) as usize))
            }
            Layout::Strided { theirs, ours } => self.reach.pull(*theirs, range, ours),
            Layout::Listed { start, first, ours } => {
                self.reach.pull_list(range.start - start..range.end - start, ours, range.start - first)
            }
        }
    }

    /// Copies bytes `range` of the message from our memory into the peer's. Refused: they may be partly written.
    #[inline]
    pub fn push(&self, range: Range<u64>) -> Result<(), Refused> {
        match &self.layout {
            Layout::Contiguous { start, ours } => {
                let at = range.start - start;
                self.reach.push_piece(at, ours.slice(at as usize, (range.end - range.start) as usize))
            }
            Layout::Strided { theirs, ours } => self.reach.push(*theirs, range, ours),
            Layout::Listed { start, first, ours } => {
                self.reach.push_list(range.start - start..range.end - start, ours, range.start - first)
            }
        }
    }
}

/// A message's memory in this process.
pub enum MessageMemory<'a> {
    Contiguous(Region),
    Scattered(&'a Scattered),
}

impl MessageMemory<'_> {
    /// `None`: its blocks do not lie at a constant stride, and it is no list of pieces.
    pub fn lying(&self) -> Option<Lying<'_>> {
        match self {
            MessageMemory::Contiguous(memory) => Some(Lying::Strided(Strided::new(*memory, Blocks::PIECE))),
            MessageMemory::Scattered(s) => match s.pieces() {
                Some(pieces) => Some(Lying::Listed(pieces)),
                None => s.strided().map(Lying::Strided),
            },
        }
    }
}

/// `len` bytes of these spans, from byte `at` on. `None`: they have not so many.
fn clip(spans: Vec<Span>, mut at: u64, len: u64) -> Option<Vec<Span>> {
    let mut left = len;
    let mut clipped = Vec::with_capacity(spans.len());
    for Span { address, len } in spans {
        let skip = at.min(len);
        at -= skip;
        let some = (len - skip).min(left);
        if some > 0 {
            clipped.push(Span { address: address.checked_add(skip)?, len: some });
            left -= some;
        }
    }
    (left == 0).then_some(clipped)
}
