//! BROADCAST: a part of a broadcast within a group. Head: the group as context, the low half of the broadcast's number
//! as tag. Words: [`BroadcastName::tie`] (generation, flags, root), offset, length of the whole broadcast, a serial
//! number: 0 if the frame is not a multicast. Body: the bytes.
//!
//! The part comes by multicast, or as a reliable frame: from the parent in the root's tree ([`FORWARD`]), or as a
//! repair that the receiver asked for.
use super::{Arrival, Head, Kind};

/// Flag: the receiver forwards this part to its children in the root's tree.
pub const FORWARD: u16 = 1;

/// Bits 1 to 13 of a multicast's flags: at least how many broadcasts in a row, up to and including this one, went by
/// multicast. Missing bytes of those broadcasts are lost; missing bytes of earlier ones may still come down the tree.
/// 0: this broadcast goes down the tree.
pub(super) const ROW: u32 = 1;
pub const MOST_ROW: u16 = (u16::MAX >> ROW) & !(BLOCK_FLAGS >> ROW);

/// Bit 14: a parity follows the block that this part belongs to.
const IN_BLOCK: u16 = 1 << 14;
/// Bit 15: this is the first part of that block.
const FIRST: u16 = 1 << 15;
const BLOCK_FLAGS: u16 = IN_BLOCK | FIRST;

/// Whether a part belongs to a block that a parity follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InBlock {
    No,
    /// The part is the first of its block. All earlier blocks have left, with their parities.
    First,
    /// Earlier parts of the part's block have left.
    Later,
}

impl InBlock {
    fn flags(self) -> u16 {
        match self {
            InBlock::No => 0,
            InBlock::First => BLOCK_FLAGS,
            InBlock::Later => IN_BLOCK,
        }
    }

    fn of(flags: u16) -> InBlock {
        match (flags & IN_BLOCK, flags & FIRST) {
            (0, _) => InBlock::No,
            (_, 0) => InBlock::Later,
            _ => InBlock::First,
        }
    }
}

/// Returns the row that the flags hold: how many broadcasts in a row went by multicast.
pub(super) fn row_of(flags: u16) -> u16 {
    flags >> ROW & MOST_ROW
}

/// Names the broadcast that a frame belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BroadcastName {
    pub group: u16,
    /// The root's index among the members.
    pub root: u16,
    /// The group's generation: an earlier group may have had the same number.
    pub generation: u32,
    /// The low half of the broadcast's number. A root counts its broadcasts in a group.
    pub number: u32,
}

impl BroadcastName {
    pub(super) fn emit(self, kind: Kind) -> u64 {
        Head { kind, context: self.group, tag: self.number as i32 }.emit()
    }

    pub(super) fn tie(self, flags: u16) -> u64 {
        u64::from(self.generation) << 32 | u64::from(flags) << 16 | u64::from(self.root)
    }

    /// Decodes the name of a broadcast and the flags.
    pub(super) fn parse(head: Head, tie: u64) -> (BroadcastName, u16) {
        let name = BroadcastName {
            group: head.context,
            root: tie as u16,
            generation: (tie >> 32) as u32,
            number: head.tag as u32,
        };
        (name, (tie >> 16) as u16)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastPart {
    pub name: BroadcastName,
    /// True if the receiver must forward the part.
    pub forward: bool,
    pub offset: u64,
    /// The length of the whole broadcast.
    pub len: u64,
    /// How many broadcasts up to this one went by multicast in a row, at most [`MOST_ROW`]; 0 in other frames.
    pub row: u16,
    /// The part's number among the root's multicasts in this group, polls included, from 1 on; 0: not a multicast.
    pub serial: u64,
    pub in_block: InBlock,
}

impl BroadcastPart {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::Broadcast)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        let flags = (u16::from(self.forward) * FORWARD) | (self.row << ROW) | self.in_block.flags();
        [self.name.tie(flags), self.offset, self.len, self.serial]
    }
    /// Decodes the frame. Returns `None` if the bytes exceed the broadcast, or if there are none although the broadcast
    /// has some.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastPart> {
        let [tie, offset, len, serial] = frame.words()?;
        let (name, flags) = BroadcastName::parse(head, tie);
        let here = frame.len(Self::WORDS) as u64;
        let inside = offset.checked_add(here)? <= len && (here > 0 || len == 0);
        let (forward, row, in_block) = (flags & FORWARD != 0, row_of(flags), InBlock::of(flags));
        inside.then_some(BroadcastPart { name, forward, offset, len, row, serial, in_block })
    }
}
