//! A queue of frames in flight from one process to another.
use std::collections::VecDeque;

/// A queue of frames between two processes. `F` is a frame with the data that travels beside it.
#[derive(Debug)]
pub(crate) struct Channel<F> {
    frames: VecDeque<(u64, F)>,
}

impl<F> Default for Channel<F> {
    fn default() -> Channel<F> {
        Channel { frames: VecDeque::new() }
    }
}

impl<F> Channel<F> {
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Queues a frame that becomes due at `due`, but not before the frames ahead of it. If `overtakes`, queues it ahead
    /// of the last frame.
    pub fn accept(&mut self, due: u64, frame: F, overtakes: bool) {
        match self.frames.back().map(|last| last.0) {
            Some(last) if overtakes => {
                let at = self.frames.len() - 1;
                self.frames.insert(at, (due.min(last), frame));
            }
            Some(last) => self.frames.push_back((due.max(last), frame)),
            None => self.frames.push_back((due, frame)),
        }
    }

    /// Takes the first frame if it is due. Returns the time at which it was due, and the frame.
    pub fn take(&mut self, now: u64) -> Option<(u64, F)> {
        if self.frames.front()?.0 > now {
            return None;
        }
        self.frames.pop_front()
    }

    #[cfg(feature = "sim")]
    pub fn next_due(&self) -> Option<u64> {
        self.frames.front().map(|(due, _)| *due)
    }
}
