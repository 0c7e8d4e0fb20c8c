//! The names that the program has given to communicators (MPI_Comm_set_name), in words that the launcher reads without
//! the rank's help. Reports of a hanging job show them. A rank has a few slots; a name takes the slot of its context,
//! and the communicator that had the slot before has no name in reports.
//!
//! **Access rule.** That of `collectives`: each slot is a record with a stamp.
use super::collectives::{read, write};
use super::layout::{COLLECTIVES, NAMES};
use super::segment::Segment;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many slots a rank has.
const SLOTS: usize = 16;
/// The words of a slot: its stamp, the context, and the text.
const WORDS: usize = 16;
/// The longest text in bytes, which is shorter than MPI_MAX_OBJECT_NAME allows.
const TEXT: usize = (WORDS - 2) * 8;
const _: () = assert!(NAMES + SLOTS * WORDS * 8 <= COLLECTIVES);

/// Writes the names that this rank knows.
pub struct NameWriter {
    slots: *const [[AtomicU64; WORDS]; SLOTS],
    /// How many names have been written.
    names: u64,
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for NameWriter {}

/// Returns the slot of a communicator's two contexts.
fn slot(context: u16) -> usize {
    usize::from(context / 2) % SLOTS
}

impl NameWriter {
    /// Returns the writer of `rank`. Only that rank may use it, and only one writer at a time.
    pub fn new(segment: &Arc<Segment>, rank: u32) -> NameWriter {
        NameWriter { slots: segment.names(rank), names: 0, _segment: segment.clone() }
    }

    /// Names the communicator with this context; an empty name is none.
    pub fn name(&mut self, context: u16, name: &[u8]) {
        // SAFETY: aligned words of the mapping, of which only atomics are used.
        let slots = unsafe { &*self.slots };
        let slot = &slots[slot(context)];
        let has_slot = slot[1].load(Ordering::Relaxed) == u64::from(context / 2);
        if name.is_empty() && !has_slot {
            return;
        }
        let mut text = [0; TEXT];
        let len = name.len().min(TEXT);
        text[..len].copy_from_slice(&name[..len]);
        let words = text.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        self.names += 1;
        write(slot, self.names, [u64::from(context / 2)].into_iter().chain(words));
    }
}

impl Segment {
    fn names(&self, rank: u32) -> *const [[AtomicU64; WORDS]; SLOTS] {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        self.at(self.layout().collectives(rank) + NAMES, SLOTS * WORDS * 8).cast()
    }

    /// Returns the name that `rank` knows for the communicator with this context, without control characters. It is
    /// untrusted: a broken rank may store any text.
    pub fn communicator_name(&self, rank: u32, context: u16) -> Option<String> {
        // SAFETY: aligned words of the mapping that this segment is, of which only atomics are used.
        let slots = unsafe { &*self.names(rank) };
        let (_, words) = read(&slots[slot(context)])?;
        let (of, text) = words.split_first()?;
        let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
        let text: String = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
        (*of == u64::from(context / 2) && !text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_until_they_are_taken_away_or_replaced() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut writer = NameWriter::new(&segment, 1);
        let says = |rank, context| segment.communicator_name(rank, context);
        assert_eq!(says(1, 4), None);
        writer.name(4, b"rows");
        writer.name(6, "Spalten \u{fc}\n\x1b[31m".as_bytes());
        assert_eq!((says(1, 4), says(1, 5)), (Some("rows".into()), Some("rows".into())), "both contexts");
        assert_eq!(says(1, 6).as_deref(), Some("Spalten \u{fc}[31m"), "without control characters");
        assert_eq!((says(0, 4), says(1, 8), says(1, 4 + 32)), (None, None, None));
        // Another communicator that has the same slot.
        writer.name(4 + 32, &[b'x'; 200]);
        assert_eq!((says(1, 4), says(1, 4 + 32)), (None, Some("x".repeat(TEXT))));
        writer.name(4, b"");
        assert!(says(1, 4 + 32).is_some(), "the freed communicator had lost its slot");
        writer.name(4 + 32, b"");
        assert_eq!(says(1, 4 + 32), None);
    }
}
