//! A frame between two ranks of a test.
use crate::ids::Rank;
use crate::wire::{Arrival, Head, Kind};

#[derive(Clone, Debug)]
pub struct TestFrame {
    /// The receiver; `None` for a multicast to the group.
    pub to: Option<Rank>,
    pub head: u64,
    pub words: Vec<u64>,
    pub body: Vec<u8>,
}

impl TestFrame {
    /// Returns the frame's kind.
    ///
    /// # Panics
    /// If the head names no kind.
    pub fn kind(&self) -> Kind {
        Head::parse(self.head).expect("a frame that a rank sent").kind
    }
}

impl Arrival for TestFrame {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.words.get(..K)?.try_into().ok()
    }
    fn len(&self, k: usize) -> usize {
        (8 * self.words.len() + self.body.len()).saturating_sub(8 * k)
    }
}
