//! EQA's buffer for several processes of one machine ("Efficient Reliable Broadcast on Commodity Clusters", 3.1): one
//! process produces entries (BUF and HMS), others retrieve them, each at its own pace (LMS).
//!
//! **Access rule.** The memory begins as zero. Word 0 counts the produced entries; only the producer changes it
//! (release). Each consumer has a cursor in a line of its own: 0 is free; [`WAITS`] asks the producer to let the
//! consumer in; any other value is the number of the consumer's next entry, plus 1. A consumer takes a free cursor and
//! asks by an exchange. The producer lets it in with its next entry, also by an exchange, because the consumer may
//! withdraw. From then on only the consumer changes its cursor, after it has read an entry (release). The producer
//! fills a slot only if every cursor has passed the slot's last entry (acquire): these cursors are the entry's
//! references.
use super::atomic::Word;
use crate::mem::Region;
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of a cursor whose consumer has asked to be let in.
pub(super) const WAITS: u64 = u64::MAX;
/// Bytes of a line: no two cursors share one.
const LINE: usize = 64;
/// Bytes before a slot's bytes: their number.
const HEAD: usize = 8;

/// The sizes of a shared buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryShape {
    /// Number of entries that may wait.
    pub slots: usize,
    /// The longest entry, in bytes.
    pub room: usize,
    /// The most consumers.
    pub cursors: usize,
}

impl EntryShape {
    /// Returns how many bytes of memory the buffer needs; `None` if that is more than a process can map.
    pub fn bytes(&self) -> Option<usize> {
        let slots = self.slots.checked_mul(self.slot()?)?;
        slots
            .checked_add(LINE.checked_mul(self.cursors.checked_add(1)?)?)
            .filter(|&all| all < 1 << 47 && self.slots > 0)
    }

    fn slot(&self) -> Option<usize> {
        self.room.checked_add(HEAD)?.checked_next_multiple_of(LINE)
    }
}

/// The words and slots of a buffer in memory.
#[derive(Clone, Copy, Debug)]
struct Laid {
    memory: Region,
    shape: EntryShape,
}

impl Laid {
    /// # Panics
    /// If the memory is too small for the shape.
    fn new(memory: Region, shape: EntryShape) -> Laid {
        let fits = shape.bytes().is_some_and(|bytes| bytes <= memory.len());
        assert!(fits && memory.is_atomic(0, 8), "memory of {} bytes for {shape:?}", memory.len());
        Laid { memory, shape }
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        self.memory.cell::<u64>(at)
    }

    fn produced(&self) -> &AtomicU64 {
        self.word(0)
    }

    fn cursor(&self, at: usize) -> &AtomicU64 {
        self.word(LINE * (1 + at))
    }

    /// Returns the word that names the consumer of a cursor: its rank plus 1.
    fn consumer(&self, at: usize) -> &AtomicU64 {
        self.word(LINE * (1 + at) + 8)
    }

    fn cursors(&self) -> impl Iterator<Item = &AtomicU64> {
        (0..self.shape.cursors).map(|at| self.cursor(at))
    }

    fn slot(&self, number: u64) -> Region {
        let (slots, each) = (self.shape.slots as u64, self.shape.slot().unwrap_or(0));
        self.memory.slice(LINE * (1 + self.shape.cursors) + (number % slots) as usize * each, each)
    }
}

/// Lets a consumer in that has asked: the entry numbered `produced` will be its first.
pub(super) fn let_in<W: Word<Value = u64>>(cursor: &W, produced: u64) {
    if cursor.load(Ordering::Acquire) == WAITS {
        // The consumer may have withdrawn meanwhile. A spurious failure lets it in with the next entry.
        let _ = cursor.exchange(WAITS, produced + 1, Ordering::AcqRel, Ordering::Relaxed);
    }
}

/// Returns true if no consumer still needs the entry whose slot entry `produced` will fill.
pub(super) fn has_passed<W: Word<Value = u64>>(cursor: &W, produced: u64, slots: u64) -> bool {
    match cursor.load(Ordering::Acquire) {
        0 | WAITS => true,
        next => produced - (next - 1) < slots,
    }
}

/// Takes a free cursor, and asks to be let in. Returns false if the cursor is not free.
pub(super) fn ask<W: Word<Value = u64>>(cursor: &W) -> bool {
    cursor.exchange(0, WAITS, Ordering::AcqRel, Ordering::Relaxed).is_ok()
}

/// Returns the number of the consumer's next entry, once it has been produced.
pub(super) fn next<W: Word<Value = u64>>(cursor: &W, produced: &W) -> Option<u64> {
    let next = cursor.load(Ordering::Acquire);
    (next != WAITS && next > 0 && produced.load(Ordering::Acquire) >= next).then(|| next - 1)
}

/// Frees a cursor.
pub(super) fn leave<W: Word<Value = u64>>(cursor: &W) {
    while cursor.load(Ordering::Relaxed) == WAITS {
        if cursor.exchange(WAITS, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            return;
        }
    }
    cursor.store(0, Ordering::Release);
}

/// The producer's side of a shared buffer.
#[derive(Debug)]
pub struct SharedEntries {
    laid: Laid,
    produced: u64,
}

impl SharedEntries {
    /// Begins a buffer in memory of zero bytes. A process produces in it by one value of this type.
    ///
    /// # Panics
    /// If the memory is too small for the shape.
    pub fn new(memory: Region, shape: EntryShape) -> SharedEntries {
        SharedEntries { laid: Laid::new(memory, shape), produced: 0 }
    }

    /// Copies an entry into the buffer, for all consumers. Returns false if the entry is too long, or if a consumer has
    /// not passed the entry whose slot is needed.
    pub fn put(&mut self, data: Region) -> bool {
        let Laid { shape, .. } = self.laid;
        let slots = shape.slots as u64;
        if data.len() > shape.room || !self.laid.cursors().all(|cursor| has_passed(cursor, self.produced, slots)) {
            return false;
        }
        self.laid.cursors().for_each(|cursor| let_in(cursor, self.produced));
        let slot = self.laid.slot(self.produced);
        slot.set::<u64>(0, data.len() as u64);
        slot.from(HEAD).copy_from(data);
        self.produced += 1;
        self.laid.produced().store(self.produced, Ordering::Release);
        true
    }

    /// Returns how many consumers have not passed all entries.
    pub fn behind(&self) -> usize {
        let behind = |cursor: &AtomicU64| {
            !matches!(cursor.load(Ordering::Acquire), 0 | WAITS) && { cursor.load(Ordering::Acquire) <= self.produced }
        };
        self.laid.cursors().filter(|cursor| behind(cursor)).count()
    }

    /// Returns the ranks of the consumers that still need the slot of the next entry. The ranks are what the consumers
    /// have said.
    pub fn holders(&self) -> impl Iterator<Item = u32> {
        let Laid { shape, .. } = self.laid;
        let (produced, slots) = (self.produced, shape.slots as u64);
        let holds = move |&at: &usize| !has_passed(self.laid.cursor(at), produced, slots);
        let name = |at| self.laid.consumer(at).load(Ordering::Relaxed).checked_sub(1);
        (0..shape.cursors).filter(holds).filter_map(name).filter_map(|name| u32::try_from(name).ok())
    }

    /// Frees the cursors of a rank that has died.
    pub fn lose(&mut self, rank: u32) {
        for at in 0..self.laid.shape.cursors {
            if self.laid.consumer(at).load(Ordering::Relaxed) == u64::from(rank) + 1 {
                // A later consumer of this cursor writes its own name.
                self.laid.consumer(at).store(0, Ordering::Relaxed);
                leave(self.laid.cursor(at));
            }
        }
    }
}

/// A consumer's side of a shared buffer. Dropping it frees its cursor.
#[derive(Debug)]
pub struct EntryCursor {
    laid: Laid,
    at: usize,
}

impl EntryCursor {
    /// Takes a cursor for a rank. Returns `None` if all cursors are taken. The consumer gets the entries that are
    /// produced from now on.
    ///
    /// # Panics
    /// If the memory is too small for the shape.
    pub fn join(memory: Region, shape: EntryShape, rank: u32) -> Option<EntryCursor> {
        let laid = Laid::new(memory, shape);
        // The exchange may fail spuriously, so each cursor gets several tries.
        let at = (0..4 * shape.cursors).map(|i| i % shape.cursors).find(|&at| ask(laid.cursor(at)))?;
        laid.consumer(at).store(u64::from(rank) + 1, Ordering::Relaxed);
        Some(EntryCursor { laid, at })
    }

    /// Returns the bytes of the next entry, or `None` if no entry has been produced. The bytes stay until
    /// [`pass`](Self::pass).
    pub fn peek(&self) -> Option<Region> {
        let number = next(self.laid.cursor(self.at), self.laid.produced())?;
        let slot = self.laid.slot(number);
        // The length is another process's claim.
        let len = (slot.get::<u64>(0) as usize).min(self.laid.shape.room);
        Some(slot.slice(HEAD, len))
    }

    /// Passes the entry that [`peek`](Self::peek) has returned: the producer may fill its slot again.
    pub fn pass(&mut self) {
        self.laid.cursor(self.at).fetch_add(1, Ordering::Release);
    }
}

impl Drop for EntryCursor {
    fn drop(&mut self) {
        self.laid.consumer(self.at).store(0, Ordering::Relaxed);
        leave(self.laid.cursor(self.at));
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    const SHAPE: EntryShape = EntryShape { slots: 3, room: 100, cursors: 2 };

    fn put(home: &mut SharedEntries, text: &[u8]) -> bool {
        home.put(Leaked::copy_of(text).region())
    }

    fn take(cursor: &mut EntryCursor) -> Option<Vec<u8>> {
        let bytes = cursor.peek()?.to_vec();
        cursor.pass();
        Some(bytes)
    }

    #[test]
    fn each_consumer_retrieves_all_entries_at_its_own_pace() {
        let memory = Leaked::new(SHAPE.bytes().expect("a size"));
        let mut home = SharedEntries::new(memory.region(), SHAPE);
        assert!(put(&mut home, b"before any consumer"));
        let mut fast = EntryCursor::join(memory.region(), SHAPE, 1).expect("a cursor");
        let mut slow = EntryCursor::join(memory.region(), SHAPE, 2).expect("a cursor");
        assert!(EntryCursor::join(memory.region(), SHAPE, 3).is_none(), "two cursors");
        assert_eq!((take(&mut fast), home.behind()), (None, 0), "nothing since they have come");
        for text in [b"one", b"two", b"six"] {
            assert!(put(&mut home, text));
            assert_eq!(take(&mut fast).as_deref(), Some(&text[..]));
        }
        assert!(!put(&mut home, b"full") && home.behind() == 1, "the slow one has passed nothing");
        assert_eq!(take(&mut slow).as_deref(), Some(&b"one"[..]));
        assert!(put(&mut home, b"ten") && !put(&mut home, &[0; 101]), "an entry has a longest length");
        assert_eq!([take(&mut slow), take(&mut slow), take(&mut slow)].map(|t| t.map(|t| t.len())), [Some(3); 3]);
        assert_eq!((take(&mut slow), take(&mut fast).as_deref(), home.behind()), (None, Some(&b"ten"[..]), 0));
    }

    #[test]
    fn a_consumer_that_leaves_or_dies_holds_nothing() {
        let memory = Leaked::new(SHAPE.bytes().expect("a size"));
        let mut home = SharedEntries::new(memory.region(), SHAPE);
        let leaves = EntryCursor::join(memory.region(), SHAPE, 1).expect("a cursor");
        let dies = EntryCursor::join(memory.region(), SHAPE, 2).expect("a cursor");
        (0..3).for_each(|_| assert!(put(&mut home, b"x")));
        assert!(!put(&mut home, b"x"));
        drop(leaves);
        assert!(!put(&mut home, b"x"));
        std::mem::forget(dies);
        assert_eq!(home.holders().collect::<Vec<_>>(), [2]);
        home.lose(2);
        assert!(put(&mut home, b"x") && home.holders().next().is_none());
        let next = EntryCursor::join(memory.region(), SHAPE, 4).expect("a cursor");
        let after = EntryCursor::join(memory.region(), SHAPE, 5).expect("a cursor");
        (0..3).for_each(|_| assert!(put(&mut home, b"x")));
        home.lose(2);
        assert_eq!(home.holders().collect::<Vec<_>>(), [4, 5], "the dead rank's name is gone from its cursor");
        drop((next, after));
    }

    #[test]
    fn shapes_without_sense_have_no_size() {
        for (slots, room, cursors) in [(0, 1, 1), (usize::MAX, 1, 1), (1, usize::MAX, 1), (1, 1, usize::MAX)] {
            assert_eq!(EntryShape { slots, room, cursors }.bytes(), None);
        }
    }
}
