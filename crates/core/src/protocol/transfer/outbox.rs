//! Frames without a body: sent now, or kept until the fabric has room.
use super::Transfers;
use crate::planted::planted;
use crate::protocol::sink::{Sink, Source};

/// A frame without a body that waits for room.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    pub head: u64,
    pub words: [u64; 4],
    pub count: u8,
}

impl Transfers {
    /// Sends a frame without a body, now or as soon as there is room; in order with everything else to that peer.
    pub fn control<S: Sink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64]) {
        let peer = &mut self.peers[p];
        let first = peer.outbox.is_empty() || planted("outbox_reordered");
        if first && sink.frame(peer.rank, head, words, Source::None).is_ok() {
            return;
        }
        let mut c = Control { head, words: [0; 4], count: words.len() as u8 };
        c.words[..words.len()].copy_from_slice(words);
        peer.outbox.push_back(c);
        self.look_after(p);
    }

    /// The same for a frame that may wait a while for company: credit is given back long before it is needed. One that
    /// has to wait for room here goes as any other frame.
    pub fn delayable<S: Sink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64]) {
        let peer = &self.peers[p];
        if !peer.outbox.is_empty() || sink.delayable(peer.rank, head, words).is_err() {
            self.control(sink, p, head, words);
        }
    }

    /// Tries again what waits for room. True if anything left.
    pub fn empty_outbox<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        let peer = &mut self.peers[p];
        while let Some(c) = peer.outbox.front() {
            if sink.frame(peer.rank, c.head, &c.words[..usize::from(c.count)], Source::None).is_err() {
                self.look_after(p);
                break;
            }
            peer.outbox.pop_front();
            moved = true;
        }
        moved
    }
}
