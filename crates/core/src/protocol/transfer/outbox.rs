//! The outbox: frames to one peer that found no room in the fabric, or that queue behind such frames. Such a frame
//! carries no body, or a piece of a message.
use super::Transfers;
use super::sink::TransferSink;
use super::source::Source;
use crate::ids::SendId;
use crate::planted::planted;

/// A frame that waits for room.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    pub head: u64,
    pub words: [u64; 4],
    pub count: u8,
    pub body: Source,
}

impl Control {
    fn new(head: u64, words: &[u64], body: Source) -> Control {
        let mut c = Control { head, words: [0; 4], count: words.len() as u8, body };
        c.words[..words.len()].copy_from_slice(words);
        c
    }

    /// Returns the send whose bytes the frame brings, and the number of bytes; `None` for a frame without a body.
    pub fn piece(&self) -> Option<(SendId, u64)> {
        match self.body {
            Source::Send { id, len, .. } => Some((id, len)),
            _ => None,
        }
    }
}

impl Transfers {
    /// Sends a frame without a body, now or as soon as there is room, in order with all other frames to that peer.
    pub fn control<S: TransferSink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64]) {
        let peer = &mut self.peers[p];
        let first = peer.outbox.is_empty() || planted("outbox_reordered");
        if first && sink.frame(peer.rank, head, words, Source::None).is_ok() {
            return;
        }
        peer.outbox.push_back(Control::new(head, words, Source::None));
        self.look_after(p);
    }

    /// Queues a frame with the whole memory of a send. The frame counts as a stream of the send until it leaves.
    pub fn queue_piece<S: TransferSink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64], id: SendId) {
        let s = &self.sends[id];
        let body = Source::Send { id, offset: 0, len: s.ready - s.start };
        self.queue_part(p, head, words, (id, body));
        if planted("queued_piece_free_early") {
            sink.sent(id);
        }
    }

    /// Queues a frame with a part of a send's memory. The frame counts as a stream of the send until it leaves.
    pub fn queue_part(&mut self, p: usize, head: u64, words: &[u64], (id, body): (SendId, Source)) {
        self.sends[id].streams += 1;
        self.peers[p].outbox.push_back(Control::new(head, words, body));
        self.look_after(p);
    }

    /// Sends a frame without a body, such as returned credit, that may wait for other frames to share its packet,
    /// because the peer needs it only later. If the fabric is full, the frame queues as one of
    /// [`control`](Self::control).
    pub fn delayable<S: TransferSink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64]) {
        let peer = &self.peers[p];
        if !peer.outbox.is_empty() || sink.delayable(peer.rank, head, words).is_err() {
            self.control(sink, p, head, words);
        }
    }

    /// Sends the frames that wait for room. Returns true if anything left.
    pub fn empty_outbox<S: TransferSink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while let Some(c) = self.peers[p].outbox.front().copied() {
            if sink.frame(self.peers[p].rank, c.head, &c.words[..usize::from(c.count)], c.body).is_err() {
                self.look_after(p);
                break;
            }
            self.peers[p].outbox.pop_front();
            moved = true;
            if let Some((id, _)) = c.piece() {
                self.sends[id].streams -= 1;
                self.finish_send(sink, id);
            }
        }
        moved
    }
}
