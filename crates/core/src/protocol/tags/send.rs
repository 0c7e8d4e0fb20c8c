//! Sends with a tag: in order to each receiver, as far as credit and room go.
use super::mode::Mode;
use super::tagged::Tagged;
use super::{CLASS, TAGS, Tags};
use crate::ids::{Rank, SendId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::sink::{Sink, Source};
use crate::protocol::transfer::{Envelope, Left, Send, State, Transfers};
use crate::wire::{Held, Push};

/// A message that may leave at once.
pub struct AtOnce {
    p: usize,
    cost: u64,
}

/// A message that a program sends, as its head will say.
#[derive(Clone, Copy, Debug)]
pub struct NewSend {
    pub context: u16,
    pub tag: i32,
    /// Bytes.
    pub len: u64,
    pub mode: Mode,
}

impl Tags {
    /// May `len` bytes go to `to` now, in one frame and behind nothing, as to a peer that was talked to before? Its
    /// head; if it has left, say so by [`sent_at_once`](Self::sent_at_once), else nothing has happened.
    #[inline(always)]
    pub fn send_at_once(
        &mut self,
        t: &mut Transfers,
        to: Rank,
        context: u16,
        tag: i32,
        len: u64,
        mode: Mode,
    ) -> Option<(u64, AtOnce)> {
        let p = t.known(to)?;
        let clear = mode == Mode::Standard && t.may_push_whole(p, CLASS, len);
        clear.then(|| (Push { context, tag }.head(), AtOnce { p, cost: len + ENTRY_COST }))
    }

    /// The frame has left.
    #[inline(always)]
    pub fn sent_at_once(&mut self, t: &mut Transfers, what: AtOnce) {
        let account = &mut t.peers[what.p].accounts[TAGS];
        account.credit -= what.cost;
        account.next += 1;
    }

    /// Sends `len` bytes of the caller's memory. `None`: done, the memory is free again.
    pub fn send<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, to: Rank, what: NewSend) -> Option<SendId> {
        let NewSend { context, tag, len, mode } = what;
        let p = t.peer(sink, to);
        if let Some((head, allowed)) = self.send_at_once(t, to, context, tag, len, mode)
            && sink.frame(to, head, &[], Source::Call { len }).is_ok()
        {
            self.sent_at_once(t, allowed);
            return None;
        }
        Some(self.send_later(t, sink, p, what))
    }

    #[inline(never)]
    fn send_later<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, what: NewSend) -> SendId {
        let NewSend { context, tag, len, mode } = what;
        let peer = &mut t.peers[p];
        let account = &mut peer.accounts[TAGS];
        let sequence = account.next;
        account.next += 1;
        account.held += 1;
        let id = t.sends.insert(Send::new(peer.rank, CLASS, len));
        self.sends.insert(id, Tagged::new(context, tag, mode, sequence));
        sink.keep(id);
        t.sends[id].mapped = sink.is_mapped();
        self.peer(p);
        let peer = &mut self.peers[p];
        peer.held.push(&mut self.sends, id);
        peer.news |= !peer.announced;
        self.push_held(t, sink, p);
        if t.sends.get(id).is_some_and(|s| s.state == State::Held) {
            t.counters.held += 1;
        }
        id
    }

    /// Pushes what is held back to a peer, in order, as far as credit and room go. True if anything left.
    pub(in crate::protocol) fn push_held<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while t.peers[p].accounts[TAGS].held > 0 {
            let Some(id) = self.peers[p].held.front() else { break };
            let s = &self.sends[id];
            let offered = s.offered && !planted("overtakes_offer");
            if offered || !t.peers[p].outbox.is_empty() {
                // An offer's fate decides what comes next; it is one round trip away.
                break;
            }
            let envelope = Envelope { context: s.context, tag: s.tag, answered: s.mode == Mode::Synchronous };
            // Out of the queue first: once it has left, it may be complete and forgotten.
            match t.push(sink, p, id, envelope) {
                Left::Yes => self.unhold(t, p, id),
                Left::Full => break,
                Left::NoCredit => {
                    self.announce(t, sink, p);
                    break;
                }
            }
            moved = true;
        }
        moved
    }

    /// A send waits no longer.
    pub(super) fn unhold(&mut self, t: &mut Transfers, p: usize, id: SendId) {
        self.peers[p].held.remove(&mut self.sends, id);
        t.peers[p].accounts[TAGS].held -= 1;
    }

    /// Tells the receiver, once, that something is held back for want of credit, and again when more is.
    fn announce<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        if std::mem::take(&mut self.peers[p].news) {
            self.peers[p].announced = true;
            t.control(sink, p, Held.head(), &[]);
        }
    }

    /// Cancels a send of which nothing has left and that no other overtook. Any other goes on from a copy. Either way
    /// it is over for the program: whether its receiver ever answers is the receiver's affair. What this rank, `own`,
    /// has sent to itself and not matched is called back too, for both ends of it are here.
    pub fn cancel_send<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, own: Rank, id: SendId) {
        let Some(s) = t.sends.get(id) else { return };
        let (to, state, kept) = (s.to, s.state, s.kept);
        let p = t.peer(sink, to);
        let sequence = self.sends[id].sequence;
        let overtook = self.peer(p).overtook;
        if state != State::Held || kept || overtook.is_some_and(|o| o > sequence) {
            if to != own || !self.call_back(t, sink, p, id) {
                t.keep_send(sink, p, id);
            }
            return;
        }
        // The receiver counts messages: what comes behind moves up.
        let behind: Vec<_> = self.peers[p].held.from(&self.sends, id).skip(1).collect();
        self.unhold(t, p, id);
        for later in behind {
            self.sends[later].sequence -= u64::from(!planted("cancel_leaves_gap"));
        }
        t.peers[p].accounts[TAGS].next -= 1;
        t.complete_send(sink, id, State::Cancelled);
        self.push_held(t, sink, p);
    }

    /// The receiver has taken an offer up: it is no longer held.
    pub(in crate::protocol) fn take_up(&mut self, t: &mut Transfers, p: usize, id: SendId) -> Option<()> {
        let to = t.peers[p].rank;
        let s = t.sends.get_mut(id).filter(|s| s.to == to && s.state == State::Offered)?;
        s.state = State::Pushed;
        self.sends[id].offered = false;
        self.unhold(t, p, id);
        Some(())
    }
}
