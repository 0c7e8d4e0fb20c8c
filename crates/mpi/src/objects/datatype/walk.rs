//! Iteration over the blocks of a [`TypeLayout`]. (Copying iterates over the compiled form instead: see `compile`.)
use super::layout::{Loop, Loops, Shape, TypeLayout};

impl TypeLayout {
    /// Calls `f(offset, len)` for each block of one item, in type-map order.
    pub fn each(&self, f: &mut dyn FnMut(i64, u64)) {
        visit(self, 0, f);
    }
}

impl TypeLayout {
    /// Calls `f(offset, len, row)` for each row of blocks of `len` bytes in one item, in type-map order: the first
    /// block begins at `offset`, the others follow by the row's stride. A block that belongs to no row is one of one
    /// step.
    pub fn each_row(&self, f: &mut dyn FnMut(i64, u64, Loop)) {
        if let Shape::Nest { loops, blocks } = &self.shape
            && let ([outer @ .., row], &[(offset, len)]) = (loops.as_slice(), blocks.as_slice())
        {
            return around(outer, 0, &mut |base| f(base + offset, len, *row));
        }
        self.each(&mut |offset, len| f(offset, len, Loop { count: 1, stride: 0 }));
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

/// The part of a layout's data bytes that is still to be visited.
struct Rest {
    skip: u64,
    len: u64,
}

impl Rest {
    /// Visits the wanted part of a block, and counts it. Returns false if `f` wants no more.
    fn block(&mut self, at: i64, len: u64, f: &mut dyn FnMut(i64, u64) -> bool) -> bool {
        if self.skip >= len {
            self.skip -= len;
            return true;
        }
        let here = (len - self.skip).min(self.len);
        let at = at + self.skip as i64;
        self.skip = 0;
        if here == 0 {
            return false;
        }
        self.len -= here;
        f(at, here) && self.len > 0
    }
}

impl TypeLayout {
    /// Calls `f(offset, len)` for the blocks of data bytes `skip` to `skip + len` of one item, in type-map order, until
    /// `f` returns false. Passes over whole steps of loops without visiting them.
    pub fn part(&self, skip: u64, len: u64, f: &mut dyn FnMut(i64, u64) -> bool) {
        if len > 0 {
            visit_part(self, 0, &mut Rest { skip, len }, f);
        }
    }

    /// Returns the number of blocks of one item, saturating.
    pub fn block_count(&self) -> u64 {
        let steps = |loops: &[Loop]| loops.iter().fold(1u64, |n, l| n.saturating_mul(l.count));
        match &self.shape {
            Shape::Solid => 1,
            Shape::Nest { loops, blocks } => steps(loops).saturating_mul(blocks.len() as u64),
            Shape::List { loops, parts } => {
                let each = parts.iter().fold(0u64, |n, (_, l)| n.saturating_add(l.block_count()));
                steps(loops).saturating_mul(each)
            }
        }
    }

    /// Returns the layout with every offset and length multiplied by `by.0 / by.1`, or `None` if one of them is no
    /// multiple of `by.1` or becomes too large.
    pub fn scaled(&self, by: (u64, u64)) -> Option<TypeLayout> {
        let distance = |n: i64| {
            let n = i128::from(n) * i128::from(by.0);
            let whole = n % i128::from(by.1) == 0;
            super::layout::distance(n / i128::from(by.1)).filter(|_| whole)
        };
        let length = |n: u64| distance(i64::try_from(n).ok()?).map(|n| n as u64);
        let turns = |loops: &[Loop]| {
            loops.iter().map(|l| Some(Loop { count: l.count, stride: distance(l.stride)? })).collect::<Option<Loops>>()
        };
        let shape = match &self.shape {
            Shape::Solid => Shape::Solid,
            Shape::Nest { loops, blocks } => Shape::Nest {
                loops: turns(loops)?,
                blocks: blocks.iter().map(|&(at, len)| Some((distance(at)?, length(len)?))).collect::<Option<_>>()?,
            },
            Shape::List { loops, parts } => Shape::List {
                loops: turns(loops)?,
                parts: parts.iter().map(|(at, l)| Some((distance(*at)?, l.scaled(by)?))).collect::<Option<_>>()?,
            },
        };
        Some(TypeLayout {
            size: length(self.size)?,
            lb: distance(self.lb)?,
            extent: distance(self.extent)?,
            true_lb: distance(self.true_lb)?,
            true_extent: distance(self.true_extent)?,
            marked: self.marked,
            shape,
        })
    }
}

/// Returns false once no more blocks are wanted.
fn visit_part(layout: &TypeLayout, base: i64, rest: &mut Rest, f: &mut dyn FnMut(i64, u64) -> bool) -> bool {
    if rest.skip >= layout.size {
        rest.skip -= layout.size;
        return true;
    }
    match &layout.shape {
        Shape::Solid => rest.block(base + layout.true_lb, layout.size, f),
        Shape::Nest { loops, blocks } => {
            let body = blocks.iter().map(|b| b.1).sum();
            part_around(loops, body, base, rest, &mut |at, rest| {
                blocks.iter().all(|&(offset, len)| rest.block(at + offset, len, f))
            })
        }
        Shape::List { loops, parts } => {
            let body = parts.iter().map(|(_, l)| l.size).sum();
            part_around(loops, body, base, rest, &mut |at, rest| {
                parts.iter().all(|(offset, part)| visit_part(part, at + offset, rest, f))
            })
        }
    }
}

/// Runs the loops round a body of `body` data bytes. Passes over the steps that `rest` skips whole.
fn part_around(
    loops: &[Loop],
    body: u64,
    base: i64,
    rest: &mut Rest,
    f: &mut dyn FnMut(i64, &mut Rest) -> bool,
) -> bool {
    let [first, inner @ ..] = loops else { return f(base, rest) };
    let each = inner.iter().fold(body, |n, l| n.saturating_mul(l.count));
    let passed = rest.skip.checked_div(each).unwrap_or(first.count).min(first.count);
    rest.skip -= passed * each;
    (passed as i64..first.count as i64).all(|i| part_around(inner, body, base + i * first.stride, rest, f))
}

#[cfg(test)]
mod tests {
    use super::super::place::Placing;
    use super::*;

    /// Checks that every part of nested types is what a walk over all of the type finds there.
    #[test]
    fn a_part_has_the_blocks_of_the_whole_walk() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let mut layout = TypeLayout::bytes(1 + random.u64(..9));
            for _ in 0..random.u32(..4) {
                layout = match random.u32(..3) {
                    0 => layout.repeat_by(1 + random.u64(..6), random.i64(0..90)).expect("small"),
                    1 => layout.resized(0, random.i64(1..60)),
                    _ => {
                        let mut placing = Placing::default();
                        for _ in 0..1 + random.u32(..4) {
                            placing.add(random.i64(0..200), random.u64(..20), &layout).expect("small");
                        }
                        placing.finish(1).expect("small")
                    }
                };
            }
            let mut all = Vec::new();
            layout.each(&mut |at, len| all.extend(at..at + len as i64));
            assert_eq!(all.len() as u64, layout.size);
            let mut by_rows = Vec::new();
            layout.each_row(&mut |at, len, row| {
                let starts = (0..row.count as i64).map(|i| at + i * row.stride);
                by_rows.extend(starts.flat_map(|start| start..start + len as i64));
            });
            assert_eq!(by_rows, all);
            for _ in 0..20 {
                let skip = random.u64(..layout.size + 1);
                let len = random.u64(..layout.size - skip + 1);
                let mut part = Vec::new();
                layout.part(skip, len, &mut |at, len| {
                    part.extend(at..at + len as i64);
                    true
                });
                assert_eq!(part, all[skip as usize..(skip + len) as usize]);
            }
            let double = layout.scaled((2, 1)).expect("small");
            assert_eq!((double.size, double.extent), (2 * layout.size, 2 * layout.extent));
            assert_eq!(double.scaled((1, 2)).expect("even"), layout);
        }
    }
}
