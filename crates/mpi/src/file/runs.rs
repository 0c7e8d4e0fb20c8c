//! Lists of pieces of a file in messages. Pieces of one length at one distance take one entry.
use crate::objects::file::view::Extent;
use clump::driver::{Nest, Region};

/// Pieces of equal length at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub offset: u64,
    pub len: u64,
    pub stride: u64,
    pub count: u64,
}

/// Size of a run in a message, in bytes.
pub const RUN: usize = 32;

impl Run {
    pub fn end(self) -> u64 {
        self.offset + (self.count - 1) * self.stride + self.len
    }

    /// Iterates over the pieces.
    pub fn pieces(self) -> impl Iterator<Item = Extent> {
        (0..self.count).map(move |i| Extent { offset: self.offset + i * self.stride, len: self.len })
    }

    pub fn write(self, to: Region, index: usize) {
        to.set(index, [self.offset, self.len, self.stride, self.count]);
    }

    pub fn read(from: Region, index: usize) -> Run {
        let [offset, len, stride, count] = from.get::<[u64; 4]>(index);
        Run { offset, len, stride, count }
    }
}

/// Returns the places of the runs' bytes, counted from `origin` in the file.
pub fn nest(runs: &[Run], origin: u64) -> Nest {
    let row = |r: &Run| Nest::row((r.offset - origin) as i64, r.stride as i64, r.count, r.len);
    match runs {
        [one] => row(one),
        many => Nest::list(many.iter().map(|r| (0, row(r))).collect()),
    }
}

/// Appends a piece, which lies behind the pieces so far.
pub fn push(runs: &mut Vec<Run>, piece: Extent) {
    let Extent { offset, len } = piece;
    match runs.last_mut() {
        Some(last) if last.count == 1 && last.end() == offset => last.len += len,
        Some(last) if last.len == len && last.count == 1 && offset > last.offset => {
            (last.stride, last.count) = (offset - last.offset, 2);
        }
        Some(last) if last.len == len && offset == last.offset + last.count * last.stride => last.count += 1,
        _ => runs.push(Run { offset, len, stride: len, count: 1 }),
    }
}

/// Returns the first byte of the runs' pieces, and the byte after the last one.
pub fn bounds<'a>(runs: impl Iterator<Item = &'a Run>) -> Option<(u64, u64)> {
    runs.fold(None, |all: Option<(u64, u64)>, r| {
        let (low, high) = all.unwrap_or((r.offset, r.end()));
        Some((low.min(r.offset), high.max(r.end())))
    })
}

/// Returns the bytes that the pieces cover, without overlaps, in ascending order.
pub fn covered<'a>(runs: impl Iterator<Item = &'a Run>) -> Vec<Extent> {
    let mut pieces: Vec<Extent> = runs.flat_map(|r| r.pieces()).collect();
    // The lists are sorted each for itself, which a stable sort makes use of.
    pieces.sort_by_key(|e| e.offset);
    let mut all: Vec<Extent> = Vec::new();
    for e in pieces {
        match all.last_mut() {
            Some(last) if e.offset <= last.end() => last.len = last.len.max(e.end() - last.offset),
            _ => all.push(e),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_the_pieces_that_were_pushed() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let (mut runs, mut at, mut bytes) = (Vec::new(), random.u64(..9), Vec::new());
            for _ in 0..random.usize(1..20) {
                let e = Extent { offset: at, len: random.u64(1..3) };
                push(&mut runs, e);
                bytes.extend(e.offset..e.end());
                at = e.end() + random.u64(..3);
            }
            let listed: Vec<u64> =
                runs.iter().flat_map(|r| r.pieces()).flat_map(|e| e.offset..e.offset + e.len).collect();
            assert_eq!(listed, bytes);
            assert_eq!(bounds(runs.iter()), Some((bytes[0], bytes[bytes.len() - 1] + 1)));
            assert_eq!(covered(runs.iter()).iter().map(|e| e.len).sum::<u64>(), bytes.len() as u64);
        }
    }

    #[test]
    fn overlapping_pieces_are_covered_once() {
        let run = |offset, len, stride, count| Run { offset, len, stride, count };
        let all = covered([run(0, 4, 10, 3), run(2, 10, 10, 1)].iter());
        assert_eq!(all, [Extent { offset: 0, len: 14 }, Extent { offset: 20, len: 4 }]);
    }
}
