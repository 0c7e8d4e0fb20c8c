//! Keeps pushed bytes that handlers have not read. A message keeps a few bytes itself; more bytes go to buffers that
//! successive messages reuse. Core enforces the bound: it charges a message's bytes to its sender until the handler
//! has read all of them.
use crate::lent;
use clump_core::{StreamId, planted};
use clump_fabric::mem::{LentBuffer, Region, SmallBuffer};
use slotmap::Key;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that a message keeps without a buffer. A larger number costs memory for every message that runs a handler,
/// although most messages are short.
const FEW: usize = 64;
/// Bytes of the shortest buffer; each further size is twice as long. A smaller value would add sizes to manage.
const LEAST: usize = 128;
/// Number of buffer sizes that are reused, up to 16 KiB: a single push is never longer.
const SIZES: usize = 8;
/// The most bytes of free buffers that are kept. A lower bound would allocate anew for two messages of the longest
/// pushes; a higher one would keep more memory in an idle rank.
const MOST_SPARE: usize = 64 << 10;

/// The unread bytes of one message: bytes `start` to `end` of its memory.
struct Kept {
    /// The message; null if this place is free.
    message: StreamId,
    few: SmallBuffer,
    many: Option<LentBuffer>,
    start: usize,
    end: usize,
    /// The flag of the [`WholeBytes`] that last took a message of this place.
    is_read: Option<Arc<AtomicBool>>,
}

impl Kept {
    fn new() -> Kept {
        Kept { message: StreamId::null(), few: SmallBuffer::new(FEW), many: None, start: 0, end: 0, is_read: None }
    }

    fn capacity(&self) -> usize {
        self.many.as_ref().map_or(FEW, |many| many.region().len())
    }

    fn with<T>(&mut self, f: impl FnOnce(Region) -> T) -> T {
        match &self.many {
            Some(many) => f(many.region()),
            None => lent::with_small(&mut self.few, f),
        }
    }
}

/// Free buffers, by size.
#[derive(Default)]
struct Spare {
    buffers: [Vec<LentBuffer>; SIZES],
    bytes: usize,
}

impl Spare {
    /// Returns the index of buffers of `len` bytes, which is [`LEAST`] times a power of two.
    fn place(len: usize) -> usize {
        (len / LEAST).trailing_zeros() as usize
    }

    /// Returns a buffer of `len` bytes or more.
    fn take(&mut self, len: usize) -> LentBuffer {
        let len = len.next_power_of_two().max(LEAST);
        match self.buffers.get_mut(Spare::place(len)).and_then(Vec::pop) {
            Some(buffer) => {
                self.bytes -= len;
                buffer
            }
            None => lent::zeroed(len),
        }
    }

    fn give_back(&mut self, buffer: LentBuffer) {
        let len = buffer.region().len();
        if let Some(place) = self.buffers.get_mut(Spare::place(len))
            && self.bytes + len <= MOST_SPARE
        {
            place.push(buffer);
            self.bytes += len;
        }
    }
}

/// The bytes of a message that has arrived whole. A handler that has them reads without the endpoint. Give them back by
/// [`give_back`](super::views::HandledView::give_back).
pub struct WholeBytes {
    few: [u8; FEW],
    many: Option<LentBuffer>,
    /// The next byte to read.
    at: usize,
    end: usize,
    /// Set by the read of the last byte. Shared with the endpoint, which another thread may poll.
    is_read: Arc<AtomicBool>,
}

impl Default for WholeBytes {
    /// Holds no bytes.
    fn default() -> WholeBytes {
        WholeBytes { few: [0; FEW], many: None, at: 0, end: 0, is_read: Arc::default() }
    }
}

impl WholeBytes {
    /// Returns how many bytes can still be read.
    #[inline(always)]
    pub fn unread(&self) -> usize {
        self.end - self.at
    }

    /// Fills `into` with the next bytes. Returns false, and reads nothing, if fewer are left.
    #[inline]
    pub fn read(&mut self, into: Region) -> bool {
        let (at, len) = (self.at, into.len());
        if len > self.unread() {
            return false;
        }
        match &self.many {
            Some(many) => into.copy_from(many.region().slice(at, len)),
            None => into.write(&self.few[at..at + len]),
        };
        self.at = at + len;
        if self.at == self.end {
            self.is_read.store(true, Ordering::Release);
        }
        true
    }
}

/// The pushed bytes of all messages that handlers have not read.
#[derive(Default)]
pub struct Unread {
    /// The unread bytes by the message's slot, which successive messages reuse: a short message copies only its own
    /// bytes.
    places: Vec<Kept>,
    spare: Spare,
    /// The messages whose bytes [`take`](Self::take) has moved, until [`discard`](Self::discard).
    taken: Vec<StreamId>,
}

impl Unread {
    /// Appends `len` bytes, which `fill` writes, to a message's unread bytes.
    pub fn append(&mut self, message: StreamId, len: usize, fill: impl FnOnce(Region)) {
        let at = place(message);
        if at >= self.places.len() {
            self.places.resize_with(at + 1, Kept::new);
        }
        let Unread { places, spare, .. } = self;
        let kept = &mut places[at];
        if kept.message != message {
            (kept.message, kept.start, kept.end) = (message, 0, 0);
        }
        if kept.capacity() - kept.end < len {
            kept.make_room(len, spare);
        }
        let end = kept.end;
        kept.with(|memory| fill(memory.slice(end, len)));
        kept.end += len;
    }

    /// Gives `read` the next `len` bytes of a message, and forgets them. Returns false if fewer bytes are kept.
    pub fn read(&mut self, message: StreamId, len: usize, read: impl FnOnce(Region)) -> bool {
        let Some(kept) = self.of(message).filter(|k| k.end - k.start >= len) else { return false };
        let start = kept.start;
        kept.with(|memory| read(memory.slice(start, len)));
        kept.start += len;
        true
    }

    /// Moves the bytes of a message of which nothing has been read to `bytes`, which holds no buffer.
    #[inline]
    pub fn take(&mut self, message: StreamId, bytes: &mut WholeBytes) {
        (bytes.at, bytes.end) = (0, 0);
        bytes.is_read.store(false, Ordering::Relaxed);
        let Some(kept) = self.of(message) else { return };
        bytes.end = kept.end - usize::from(planted("taken_without_its_last_byte"));
        bytes.many = kept.many.take();
        if bytes.many.is_none() {
            lent::with_small(&mut kept.few, |memory| memory.slice(0, bytes.end).read(&mut bytes.few));
        }
        // Successive messages of a place mostly have the same reader, so the flag is seldom cloned.
        if !kept.is_read.as_ref().is_some_and(|flag| Arc::ptr_eq(flag, &bytes.is_read)) {
            kept.is_read = Some(bytes.is_read.clone());
        }
        self.taken.push(message);
    }

    /// Returns true while any message is taken and not discarded.
    #[inline(always)]
    pub fn has_taken(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Returns a taken message of which all bytes have been read. Call [`discard`](Self::discard) next.
    #[cold]
    pub fn next_read(&mut self) -> Option<StreamId> {
        let is_read = |kept: &Kept| kept.is_read.as_ref().is_some_and(|flag| flag.load(Ordering::Acquire));
        self.taken.iter().copied().find(|&message| self.places.get(place(message)).is_some_and(is_read))
    }

    /// Takes back the buffer that [`take`](Self::take) moved, to use its memory again.
    #[inline(always)]
    pub fn give_back(&mut self, bytes: &mut WholeBytes) {
        (bytes.at, bytes.end) = (0, 0);
        if let Some(many) = bytes.many.take() {
            self.spare.give_back(many);
        }
    }

    /// Forgets a message's unread bytes.
    pub fn discard(&mut self, message: StreamId) {
        if let Some(at) = self.taken.iter().rposition(|&taken| taken == message) {
            self.taken.swap_remove(at);
        }
        let Some(kept) = self.of(message) else { return };
        kept.message = StreamId::null();
        if let Some(many) = kept.many.take() {
            self.spare.give_back(many);
        }
    }

    fn of(&mut self, message: StreamId) -> Option<&mut Kept> {
        self.places.get_mut(place(message)).filter(|k| k.message == message)
    }
}

/// Returns the index of a message's slot. Two messages that exist at one time have different slots.
fn place(message: StreamId) -> usize {
    message.data().as_ffi() as u32 as usize
}

impl Kept {
    /// Makes room for `len` more bytes: moves the unread bytes to the front of the buffer, or into a longer buffer if
    /// necessary.
    #[cold]
    fn make_room(&mut self, len: usize, spare: &mut Spare) {
        let (start, have) = (self.start, self.end - self.start);
        if have + len <= self.capacity() {
            self.with(|memory| memory.copy_from(memory.slice(start, have)));
        } else {
            let many = spare.take(have + len);
            let start = if planted("read_bytes_kept") { 0 } else { start };
            self.with(|memory| many.region().copy_from(memory.slice(start, have)));
            if let Some(before) = self.many.replace(many) {
                spare.give_back(before);
            }
        }
        (self.start, self.end) = (0, have);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::SlotMap;
    use std::collections::VecDeque;

    fn bytes(n: usize, from: usize) -> Vec<u8> {
        (from..from + n).map(|i| (i * 7 + i / 250) as u8).collect()
    }

    /// Appends random pieces of several messages, and reads them in pieces of other lengths.
    #[test]
    fn bytes_are_read_in_the_order_in_which_they_arrived() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut ids: SlotMap<StreamId, ()> = SlotMap::with_key();
        let ids: Vec<StreamId> = (0..5).map(|_| ids.insert(())).collect();
        let (mut unread, mut model) = (Unread::default(), vec![VecDeque::<u8>::new(); 5]);
        for at in 0..20_000 {
            let which = rng.usize(..5);
            let (id, model) = (ids[which], &mut model[which]);
            let most = [10, 100, 9000][rng.usize(..3)];
            match rng.u32(..20) {
                0..10 if model.len() < 20_000 => {
                    let new = bytes(rng.usize(1..=most), at);
                    unread.append(id, new.len(), |to| assert_eq!(to.write(&new), new.len()));
                    model.extend(new);
                }
                0..19 => {
                    let len = rng.usize(..=most.min(model.len()));
                    let wanted: Vec<u8> = model.drain(..len).collect();
                    assert!(len == 0 || unread.read(id, len, |from| assert!(from.to_vec() == wanted)));
                    assert!(!unread.read(id, model.len() + 1, |_| panic!("so many are not kept")));
                }
                _ => {
                    unread.discard(id);
                    model.clear();
                    assert!(!unread.read(id, 1, |_| panic!("nothing is kept")));
                }
            }
            let spare: usize = unread.spare.buffers.iter().flatten().map(|b| b.region().len()).sum();
            assert!(spare == unread.spare.bytes && spare <= MOST_SPARE);
        }
    }

    #[test]
    fn the_bytes_of_a_whole_message_are_read_in_pieces_after_they_were_taken() {
        let mut ids: SlotMap<StreamId, ()> = SlotMap::with_key();
        let (mut unread, mut taken) = (Unread::default(), WholeBytes::default());
        for len in [1, FEW, FEW + 1, 5000] {
            let (id, sent) = (ids.insert(()), bytes(len, len));
            unread.append(id, len, |to| assert_eq!(to.write(&sent), len));
            unread.take(id, &mut taken);
            unread.discard(id);
            assert!(!unread.has_taken());
            let mut read = Vec::new();
            for piece in [len / 3, len - len / 3] {
                let mut into = SmallBuffer::new(piece);
                read.extend(lent::with_small(&mut into, |into| {
                    assert!(taken.read(into));
                    into.to_vec()
                }));
            }
            assert!(read == sent && taken.unread() == 0);
            assert!(!lent::with_small(&mut SmallBuffer::new(1), |into| taken.read(into)), "no more than the message");
            unread.give_back(&mut taken);
        }
        assert_eq!(unread.spare.bytes, 128 + 8192, "the buffers are used again");
    }

    #[test]
    fn a_taken_message_is_reported_once_it_is_read_to_its_end() {
        let mut ids: SlotMap<StreamId, ()> = SlotMap::with_key();
        let mut unread = Unread::default();
        let mut readers: Vec<(StreamId, WholeBytes)> =
            (0..3).map(|_| (ids.insert(()), WholeBytes::default())).collect();
        // The places and readers are used twice, in another order.
        for _ in 0..2 {
            for (id, reader) in &mut readers {
                unread.append(*id, 100, |_| {});
                unread.take(*id, reader);
            }
            assert!(unread.has_taken() && unread.next_read().is_none());
            for (id, reader) in &mut readers {
                for part in [99, 1] {
                    assert_eq!(unread.next_read(), None, "a message is partly read");
                    assert!(lent::with_small(&mut SmallBuffer::new(part), |into| reader.read(into)));
                }
                assert_eq!(unread.next_read(), Some(*id));
                unread.discard(*id);
                unread.give_back(reader);
                ids.remove(*id);
                *id = ids.insert(());
            }
            assert!(!unread.has_taken());
            readers.rotate_left(1);
        }
    }

    #[test]
    fn buffers_are_reused_and_at_most_twice_as_long_as_their_bytes() {
        let mut ids: SlotMap<StreamId, ()> = SlotMap::with_key();
        let (a, b) = (ids.insert(()), ids.insert(()));
        let mut unread = Unread::default();
        unread.append(a, 64, |_| {});
        assert_eq!(unread.of(a).unwrap().capacity(), 64);
        unread.append(a, 5000, |_| {});
        assert_eq!(unread.of(a).unwrap().capacity(), 8192);
        let first = unread.of(a).unwrap().with(|memory| memory.as_ptr());
        unread.discard(a);
        unread.append(b, 6000, |_| {});
        assert_eq!(unread.of(b).unwrap().with(|memory| memory.as_ptr()), first, "the same buffer");
    }
}
