//! Iteration over the blocks of a [`TypeLayout`]. (Copying iterates over the compiled form instead: see `compile`.)
use super::layout::{Loop, Shape, TypeLayout};

impl TypeLayout {
    /// Calls `f(offset, len)` for each block of one item, in type-map order.
    pub fn each(&self, f: &mut dyn FnMut(i64, u64)) {
        visit(self, 0, f);
    }
}

fn visit(layout: &TypeLayout, base: i64, f: &mut dyn FnMut(i64, u64)) {
    match &layout.shape {
        Shape::Solid => f(base + layout.true_lb, layout.size),
        Shape::Nest { loops, blocks } => {
            around(loops, base, &mut |at| blocks.iter().for_each(|&(offset, len)| f(at + offset, len)));
        }
        Shape::List { loops, parts } => {
            around(loops, base, &mut |at| parts.iter().for_each(|(offset, part)| visit(part, at + offset, f)));
        }
    }
}

fn around(loops: &[Loop], base: i64, f: &mut dyn FnMut(i64)) {
    match loops {
        [] => f(base),
        [first, rest @ ..] => (0..first.count as i64).for_each(|i| around(rest, base + i * first.stride, f)),
    }
}
