//! The layout of the memory that a window's ranks of one machine share: a control block for each rank, then the
//! parts.
use super::control;

/// Bytes of a page: the alignment of each part that is not contiguous.
const PAGE: usize = 4096;

/// The offsets of control blocks and parts. All ranks of a machine compute equal layouts from equal arguments.
#[derive(Clone, Debug)]
pub struct WindowLayout {
    control: usize,
    /// Offset and length of each part on this machine.
    parts: Vec<(usize, usize)>,
    total: usize,
}

impl WindowLayout {
    /// Returns a layout like [`WindowLayout::aligned`] with an alignment of 1.
    pub fn new(members: usize, near: &[u64], contiguous: bool) -> Option<WindowLayout> {
        WindowLayout::aligned(members, near, contiguous, 1)
    }

    /// Returns the layout of a window of `members` ranks; `near` has the bytes of the parts on this machine, in
    /// rank order. With `contiguous`, each part begins where the previous part ends, otherwise at a page. The first
    /// part, or each part that begins at a page, begins at a multiple of `alignment`, a power of two. Returns
    /// `None` if the total is more than can be addressed.
    pub fn aligned(members: usize, near: &[u64], contiguous: bool, alignment: usize) -> Option<WindowLayout> {
        let begin = alignment.max(PAGE);
        let control = control::size(members);
        let mut at = control.checked_mul(near.len())?.checked_next_multiple_of(begin)?;
        let mut parts = Vec::with_capacity(near.len());
        for &bytes in near {
            let bytes = usize::try_from(bytes).ok()?;
            parts.push((at, bytes));
            at = at.checked_add(bytes)?;
            if !contiguous {
                at = at.checked_next_multiple_of(begin)?;
            }
        }
        Some(WindowLayout { control, parts, total: at })
    }

    /// Returns the bytes of the whole memory.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Returns offset and length of the control block of the rank with index `near` on this machine.
    pub(super) fn control(&self, near: usize) -> (usize, usize) {
        (near * self.control, self.control)
    }

    /// Returns offset and length of the part of the rank with index `near` on this machine.
    pub fn part(&self, near: usize) -> (usize, usize) {
        self.parts[near]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_blocks_and_parts_are_disjoint_and_inside() {
        for contiguous in [true, false] {
            let l = WindowLayout::new(5, &[10, 0, 5000, 1], contiguous).expect("countable");
            let blocks = (0..4).map(|i| l.control(i)).chain((0..4).map(|i| l.part(i)));
            let ends = blocks.scan(0, |end, (at, len)| {
                assert!(at >= *end, "after the one before");
                *end = at + len;
                Some(*end)
            });
            assert!(ends.last().is_some_and(|end| end <= l.total()));
            assert_eq!(l.part(2).0 == l.part(0).0 + 10, contiguous);
            assert!(contiguous || l.part(2).0.is_multiple_of(PAGE));
        }
        let l = WindowLayout::aligned(5, &[10, 0, 5000, 1], false, 1 << 16).expect("countable");
        assert!((0..4).all(|i| l.part(i).0.is_multiple_of(1 << 16)));
        assert!(WindowLayout::new(1, &[u64::MAX, 1], true).is_none());
    }
}
