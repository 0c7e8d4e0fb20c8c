//! The large blocks that the C library has handed out since this library was attached.

/// The most blocks that are remembered; those beyond are not shared. Bounds what remembering one costs.
const MOST: usize = 2048;

/// A block of the C library's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub start: usize,
    /// Bytes that the program asked for.
    pub asked: usize,
    /// Bytes that it may use.
    pub usable: usize,
    /// Bytes that messages have taken from or brought to pages that are not shared.
    pub credit: usize,
}

/// Sorted by address.
pub struct Blocks {
    count: usize,
    all: [Block; MOST],
}

impl Blocks {
    pub const fn new() -> Blocks {
        Blocks { count: 0, all: [Block { start: 0, asked: 0, usable: 0, credit: 0 }; MOST] }
    }

    /// Index of the first block behind `address`.
    fn behind(&self, address: usize) -> usize {
        self.all[..self.count].partition_point(|b| b.start <= address)
    }

    pub fn add(&mut self, block: Block) {
        let at = self.behind(block.start);
        // A block that was freed behind our back (by the C library's own name for `free`, say) lives no more.
        if at > 0 && self.all[at - 1].start == block.start {
            self.all[at - 1] = block;
            return;
        }
        if self.count < MOST {
            self.all.copy_within(at..self.count, at + 1);
            self.all[at] = block;
            self.count += 1;
        }
    }

    pub fn remove(&mut self, start: usize) -> Option<Block> {
        let at = self.behind(start).checked_sub(1)?;
        let block = self.all[at];
        if block.start != start {
            return None;
        }
        self.all.copy_within(at + 1..self.count, at);
        self.count -= 1;
        Some(block)
    }

    /// The block in which all of `[address, address + len)` lies.
    pub fn find(&mut self, address: usize, len: usize) -> Option<&mut Block> {
        let at = self.behind(address).checked_sub(1)?;
        let block = &mut self.all[at];
        let offset = address - block.start;
        (offset <= block.usable && len <= block.usable - offset).then_some(block)
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(start: usize, usable: usize) -> Block {
        Block { start, asked: usable, usable, credit: 0 }
    }

    #[test]
    fn found_by_any_address_inside() {
        let mut blocks = Box::new(Blocks::new());
        for start in [300, 100, 200] {
            blocks.add(block(start, 50));
        }
        let mut find = |address, len| blocks.find(address, len).map(|b| b.start);
        assert_eq!(
            [find(100, 50), find(149, 1), find(220, 30), find(300, 0)],
            [Some(100), Some(100), Some(200), Some(300)]
        );
        assert_eq!([find(99, 1), find(149, 2), find(160, 1), find(400, 1)], [None; 4]);
        assert_eq!(blocks.remove(200), Some(block(200, 50)));
        assert_eq!((blocks.remove(200), blocks.find(220, 1)), (None, None));
        blocks.add(block(100, 70));
        assert_eq!(blocks.find(160, 1).copied(), Some(block(100, 70)));
    }

    #[test]
    fn a_full_table_takes_no_more() {
        let mut blocks = Box::new(Blocks::new());
        (0..MOST + 10).for_each(|i| blocks.add(block(i * 100, 50)));
        assert!(blocks.find((MOST - 1) * 100, 1).is_some() && blocks.find(MOST * 100, 1).is_none());
        assert!(blocks.remove(0).is_some());
        blocks.add(block(MOST * 100, 50));
        assert!(blocks.find(MOST * 100, 1).is_some());
    }
}
