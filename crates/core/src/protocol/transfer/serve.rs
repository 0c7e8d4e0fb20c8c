//! The sender's answers. A receiver asks for ranges of a message, in any number of PULLs and in any order, until one of
//! its frames says that it is the last.
use super::Transfers;
use super::send::{Send, State, Stream};
use super::sink::TransferSink;
use crate::ids::{Rank, SendId};
use crate::planted::planted;
use crate::wire::{Pull, Share};
use std::ops::Range;

impl Transfers {
    /// Returns the send `id` if it has been pushed to this peer. An offered send counts only once its owner has given
    /// it away.
    fn pushed(&mut self, p: usize, id: SendId) -> Option<&mut Send> {
        let to = self.peers[p].rank;
        self.sends.get_mut(id).filter(|s| s.to == to && s.state == State::Pushed)
    }

    /// Takes a PULL: the receiver has named a destination and asks for a range.
    pub fn on_pull<S: TransferSink>(&mut self, sink: &mut S, p: usize, pull: Pull) -> Option<()> {
        let Pull { send, arrival, offset, len, piece, last } = pull;
        let s = self.pushed(p, send)?;
        if !s.has(&(offset..offset + len)) {
            return None;
        }
        if last || planted("pulled_once") {
            s.state = State::Pulled;
        }
        let start = s.start;
        let piece = self.limits.piece(piece);
        let stream = Stream { send, start, pulled: Some(arrival), next: offset, end: offset + len, piece, last };
        if planted("piece_free_early") {
            self.sends[send].left = offset + len;
        }
        self.stream(sink, p, stream);
        if planted("piece_free_early") && self.sends.contains_key(send) {
            self.finish_send(sink, send);
        }
        Some(())
    }

    /// Takes an offer to share a native copy that the receiver makes. A late offer is no error: the receiver may
    /// have finished.
    pub fn on_share<S: TransferSink>(&mut self, sink: &mut S, p: usize, share: Share) {
        let to = self.peers[p].rank;
        let copying = |s: &Send| s.to == to && s.lies_ready() && s.lent;
        if let Some(send) = self.sends.get(share.send).filter(|s| copying(s)) {
            sink.share(to, share.send, send.start, share.ticket);
        }
    }

    /// Answers a request for a range that the fabric received outside the frames. The answer must carry `asked`
    /// back. A late request is no error: the receiver may ask twice for a range, and have it from the first answer.
    pub fn asked<S: TransferSink>(
        &mut self,
        sink: &mut S,
        to: Rank,
        send: SendId,
        range: Range<u64>,
        asked: (u64, u32),
    ) {
        let Some(s) = self.sends.get(send).filter(|s| s.to == to && s.lies_ready() && s.has(&range)) else { return };
        sink.serve(to, send, s.start, range, asked);
    }

    /// Takes DONE: the receiver has all the bytes that it wants.
    pub fn on_done<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId) -> Option<()> {
        let s = self.pushed(p, id)?;
        s.state = State::Pulled;
        s.released = true;
        self.finish_send(sink, id);
        Some(())
    }
}
