//! Memory that a rank has given to the protocol for a while: a piece of a message, or several that go in one go.
use crate::{Buffer, Scattered};
use clump_fabric::mem::Pieces;
use std::sync::Arc;

pub enum Held {
    One(Buffer),
    /// And how they lie.
    Many(Vec<Buffer>, Arc<Scattered>),
}

impl Held {
    pub fn many(pieces: Vec<Buffer>) -> Held {
        let memory = Scattered::of_pieces(Pieces::new(pieces.iter().map(Buffer::region)));
        Held::Many(pieces, Arc::new(memory))
    }

    /// Bytes of all of it.
    pub fn len(&self) -> u64 {
        match self {
            Held::One(piece) => piece.region().len() as u64,
            Held::Many(_, memory) => memory.len() as u64,
        }
    }

    /// The piece that it was made of.
    pub fn into_one(self) -> Buffer {
        match self {
            Held::One(piece) => piece,
            Held::Many(mut pieces, _) => pieces.pop().unwrap_or_default(),
        }
    }

    /// The pieces that it was made of.
    pub fn into_many(self) -> Vec<Buffer> {
        match self {
            Held::One(piece) => vec![piece],
            Held::Many(pieces, _) => pieces,
        }
    }
}
