//! How a long message is cut on its way: into asks by its receiver, and each ask into rows by its sender.

/// Bytes of a row at most: pieces that leave in one system call.
pub(crate) const ROW: usize = 60 << 10;
/// No shorter rows: the longest datagram that every link carries.
const LEAST: usize = 1 << 10;

/// How an ask is cut into rows, each of which its receiver works on while the next one is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCut {
    /// As long as the system takes.
    Most,
    /// Of so many bytes.
    Fixed(usize),
    /// Of √(len · grain) bytes for an ask of `len`: the optimum of a pipeline whose slowest stage costs so much for
    /// each row as `grain` bytes cost in all others together (`clump tune`).
    Root(u64),
}

impl RowCut {
    /// Bytes of a row of an ask for `len` bytes.
    pub fn of(self, len: usize) -> usize {
        match self {
            RowCut::Most => usize::MAX,
            RowCut::Fixed(row) => row.clamp(LEAST, ROW),
            // Nothing is gained by a cut that leaves a crumb.
            RowCut::Root(grain) => {
                let row = ((len as u64).saturating_mul(grain).isqrt() as usize).clamp(LEAST, ROW);
                let rows = ((len + row / 2) / row).max(len.div_ceil(ROW)).max(1);
                len.div_ceil(rows).clamp(LEAST, ROW)
            }
        }
    }
}

/// Both cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes of an ask.
    pub ask: u64,
    /// So many asks may be under way to one sender.
    pub depth: u32,
    pub rows: RowCut,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_with_the_root_and_leave_no_crumbs() {
        assert_eq!(RowCut::Root(16 << 10).of(60 << 10), 30 << 10);
        assert_eq!(RowCut::Root(16 << 10).of(64 << 10), 32 << 10);
        assert_eq!(RowCut::Root(16 << 10).of(256 << 10), 52429);
        assert_eq!(RowCut::Root(16 << 10).of(100), LEAST);
        assert_eq!(RowCut::Root(u64::MAX).of(240 << 10), 60 << 10);
        assert_eq!((RowCut::Fixed(1).of(1 << 20), RowCut::Fixed(1 << 20).of(1 << 20)), (LEAST, ROW));
        assert!(RowCut::Most.of(0) > 1 << 30);
    }
}
