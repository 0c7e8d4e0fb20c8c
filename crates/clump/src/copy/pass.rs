//! Describes a message's memory in two processes, and copies any range of it in either direction.
use clump_core::Rank;
use clump_fabric::local::{CopyAccess, Named, RemoteBlocks};
use clump_fabric::mem::{Blocks, PieceList, Region, Scattered, Strided};
use clump_fabric::{Refused, RemoteMemory, Span};
use std::ops::Range;

/// A message's memory in this process and in another, addressed by the message's offsets.
pub struct Pass<R> {
    reach: R,
    layout: Layout,
}

/// The layout of the bytes on both sides.
enum Layout {
    /// Contiguous memory on both sides: `ours` and the peer's memory hold the message's bytes from `start` on. This
    /// case is separate because it needs no division, which would take a noticeable part of a short copy's time.
    Contiguous { start: u64, ours: Region },
    /// Blocks on at least one side. The memory on each side begins with the message's first byte.
    Strided { theirs: Blocks, ours: Strided },
    /// A list of pieces on at least one side. The peer's memory begins with the message's byte `start`, and `ours`
    /// with its byte `first`.
    Listed { start: u64, first: u64, ours: PieceList },
}

/// The peer's memory as the peer has named it. The memory begins with the message's byte `first`.
pub struct RemotePart {
    pub named: Named,
    pub first: u64,
}

/// This process's memory, whose first byte is the message's byte `first`.
pub struct LocalPart<'a> {
    pub memory: &'a MemoryShape<'a>,
    pub first: u64,
}

/// The layout of memory of this process.
pub enum MemoryShape<'a> {
    Strided(Strided),
    Listed(&'a PieceList),
}

impl MemoryShape<'_> {
    /// Returns true for blocks at a constant stride.
    pub fn is_strided(&self) -> bool {
        matches!(self, MemoryShape::Strided(strided) if strided.blocks() != Blocks::PIECE)
    }
}

impl<R: CopyAccess> Pass<R> {
    /// Returns a pass for bytes `range` of a message that lies in `theirs` in the memory of `peer`, and in `ours`.
    /// Checks the peer's description of its memory. Returns `None` if the check fails or the memory cannot be reached.
    pub fn new(
        tx: &mut impl RemoteMemory<Reach = R>,
        peer: Rank,
        theirs: RemotePart,
        ours: LocalPart<'_>,
        range: &Range<u64>,
    ) -> Option<Pass<R>> {
        let len = range.end.checked_sub(range.start)?;
        let (at, first) = (range.start.checked_sub(theirs.first)?, range.start.checked_sub(ours.first)?);
        let (reach, layout) = match (theirs.named, ours.memory) {
            (Named::Blocks(RemoteBlocks { address, blocks: Blocks::PIECE }), MemoryShape::Strided(ours))
                if ours.blocks() == Blocks::PIECE =>
            {
                let ours = ours.memory().part(first as usize, len as usize)?;
                let address = address.checked_add(at)?;
                address.checked_add(len)?;
                (tx.reach(peer, address, len)?, Layout::Contiguous { start: range.start, ours })
            }
            (Named::Blocks(RemoteBlocks { address, blocks: theirs }), MemoryShape::Strided(ours)) => {
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
                    MemoryShape::Listed(pieces) => (*pieces).clone(),
                    MemoryShape::Strided(ours) if ours.blocks() == Blocks::PIECE => PieceList::new([ours.memory()]),
                    MemoryShape::Strided(_) => return None,
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

    /// Returns a pass that copies all bytes by system calls.
    pub fn by_system(self) -> Pass<R> {
        Pass { reach: self.reach.by_system(), ..self }
    }

    /// Returns true if the system lets this process access the peer's memory.
    pub fn has_system(&self) -> bool {
        self.reach.has_system()
    }

    /// Returns true if no byte needs a system call.
    pub fn is_all_mapped(&self) -> bool {
        self.reach.is_all_mapped()
    }

    /// Returns true if hardly any byte needs a system call.
    pub fn is_mapped(&self) -> bool {
        self.reach.is_mapped()
    }

    /// Copies bytes `range` of the message from the peer's memory into this process's memory. If the system refuses,
    /// some of the bytes may have been written.
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

    /// Copies bytes `range` of the message from this process's memory into the peer's memory. If the system refuses,
    /// some of the bytes may have been written.
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
    /// Returns the layout; `None` if the blocks lie at no constant stride and the memory is no list of pieces.
    pub fn lying(&self) -> Option<MemoryShape<'_>> {
        match self {
            MessageMemory::Contiguous(memory) => Some(MemoryShape::Strided(Strided::new(*memory, Blocks::PIECE))),
            MessageMemory::Scattered(s) => match s.pieces() {
                Some(pieces) => Some(MemoryShape::Listed(pieces)),
                None => s.strided().map(MemoryShape::Strided),
            },
        }
    }
}

/// Returns `len` bytes of these spans, from byte `at` on. Returns `None` if the spans are shorter.
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
