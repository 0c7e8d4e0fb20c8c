//! Where a datatype's bytes lie: a flat loop nest over blocks, and how it is packed and unpacked.
use clump::Region;

/// Offsets and lengths in bytes, relative to the buffer's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of data.
    pub size: u64,
    pub lb: i64,
    /// Distance from one item to the next.
    pub extent: i64,
    pub true_lb: i64,
    pub true_extent: i64,
    pub shape: Shape,
}

/// The bytes of one item, in type-map order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// One piece of `size` bytes at `true_lb`.
    Solid,
    /// For each step of all loops, outermost first, each block.
    Nest { loops: Vec<Loop>, blocks: Vec<(i64, u64)> },
}

/// One loop: `count` steps of `stride` bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loop {
    pub count: u64,
    pub stride: i64,
}

impl Layout {
    /// `size` bytes at offset 0.
    pub fn bytes(size: u64) -> Layout {
        let n = size as i64;
        Layout { size, lb: 0, extent: n, true_lb: 0, true_extent: n, shape: Shape::Solid }
    }

    /// Blocks (offset, length) that reach from 0 to `extent`.
    pub fn blocks(blocks: Vec<(i64, u64)>, extent: i64) -> Layout {
        let size = blocks.iter().map(|b| b.1).sum();
        let true_lb = blocks.iter().map(|b| b.0).min().unwrap_or(0);
        let true_ub = blocks.iter().map(|b| b.0 + b.1 as i64).max().unwrap_or(0);
        let shape = Shape::Nest { loops: Vec::new(), blocks };
        Layout { size, lb: 0, extent, true_lb, true_extent: true_ub - true_lb, shape }
    }

    /// `count` items in a row. `None` if that is more bytes than can be counted.
    pub fn repeat(&self, count: u64) -> Option<Layout> {
        if count == 0 {
            return Some(Layout::bytes(0));
        }
        let size = self.size.checked_mul(count).filter(|s| *s <= i64::MAX as u64)?;
        let steps = i64::try_from(count).ok()?;
        let extent = self.extent.checked_mul(steps)?;
        // A negative extent lets the items run downwards.
        let reach = self.extent.checked_mul(steps - 1)?;
        let shape = match &self.shape {
            Shape::Solid if self.extent == self.size as i64 => Shape::Solid,
            Shape::Solid => {
                let loops = vec![Loop { count, stride: self.extent }];
                Shape::Nest { loops, blocks: vec![(self.true_lb, self.size)] }
            }
            Shape::Nest { loops, blocks } => {
                let outer = Loop { count, stride: self.extent };
                Shape::Nest { loops: [&[outer], loops.as_slice()].concat(), blocks: blocks.clone() }
            }
        };
        Some(Layout {
            size,
            lb: self.lb + reach.min(0),
            extent: extent.abs(),
            true_lb: self.true_lb + reach.min(0),
            true_extent: self.true_extent + reach.abs(),
            shape,
        })
    }

    /// Items lie next to each other without holes, beginning at the address itself.
    pub fn solid(&self) -> bool {
        self.shape == Shape::Solid && self.extent == self.size as i64 && self.true_lb == 0
    }

    /// Calls `f(offset, len)` for each block of one item.
    pub fn each(&self, f: &mut dyn FnMut(i64, u64)) {
        match &self.shape {
            Shape::Solid => f(self.true_lb, self.size),
            Shape::Nest { loops, blocks } => walk(loops, blocks, 0, f),
        }
    }

    /// Where `count` items lie: offset of the first byte and length of the span.
    pub fn span(&self, count: u64) -> (i64, u64) {
        if count == 0 {
            return (0, 0);
        }
        let reach = self.extent * (count as i64 - 1);
        (self.true_lb + reach.min(0), (self.true_extent + reach.abs()) as u64)
    }

    /// Copies the data of `count` items to `packed`. `span` is the region that [`Layout::span`] describes.
    pub fn pack(&self, count: u64, span: Region, packed: Region) {
        self.copy(count, span, packed, true);
    }

    /// Copies as much of `packed` as it holds into `count` items.
    pub fn unpack(&self, count: u64, span: Region, packed: Region) {
        self.copy(count, span, packed, false);
    }

    fn copy(&self, count: u64, span: Region, packed: Region, out: bool) {
        let (start, _) = self.span(count);
        let mut at = 0usize;
        for item in 0..count {
            if at >= packed.len() {
                return;
            }
            let base = item as i64 * self.extent - start;
            self.each(&mut |offset, len| {
                let n = (len as usize).min(packed.len() - at);
                let piece = span.slice((base + offset) as usize, n);
                let place = packed.slice(at, n);
                if out {
                    place.copy_from(piece)
                } else {
                    piece.copy_from(place)
                };
                at += n;
            });
        }
    }
}

fn walk(loops: &[Loop], blocks: &[(i64, u64)], base: i64, f: &mut dyn FnMut(i64, u64)) {
    match loops {
        [] => blocks.iter().for_each(|&(offset, len)| f(base + offset, len)),
        [first, rest @ ..] => {
            for i in 0..first.count as i64 {
                walk(rest, blocks, base + i * first.stride, f);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump::Buffer;

    #[test]
    fn pairs_lose_their_padding_and_get_it_back() {
        let pair = Layout::blocks(vec![(0, 2), (4, 4)], 8);
        let three = pair.repeat(3).expect("small");
        assert_eq!((three.size, three.extent, three.solid()), (18, 24, false));
        let from = Buffer::copy_of(&(0..48).collect::<Vec<u8>>());
        let packed = Buffer::new(36);
        three.pack(2, from.region(), packed.region());
        assert_eq!(packed.region().to_vec()[..8], [0, 1, 4, 5, 6, 7, 8, 9]);
        let to = Buffer::new(48);
        three.unpack(2, to.region(), packed.region());
        for i in 0..48u8 {
            let want = if matches!(i % 8, 2 | 3) { 0 } else { i };
            assert_eq!(to.region().get::<u8>(i.into()), want);
        }
    }

    #[test]
    fn a_short_message_fills_a_part() {
        let pair = Layout::blocks(vec![(0, 2), (4, 4)], 8);
        let to = Buffer::new(16);
        pair.unpack(2, to.region(), Buffer::copy_of(&[9; 7]).region());
        assert_eq!(to.region().to_vec(), [9, 9, 0, 0, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0]);
    }
}
