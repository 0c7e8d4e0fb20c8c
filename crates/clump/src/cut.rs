//! How a long message is divided: its receiver asks for one range at a time, and its sender answers each request in
//! rows of datagrams.

/// The most bytes of a row, which is a group of datagrams that leave in one system call.
pub(crate) const ROW: usize = 60 << 10;
/// The fewest bytes of a row: as many as one datagram carries on every network link.
const LEAST: usize = 1 << 10;

/// How the sender divides the answer to a request into rows. The receiver copies one row while the sender makes the
/// next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCut {
    /// Each row has as many bytes as one system call takes.
    Most,
    /// Each row has this many bytes.
    Fixed(usize),
    /// A request for `len` bytes is answered in rows of √(len · grain) bytes: the optimum of a pipeline whose
    /// slowest stage costs as much for each row as all other stages cost for `grain` bytes (`clump tune` measures
    /// the grain).
    Root(u64),
}

impl RowCut {
    /// Returns the bytes of each row that answers a request for `len` bytes.
    pub fn of(self, len: usize) -> usize {
        match self {
            RowCut::Most => usize::MAX,
            RowCut::Fixed(row) => row.clamp(LEAST, ROW),
            // Divide evenly: a very short last row would cost a whole row's overhead.
            RowCut::Root(grain) => {
                let row = ((len as u64).saturating_mul(grain).isqrt() as usize).clamp(LEAST, ROW);
                let rows = ((len + row / 2) / row).max(len.div_ceil(ROW)).max(1);
                len.div_ceil(rows).clamp(LEAST, ROW)
            }
        }
    }
}

/// How a receiver divides a message into requests, and a sender divides each answer into rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes that one request asks for.
    pub ask: u64,
    /// The most requests that may be in flight to one sender.
    pub depth: u32,
    /// How a sender divides each answer.
    pub rows: RowCut,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_with_the_root_of_the_length_and_divide_it_evenly() {
        assert_eq!(RowCut::Root(16 << 10).of(60 << 10), 30 << 10);
        assert_eq!(RowCut::Root(16 << 10).of(64 << 10), 32 << 10);
        assert_eq!(RowCut::Root(16 << 10).of(256 << 10), 52429);
        assert_eq!(RowCut::Root(16 << 10).of(100), LEAST);
        assert_eq!(RowCut::Root(u64::MAX).of(240 << 10), 60 << 10);
        assert_eq!((RowCut::Fixed(1).of(1 << 20), RowCut::Fixed(1 << 20).of(1 << 20)), (LEAST, ROW));
        assert!(RowCut::Most.of(0) > 1 << 30);
    }
}
