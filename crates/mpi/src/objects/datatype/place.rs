//! Layouts placed at displacements, from which all indexed and struct types are built.
use super::layout::{Loop, Loops, Shape, TypeLayout, distance};
use smallvec::smallvec;

/// Most blocks of a nest that is taken apart so that its blocks can merge with their neighbours. Larger: building the
/// type takes longer.
const SMALL: u64 = 64;

/// Collects layouts, each repeated and placed at a displacement.
#[derive(Debug, Default)]
pub struct Placing {
    size: u128,
    parts: Vec<(i64, TypeLayout)>,
    /// Blocks (offset, length) added since the last part, in order. Adjacent blocks are merged.
    blocks: Vec<(i64, u64)>,
    /// Lower and upper bound of all parts.
    all: Option<(i64, i64)>,
    /// Lower and upper bound of the parts whose bounds the program set.
    marked: Option<(i64, i64)>,
    data: Option<(i64, i64)>,
}

impl Placing {
    /// Adds `count` items of `base` at `displacement` bytes. Returns `None` if the layout is too large.
    pub fn add(&mut self, displacement: i64, count: u64, base: &TypeLayout) -> Option<()> {
        if count == 0 || (base.size == 0 && !base.marked) {
            return Some(());
        }
        let items = base.repeat(count)?;
        let bounds = |lb: i64, extent: i64| {
            let low = i128::from(displacement) + i128::from(lb);
            Some((distance(low)?, distance(low + i128::from(extent))?))
        };
        let own = bounds(items.lb, items.extent)?;
        widen(&mut self.all, own);
        if items.marked {
            widen(&mut self.marked, own);
        }
        if items.size == 0 {
            return Some(());
        }
        widen(&mut self.data, bounds(items.true_lb, items.true_extent)?);
        self.size += u128::from(items.size);
        if number(&items.shape) <= SMALL {
            items.each(&mut |offset, len| self.block(displacement + offset, len));
        } else {
            self.close();
            self.parts.push((displacement, items));
        }
        Some(())
    }

    fn block(&mut self, offset: i64, len: u64) {
        match self.blocks.last_mut() {
            Some(last) if last.0 + last.1 as i64 == offset => last.1 += len,
            _ if len > 0 => self.blocks.push((offset, len)),
            _ => {}
        }
    }

    /// Turns the blocks collected so far into a part.
    fn close(&mut self) {
        let blocks = std::mem::take(&mut self.blocks);
        if !blocks.is_empty() {
            let mut part = TypeLayout::blocks(blocks, 0);
            part.shape = simplest(part.shape);
            self.parts.push((0, part));
        }
    }

    /// Returns the layout. Rounds the extent up to a multiple of `align` unless the program set the bounds.
    pub fn finish(mut self, align: u64) -> Option<TypeLayout> {
        self.close();
        let Some((lb, ub)) = self.marked.or(self.all) else {
            return Some(TypeLayout::bytes(0));
        };
        let mut extent = ub - lb;
        if self.marked.is_none() && extent > 0 {
            extent = distance(i128::from((extent as u64).checked_next_multiple_of(align)?))?;
        }
        let (true_lb, true_ub) = self.data.unwrap_or((0, 0));
        let size = distance(i128::try_from(self.size).ok()?)? as u64;
        let shape = match self.parts.pop() {
            None => Shape::Solid,
            Some((offset, part)) if self.parts.is_empty() => part.shape.moved(offset),
            Some(last) => {
                self.parts.push(last);
                Shape::List { loops: Loops::new(), parts: self.parts }
            }
        };
        let (marked, true_extent) = (self.marked.is_some(), true_ub - true_lb);
        Some(TypeLayout { size, lb, extent, true_lb, true_extent, marked, shape })
    }
}

/// Returns the layout of `count` items of `base` at `displacement` bytes, or `None` if that layout is too large.
pub fn place(displacement: i64, count: u64, base: &TypeLayout) -> Option<TypeLayout> {
    // Repeated solid items are solid or a loop already, so no blocks would merge.
    if base.shape == Shape::Solid && base.size > 0 && count > 0 {
        return base.repeat(count)?.moved(displacement);
    }
    let mut p = Placing::default();
    p.add(displacement, count, base)?;
    p.finish(1)
}

fn widen(bounds: &mut Option<(i64, i64)>, by: (i64, i64)) {
    let (low, high) = bounds.unwrap_or(by);
    *bounds = Some((low.min(by.0), high.max(by.1)));
}

/// Returns the number of blocks in a shape.
fn number(shape: &Shape) -> u64 {
    let steps = |loops: &[Loop]| loops.iter().fold(1u64, |n, l| n.saturating_mul(l.count));
    match shape {
        Shape::Solid => 1,
        Shape::Nest { loops, blocks } => steps(loops).saturating_mul(blocks.len() as u64),
        Shape::List { loops, parts } => {
            let each = parts.iter().fold(0u64, |n, (_, l)| n.saturating_add(number(&l.shape)));
            steps(loops).saturating_mul(each)
        }
    }
}

/// Returns the simplest equal shape: turns a single block into a solid shape, and equal blocks at equal distances into
/// a loop.
fn simplest(shape: Shape) -> Shape {
    let Shape::Nest { loops, blocks } = shape else {
        return shape;
    };
    match blocks.as_slice() {
        [_] if loops.is_empty() => Shape::Solid,
        [first, second, ..] if loops.is_empty() => {
            let stride = second.0 - first.0;
            if blocks.windows(2).all(|w| w[1].0 - w[0].0 == stride && w[1].1 == first.1) {
                let loops = smallvec![Loop { count: blocks.len() as u64, stride }];
                return Shape::Nest { loops, blocks: smallvec![*first] };
            }
            Shape::Nest { loops, blocks }
        }
        _ => Shape::Nest { loops, blocks },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(l: &TypeLayout) -> Vec<(i64, u64)> {
        let mut all = Vec::new();
        l.each(&mut |offset, len| all.push((offset, len)));
        all
    }

    #[test]
    fn adjacent_blocks_merge_and_evenly_spaced_ones_become_a_loop() {
        let int = TypeLayout::bytes(4);
        let mut p = Placing::default();
        for (at, n) in [(8, 2), (16, 1), (100, 0), (20, 3)] {
            p.add(at, n, &int).expect("small");
        }
        let l = p.finish(1).expect("small");
        assert_eq!((l.shape.clone(), l.lb, l.extent, l.true_lb, l.size), (Shape::Solid, 8, 24, 8, 24));
        let mut p = Placing::default();
        (0..5).for_each(|i| p.add(40 - 10 * i, 1, &int).expect("small"));
        let l = p.finish(1).expect("small");
        assert!(matches!(&l.shape, Shape::Nest { loops, .. } if loops[..] == [Loop { count: 5, stride: -10 }]));
        assert_eq!((l.lb, l.extent, blocks(&l)[4]), (0, 44, (0, 4)));
    }

    #[test]
    fn bounds_set_by_the_program_are_inherited_and_other_extents_are_padded() {
        let (int, double) = (TypeLayout::bytes(4), TypeLayout::bytes(8));
        let mut p = Placing::default();
        p.add(0, 1, &double).expect("small");
        p.add(8, 1, &int).expect("small");
        assert_eq!(p.finish(8).expect("small").extent, 16);
        let mut p = Placing::default();
        p.add(0, 2, &int.clone().resized(-3, 9)).expect("small");
        p.add(100, 1, &int).expect("small");
        let l = p.finish(4).expect("small");
        assert_eq!((l.lb, l.extent, l.true_lb, l.true_extent), (-3, 18, 0, 104));
    }

    #[test]
    fn a_placed_solid_layout_is_what_placing_its_blocks_makes() {
        let solid = |lb, extent| TypeLayout::bytes(8).moved(16).expect("near").resized(lb, extent);
        let bases = [TypeLayout::bytes(8), solid(0, 24), solid(-4, 8), solid(0, -40), solid(8, 0)];
        for base in bases {
            for (displacement, count) in [(0, 1), (-3, 2), (100, 3), (0, 64), (7, 65), (1, 1000)] {
                let mut p = Placing::default();
                p.add(displacement, count, &base).expect("small");
                assert_eq!(place(displacement, count, &base), p.finish(1), "{count} of {base:?} at {displacement}");
            }
        }
        let far = (1 << 61) - 1;
        assert_eq!(
            (place(far, 1, &TypeLayout::bytes(8)), place(far - 8, 1, &TypeLayout::bytes(8)).is_some()),
            (None, true)
        );
    }

    #[test]
    fn large_nests_are_not_taken_apart() {
        let many = TypeLayout::bytes(1).repeat_by(1 << 40, 2).expect("countable");
        let mut p = Placing::default();
        p.add(-1, 1, &TypeLayout::bytes(1)).expect("small");
        p.add(8, 1, &many).expect("countable");
        let l = p.finish(1).expect("countable");
        assert!(matches!(&l.shape, Shape::List { parts, .. } if parts.len() == 2));
        assert_eq!((l.size, l.true_extent), ((1 << 40) + 1, (2 << 40) + 8));
        assert!(many.repeat_by(1 << 40, i64::MAX).is_none());
        assert!(place(i64::MAX, 1, &many).is_none());
    }
}
