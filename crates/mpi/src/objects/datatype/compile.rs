//! Compiles a [`TypeLayout`] to the nest of loops that copies it ([`clump::driver::Nest`]), for messages, packing and
//! unpacking.
use super::Type;
use super::layout::{Loop, Shape, TypeLayout};
use clump::driver::{Blocks, Nest, Region, Scattered};
use std::sync::Arc;

/// Most blocks of a nest that is compiled again to merge the items' own loop with the outermost loop. Larger: compiling
/// costs more than the merged loop saves.
const FEW: usize = 64;

impl Type {
    /// Returns `count` items (at least one) in `span`, the region that [`TypeLayout::span`] describes.
    pub fn scattered(&self, count: u64, span: Region) -> Scattered {
        let (start, _) = self.layout.span(count);
        let nest = match count {
            1 => self.one(),
            _ => match (self.layout.pieces() <= FEW).then(|| self.layout.repeat(count)).flatten() {
                Some(all) => Arc::new(all.compile()),
                None => Arc::new(Nest::repeat(self.one(), count, self.layout.extent)),
            },
        };
        Scattered::new(nest, span, start)
    }

    /// Returns the shape of the data of `count` items, which begins with the first byte of their span: equal blocks at
    /// a constant stride. Returns `None` if the data lies otherwise.
    pub fn blocks(&self, count: u64) -> Option<Blocks> {
        let l = &self.layout;
        let (len, stride) = match &l.shape {
            _ if count == 0 => return None,
            Shape::Solid if count == 1 || l.extent == l.size as i64 => return Some(Blocks::PIECE),
            Shape::Solid => (l.size, l.extent),
            Shape::Nest { loops, blocks } if count == 1 => match (loops.as_slice(), blocks.as_slice()) {
                ([row], [(_, len)]) => (*len, row.stride),
                _ => return None,
            },
            _ => return None,
        };
        Blocks::new(len, u64::try_from(stride).ok()?)
    }

    fn one(&self) -> Arc<Nest> {
        self.nest.get_or_init(|| Arc::new(self.layout.compile())).clone()
    }

    /// Copies the data of `count` items to `packed`, which must hold them all.
    pub fn pack(&self, count: u64, span: Region, packed: Region) {
        if count > 0 {
            self.scattered(count, span).copy_out(0, packed);
        }
    }

    /// Copies `packed` into the data of `count` items, or into the first items if `packed` is shorter.
    pub fn unpack(&self, count: u64, span: Region, packed: Region) {
        if count > 0 {
            self.scattered(count, span).copy_in(0, packed);
        }
    }
}

impl TypeLayout {
    fn compile(&self) -> Nest {
        match &self.shape {
            Shape::Solid => Nest::row(self.true_lb, 0, 1, self.size),
            Shape::Nest { loops, blocks } => match (loops.as_slice(), blocks.as_slice()) {
                ([outer @ .., last], &[(offset, len)]) => {
                    around(outer, Nest::row(offset, last.stride, last.count, len))
                }
                _ => around(loops, Nest::blocks(blocks)),
            },
            Shape::List { loops, parts } => {
                around(loops, Nest::list(parts.iter().map(|(offset, part)| (*offset, part.compile())).collect()))
            }
        }
    }

    /// Returns the number of pieces that cloning the layout copies.
    fn pieces(&self) -> usize {
        match &self.shape {
            Shape::Solid => 1,
            Shape::Nest { blocks, .. } => blocks.len(),
            Shape::List { parts, .. } => parts.iter().map(|(_, l)| l.pieces()).sum(),
        }
    }
}

fn around(loops: &[Loop], inner: Nest) -> Nest {
    loops.iter().rev().fold(inner, |nest, l| Nest::repeat(Arc::new(nest), l.count, l.stride))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::datatype::Signature;
    use clump_coll::memory::{lent_buffer, lent_copy};

    fn ty(layout: TypeLayout) -> Type {
        let bytes = layout.size;
        Type::new(layout, Signature::basic(crate::objects::datatype::Elem::U8).repeat(bytes), None)
    }

    /// Checks that packing random nested types yields the bytes of the blocks that the walk visits, in the walk's
    /// order.
    #[test]
    fn packing_follows_the_type_map() {
        let mut state = 1u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        for _ in 0..2000 {
            let mut layout = TypeLayout::bytes(1 + random(9));
            for _ in 0..random(4) {
                layout = match random(3) {
                    0 => layout.repeat_by(1 + random(9), random(90) as i64 - 30).expect("small"),
                    1 => layout.resized(random(5) as i64 - 2, random(60) as i64 - 20),
                    _ => {
                        let mut placing = crate::objects::datatype::place::Placing::default();
                        for _ in 0..1 + random(4) {
                            placing.add(random(200) as i64 - 50, random(80), &layout).expect("small");
                        }
                        placing.finish(1).expect("small")
                    }
                };
            }
            let count = 1 + random(4);
            let (start, len) = layout.span(count);
            let mut want = Vec::new();
            let mut span = vec![0u8; len as usize];
            span.iter_mut().enumerate().for_each(|(i, b)| *b = (i * 31 + i / 256) as u8);
            for item in 0..count as i64 {
                layout.each(&mut |at, n| {
                    let at = (item * layout.extent + at - start) as usize;
                    want.extend_from_slice(&span[at..at + n as usize]);
                });
            }
            let packed = lent_buffer(want.len());
            ty(layout).pack(count, lent_copy(&span).region(), packed.region());
            assert_eq!(packed.region().to_vec(), want);
        }
    }

    #[test]
    fn pairs_lose_their_padding_and_get_it_back() {
        let pair = TypeLayout::blocks(vec![(0, 2), (4, 4)], 8);
        let three = pair.repeat(3).expect("small");
        assert_eq!((three.size, three.extent, three.solid()), (18, 24, false));
        let from = lent_copy(&(0..48).collect::<Vec<u8>>());
        let packed = lent_buffer(36);
        ty(three.clone()).pack(2, from.region(), packed.region());
        assert_eq!(packed.region().to_vec()[..8], [0, 1, 4, 5, 6, 7, 8, 9]);
        let to = lent_buffer(48);
        ty(three.clone()).unpack(2, to.region(), packed.region());
        for i in 0..48u8 {
            let want = if matches!(i % 8, 2 | 3) { 0 } else { i };
            assert_eq!(to.region().get::<u8>(i.into()), want);
        }
    }

    #[test]
    fn a_short_message_fills_a_part() {
        let pair = TypeLayout::blocks(vec![(0, 2), (4, 4)], 8);
        let to = lent_buffer(16);
        ty(pair).unpack(2, to.region(), lent_copy(&[9; 7]).region());
        assert_eq!(to.region().to_vec(), [9, 9, 0, 0, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0]);
    }
}
