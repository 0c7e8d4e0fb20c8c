//! Memory that a rank has given to the protocol for a while: a piece of a message, or several that go in one go.
use crate::{Buffer, Scattered};
use clump_fabric::mem::PieceList;
use std::sync::Arc;

pub enum LentMemory {
    One(Buffer),
    /// And how they lie.
    Many(Vec<Buffer>, Arc<Scattered>),
}

impl LentMemory {
    pub fn many(mut pieces: Vec<Buffer>) -> LentMemory {
        if pieces.len() == 1 {
            return LentMemory::One(pieces.pop().unwrap_or_default());
        }
        let memory = Scattered::of_pieces(PieceList::new(pieces.iter().map(Buffer::region)));
        LentMemory::Many(pieces, Arc::new(memory))
    }

    /// Bytes of all of it.
    pub fn len(&self) -> u64 {
        match self {
            LentMemory::One(piece) => piece.region().len() as u64,
            LentMemory::Many(_, memory) => memory.len() as u64,
        }
    }

    /// The piece that it was made of.
    pub fn into_one(self) -> Buffer {
        match self {
            LentMemory::One(piece) => piece,
            LentMemory::Many(mut pieces, _) => pieces.pop().unwrap_or_default(),
        }
    }

    /// The pieces that it was made of.
    pub fn into_many(self) -> Vec<Buffer> {
        match self {
            LentMemory::One(piece) => vec![piece],
            LentMemory::Many(pieces, _) => pieces,
        }
    }
}
