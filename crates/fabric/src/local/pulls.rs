//! How ranks of one machine copy messages out of and into each other's memory: names of memory, access to it, and the
//! descriptor of a copy that receiver and sender do together.
use crate::mem::{Blocks, PieceList, Region, Strided};
use crate::{Refused, Span};
use std::ops::Range;

/// The blocks of a message in the memory of its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteBlocks {
    pub address: u64,
    pub blocks: Blocks,
}

/// The memory that a word names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// One contiguous piece, or blocks at a constant stride.
    Blocks(RemoteBlocks),
    /// Pieces of any length, in order.
    Spans(Vec<Span>),
}

/// The words by which a rank names its own memory to its peers.
pub trait MemoryNames: Send + 'static {
    /// Names `memory` by a word until [`MemoryNames::give_back`]. Returns 0 if no name is free.
    fn name(&mut self, memory: &Strided) -> u64;

    /// Names memory in pieces by a word until [`MemoryNames::give_back`]. Returns 0 if no name is free.
    fn name_pieces(&mut self, pieces: &PieceList) -> u64;

    /// Releases a word: no peer uses the memory that it names any more.
    fn give_back(&mut self, word: u64);
}

/// Access to a stretch of a peer's memory, resolved once for a message. Offsets count from its first byte. A copy that
/// is refused may have written some of its bytes.
pub trait CopyAccess: Send + Sized + 'static {
    /// Returns access to the same bytes that copies all of them by system calls.
    fn by_system(self) -> Self;

    /// Returns true if the kernel can copy the bytes that are not mapped.
    fn has_system(&self) -> bool;

    /// Returns true if every byte can be copied, by loads and stores or by the kernel.
    fn is_whole(&self) -> bool;

    /// Returns true if nearly all bytes are mapped, so that the kernel has to copy only a few.
    fn is_mapped(&self) -> bool;

    /// Returns true if every byte is mapped.
    fn is_all_mapped(&self) -> bool;

    /// Copies the contiguous bytes from offset `at` on to `to`.
    fn pull_piece(&self, at: u64, to: Region) -> Result<(), Refused>;

    /// Copies `from` to the contiguous bytes from offset `at` on.
    fn push_piece(&self, at: u64, from: Region) -> Result<(), Refused>;

    /// Copies bytes `range` of the data, which lies in `blocks` at the peer, into `to`.
    fn pull(&self, blocks: Blocks, range: Range<u64>, to: &Strided) -> Result<(), Refused>;

    /// Copies bytes `range` of the data from `from` to the peer, where the data lies in `blocks`.
    fn push(&self, blocks: Blocks, range: Range<u64>, from: &Strided) -> Result<(), Refused>;

    /// Copies bytes `range` into the pieces of `to`, from their byte `first` on.
    fn pull_list(&self, range: Range<u64>, to: &PieceList, first: u64) -> Result<(), Refused>;

    /// Copies the pieces of `from`, from their byte `first` on, to bytes `range`.
    fn push_list(&self, range: Range<u64>, from: &PieceList, first: u64) -> Result<(), Refused>;
}

/// The bytes that a shared pull copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedPull {
    /// The address in the receiver's memory where the bytes go.
    pub address: u64,
    pub len: u64,
    /// The offset of the bytes in the message.
    pub offset: u64,
    pub chunk: u64,
}

impl SharedPull {
    pub fn chunks(&self) -> u64 {
        self.len.div_ceil(self.chunk)
    }
    /// Returns offset and length of chunk `i`, from the start of the shared bytes. Returns an empty span if `i` is too
    /// large, because `i` comes from memory that the peer writes too.
    pub fn span(&self, i: u64) -> (u64, u64) {
        let at = i.saturating_mul(self.chunk).min(self.len);
        (at, self.chunk.min(self.len - at))
    }
    /// Returns the range of chunk `i` in the message.
    pub fn range(&self, i: u64) -> Range<u64> {
        let (at, n) = self.span(i);
        self.offset + at..self.offset + at + n
    }
}

/// The receiver's descriptor of a shared pull. Both processes claim chunks of the pull; each chunk is copied exactly
/// once.
pub trait PullLine: Send + 'static {
    /// Opens a shared pull. Returns its ticket, or `None` if the pull has too many chunks. Receiver only.
    fn open(&self, pull: SharedPull) -> Option<u64>;

    /// Claims the next chunk from the front. Receiver only.
    fn claim_front(&self) -> Option<u64>;

    /// Returns how many chunks, of `chunks` in all, the sender has claimed and not finished. Receiver only, once no
    /// chunk is left to claim.
    fn outstanding(&self, chunks: u64) -> u64;

    /// Returns the index of the first chunk that the sender has claimed. Receiver only, once no chunk is left to claim.
    fn claimed_from(&self) -> u64;

    /// Returns the chunk that the kernel refused to copy for the sender, if any. The receiver must copy it.
    fn refused(&self) -> Option<u64>;

    /// Returns the pull with this ticket, or `None` if it has ended or the descriptor is invalid.
    fn peek(&self, ticket: u64) -> Option<SharedPull>;

    /// Claims a chunk of this ticket's pull from the back, if a chunk is left, and calls `copy` with the pull and the
    /// chunk's offset and length. `copy` must check the descriptor, which the receiver wrote; it returns false if it
    /// could not copy. Returns true if the chunk was copied and more chunks may be left. Sender only.
    fn help_once(&self, ticket: u64, copy: impl FnOnce(&SharedPull, u64, u64) -> bool) -> bool;

    /// Returns true if the process of `rank`, the sender, has certainly ended.
    fn has_died(&self, rank: u32) -> bool;
}
