//! Reassembly: keeps frames whose datagrams arrive one by one or out of order until the frames are complete. Such
//! frames are not authenticated yet, so only a few are kept, and a new frame replaces the oldest.
use super::clear::Clear;
use super::{MOST_PARTS, TEXT};
use std::ops::Range;

const PLACES: usize = 16;

struct Frame {
    clear: Clear,
    /// The datagrams that have arrived, in the order of their arrival.
    bytes: Vec<u8>,
    /// Where each datagram lies among the bytes; empty if it has not arrived.
    parts: [Range<usize>; MOST_PARTS],
    /// How many datagrams have arrived.
    got: u8,
}

#[derive(Default)]
pub(super) struct Gather {
    /// Incomplete frames, the oldest first.
    frames: Vec<Frame>,
    /// The last frame that became complete.
    whole: Vec<u8>,
}

impl Gather {
    /// Adds a datagram's bytes behind the clear bytes. The datagrams of a frame may have any lengths. Returns the
    /// frame's length if the datagram completes the frame.
    pub fn add(&mut self, clear: Clear, bytes: &[u8]) -> Option<usize> {
        let of = |c: Clear| (c.from, c.counter, c.last);
        let at = match self.frames.iter().position(|f| of(f.clear) == of(clear)) {
            Some(at) => at,
            None => {
                let mut bytes = match self.frames.len() < PLACES {
                    true => Vec::with_capacity(TEXT),
                    false => self.frames.remove(0).bytes,
                };
                bytes.clear();
                let parts = [const { 0..0 }; MOST_PARTS];
                self.frames.push(Frame { clear: Clear { part: 0, ..clear }, bytes, parts, got: 0 });
                self.frames.len() - 1
            }
        };
        let frame = &mut self.frames[at];
        let part = usize::from(clear.part);
        if !frame.parts[part].is_empty() || bytes.is_empty() || frame.bytes.len() + bytes.len() > TEXT {
            return None;
        }
        frame.parts[part] = frame.bytes.len()..frame.bytes.len() + bytes.len();
        frame.bytes.extend_from_slice(bytes);
        frame.got += 1;
        if frame.got != clear.last + 1 {
            return None;
        }
        let Frame { bytes, parts, .. } = self.frames.remove(at);
        let parts = &parts[..=usize::from(clear.last)];
        if parts.is_sorted_by_key(|part| part.start) {
            self.whole = bytes;
        } else {
            self.whole.clear();
            parts.iter().for_each(|part| self.whole.extend_from_slice(&bytes[part.clone()]));
        }
        Some(self.whole.len())
    }

    pub fn whole(&mut self) -> &mut [u8] {
        &mut self.whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clear(counter: u64, part: u8, last: u8) -> Clear {
        Clear { part, last, from: 1, counter }
    }

    #[test]
    fn frames_are_reassembled_in_any_order_and_the_oldest_is_dropped() {
        let mut gather = Gather::default();
        let text: Vec<u8> = (0..2 * 1400 + 7).map(|i| i as u8).collect();
        let parts: Vec<&[u8]> = text.chunks(1400).collect();
        let mut rng = fastrand::Rng::with_seed(3);
        for counter in 0..200 {
            let mut order = [0, 1, 2, 0, 1];
            rng.shuffle(&mut order);
            let mut whole = Vec::new();
            let mut seen = std::collections::HashSet::new();
            for part in order {
                let complete = seen.insert(part) && seen.len() == 3;
                whole.push(gather.add(clear(counter, part, 2), parts[usize::from(part)]));
                if complete {
                    assert_eq!(*whole.last().unwrap(), Some(text.len()));
                    assert_eq!(&gather.whole()[..text.len()], &text);
                    break;
                }
            }
        }
        // An incomplete frame is dropped after enough other frames have arrived.
        assert_eq!(gather.add(clear(999, 0, 1), parts[0]), None);
        for counter in 1000..1000 + PLACES as u64 {
            assert_eq!(gather.add(clear(counter, 0, 1), parts[0]), None);
        }
        assert_eq!(gather.add(clear(999, 1, 1), parts[2]), None);
        assert!(gather.frames.len() <= PLACES);
    }
}
