//! Reassembly: keeps frames whose datagrams arrive one by one or out of order until the frames are complete. Such
//! frames are not authenticated yet, so only a few are kept, and a new frame replaces the oldest.
use super::Cut;
use super::clear::Clear;

const PLACES: usize = 16;

struct Frame {
    clear: Clear,
    /// Bit i is set once datagram i has arrived.
    got: u32,
    len: usize,
    bytes: Vec<u8>,
}

pub(super) struct Gather {
    cut: Cut,
    /// Incomplete frames, the oldest first.
    frames: Vec<Frame>,
    /// The last frame that became complete.
    whole: Vec<u8>,
}

impl Gather {
    pub fn new(cut: Cut) -> Gather {
        Gather { cut, frames: Vec::new(), whole: Vec::new() }
    }

    /// Adds a datagram's bytes behind the clear bytes. All datagrams of a frame except the last have the same length.
    /// Returns the frame's length if the datagram completes the frame.
    pub fn add(&mut self, clear: Clear, bytes: &[u8]) -> Option<usize> {
        let of = |c: Clear| (c.from, c.counter, c.last);
        let at = match self.frames.iter().position(|f| of(f.clear) == of(clear)) {
            Some(at) => at,
            None => {
                let mut bytes = match self.frames.len() < PLACES {
                    true => Vec::new(),
                    false => self.frames.remove(0).bytes,
                };
                bytes.resize(self.cut.parts * self.cut.part, 0);
                self.frames.push(Frame { clear: Clear { part: 0, ..clear }, got: 0, len: 0, bytes });
                self.frames.len() - 1
            }
        };
        let frame = &mut self.frames[at];
        let start = usize::from(clear.part) * self.cut.part;
        if frame.got >> clear.part & 1 == 1 {
            return None;
        }
        frame.bytes.get_mut(start..start + bytes.len())?.copy_from_slice(bytes);
        frame.got |= 1 << clear.part;
        frame.len += bytes.len();
        if frame.got.count_ones() != u32::from(clear.last) + 1 {
            return None;
        }
        let frame = self.frames.remove(at);
        self.whole = frame.bytes;
        Some(frame.len)
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
        let cut = Cut::new(1500);
        let mut gather = Gather::new(cut);
        let text: Vec<u8> = (0..2 * cut.part + 7).map(|i| i as u8).collect();
        let parts: Vec<&[u8]> = text.chunks(cut.part).collect();
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
