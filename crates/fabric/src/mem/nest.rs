//! A datatype compiled for copying: a nest of loops over blocks, entered at any byte of its packed form.
use super::Blocks;
use super::row::Row;
use std::sync::Arc;

/// How many packed bytes of a struct's items are copied as one group. In a group, one block of all items is copied
/// after the other, so the group must fit the nearest cache. Larger groups cost fewer steps.
const GROUPED: u64 = 8 << 10;

/// Describes which bytes to copy, in which order. Offsets are in bytes from an origin, which [`super::Scattered`]
/// places in memory.
#[derive(Debug)]
pub struct Nest {
    /// The number of data bytes.
    size: u64,
    body: Body,
}

#[derive(Debug)]
enum Body {
    /// Equal blocks at a constant stride.
    Row { start: i64, stride: i64, len: u64 },
    /// Blocks of any length: their offsets in memory, and their ascending starts among the packed bytes, followed by
    /// the end of the last block.
    Blocks { offsets: Box<[i64]>, starts: Box<[u64]> },
    /// Repetitions of `inner`, each `stride` bytes after the preceding one.
    Loop { stride: i64, inner: Arc<Nest> },
    /// Nests at offsets, in order, with `starts` as in [`Body::Blocks`].
    List { parts: Box<[(i64, Nest)]>, starts: Box<[u64]> },
}

impl Nest {
    /// Creates a nest of `count` blocks of `len` bytes, the first at `start`.
    pub fn row(start: i64, stride: i64, count: u64, len: u64) -> Nest {
        Nest { size: count.checked_mul(len).expect("a countable size"), body: Body::Row { start, stride, len } }
    }

    /// Creates a nest of blocks (offset, length), in order.
    pub fn blocks(blocks: &[(i64, u64)]) -> Nest {
        let full = || blocks.iter().filter(|b| b.1 > 0);
        let (starts, size) = sums(full().map(|b| b.1));
        Nest { size, body: Body::Blocks { offsets: full().map(|b| b.0).collect(), starts } }
    }

    /// Creates a nest of `count` repetitions of `inner`, each `stride` bytes after the preceding one.
    pub fn repeat(inner: Arc<Nest>, count: u64, stride: i64) -> Nest {
        Nest { size: inner.size.checked_mul(count).expect("a countable size"), body: Body::Loop { stride, inner } }
    }

    /// Creates a nest of a sequence of nests at offsets.
    pub fn list(parts: Vec<(i64, Nest)>) -> Nest {
        let parts: Box<[_]> = parts.into_iter().filter(|p| p.1.size > 0).collect();
        let (starts, size) = sums(parts.iter().map(|p| p.1.size));
        Nest { size, body: Body::List { parts, starts } }
    }

    /// Returns the number of data bytes.
    #[inline]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the offset of the first byte and the shape of the blocks, if the nest consists of equal blocks at a
    /// constant, positive stride.
    pub(super) fn blocks_of_row(&self) -> Option<(i64, Blocks)> {
        match self.body {
            // A single block is contiguous.
            Body::Row { start, len, .. } if len == self.size => Some((start, Blocks::PIECE)),
            Body::Row { start, stride, len } => Some((start, Blocks::new(len, u64::try_from(stride).ok()?)?)),
            _ => None,
        }
    }

    /// Calls `f(at, row)` for all rows that make up packed bytes `from` to `to`. The first packed byte of `row` is
    /// `at`.
    pub(super) fn run<F: FnMut(u64, Row)>(&self, from: u64, to: u64, f: &mut F) {
        assert!(from <= to && to <= self.size, "bytes {from} to {to} of {}", self.size);
        if from < to {
            self.visit(Window { from, to, at: 0, base: 0 }, f);
        }
    }

    fn visit<F: FnMut(u64, Row)>(&self, w: Window, f: &mut F) {
        match &self.body {
            &Body::Row { start, stride, len } => row(w, start, stride, len, f),
            Body::Blocks { offsets, starts } => {
                let mut i = first(starts, w.from);
                while i < offsets.len() && starts[i] < w.to {
                    row(w.inside(starts[i], starts[i + 1], offsets[i]), 0, 0, starts[i + 1] - starts[i], f);
                    i += 1;
                }
            }
            Body::Loop { stride, inner } => visit_loop(inner, *stride, w, f),
            Body::List { parts, starts } => {
                let mut i = first(starts, w.from);
                while i < parts.len() && starts[i] < w.to {
                    parts[i].1.visit(w.inside(starts[i], starts[i + 1], parts[i].0), f);
                    i += 1;
                }
            }
        }
    }
}

/// A request for packed bytes `from` to `to` of a nest, at least one byte. The nest begins at packed byte `at` of the
/// whole data, and at `base` in memory.
#[derive(Clone, Copy)]
struct Window {
    from: u64,
    to: u64,
    at: u64,
    base: i64,
}

impl Window {
    /// Returns the request for a part of this nest: the part has bytes `start` to `end`, and lies `offset` further on
    /// in memory.
    #[inline]
    fn inside(self, start: u64, end: u64, offset: i64) -> Window {
        let (from, to) = (self.from.max(start) - start, self.to.min(end) - start);
        Window { from, to, at: self.at + start, base: self.base.wrapping_add(offset) }
    }
}

/// Returns the running sums of the sizes, beginning with 0, and the total.
fn sums(sizes: impl Iterator<Item = u64>) -> (Box<[u64]>, u64) {
    let mut all = vec![0u64];
    let mut sum = 0u64;
    for s in sizes {
        sum = sum.checked_add(s).expect("a countable size");
        all.push(sum);
    }
    (all.into(), sum)
}

/// Returns the index of the part that holds packed byte `at`.
fn first(starts: &[u64], at: u64) -> usize {
    if at == 0 { 0 } else { starts.partition_point(|&s| s <= at) - 1 }
}

/// Visits blocks at a constant stride: the rest of the block in which the window begins, then whole blocks, then the
/// start of the block in which the window ends.
#[inline]
fn row<F: FnMut(u64, Row)>(w: Window, start: i64, stride: i64, len: u64, f: &mut F) {
    let mut from = w.from;
    let mut give = |from: u64, skip: u64, count: u64, bytes: u64| {
        let i = (from / len) as i64;
        let start = w.base.wrapping_add(start).wrapping_add(i.wrapping_mul(stride)).wrapping_add(skip as i64);
        f(w.at + from, Row { start, stride, count: count as usize, len: bytes as usize, step: len as usize });
    };
    let skip = from % len;
    if skip > 0 {
        let n = (len - skip).min(w.to - from);
        give(from, skip, 1, n);
        from += n;
    }
    let whole = (w.to - from) / len;
    if whole > 0 {
        give(from, 0, whole, len);
        from += whole * len;
    }
    if from < w.to {
        give(from, 0, 1, w.to - from);
    }
}

/// Visits a loop. If whole items consist of blocks, all first blocks form one row, all second blocks another, and so
/// on.
fn visit_loop<F: FnMut(u64, Row)>(inner: &Nest, stride: i64, w: Window, f: &mut F) {
    let size = inner.size;
    let step = |i: u64| w.inside(i * size, (i + 1) * size, (i as i64).wrapping_mul(stride));
    let mut i = w.from / size;
    if let Body::Blocks { offsets, starts } = &inner.body {
        if !w.from.is_multiple_of(size) {
            inner.visit(step(i), f);
            i += 1;
        }
        while (i + 1) * size <= w.to {
            let items = (w.to / size - i).min(GROUPED / size).max(1);
            let Window { at, base, .. } = step(i);
            for (k, &offset) in offsets.iter().enumerate() {
                let (start, len) = (base.wrapping_add(offset), (starts[k + 1] - starts[k]) as usize);
                f(at + starts[k], Row { start, stride, count: items as usize, len, step: size as usize });
            }
            i += items;
        }
    }
    while i * size < w.to {
        inner.visit(step(i), f);
        i += 1;
    }
}
