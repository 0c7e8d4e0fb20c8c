//! The places of a datatype's bytes, stored as a flat loop nest over blocks.
use smallvec::{SmallVec, smallvec};

/// Loops, outermost first. A part of an array of up to three dimensions needs no allocation.
pub type Loops = SmallVec<[Loop; 2]>;
/// Blocks: offset and length.
pub type BlockList = SmallVec<[(i64, u64); 1]>;

/// The layout of a datatype. Offsets and lengths are in bytes and count from the buffer's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeLayout {
    /// Number of data bytes in one item.
    pub size: u64,
    pub lb: i64,
    /// Distance from one item to the next, in bytes.
    pub extent: i64,
    pub true_lb: i64,
    pub true_extent: i64,
    /// True if the program set the bounds itself. They then also hold for every type that contains this type (MPI 5.0,
    /// 5.1.7).
    pub marked: bool,
    pub shape: Shape,
}

/// The bytes of one item, in type-map order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// One block of `size` bytes at `true_lb`.
    Solid,
    /// The blocks (offset, length), repeated for each step of all loops, outermost loop first.
    Nest { loops: Loops, blocks: BlockList },
    /// The parts, each at its offset, repeated for each step of all loops.
    List { loops: Loops, parts: Vec<(i64, TypeLayout)> },
}

impl Shape {
    /// Returns the shape `by` bytes further on. The place of a solid shape is in its layout.
    pub fn moved(mut self, by: i64) -> Shape {
        match &mut self {
            Shape::Nest { blocks, .. } => blocks.iter_mut().for_each(|b| b.0 += by),
            Shape::List { parts, .. } => parts.iter_mut().for_each(|p| p.0 += by),
            Shape::Solid => {}
        }
        self
    }
}

/// A loop of `count` steps, each `stride` bytes after the step before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loop {
    pub count: u64,
    pub stride: i64,
}

/// Upper bound of offsets and extents in bytes, chosen so that the sum of two of them cannot overflow.
const FAR: i128 = 1 << 61;

/// Converts a distance in bytes. Returns `None` if it exceeds [`FAR`].
pub fn distance(bytes: i128) -> Option<i64> {
    if bytes.abs() < FAR { i64::try_from(bytes).ok() } else { None }
}

impl TypeLayout {
    /// Returns the layout of `size` bytes at offset 0.
    pub fn bytes(size: u64) -> TypeLayout {
        let n = size as i64;
        TypeLayout { size, lb: 0, extent: n, true_lb: 0, true_extent: n, marked: false, shape: Shape::Solid }
    }

    /// Returns the layout of blocks (offset, length) that reach from 0 to `extent`.
    pub fn blocks(blocks: Vec<(i64, u64)>, extent: i64) -> TypeLayout {
        let size = blocks.iter().map(|b| b.1).sum();
        let true_lb = blocks.iter().map(|b| b.0).min().unwrap_or(0);
        let true_ub = blocks.iter().map(|b| b.0 + b.1 as i64).max().unwrap_or(0);
        let shape = Shape::Nest { loops: Loops::new(), blocks: blocks.into() };
        TypeLayout { size, lb: 0, extent, true_lb, true_extent: true_ub - true_lb, marked: false, shape }
    }

    /// Returns the layout of `count` items, one after another, or `None` if that layout is too large.
    pub fn repeat(&self, count: u64) -> Option<TypeLayout> {
        self.repeat_by(count, self.extent)
    }

    /// Returns the layout of `count` items, each `stride` bytes after the item before, or `None` if that layout is too
    /// large.
    pub fn repeat_by(&self, count: u64, stride: i64) -> Option<TypeLayout> {
        // An empty type contributes only bounds that the program set (MPI 5.0, 5.1.7).
        if count == 0 || (self.size == 0 && !self.marked) {
            return Some(TypeLayout::bytes(0));
        }
        let size = u64::try_from(distance(i128::from(self.size) * i128::from(count))?).ok()?;
        let reach = i128::from(stride) * i128::from(count - 1);
        let down = distance(reach.min(0))?;
        let shape = match &self.shape {
            shape if count == 1 || size == 0 => shape.clone(),
            Shape::Solid if stride == self.size as i64 => Shape::Solid,
            Shape::Solid => {
                Shape::Nest { loops: smallvec![Loop { count, stride }], blocks: smallvec![(self.true_lb, self.size)] }
            }
            Shape::Nest { loops, blocks } => {
                Shape::Nest { loops: around(Loop { count, stride }, loops), blocks: blocks.clone() }
            }
            Shape::List { loops, parts } => {
                Shape::List { loops: around(Loop { count, stride }, loops), parts: parts.clone() }
            }
        };
        // A negative stride moves the lower bounds; a positive stride moves the upper bounds.
        let (true_lb, true_extent) = match size {
            0 => (0, 0),
            _ => (self.true_lb + down, distance(i128::from(self.true_extent) + reach.abs())?),
        };
        let extent = distance(i128::from(self.extent) + reach.abs())?;
        Some(TypeLayout { size, lb: self.lb + down, extent, true_lb, true_extent, marked: self.marked, shape })
    }

    /// Returns the layout `by` bytes further on, or `None` if that is too far.
    pub fn moved(mut self, by: i64) -> Option<TypeLayout> {
        let end = |low: i64, len: i64| distance(i128::from(low) + i128::from(len) + i128::from(by));
        end(self.lb, self.extent)?;
        end(self.true_lb, self.true_extent)?;
        (self.lb, self.true_lb) = (end(self.lb, 0)?, end(self.true_lb, 0)?);
        self.shape = self.shape.moved(by);
        Some(self)
    }

    /// Returns the layout with these bounds, set by the program.
    pub fn resized(mut self, lb: i64, extent: i64) -> TypeLayout {
        (self.lb, self.extent, self.marked) = (lb, extent, true);
        self
    }

    /// Returns true if items follow each other without gaps, beginning at the buffer's address.
    pub fn solid(&self) -> bool {
        self.shape == Shape::Solid && self.extent == self.size as i64 && self.true_lb == 0
    }

    /// Returns the memory of `count` items including all gaps, as offset of the first byte and length. The memory is
    /// the union of the items' extents and the items' data.
    pub fn room(&self, count: u64) -> (i64, u64) {
        if count == 0 {
            return (0, 0);
        }
        let ends = [self.lb, self.lb + self.extent, self.true_lb, self.true_lb + self.true_extent];
        let low = ends.into_iter().fold(self.lb, i64::min);
        let high = ends.into_iter().fold(self.lb, i64::max);
        let reach = self.extent * (count as i64 - 1);
        (low + reach.min(0), (high - low + reach.abs()) as u64)
    }

    /// Returns the memory from the first to the last data byte of `count` items, as offset of the first byte and
    /// length.
    pub fn span(&self, count: u64) -> (i64, u64) {
        if count == 0 {
            return (0, 0);
        }
        let reach = self.extent * (count as i64 - 1);
        (self.true_lb + reach.min(0), (self.true_extent + reach.abs()) as u64)
    }
}

/// Puts the loop `outer` around `loops`. Merges `outer` with the outermost of `loops` if their steps form one sequence.
fn around(outer: Loop, loops: &[Loop]) -> Loops {
    let (outermost, inner) = match loops {
        [first, rest @ ..] if i128::from(first.stride) * i128::from(first.count) == i128::from(outer.stride) => {
            (Loop { count: first.count * outer.count, ..*first }, rest)
        }
        _ => (outer, loops),
    };
    let mut all: Loops = smallvec![outermost];
    all.extend_from_slice(inner);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_covers_extent_and_data_of_every_item() {
        let int = TypeLayout::bytes(4);
        assert_eq!(int.room(3), (0, 12));
        assert_eq!(int.room(0), (0, 0));
        // 64 bytes, of which the type has 4; data before the lower bound; a negative stride; data beyond the
        // extent.
        assert_eq!(int.clone().resized(0, 64).room(2), (0, 128));
        assert_eq!(int.clone().resized(16, 8).room(2), (0, 32));
        assert_eq!(int.clone().resized(-8, -16).room(2), (-40, 44));
        let wide = int.repeat_by(3, 100).expect("small").resized(0, 4);
        assert_eq!(wide.room(25), (0, 300));
    }
}
