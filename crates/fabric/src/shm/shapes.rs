//! How a rank names memory of its own in one word: by an address or, if the bytes lie in blocks, by an address and the
//! number of a shape. A rank's shapes stand in its control block. A list names memory in other pieces (`lists`).
//!
//! **Access rule.** The lines belong to their rank. The rank writes a shape before the word that names the shape leaves
//! in a frame or a shared-copy descriptor ([`ShareLine`](super::ShareLine)). The shape stays until every message whose
//! memory it names has ended. A reader checks the shape and keeps no copy.
use super::layout::{LINE, SHAPES};
use super::lists::{self, Lists};
use super::segment::Segment;
use crate::local::{Named, RemoteBlocks};
use crate::mem::{Blocks, PieceList, Strided};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The byte offset of the shapes in a control block.
const AT: usize = 4 * LINE;
/// The number of bits of the address in a word with a shape. The bits above hold the shape's number and a flag.
pub(super) const BITS: u32 = 48;
pub(super) const SHAPED: u64 = 1 << 63;

impl Named {
    /// Reads the memory that `word` of rank `of` names. Returns `None` if the word names no valid memory: a process of
    /// another job, whose number is no rank of this segment, names shapes and lists of its own job's.
    pub fn read(segment: &Segment, of: u32, word: u64) -> Option<Named> {
        if RemoteBlocks::is_shaped(word) && of >= segment.ranks() {
            return None;
        }
        let blocks = RemoteBlocks::read(segment, of, word).map(Named::Blocks);
        blocks.or_else(|| lists::read(segment, of, word).map(Named::Spans))
    }
}

impl RemoteBlocks {
    /// Returns true unless the word is the plain address of contiguous bytes.
    #[inline(always)]
    pub fn is_shaped(word: u64) -> bool {
        word & SHAPED != 0
    }

    /// Reads the blocks that `word` of rank `of` names. Returns `None` if it names no valid blocks.
    pub fn read(segment: &Segment, of: u32, word: u64) -> Option<RemoteBlocks> {
        if !RemoteBlocks::is_shaped(word) {
            return (word != 0).then_some(RemoteBlocks { address: word, blocks: Blocks::PIECE });
        }
        let number = (word & !SHAPED) >> BITS;
        let [block, stride] = words(segment, of, number as usize)?.map(|w| w.load(Ordering::Relaxed));
        Some(RemoteBlocks { address: word & ((1 << BITS) - 1), blocks: Blocks::new(block, stride)? })
    }
}

fn words(segment: &Segment, rank: u32, number: usize) -> Option<[&std::sync::atomic::AtomicU64; 2]> {
    let at = segment.layout().control(rank) + AT + number * 16;
    (number < SHAPES).then(|| [segment.word(at), segment.word(at + 8)])
}

/// This rank's shapes, with the number of messages whose memory each shape names.
pub struct Shapes {
    segment: Arc<Segment>,
    rank: u32,
    used: [(Option<Blocks>, u32); SHAPES],
    lists: Lists,
}

impl Shapes {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Shapes {
        Shapes { segment: segment.clone(), rank, used: [(None, 0); SHAPES], lists: Lists::new(segment, rank) }
    }

    /// Names `memory` by a word until [`Shapes::give_back`]. Returns 0 if no shape is free.
    pub fn name(&mut self, memory: &Strided) -> u64 {
        let (address, blocks) = (memory.memory().as_ptr() as u64, memory.blocks());
        if blocks == Blocks::PIECE {
            return address;
        }
        if address >> BITS != 0 {
            return 0;
        }
        let known = self.used.iter().position(|u| u.0 == Some(blocks));
        let Some(number) = known.or_else(|| self.used.iter().position(|u| u.1 == 0)) else { return 0 };
        if known.is_none()
            && let Some(words) = words(&self.segment, self.rank, number)
        {
            words[0].store(blocks.block(), Ordering::Relaxed);
            words[1].store(blocks.stride(), Ordering::Relaxed);
        }
        self.used[number] = (Some(blocks), self.used[number].1 + 1);
        SHAPED | (number as u64) << BITS | address
    }

    /// Names memory in pieces by a word until [`Shapes::give_back`]. Returns 0 if no list is free.
    pub fn name_pieces(&mut self, pieces: &PieceList) -> u64 {
        match pieces.count() {
            0 | 1 => pieces.regions().next().map_or(0, |piece| piece.as_ptr() as u64),
            _ => self.lists.name(pieces),
        }
    }

    /// Releases the shape or list that `word` names. No peer may read it any more.
    pub fn give_back(&mut self, word: u64) {
        if RemoteBlocks::is_shaped(word) && !self.lists.give_back(word) {
            self.used[((word & !SHAPED) >> BITS) as usize].1 -= 1;
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    #[test]
    fn memory_is_named_in_one_word() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut shapes = Shapes::new(&segment, 1);
        let buffer = Leaked::new(100);
        let address = buffer.region().as_ptr() as u64;
        let memory = |stride| Strided::new(buffer.region(), Blocks::new(8, stride).unwrap());
        let plain = shapes.name(&Strided::new(buffer.region(), Blocks::PIECE));
        assert_eq!(RemoteBlocks::read(&segment, 1, plain), Some(RemoteBlocks { address, blocks: Blocks::PIECE }));
        let words: Vec<u64> = (0..SHAPES as u64).map(|i| shapes.name(&memory(16 + i))).collect();
        for (i, &word) in words.iter().enumerate() {
            let blocks = Blocks::new(8, 16 + i as u64).unwrap();
            assert_eq!(RemoteBlocks::read(&segment, 1, word), Some(RemoteBlocks { address, blocks }));
        }
        // All shapes are in use. A shape in use can name equal blocks again, and a released shape is overwritten.
        assert_eq!(shapes.name(&memory(99)), 0);
        assert_eq!(shapes.name(&memory(18)), words[2]);
        shapes.give_back(words[2]);
        assert_eq!(shapes.name(&memory(99)), 0, "it was named twice");
        shapes.give_back(words[2]);
        assert_eq!(shapes.name(&memory(99)), words[2]);
        assert_eq!(RemoteBlocks::read(&segment, 1, words[2]).map(|p| p.blocks), Blocks::new(8, 99));
    }

    #[test]
    fn words_of_other_jobs_processes_name_nothing() {
        let segment = Arc::new(Segment::create(1).unwrap());
        for word in [SHAPED | 1 << 20, SHAPED | (SHAPES as u64) << BITS | 1] {
            assert!(Named::read(&segment, 8193, word).is_none());
        }
    }

    #[test]
    fn invalid_words_name_nothing() {
        let segment = Arc::new(Segment::create(2).unwrap());
        assert_eq!(RemoteBlocks::read(&segment, 0, 0), None);
        assert_eq!(RemoteBlocks::read(&segment, 0, SHAPED | 1 << 20), None, "no such shape was written");
        assert_eq!(RemoteBlocks::read(&segment, 0, u64::MAX), None);
        for (block, stride) in [(0, 8), (16, 8), (8, u64::MAX)] {
            let words = words(&segment, 0, 3).unwrap();
            words[0].store(block, Ordering::Relaxed);
            words[1].store(stride, Ordering::Relaxed);
            assert_eq!(RemoteBlocks::read(&segment, 0, SHAPED | 3 << BITS | 1 << 20), None);
        }
    }
}
