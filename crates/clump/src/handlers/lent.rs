//! Memory that a rank has given to the protocol for a while: a piece of a message, or several pieces handed over
//! together.
use crate::lent::lend;
use clump_fabric::mem::{Buffer, LentBuffer, PieceList, Scattered};
use std::sync::Arc;

pub enum LentMemory {
    One(LentBuffer),
    /// Several pieces, and their layout in memory.
    Many(Vec<LentBuffer>, Arc<Scattered>),
}

impl LentMemory {
    pub fn one(piece: Buffer) -> LentMemory {
        LentMemory::One(lend(piece))
    }

    pub fn many(mut pieces: Vec<Buffer>) -> LentMemory {
        if pieces.len() == 1 {
            return LentMemory::one(pieces.pop().unwrap_or_default());
        }
        let pieces: Vec<_> = pieces.into_iter().map(lend).collect();
        let memory = Scattered::of_pieces(PieceList::new(pieces.iter().map(LentBuffer::region)));
        LentMemory::Many(pieces, Arc::new(memory))
    }

    /// Returns the total number of bytes of all pieces.
    pub fn len(&self) -> u64 {
        match self {
            LentMemory::One(piece) => piece.region().len() as u64,
            LentMemory::Many(_, memory) => memory.len() as u64,
        }
    }

    /// Returns the buffer of memory that is a single piece.
    pub fn into_one(self) -> Buffer {
        match self {
            LentMemory::One(piece) => piece.into_buffer(),
            LentMemory::Many(mut pieces, _) => pieces.pop().unwrap_or_default().into_buffer(),
        }
    }

    /// Returns the buffers of memory that consists of several pieces.
    pub fn into_many(self) -> Vec<Buffer> {
        match self {
            LentMemory::One(piece) => vec![piece.into_buffer()],
            LentMemory::Many(pieces, _) => pieces.into_iter().map(LentBuffer::into_buffer).collect(),
        }
    }
}
