//! Memory in several pieces, which together hold one sequence of bytes.
use super::Region;
use std::ops::Range;
use std::sync::Arc;

/// A list of regions. A clone shares the list.
#[derive(Debug, Clone)]
pub struct PieceList {
    /// Each piece, with its offset in the sequence.
    pieces: Arc<[(u64, Region)]>,
    len: u64,
}

impl PieceList {
    /// Creates a list of the regions, in order. Leaves out empty regions.
    pub fn new(regions: impl IntoIterator<Item = Region>) -> PieceList {
        let mut len = 0;
        let start = |region: Region| {
            len += region.len() as u64;
            (len - region.len() as u64, region)
        };
        let pieces = regions.into_iter().filter(|r| !r.is_empty()).map(start).collect();
        PieceList { pieces, len }
    }

    /// Returns the total number of bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    pub fn regions(&self) -> impl Iterator<Item = Region> {
        self.pieces.iter().map(|(_, region)| *region)
    }

    /// Calls `f` with the pieces of the bytes in `range`, in order. Panics if the range reaches past the end.
    #[inline]
    pub fn each(&self, range: Range<u64>, mut f: impl FnMut(Region)) {
        assert!(range.start <= range.end && range.end <= self.len(), "bytes {range:?} of {}", self.len());
        let mut at = range.start;
        let first = self.pieces.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        for (start, region) in &self.pieces[first..] {
            if at >= range.end {
                break;
            }
            let end = (start + region.len() as u64).min(range.end);
            f(region.slice((at - start) as usize, (end - at) as usize));
            at = end;
        }
    }

    /// Returns the list for the bytes in `range`. Panics if the range reaches past the end.
    pub fn part(&self, range: Range<u64>) -> PieceList {
        if range == (0..self.len) {
            return self.clone();
        }
        let mut regions = Vec::new();
        self.each(range, |region| regions.push(region));
        PieceList::new(regions)
    }

    /// Copies bytes from `offset` on into `to` until `to` is full. Panics if there are too few bytes.
    pub fn copy_out(&self, offset: u64, to: Region) {
        let mut done = 0;
        self.each(offset..offset + to.len() as u64, |from| done += to.from(done).copy_from(from));
    }

    /// Copies `from` to the bytes from `offset` on. Panics if `from` reaches past the end.
    pub fn copy_in(&self, offset: u64, from: Region) {
        let mut done = 0;
        self.each(offset..offset + from.len() as u64, |to| done += to.copy_from(from.from(done)));
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_is_where_the_pieces_say(lens in prop::collection::vec(0usize..40, 0..8), a: usize, b: usize) {
            let len: usize = lens.iter().sum();
            let bytes: Vec<u8> = (0..len).map(|i| (i * 7 + 1) as u8).collect();
            let mut at = 0;
            let buffers: Vec<Leaked> = lens.iter().map(|n| {
                at += n;
                Leaked::copy_of(&bytes[at - n..at])
            }).collect();
            let pieces = PieceList::new(buffers.iter().map(Leaked::region));
            prop_assert_eq!(pieces.len(), len as u64);
            let (from, to) = ((a % (len + 1)).min(b % (len + 1)), (a % (len + 1)).max(b % (len + 1)));
            let out = Leaked::new(to - from);
            pieces.copy_out(from as u64, out.region());
            prop_assert_eq!(&out.region().to_vec(), &bytes[from..to]);
            let part = pieces.part(from as u64..to as u64);
            prop_assert_eq!(part.len(), (to - from) as u64);
            part.copy_in(0, Leaked::copy_of(&vec![0xee; to - from]).region());
            let mut want = bytes;
            want[from..to].fill(0xee);
            let got: Vec<u8> = buffers.iter().flat_map(|b| b.region().to_vec()).collect();
            prop_assert_eq!(got, want);
        }
    }

    #[test]
    #[should_panic(expected = "bytes 3..5 of 4")]
    fn copying_past_the_end_panics() {
        let buffer = Leaked::new(4);
        PieceList::new([buffer.region()]).copy_in(3, Leaked::new(2).region());
    }
}
