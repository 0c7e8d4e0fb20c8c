//! Packing and unpacking: the loop nest of a [`Layout`], run over the program's bytes and packed ones.
use super::layout::{Layout, Loop, Shape};
use crate::ffi::strided::Blocks;
use clump::Region;

/// Up to so many blocks, a nest is copied to put the items' own loop around it.
const FEW: usize = 64;

impl Layout {
    /// Calls `f(offset, len)` for each block of one item, in type-map order.
    pub fn each(&self, f: &mut dyn FnMut(i64, u64)) {
        visit(self, 0, &mut |b: Blocks| {
            for i in 0..b.count as i64 {
                f(b.start + i * b.stride, b.len as u64);
            }
            true
        });
    }

    /// Copies the data of `count` items to `packed`. `span` is the region that [`Layout::span`] describes.
    pub fn pack(&self, count: u64, span: Region, packed: Region) {
        self.copy(count, span, packed, Blocks::gather);
    }

    /// Copies as much of `packed` as it holds into `count` items.
    pub fn unpack(&self, count: u64, span: Region, packed: Region) {
        self.copy(count, span, packed, Blocks::scatter);
    }

    fn copy(&self, count: u64, span: Region, packed: Region, run: impl Fn(Blocks, Region, Region)) {
        let (start, _) = self.span(count);
        let mut at = 0usize;
        let mut step = |b: Blocks| {
            let whole = b.count.min((packed.len() - at) / b.len.max(1));
            let n = whole * b.len;
            run(Blocks { count: whole, ..b }, span, packed.slice(at, n));
            at += n;
            if whole < b.count {
                // The message ends inside this block.
                let len = packed.len() - at;
                let start = b.start + b.stride * whole as i64;
                run(Blocks { start, count: 1, len, stride: 0 }, span, packed.slice(at, len));
                at += len;
            }
            at < packed.len()
        };
        if count > 1
            && self.pieces() <= FEW
            && let Some(all) = self.repeat(count)
        {
            visit(&all, -start, &mut step);
            return;
        }
        for item in 0..count as i64 {
            if !visit(self, item * self.extent - start, &mut step) {
                return;
            }
        }
    }

    /// How much there is to copy when the layout is cloned.
    fn pieces(&self) -> usize {
        match &self.shape {
            Shape::Solid => 1,
            Shape::Nest { blocks, .. } => blocks.len(),
            Shape::List { parts, .. } => parts.iter().map(|(_, l)| l.pieces()).sum(),
        }
    }
}

/// Runs `f` over all blocks of one item at `base` until it says false.
fn visit(layout: &Layout, base: i64, f: &mut impl FnMut(Blocks) -> bool) -> bool {
    match &layout.shape {
        Shape::Solid => f(one(base + layout.true_lb, layout.size)),
        Shape::Nest { loops, blocks } => nest(loops, blocks, base, f),
        Shape::List { loops, parts } => list(loops, parts, base, f),
    }
}

fn one(start: i64, len: u64) -> Blocks {
    Blocks { start, stride: 0, count: 1, len: len as usize }
}

fn nest(loops: &[Loop], blocks: &[(i64, u64)], base: i64, f: &mut impl FnMut(Blocks) -> bool) -> bool {
    match (loops, blocks) {
        ([], _) => blocks.iter().all(|&(offset, len)| f(one(base + offset, len))),
        (&[Loop { count, stride }], &[(offset, len)]) => {
            f(Blocks { start: base + offset, stride, count: count as usize, len: len as usize })
        }
        ([first, rest @ ..], _) => (0..first.count as i64).all(|i| nest(rest, blocks, base + i * first.stride, f)),
    }
}

fn list(loops: &[Loop], parts: &[(i64, Layout)], base: i64, f: &mut dyn FnMut(Blocks) -> bool) -> bool {
    match loops {
        [] => parts.iter().all(|(offset, part)| visit(part, base + offset, &mut |b| f(b))),
        [first, rest @ ..] => (0..first.count as i64).all(|i| list(rest, parts, base + i * first.stride, f)),
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
