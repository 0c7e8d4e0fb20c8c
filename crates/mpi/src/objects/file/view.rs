//! The view of a file (MPI 5.0, 14.3): which bytes of the file a process sees, as a stream without gaps. The stream's
//! positions are counted in bytes as the file has them.
use super::datarep::Representation;
use crate::abi;
use crate::error::{Result, error};
use crate::objects::datatype::TypeLayout;

/// A process's view of a file.
#[derive(Debug)]
pub struct FileView {
    pub displacement: u64,
    /// The program's datatypes, which the view keeps alive.
    pub etype: abi::Datatype,
    pub filetype: abi::Datatype,
    /// Number of bytes of an etype in the file.
    pub unit: u64,
    /// The filetype's places, in bytes of the file.
    pub layout: TypeLayout,
    /// True if the stream's places in the file ascend. Items of a filetype whose extent is smaller than its true extent
    /// interleave; legal filetypes of files that are only read may overlap.
    pub ascends: bool,
    pub representation: Representation,
}

/// Contiguous bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub offset: u64,
    pub len: u64,
}

impl Extent {
    pub fn end(self) -> u64 {
        self.offset + self.len
    }
}

impl FileView {
    /// Returns the stream's position of an etype, or an error if an access of `len` bytes from there on would pass the
    /// largest offset of a file.
    pub fn reachable(&self, first: u64, len: u64) -> Result<u64> {
        let far = || error(abi::MPI_ERR_ARG, format!("etype {first} lies beyond the largest offset of a file"));
        let start = first.checked_mul(self.unit).ok_or_else(far)?;
        let end = start.checked_add(len).ok_or_else(far)?;
        let items = i128::from(end / self.layout.size.max(1)) + 1;
        let reach = items * i128::from(self.layout.extent.max(self.layout.true_extent)) + i128::from(self.displacement);
        if reach < 1 << 62 { Ok(start) } else { Err(far()) }
    }

    /// Returns the view that a file has when it is opened: all of its bytes.
    pub fn whole() -> FileView {
        FileView {
            displacement: 0,
            etype: abi::MPI_BYTE,
            filetype: abi::MPI_BYTE,
            unit: 1,
            layout: TypeLayout::bytes(1),
            ascends: true,
            representation: Representation::Native,
        }
    }

    /// Returns true if the view has no bytes.
    pub fn is_empty(&self) -> bool {
        self.layout.size == 0
    }

    /// Returns true if the view has no gaps.
    pub fn is_solid(&self) -> bool {
        self.layout.solid()
    }

    /// Returns the average number of contiguous bytes; `u64::MAX` if there are no gaps.
    pub fn average_piece(&self) -> u64 {
        match self.is_solid() {
            true => u64::MAX,
            false => (self.layout.size / self.layout.block_count().max(1)).max(1),
        }
    }

    /// Returns where the stream's bytes `from` to `from + len` lie in the file, or the first `most` extents of them.
    /// Joins bytes that follow each other.
    pub fn extents(&self, from: u64, len: u64, most: usize) -> Vec<Extent> {
        if self.is_empty() || len == 0 {
            return Vec::new();
        }
        if self.is_solid() {
            return vec![Extent { offset: self.displacement + from, len }];
        }
        let mut all: Vec<Extent> = Vec::new();
        let size = self.layout.size;
        let (mut at, end, mut more) = (from, from.saturating_add(len), true);
        while at < end && more {
            let (item, skip) = (at / size, at % size);
            let here = (size - skip).min(end - at);
            let base = self.displacement as i64 + item as i64 * self.layout.extent;
            self.layout.part(skip, here, &mut |offset, len| {
                let (offset, full) = ((base + offset) as u64, all.len() == most);
                match all.last_mut() {
                    Some(last) if last.end() == offset => last.len += len,
                    _ if full => more = false,
                    _ => all.push(Extent { offset, len }),
                }
                more
            });
            at += here;
        }
        all
    }

    /// Returns the place in the file of the stream's byte `at`.
    pub fn offset(&self, at: u64) -> u64 {
        self.extents(at, 1, 1).first().map_or(self.displacement, |e| e.offset)
    }

    /// Returns the number of the stream's bytes that lie before `offset` in the file. The places of a filetype never
    /// decrease (MPI 5.0, 14.1.1), so a binary search finds it.
    pub fn position(&self, offset: u64) -> u64 {
        let Some(inside) = offset.checked_sub(self.displacement).filter(|_| !self.is_empty()) else { return 0 };
        if self.is_solid() {
            return inside;
        }
        // Each item has `size` bytes, and begins `extent` after the item before.
        let (size, extent) = (self.layout.size, self.layout.extent.max(1) as u64);
        let reach = (self.layout.true_lb + self.layout.true_extent).max(0) as u64;
        let before = inside.saturating_sub(reach) / extent;
        let (mut low, mut high) = (before.saturating_mul(size), (inside / extent + 1).saturating_mul(size));
        while low < high {
            let middle = low + (high - low) / 2;
            if self.offset(middle) < offset { low = middle + 1 } else { high = middle }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 3 of every 10 bytes, from the second byte on: 2 of them in an item of 25 bytes, 100 bytes into the file.
    fn rows() -> FileView {
        let layout = TypeLayout::bytes(3).repeat_by(2, 10).expect("small");
        let layout = crate::objects::datatype::placed(1, 1, &layout).expect("small").resized(0, 25);
        FileView { displacement: 100, layout, ..FileView::whole() }
    }

    #[test]
    fn extents_join_and_stop_at_the_limit() {
        let at = |offset, len| Extent { offset, len };
        assert_eq!(rows().extents(0, 8, 9), [at(101, 3), at(111, 3), at(126, 2)]);
        assert_eq!(rows().extents(4, 3, 9), [at(112, 2), at(126, 1)]);
        assert_eq!(rows().extents(0, 60, 2), [at(101, 3), at(111, 3)]);
        assert_eq!(rows().extents(600, 1, 1), [at(2601, 1)]);
        assert_eq!(FileView::whole().extents(7, 1 << 40, 1), [at(7, 1 << 40)]);
        let touching = FileView { layout: TypeLayout::bytes(3).repeat_by(2, 3).expect("small"), ..FileView::whole() };
        assert_eq!(touching.extents(1, 20, 9), [at(1, 20)]);
    }

    #[test]
    fn positions_are_the_inverse_of_offsets() {
        for view in [rows(), FileView::whole(), FileView { displacement: 9, ..FileView::whole() }] {
            for at in 0..100 {
                assert_eq!(view.position(view.offset(at)), at);
                assert_eq!(view.position(view.offset(at) + 1), at + 1);
            }
            assert_eq!(view.position(0), 0);
        }
        assert_eq!((rows().position(105), rows().position(120)), (3, 6));
    }
}
