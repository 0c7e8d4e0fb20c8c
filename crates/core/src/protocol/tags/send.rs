//! Sends messages with a tag, in order to each receiver, as credit and room allow.
use super::mode::Mode;
use super::sink::TagSink;
use super::tagged::Tagged;
use super::{CLASS, Tags};
use crate::ids::{Rank, SendId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Left, MessageHead, Send, Source, State, Transfers};
use crate::wire::{Held, Push};

/// A message that [`TagCalls::send_at_once`](super::TagCalls::send_at_once) allowed to leave.
pub struct AtOnce {
    p: usize,
    cost: u64,
}

/// A message that a program sends.
#[derive(Clone, Copy, Debug)]
pub struct NewSend {
    pub context: u16,
    pub tag: i32,
    /// The length in bytes.
    pub len: u64,
    pub mode: Mode,
}

impl Tags {
    /// Asks whether `len` bytes may go to `to` now, in one frame and behind no other. Returns the frame's head and a
    /// token; `None` if the bytes may not, or if this rank has not met `to`. The caller reports that the frame has left
    /// by [`sent_at_once`](Self::sent_at_once); without that report, nothing changes.
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

    /// Records that the frame of [`send_at_once`](Self::send_at_once) has left.
    #[inline(always)]
    pub fn sent_at_once(&mut self, t: &mut Transfers, what: AtOnce) {
        let account = t.account(what.p, CLASS);
        account.spend(what.cost);
        account.number();
    }

    /// Sends `len` bytes of the caller's memory. Returns `None` if the send is complete and the memory is free
    /// again.
    pub fn send<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, to: Rank, what: NewSend) -> Option<SendId> {
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
    fn send_later<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, what: NewSend) -> SendId {
        let NewSend { context, tag, len, mode } = what;
        let peer = &mut t.peers[p];
        let account = peer.account_mut(CLASS);
        let sequence = account.number();
        account.hold();
        let id = t.sends.insert(Send::new(peer.rank, CLASS, len));
        self.sends.insert(id, Tagged::new(context, tag, mode, sequence));
        t.sends[id].mapped = sink.keep(id);
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

    /// Pushes the held sends to a peer, in order, as credit and room allow. Returns true if anything left.
    pub(in crate::protocol) fn push_held<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while t.account(p, CLASS).is_holding() {
            let Some(id) = self.peers[p].held.front() else { break };
            let s = &self.sends[id];
            let offered = s.offered && !planted("overtakes_offer");
            if offered || !t.peers[p].outbox.is_empty() {
                // The receiver's answer to the offer decides what leaves next; it is one round trip away.
                break;
            }
            let envelope = MessageHead { context: s.context, tag: s.tag, answered: s.mode == Mode::Synchronous };
            // A send that has left may be complete and forgotten by the transfers. This owner's record of the send
            // still allows to unlink it.
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

    /// Removes a send from the queue of held sends.
    pub(super) fn unhold(&mut self, t: &mut Transfers, p: usize, id: SendId) {
        self.peers[p].held.remove(&mut self.sends, id);
        t.account(p, CLASS).release();
    }

    /// Sends HELD to the receiver when this rank first holds a send back for want of credit, and again when it holds
    /// back more.
    fn announce<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        if std::mem::take(&mut self.peers[p].news) {
            self.peers[p].announced = true;
            t.control(sink, p, Held.head(), &[]);
        }
    }

    /// Cancels a send of which nothing has left and that no later send has overtaken. For any other send, the bytes are
    /// copied, and the rest of the message leaves from the copy. In either case the send is over for the program. If
    /// this rank, `own`, has sent a message to itself and no receive has matched it, the call withdraws that message as
    /// well.
    pub fn cancel_send<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, own: Rank, id: SendId) {
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
        // The receiver counts messages, so the later held sends move up by one number.
        let behind: Vec<_> = self.peers[p].held.from(&self.sends, id).skip(1).collect();
        self.unhold(t, p, id);
        for later in behind {
            self.sends[later].sequence -= u64::from(!planted("cancel_leaves_gap"));
        }
        t.account(p, CLASS).take_number_back();
        t.complete_send(sink, id, State::Cancelled);
        self.push_held(t, sink, p);
    }

    /// Marks an offered send as taken by the receiver, and removes it from the held sends.
    pub(in crate::protocol) fn take_up(&mut self, t: &mut Transfers, p: usize, id: SendId) -> Option<()> {
        let to = t.peers[p].rank;
        let s = t.sends.get_mut(id).filter(|s| s.to == to && s.state == State::Offered)?;
        s.state = State::Pushed;
        self.sends[id].offered = false;
        self.unhold(t, p, id);
        t.account(p, CLASS).left_unpushed();
        Some(())
    }
}
